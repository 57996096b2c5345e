"""Settings and states of an event, as its pages write them."""

from django import template

from director.core.night.event_fields import list_event_facts
from director.core.night.events import get_step_after
from director.core.night.journal import get_final_reason

register = template.Library()
register.simple_tag(list_event_facts, name="event_facts")
register.simple_tag(get_step_after, name="step_after")
register.simple_tag(get_final_reason, name="final_reason")
