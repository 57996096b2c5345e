"""What templates show of the settings of an event."""

from django import template

from director.core.night.events.fields import list_event_facts
from director.models import Event

register = template.Library()


@register.simple_tag
def event_facts(event: Event) -> list[str]:
    """Return the settings that the head of every page of *event* shows."""
    return list_event_facts(event)
