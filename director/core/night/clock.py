"""The round clock of a session: its face on pages and phones, its buttons, and when play will end.

A clock waits before a round, runs, is paused, or is over after the last round. A clock *by bell* is
for sessions in which somebody rings the end of a round. Pages show a ``ClockFace``, and phones get
the ``make_clock_payload``. Both are made from the session alone.

The history doesn't record the buttons of the clock. ``step_clock_back`` undoes them.
"""

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from director.core.base.versions import increment_event_version
from director.core.night.journal import Journal
from director.errors import DeskError
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


# The buttons. Each locks the session first, since two directors may press a button at the same time.


MAX_MINUTES = 180  # of a round or a break
_POSITION_FIELDS = (
    "round_no",
    "clock",
    "round_ends_at",
    "seconds_left",
    "break_ends_at",
    "round_ends",
)
"""The fields that a step of the clock changes, without its settings."""
_CLOCK_FIELDS = (*_POSITION_FIELDS, "round_minutes", "warning_minutes", "breaks")


def run_clock_command(
    *,
    session: Session,
    key: str,
    round_count: int,
    round_no: int,
    ends: str = "",
    round_noun: str = "round",
    is_by_bell: bool = False,
) -> Session:
    """Run the command of the clock's button *key*, unless it is done already. Return the session.

    Every clock has ``start``, ``pause``, ``more`` (one minute), ``end-break`` and ``back``. A clock
    *is_by_bell* also has ``ring``, ``again`` (restart the round) and ``next``, any other has ``end``.

    *round_no* and *ends* (``Session.stated_clock_end``, or "" if unknown) are the round and its end
    as the page showed them. They make sure that two directors who press ``end`` or ``more`` together
    end only one round, or add only one minute.

    :raises DeskError: if there is no such key, it can't be used now, or the round has changed
    """
    actions_by_command: dict[str, Callable[[], Session]] = {
        "start": lambda: start_clock(session=session),
        "pause": lambda: pause_clock(session=session),
        "more": lambda: extend_clock(session=session, minutes=1),
    }
    if is_by_bell:
        actions_by_command["ring"] = lambda: ring_bell(session=session, round_noun=round_noun)
        actions_by_command["again"] = lambda: restart_round(session=session)
        actions_by_command["next"] = lambda: _start_next_round(session, round_count)
    else:
        actions_by_command["end"] = lambda: end_clock_round(
            session=session, round_count=round_count
        )
    actions_by_command["end-break"] = lambda: end_break(session=session)
    actions_by_command["back"] = lambda: step_clock_back(session=session)
    if key not in actions_by_command:
        # The message lists the keys in the order of *actions_by_command*.
        *first_keys, last_key = actions_by_command
        raise DeskError(
            "clock-key",
            "The clock has no key “{key}”. Use {keys}.",
            key=key,
            keys=f"{', '.join(first_keys)} or {last_key}",
        )
    with transaction.atomic():
        stored_session = _lock_clock(session)
        if stored_session.round_no != round_no:
            raise DeskError(
                "clock-moved-on",
                "The clock is already at {noun} {now_no}, not at {noun} {round_no}. Check it before "
                "you press again.",
                noun=round_noun,
                now_no=stored_session.round_no,
                round_no=round_no,
            )
        is_extended_already = key == "more" and ends not in ("", stored_session.stated_clock_end)
        if is_extended_already or _is_command_done(stored_session, key):
            return stored_session
        return actions_by_command[key]()


def _is_command_done(session: Session, command: str) -> bool:
    is_paused = session.clock == Clock.PAUSED
    return {
        "start": session.clock == Clock.RUNNING,
        "pause": is_paused,
        "ring": is_paused and session.seconds_left == 0,
        # A page with a break has this key in place of ``end``. Otherwise the second of two directors
        # who press it would end the round.
        "end-break": not session.is_in_break,
    }.get(command, False)


@transaction.atomic
def start_clock(*, session: Session) -> Session:
    """Start the current round, or resume it. Return the session.

    :raises DeskError: if the round is running already or play is over
    """
    session = _lock_clock(session)
    if session.clock == Clock.RUNNING:
        raise DeskError(
            "round-running", "Round {round_no} is running already.", round_no=session.round_no
        )
    if session.clock == Clock.OVER:
        raise DeskError(
            "play-over-at-start", "Play is over. Go back one round to start the clock again."
        )
    if session.seconds_left is None:
        seconds = session.round_minutes * 60
    else:
        seconds = session.seconds_left
    session.round_ends_at = timezone.now() + timedelta(seconds=seconds)
    session.clock = Clock.RUNNING
    session.seconds_left = None
    return _save_clock(session)


@transaction.atomic
def pause_clock(*, session: Session) -> Session:
    """Pause the clock and keep the time left.

    :raises DeskError: if no round is running
    """
    session = _lock_clock(session)
    if session.clock != Clock.RUNNING or session.round_ends_at is None:
        raise DeskError("clock-not-running", "The clock isn’t running, so you can’t pause it.")
    time_left = session.round_ends_at - timezone.now()
    _stop_clock(session, Clock.PAUSED, seconds_left=max(0, round(time_left.total_seconds())))
    return _save_clock(session)


