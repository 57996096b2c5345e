"""The season of a party, and the rules of a season."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.core.base.changes import count_club_change
from director.models import Club
from director.party.models import Party, PartySeason
from director.party.play.history import party_act


def set_party_season(*, party: Party, name: str, user: User | None) -> PartySeason | None:
    """Put *party* into the season *name*, or remove it from its season. Return the season.

    The season is created with its first party.

    :raises FinalError: if the results are final
    """
    if name:
        words = f"The event was added to the season {name}."
    else:
        words = "The event was removed from its season."
    with party_act(party=party, kind="season", words=words, user=user) as act:
        act.change(party, season=name)
    return season_of(party)


def season_of(party: Party) -> PartySeason | None:
    """Return the season of *party*, created if needed. None if it belongs to no season."""
    if not party.season:
        return None
    return season_named(party.session.event.club, party.season)


def season_named(club: Club, name: str) -> PartySeason:
    """Return the season *name* of *club*, created if needed."""
    with transaction.atomic():
        season, is_new = PartySeason.objects.get_or_create(club=club, name=name)
        if is_new:
            count_club_change(club.pk)
    return season


def set_up_season(*, season: PartySeason, **rules: Any) -> PartySeason:
    """Store the counting *rules* of *season*."""
    with transaction.atomic():
        season = PartySeason.objects.select_for_update(of=("self",)).get(pk=season.pk)
        for name, value in rules.items():
            setattr(season, name, value)
        season.full_clean()
        season.save()
        count_club_change(season.club_id)
    return season
