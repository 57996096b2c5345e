"""The standings of a season, made from its events whenever one of them has changed."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache

from django.db import connection
from django.db.models import Count, Min, Q, QuerySet, Sum
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from director.core.base.storage.lru_cache import LruCache
from director.core.base.versions import EventVersion, Question, with_zone
from director.core.club.seasons.sheet import (
    ClubSeasonRow,
    ClubSeasonSheet,
    SeasonCell,
    SeasonEventSheet,
    figure_text,
)
from director.kinds import EventOutcome, RankedEntrant, kind_of
from director.models import Club, Event, Season
from director.models.change_number import has_uncommitted
from director.models.season import Counting
from director.names import by_family
from scoring import (
    SEASON_TIES,
    EventResult,
    SeasonPlace,
    SeasonScoring,
    read_place_table,
    season_places,
)

CALLED = {Counting.PEOPLE: "Player", Counting.PAIRS: "Pair", Counting.TEAMS: "Team"}

# A season of 50 events is made from 50 outcomes; after a correction 49 of them are still true.
_OUTCOMES = LruCache[EventOutcome](300)
_SHEETS = LruCache[ClubSeasonSheet](16)


def club_seasons(club: Club) -> QuerySet[Season]:
    """Return the seasons of *club* with their number of ``events``, latest first. One query."""
    listed = Q(season_events__event__removed_at__isnull=True)
    return club.seasons.annotate(events=Count("season_events", filter=listed)).order_by("-pk")


def public_seasons(club: Club) -> QuerySet[Season]:
    """Return the seasons of *club* with a published event. One query."""
    shown = Q(
        season_events__event__removed_at__isnull=True,
        season_events__event__published_at__isnull=False,
    )
    return club.seasons.filter(shown).distinct().order_by("-pk")


def season_events(season_id: int, *, published: bool) -> QuerySet[Event]:
    """Return the listed events of a season by date, only *published* ones for visitors."""
    events = Event.objects.filter(in_seasons__season=season_id, removed_at__isnull=True)
    events = events.filter(published_at__isnull=False) if published else events
    return events.order_by("date", "pk")


def season_version(season_id: int, *, published: bool = True) -> EventVersion | None:
    """Return the version of a season, or None without events. One query.

    The sum of the events' numbers and their count change with every event, as in a season of
    parties. ``corrections_until`` is the next moment at which an event becomes final.
    """
    sql, params = _version_question(published=published)
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    asked = {_NO_SEASON: season_id, connection.ops.adapt_datetimefield_value(_NO_MOMENT): now}
    with connection.cursor() as cursor:
        cursor.execute(sql, [asked.get(param, param) for param in params])
        row = cursor.fetchone()
    if row is None:
        return None
    club_no, change_no, count, until = row
    until = parse_datetime(until) if isinstance(until, str) else until
    return EventVersion(
        season_id,
        int(change_no),
        club_no,
        shared_no=count,
        corrections_until=until and with_zone(until),
    )


_NO_SEASON = -1
_NO_MOMENT = datetime(1900, 1, 1, tzinfo=UTC)
"""Placeholders for what is asked, in the question that is put together once."""


@cache
def _version_question(*, published: bool) -> Question:
    """Return the query for a season's version, which takes long to build."""
    figures = season_events(_NO_SEASON, published=published).order_by().values("club__change_no")
    until = Min("corrections_until", filter=Q(corrections_until__gt=_NO_MOMENT))
    rows = figures.annotate(sum=Sum("change_no"), count=Count("pk"), until=until)
    question: Question = rows.values_list(
        "club__change_no", "sum", "count", "until"
    ).query.sql_with_params()
    return question


def cached_season_sheet(season: Season, *, published: bool) -> ClubSeasonSheet:
    """Return the standings of *season* from the cache or made anew."""

    def version() -> EventVersion | None:
        if has_uncommitted():
            return None
        return season_version(season.pk, published=published)

    def make() -> ClubSeasonSheet:
        stored = Season.objects.select_related("club").get(pk=season.pk)
        return season_sheet(stored, published=published)

    return _SHEETS.get_or_make(version, make, season.pk, published)