@transaction.atomic
def extend_clock(*, session: Session, minutes: int) -> Session:
    """Add *minutes* to the round, or subtract them if negative.

    :raises DeskError: if no round has been started, or for more than three hours
    """
    if abs(minutes) > MAX_MINUTES:
        raise DeskError(
            "round-change-too-long",
            "You can change a round by at most {most} minutes, not by {minutes}.",
            minutes=minutes,
            most=MAX_MINUTES,
        )
    session = _lock_clock(session)
    if session.round_ends_at is not None:
        # After the time was up, the added minutes begin now.
        if minutes > 0:
            ends_at = max(session.round_ends_at, timezone.now())
        else:
            ends_at = session.round_ends_at
        session.round_ends_at = ends_at + timedelta(minutes=minutes)
    elif session.seconds_left is not None:
        session.seconds_left = max(0, session.seconds_left + minutes * 60)
    else:
        raise DeskError(
            "no-round-to-extend",
            "No round is running, so there is nothing to extend. Start the round first.",
        )
    return _save_clock(session)


@transaction.atomic
def end_clock_round(*, session: Session, round_count: int) -> Session:
    """End the current round, or the break before it. After round *round_count* play is over.

    :raises DeskError: if play is over
    """
    session = _lock_clock(session)
    if session.is_in_break:
        return end_break(session=session)
    _end_round(session, round_count)
    return _save_clock(session)


@transaction.atomic
def end_break(*, session: Session) -> Session:
    """End the break now, so that the clock waits for the next round."""
    session = _lock_clock(session)
    session.break_ends_at = None
    return _save_clock(session)


def _end_round(session: Session, round_count: int) -> None:
    """End the round of *session*, even if it hasn't begun. The caller saves the session."""
    if session.clock == Clock.OVER:
        raise DeskError("play-over", "Play is over already.")
    now = timezone.now()
    # A late round counts as ended when its time was up.
    ended_at = min(session.round_ends_at or now, now)
    session.round_ends = [
        *_list_previous_round_ends(session, session.round_no),
        [session.round_no, ended_at.isoformat()],
    ]
    if session.round_no >= round_count:
        new_values: dict[str, Any] = {
            "clock": Clock.OVER,
            "round_ends_at": None,
            "seconds_left": None,
            "break_ends_at": None,
        }
    else:
        new_values = make_waiting_clock_fields(session, session.round_no + 1)
    for field, value in new_values.items():
        setattr(session, field, value)


def _start_next_round(session: Session, round_count: int) -> Session:
    """End the current round and start the next one, or the break before it."""
    session = end_clock_round(session=session, round_count=round_count)
    has_round_next = session.clock == Clock.WAITING and not session.break_ends_at
    if has_round_next:
        return start_clock(session=session)
    return session


@transaction.atomic
def advance_clock(*, session: Session, round_no: int, round_count: int) -> None:
    """Move a waiting clock on to *round_no*, or end it after round *round_count*.

    A clock that runs or is paused stays. The clock never goes back.
    """
    session = _lock_clock(session)
    if session.round_no >= round_no or session.clock != Clock.WAITING:
        return
    while session.round_no < round_no and session.clock == Clock.WAITING:
        _end_round(session, round_count)
    _save_clock(session)


def move_clock_to_draw(
    *, session: Session, round_no: int, round_count: int, journal: Journal
) -> None:
    """Move the clock on to *round_no*, which was drawn, and end all earlier rounds.

    An undo of the draw brings the clock back, unless somebody has moved it since.
    """
    stored_session = _lock_clock(session)
    # A copy is moved, since the journal compares the new values with the stored record.
    moved_session = copy(stored_session)
    while moved_session.round_no < round_no:
        _end_round(moved_session, round_count)
    if moved_session.round_no != stored_session.round_no:
        journal.change_dependent_record(
            stored_session, **{name: getattr(moved_session, name) for name in _POSITION_FIELDS}
        )


@transaction.atomic
def step_clock_back(*, session: Session) -> Session:
    """Undo the start of the round, or the end of the previous one if it hasn't started.

    If the start of a round is undone, a break before it continues.

    :raises DeskError: before the first round has started
    """
    session = _lock_clock(session)
    # After the end of play the clock still has the number of the last round, which is reopened.
    if session.clock != Clock.OVER:
        if session.round_no == 1 and session.clock == Clock.WAITING:
            raise DeskError(
                "no-round-before", "Round 1 has not started yet; there is no round before it."
            )
        if session.clock == Clock.WAITING:
            session.round_no -= 1
            session.break_ends_at = None
    session.round_ends = _list_previous_round_ends(session, session.round_no)
    _stop_clock(session, Clock.WAITING)
    return _save_clock(session)


