"""Links to pages of additions, each "" without the addition."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

from director.additions import (
    PhoneDesk,
    find_hands_desk,
    find_phone_desk,
    find_plan_change_url,
    find_ruling_desk,
    get_contest_desk,
)
from director.models import Section, Session

register = template.Library()


@register.simple_tag
def plan_change_url(section: Section, kind: str = "") -> str:
    """Return the address where the movement of *section* is changed, or "" without such a page.

    *kind* is a reason that the page begins with, such as ``"pair-arrives"``.
    """
    url_name = find_plan_change_url()
    if not url_name:
        return ""
    address = reverse(url_name, args=[section.place])
    return f"{address}?kind={kind}" if kind else address


@register.simple_tag
def rulings_url(section: Section) -> str:
    """Return the address of the rulings of *section*, or "" without such a page."""
    desk = find_ruling_desk()
    return reverse(desk.rulings_url, args=[section.place]) if desk else ""


@register.simple_tag
def problems_url(section: Section) -> str:
    """Return the address where problems of *section* are settled, or "" without such a page."""
    desk = find_ruling_desk()
    return reverse(desk.problems_url, args=[section.place]) if desk else ""


@register.simple_tag
def hands_url(section: Section) -> str:
    """Return the address of the hands of *section*, or "" without such a page."""
    desk = find_hands_desk()
    return reverse(desk.url, args=[section.place]) if desk else ""


@register.simple_tag(takes_context=True)
def contest_part(context: Context, name: str, **values: object) -> str:
    """Render the part *name* of the templates of contests, with *values* added to the context.

    It is "" without contests.
    """
    folder = get_contest_desk().parts_folder
    if not (folder and context.template):
        return ""
    part = context.template.engine.get_template(f"{folder}/{name}.html")
    with context.push(**values):
        return part.render(context)


@register.simple_tag
def phone_desk() -> PhoneDesk | None:
    """Return where tables enter results by phone, or None without phones."""
    return find_phone_desk()


@register.simple_tag
def new_phones(session: Session) -> Sequence[Any]:
    """Return the tables of *session* with phones that are new or wait, none without phones."""
    desk = find_phone_desk()
    return desk.find_new_phones(session) if desk else ()
