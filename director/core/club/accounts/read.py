"""Accounts, the browsers they are signed in on, and the log of sign-ins."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from director.core.base.roles import Role, get_role
from director.core.base.sentences import DeskSentences
from director.errors import DeskError
from director.models import SignInAttempt, SignInPlace


def count_devices(accounts: list[User]) -> Counter[int]:
    """Count the browsers where each account is signed in, by account number. One query."""
    accounts_by_id = {str(account.pk): account for account in accounts}
    counts = Counter[int]()
    for session in _fetch_signed_in_sessions():
        account = accounts_by_id.get(session.account_id)
        # A session from before a change of the password is signed out at its next request.
        if account and constant_time_compare(
            session.password_hash, account.get_session_auth_hash()
        ):
            counts[account.pk] += 1
    return counts


def sign_out_devices(*, user: User, but: str | None = None) -> int:
    """Sign *user* out everywhere except in the session *but*. Return the number of sessions."""
    keys = [
        session.key
        for session in _fetch_signed_in_sessions()
        if session.account_id == str(user.pk) and session.key != but
    ]
    return Session.objects.filter(session_key__in=keys).delete()[0]


class _SignedInSession(NamedTuple):
    key: str
    account_id: str
    password_hash: str


def _fetch_signed_in_sessions() -> Iterator[_SignedInSession]:
    # Each session has to be decoded, because only its encoded data name the account.
    for session in Session.objects.filter(expire_date__gt=timezone.now()):
        data = session.get_decoded()
        if BACKEND_SESSION_KEY in data:
            yield _SignedInSession(
                key=session.session_key,
                account_id=str(data[SESSION_KEY]),
                password_hash=str(data.get(HASH_SESSION_KEY, "")),
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
    """An account in the list. *devices* is the number of browsers where it is signed in."""

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
    attempted_at: datetime
    outcome: str
    succeeded: bool


def fetch_accounts() -> QuerySet[User]:
    """Return every account that has a password, closed ones too."""
    # An account without a password is an unused link.
    return User.objects.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)


def find_account(account_id: int) -> User:
    """Return an account by its number.

    :raises DeskError: if there is none
    """
    account = fetch_accounts().filter(pk=account_id).first()
    if account is None:
        raise DeskError(DeskSentences.NO_ACCOUNT)
    return account


def list_account_rows() -> list[AccountRow]:
    """Return all accounts, open ones first, by name. Two queries."""
    all_accounts = sorted(
        fetch_accounts(), key=lambda account: (not account.is_active, account.username.casefold())
    )
    devices = count_devices(all_accounts)
    rows = []
    for account in all_accounts:
        # A closed account is signed in nowhere, whatever sessions the database still has.
        device_count = devices[account.pk] if account.is_active else 0
        row = AccountRow(
            number=account.pk,
            name=account.username,
            role=get_role(account) or Role.VIEWER,
            is_open=account.is_active,
            devices=device_count,
            last_sign_in=account.last_login,
        )
        rows.append(row)
    return rows


def fetch_director_names() -> list[str]:
    """Return the usernames of open director accounts, in alphabetical order."""
    names = (
        fetch_accounts()
        .filter(is_active=True, is_superuser=True)
        .values_list("username", flat=True)
    )
    return sorted(names, key=str.casefold)


def fetch_sign_in_log() -> QuerySet[SignInAttempt]:
    """Return the log of sign-ins, the latest first."""
    return SignInAttempt.objects.order_by("-at", "-pk")


def make_sign_in_lines(
    attempts: Iterable[SignInAttempt], names: Mapping[str, str]
) -> list[SignInLine]:
    """Return the log lines of *attempts*. *names* are usernames by their case-folded form.

    A name that no account has isn't shown: it may be a password typed into the wrong box.
    """
    return [
        SignInLine(
            name=names.get(attempt.name, ""),
            address=attempt.address,
            attempted_at=attempt.at,
            outcome=OUTCOMES[SignInPlace(attempt.door), attempt.succeeded],
            succeeded=attempt.succeeded,
        )
        for attempt in attempts
    ]
