"""The round clock of a session: its face on pages and phones, and when play will end.

A clock waits before a round, runs, is paused, or is over after the last round. A clock *by bell* is
for sessions in which somebody rings the end of a round. Pages show a ``ClockFace``, and phones get
the ``make_clock_payload``. Both are made from the session alone. ``clock_buttons`` changes it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from director.models import Session
from director.models.event import Clock


@dataclass(frozen=True, slots=True)
class RoundInPlay:
    """Where a session is: the round that is played, or the one that is about to start."""

    round_no: int
    has_begun: bool
    is_over: bool  # no round follows

    @property
    def has_play_begun(self) -> bool:
        """Whether this round or an earlier one has begun."""
        return self.has_begun or self.is_over or self.round_no > 1

    @property
    def is_moving(self) -> bool:
        """Whether players move from the round before into this one."""
        return self.round_no > 1 and not (self.has_begun or self.is_over)

    @property
    def last_begun_round(self) -> int:
        """The last round that has begun, or 0."""
        return self.round_no if self.has_begun or self.is_over else self.round_no - 1

    @property
    def next_round(self) -> int:
        """The round that players move to next, or 0 once play is over."""
        return 0 if self.is_over else self.last_begun_round + 1


def get_round_in_play(session: Session, *, has_results: bool = False) -> RoundInPlay:
    """Return where *session* is. *has_results* is whether its current round has one.

    The clock says it. Without a clock the results do: they move it on when a round is entered.
    """
    return RoundInPlay(
        session.round_no,
        has_begun=has_results or session.clock in (Clock.RUNNING, Clock.PAUSED),
        is_over=session.clock == Clock.OVER,
    )


@dataclass(frozen=True, slots=True)
class ClockButton:
    """A button of the clock."""

    button_id: str  # which of the page's buttons it is
    command: str  # what the button sends
    label: str
    shortcut: str  # its key on the keyboard
    is_disabled: bool = False


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The round clock on a page.

    *text* is the time in large figures. A script counts it down to *ends_at* by the program's clock,
    which was at *made_at* when the page was made, since the browser's clock may be wrong.
    """

    address: str  # of the Play page
    state: str
    round_noun: str  # what is counted: round, hand, series
    round_no: int
    round_count: int
    text: str
    note: str
    ends_at: datetime | None  # of the round, or of the break before it
    made_at: datetime
    stated_end: str  # the end of the round, which the page sends back with a button
    play_ends_at: datetime | None  # the expected end of play, or None if it is over
    warning_minutes: int  # minutes before the end of a round, 0 for none
    breaks: tuple[tuple[int, int], ...]  # after which round, how many minutes
    is_by_bell: bool  # somebody rings the end of a round, otherwise the clock ends it
    is_rung: bool
    has_automatic_next: bool = False  # the next round doesn't wait for the results of this one
    urgent_message: str = ""  # for everybody in the room
    title: str = ""
    sit_outs_message: str = ""  # the sit-outs of this round and the next
    is_step_undoable: bool = True  # whether its last step can be undone

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
        """Whether the clock waits for a round with a break before it."""
        return self.state == Clock.WAITING and self.ends_at is not None

    @property
    def is_near_end(self) -> bool:
        """Whether the warning time of a round has begun."""
        return (
            self.is_running
            and self.ends_at is not None
            and _is_near_end(self.ends_at, self.made_at, self.warning_minutes)
        )

    @property
    def bell(self) -> str:
        """The state of the bell, as scripts know it."""
        if self.is_rung:
            return "rung"
        if self.ends_at:
            return "runs"
        return "rests"

    @property
    def warning_seconds(self) -> int:
        """The seconds before the end of a round at which the bell rings once, 0 for never."""
        if self.is_running:
            return 60 * self.warning_minutes
        return 0

    @property
    def is_late(self) -> bool:
        """Whether a round has used up its time."""
        if self.is_rung:
            return True
        return self.is_running and self.ends_at is not None and self.ends_at <= self.made_at

    @property
    def version_mark(self) -> str:
        """A text that changes whenever somebody presses a button of the clock."""
        return f"{self.state} {self.round_no} {self.stated_end} {self.ends_at or ''}"

    @property
    def can_extend(self) -> bool:
        """Whether a minute can be added."""
        return self.state in (Clock.RUNNING, Clock.PAUSED)

    @property
    def buttons(self) -> tuple[ClockButton, ...]:
        """The buttons during play. A button without an effect now is disabled, so that none moves."""
        # There are always three. A later condition replaces the button of an earlier one.
        label = "Resume" if self.can_extend else f"Start {self.round_noun} {self.round_no}"
        start = ClockButton("go", "start", label=label, shortcut="S", is_disabled=self.is_rung)
        if self.is_rung and self.has_automatic_next and self.round_no < self.round_count:
            if self.round_no in dict(self.breaks):
                label = "Start break"
            else:
                label = f"Start {self.round_noun} {self.round_no + 1}"
            start = ClockButton("go", "next", label=label, shortcut="S")
        extend = ClockButton(
            "more", "more", label="+1 min", shortcut="+", is_disabled=not self.can_extend
        )
        end = ClockButton("end", "end", label=f"End {self.round_noun}", shortcut="E")
        if self.is_by_bell:
            cannot_ring = self._is_untouched or self.is_rung
            end = ClockButton(
                "end", "ring", label="Ring bell", shortcut="R", is_disabled=cannot_ring
            )
        if self.is_break:
            end = ClockButton("end", "end-break", label="End break", shortcut="E")
        if self.is_running:
            start = ClockButton("go", "pause", label="Pause", shortcut="P")
        return start, extend, end

    @property
    def back_button(self) -> ClockButton:
        """The button that undoes the clock's last step."""
        if self.is_by_bell and not self.has_automatic_next:
            label = f"Restart {self.round_noun}"
            return ClockButton(
                "back", "again", label=label, shortcut="B", is_disabled=self._is_untouched
            )
        if self._is_untouched:
            verb = "Previous"
        elif self.is_over:
            verb = "Reopen"
        else:
            verb = "Restart"
        label = f"{verb} {self.round_noun}"
        # Before the first round there is nothing to undo.
        is_first = self._is_untouched and self.round_no == 1
        cannot_undo = is_first or not self.is_step_undoable
        return ClockButton("back", "back", label=label, shortcut="B", is_disabled=cannot_undo)

    def with_play_over(self) -> "ClockFace":
        """Return the clock as it is after play, for a session that was played without it."""
        return replace(
            self,
            state=Clock.OVER,
            text="–",
            title="",
            note="Play is over.",
            ends_at=None,
            play_ends_at=None,
            is_step_undoable=False,
        )

    @property
    def _is_untouched(self) -> bool:
        return self.state == Clock.WAITING