@transaction.atomic
def ring_bell(*, session: Session, round_noun: str = "round") -> Session:
    """Ring the bell, so that every device with the clock shows that the round is over.

    :raises DeskError: if no round is running
    """
    session = _lock_clock(session)
    if session.clock == Clock.WAITING:
        raise DeskError(
            "no-round-to-ring-out",
            "{title} {round_no} has not started, so you can’t end it. Start it first.",
            title=round_noun.capitalize(),
            round_no=session.round_no,
        )
    _stop_clock(session, Clock.PAUSED, seconds_left=0)
    return _save_clock(session)


@transaction.atomic
def restart_round(*, session: Session) -> Session:
    """Set the clock back to the beginning of the round."""
    session = _lock_clock(session)
    _stop_clock(session, Clock.WAITING)
    return _save_clock(session)


def make_waiting_clock_fields(session: Session, round_no: int) -> dict[str, Any]:
    """Return the fields of a clock that waits for *round_no*, after a break if one is set."""
    minutes = dict(session.breaks).get(round_no - 1)
    return {
        "round_no": round_no,
        "clock": Clock.WAITING,
        "round_ends_at": None,
        "seconds_left": None,
        "break_ends_at": timezone.now() + timedelta(minutes=minutes) if minutes else None,
    }


@transaction.atomic
def fit_clock_to_rounds(*, session: Session, round_count: int, minutes: int) -> Session:
    """Fit the clock to *round_count* rounds of *minutes*. Return the session.

    The current round continues. A clock beyond the last round or at the end of play is set back to
    round 1.
    """
    session = _lock_clock(session)
    session.round_minutes = min(minutes, MAX_MINUTES)
    if session.round_no > round_count or session.clock == Clock.OVER:
        session.round_no = 1
        _stop_clock(session, Clock.WAITING)
        session.break_ends_at = None
        session.round_ends = []
    # A break after the last round would never begin.
    session.breaks = [
        [after_round, length] for after_round, length in session.breaks if after_round < round_count
    ]
    return _save_clock(session)


@transaction.atomic
def set_round_minutes(*, session: Session, minutes: int, warning: int | None = None) -> Session:
    """Set the length of rounds and the *warning* before their end.

    :raises DeskError: if *minutes* isn't 1 to 180, or the *warning* is as long as the round
    """
    if not 1 <= minutes <= MAX_MINUTES:
        raise DeskError(
            "round-length",
            "A round can be 1 to {most} minutes long, not {minutes}.",
            minutes=minutes,
            most=MAX_MINUTES,
        )
    if warning is not None and not 0 <= warning < minutes:
        raise DeskError(
            "warning-length",
            "A warning {warning} minutes before the end doesn’t fit a round of {minutes}. Enter "
            "fewer, or 0 for none.",
            warning=warning,
            minutes=minutes,
        )
    session = _lock_clock(session)
    session.round_minutes = minutes
    if warning is not None:
        session.warning_minutes = warning
    return _save_clock(session)


@transaction.atomic
def set_break(*, session: Session, after_round: int, minutes: int, round_count: int) -> Session:
    """Set a break of *minutes* after a round, or remove the break if *minutes* is 0.

    :raises DeskError: if no round follows, it has begun already, or the break is too long
    """
    if not 0 <= minutes <= MAX_MINUTES:
        raise DeskError(
            "break-length",
            "A break can be 1 to {most} minutes long, not {minutes}. Enter 0 for none.",
            minutes=minutes,
            most=MAX_MINUTES,
        )
    if not 1 <= after_round < round_count:
        raise DeskError(
            "break-place",
            "No break can follow round {after_round}: there are {rounds} rounds. Choose one "
            "before the last.",
            after_round=after_round,
            rounds=round_count,
        )
    session = _lock_clock(session)
    # The break before a round can be changed until the round starts.
    is_break_now = session.clock == Clock.WAITING and session.round_no == after_round + 1
    if minutes and after_round < session.round_no and not is_break_now:
        raise DeskError(
            "break-past",
            "The round after round {after_round} has begun, so no break can come before it. "
            "Choose a later one.",
            after_round=after_round,
        )
    breaks = [[number, length] for number, length in session.breaks if number != after_round]
    if minutes:
        breaks.append([after_round, minutes])
    session.breaks = sorted(breaks)
    if is_break_now:
        session.break_ends_at = timezone.now() + timedelta(minutes=minutes) if minutes else None
    return _save_clock(session)


def _stop_clock(session: Session, clock: Clock, seconds_left: int | None = None) -> None:
    session.clock = clock
    session.round_ends_at = None
    session.seconds_left = seconds_left


def _list_previous_round_ends(session: Session, round_no: int) -> list[list[object]]:
    """Return the stored ends of the rounds before *round_no*."""
    return [round_end for round_end in session.round_ends if round_end[0] < round_no]


def _lock_clock(session: Session) -> Session:
    return Session.objects.select_for_update().get(pk=session.pk)


def _save_clock(session: Session) -> Session:
    session.save(update_fields=_CLOCK_FIELDS)
    increment_event_version(session.event_id)
    return session
