"""Links from pages of a night to those of applications, each "" without the application."""

from django import template

from director.boards.pages.hooks import REPLANNING
from director.boards.play.hooks import HANDS_DESK, RULING_DESK
from director.models import Section

register = template.Library()


@register.simple_tag
def plan_change_url(section: Section, reason: str = "") -> str:
    """Return the address where the movement of *section* is changed, beginning with a *reason*."""
    return REPLANNING.answers.get_change_address(section, reason)


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
