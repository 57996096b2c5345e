"""Accounts: who may come in, as what, and by which link an account gets its password.

A one-time link leads to an account that exists already, without a usable password and with a
placeholder for a name. Whoever opens the link chooses both. Django's password reset tokens protect
the links: a token ends with its time limit, or once the password is set.
"""

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from director.core.base.roles import Role, get_role, make_role_fields
from director.errors import DeskError
from director.models import SignInAttempt, SignInPlace

_ACCOUNT_NAME_TAKEN = (
    "account-name-taken",
    "The username {name} is taken. Choose another.",
)

_ACCOUNT_NAME_TOO_LONG = (
    "account-name-too-long",
    "This name is too long. Use at most {most} characters.",
)

_ACCOUNT_NAME_UNSEEN = (
    "account-name-unseen",
    "This name contains invisible characters. Type it again with letters and digits.",
)

# Lists of accounts, of their browsers and of sign-ins.


def fetch_device_counts_by_account_id(accounts: list[User]) -> Counter[int]:
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


def sign_out_devices(*, user: User, except_key: str | None = None) -> int:
    """Sign *user* out everywhere except in the session *except_key*. Return the number of sessions."""
    keys = [
        session.key
        for session in _fetch_signed_in_sessions()
        if session.account_id == str(user.pk) and session.key != except_key
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


_OUTCOME_LABELS = {
    (SignInPlace.SIGN_IN, True): "signed in",
    (SignInPlace.SIGN_IN, False): "wrong password",
    (SignInPlace.LINK, True): "used a one-time link",
    (SignInPlace.LINK, False): "link refused",
    (SignInPlace.PASSWORD, True): "changed password",
    (SignInPlace.PASSWORD, False): "wrong password on change",
}


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account in the list. *device_count* is the number of browsers where it is signed in."""

    number: int
    name: str
    role: Role
    is_open: bool
    device_count: int
    last_sign_in: datetime | None


@dataclass(frozen=True, slots=True)
class SignInRow:
    """A line of the log: account, address, time and outcome."""

    name: str
    address: str
    attempted_at: datetime
    outcome: str
    is_successful: bool


def fetch_accounts() -> QuerySet[User]:
    """Return every account that has a password, closed ones too."""
    # An account without a password is an unused link.
    return User.objects.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)


def fetch_account(account_id: int) -> User:
    """Return an account by its number.

    :raises DeskError: if there is none
    """
    account = fetch_accounts().filter(pk=account_id).first()
    if account is None:
        raise DeskError("no-account", "This account doesn’t exist any more. Reload the list.")
    return account


def list_account_rows() -> list[AccountRow]:
    """Return all accounts, open ones first, by name. Two queries."""
    all_accounts = sorted(
        fetch_accounts(), key=lambda account: (not account.is_active, account.username.casefold())
    )
    device_counts = fetch_device_counts_by_account_id(all_accounts)
    rows = []
    for account in all_accounts:
        # A closed account is signed in nowhere, whatever sessions the database still has.
        device_count = device_counts[account.pk] if account.is_active else 0
        row = AccountRow(
            number=account.pk,
            name=account.username,
            role=get_role(account) or Role.VIEWER,
            is_open=account.is_active,
            device_count=device_count,
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


def make_sign_in_rows(
    attempts: Iterable[SignInAttempt], usernames_by_key: Mapping[str, str]
) -> list[SignInRow]:
    """Return the log lines of *attempts*. *usernames_by_key* are usernames by their case-folded form.

    A name that no account has isn't shown: it may be a password typed into the wrong box.
    """
    return [
        SignInRow(
            name=usernames_by_key.get(attempt.name, ""),
            address=attempt.address,
            attempted_at=attempt.at,
            outcome=_OUTCOME_LABELS[SignInPlace(attempt.door), attempt.succeeded],
            is_successful=attempt.succeeded,
        )
        for attempt in attempts
    ]


# Roles, and closed accounts.


@transaction.atomic
def change_account_role(*, account_id: int, role: Role) -> User:
    """Change the *role* of an account. Return the account.

    :raises DeskError: if the account doesn't exist, or no other director could sign in
    """
    account = _lock_account(account_id)
    if role is not Role.DIRECTOR:
        _refuse_last_director(account)
    for field, value in make_role_fields(role).items():
        setattr(account, field, value)
    account.save(update_fields=["is_staff", "is_superuser"])
    return account


@transaction.atomic
def close_account(*, account_id: int) -> User:
    """Close an account and sign it out everywhere. Return the account.

    :raises DeskError: if the account doesn't exist, or no other director could sign in
    """
    account = _lock_account(account_id)
    _refuse_last_director(account)
    account.is_active = False
    account.save(update_fields=["is_active"])
    sign_out_devices(user=account)
    return account


@transaction.atomic
def reopen_account(*, account_id: int) -> User:
    """Reopen a closed account with its old password. Return the account.

    :raises DeskError: if there is no such account
    """
    account = _lock_account(account_id)
    account.is_active = True
    account.save(update_fields=["is_active"])
    return account


def _lock_account(account_id: int) -> User:
    """Return an account and lock all accounts, so that two directors can't close each other."""
    list(fetch_accounts().select_for_update())  # the list makes the query run
    return fetch_account(account_id)


def _refuse_last_director(account: User) -> None:
    if not (account.is_active and get_role(account) is Role.DIRECTOR):
        return
    other_directors = (
        fetch_accounts().filter(is_superuser=True, is_active=True).exclude(pk=account.pk)
    )
    if not other_directors.exists():
        raise DeskError(
            "last-director",
            "{name} is the only director who can sign in. Make someone else a director first.",
            name=account.username,
        )


# One-time links.


FIRST_DIRECTOR_NAME = "first-director"
INVITED_NAME_PREFIX = "next-director-"
LINK_DAYS = settings.PASSWORD_RESET_TIMEOUT // 86_400
"""Days in which a link for another account can be used."""


def get_or_create_welcome_path() -> str | None:
    """Return the path of the link for the first director's account, or None."""
    if is_set_up():
        return None
    user, created = User.objects.get_or_create(
        username=FIRST_DIRECTOR_NAME, defaults=make_role_fields(Role.DIRECTOR)
    )
    if created:
        user.set_unusable_password()
        user.save()
    return f"/welcome/{_make_link_path(user)}/"


def find_welcome_user(*, uid: str, token: str) -> User | None:
    """Return the account waiting behind the first director's link, or None."""
    if is_set_up():
        return None
    return _find_waiting_user(uid, token, username=FIRST_DIRECTOR_NAME)


def invite_account(*, role: Role) -> str:
    """Create a one-time link for an account of *role*, valid for ``LINK_DAYS``. Return its path.

    Accounts behind expired links are deleted.
    """
    expired = timezone.now() - timedelta(days=LINK_DAYS + 1)
    fetch_invited_accounts().filter(date_joined__lt=expired).delete()
    user = User(username=INVITED_NAME_PREFIX + secrets.token_hex(8), **make_role_fields(role))
    user.set_unusable_password()
    user.save()
    return f"/join/{_make_link_path(user)}/"


def fetch_open_invitations() -> QuerySet[User]:
    """Return the accounts behind usable links, latest (``date_joined``) first."""
    return (
        fetch_invited_accounts()
        .filter(date_joined__gt=get_oldest_link_time())
        .order_by("-date_joined")
    )


def get_oldest_link_time() -> datetime:
    """Return the time after which a usable link was made."""
    return timezone.now() - timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)


