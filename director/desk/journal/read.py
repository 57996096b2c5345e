"""What can be undone next, and what done again."""

from django.db.models import Q, QuerySet, Subquery

from director.models import Act

PUBLISHING = "publishing"
"""The kind of an act that publishes, closes, makes final or opens again: it has buttons of its own, and no undo."""


def act_to_undo(acts: QuerySet[Act]) -> Act | None:
    """Return the latest of *acts* that stands, which is undone next; ``None`` if there is none."""
    return standing_acts(acts).first()


def act_to_redo(acts: QuerySet[Act]) -> Act | None:
    """Return that of *acts* which was undone last and can be done again; ``None`` if there is none; one query.

    Whatever else is done after an undo builds on what is there then, so what was undone before stays undone.
    """
    return _undone(acts).first()


def acts_to_offer(acts: QuerySet[Act]) -> tuple[Act | None, Act | None]:
    """Return what :func:`act_to_undo` and :func:`act_to_redo` do, with who did it; one query for both."""
    undo, redo = (Subquery(part.values("pk")[:1]) for part in (standing_acts(acts), _undone(acts)))
    offered = Act.objects.filter(Q(pk=undo) | Q(pk=redo)).select_related("made_by")
    by_state = {act.undone_at is None: act for act in offered}
    return by_state.get(True), by_state.get(False)


def standing_acts(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return those of *acts* that were not undone and can be, the latest first."""
    return acts.filter(undone_at__isnull=True).exclude(kind=PUBLISHING).order_by("-number")


def _undone(acts: QuerySet[Act]) -> QuerySet[Act]:
    fresh = acts.filter(again_of__isnull=True).exclude(kind=PUBLISHING).order_by("-number").values("made_at")[:1]
    return acts.filter(undone_at__gte=Subquery(fresh), agains__isnull=True).order_by("-undone_at", "number")
