"""The standings of a season, calculated again whenever one of its events has changed.

An event is asked for its :class:`~director.event_kinds.EventOutcome`, whatever its kind. The places in it
become points and totals in ``scoring.season``; this module turns entrants into
contestants of the season (people, pairs or teams), the totals into the records of its page, and
the rules into a sentence. Outcomes and finished standings are cached by change numbers.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import cache

from django.db import connection
from django.db.models import Count, F, Min, Q, QuerySet, Sum
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from director.core.base.tags.cards import party_figure
from director.core.base.versions import LruCache, PageVersion, SqlQuery, with_zone
from director.event_kinds import (
    EventKind,
    EventOutcome,
    RankedEntrant,
    filter_playable,
    get_event_kind,
    list_event_kinds,
)
from director.models import Club, Event, Season
from director.models.change_number import has_uncommitted
from director.models.season import SeasonContestants
from director.names import make_family_key, make_name_key
from scoring.display import percent_text, points_text
from scoring.season import (
    SEASON_SUMS,
    SEASON_TIES,
    EventResult,
    SeasonPlace,
    SeasonScoring,
    read_place_table,
    season_places,
    season_unit,
    unlike_note,
    unlike_unit,
)


def format_season_figure(value: Fraction, *, is_average: bool) -> str:
    """Return a figure as text: ``"54.17"`` for an average, else ``"12"``, ``"7½"``, ``"3.33"``."""
    if is_average:
        return percent_text(value)
    # Halves are written as ½, and other fractions as decimals.
    text = party_figure(value) if value.denominator <= 2 else points_text(value)
    return text.replace("-", "−")


@dataclass(frozen=True, slots=True)
class SeasonEventSheet:
    """An event of a season. *exclusion_reason* says why it earns nothing, or is empty."""

    event_id: int
    name: str
    date: date
    entrants: int
    is_published: bool
    is_provisional: bool
    exclusion_reason: str = ""


@dataclass(frozen=True, slots=True)
class SeasonCell:
    """A contestant's points for one event (None if absent), with the *handicap* in them."""

    event: SeasonEventSheet
    points: Fraction | None
    is_counted: bool
    result: EventResult | None
    text: str = ""
    handicap: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class ClubSeasonRow:
    """One contestant's place."""

    place: str
    key: str  # numbers of people, "3-17", or the name of a team
    name: str
    events_played: int
    wins: int
    cells: tuple[SeasonCell, ...]
    attendance: int
    total: Fraction
    total_text: str
    people: tuple[tuple[int, str], ...] = ()  # keys and names of a player or of a pair
    group: str = ""  # the prize group, if each has standings of its own
    games_played: int = 0  # of all events that earn points, also of those that are struck out

    @property
    def points(self) -> tuple[Fraction | None, ...]:
        """The points of each event, None if absent."""
        return tuple(cell.points for cell in self.cells)

    @property
    def is_leader(self) -> bool:
        """Whether the contestant is first, alone or with others."""
        return self.place in ("1", "1=")


@dataclass(frozen=True, slots=True)
class ClubSeasonSheet:
    """The page of a season. *counted_events* are the events that earn points, by date."""

    club: str
    name: str
    contestant_title: str  # "Player", "Pair" or "Team"
    rule: str
    events: tuple[SeasonEventSheet, ...]
    counted_events: tuple[SeasonEventSheet, ...]
    rows: tuple[ClubSeasonRow, ...]
    nameless: int
    has_attendance: bool
    has_groups: bool
    has_games: bool  # whether every event counts games, as parties do
    is_average: bool
    note: str = ""  # a setting that has no effect yet

    @property
    def leaders(self) -> tuple[str, ...]:
        """The names of the contestants in first place."""
        return tuple(row.name for row in self.rows if row.is_leader)

    @property
    def is_provisional(self) -> bool:
        """Whether a result of an event can still change."""
        return any(event.is_provisional for event in self.counted_events)


PERCENTAGES = "percent"
"""The points of a season that averages the percentages of its events."""
PLACES_BEATEN = "beaten"
"""The points of a season that counts those beaten. Only contestants of the season can be beaten."""
CONTESTANT_TITLES = {
    SeasonContestants.PEOPLE: "Player",
    SeasonContestants.PAIRS: "Pair",
    SeasonContestants.TEAMS: "Team",
}

