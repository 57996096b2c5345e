"""The round clock of a session as pages show it, and when play will end.

``ClockFace`` is everything that a page shows, and ``make_clock_payload`` what phones get. Both are read
from the session alone; the buttons' actions are in ``write``. A clock *by bell* is for evenings in
which somebody rings the end of a round.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from director.models import Session
from director.models.event import Clock


@dataclass(frozen=True, slots=True)
class ClockKey:
    """A button of the clock."""

    place: str  # which of the page's buttons it is
    key: str  # what the button sends
    words: str
    letter: str  # its key on the keyboard
    is_disabled: bool = False


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The round clock on a page. *address* is that of Play.

    *text* is the time in large figures. A script counts it down to *ends_at* by the program's
    clock, not the browser's: *made_at* is the program's time when the page was made. *finish* is when
    play will end at this pace, or None if it is over or the pace is unknown.
    """

    address: str
    state: str
    word: str  # what is counted: round, hand, series
    round_no: int
    rounds: int
    text: str
    note: str
    ends_at: datetime | None  # of the round, or of the break before it
    made_at: datetime
    end_shown: str  # the end of the round, which the page sends back with a button
    finish: datetime | None
    warning: int  # minutes before the end of a round, 0 for none
    breaks: tuple[tuple[int, int], ...]  # after which round, how many minutes
    is_by_bell: bool  # somebody rings the end of a round; else the clock ends it
    is_rung: bool
    goes_on: bool = False  # the next round follows the bell without results of this one
    strong: str = ""  # what everybody should know now
    title: str = ""
    resting: str = ""  # the sit-outs of this round and the next
    was_used: bool = True  # whether its last step can be undone

    @property
    def is_running(self) -> bool:
        """Whether the clock counts down."""
        return self.state == Clock.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether play is over."""
        return self.state == Clock.OVER

    @property
    def is_break(self) -> bool:
        """Whether a break comes before the round that waits."""
        return self.state == Clock.WAITING and self.ends_at is not None

    @property
    def is_near_end(self) -> bool:
        """Whether the warning time of a round has begun."""
        return (
            self.is_running
            and self.ends_at is not None
            and _is_near_end(self.ends_at, self.made_at, self.warning)
        )

    @property
    def bell(self) -> str:
        """The bell for scripts: when it rings, or that it was rung."""
        if self.is_rung:
            return "rung"
        if self.ends_at:
            return "runs"
        return "rests"

    @property
    def warning_seconds(self) -> int:
        """The seconds before the end of a round at which the bell rings once, 0 for never."""
        if self.is_running:
            return 60 * self.warning
        return 0

    @property
    def is_late(self) -> bool:
        """Whether a round has used up its time."""
        return self.is_rung or (
            self.is_running and self.ends_at is not None and self.ends_at <= self.made_at
        )

    @property
    def mark(self) -> str:
        """A text that changes whenever somebody presses a button of the clock."""
        return f"{self.state} {self.round_no} {self.end_shown} {self.ends_at or ''}"

    @property
    def can_extend(self) -> bool:
        """Whether a minute can be added."""
        return self.state in (Clock.RUNNING, Clock.PAUSED)

    @property
    def keys(self) -> tuple[ClockKey, ...]:
        """The buttons during play. One that makes no sense now is disabled, not left out."""
        label = "Resume" if self.can_extend else f"Start {self.word} {self.round_no}"
        start = ClockKey("go", "start", label, "S", is_disabled=self.is_rung)
        if self.is_rung and self.goes_on and self.round_no < self.rounds:
            if self.round_no in dict(self.breaks):
                label = "Start break"
            else:
                label = f"Start {self.word} {self.round_no + 1}"
            start = ClockKey("go", "next", label, "S")
        extend = ClockKey("more", "more", "+1 min", "+", is_disabled=not self.can_extend)
        end = ClockKey("end", "end", f"End {self.word}", "E")
        if self.is_by_bell:
            cannot_ring = self._is_untouched or self.is_rung
            end = ClockKey("end", "ring", "Ring bell", "R", is_disabled=cannot_ring)
        if self.is_break:
            end = ClockKey("end", "end-break", "End break", "E")
        if self.is_running:
            start = ClockKey("go", "pause", "Pause", "P")
        return start, extend, end

    @property
    def back_key(self) -> ClockKey:
        """The button that undoes the clock's last step."""
        if self.is_by_bell and not self.goes_on:
            label = f"Restart {self.word}"
            return ClockKey("back", "again", label, "B", is_disabled=self._is_untouched)
        if self._is_untouched:
            verb = "Previous"
        elif self.is_over:
            verb = "Reopen"
        else:
            verb = "Restart"
        label = f"{verb} {self.word}"
        # Before the first round there is nothing to undo.
        is_first = self._is_untouched and self.round_no == 1
        cannot_undo = is_first or not self.was_used
        return ClockKey("back", "back", label, "B", is_disabled=cannot_undo)

    def as_never_started(self) -> "ClockFace":
        """Return the clock after play for which nobody started it."""
        return replace(
            self,
            state=Clock.OVER,
            text="–",
            title="",
            note="Play is over.",
            ends_at=None,
            finish=None,
            was_used=False,
        )

    @property
    def _is_untouched(self) -> bool:
        return self.state == Clock.WAITING


