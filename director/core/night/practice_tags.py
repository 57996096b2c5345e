"""The tip of a practice event on the pages of its steps."""

from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from director.core.night.practice import PracticeDesk
from director.event_kinds import get_event_kind

register = template.Library()


@register.simple_tag
def practice_tip(night: Any, step: str) -> dict[str, Any] | None:
    """Return the context of the tip of *step*, or None if *night* is of no game to practise."""
    desk = get_event_kind(night.session.event).practice
    return make_practice_context(desk, night, step) if desk else None


def make_practice_context(desk: PracticeDesk, night: Any, step: str) -> dict[str, Any]:
    """Return the tip of *step* of *night* with what its template needs."""
    return {"tip": desk.make_tip(night, step), "step": step, "session": night.session}


@register.simple_tag
def emphasise(text: str) -> SafeString:
    """Return *text* with what stands between asterisks in bold.

    >>> emphasise("Press *Print*.")
    'Press <b>Print</b>.'
    """
    parts = text.split("*")
    plain_and_bold = (
        (plain, bold) for plain, bold in zip(parts[::2], [*parts[1::2], ""], strict=True)
    )
    return format_html_join(
        "",
        "{}{}",
        ((plain, format_html("<b>{}</b>", bold) if bold else "") for plain, bold in plain_and_bold),
    )
