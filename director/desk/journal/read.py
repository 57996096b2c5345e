"""What can be undone next, and what done again."""

from django.db.models import Max, QuerySet

from director.models import Act, Event


def acts_of(event: Event) -> QuerySet[Act]:
    """Return the acts of *event* without what they changed, the latest first."""
    return event.acts.defer("changes")


def act_to_undo(event: Event) -> Act | None:
    """Return the latest act that stands, which is undone next; ``None`` if there is none."""
    return acts_of(event).filter(undone_at__isnull=True).first()


def act_to_redo(event: Event) -> Act | None:
    """Return the act that was undone last and can be done again; ``None`` if there is none.

    Whatever else is done after an undo builds on what is there then, so what was undone before stays undone.
    """
    fresh = event.acts.filter(again_of__isnull=True).aggregate(at=Max("made_at"))["at"]
    if fresh is None:
        return None
    undone = acts_of(event).filter(undone_at__gte=fresh, agains__isnull=True)
    return undone.order_by("-undone_at", "number").first()
