"""What can be undone next, and what done again."""

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet, Subquery

from director.core.base.roles import Role, role_of
from director.models import Act

PUBLISHING = "publishing"
"""The kind of an act that publishes, closes, makes final or opens again: it has buttons of its own, and no undo."""
PHONES = "phones"
"""The kind of an act that refuses a phone at a table, or lets it in."""
OF_SCORERS = frozenset(
    {"result", "settled", "groups", "tables", "sheets", "next", "finish", PHONES}
)
"""The kinds of acts that a scorer may do, whatever is played, and so undo and do again: results, and going on."""


def may_undo(user: User | None, kind: str) -> bool:
    """Return whether *user* may undo an act of *kind*. None is the command line."""
    return user is None or role_of(user) is Role.DIRECTOR or kind in OF_SCORERS


def act_to_undo(acts: QuerySet[Act]) -> Act | None:
    """Return the latest of *acts* in force, or None."""
    return standing_acts(acts).first()


def acts_to_offer(acts: QuerySet[Act]) -> tuple[Act | None, Act | None]:
    """Return the next act to undo and the next to redo, with who did them. One query."""
    undo, redo = (
        Subquery(part.values("pk")[:1]) for part in (standing_acts(acts), undone_acts(acts))
    )
    offered = Act.objects.filter(Q(pk=undo) | Q(pk=redo)).select_related("made_by")
    by_state = {act.undone_at is None: act for act in offered}
    return by_state.get(True), by_state.get(False)


def standing_acts(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return the *acts* in force that can be undone, latest first."""
    return acts.filter(undone_at__isnull=True).exclude(kind=PUBLISHING).order_by("-number")


def acts_since_undo(act: Act) -> QuerySet[Act]:
    """Return the event's acts since *act* was undone or redone, latest first.

    What is done again since is none of it: it was undone before, and stood when *act* was made.
    """
    fresh = Q(again_of__isnull=True, number__gt=act.undone_after)
    taken_back = Q(undone_no__gt=act.undone_no, agains__isnull=True)
    acts = Act.objects.filter(fresh | taken_back, event=act.event_id).exclude(kind=PUBLISHING)
    return acts.order_by("-number").distinct()


def undone_acts(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return the undone *acts* that can be redone, the last one undone first.

    Whatever else is done after an undo builds on what is there then, so what was undone before
    stays undone.
    """
    fresh = (
        acts.filter(again_of__isnull=True)
        .exclude(kind=PUBLISHING)
        .order_by("-number")
        .values("number")[:1]
    )
    return acts.filter(undone_after__gte=Subquery(fresh), agains__isnull=True).order_by(
        "-undone_no"
    )
