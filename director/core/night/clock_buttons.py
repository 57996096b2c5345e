"""The buttons of the round clock of a session.

Each locks the session first, since two directors may press a button at the same time. The history
doesn't record the buttons. ``step_clock_back`` undoes them.
"""

from collections.abc import Callable
from copy import copy
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from director.core.base.versions import increment_event_version
from director.core.night.journal import Journal
from director.errors import DeskError
from director.models import Session
from director.models.event import Clock

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
