"""The acts of a section that can be undone and redone."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, QuerySet

from director.core.night.history.read import PHONES
from director.models import Act, Plan, Section

RESULT = "result"
"""The kind of an act that enters, corrects or deletes results."""
RULING, GROUPS, EXTRAS, METHOD, SEATS, HANDS = (
    "ruling",
    "groups",
    "extras",
    "method",
    "seats",
    "hands",
)
"""The kinds of the other acts of a section."""
TRUMP = "trump"
"""The kind of an act that says which trump a deal of whist has."""
PLAN = "plan"
"""The kind of an act that changes the movement from a round on."""
TABLES = "tables"
"""The kind of an act that records play off schedule."""
SETTLED = "settled"
"""The kind of an act that decides between what tables said, or what becomes of a board they say they did not play."""
DECIDED = "decided"
"""The kind of an act that says who wins a knock-out match, if not by the score."""
SECTIONS = "sections"
"""The kind of an act that adds or removes sections or sessions: an act of the event, which can't be undone."""
SETTLED_AT_PLAY = (SETTLED, PHONES)
"""What is decided at Play about what tables say, and who says it, and undone there."""
BOARD_PLAY = (RESULT, SETTLED, RULING, GROUPS, TRUMP, PLAN, TABLES, DECIDED)
"""What is done at the desk where results are entered, and undone there."""


def section_acts(section: Section, kinds: Collection[str] = ()) -> QuerySet[Act]:
    """Return the acts of *section* under its present movement, latest first, of some *kinds* if given.

    What was done before the movement was chosen may be about lines that are none by now.
    """
    acts = Act.objects.filter(event=section.session.event_id, section=section)
    acts = acts.filter(kind__in=kinds) if kinds else acts
    begun = Plan.objects.filter(section=section, number=1, acts_before__gte=OuterRef("number"))
    return acts.exclude(Exists(begun))
