"""The acts of a section that can be undone and redone."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, QuerySet

from director.core.night.history import PHONES
from director.models import Act, Plan, Section

RESULT = "result"
"""The kind of an act that enters, corrects or deletes results."""
RULING = "ruling"
GROUPS = "groups"
EXTRAS = "extras"
METHOD = "method"
SEATS = "seats"
HANDS = "hands"
TRUMP = "trump"
"""The kind of an act that sets the trump of a deal of whist."""
PLAN = "plan"
"""The kind of an act that changes the movement from a round on."""
TABLES = "tables"
"""The kind of an act that records play off schedule."""
SETTLED = "settled"
"""The kind of an act by which the director settles what tables disagree about or report."""
DECIDED = "decided"
"""The kind of an act by which the director decides who goes on from a knock-out match."""
SECTIONS = "sections"
"""The kind of an act that adds or removes sections or sessions. It can't be undone."""
SETTLED_AT_PLAY = (SETTLED, PHONES)
"""Kinds that are undone on the Play page: what tables report, and how it is settled."""
BOARD_PLAY = (RESULT, SETTLED, RULING, GROUPS, TRUMP, PLAN, TABLES, DECIDED)
"""Kinds that are undone on the Scores page."""


def fetch_section_acts(section: Section, kinds: Collection[str] = ()) -> QuerySet[Act]:
    """Return the acts of *section* under its present movement, latest first.

    *kinds* limits them to some kinds. Acts before the movement was chosen are left out, since their
    lines may not exist any more.
    """
    acts = Act.objects.filter(event=section.session.event_id, section=section)
    if kinds:
        acts = acts.filter(kind__in=kinds)
    later_movement = Plan.objects.filter(
        section=section, number=1, acts_before__gte=OuterRef("number")
    )
    return acts.exclude(Exists(later_movement))
