"""The club: first-run set-up, name and paper."""

from django.contrib.auth.models import User
from django.db import transaction

from director.core.base.sentences import DeskSentences
from director.core.club.accounts.links import join_account
from director.errors import DeskError
from director.models import Club, PersonNumber

UNNAMED = "Our club"
"""The name of a club until a director chooses one."""


def club_set_up(*, user: User, username: str, password: str, club_name: str, paper: str) -> Club:
    """Activate the first director's account and name the club."""
    with transaction.atomic():
        join_account(user=user, username=username, password=password)
        # The club exists already if something has asked for it (``club_here``).
        club = Club.objects.first() or Club()
        club.name = club_name or club.name or UNNAMED
        club.paper = paper
        club.save()
    return club


def club_here() -> Club:
    """Return the club that runs this program."""
    return Club.objects.first() or Club.objects.create(name=UNNAMED)


def club_shown() -> Club:
    """Return the club for visitors. Before setup it is unsaved and has no events."""
    return Club.objects.first() or Club(pk=0, name=UNNAMED)


def change_club(*, club: Club, **changes: object) -> Club:
    """Change the fields of *club* named in *changes*, and return it.

    :raises DeskError: if another club here has the name, or nobody has a number of the body whose
        numbers are to be exported
    """
    name = changes.get("name", club.name)
    if Club.objects.exclude(pk=club.pk).filter(name__iexact=name).exists():
        raise DeskError(DeskSentences.CLUB_NAME_TAKEN, name=name)
    for field, value in changes.items():
        setattr(club, field, value)
    if club.sent_body and "sent_body" in changes and not _has_numbers_of(club, club.sent_body):
        raise DeskError(DeskSentences.BODY_UNKNOWN, body=club.sent_body)
    club.save()
    return club


def _has_numbers_of(club: Club, body: str) -> bool:
    if body.casefold() == club.number_body.casefold():
        return True
    return PersonNumber.objects.filter(person__club=club, body__iexact=body).exists()
