"""What templates show of the settings of an event."""

from django import template

from director.core.night.events.fields import list_event_facts

register = template.Library()
register.simple_tag(list_event_facts, name="event_facts")
