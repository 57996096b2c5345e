"""The season of a party, and the rules of a season."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from director.core.base.changes import count_club_change
from director.core.base.sentences import DeskSentences
from director.core.files.archive.errors import make_not_whole_error
from director.models import Club
from director.party.models import Party, PartySeason
from director.party.play.history import record_party_act
from scoring import ScoringError, SeasonRules


def set_party_season(*, party: Party, name: str, user: User | None) -> PartySeason | None:
    """Put *party* into the season *name*, or remove it from its season. Return the season.

    The season is created with its first party.

    :raises FinalError: if the results are final
    """
    if name:
        words = f"The event was added to the season {name}."
    else:
        words = "The event was removed from its season."
    with record_party_act(party=party, kind="season", words=words, user=user) as act:
        act.change(party, season=name)
    return get_or_create_season(party)


def get_or_create_season(party: Party) -> PartySeason | None:
    """Return the season of *party*, created if needed. None if it belongs to no season."""
    if not party.season:
        return None
    return get_or_create_named_season(party.session.event.club, party.season)


def get_or_create_named_season(club: Club, name: str) -> PartySeason:
    """Return the season *name* of *club*, created if needed."""
    with transaction.atomic():
        season, is_new = PartySeason.objects.get_or_create(club=club, name=name)
        if is_new:
            count_club_change(club.pk)
    return season


_RULES = ("figures", "best", "attendance", "by_group")


def get_stored_rules(season: PartySeason) -> dict[str, Any]:
    """Return the counting rules of *season* by field."""
    return {name: getattr(season, name) for name in _RULES}


def import_season(party: Party, rules: object) -> tuple[str, ...]:
    """Create the season of an imported *party* with its *rules*. Return notes for the director.

    A season that the club has keeps its own rules, which a note says if they differ.

    :raises EventFileError: if the rules are none of a season
    """
    if not party.season:
        return ()
    club = party.session.event.club
    season = PartySeason.objects.filter(club=club, name=party.season).first()
    imported = _build_season(club, party.season, rules)
    if season is None:
        with transaction.atomic():
            imported.save()
            count_club_change(club.pk)
        return ()
    if not rules or get_stored_rules(season) == get_stored_rules(imported):
        return ()
    return (
        f"The season {season.name} keeps the rules that it has here. Those in the file differ.",
    )


def _build_season(club: Club, name: str, rules: object) -> PartySeason:
    if not isinstance(rules, dict) or not set(rules) <= set(_RULES):
        raise make_not_whole_error(DeskSentences.EVENT_FILE_NO_LIST, what="rules")
    season = PartySeason(club=club, name=name, **rules)
    try:
        season.clean_fields()
        SeasonRules(season.figures, season.best, season.attendance)
    except (ValidationError, ScoringError) as error:
        raise make_not_whole_error(DeskSentences.EVENT_FILE_NO_LIST, what="rules") from error
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
