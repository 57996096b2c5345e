"""The three roles of the desk, and what each may do.

The role of an account is stored in two fields of Django's user: a director is a superuser, a scorer
is staff, a viewer is neither. Without a decorator, a view accepts forms from directors only and is
read by everybody who is signed in. :func:`require_role_to_send` and :func:`require_role_to_read` name other roles. The
middleware ``RoleRequired`` checks both for every view that needs a sign-in, so that a view whose
decorator was forgotten is closed rather than open.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.http import HttpRequest

ViewT = TypeVar("ViewT", bound=Callable[..., Any])
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""The request methods that change nothing."""


class Role(models.IntegerChoices):
    """The role of an account. A role may do everything that lower roles may."""

    VIEWER = 1, "viewer"
    SCORER = 2, "scorer"
    DIRECTOR = 3, "director"


ROLE_DESCRIPTIONS = {
    Role.VIEWER: "view events and results",
    Role.SCORER: "enter and correct results, run the clock and print",
    Role.DIRECTOR: "do everything",
}
"""Each role's permissions in words, to follow *can*."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """The user's permissions, for templates: ``{% if may.score %}``."""

    role: Role | None

    @property
    def score(self) -> bool:
        """Whether the user may enter results, run the clock and print."""
        return self.role is not None and self.role >= Role.SCORER

    @property
    def description(self) -> str:
        """The role's permissions in words, to follow *can*."""
        if self.role:
            return ROLE_DESCRIPTIONS[self.role]
        return ""

    @property
    def direct(self) -> bool:
        """Whether the user may do everything."""
        return self.role is Role.DIRECTOR


def get_role(user: User | AnonymousUser) -> Role | None:
    """Return the role of *user*, or None if signed out. No query."""
    if not user.is_authenticated:
        return None
    if user.is_superuser:
        return Role.DIRECTOR
    if user.is_staff:
        return Role.SCORER
    return Role.VIEWER


def can_score(request: HttpRequest) -> bool:
    """Return whether the user may enter results and see private links and numbers."""
    return Permissions(get_role(request.user)).score


def can_direct(request: HttpRequest) -> bool:
    """Return whether the user is a director and may see hidden deals."""
    return Permissions(get_role(request.user)).direct


def make_role_fields(role: Role) -> dict[str, bool]:
    """Return the fields and values that give an account *role*.

    >>> make_role_fields(Role.SCORER)
    {'is_staff': True, 'is_superuser': False}
    """
    return {"is_staff": role >= Role.SCORER, "is_superuser": role is Role.DIRECTOR}


def require_role_to_send(role: Role) -> Callable[[ViewT], ViewT]:
    """Decorate a view so that *role* and higher roles may send forms to it."""
    return _make_attribute_decorator("role_to_send", role)


def require_role_to_read(role: Role) -> Callable[[ViewT], ViewT]:
    """Decorate a view so that only *role* and higher roles may read it."""
    return _make_attribute_decorator("role_to_read", role)


def _make_attribute_decorator(name: str, role: Role) -> Callable[[ViewT], ViewT]:
    def decorate(view: ViewT) -> ViewT:
        setattr(view, name, role)
        return view

    return decorate


def get_needed_role(view: Callable[..., Any], method: str) -> Role:
    """Return the role that a request of *method* to *view* needs."""
    role: Role
    if method in SAFE_METHODS:
        role = getattr(view, "role_to_read", Role.VIEWER)
    else:
        role = getattr(view, "role_to_send", Role.DIRECTOR)
    return role
