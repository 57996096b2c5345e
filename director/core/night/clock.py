"""The round clock of a session: its face on pages and phones, its buttons, and when play will end.

A clock waits before a round, runs, is paused, or is over after the last round. A clock *by bell* is
for evenings in which somebody rings the end of a round. ``ClockFace`` is everything that a page
shows, and ``make_clock_payload`` what phones get; both are read from the session alone.

Buttons of the clock are no part of the history: ``step_clock_back`` is their undo.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from director.core.base.versions import count_change
from director.core.night.history import Journal
from director.errors import DeskError
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


# The buttons. Each locks the session first, since two directors may press one at the same time.


MAX_MINUTES = 180  # of a round or a break
_POSITION_FIELDS = (
    "round_no",
    "clock",
    "round_ends_at",
    "seconds_left",
    "break_ends_at",
    "round_ends",
)
"""The fields for the position of the clock."""
_CLOCK_FIELDS = (*_POSITION_FIELDS, "round_minutes", "warning_minutes", "breaks")


def run_clock_command(
    *,
    session: Session,
    key: str,
    rounds: int,
    round_no: int,
    ends: str = "",
    word: str = "round",
    by_bell: bool = False,
) -> Session:
    """Run the command of the clock's button *key*, unless it is done already. Return the session.

    Every clock has ``start``, ``pause``, ``more`` (one minute), ``end-break`` and ``back``; without
    *by_bell* it has ``end`` too, and with it ``ring``, ``again`` (restart the round) and ``next``.

    *round_no* is the round that the page showed: two directors who press ``end`` together end one
    round, not two. *ends* is the end of the round that it showed (``Session.end_shown``): two who
    add a minute add one, not two. It is empty if it is not known.

    :raises DeskError: if the key makes no sense now, or the round shown is no longer the current
        one
    """
    actions: dict[str, Callable[[], Session]] = {
        "start": lambda: start_clock(session=session),
        "pause": lambda: pause_clock(session=session),
        "more": lambda: extend_clock(session=session, minutes=1),
    }
    if by_bell:
        actions["ring"] = lambda: ring_bell(session=session, word=word)
        actions["again"] = lambda: restart_round(session=session)
        actions["next"] = lambda: _start_next_round(session, rounds)
    else:
        actions["end"] = lambda: end_clock_round(session=session, rounds=rounds)
    actions["end-break"] = lambda: end_break(session=session)
    actions["back"] = lambda: step_clock_back(session=session)
    if key not in actions:
        # The keys in the order of *actions*, so that the order of its items matters.
        *first_keys, last_key = actions
        raise DeskError(
            "clock-key",
            "The clock has no key “{key}”. Use {keys}.",
            key=key,
            keys=f"{', '.join(first_keys)} or {last_key}",
        )
    with transaction.atomic():
        current = _lock_clock(session)
        if current.round_no != round_no:
            raise DeskError(
                "clock-moved-on",
                "The clock is already at {word} {now_no}, not at {word} {round_no}. Check it before "
                "you press again.",
                word=word,
                now_no=current.round_no,
                round_no=round_no,
            )
        is_extended = key == "more" and ends not in ("", current.end_shown)
        if is_extended or _is_done(current, key):
            return current
        return actions[key]()


def _is_done(session: Session, key: str) -> bool:
    is_paused = session.clock == Clock.PAUSED
    return {
        "start": session.clock == Clock.RUNNING,
        "pause": is_paused,
        "ring": is_paused and session.seconds_left == 0,
        # A page that shows a break has another key than ``end``, so two who press it end no round.
        "end-break": not session.is_in_break,
    }.get(key, False)


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
        # A minute that is added after the time was up begins now.
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
def end_clock_round(*, session: Session, rounds: int) -> Session:
    """End the current round, or the break before it. After round *rounds* play is over.

    :raises DeskError: if play is over
    """
    session = _lock_clock(session)
    if session.is_in_break:
        return end_break(session=session)
    _set_round_ended(session, rounds)
    return _save_clock(session)


@transaction.atomic
def end_break(*, session: Session) -> Session:
    """End the break now. The clock waits for the round after it."""
    session = _lock_clock(session)
    session.break_ends_at = None
    return _save_clock(session)


def _set_round_ended(session: Session, rounds: int) -> None:
    """End the round of *session*, whether it has begun or not, and store nothing."""
    if session.clock == Clock.OVER:
        raise DeskError("play-over", "Play is over already.")
    now = timezone.now()
    # A round over its time ended when its time was up.
    ended_at = min(session.round_ends_at or now, now)
    session.round_ends = [
        *_list_earlier_ends(session, session.round_no),
        [session.round_no, ended_at.isoformat()],
    ]
    if session.round_no >= rounds:
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


def _start_next_round(session: Session, rounds: int) -> Session:
    """End the current round and start the next one, or the break before it."""
    session = end_clock_round(session=session, rounds=rounds)
    has_round_next = session.clock == Clock.WAITING and not session.break_ends_at
    if has_round_next:
        return start_clock(session=session)
    return session


@transaction.atomic
def advance_clock(*, session: Session, round_no: int, rounds: int) -> None:
    """Move a waiting clock on to *round_no*, or end it after round *rounds*.

    A clock that runs or is paused stays. The clock never goes back.
    """
    session = _lock_clock(session)
    if session.round_no >= round_no or session.clock != Clock.WAITING:
        return
    while session.round_no < round_no and session.clock == Clock.WAITING:
        _set_round_ended(session, rounds)
    _save_clock(session)


def follow_draw(*, session: Session, round_no: int, rounds: int, journal: Journal) -> None:
    """Move the clock on to *round_no*, which was drawn. Earlier rounds are then over.

    An undo of the draw brings the clock back, unless somebody has moved it since.
    """
    stored = _lock_clock(session)
    # Moved on a copy, because the journal compares the new values with the stored record.
    moved = copy(stored)
    while moved.round_no < round_no:
        _set_round_ended(moved, rounds)
    if moved.round_no != stored.round_no:
        journal.follow(stored, **{name: getattr(moved, name) for name in _POSITION_FIELDS})


@transaction.atomic
def step_clock_back(*, session: Session) -> Session:
    """Undo the last step: the start of a round, or the end of the previous one.

    If a break came before the round whose start is undone, it goes on.

    :raises DeskError: before the first round has started
    """
    session = _lock_clock(session)
    # After the end of play the last round comes back, whose number the clock still has.
    if session.clock != Clock.OVER:
        if session.round_no == 1 and session.clock == Clock.WAITING:
            raise DeskError(
                "no-round-before", "Round 1 has not started yet; there is no round before it."
            )
        if session.clock == Clock.WAITING:
            session.round_no -= 1
            session.break_ends_at = None
    session.round_ends = _list_earlier_ends(session, session.round_no)
    _stop_clock(session, Clock.WAITING)
    return _save_clock(session)


@transaction.atomic
def ring_bell(*, session: Session, word: str = "round") -> Session:
    """Ring the bell: every device that shows the clock says that the round is over.

    :raises DeskError: if no round is running
    """
    session = _lock_clock(session)
    if session.clock == Clock.WAITING:
        raise DeskError(
            "no-round-to-ring-out",
            "{title} {round_no} has not started, so you can’t end it. Start it first.",
            title=word.capitalize(),
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
    """Return the clock fields while *session* waits for *round_no*."""
    minutes = dict(session.breaks).get(round_no - 1)
    return {
        "round_no": round_no,
        "clock": Clock.WAITING,
        "round_ends_at": None,
        "seconds_left": None,
        "break_ends_at": timezone.now() + timedelta(minutes=minutes) if minutes else None,
    }


@transaction.atomic
def refit_clock(*, session: Session, rounds: int, minutes: int) -> Session:
    """Fit the clock to *rounds* rounds of *minutes*. Return the session.

    A round under way goes on. A clock beyond the last round, or after the end of play, waits for
    round 1.
    """
    session = _lock_clock(session)
    session.round_minutes = min(minutes, MAX_MINUTES)
    if session.round_no > rounds or session.clock == Clock.OVER:
        session.round_no = 1
        _stop_clock(session, Clock.WAITING)
        session.break_ends_at = None
        session.round_ends = []
    # A break after the last round would never begin.
    session.breaks = [
        [after_round, length] for after_round, length in session.breaks if after_round < rounds
    ]
    return _save_clock(session)


@transaction.atomic
def set_round_minutes(*, session: Session, minutes: int, warning: int | None = None) -> Session:
    """Set the length of rounds and the *warning* before their end.

    :raises DeskError: unless 1 to 180 minutes, with a warning after the start
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
    session.warning_minutes = session.warning_minutes if warning is None else warning
    return _save_clock(session)


