"""What the director lets the room see."""

from director.models import Session


def room_standings_show(*, session: Session, shows: bool) -> None:
    """Let the room's screens show the standings, or no longer."""
    Session.objects.filter(pk=session.pk).update(room_standings=shows)