def make_clock_face(
    session: Session,
    round_count: int,
    *,
    address: str = "",
    has_warning: bool = True,
    round_noun: str = "round",
    bell_note: str = "",
    has_results: bool = False,
) -> ClockFace:
    """Return the clock of *session* with *round_count* rounds.

    *has_results* is whether the current round has one, so that it has begun even without the clock.
    *bell_note* is the note after the bell. If it isn't given, the clock isn't by bell.
    """
    now = timezone.now()
    # The bell pauses the clock with no time left.
    is_rung = bool(bell_note) and session.clock == Clock.PAUSED and not session.seconds_left
    if is_rung:
        text, note = "0:00", bell_note
    else:
        text, note = _describe_clock(session, now)
    if has_results and session.clock == Clock.WAITING and not session.break_ends_at:
        note = "The clock isn’t running."
    if has_warning and session.warning_minutes < session.round_minutes:
        warning = session.warning_minutes
    else:
        warning = 0
    return ClockFace(
        address=address,
        state=session.clock,
        round_noun=round_noun,
        round_no=min(session.round_no, round_count),
        round_count=round_count,
        text=text,
        note=note,
        ends_at=_get_current_end(session),
        made_at=now,
        stated_end=session.stated_clock_end,
        play_ends_at=compute_end_of_play(session, round_count, now),
        warning_minutes=warning,
        breaks=tuple((after_round, minutes) for after_round, minutes in session.breaks),
        is_by_bell=bool(bell_note),
        is_rung=is_rung,
    )


