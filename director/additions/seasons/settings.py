"""A club's seasons: their rules, the events that count, and what an event's file says of them."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from director.additions.seasons.standings import (
    fetch_seasons_of_events,
    fetch_weekday_events,
    make_season_scoring,
)
from director.core.base.refusals import EVENT_FILE_NO_LIST_TEXT
from director.core.base.versions import increment_club_version
from director.core.files.event_file import make_not_whole_error
from director.errors import BackupError, DeskError
from director.models import Club, Event, Season, SeasonEvent
from director.names import make_name_key
from scoring.errors import ScoringError

# The seasons that an event counts for, in its file: their names and rules.
#
# The club that imports the event may have a season of the name. It keeps its own rules then.

SeasonFields = dict[str, Any]
"""The fields of a season by name."""
_WEEKDAY_FIELDS = ("weekday", "weekday_contest", "weekday_start")
_OTHER_FIELDS = ("id", "club", "former_number", *_WEEKDAY_FIELDS)
_RULE_FIELDS = tuple(
    field.name for field in Season._meta.concrete_fields if field.name not in _OTHER_FIELDS
)
_PARTY_MODEL = "director.party"
_PREVIOUS_POINTS = {"totals": "total"}


def write_season_rules(event: Event) -> dict[str, object]:
    """Return the rules of each season of *event* for its file."""
    return {"seasons": list_season_rules(event)}


def list_season_rules(event: Event) -> list[SeasonFields]:
    """Return the rules of each season of *event*."""
    return [_make_season_fields(season) for season in fetch_seasons_of_events([event])]


def _make_season_fields(season: Season) -> SeasonFields:
    return {name: getattr(season, name) for name in _RULE_FIELDS}


def upgrade_season_rules(records: Collection[Mapping[str, Any]], rules: object) -> object:
    """Return the *rules* of an older file as this version writes them.

    A party named its season, whose rules were *season*. Other events had none in their files.
    """
    names = [
        record["fields"].get("season") for record in records if record["model"] == _PARTY_MODEL
    ]
    name = next(filter(None, names), "")
    if not name or not isinstance(rules, dict):
        return rules
    previous_season = rules.get("season", {})
    if not isinstance(previous_season, dict):
        return rules
    season = {key: value for key, value in previous_season.items() if key != "figures"}
    figures = previous_season.get("figures", "totals")
    points = _PREVIOUS_POINTS.get(figures, figures) if isinstance(figures, str) else figures
    return {"seasons": [{"name": name, "points": points} | season]}


def read_season_rules(rules: object) -> list[SeasonFields]:
    """Return the rules of each season in the *rules* of a file, checked.

    :raises BackupError: if they aren't those of seasons
    """
    if not isinstance(rules, dict):
        raise _make_rules_error()
    seasons = rules.get("seasons", [])
    if not isinstance(seasons, list) or set(rules) - {"seasons"}:
        raise _make_rules_error()
    return [_make_season_fields(_make_season(Club(), season)) for season in seasons]


def _make_season(club: Club, rules: object) -> Season:
    if not isinstance(rules, dict) or not set(rules) <= set(_RULE_FIELDS):
        raise _make_rules_error()
    season = Season(club=club, **rules)
    # One line without NUL, which PostgreSQL can't store.
    season.name = " ".join(str(season.name).replace("\0", "").split())
    try:
        season.clean_fields(exclude=["club"])
        make_season_scoring(season)
    except (AttributeError, ValidationError, ScoringError) as error:
        raise _make_rules_error() from error
    return season


def _make_rules_error() -> BackupError:
    return make_not_whole_error(EVENT_FILE_NO_LIST_TEXT, what="rules")


def import_seasons(event: Event, seasons: Collection[SeasonFields]) -> tuple[str, ...]:
    """Add the imported *event* to its *seasons*, created if needed. Return notes for the director."""
    notes = []
    club_seasons = {make_name_key(season.name): season for season in event.club.seasons.all()}
    for rules in seasons:
        season = club_seasons.get(make_name_key(rules["name"]))
        if season is None:
            season = Season.objects.create(club=event.club, **rules)
            club_seasons[make_name_key(season.name)] = season
        elif _make_season_fields(season) | {"name": rules["name"]} != rules:
            notes.append(
                f"The season {season.name} keeps the rules that it has here. "
                "Those in the file differ."
            )
        equal_events = Event.objects.filter(
            in_seasons__season=season,
            name=event.name,
            date=event.date,
            contest=event.contest,
            removed_at__isnull=True,
        )
        if equal_events.exclude(pk=event.pk).exists():
            notes.append(
                f"The season {season.name} counts {event.name} already, so this copy isn’t added."
            )
            continue
        SeasonEvent.objects.get_or_create(season=season, event=event)
    if seasons:
        increment_club_version(event.club_id)
    return tuple(notes)


def add_season(*, club: Club, **rules: Any) -> Season:
    """Add a season to *club*, with its name and *rules*. Return it.

    :raises DeskError: if the name is taken
    """
    return store_season(season=Season(club=club), **rules)


def store_season(*, season: Season, **rules: Any) -> Season:
    """Save *season* with its name and *rules*. Return it.

    :raises DeskError: if another season of the club has the name
    """
    with transaction.atomic():
        other_seasons = Season.objects.filter(club=season.club).exclude(pk=season.pk)
        other_names = other_seasons.values_list("name", flat=True)
        if make_name_key(rules["name"]) in map(make_name_key, other_names):
            raise DeskError(
                "season-name-taken",
                "Another season is already called {name}. Choose another name.",
                name=rules["name"],
            )
        for name, value in rules.items():
            setattr(season, name, value)
        season.save()
        increment_club_version(season.club_id)
    return season


def remove_season(*, season: Season) -> None:
    """Delete *season*. Its events stay."""
    with transaction.atomic():
        season.delete()
        increment_club_version(season.club_id)


def add_season_events(*, season: Season, event_ids: Collection[int]) -> list[Event]:
    """Add events to *season*. Return the events that it had before.

    :raises DeskError: if no event is given, or one isn't a listed event of the club
    """
    if not event_ids:
        raise DeskError(
            "season-no-event", "No event is ticked. Tick the events that count, then add them."
        )
    with transaction.atomic():
        events = list(
            Event.objects.filter(
                pk__in=event_ids, club=season.club, removed_at__isnull=True
            ).order_by("pk")
        )
        if len(events) < len(set(event_ids)):
            raise DeskError(
                "season-event-gone", "This event isn’t in the list any more. Choose another one."
            )
        previous_season_events = SeasonEvent.objects.filter(season=season, event__in=events)
        previous_event_ids = set(previous_season_events.values_list("event_id", flat=True))
        SeasonEvent.objects.bulk_create(
            SeasonEvent(season=season, event=event)
            for event in events
            if event.pk not in previous_event_ids
        )
        increment_club_version(season.club_id)
    return [event for event in events if event.pk in previous_event_ids]


def store_season_weekday(*, season: Season, weekday: int, contest: str, start: date | None) -> int:
    """Let *season* take every event of a *weekday*, or none if it is 0. Return how many it took.

    Those that were played since *start* are added at once, others when they are created.
    """
    with transaction.atomic():
        season.weekday = weekday
        season.weekday_contest = contest
        season.weekday_start = start
        season.save(update_fields=_WEEKDAY_FIELDS)
        season_events = [
            SeasonEvent(season=season, event=event)
            for event in fetch_weekday_events(season).exclude(in_seasons__season=season)
        ]
        SeasonEvent.objects.bulk_create(season_events)
        increment_club_version(season.club_id)
    return len(season_events)


def add_to_weekly_seasons(event: Event) -> None:
    """Add a new *event* to the seasons that take every event of its weekday."""
    # Nearly every club has one such season at most.
    weekly_seasons = Season.objects.filter(
        club=event.club_id,
        weekday__gt=0,
        weekday_contest=event.contest,
        weekday_start__lte=event.date,
    )
    for season in weekly_seasons:
        if fetch_weekday_events(season).filter(pk=event.pk).exists():
            SeasonEvent.objects.get_or_create(season=season, event=event)
            increment_club_version(event.club_id)


def remove_season_event(*, season: Season, event_id: int) -> None:
    """Remove an event from *season*."""
    with transaction.atomic():
        SeasonEvent.objects.filter(season=season, event_id=event_id).delete()
        increment_club_version(season.club_id)
