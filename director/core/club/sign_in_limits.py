"""Limits on guessing passwords, by account, address and browser.

An account waits after five wrong passwords, longer after each. An address is locked after twenty,
whatever names it tried. A *known* browser or address is one from which the account has signed in
before. A known browser has a count of its own, and so has a known address, so that nobody can keep
the director out of the club's own event by guessing elsewhere.

The stored attempts are also the log of sign-ins, which ``read`` shows.
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

from director.core.base.address import get_network
from director.core.base.locks import hold_locks
from director.errors import DeskError
from director.models import SignInAttempt, SignInPlace

FAILURE_WINDOW = timedelta(minutes=15)
"""Older failures don't count, and no wait is longer."""
FREE_ACCOUNT_FAILURES = 5
FREE_ADDRESS_FAILURES = 20
"""Wrong passwords for an account, and from an address, before the first wait."""
FIRST_WAIT = timedelta(seconds=30)
KNOWN_BROWSER_AGE = timedelta(days=90)
STORED_ATTEMPT_AGE = KNOWN_BROWSER_AGE  # stored successes make an address known
MAX_STORED_ATTEMPTS = 2000
"""Limit of stored successes and of stored failures, so that guessing can't fill the disk."""
BROWSER_COOKIE = "browser"
"""The signed cookie of a known browser: its id and the keys of the accounts that signed in."""
MAX_ACCOUNTS = 20
"""Accounts that a browser is known for. The cookie drops the oldest."""

_log = logging.getLogger("director.sign_in")
# A password hash takes a processor half a second. One at a time leaves the others for pages.
_hash_lock = threading.Lock()


class _Failure(NamedTuple):
    name: str
    address: str
    browser: str  # empty unless it is known
    failed_at: datetime


class TooManyAttemptsError(DeskError):
    """The password wasn't checked. The next attempt must wait *seconds*."""

    def __init__(self, code: str, text: str, /, *, seconds: int, **params: object) -> None:
        self.seconds = seconds
        super().__init__(code, text, **params)


def fetch_known_browser_id(request: HttpRequest, name: str) -> str:
    """Return the browser's id if the account *name* has signed in on it, or ""."""
    browser_id, accounts = _read_known_accounts(request)
    if accounts and User.objects.filter(username=name, pk__in=accounts).exists():
        return browser_id
    return ""


