"""The round clock: start, pause, resume, extend, end; one action each."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from director.errors import ClockError
from director.models import Session
from director.models.event import Clock


@transaction.atomic
def clock_start(*, session: Session) -> Session:
    """Start the current round, or go on after a pause; return the session.

    :raises ClockError: if the round is running already or play is over
    """
    session = _locked(session)
    if session.clock == Clock.RUNNING:
        raise ClockError(text=f"Round {session.round_no} is running already.")
    if session.clock == Clock.OVER:
        raise ClockError(text="Play is over. Go back one round to start the clock again.")
    seconds = session.seconds_left if session.clock == Clock.PAUSED else session.round_minutes * 60
    session.round_ends_at = timezone.now() + timedelta(seconds=seconds)
    session.clock, session.seconds_left = Clock.RUNNING, None
    return _saved(session)


@transaction.atomic
def clock_pause(*, session: Session) -> Session:
    """Stop the clock and keep the time that is left; a round already over time keeps none.

    :raises ClockError: if no round is running
    """
    session = _locked(session)
    if session.clock != Clock.RUNNING:
        raise ClockError(text="The clock is not running, so it cannot be paused.")
    session.seconds_left = max(0, round((session.round_ends_at - timezone.now()).total_seconds()))
    session.clock, session.round_ends_at = Clock.PAUSED, None
    return _saved(session)


@transaction.atomic
def clock_extend(*, session: Session, minutes: int) -> Session:
    """Give the round *minutes* more, or less if negative.

    :raises ClockError: if no round has been started
    """
    session = _locked(session)
    if session.clock == Clock.RUNNING:
        session.round_ends_at += timedelta(minutes=minutes)
    elif session.clock == Clock.PAUSED:
        session.seconds_left = max(0, session.seconds_left + minutes * 60)
    else:
        raise ClockError(text="No round is running, so there is nothing to extend. Start the round first.")
    return _saved(session)


@transaction.atomic
def clock_end_round(*, session: Session, rounds: int) -> Session:
    """End the current round: the next one waits for its start; after round number *rounds* play is over."""
    session = _locked(session)
    if session.clock == Clock.OVER:
        raise ClockError(text="Play is over already.")
    over = session.round_no >= rounds
    session.clock = Clock.OVER if over else Clock.WAITING
    session.round_no = session.round_no if over else session.round_no + 1
    session.round_ends_at = session.seconds_left = None
    return _saved(session)


@transaction.atomic
def clock_back(*, session: Session) -> Session:
    """Undo the end of a round: the round before waits for its start again."""
    session = _locked(session)
    if session.clock != Clock.OVER:
        if session.round_no == 1 and session.clock == Clock.WAITING:
            raise ClockError(text="Round 1 has not started yet; there is no round before it.")
        session.round_no = max(1, session.round_no - (session.clock == Clock.WAITING))
    session.clock, session.round_ends_at, session.seconds_left = Clock.WAITING, None, None
    return _saved(session)


@transaction.atomic
def clock_set_minutes(*, session: Session, minutes: int) -> Session:
    """Set how long a round lasts from the next start on.

    :raises ClockError: unless 1 to 180 minutes
    """
    if not 1 <= minutes <= 180:
        raise ClockError(text=f"A round of {minutes} minutes is not possible; give 1 to 180.")
    session = _locked(session)
    session.round_minutes = minutes
    return _saved(session)


def _locked(session: Session) -> Session:
    return Session.objects.select_for_update().get(pk=session.pk)


def _saved(session: Session) -> Session:
    session.save(update_fields=["round_no", "round_minutes", "clock", "round_ends_at", "seconds_left"])
    return session
