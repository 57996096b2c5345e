"""Limits on guessing passwords, by account, address and browser.

An account waits after five wrong passwords, longer after each; an address is locked after twenty,
whatever names it tried.  A browser in which the account has signed in before has a count of its
own, and an address from which it has is not closed by what others try elsewhere: or anybody could
keep the director out of the club's own night.  The attempts are the log of sign-ins too.
"""

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Max, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import get_random_string

from director.core.base.address import network_of
from director.core.base.sentences import DeskSentences
from director.core.base.storage.advisory_lock import hold_locks
from director.errors import DeskError, Sentence
from director.models import SignInAttempt, SignInPlace

WINDOW = timedelta(minutes=15)
"""Failures older than this are forgiven, and no wait is longer."""
ACCOUNT_FREE, ADDRESS_FREE = 5, 20
"""Wrong passwords for an account, and from an address, before the first wait."""
FIRST_WAIT = timedelta(seconds=30)
KNOWN_FOR = timedelta(days=90)
KEPT_FOR = KNOWN_FOR
MOST_KEPT = 2000
"""How many successes and how many failures are kept at most, so that no guesser fills the disk."""
BROWSER = "browser"
"""The cookie of a browser in which somebody signed in: its name and the numbers of those accounts, signed."""
MOST_ACCOUNTS = 20
"""How many accounts a browser is known for."""

_log = logging.getLogger("director.sign_in")
_turn = (
    threading.Lock()
)  # a hash takes a processor for half a second; the other pages keep the rest


class _Failure(NamedTuple):
    name: str
    address: str
    browser: str
    at: datetime


class TooManyAttemptsError(DeskError):
    """The password is not checked now. *seconds* is how long to wait."""

    def __init__(self, sentence: Sentence, /, *, seconds: int, **params: object) -> None:
        self.seconds = seconds
        super().__init__(sentence, **params)


def browser_of(request: HttpRequest, name: str) -> str:
    """Return the browser's id if the account *name* has signed in on it, or ""."""
    browser, accounts = _cookie(request)
    if accounts and User.objects.filter(username=name, pk__in=accounts).exists():
        return browser
    return ""


