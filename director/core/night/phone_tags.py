"""Links from pages of a night to phones, and phones that are new."""

from collections.abc import Sequence

from django import template

from director.core.night.hooks import PHONE_DESK, PhoneLinks
from director.core.night.phones import TableWithNewPhones
from director.models import Section, Session

register = template.Library()


@register.simple_tag
def phone_links(owner: Section | Session) -> PhoneLinks | None:
    """Return the addresses of phones for a section or the session of a party, or None."""
    return PHONE_DESK.answers.make_links(owner)


@register.simple_tag
def new_phones(session: Session) -> Sequence[TableWithNewPhones]:
    """Return the tables of *session* with phones that are new or wait, none without phones."""
    return PHONE_DESK.answers.fetch_tables_with_new_phones(session)
