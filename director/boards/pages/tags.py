"""Links from pages of a night to those of applications, each "" without the application."""

from urllib.parse import urlencode

from django import template
from django.template import Context

from director.boards.play.hooks import HANDS_DESK, RULING_DESK
from director.boards.scoring.hooks import MATCHES
from director.core.base.address import find_url
from director.models import Section

register = template.Library()


@register.simple_tag
def plan_change_url(section: Section, reason: str = "") -> str:
    """Return the address where the movement of *section* is changed, beginning with a *reason*."""
    address = find_url("session_changed", section.ref)
    return f"{address}?{urlencode({'kind': reason})}" if address and reason else address


@register.simple_tag
def rulings_url(section: Section) -> str:
    """Return the address of the rulings of *section*."""
    return RULING_DESK.answers.get_rulings_address(section)


@register.simple_tag
def problems_url(section: Section) -> str:
    """Return the address where problems of *section* are settled."""
    return RULING_DESK.answers.get_problems_address(section)


@register.simple_tag
def hands_url(section: Section) -> str:
    """Return the address of the hands of *section*."""
    return HANDS_DESK.answers.get_address(section)


@register.simple_tag
def draw_url(section: Section) -> str:
    """Return the address where the next round of *section* is drawn."""
    return find_url("session_draw", section.ref)


@register.simple_tag(takes_context=True)
def contest_part(context: Context, name: str, **values: object) -> str:
    """Render the part *name* of the templates of contests, with *values* added to the context.

    It is "" without contests.
    """
    folder = MATCHES.answers.parts_folder
    if not (folder and context.template):
        return ""
    part = context.template.engine.get_template(f"{folder}/{name}.html")
    with context.push(**values):
        return part.render(context)
