"""Phones that are new, on pages of a night."""

from collections.abc import Sequence

from django import template

from director.core.night.hooks import PHONE_DESK
from director.core.night.phones import TableWithNewPhones
from director.models import Session

register = template.Library()


@register.simple_tag
def new_phones(session: Session) -> Sequence[TableWithNewPhones]:
    """Return the tables of *session* with phones that are new or wait, none without phones."""
    return PHONE_DESK.answers.fetch_tables_with_new_phones(session)
