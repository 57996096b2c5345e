"""The clock of a party: it counts a round down, and anybody can ring its bell."""

from collections.abc import Callable

from django.db import transaction

from director.desk.clock.write import clock_extend, clock_pause, clock_start
from director.errors import ClockError
from director.models import Session
from director.models.event import Clock
from director.party import sentences


def party_clock_press(*, session: Session, key: str, round_no: int, ends: str = "") -> Session:
    """Do what the clock's button *key* says, unless it is so already; return the session.

    Keys: ``start``, ``pause``, ``more`` (one minute), ``ring``, ``again`` (from the beginning of the round).
    *round_no* is the round that was shown when the button was pressed, *ends* its end by ``Session.end_shown``, so that
    one minute asked for twice is one minute; empty where it is not known.

    :raises ClockError: if the key makes no sense now, or the round shown is not the current one any more
    """
    if key not in _KEYS:
        raise ClockError(sentences.PARTY_CLOCK_KEY, key=key)
    with transaction.atomic():
        now = Session.objects.select_for_update().get(pk=session.pk)
        if now.round_no != round_no:
            word = session.party.round_word
            raise ClockError(sentences.PARTY_CLOCK_MOVED_ON, word=word, now_no=now.round_no, round_no=round_no)
        if _is_so(now, key) or (key == "more" and ends not in ("", now.end_shown)):
            return now
        return _KEYS[key](session)


def _is_so(session: Session, key: str) -> bool:
    """Return whether the clock does already what *key* asks for."""
    rung = session.clock == Clock.PAUSED and session.seconds_left == 0
    return {
        "start": session.clock == Clock.RUNNING,
        "pause": session.clock == Clock.PAUSED,
        "ring": rung,
    }.get(key, False)


@transaction.atomic
def clock_ring(*, session: Session) -> Session:
    """Ring the bell: the round is over, every device that shows the clock says so.

    :raises ClockError: if no round is running
    """
    session = Session.objects.select_for_update().get(pk=session.pk)
    if session.clock == Clock.WAITING:
        raise ClockError(sentences.NO_ROUND_TO_RING_OUT, title=session.party.round_title, round_no=session.round_no)
    session.clock, session.round_ends_at, session.seconds_left = Clock.PAUSED, None, 0
    session.save(update_fields=["clock", "round_ends_at", "seconds_left"])
    return session


@transaction.atomic
def clock_again(*, session: Session) -> Session:
    """Set the clock back to the beginning of the round."""
    session = Session.objects.select_for_update().get(pk=session.pk)
    session.clock, session.round_ends_at, session.seconds_left = Clock.WAITING, None, None
    session.save(update_fields=["clock", "round_ends_at", "seconds_left"])
    return session


_KEYS: dict[str, Callable[[Session], Session]] = {
    "start": lambda session: clock_start(session=session),
    "pause": lambda session: clock_pause(session=session),
    "more": lambda session: clock_extend(session=session, minutes=1),
    "ring": lambda session: clock_ring(session=session),
    "again": lambda session: clock_again(session=session),
}
