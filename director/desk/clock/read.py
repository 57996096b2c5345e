"""The round clock of a session as pages show it, and when play will end."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from director.models import Session
from director.models.event import Clock


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The round clock as a page shows it.

    *text* is what stands there in large figures without scripts; with them it counts down to *ends_at*, by the
    program's own time: *now* is what its clock said when the page was made.  *finish* is when play will end as things
    stand, ``None`` once it is over.
    """

    state: str
    round_no: int
    rounds: int
    text: str
    note: str
    ends_at: datetime | None
    now: datetime
    finish: datetime | None

    @property
    def is_running(self) -> bool:
        """Whether the clock counts down."""
        return self.state == Clock.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether play is over."""
        return self.state == Clock.OVER

    @property
    def has_rung(self) -> bool:
        """Whether a round that counts down is over its time."""
        return self.is_running and self.ends_at is not None and self.ends_at <= self.now

    @property
    def can_extend(self) -> bool:
        """Whether a minute more makes sense."""
        return self.state in (Clock.RUNNING, Clock.PAUSED)

    @property
    def can_go_back(self) -> bool:
        """Whether there is anything before this."""
        return self.round_no > 1 or self.state != Clock.WAITING


def clock_face(session: Session, rounds: int) -> ClockFace:
    """Return the clock of *session*, whose movement has *rounds* rounds."""
    now = timezone.now()
    text, note = _clock_words(session, now)
    round_no = min(session.round_no, rounds)
    finish = play_finish(session, rounds, now)
    return ClockFace(session.clock, round_no, rounds, text, note, session.round_ends_at, now, finish)


def play_finish(session: Session, rounds: int, now: datetime) -> datetime | None:
    """Return when the last of *rounds* rounds will end as things stand at *now*; ``None`` once play is over.

    What waits, waits from now on, and a round over its time is taken to end now.
    """
    if session.clock == Clock.OVER:
        return None
    if session.clock == Clock.RUNNING and session.round_ends_at:
        end = max(session.round_ends_at, now)
    elif session.clock == Clock.PAUSED:
        end = now + timedelta(seconds=session.seconds_left or 0)
    else:
        end = now + timedelta(minutes=session.round_minutes)
    return end + timedelta(minutes=session.round_minutes * max(0, rounds - session.round_no))


def _clock_words(session: Session, now: datetime) -> tuple[str, str]:
    match session.clock:
        case Clock.RUNNING if session.round_ends_at:
            at = timezone.localtime(session.round_ends_at).strftime("%H:%M")
            return f"ends at {at}", f"Time was up at {at}." if session.round_ends_at < now else f"Ends at {at}."
        case Clock.PAUSED:
            return minutes_text(session.seconds_left or 0), "Paused; this much is left."
        case Clock.OVER:
            return "–", "Play is over."
    return minutes_text(session.round_minutes * 60), "Not started."


def minutes_text(seconds: int) -> str:
    """Return *seconds* as a clock shows them.

    >>> minutes_text(1200), minutes_text(65)
    ('20:00', '1:05')
    """
    return f"{seconds // 60}:{seconds % 60:02d}"