def make_clock_face(
    session: Session,
    rounds: int,
    *,
    address: str = "",
    warns: bool = True,
    word: str = "round",
    after_bell: str = "",
) -> ClockFace:
    """Return the clock of *session* with *rounds* rounds.

    If somebody rings the end of a round, *after_bell* is the note shown after the bell.
    """
    now = timezone.now()
    # The bell pauses the clock with no time left.
    is_rung = bool(after_bell) and session.clock == Clock.PAUSED and not session.seconds_left
    if is_rung:
        text, note = "0:00", after_bell
    else:
        text, note = _describe_clock(session, now)
    if warns and session.warning_minutes < session.round_minutes:
        warning = session.warning_minutes
    else:
        warning = 0
    return ClockFace(
        address=address,
        state=session.clock,
        word=word,
        round_no=min(session.round_no, rounds),
        rounds=rounds,
        text=text,
        note=note,
        ends_at=_get_current_end(session),
        made_at=now,
        end_shown=session.end_shown,
        finish=compute_end_of_play(session, rounds, now),
        warning=warning,
        breaks=tuple((after_round, minutes) for after_round, minutes in session.breaks),
        is_by_bell=bool(after_bell),
        is_rung=is_rung,
    )


def make_clock_payload(session: Session, *, shows_time: bool = True) -> dict[str, Any]:
    """Return the clock of *session* for phones, with the time left if *shows_time*."""
    end_text = seconds_left = None
    if shows_time:
        seconds_left = session.seconds_left
        ends_at = session.round_ends_at or session.break_ends_at
        if ends_at:
            end_text = ends_at.isoformat().replace("+00:00", "Z")
    return {
        "state": session.clock,
        "round": session.round_no,
        "ends_at": end_text,
        "seconds_left": seconds_left,
        "paused": session.clock == Clock.PAUSED,
    }


def compute_end_of_play(session: Session, rounds: int, now: datetime) -> datetime | None:
    """Return when play will end after *rounds* rounds, or None if it is over.

    A clock that waits or is paused is assumed to start now, and a round or break over its time to
    end now.
    """
    if session.clock == Clock.OVER:
        return None
    end = max(_get_current_end(session) or now, now)
    if session.clock == Clock.PAUSED:
        end += timedelta(seconds=session.seconds_left or 0)
    rounds_left = rounds - session.round_no
    if session.clock == Clock.WAITING:
        rounds_left += 1  # the current round itself
    breaks_left = sum(
        minutes
        for after_round, minutes in session.breaks
        if session.round_no <= after_round < rounds
    )
    return end + timedelta(minutes=session.round_minutes * max(0, rounds_left) + breaks_left)


def get_clock_phase(session: Session, now: datetime) -> tuple[bool, bool, str]:
    """Return the parts of a clock's face that change with time alone.

    They are whether it counts down, whether the warning time has begun, and the current minute.
    The minute is empty while the clock counts down: only a clock that doesn't count down moves the
    end of play with every minute.
    """
    ends_at = _get_current_end(session)
    counts_down = ends_at is not None and ends_at > now
    is_near = ends_at is not None and _is_near_end(ends_at, now, session.warning_minutes)
    minute = "" if counts_down or session.clock == Clock.OVER else f"{now:%H:%M}"
    return counts_down, is_near, minute


def _get_current_end(session: Session) -> datetime | None:
    """Return when the current round or break ends, or None."""
    if session.clock == Clock.WAITING:
        return session.break_ends_at
    if session.clock == Clock.RUNNING:
        return session.round_ends_at
    return None


def _is_near_end(ends_at: datetime, now: datetime, warning: int) -> bool:
    return timedelta() < ends_at - now <= timedelta(minutes=warning)


def _describe_clock(session: Session, now: datetime) -> tuple[str, str]:
    ends_at = _get_current_end(session)
    end_text = timezone.localtime(ends_at).strftime("%H:%M") if ends_at else ""
    is_over = ends_at is not None and ends_at < now
    match session.clock:
        case Clock.RUNNING:
            note = f"Time was up at {end_text}." if is_over else f"Ends at {end_text}."
            return f"ends at {end_text}", note
        case Clock.PAUSED:
            return format_minutes(session.seconds_left or 0), "Paused."
        case Clock.OVER:
            return "–", "Play is over."
        case _ if ends_at:
            note = f"The break ended at {end_text}." if is_over else f"Break until {end_text}."
            return f"until {end_text}", note
    return format_minutes(session.round_minutes * 60), "Not started."


def format_minutes(seconds: int) -> str:
    """Return *seconds* as minutes and seconds.

    >>> format_minutes(1200), format_minutes(65)
    ('20:00', '1:05')
    """
    return f"{seconds // 60}:{seconds % 60:02d}"