@transaction.atomic
def set_break(*, session: Session, after_round: int, minutes: int, rounds: int) -> Session:
    """Set a break of *minutes* after a round, or remove it with 0.

    :raises DeskError: if no round follows, or it has begun already, or for more than three hours
    """
    if not 0 <= minutes <= MAX_MINUTES:
        raise DeskError(
            "break-length",
            "A break can be 1 to {most} minutes long, not {minutes}. Enter 0 for none.",
            minutes=minutes,
            most=MAX_MINUTES,
        )
    if not 1 <= after_round < rounds:
        raise DeskError(
            "break-place",
            "No break can follow round {after_round}: there are {rounds} rounds. Choose one "
            "before the last.",
            after_round=after_round,
            rounds=rounds,
        )
    session = _lock_clock(session)
    # Until the next round starts, the break before it can still be changed.
    is_between = session.clock == Clock.WAITING and session.round_no == after_round + 1
    if minutes and after_round < session.round_no and not is_between:
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
    if is_between:
        session.break_ends_at = timezone.now() + timedelta(minutes=minutes) if minutes else None
    return _save_clock(session)


def _stop_clock(session: Session, clock: Clock, seconds_left: int | None = None) -> None:
    session.clock = clock
    session.round_ends_at = None
    session.seconds_left = seconds_left


def _list_earlier_ends(session: Session, round_no: int) -> list[list[object]]:
    """Return the stored ends of the rounds before *round_no*."""
    return [round_end for round_end in session.round_ends if round_end[0] < round_no]


def _lock_clock(session: Session) -> Session:
    return Session.objects.select_for_update().get(pk=session.pk)


def _save_clock(session: Session) -> Session:
    session.save(update_fields=_CLOCK_FIELDS)
    count_change(session.event_id)
    return session
