"""Whether a user may undo an act, so that pages offer nothing that is refused."""

from django import template
from django.contrib.auth.models import AnonymousUser, User

from director.core.base.act_kinds import can_undo

register = template.Library()


@register.filter
def may_undo(user: User | AnonymousUser, kind: str) -> bool:
    """Return whether *user* may undo and redo acts of *kind*."""
    return can_undo(user, kind)
