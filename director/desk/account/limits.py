"""How often a password may be guessed: by account and by address, and never so many at once that other pages wait.

An account waits after five wrong passwords, longer after each; an address is locked after twenty, whatever names it
tried.  A director who has signed in from an address before is not kept out there by what others try elsewhere, or
anybody could keep the director out of the club's own night.  The attempts are the log of sign-ins too.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from django.db.models import Max, Q
from django.utils import timezone

from director.desk import sentences
from director.desk.address import network_of
from director.desk.storage.alone import alone_with
from director.errors import DeskError, Sentence
from director.models import Door, SignInAttempt

WINDOW = timedelta(minutes=15)
"""Failures older than this are forgiven, and no wait is longer."""
ACCOUNT_FREE, ADDRESS_FREE = 5, 20
"""Wrong passwords for an account, and from an address, before the first wait."""
FIRST_WAIT = timedelta(seconds=30)
KNOWN_FOR = timedelta(days=90)
KEPT_FOR = KNOWN_FOR
MOST_KEPT = 2000
"""How many successes and how many failures are kept at most, so that no guesser fills the disk."""
WAITING = 4
"""Passwords checked or waiting to be checked at once; the program answers others with its remaining threads."""

_log = logging.getLogger("director.sign_in")
_door = threading.BoundedSemaphore(WAITING)
_turn = threading.Lock()  # a hash takes a processor for half a second; the other pages keep the rest


class TooManyAttemptsError(DeskError):
    """A password is not looked at now; *seconds* is how long to wait."""

    def __init__(self, sentence: Sentence, /, *, seconds: int, **params: object) -> None:
        self.seconds = seconds
        super().__init__(sentence, **params)


def password_attempt(*, name: str, address: str, is_right: Callable[[], bool], door: Door = Door.SIGN_IN) -> bool:
    """Return whether a password is right, as *is_right* says, and remember the attempt at *door*.

    :raises TooManyAttemptsError: if there were too many wrong ones, or too many people ask at this moment; the password
        is not looked at then
    """
    name, address = _comparable(name), network_of(address)
    # Here one at a time, to spare the processors; elsewhere none of the same account or address, or it would not count.
    with _one_at_a_time(), alone_with(f"account {name}", f"address {address}"):
        now = timezone.now()
        failures, since = _refuse_soon(name, address, now)
        if is_right():
            _keep(name, address, now, door, succeeded=True)
            return True
        _keep(name, address, now, door, succeeded=False)
        _log.warning("Wrong password for %r from %s, number %d since %s.", name, address, failures + 1, since)
        return False


def link_used(*, name: str, address: str) -> None:
    """Remember that the account called *name* came in from *address* by a one-time link."""
    _keep(_comparable(name), network_of(address), timezone.now(), Door.LINK, succeeded=True)


def _keep(name: str, address: str, now: datetime, door: Door, *, succeeded: bool) -> None:
    """Remember an attempt, and forget what is too old and what is too much."""
    SignInAttempt.objects.create(name=name, address=address, succeeded=succeeded, at=now, door=door)
    SignInAttempt.objects.filter(at__lt=now - KEPT_FOR).delete()
    alike = SignInAttempt.objects.filter(succeeded=succeeded)
    if overflow := alike.order_by("-at", "-pk").values_list("at", flat=True)[MOST_KEPT : MOST_KEPT + 1]:
        alike.filter(at__lte=overflow[0]).delete()


def _comparable(name: str) -> str:
    return " ".join(name.split()).casefold()[:150]


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    if not _door.acquire(blocking=False):
        raise TooManyAttemptsError(sentences.SIGNING_IN_AT_ONCE, seconds=2)
    try:
        with _turn:
            yield
    finally:
        _door.release()


def _refuse_soon(name: str, address: str, now: datetime) -> tuple[int, str]:
    """Return how many failures of the account count now, and since when, in words for the log.

    :raises TooManyAttemptsError: if the account or the address has to wait
    """
    recent = list(
        SignInAttempt.objects.filter(Q(name=name) | Q(address=address), succeeded=False, at__gt=now - WINDOW)
        .order_by("at")
        .values_list("name", "address", "at")
    )
    by_address = [at for _name, source, at in recent if source == address]
    by_account = _counted(name, address, recent, now)
    until = max(
        _locked_until(by_address, ADDRESS_FREE, lambda _over: WINDOW),
        _locked_until(by_account, ACCOUNT_FREE, lambda over: min(FIRST_WAIT * 2**over, WINDOW)),
    )
    if until > now:
        _log.warning("Not looked at: a password for %r from %s; it waits until %s.", name, address, until.isoformat())
        seconds = int((until - now).total_seconds()) + 1
        at = f"{timezone.localtime(until):%H:%M:%S}"
        raise TooManyAttemptsError(sentences.TOO_MANY_ATTEMPTS, seconds=seconds, how_long=_how_long(seconds), at=at)
    return len(by_account), f"{by_account[0]:%H:%M} UTC" if by_account else "now"


def _counted(name: str, address: str, recent: list[tuple[str, str, datetime]], now: datetime) -> list[datetime]:
    """Return when the failures were that count against *name* from *address*.

    Where the account is known, its own since the last success there; elsewhere all from places where it is not known.
    """
    successes = SignInAttempt.objects.filter(name=name, succeeded=True, at__gt=now - KNOWN_FOR)
    known = dict(successes.order_by().values_list("address").annotate(latest=Max("at")))
    mine = [(source, at) for tried, source, at in recent if tried == name]
    if address in known:
        return [at for source, at in mine if source == address and at > known[address]]
    return [at for source, at in mine if source not in known]


def _locked_until(failures: list[datetime], free: int, wait: Callable[[int], timedelta]) -> datetime:
    """Return until when the next attempt has to wait; a time long past if it need not."""
    if len(failures) < free:
        return datetime.min.replace(tzinfo=UTC)
    return failures[-1] + wait(len(failures) - free)


def _how_long(seconds: int) -> str:
    return f"{-(-seconds // 60)} minutes" if seconds > 99 else f"{seconds} second{'' if seconds == 1 else 's'}"
