"""The clock of a round of a party, as its pages show it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from director.desk.clock.read import minutes_text
from director.models.event import Clock
from director.party.models import Party
from director.party.options import has_lists
from director.party.words import bell_words


@dataclass(frozen=True, slots=True)
class PartyClock:
    """The clock of a round, and what ends it."""

    round_no: int
    text: str
    note: str
    bell: str
    ends_at: datetime | None
    now: datetime
    is_running: bool
    is_paused: bool
    has_rung: bool
    shown: str  # the end, as the page sends it back


def party_clock(party: Party) -> PartyClock:
    """Return the clock of *party*; no query."""
    session, now = party.session, timezone.now()
    running, paused = session.clock == Clock.RUNNING, session.clock == Clock.PAUSED
    rung = paused and session.seconds_left == 0
    ends_at = session.round_ends_at if running else None
    if rung:
        after = "finish the game, then hand in the list" if has_lists(party) else "finish the hand, then tell who won"
        text, note = "0:00", f"The bell has rung: {after}."
    elif ends_at:
        at = timezone.localtime(ends_at).strftime("%H:%M")
        text, note = f"ends at {at}", f"Time was up at {at}." if ends_at < now else f"Until {at}."
    elif paused:
        text, note = minutes_text(session.seconds_left or 0), "Paused; this much is left."
    else:
        text, note = minutes_text(session.round_minutes * 60), "Not started."
    pauses = paused and not rung
    bell = bell_words(party, session.round_no)
    return PartyClock(session.round_no, text, note, bell, ends_at, now, running, pauses, rung, session.end_shown)
