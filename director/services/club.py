"""First-run set-up: the club and its first director."""

from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from director.models import Club

User = get_user_model()
WAITING_NAME = "first-director"


def welcome_path() -> str | None:
    """Return the path of the one-time link that makes the first director's account, or ``None`` once there is one."""
    if User.objects.exclude(username=WAITING_NAME).exists():
        return None
    user, created = User.objects.get_or_create(username=WAITING_NAME)
    if created:
        user.set_unusable_password()
        user.save()
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return f"/welcome/{uid}/{default_token_generator.make_token(user)}/"


def welcome_user(*, uid: str, token: str) -> User | None:
    """Return the account that waits behind a one-time link, or ``None`` if the link is used, old or wrong."""
    try:
        user = User.objects.get(pk=urlsafe_base64_decode(uid).decode(), username=WAITING_NAME)
    except (ValueError, UnicodeDecodeError, OverflowError, User.DoesNotExist):
        return None
    return user if default_token_generator.check_token(user, token) else None


def club_set_up(*, user: User, username: str, password: str, club_name: str, paper: str) -> Club:
    """Turn the waiting account into the first director's and return the new club; the link is then used up."""
    with transaction.atomic():
        user.username = username
        user.is_staff = user.is_superuser = True
        user.set_password(password)
        user.save()
        club, _created = Club.objects.get_or_create(name=club_name, defaults={"paper": paper})
    return club


def club_here() -> Club:
    """Return the club that runs this program; one without a proper name if it was never set up."""
    return Club.objects.first() or Club.objects.create(name="Our club")