# A season of 50 events needs 50 outcomes. After a correction 49 of them are still valid.
_OUTCOMES = LruCache[EventOutcome](300)
_SHEETS = LruCache[ClubSeasonSheet](16)


def fetch_club_seasons(club: Club) -> QuerySet[Season]:
    """Return the club's seasons, latest first, with ``events``, their number of events. One query."""
    is_listed = Q(season_events__event__removed_at__isnull=True)
    return _sort_seasons(club.seasons.annotate(events=Count("season_events", filter=is_listed)))


def fetch_public_seasons(club: Club) -> QuerySet[Season]:
    """Return the seasons of *club* with a published event. One query."""
    has_public_event = Q(
        season_events__event__removed_at__isnull=True,
        season_events__event__published_at__isnull=False,
    )
    return _sort_seasons(club.seasons.filter(has_public_event).distinct())


def fetch_seasons_of_events(events: Sequence[Event]) -> QuerySet[Season]:
    """Return the seasons that any of *events* counts for, latest first. One query."""
    return _sort_seasons(Season.objects.filter(season_events__event__in=events).distinct())


def _sort_seasons(seasons: QuerySet[Season]) -> QuerySet[Season]:
    # Former seasons of parties stay below the others, where the list always had them.
    return seasons.order_by(F("former_number").desc(nulls_first=True), "-pk")


def fetch_season_events(season_id: int, *, published: bool) -> QuerySet[Event]:
    """Return the listed events of a season by date, only *published* ones for visitors."""
    events = Event.objects.filter(in_seasons__season=season_id, removed_at__isnull=True)
    events = filter_playable(events)
    if published:
        events = events.filter(published_at__isnull=False)
    return events.order_by("date", "pk")


def filter_countable_events(season: Season, events: QuerySet[Event]) -> QuerySet[Event]:
    """Return the *events* whose scoring can earn points in *season*.

    A season of percentages counts only events that have them. Whether results are missing doesn't
    matter: they may still be entered.
    """
    if season.points != PERCENTAGES:
        return events
    has_percents = Q(pk__in=())
    for kind in list_event_kinds():
        has_percents |= Q(contest=kind.contest, scoring__in=kind.percent_methods)
    return events.filter(has_percents)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonVersion(PageVersion):
    """The version of all data of a season.

    *club_no* counts the changes of the club, its people and its seasons. *events_no* is the sum of
    the change numbers of the season's *event_count* events. *corrections_until* is the next time at
    which one of them becomes final.
    """

    season_id: int
    club_no: int
    events_no: int
    event_count: int

    @property
    def name(self) -> str:
        """The version as text, for cache keys."""
        # The next event becomes final later, so the time is not the same after this one did.
        return (
            f"season-{self.season_id}-{self.club_no}-{self.events_no}-{self.event_count}"
            f"-{self.corrections_until}"
        )


def fetch_season_version(season_id: int, *, published: bool = True) -> SeasonVersion | None:
    """Return the version of a season, or None without events. One query.

    Any change of an event, and any event added or removed, changes the sum of the change numbers or
    their count.
    """
    sql, params = _make_version_query(published=published)
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    time_placeholder = connection.ops.adapt_datetimefield_value(_TIME_PLACEHOLDER)
    values = {_SEASON_PLACEHOLDER: season_id, time_placeholder: now}
    with connection.cursor() as cursor:
        cursor.execute(sql, [values.get(param, param) for param in params])
        row = cursor.fetchone()
    if row is None:
        return None
    club_no, events_no, event_count, until = row
    if isinstance(until, str):  # SQLite stores times as text
        until = parse_datetime(until)
    return SeasonVersion(
        season_id=season_id,
        club_no=club_no,
        events_no=int(events_no),
        event_count=event_count,
        corrections_until=until and with_zone(until),
    )


# Parameters of the query that is built once. Each call puts its own values in their place.
_SEASON_PLACEHOLDER = -1
_TIME_PLACEHOLDER = datetime(1900, 1, 1, tzinfo=UTC)


@cache
def _make_version_query(*, published: bool) -> SqlQuery:
    """Return the query for a season's version. Building it takes longer than running it."""
    events = fetch_season_events(_SEASON_PLACEHOLDER, published=published)
    until = Min("corrections_until", filter=Q(corrections_until__gt=_TIME_PLACEHOLDER))
    rows = events.order_by().values("club__change_no")
    rows = rows.annotate(sum=Sum("change_no"), count=Count("pk"), until=until)
    query = rows.values_list("club__change_no", "sum", "count", "until").query
    question: SqlQuery = query.sql_with_params()
    return question