def season_scoring(season: Season) -> SeasonScoring:
    """Return the rules of *season*."""
    return SeasonScoring(
        points=season.points,
        best=season.best,
        minimum=season.minimum,
        attendance=season.attendance,
        table=read_place_table(season.table),
        ties=tuple(season.ties.split()),
        handicap=season.handicap,
        handicap_events=season.handicap_events,
    )


def season_sheet(season: Season, *, published: bool) -> ClubSeasonSheet:
    """Return the standings of *season*."""
    rules = season_scoring(season)
    events = list(season_events(season.pk, published=published).select_related("club"))
    outcomes = _outcomes(events)
    results = [_results(outcomes[event.pk], season.counting) for event in events]
    sheets = [
        _event_sheet(event, outcomes[event.pk], season, own)
        for event, own in zip(events, results, strict=True)
    ]
    paired = [(sheet, own) for sheet, own in zip(sheets, results, strict=True) if not sheet.why_not]
    names = {key: name for _sheet, own in paired for key, (name, _result) in own.items()}
    by_event = [{key: result for key, (_name, result) in own.items()} for _sheet, own in paired]
    counted = tuple(sheet for sheet, _own in paired)
    places = season_places(by_event, rules)
    empty = tuple(SeasonCell(sheet, None, is_counted=False, result=None) for sheet in counted)
    rows = [_row(place, names[place.contestant], empty, by_event, rules) for place in places]
    return ClubSeasonSheet(
        club=season.club.name,
        name=season.name,
        called=CALLED[Counting(season.counting)],
        rule=season_rule(rules, len(counted)),
        events=tuple(sheets),
        counted=counted,
        rows=tuple(sorted(rows, key=_row_order)),
        nameless=sum(outcomes[sheet.event_id].nameless for sheet in counted),
        has_attendance=rules.attendance > 0,
        is_average=rules.is_average,
        note=_note(rules, len(counted)),
    )


def _outcomes(events: Sequence[Event]) -> dict[int, EventOutcome]:
    """Return the outcome of each event, cached by its change number."""
    may_keep = not has_uncommitted()
    versions = {event.pk: (event.pk, event.change_no, event.club.change_no) for event in events}
    outcomes: dict[int, EventOutcome] = {}
    new_keys: list[int] = []
    for event in events:
        outcome = _OUTCOMES.get(versions[event.pk]) if may_keep else None
        if outcome is None:
            outcome = kind_of(event).outcome(event)
            new_keys.append(event.pk)
        outcomes[event.pk] = outcome
    if may_keep and new_keys:
        stored = Event.objects.filter(pk__in=new_keys).order_by()
        for version in stored.values_list("pk", "change_no", "club__change_no"):
            if version == versions[version[0]]:
                _OUTCOMES.set(version, outcomes[version[0]])
    return outcomes


def _keys(entrant: RankedEntrant, counting: str) -> Iterator[tuple[str, str]]:
    """Yield the key and name of each contestant that *entrant* stands for."""
    starters = entrant.people[: entrant.starters]
    if counting == Counting.PEOPLE:
        yield from ((str(person_id), name) for person_id, name in entrant.people)
    elif counting == Counting.PAIRS and len(starters) == 2:
        yield _group_key(starters), " & ".join(name for _id, name in starters)
    elif counting == Counting.TEAMS and entrant.name:
        yield entrant.name.casefold(), entrant.name
    elif counting == Counting.TEAMS and len(starters) > 2:
        yield _group_key(starters), ", ".join(name for _id, name in starters)


def _group_key(people: Sequence[tuple[int, str]]) -> str:
    """Return the key of *people* who play together, in any order."""
    return "-".join(str(person_id) for person_id, _name in sorted(people))