def browser_known(request: HttpRequest, answer: HttpResponse, user: User) -> None:
    """Remember on the browser that *user* has signed in there."""
    browser, accounts = _cookie(request)
    kept = [user.pk, *(account for account in accounts if account != user.pk)][:MOST_ACCOUNTS]
    answer.set_signed_cookie(
        BROWSER,
        "-".join(map(str, (browser or get_random_string(32), *kept))),
        salt=BROWSER,
        max_age=KNOWN_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _cookie(request: HttpRequest) -> tuple[str, list[int]]:
    """Return the browser's id and the accounts that have signed in on it."""
    kept = request.get_signed_cookie(BROWSER, default="", salt=BROWSER, max_age=KNOWN_FOR)
    browser, *accounts = (kept or "").split("-")
    return browser, [int(account) for account in accounts]


def password_attempt(
    *,
    name: str,
    address: str,
    is_right: Callable[[], bool],
    browser: str = "",
    door: SignInPlace = SignInPlace.SIGN_IN,
) -> bool:
    """Return whether a password *is_right*, and record the attempt.

    *browser* is that of :func:`browser_of`.  Whoever comes while another password is checked waits.

    :raises TooManyAttemptsError: if there were too many wrong ones; the password is not looked at
        then
    """
    name, address = _comparable(name), network_of(address)
    # Here one at a time, to spare the processors; elsewhere none of the same account or address, or
    # it would not count.
    with _turn, hold_locks(f"account {name}", f"address {address}"):
        now = timezone.now()
        failures, since = _refuse_soon(name, address, browser, now)
        succeeded = is_right()
        _keep(name, address, now, door, succeeded=succeeded, browser=browser)
        if not succeeded:
            _log.warning(
                "Wrong password for %r from %s, number %d since %s.",
                name,
                address,
                failures + 1,
                since,
            )
        return succeeded


def link_used(*, name: str, address: str) -> None:
    """Remember that the account called *name* came in from *address* by a one-time link."""
    _keep(_comparable(name), network_of(address), timezone.now(), SignInPlace.LINK, succeeded=True)


def _keep(
    name: str, address: str, now: datetime, door: SignInPlace, *, succeeded: bool, browser: str = ""
) -> None:
    """Record an attempt and delete old ones."""
    attempt = {"name": name, "address": address, "browser": browser, "door": door}
    SignInAttempt.objects.create(**attempt, succeeded=succeeded, at=now)
    SignInAttempt.objects.filter(at__lt=now - KEPT_FOR).delete()
    alike = SignInAttempt.objects.filter(succeeded=succeeded)
    if overflow := alike.order_by("-at", "-pk").values_list("at", flat=True)[
        MOST_KEPT : MOST_KEPT + 1
    ]:
        alike.filter(at__lte=overflow[0]).delete()


def _comparable(name: str) -> str:
    return " ".join(name.split()).casefold()[:150]


def _refuse_soon(name: str, address: str, browser: str, now: datetime) -> tuple[int, str]:
    """Return how many failures of the account count now, and since when, in words for the log.

    :raises TooManyAttemptsError: if the account or the address has to wait
    """
    attempts = SignInAttempt.objects.filter(
        Q(name=name) | Q(address=address), succeeded=False, at__gt=now - WINDOW
    )
    recent = [
        _Failure(*values) for values in attempts.order_by("at").values_list(*_Failure._fields)
    ]
    if browser:
        by_account, by_address = _of_browser(name, browser, recent), []
    else:
        outside = [failure for failure in recent if not failure.browser]
        by_account = _counted_failures(name, address, outside, now)
        by_address = [failure.at for failure in outside if failure.address == address]
    until = max(
        _locked_until(by_address, ADDRESS_FREE, lambda _over: WINDOW),
        _locked_until(by_account, ACCOUNT_FREE, lambda over: min(FIRST_WAIT * 2**over, WINDOW)),
    )
    if until > now:
        _log.warning(
            "Password for %r from %s not checked: wait until %s.", name, address, until.isoformat()
        )
        seconds = int((until - now).total_seconds()) + 1
        at = f"{timezone.localtime(until):%H:%M:%S}"
        raise TooManyAttemptsError(
            DeskSentences.TOO_MANY_ATTEMPTS, seconds=seconds, how_long=_how_long(seconds), at=at
        )
    return len(by_account), f"{by_account[0]:%H:%M} UTC" if by_account else "now"


def _of_browser(name: str, browser: str, recent: list[_Failure]) -> list[datetime]:
    """Return when attempts on *name* failed in *browser* since its last success."""
    successes = SignInAttempt.objects.filter(name=name, browser=browser, succeeded=True)
    latest = successes.aggregate(latest=Max("at"))["latest"]
    mine = [failure.at for failure in recent if (failure.name, failure.browser) == (name, browser)]
    return [at for at in mine if latest is None or at > latest]


def _counted_failures(
    name: str, address: str, recent: list[_Failure], now: datetime
) -> list[datetime]:
    """Return when the failures were that count against *name* from *address*.

    Where the account is known, its own since the last success there; elsewhere all from places
    where it is not known.
    """
    successes = SignInAttempt.objects.filter(name=name, succeeded=True, at__gt=now - KNOWN_FOR)
    known = dict(successes.order_by().values_list("address").annotate(latest=Max("at")))
    mine = [failure for failure in recent if failure.name == name]
    if address in known:
        return [
            failure.at
            for failure in mine
            if failure.address == address and failure.at > known[address]
        ]
    return [failure.at for failure in mine if failure.address not in known]


def _locked_until(
    failures: list[datetime], free: int, wait: Callable[[int], timedelta]
) -> datetime:
    """Return until when the next attempt must wait."""
    if len(failures) < free:
        return datetime.min.replace(tzinfo=UTC)
    return failures[-1] + wait(len(failures) - free)


def _how_long(seconds: int) -> str:
    if seconds > 99:
        return f"{-(-seconds // 60)} minutes"
    return f"{seconds} second{'' if seconds == 1 else 's'}"
