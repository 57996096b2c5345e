"""Days and settings of an event, as its pages write them."""

from django import template
from django.db.models import Max, Min

from director.core.night.event_fields import list_event_facts
from director.core.night.events import get_step_after
from director.core.night.journal import get_final_reason
from director.models import Event, Match, RoundDate
from director.pdf.words import format_date

register = template.Library()
register.simple_tag(list_event_facts, name="event_facts")
register.simple_tag(get_step_after, name="step_after")
register.simple_tag(get_final_reason, name="final_reason")


@register.simple_tag
def event_days(event: Event) -> str:
    """Return the date of *event*, or the first and the last one if it is long-running.

    The last day is the date of its last round or match. (Costs two queries if long-running.)
    """
    if not event.is_long_running:
        return format_date(event.date)
    days = [event.date]
    for model, path in ((RoundDate, "session__event"), (Match, "section__session__event")):
        date_range = model._default_manager.filter(**{path: event.pk}).aggregate(
            first=Min("date"), last=Max("date")
        )
        days += [day for day in date_range.values() if day]
    first_day, last_day = min(days), max(days)
    if first_day == last_day:
        return f"from {format_date(first_day)}"
    return f"{format_date(first_day)} – {format_date(last_day)}"