def remember_browser(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Remember on the browser that *user* has signed in there."""
    browser_id, accounts = _read_known_accounts(request)
    accounts = [user.pk, *(account for account in accounts if account != user.pk)]
    cookie_parts = [browser_id or get_random_string(32), *accounts[:MAX_ACCOUNTS]]
    response.set_signed_cookie(
        BROWSER_COOKIE,
        "-".join(map(str, cookie_parts)),
        salt=BROWSER_COOKIE,
        max_age=KNOWN_BROWSER_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read_known_accounts(request: HttpRequest) -> tuple[str, list[int]]:
    """Return the browser's id and the accounts that have signed in on it."""
    cookie = request.get_signed_cookie(
        BROWSER_COOKIE, default="", salt=BROWSER_COOKIE, max_age=KNOWN_BROWSER_AGE
    )
    browser_id, *accounts = (cookie or "").split("-")
    return browser_id, [int(account) for account in accounts]


def try_password(
    *,
    name: str,
    address: str,
    is_right: Callable[[], bool],
    browser: str = "",
    door: SignInPlace = SignInPlace.SIGN_IN,
) -> bool:
    """Check a password by *is_right*, and record the attempt. Return whether it is right.

    *browser* is the id from :func:`fetch_known_browser_id`. Attempts wait while another password is checked.

    :raises TooManyAttemptsError: if too many were wrong; the password isn't checked then
    """
    name = _fold_name(name)
    address = get_network(address)
    # The database locks are for other processes: two guesses for an account, or from an address,
    # that are checked at once would both see the count before either.
    with _hash_lock, hold_locks(f"account {name}", f"address {address}"):
        now = timezone.now()
        failure_count, first_failure_time = _check_failures(name, address, browser, now)
        is_successful = is_right()
        _record_attempt(name, address, now, door, is_successful=is_successful, browser=browser)
        if not is_successful:
            _log.warning(
                "Wrong password for %r from %s, number %d since %s.",
                name,
                address,
                failure_count + 1,
                first_failure_time,
            )
        return is_successful


def record_link_use(*, name: str, address: str) -> None:
    """Record that the account *name* signed in from *address* by a one-time link."""
    _record_attempt(
        _fold_name(name),
        get_network(address),
        timezone.now(),
        SignInPlace.LINK,
        is_successful=True,
    )


def _record_attempt(
    name: str,
    address: str,
    now: datetime,
    door: SignInPlace,
    *,
    is_successful: bool,
    browser: str = "",
) -> None:
    """Record an attempt and delete old ones."""
    attempt = {"name": name, "address": address, "browser": browser, "door": door}
    SignInAttempt.objects.create(**attempt, succeeded=is_successful, at=now)
    SignInAttempt.objects.filter(at__lt=now - STORED_ATTEMPT_AGE).delete()
    # Successes and failures are limited apart, so that guesses can't push out the successes, which
    # make an address known.
    same_outcome = SignInAttempt.objects.filter(succeeded=is_successful)
    newest_times = same_outcome.order_by("-at", "-pk").values_list("at", flat=True)
    overflow = newest_times[MAX_STORED_ATTEMPTS : MAX_STORED_ATTEMPTS + 1]
    if overflow:
        same_outcome.filter(at__lte=overflow[0]).delete()


def _fold_name(name: str) -> str:
    return " ".join(name.split()).casefold()[:150]


def _check_failures(name: str, address: str, browser: str, now: datetime) -> tuple[int, str]:
    """Return the number of failures that count for the account, and when the first was, in words.

    :raises TooManyAttemptsError: if the account or the address has to wait
    """
    attempts = SignInAttempt.objects.filter(
        Q(name=name) | Q(address=address), succeeded=False, at__gt=now - FAILURE_WINDOW
    )
    rows = attempts.order_by("at").values_list("name", "address", "browser", "at")
    recent_failures = [_Failure(*row) for row in rows]
    if browser:
        # A known browser doesn't wait for the failures of others at its address.
        account_failures = _fetch_browser_failures(name, browser, recent_failures)
        address_failures = []
    else:
        other_failures = [failure for failure in recent_failures if not failure.browser]
        account_failures = _fetch_account_failures(name, address, other_failures, now)
        address_failures = [
            failure.failed_at for failure in other_failures if failure.address == address
        ]
    address_time = _compute_next_attempt_time(
        address_failures, FREE_ADDRESS_FAILURES, lambda _excess: FAILURE_WINDOW
    )
    account_time = _compute_next_attempt_time(
        account_failures,
        FREE_ACCOUNT_FAILURES,
        lambda excess: min(FIRST_WAIT * 2**excess, FAILURE_WINDOW),
    )
    next_attempt_time = max(address_time, account_time)
    if next_attempt_time > now:
        _log.warning(
            "Password for %r from %s not checked: wait until %s.",
            name,
            address,
            next_attempt_time.isoformat(),
        )
        seconds = int((next_attempt_time - now).total_seconds()) + 1  # rounded up
        raise TooManyAttemptsError(
            "too-many-attempts",
            "Too many wrong passwords. Wait {how_long}, until {at}, then try again.",
            seconds=seconds,
            how_long=_format_wait(seconds),
            at=f"{timezone.localtime(next_attempt_time):%H:%M:%S}",
        )
    if account_failures:
        return len(account_failures), f"{account_failures[0]:%H:%M} UTC"
    return 0, "now"


def _fetch_browser_failures(
    name: str, browser: str, recent_failures: list[_Failure]
) -> list[datetime]:
    """Return the times of failures for *name* in *browser* since its last success there."""
    successes = SignInAttempt.objects.filter(name=name, browser=browser, succeeded=True)
    latest_success = successes.aggregate(latest=Max("at"))["latest"]
    times = [
        failure.failed_at
        for failure in recent_failures
        if (failure.name, failure.browser) == (name, browser)
    ]
    return [time for time in times if latest_success is None or time > latest_success]


def _fetch_account_failures(
    name: str, address: str, recent_failures: list[_Failure], now: datetime
) -> list[datetime]:
    """Return the times of failures that count against *name* from *address*.

    From a known address these are the failures there since the last success. From any other address
    they are all failures from addresses that aren't known.
    """
    successes = SignInAttempt.objects.filter(
        name=name, succeeded=True, at__gt=now - KNOWN_BROWSER_AGE
    )
    latest_by_address = dict(successes.order_by().values_list("address").annotate(latest=Max("at")))
    failures = [failure for failure in recent_failures if failure.name == name]
    if address in latest_by_address:
        latest_success = latest_by_address[address]
        return [
            failure.failed_at
            for failure in failures
            if failure.address == address and failure.failed_at > latest_success
        ]
    return [failure.failed_at for failure in failures if failure.address not in latest_by_address]


def _compute_next_attempt_time(
    failures: list[datetime], free_count: int, compute_wait: Callable[[int], timedelta]
) -> datetime:
    """Return when the next attempt is allowed. The first *free_count* failures cost no wait.

    *compute_wait* returns the time to wait by the number of failures beyond *free_count*.
    """
    if len(failures) < free_count:
        return datetime.min.replace(tzinfo=UTC)
    return failures[-1] + compute_wait(len(failures) - free_count)


def _format_wait(seconds: int) -> str:
    if seconds > 99:
        return f"{-(-seconds // 60)} minutes"
    return f"{seconds} second{'' if seconds == 1 else 's'}"
