"""Links to the page on which a movement is changed during play."""

from django import template
from django.urls import reverse

from director.additions import find_plan_change_url
from director.models import Section

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