def get_cached_season_sheet(season: Season, *, published: bool) -> ClubSeasonSheet:
    """Return the standings of *season*, from the cache if they are still valid."""

    def version() -> SeasonVersion | None:
        # In a transaction the numbers may still be rolled back, so nothing is cached by them.
        if has_uncommitted():
            return None
        return fetch_season_version(season.pk, published=published)

    def make() -> ClubSeasonSheet:
        # Read again, because *season* may be older than the version.
        stored = Season.objects.select_related("club").get(pk=season.pk)
        return make_season_sheet(stored, published=published)

    return _SHEETS.get_or_make(version, make, season.pk, published)


def make_season_scoring(season: Season) -> SeasonScoring:
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


NamedResults = dict[str, tuple[str, EventResult]]
"""The name and the best result of each contestant of a season in one event, by key."""


def make_season_sheet(season: Season, *, published: bool) -> ClubSeasonSheet:
    """Return the standings of *season*."""
    rules = make_season_scoring(season)
    events = list(fetch_season_events(season.pk, published=published).select_related("club"))
    outcomes = _get_outcomes(events)
    sheets = []
    counted_sheets = []
    counted_outcomes = []
    results_by_event = {
        event.pk: _get_named_results(outcomes[event.pk], season.counting) for event in events
    }
    ranked_outcomes = [outcomes[event.pk] for event in events if results_by_event[event.pk]]
    added_unit = _find_added_unit(ranked_outcomes, season)
    for event in events:
        outcome = outcomes[event.pk]
        why_not = _explain_no_points(outcome, season, results_by_event[event.pk], added_unit)
        sheet = _make_event_sheet(event, outcome, why_not)
        sheets.append(sheet)
        if not sheet.exclusion_reason:
            counted_sheets.append(sheet)
            counted_outcomes.append(outcome)
    rows: list[ClubSeasonRow] = []
    for group, keys in _group_contestants(counted_outcomes, season).items():
        rows += _make_season_rows(group, keys, counted_outcomes, counted_sheets, season)
    note = _make_season_note(rules, len(counted_sheets))
    if not note:
        note = unlike_note([outcome.unit for outcome in ranked_outcomes], added_unit)
    return ClubSeasonSheet(
        club=season.club.name,
        name=season.name,
        contestant_title=CONTESTANT_TITLES[SeasonContestants(season.counting)],
        rule=describe_season_rule(rules, len(counted_sheets)),
        events=tuple(sheets),
        counted_events=tuple(counted_sheets),
        rows=tuple(rows),
        nameless=sum(outcome.nameless for outcome in counted_outcomes),
        has_attendance=rules.attendance > 0,
        has_groups=season.by_group,
        has_games=all(map(_has_games, counted_outcomes)),
        is_average=rules.is_average,
        note=note,
    )


def _has_games(outcome: EventOutcome) -> bool:
    return any(entrant.games_played for entrant in outcome.entrants)


def _group_contestants(
    outcomes: Sequence[EventOutcome], season: Season
) -> dict[str, frozenset[str] | None]:
    """Return the keys of the contestants that are ranked together, by the name of their group.

    None stands for everybody who played, with a name or without.
    """
    if not season.by_group and season.points != PLACES_BEATEN:
        return {"": None}
    # Contestants compete in the group of their last event, so later events overwrite earlier ones.
    group_by_key: dict[str, str] = {}
    for outcome in outcomes:
        for key, entrant in _list_entries(outcome, season.counting):
            group = entrant.prize_group if season.by_group else ""
            # An event without groups says nothing about anybody's group.
            if group or key not in group_by_key:
                group_by_key[key] = group
    keys_by_group: dict[str, frozenset[str] | None] = {}
    for group in sorted(set(group_by_key.values())):
        keys = (key for key, group_of_key in group_by_key.items() if group_of_key == group)
        keys_by_group[group] = frozenset(keys)
    return keys_by_group


