"""Who sits at a browser in the walk: two directors, a scorer, a viewer and a visitor."""

from dataclasses import dataclass

from django.test import Client

from director.core.base.roles import Role
from tests.factories import make_account, sign_in
from tests.walk.desk import Desk, Trail


@dataclass
class People:
    """The browsers of an evening."""

    director: Desk
    second: Desk
    scorer: Desk
    viewer: Desk
    visitor: Desk

    @property
    def directors(self) -> tuple[Desk, Desk]:
        """The two who direct together."""
        return self.director, self.second

    @property
    def readers(self) -> tuple[Desk, ...]:
        """One of each role, and somebody without an account."""
        return self.director, self.scorer, self.viewer, self.visitor


def make_people(trail: Trail) -> People:
    """Store the accounts and sign everybody in but the visitor."""
    return People(
        _sign_in("dora", Role.DIRECTOR, trail),
        _sign_in("edith", Role.DIRECTOR, trail),
        _sign_in("fred", Role.SCORER, trail),
        _sign_in("gwen", Role.VIEWER, trail),
        Desk(Client(), trail, "visitor"),
    )


def _sign_in(name: str, role: Role, trail: Trail) -> Desk:
    client = sign_in(make_account(name, role))
    return Desk(client, trail, name)