def _results(outcome: EventOutcome, counting: str) -> dict[str, tuple[str, EventResult]]:
    """Return the name and result of every contestant, the better of two, by key."""
    groups: dict[str, list[RankedEntrant]] = {}
    for entrant in outcome.entrants:
        groups.setdefault(entrant.group, []).append(entrant)
    results: dict[str, tuple[str, EventResult]] = {}
    for group in groups.values():
        places = [entrant.place for entrant in group]
        average = sum((entrant.total for entrant in group), Fraction(0)) / len(group)
        for entrant in group:
            result = EventResult(
                place=entrant.place,
                sharing=places.count(entrant.place),
                field=len(group),
                total=entrant.total,
                average=average,
                percent=entrant.percent,
            )
            for key, name in _keys(entrant, counting):
                if key not in results or result.place < results[key][1].place:
                    results[key] = name, result
    return results


def _event_sheet(
    event: Event,
    outcome: EventOutcome,
    season: Season,
    results: Mapping[str, tuple[str, EventResult]],
) -> SeasonEventSheet:
    why_not = outcome.why_not
    if not why_not and not results:
        why_not = f"No {CALLED[Counting(season.counting)].lower()} with names is ranked in it."
    if (
        not why_not
        and season.points == "percent"
        and all(own.percent is None for _name, own in results.values())
    ):
        why_not = "Its scoring has no percentages."
    is_open = event.corrections_until is not None and not event.is_final
    return SeasonEventSheet(
        event_id=event.pk,
        name=event.name,
        date=event.date,
        entrants=len(outcome.entrants),
        is_published=event.is_published,
        is_provisional=not outcome.is_complete or not event.is_published or is_open,
        why_not=why_not,
    )


def _row(
    place: SeasonPlace,
    name: str,
    empty: Sequence[SeasonCell],
    results: Sequence[Mapping[str, EventResult]],
    rules: SeasonScoring,
) -> ClubSeasonRow:

    def text(value: Fraction | None) -> str:
        if value is None:
            return ""
        return figure_text(value, is_average=rules.is_average)

    cells = list(empty)
    for at, own in enumerate(results):
        if result := own.get(place.contestant):
            points = place.points[at]
            cells[at] = SeasonCell(
                empty[at].event,
                points,
                place.counted[at],
                result,
                text(points),
                place.handicaps[at],
            )
    return ClubSeasonRow(
        place=place.place_text,
        key=place.contestant,
        name=name,
        played=place.played,
        wins=place.wins,
        cells=tuple(cells),
        attendance=rules.attendance * place.played,
        total=place.total,
        total_text=text(place.total),
    )


def _row_order(row: ClubSeasonRow) -> tuple[bool, int, Fraction, tuple[str, ...] | str]:
    """Return the sort key of rows: place, then family name."""
    place = row.place.rstrip("=")
    return (not place, int(place or 0), Fraction(0) if place else -row.total, by_family(row.name))


_RULES = {
    "percent": "The average of the percentages",
    "total": "The sum of the totals",
    "credit": "The sum of the differences from the field’s average",
    "places": "Points for places",
    "wins": "Events won, a shared win in parts",
    "attendance": "Events played",
}


def season_rule(rules: SeasonScoring, events: int) -> str:
    """Return *rules* in a sentence, with the number of events so far."""
    parts = [_RULES[rules.points]]
    if rules.best:
        parts.append(f"best {rules.best} event{'s' * (rules.best != 1)}")
    if rules.minimum:
        parts.append(f"{rules.minimum} event{'s' * (rules.minimum != 1)} needed for a place")
    if rules.handicap:
        if rules.handicap_events == 1:
            before = "the event"
        else:
            before = f"the {rules.handicap_events} events"
        parts.append(f"handicap: {rules.handicap} % of what {before} before lacked to 50 %")
    if rules.attendance:
        parts.append(f"plus {rules.attendance} per event played")
    if rules.ties:
        parts.append(f"ties by {', then '.join(SEASON_TIES[tie] for tie in rules.ties)}")
    return f"{'; '.join(parts)}. {events} event{'s' * (events != 1)} so far."


def _note(rules: SeasonScoring, events: int) -> str:
    """Return what of *rules* has no effect with so few *events*, empty without events."""
    if events and rules.best > events:
        return f"The best {rules.best} count but there are only {events}, so all of them count."
    if events and rules.minimum > events:
        return f"A place needs {rules.minimum} events but there are only {events}, so nobody has a place yet."
    return ""
