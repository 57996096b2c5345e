"""Accounts, the browsers they are signed in on, and the log of sign-ins."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from director.core.base.roles import Role, role_of
from director.core.base.sentences import DeskSentences
from director.errors import DeskError
from director.models import SignInAttempt, SignInPlace


def devices_counted(accounts: list[User]) -> Counter[int]:
    """Return on how many browsers each of *accounts* is signed in. One query."""
    known = {str(account.pk): account for account in accounts}
    return Counter(
        known[number].pk
        for _key, number, session_hash in _signed_in()
        if number in known
        and constant_time_compare(session_hash, known[number].get_session_auth_hash())
    )


def devices_sign_out(*, user: User, but: str | None = None) -> int:
    """Sign *user* out everywhere except in the session *but*. Return how often."""
    keys = [key for key, number, _hash in _signed_in() if number == str(user.pk) and key != but]
    return Session.objects.filter(session_key__in=keys).delete()[0]


def _signed_in() -> Iterator[tuple[str, str, str]]:
    """Yield every session of a signed-in user: key, account, and password hash."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()):
        stored = session.get_decoded()
        if BACKEND_SESSION_KEY in stored:
            yield (
                session.session_key,
                str(stored[SESSION_KEY]),
                str(stored.get(HASH_SESSION_KEY, "")),
            )


OUTCOMES = {
    (SignInPlace.SIGN_IN, True): "signed in",
    (SignInPlace.SIGN_IN, False): "wrong password",
    (SignInPlace.LINK, True): "used a one-time link",
    (SignInPlace.LINK, False): "link refused",
    (SignInPlace.PASSWORD, True): "changed password",
    (SignInPlace.PASSWORD, False): "wrong password on change",
}


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account as its line shows it: *devices* is on how many browsers it is signed in."""

    number: int
    name: str
    role: Role
    is_open: bool
    devices: int
    last_sign_in: datetime | None


@dataclass(frozen=True, slots=True)
class SignInLine:
    """A line of the log: account, address, time and outcome."""

    name: str
    address: str
    at: datetime
    outcome: str
    succeeded: bool


def accounts() -> QuerySet[User]:
    """Return every account that has a password, closed ones too."""
    return User.objects.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)


def find_account(account_id: int) -> User:
    """Return an account by its number.

    :raises DeskError: if there is none
    """
    account = accounts().filter(pk=account_id).first()
    if account is None:
        raise DeskError(DeskSentences.NO_ACCOUNT)
    return account


def account_lines() -> list[AccountRow]:
    """Return all accounts, open ones first, by name. Two queries."""
    every = sorted(
        accounts(), key=lambda account: (not account.is_active, account.username.casefold())
    )
    devices = devices_counted(every)
    return [
        AccountRow(
            number=account.pk,
            name=account.username,
            role=role_of(account) or Role.VIEWER,
            is_open=account.is_active,
            devices=devices[account.pk] if account.is_active else 0,
            last_sign_in=account.last_login,
        )
        for account in every
    ]


def directors() -> list[str]:
    """Return the names of the directors who can sign in, in order."""
    names = accounts().filter(is_active=True, is_superuser=True).values_list("username", flat=True)
    return sorted(names, key=str.casefold)


def sign_in_log() -> QuerySet[SignInAttempt]:
    """Return the log of sign-ins, the latest first."""
    return SignInAttempt.objects.order_by("-at", "-pk")


def sign_in_lines(attempts: Iterable[SignInAttempt], names: Mapping[str, str]) -> list[SignInLine]:
    """Return the lines of *attempts*. *names* are those of the accounts.

    What was typed where no account has the name is not shown: it may be a password, typed into the
    wrong box.
    """
    return [
        SignInLine(
            name=names.get(attempt.name, ""),
            address=attempt.address,
            at=attempt.at,
            outcome=OUTCOMES[SignInPlace(attempt.door), attempt.succeeded],
            succeeded=attempt.succeeded,
        )
        for attempt in attempts
    ]
