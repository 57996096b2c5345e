"""The three roles of the desk, and what each may do.

An account has its role in Django's own two marks: a director is a superuser, a scorer is staff, a
viewer is neither. What is sent to an address is taken from a director only, unless its view says
:func:`sent_by` another role; a page is shown to everybody who is signed in, unless its view says
:func:`read_by`.  ``RoleRequired`` of the middleware asks both of every view that needs a sign-in,
so that an address which says nothing is closed to the other two.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.http import HttpRequest

View = TypeVar("View", bound=Callable[..., Any])
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods of a request that only asks."""


class Role(models.IntegerChoices):
    """The role of an account. Each may do what those before it may."""

    VIEWER = 1, "viewer"
    SCORER = 2, "scorer"
    DIRECTOR = 3, "director"


MAY = {
    Role.VIEWER: "view events and results",
    Role.SCORER: "enter and correct results, run the clock and print",
    Role.DIRECTOR: "do everything",
}
"""What each role can do, after *can*."""


@dataclass(frozen=True, slots=True)
class May:
    """What the user may do, for templates: score or direct."""

    role: Role | None

    @property
    def score(self) -> bool:
        """Whether results, clock and paper are open."""
        return self.role is not None and self.role >= Role.SCORER

    @property
    def words(self) -> str:
        """What the role can do, after *can*."""
        if self.role:
            return MAY[self.role]
        return ""

    @property
    def direct(self) -> bool:
        """Whether everything is open."""
        return self.role is Role.DIRECTOR


def role_of(user: User | AnonymousUser) -> Role | None:
    """Return the role of *user*, or None if signed out. No query."""
    if not user.is_authenticated:
        return None
    if user.is_superuser:
        return Role.DIRECTOR
    if user.is_staff:
        return Role.SCORER
    return Role.VIEWER


def may_score(request: HttpRequest) -> bool:
    """Return whether the user may enter results and see private links and numbers."""
    return May(role_of(request.user)).score


def may_direct(request: HttpRequest) -> bool:
    """Return whether the user is a director, who may see hidden deals."""
    return May(role_of(request.user)).direct


def marks_of(role: Role) -> dict[str, bool]:
    """Return the marks of an account of *role*, by their fields.

    >>> marks_of(Role.SCORER)
    {'is_staff': True, 'is_superuser': False}
    """
    return {"is_staff": role >= Role.SCORER, "is_superuser": role is Role.DIRECTOR}


def sent_by(role: Role) -> Callable[[View], View]:
    """Say of a view that it takes what somebody of *role* sends, or of a role above."""
    return _saying("role_to_send", role)


def read_by(role: Role) -> Callable[[View], View]:
    """Decorate a view so that only *role* and higher roles may read it."""
    return _saying("role_to_read", role)


def role_needed(view: Callable[..., Any], method: str) -> Role:
    """Return the role that a request of *method* to *view* needs."""
    if method in SAFE:
        read: Role = getattr(view, "role_to_read", Role.VIEWER)
        return read
    sent: Role = getattr(view, "role_to_send", Role.DIRECTOR)
    return sent


def _saying(what: str, role: Role) -> Callable[[View], View]:
    def say(view: View) -> View:
        setattr(view, what, role)
        return view

    return say