def make_clock_payload(session: Session, *, has_time: bool = True) -> dict[str, Any]:
    """Return the clock of *session* for phones, with the time left if *has_time*."""
    end_text = seconds_left = None
    if has_time:
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


def compute_end_of_play(session: Session, round_count: int, now: datetime) -> datetime | None:
    """Return when play will end after *round_count* rounds, or None if it is over.

    A clock that waits or is paused is assumed to start now, and a round or break that is late to end
    now.
    """
    if session.clock == Clock.OVER:
        return None
    end = max(_get_current_end(session) or now, now)
    if session.clock == Clock.PAUSED:
        end += timedelta(seconds=session.seconds_left or 0)
    rounds_left = round_count - session.round_no
    if session.clock == Clock.WAITING:
        rounds_left += 1  # the current round itself
    break_minutes_left = sum(
        minutes
        for after_round, minutes in session.breaks
        if session.round_no <= after_round < round_count
    )
    return end + timedelta(minutes=session.round_minutes * max(0, rounds_left) + break_minutes_left)


def compute_play_minutes(session: Session, round_count: int) -> int:
    """Return the minutes of *round_count* rounds of *session* with their breaks."""
    break_minutes = count_break_minutes(session.breaks, round_count)
    return session.round_minutes * round_count + break_minutes


def count_break_minutes(breaks: Iterable[tuple[int, int]], round_count: int) -> int:
    """Return the minutes of *breaks* in a session of *round_count* rounds. None follows the last.

    >>> count_break_minutes([(3, 15), (7, 20)], round_count=7)
    15
    """
    return sum(minutes for after_round, minutes in breaks if after_round < round_count)


def find_end_of_play(session: Session, round_count: int) -> datetime | None:
    """Return when the last of *round_count* rounds ended, or None if its clock wasn't used."""
    end_by_round = dict(session.round_ends)
    if session.clock != Clock.OVER or round_count not in end_by_round:
        return None
    return datetime.fromisoformat(end_by_round[round_count])


def get_clock_phase(session: Session, now: datetime) -> tuple[bool, bool, str]:
    """Return the parts of a clock's face that change with time alone.

    They are whether it counts down, whether the warning time has begun, and the current minute. The
    minute is "" while the clock counts down or is over, since the end of play then doesn't change.
    """
    ends_at = _get_current_end(session)
    is_counting_down = ends_at is not None and ends_at > now
    is_near_end = ends_at is not None and _is_near_end(ends_at, now, session.warning_minutes)
    minute = "" if is_counting_down or session.clock == Clock.OVER else f"{now:%H:%M}"
    return is_counting_down, is_near_end, minute


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
    is_time_up = ends_at is not None and ends_at < now
    match session.clock:
        case Clock.RUNNING:
            note = f"Time was up at {end_text}." if is_time_up else f"Ends at {end_text}."
            return f"ends at {end_text}", note
        case Clock.PAUSED:
            note = "Paused." if session.seconds_left else "Paused after time was up."
            return format_minutes_and_seconds(session.seconds_left or 0), note
        case Clock.OVER:
            return "–", "Play is over."
        case _ if ends_at:
            note = f"The break ended at {end_text}." if is_time_up else f"Break until {end_text}."
            return f"until {end_text}", note
    return format_minutes_and_seconds(session.round_minutes * 60), "Not started."


def format_minutes_and_seconds(seconds: int) -> str:
    """Return *seconds* as minutes and seconds.

    >>> format_minutes_and_seconds(1200), format_minutes_and_seconds(65)
    ('20:00', '1:05')
    """
    return f"{seconds // 60}:{seconds % 60:02d}"