def _make_season_rows(
    group: str,
    keys: frozenset[str] | None,
    outcomes: Sequence[EventOutcome],
    sheets: Sequence[SeasonEventSheet],
    season: Season,
) -> list[ClubSeasonRow]:
    """Return the standings of the contestants with *keys*, best first."""
    rules = make_season_scoring(season)
    results: list[dict[str, EventResult]] = []
    names: dict[str, str] = {}
    people: dict[str, tuple[tuple[int, str], ...]] = {}
    games: Counter[str] = Counter()
    for outcome in outcomes:
        named_results = _get_named_results(outcome, season.counting, keys)
        results.append({key: result for key, (_name, result) in named_results.items()})
        # The name in the latest event is the one shown.
        names |= {key: name for key, (name, _result) in named_results.items()}
        people |= _get_people_by_key(outcome, season.counting)
        for key, entrant in _list_entries(outcome, season.counting):
            games[key] += entrant.games_played
    empty_cells = [SeasonCell(sheet, None, is_counted=False, result=None) for sheet in sheets]
    rows = []
    for place in season_places(results, rules):
        row = _make_season_row(
            place,
            name=names[place.contestant],
            people=people.get(place.contestant, ()),
            empty_cells=empty_cells,
            results=results,
            rules=rules,
        )
        rows.append(replace(row, group=group, games_played=games[place.contestant]))
    return sorted(rows, key=_make_row_sort_key)


def _find_added_unit(outcomes: Sequence[EventOutcome], season: Season) -> str:
    """Return the unit of the totals that *season* adds up, "" if it adds none."""
    if season.points not in SEASON_SUMS:
        return ""
    return season_unit([outcome.unit for outcome in outcomes])


def _get_outcomes(events: Sequence[Event]) -> dict[int, EventOutcome]:
    """Return the outcome of each event, cached by its change number."""
    can_cache = not has_uncommitted()
    versions = {event.pk: (event.pk, event.change_no, event.club.change_no) for event in events}
    outcomes: dict[int, EventOutcome] = {}
    # Each kind is asked once for all its events, so that it needs few queries.
    other_events: dict[EventKind, list[Event]] = {}
    for event in events:
        outcome = _OUTCOMES.get(versions[event.pk]) if can_cache else None
        if outcome is None:
            other_events.setdefault(get_event_kind(event), []).append(event)
        else:
            outcomes[event.pk] = outcome
    calculated: dict[int, EventOutcome] = {}
    for kind, events_of_kind in other_events.items():
        calculated |= kind.compute_outcomes(events_of_kind)
    outcomes |= calculated
    if can_cache and calculated:
        # An event may have changed while its outcome was calculated. The outcome then is of no
        # single version, so it isn't cached.
        stored = Event.objects.filter(pk__in=calculated).order_by()
        for version in stored.values_list("pk", "change_no", "club__change_no"):
            event_id = version[0]
            if version == versions[event_id]:
                _OUTCOMES.set(version, outcomes[event_id])
    return outcomes


def _list_entries(outcome: EventOutcome, counting: str) -> Iterator[tuple[str, RankedEntrant]]:
    """Yield the key of each contestant with an entrant that they are or were part of."""
    for entrant in outcome.entrants:
        for key, _name in _list_contestants(entrant, counting):
            yield key, entrant


def _list_contestants(entrant: RankedEntrant, counting: str) -> Iterator[tuple[str, str]]:
    """Yield the key and name of each contestant in *entrant*: people, a pair or a team."""
    starters = entrant.people[: entrant.starters]
    if counting == SeasonContestants.PEOPLE:
        for person_id, name in entrant.people:
            yield str(person_id), name
    elif counting == SeasonContestants.PAIRS and len(starters) == 2:
        yield _make_group_key(starters), " & ".join(name for _id, name in starters)
    elif counting == SeasonContestants.TEAMS and entrant.name:
        yield make_name_key(entrant.name), entrant.name
    elif counting == SeasonContestants.TEAMS and len(starters) > 2:
        yield _make_group_key(starters), ", ".join(name for _id, name in starters)


def _get_people_by_key(
    outcome: EventOutcome, counting: str
) -> dict[str, tuple[tuple[int, str], ...]]:
    """Return the people of each player or pair, as keys and names. Teams have none."""
    people: dict[str, tuple[tuple[int, str], ...]] = {}
    for entrant in outcome.entrants:
        if counting == SeasonContestants.PEOPLE:
            people |= {str(person[0]): (person,) for person in entrant.people}
        elif counting == SeasonContestants.PAIRS:
            people |= {
                key: entrant.people[:2] for key, _name in _list_contestants(entrant, counting)
            }
    return people


