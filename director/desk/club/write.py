"""The club and its directors: first-run set-up, name and paper, another director, a new password."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from director.desk import sentences
from director.errors import DeskError
from director.models import Club

WAITING_NAME = "first-director"
INVITED_NAME = "next-director-"
LINK_DAYS = settings.PASSWORD_RESET_TIMEOUT // 86_400
"""How many days a link for another director is good."""


def welcome_path() -> str | None:
    """Return the path of the one-time link that makes the first director's account, or ``None`` once there is one."""
    if User.objects.exclude(username=WAITING_NAME).exists():
        return None
    user, created = User.objects.get_or_create(username=WAITING_NAME)
    if created:
        user.set_unusable_password()
        user.save()
    return f"/welcome/{_link(user)}/"


def welcome_user(*, uid: str, token: str) -> User | None:
    """Return the account that waits behind a one-time link, or ``None`` if the link is used, old or wrong."""
    return _waiting(uid, token, username=WAITING_NAME)


def director_invite() -> str:
    """Return the path of a new one-time link that makes one more director's account; it is good for three days.

    Accounts that waited behind older links for nothing are gone then.
    """
    long_ago = timezone.now() - timedelta(days=LINK_DAYS + 1)
    User.objects.filter(
        username__startswith=INVITED_NAME, password__startswith=UNUSABLE_PASSWORD_PREFIX, date_joined__lt=long_ago
    ).delete()
    user = User(username=INVITED_NAME + secrets.token_hex(8))
    user.set_unusable_password()
    user.save()
    return f"/join/{_link(user)}/"


def invited_user(*, uid: str, token: str) -> User | None:
    """Return the account that waits behind another director's link, or ``None`` if it is used, old or wrong."""
    return _waiting(uid, token, username__startswith=INVITED_NAME)


def director_join(*, user: User, username: str, password: str) -> User:
    """Turn a waiting account into a director's; the link is then used up."""
    user.username = username
    user.is_staff = user.is_superuser = True
    user.set_password(password)
    user.save()
    return user


def directors() -> list[str]:
    """Return the names of everybody who can sign in, in order."""
    known = User.objects.filter(is_active=True).exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    return sorted(known.values_list("username", flat=True), key=str.casefold)


def club_set_up(*, user: User, username: str, password: str, club_name: str, paper: str) -> Club:
    """Turn the waiting account into the first director's and return the new club; the link is then used up."""
    with transaction.atomic():
        director_join(user=user, username=username, password=password)
        club, _created = Club.objects.get_or_create(name=club_name, defaults={"paper": paper})
    return club


def club_here() -> Club:
    """Return the club that runs this program; one without a proper name if it was never set up."""
    return Club.objects.first() or Club.objects.create(name="Our club")


def club_change(*, club: Club, name: str, paper: str, memory_weeks: int | None = None) -> Club:
    """Give *club* another name and paper, and other weeks that the draw for places looks back; return it.

    :raises DeskError: if another club here has the name
    """
    if Club.objects.exclude(pk=club.pk).filter(name__iexact=name).exists():
        raise DeskError(sentences.CLUB_NAME_TAKEN, name=name)
    club.name, club.paper = name, paper
    club.memory_weeks = club.memory_weeks if memory_weeks is None else memory_weeks
    club.save()
    return club


def _link(user: User) -> str:
    return f"{urlsafe_base64_encode(force_bytes(user.pk))}/{default_token_generator.make_token(user)}"


def _waiting(uid: str, token: str, **called: str) -> User | None:
    try:
        user = User.objects.get(pk=urlsafe_base64_decode(uid).decode(), **called)
    except (ValueError, UnicodeDecodeError, OverflowError, User.DoesNotExist):
        return None
    return user if default_token_generator.check_token(user, token) else None
