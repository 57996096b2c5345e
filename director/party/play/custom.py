"""Keeping a club's own way of moving by a name, putting it away and taking it back."""

from django.db import transaction
from django.utils import timezone

from director.errors import PartyError
from director.models import Club
from director.party.models import PartyWay
from director.party.sentences import PartySentences
from movements import find_party_system

LONGEST_NAME = 60


def save_movement(*, club: Club, name: str, key: str) -> PartyWay:
    """Save the custom movement *key* as *name*, in place of one of that name.

    :raises PartyError: without a name, or with one that is too long
    :raises MovementError: if *key* tells no way that comes out at every size
    """
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME:
        raise PartyError(PartySentences.WAY_WANTS_NAME, field="name", most=LONGEST_NAME)
    find_party_system(key)
    with transaction.atomic():
        standing = (
            PartyWay.objects.select_for_update()
            .filter(club=club, name=name, put_away_at__isnull=True)
            .first()
        )
        if standing and standing.key == key:
            return standing
        if standing:
            _put(standing, away=True)
        return PartyWay.objects.create(club=club, name=name, key=key)


def movement_archive(*, way: PartyWay, away: bool) -> None:
    """Put *way* away, or take it back in the place of another of its name."""
    with transaction.atomic():
        if not away:
            for other in PartyWay.objects.filter(
                club=way.club_id, name=way.name, put_away_at__isnull=True
            ):
                _put(other, away=True)
        _put(way, away=away)


def _put(way: PartyWay, *, away: bool) -> None:
    way.put_away_at = timezone.now() if away else None
    way.save(update_fields=["put_away_at"])
