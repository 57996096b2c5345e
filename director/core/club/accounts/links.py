"""One-time links that create accounts.

A link leads to an account that exists already, without a usable password and with a placeholder for
a name. Whoever opens the link chooses both. Django's password reset tokens protect the links: a token
ends with its time limit, or once the password is set.
"""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from director.core.base.roles import Role, get_role_fields

WAITING_NAME = "first-director"
INVITED_NAME = "next-director-"
LINK_DAYS = settings.PASSWORD_RESET_TIMEOUT // 86_400
"""Days in which a link for another account can be used."""


def get_or_create_welcome_path() -> str | None:
    """Return the path of the link for the first director's account, or None."""
    if is_set_up():
        return None
    user, created = User.objects.get_or_create(
        username=WAITING_NAME, defaults=get_role_fields(Role.DIRECTOR)
    )
    if created:
        user.set_unusable_password()
        user.save()
    return f"/welcome/{_make_link_path(user)}/"


def find_welcome_user(*, uid: str, token: str) -> User | None:
    """Return the account waiting behind the first director's link, or None."""
    if is_set_up():
        return None
    return _find_waiting_user(uid, token, username=WAITING_NAME)


def invite_account(*, role: Role) -> str:
    """Create a one-time link for an account of *role*, valid for ``LINK_DAYS``. Return its path.

    Accounts behind expired links are deleted.
    """
    expired = timezone.now() - timedelta(days=LINK_DAYS + 1)
    fetch_invited_accounts().filter(date_joined__lt=expired).delete()
    user = User(username=INVITED_NAME + secrets.token_hex(8), **get_role_fields(role))
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
    return _find_waiting_user(uid, token, username__startswith=INVITED_NAME)


def join_account(*, user: User, username: str, password: str) -> User:
    """Activate a waiting account with the role of its link, which then no longer works."""
    user.username = username
    user.set_password(password)
    user.save()
    return user


def fetch_invited_accounts() -> QuerySet[User]:
    return User.objects.filter(
        username__startswith=INVITED_NAME, password__startswith=UNUSABLE_PASSWORD_PREFIX
    )


def _make_link_path(user: User) -> str:
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return f"{uid}/{default_token_generator.make_token(user)}"


def is_set_up() -> bool:
    """Return whether anybody has an account, so that the first link no longer works."""
    return User.objects.exclude(username=WAITING_NAME).exists()


def _find_waiting_user(uid: str, token: str, **name_filter: str) -> User | None:
    try:
        user = User.objects.get(pk=urlsafe_base64_decode(uid).decode(), **name_filter)
    except (ValueError, UnicodeDecodeError, OverflowError, User.DoesNotExist):
        return None
    if default_token_generator.check_token(user, token):
        return user
    return None