def withdraw_link(*, account_id: int) -> bool:
    """Withdraw the link of a waiting account. Return whether it was usable."""
    return bool(fetch_invited_accounts().filter(pk=account_id).delete()[0])


def find_invited_user(*, uid: str, token: str) -> User | None:
    """Return the account waiting behind a director's link, or None."""
    return _find_waiting_user(uid, token, username__startswith=INVITED_NAME_PREFIX)


def join_account(*, user: User, username: str, password: str) -> User:
    """Activate a waiting account with the role of its link, which then no longer works."""
    user.username = username
    user.set_password(password)
    user.save()
    return user


def fetch_invited_accounts() -> QuerySet[User]:
    """Return the accounts behind all unused links, expired ones too."""
    return User.objects.filter(
        username__startswith=INVITED_NAME_PREFIX, password__startswith=UNUSABLE_PASSWORD_PREFIX
    )


class _LinkTokenGenerator(PasswordResetTokenGenerator):
    """Django's tokens, also on a computer whose clock starts at 1970.

    Django counts seconds from 2001 in base 36, which has no negative numbers. The program must
    still start with such a clock, because its pages ask to set it.
    """

    def _num_seconds(self, dt: date) -> int:
        return max(0, super()._num_seconds(dt))


_LINK_TOKENS = _LinkTokenGenerator()


def _make_link_path(user: User) -> str:
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return f"{uid}/{_LINK_TOKENS.make_token(user)}"


def is_set_up() -> bool:
    """Return whether anybody has an account, so that the first link no longer works."""
    return User.objects.exclude(username=FIRST_DIRECTOR_NAME).exists()


def _find_waiting_user(uid: str, token: str, **name_filter: str) -> User | None:
    try:
        user = User.objects.get(pk=urlsafe_base64_decode(uid).decode(), **name_filter)
    except (ValueError, UnicodeDecodeError, OverflowError, User.DoesNotExist):
        return None
    if _LINK_TOKENS.check_token(user, token):
        return user
    return None


# Usernames. Django's own rule refuses blanks and apostrophes, but directors sign in as *Mary Smith*.


MAX_USERNAME_LENGTH = 60


def set_username_validator() -> None:
    """Make Django's user model validate usernames with :func:`validate_username`."""
    field = User._meta.get_field("username")
    column_validators = [
        validator for validator in field.validators if isinstance(validator, MaxLengthValidator)
    ]
    # Only the cached list is replaced. Migrations compare the list of the field's declaration.
    field.__dict__["validators"] = [validate_username, *column_validators]


def validate_username(name: str) -> None:
    """Raise if *name* has invisible characters, spare spaces or too many letters.

    >>> validate_username("Mary O'Brien")

    :raises ValidationError: with a sentence
    """
    if not name.isprintable() or name != " ".join(name.split()):
        code, text = _ACCOUNT_NAME_UNSEEN
    elif len(name) > MAX_USERNAME_LENGTH:
        code, text = _ACCOUNT_NAME_TOO_LONG
    else:
        return
    raise ValidationError(text.format(most=MAX_USERNAME_LENGTH), code=code)


def clean_username(typed_name: str) -> str:
    """Return *typed_name* as an account stores it.

    :raises ValidationError: if no account can have it, or another account has it
    """
    user = User(username=" ".join(typed_name.split()))
    user.full_clean(exclude={"password"}, validate_unique=False)
    if User.objects.filter(username__iexact=user.username).exists():
        code, text = _ACCOUNT_NAME_TAKEN
        raise ValidationError(
            {"username": ValidationError(text.format(name=user.username), code=code)}
        )
    return user.username
