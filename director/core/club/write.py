"""The club: first-run set-up, name and paper."""

from django.contrib.auth.models import User
from django.db import transaction

from director.core import sentences
from director.core.accounts.links import account_join
from director.errors import DeskError
from director.models import Club, PersonNumber


def club_set_up(*, user: User, username: str, password: str, club_name: str, paper: str) -> Club:
    """Turn the waiting account into the first director's and return the new club; the link is then used up."""
    with transaction.atomic():
        account_join(user=user, username=username, password=password)
        club, _created = Club.objects.get_or_create(name=club_name, defaults={"paper": paper})
    return club


def club_here() -> Club:
    """Return the club that runs this program; one without a proper name if it was never set up."""
    return Club.objects.first() or Club.objects.create(name="Our club")


def club_shown() -> Club:
    """Return the club that visitors read about: before it is set up one without events, which is not stored."""
    return Club.objects.first() or Club(pk=0, name="Our club")


def club_change(
    *,
    club: Club,
    name: str,
    paper: str,
    memory_weeks: int | None = None,
    wifi: tuple[str, str] | None = None,
    bodies: tuple[str, str] | None = None,
    is_indexed: bool | None = None,
) -> Club:
    """Give *club* another name and paper, other weeks that the draw for places looks back, another *wifi*; return it.

    *bodies* are whose numbers people have, and whose go out in files; ``None`` leaves them as they are.

    *wifi* is the name and the password of the network that players’ phones join; ``None`` leaves it as it is.

    *is_indexed* is whether search engines may list what is published; ``None`` leaves it as it is.

    :raises DeskError: if another club here has the name, or nobody a number of the body whose numbers are to go out
    """
    if Club.objects.exclude(pk=club.pk).filter(name__iexact=name).exists():
        raise DeskError(sentences.CLUB_NAME_TAKEN, name=name)
    club.name, club.paper = name, paper
    club.memory_weeks = club.memory_weeks if memory_weeks is None else memory_weeks
    club.wifi_name, club.wifi_code = wifi or (club.wifi_name, club.wifi_code)
    club.number_body, club.sent_body = bodies or (club.number_body, club.sent_body)
    club.is_indexed = club.is_indexed if is_indexed is None else is_indexed
    if club.sent_body and not _is_known(club, club.sent_body):
        raise DeskError(sentences.BODY_UNKNOWN, body=club.sent_body)
    club.save()
    return club


def _is_known(club: Club, body: str) -> bool:
    """Return whether somebody of *club* has a number of *body*."""
    if body.casefold() == club.number_body.casefold():
        return True
    return PersonNumber.objects.filter(person__club=club, body__iexact=body).exists()