def _make_group_key(people: Sequence[tuple[int, str]]) -> str:
    """Return the key of a pair or team, the same in any order of its *people*."""
    return "-".join(str(person_id) for person_id, _name in sorted(people))


def _get_named_results(
    outcome: EventOutcome, counting: str, keys: frozenset[str] | None = None
) -> NamedResults:
    """Return each contestant's name and best result, by key.

    With *keys* only entrants with one of these contestants are ranked, among themselves.
    """
    groups: dict[str, list[RankedEntrant]] = {}
    for entrant in outcome.entrants:
        contestants = [key for key, _name in _list_contestants(entrant, counting)]
        if keys is None or not keys.isdisjoint(contestants):
            groups.setdefault(entrant.group, []).append(entrant)
    results: NamedResults = {}
    for group in groups.values():
        places = [entrant.place for entrant in group]
        average = sum((entrant.total for entrant in group), Fraction(0)) / len(group)
        for entrant in group:
            place = entrant.place
            if keys is not None:
                place = 1 + sum(other_place < place for other_place in places)
            result = EventResult(
                place=place,
                sharing=places.count(entrant.place),
                field=len(group),
                total=entrant.total,
                average=average,
                percent=entrant.percent,
            )
            for key, name in _list_contestants(entrant, counting):
                if keys is not None and key not in keys:
                    continue
                # Somebody who played for two entrants has the better place.
                if key not in results or result.place < results[key][1].place:
                    results[key] = name, result
    return results


def _make_event_sheet(event: Event, outcome: EventOutcome, why_not: str) -> SeasonEventSheet:
    has_period = event.corrections_until is not None or event.is_period_stopped
    is_open = has_period and not event.is_final
    return SeasonEventSheet(
        event_id=event.pk,
        name=event.name,
        date=event.date,
        entrants=len(outcome.entrants),
        is_published=event.is_published,
        is_provisional=not outcome.is_complete or not event.is_published or is_open,
        exclusion_reason=why_not,
    )


def _explain_no_points(
    outcome: EventOutcome,
    season: Season,
    named_results: NamedResults,
    added_unit: str,
) -> str:
    """Return why the event earns no points in *season*, or ""."""
    if outcome.why_not:
        return outcome.why_not
    if not named_results:
        return f"No {CONTESTANT_TITLES[SeasonContestants(season.counting)].lower()} with names is ranked in it."
    has_percents = any(result.percent is not None for _name, result in named_results.values())
    if season.points == PERCENTAGES and not has_percents:
        return "Its scoring has no percentages."
    if season.points in SEASON_SUMS:
        return unlike_unit(outcome.unit, added_unit)
    return ""


def _make_season_row(
    place: SeasonPlace,
    *,
    name: str,
    people: tuple[tuple[int, str], ...],
    empty_cells: Sequence[SeasonCell],
    results: Sequence[Mapping[str, EventResult]],
    rules: SeasonScoring,
) -> ClubSeasonRow:
    def format_value(value: Fraction | None) -> str:
        if value is None:
            return ""
        return format_season_figure(value, is_average=rules.is_average)

    cells = list(empty_cells)
    for index, event_results in enumerate(results):
        result = event_results.get(place.contestant)
        if result:
            points = place.points[index]
            cells[index] = SeasonCell(
                event=empty_cells[index].event,
                points=points,
                is_counted=place.counted[index],
                result=result,
                text=format_value(points),
                handicap=place.handicaps[index],
            )
    return ClubSeasonRow(
        place=place.place_text,
        key=place.contestant,
        name=name,
        events_played=place.played,
        wins=place.wins,
        cells=tuple(cells),
        attendance=rules.attendance * place.played,
        total=place.total,
        total_text=format_value(place.total),
        people=people,
    )


def _make_row_sort_key(row: ClubSeasonRow) -> tuple[bool, int, Fraction, tuple[str, ...] | str]:
    """Return the sort key of rows: place, then family name. Rows without a place are last."""
    place = row.place.rstrip("=")
    if place:
        return (False, int(place), Fraction(0), make_family_key(row.name))
    return (True, 0, -row.total, make_family_key(row.name))


