"""The acts of a section that can be undone, or done again."""

from django.db.models import F, QuerySet

from director.models import Act, Section

RESULT = "result"
"""The kind of an act that enters, corrects or takes out results."""


def section_acts(section: Section) -> QuerySet[Act]:
    """Return the acts of *section* under its movement, the latest first.

    What was done before the movement was chosen may be about lines that are none by now.
    """
    acts = Act.objects.filter(event=section.session.event_id, section=section)
    return acts.exclude(section__plan__chosen_at__gt=F("made_at"))