_RULES = {
    "percent": "The average of the percentages",
    "total": "The sum of the totals",
    "credit": "The sum of the differences from the field’s average",
    "beaten": "Players, pairs or teams beaten, a half per tie",
    "places": "Points for places",
    "wins": "Events won, a shared win in parts",
    "attendance": "Events played",
}


def describe_season_rule(rules: SeasonScoring, event_count: int) -> str:
    """Return *rules* in a sentence, with the number of events so far."""
    parts = [_RULES[rules.points]]
    if rules.best:
        parts.append(f"best {rules.best} event{'s' * (rules.best != 1)}")
    if rules.minimum:
        parts.append(f"{rules.minimum} event{'s' * (rules.minimum != 1)} needed for a place")
    if rules.handicap:
        if rules.handicap_events == 1:
            events_words = "the event"
        else:
            events_words = f"the {rules.handicap_events} events"
        parts.append(f"handicap: {rules.handicap} % of what {events_words} before lacked to 50 %")
    if rules.attendance:
        parts.append(f"plus {rules.attendance} per event played")
    if rules.ties:
        parts.append(f"ties by {', then '.join(SEASON_TIES[tie] for tie in rules.ties)}")
    return f"{'; '.join(parts)}. {event_count} event{'s' * (event_count != 1)} so far."


def _make_season_note(rules: SeasonScoring, event_count: int) -> str:
    """Return a warning if *rules* ask for more events than there are, else ""."""
    if event_count and rules.best > event_count:
        return (
            f"The best {rules.best} count but there are only {event_count}, so all of them count."
        )
    if event_count and rules.minimum > event_count:
        return f"A place needs {rules.minimum} events but there are only {event_count}, so nobody has a place yet."
    return ""


@dataclass(frozen=True, slots=True)
class WhyLine:
    """The arithmetic of the points for one event, in words."""

    cell: SeasonCell
    words: str
    is_counted: bool


@dataclass(frozen=True, slots=True)
class WhyRow:
    """The arithmetic of one contestant's total."""

    row: ClubSeasonRow
    lines: tuple[WhyLine, ...]
    sum_text: str


def explain_total(sheet: ClubSeasonSheet, rules: SeasonScoring, key: str) -> WhyRow | None:
    """Explain the total of the contestant *key*, or return None."""
    row = next((row for row in sheet.rows if row.key == key), None)
    if row is None:
        return None
    lines = tuple(
        WhyLine(cell, _explain_points(cell, rules), cell.is_counted)
        for cell in row.cells
        if cell.result
    )
    return WhyRow(row, lines, _explain_sum(row, rules))


def _explain_points(cell: SeasonCell, rules: SeasonScoring) -> str:
    result = cell.result
    if result is None or cell.points is None:
        return "no percentage, so no points"
    place = f"place {result.place} of {result.field}"
    if result.sharing > 1:
        place += f", shared by {result.sharing}"
    if rules.points == "percent":
        if not cell.handicap:
            return f"{place}: {cell.text} %"
        percent = format_season_figure(cell.points - cell.handicap, is_average=True)
        handicap = format_season_figure(cell.handicap, is_average=True)
        return f"{place}: {percent} % + handicap {handicap} = {cell.text} %"
    if rules.points == "credit":
        total = format_season_figure(result.total, is_average=False)
        average = format_season_figure(result.average, is_average=False)
        return f"{place}: total {total}, average of the field {average}, difference {cell.text}"
    if rules.points == "beaten":
        return f"{place}: {cell.text} beaten"
    return f"{place}: {cell.text}"


def _explain_sum(row: ClubSeasonRow, rules: SeasonScoring) -> str:
    terms = []
    for cell in row.cells:
        if cell.is_counted:
            is_negative = cell.text.startswith("−")
            terms.append(f"({cell.text})" if is_negative else cell.text)
    if not terms:
        return f"No event counts: {row.total_text}."
    arithmetic = " + ".join(terms)
    if rules.is_average and len(terms) > 1:
        arithmetic = f"({arithmetic}) ÷ {len(terms)}"
    if row.attendance:
        attendance = format_season_figure(Fraction(row.attendance), is_average=False)
        arithmetic = f"{arithmetic} + {attendance} for {row.events_played} events played"
    # The total of a single event needs no equation.
    if arithmetic == row.total_text:
        return arithmetic
    return f"{arithmetic} = {row.total_text}"
