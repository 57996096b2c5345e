"""The standings of a season, calculated again whenever one of its events has changed.

Every kind of event has an :class:`~director.core.club.outcomes.EventOutcome`. ``scoring.season`` turns its
ranks into points and totals. This module turns entrants into contestants of the season (people, pairs
or teams), the totals into the records of its page, and the rules into a sentence. Outcomes and
finished standings are cached by change numbers.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django.db.models import Count, F, Min, Q, QuerySet, Sum
from django.utils import timezone

from director.core.base.place_lines import MAX_EVENTS, MAX_LINES, PlaceHistory
from director.core.base.tags.cards import party_figure
from director.core.base.versions import LruCache, PageVersion
from director.core.club.outcomes import EventOutcome, RankedEntrant
from director.event_kinds import EventKind, filter_playable, get_event_kind, list_event_kinds
from director.models import Club, Event, Season
from director.models.change_number import has_uncommitted_change
from director.models.season import SeasonContestants
from director.names import make_family_key, make_name_key
from movements.option import format_count
from scoring.display import format_percent, format_rounded
from scoring.season import (
    SEASON_TIES,
    SUMMED_SEASON_POINTS,
    EventResult,
    SeasonScoring,
    SeasonStanding,
    choose_season_unit,
    compute_season_standings,
    explain_unlike_unit,
    make_unlike_units_note,
    parse_rank_points_table,
)


def format_season_points(value: Fraction, *, is_average: bool) -> str:
    """Return *value* as text: ``"54.17"`` for an average, otherwise ``"12"``, ``"7½"``, ``"3.33"``."""
    if is_average:
        return format_percent(value)
    # Halves are written as ½, and other fractions as decimals.
    text = party_figure(value) if value.denominator <= 2 else format_rounded(value)
    return text.replace("-", "−")


@dataclass(frozen=True, slots=True)
class SeasonEventDetails:
    """An event of a season. *exclusion_reason* says why it earns nothing, "" if it earns points."""

    event_id: int
    name: str
    date: date
    entrants: int
    is_published: bool
    is_provisional: bool
    exclusion_reason: str = ""


@dataclass(frozen=True, slots=True)
class SeasonCell:
    """A contestant's points for one event."""

    event: SeasonEventDetails
    points: Fraction | None  # with the handicap; None if absent
    is_counted: bool
    result: EventResult | None
    points_text: str = ""
    handicap: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One contestant's place and points, with a cell for each event that earns points."""

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
    games_played: int = 0  # in all events that earn points, even if they aren't among the best

    @property
    def points(self) -> tuple[Fraction | None, ...]:
        """The points of each event, None if absent."""
        return tuple(cell.points for cell in self.cells)

    @property
    def is_leader(self) -> bool:
        """Whether the contestant is first, alone or with others."""
        return self.place in ("1", "1=")


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """The standings of a season and what its page says of them."""

    club: str
    name: str
    contestant_title: str  # "Player", "Pair" or "Team"
    rule_description: str
    events: tuple[SeasonEventDetails, ...]
    counted_events: tuple[SeasonEventDetails, ...]  # those that earn points, by date
    rows: tuple[SeasonRow, ...]
    nameless_count: int
    has_attendance: bool
    has_groups: bool
    has_games: bool  # whether every event counts games, as parties do
    is_average: bool
    warning: str = ""  # a setting that has no effect yet
    # The places of each group's leaders after each of the latest events, by group.
    histories_by_group: tuple[tuple[str, tuple[PlaceHistory, ...]], ...] = ()

    @property
    def leaders(self) -> tuple[str, ...]:
        """The names of the contestants in first place."""
        return tuple(row.name for row in self.rows if row.is_leader)

    @property
    def is_provisional(self) -> bool:
        """Whether a result of an event can still change."""
        return any(event.is_provisional for event in self.counted_events)


PERCENTAGE_POINTS = "percent"
"""The points of a season that averages the percentages of its events."""
BEATEN_POINTS = "beaten"
"""The points of a season that counts beaten contestants, who must be contestants of the season."""
CONTESTANT_TITLES = {
    SeasonContestants.PEOPLE: "Player",
    SeasonContestants.PAIRS: "Pair",
    SeasonContestants.TEAMS: "Team",
}

# A season of 50 events needs 50 outcomes. After a correction 49 of them are still valid.
_OUTCOME_CACHE = LruCache[EventOutcome](300)
_STANDINGS_CACHE = LruCache[SeasonStandings](16)


def fetch_club_seasons(club: Club) -> QuerySet[Season]:
    """Return the club's seasons, latest first. ``events`` is the number of events in each. One query."""
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
    # Seasons of parties were once stored apart and listed last. They stay there.
    return seasons.order_by(F("former_number").desc(nulls_first=True), "-pk")


def fetch_season_events(season_id: int, *, is_published: bool) -> QuerySet[Event]:
    """Return the listed events of a season by date. With *is_published*, only published ones."""
    events = Event.objects.filter(in_seasons__season=season_id, removed_at__isnull=True)
    events = filter_playable(events)
    if is_published:
        events = events.filter(published_at__isnull=False)
    return events.order_by("date", "pk")


def fetch_weekday_events(season: Season) -> QuerySet[Event]:
    """Return the events of the weekday that *season* takes by itself, none without such a day."""
    if not season.weekday:
        return Event.objects.none()
    events = Event.objects.filter(
        club=season.club_id,
        contest=season.weekday_contest,
        date__gte=season.weekday_start,
        date__iso_week_day=season.weekday,
        removed_at__isnull=True,
    )
    return filter_countable_events(season, events)


def filter_countable_events(season: Season, events: QuerySet[Event]) -> QuerySet[Event]:
    """Return the *events* whose scoring can earn points in *season*.

    A season of percentages counts only events with percentages. Missing results don't matter, because
    they may still be entered.
    """
    if season.points != PERCENTAGE_POINTS:
        return events
    has_percents = Q(pk__in=())  # nothing yet
    for kind in list_event_kinds():
        has_percents |= Q(contest=kind.contest, scoring__in=kind.percent_methods)
    return events.filter(has_percents)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonVersion(PageVersion):
    """The version of all data of a season.

    Its *corrections_until* is the next time at which one of the season's events becomes final.
    """

    season_id: int
    club_change_no: int  # counts the changes of the club, its people and its seasons
    total_change_no: int  # the sum of the change numbers of the season's events
    event_count: int

    @property
    def name(self) -> str:
        """The version as text, for cache keys."""
        # The time changes when an event becomes final, because the next one does so later.
        return (
            f"season-{self.season_id}-{self.club_change_no}-{self.total_change_no}-{self.event_count}"
            f"-{self.corrections_until}"
        )


def fetch_season_version(season_id: int, *, is_published: bool = True) -> SeasonVersion | None:
    """Return the version of a season, or None without events. One query.

    Any change of an event, and any event added or removed, changes the sum of the change numbers or
    their count.
    """
    rows = list(_select_version(season_id, timezone.now(), is_published=is_published))
    if not rows:
        return None
    # All events are of one club, so they make one row.
    [(club_change_no, total_change_no, event_count, next_deadline)] = rows
    return SeasonVersion(
        season_id=season_id,
        club_change_no=club_change_no,
        total_change_no=int(total_change_no),  # a database may return a sum as a Decimal
        event_count=event_count,
        corrections_until=next_deadline,
    )


def _select_version(
    season_id: int, now: datetime, *, is_published: bool
) -> QuerySet[Event, tuple[Any, ...]]:
    """Return the columns of a season's version, with the next deadline after *now*."""
    events = fetch_season_events(season_id, is_published=is_published)
    next_deadline = Min("corrections_until", filter=Q(corrections_until__gt=now))
    rows = events.order_by().values("club__change_no")
    rows = rows.annotate(sum=Sum("change_no"), count=Count("pk"), until=next_deadline)
    return rows.values_list("club__change_no", "sum", "count", "until")


def fetch_cached_season_standings(season: Season, *, is_published: bool) -> SeasonStandings:
    """Return the standings of *season*, from the cache if they are still valid."""

    def fetch_version() -> SeasonVersion | None:
        # Uncommitted change numbers may be rolled back, so nothing is cached by them.
        if has_uncommitted_change():
            return None
        return fetch_season_version(season.pk, is_published=is_published)

    def make_standings() -> SeasonStandings:
        # The season is read again, because *season* may be older than the version.
        stored_season = Season.objects.select_related("club").get(pk=season.pk)
        return make_season_standings(stored_season, is_published=is_published)

    return _STANDINGS_CACHE.get_or_make(fetch_version, make_standings, season.pk, is_published)


def make_season_scoring(season: Season) -> SeasonScoring:
    """Return the rules of *season*."""
    return SeasonScoring(
        points=season.points,
        best=season.best,
        minimum=season.minimum,
        attendance=season.attendance,
        table=parse_rank_points_table(season.table),
        ties=tuple(season.ties.split()),
        handicap=season.handicap,
        handicap_events=season.handicap_events,
    )


NamedResults = dict[str, tuple[str, EventResult]]
"""The name and the best result of each contestant of a season in one event, by key."""


def make_season_standings(season: Season, *, is_published: bool) -> SeasonStandings:
    """Return the standings of *season*."""
    rules = make_season_scoring(season)
    events = list(fetch_season_events(season.pk, is_published=is_published).select_related("club"))
    outcomes_by_event_id = _fetch_outcomes_by_event_id(events)
    all_events = []
    counted_events = []
    counted_outcomes = []
    results_by_event = {
        event.pk: _get_named_results_by_key(outcomes_by_event_id[event.pk], season.counting)
        for event in events
    }
    ranked_outcomes = [
        outcomes_by_event_id[event.pk] for event in events if results_by_event[event.pk]
    ]
    added_unit = _get_added_unit(ranked_outcomes, season)
    for event in events:
        outcome = outcomes_by_event_id[event.pk]
        exclusion_reason = _get_exclusion_reason(
            outcome, season, results_by_event[event.pk], added_unit
        )
        event_details = _make_event_details(event, outcome, exclusion_reason)
        all_events.append(event_details)
        if not event_details.exclusion_reason:
            counted_events.append(event_details)
            counted_outcomes.append(outcome)
    rows: list[SeasonRow] = []
    histories_by_group = []
    for group, keys in _group_keys_by_name(counted_outcomes, season).items():
        group_rows = _make_season_rows(group, keys, counted_outcomes, counted_events, season)
        rows += group_rows
        histories = _make_place_histories(group_rows[:MAX_LINES], keys, counted_outcomes, season)
        histories_by_group.append((group, histories))
    warning = _make_season_warning(rules, len(counted_events))
    if not warning:
        units = [outcome.unit for outcome in ranked_outcomes]
        warning = make_unlike_units_note(units, added_unit)
    return SeasonStandings(
        club=season.club.name,
        name=season.name,
        contestant_title=CONTESTANT_TITLES[SeasonContestants(season.counting)],
        rule_description=describe_season_rule(rules, len(counted_events)),
        events=tuple(all_events),
        counted_events=tuple(counted_events),
        rows=tuple(rows),
        nameless_count=sum(outcome.nameless_count for outcome in counted_outcomes),
        has_attendance=rules.attendance > 0,
        has_groups=season.by_group,
        has_games=all(map(_has_games, counted_outcomes)),
        is_average=rules.is_average,
        warning=warning,
        histories_by_group=tuple(histories_by_group),
    )


def _make_place_histories(
    leading_rows: Sequence[SeasonRow],
    keys: frozenset[str] | None,
    outcomes: Sequence[EventOutcome],
    season: Season,
) -> tuple[PlaceHistory, ...]:
    """Return the places of *leading_rows* after each of the latest events, by the season's rules."""
    rules = make_season_scoring(season)
    results = []
    for outcome in outcomes:
        named_results = _get_named_results_by_key(outcome, season.counting, keys)
        results.append({key: result for key, (_name, result) in named_results.items()})
    first_count = max(1, len(results) - MAX_EVENTS + 1)
    place_lists: list[dict[str, int | None]] = []
    for count in range(first_count, len(results) + 1):
        standings = compute_season_standings(results[:count], rules)
        place_lists.append({place.contestant: place.rank for place in standings})
    return tuple(
        PlaceHistory(
            row.name,
            places=tuple(places.get(row.key) for places in place_lists),
            is_leader=row.is_leader,
        )
        for row in leading_rows
    )


def _has_games(outcome: EventOutcome) -> bool:
    return any(entrant.played_game_count for entrant in outcome.entrants)


def _group_keys_by_name(
    outcomes: Sequence[EventOutcome], season: Season
) -> dict[str, frozenset[str] | None]:
    """Return the keys of the contestants who are ranked together, by the name of their group.

    None in place of the keys stands for everybody who played, with a name or without.
    """
    if not season.by_group and season.points != BEATEN_POINTS:
        return {"": None}
    # Contestants compete in the group of their last event, so later events overwrite earlier ones.
    group_by_key: dict[str, str] = {}
    for outcome in outcomes:
        for key, entrant in _iter_entries(outcome, season.counting):
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
    counted_events: Sequence[SeasonEventDetails],
    season: Season,
) -> list[SeasonRow]:
    """Return the rows of the contestants with *keys*, the best one first."""
    rules = make_season_scoring(season)
    results: list[dict[str, EventResult]] = []
    names_by_key: dict[str, str] = {}
    people_by_key: dict[str, tuple[tuple[int, str], ...]] = {}
    game_counts: Counter[str] = Counter()
    for outcome in outcomes:
        named_results = _get_named_results_by_key(outcome, season.counting, keys)
        results.append({key: result for key, (_name, result) in named_results.items()})
        # The name in the latest event is shown, so later events overwrite earlier ones.
        names_by_key |= {key: name for key, (name, _result) in named_results.items()}
        people_by_key |= _get_people_by_key(outcome, season.counting)
        for key, entrant in _iter_entries(outcome, season.counting):
            game_counts[key] += entrant.played_game_count
    empty_cells = [
        SeasonCell(event, points=None, is_counted=False, result=None) for event in counted_events
    ]
    rows = []
    for season_place in compute_season_standings(results, rules):
        row = _make_season_row(
            season_place,
            name=names_by_key[season_place.contestant],
            people=people_by_key.get(season_place.contestant, ()),
            empty_cells=empty_cells,
            results=results,
            rules=rules,
        )
        rows.append(replace(row, group=group, games_played=game_counts[season_place.contestant]))
    return sorted(rows, key=_make_row_sort_key)


def _get_added_unit(outcomes: Sequence[EventOutcome], season: Season) -> str:
    """Return the unit of the totals that *season* adds up, "" if it doesn't add totals."""
    if season.points not in SUMMED_SEASON_POINTS:
        return ""
    return choose_season_unit([outcome.unit for outcome in outcomes])


def _fetch_outcomes_by_event_id(events: Sequence[Event]) -> dict[int, EventOutcome]:
    """Return the outcome of each event, cached by its change number."""
    can_cache = not has_uncommitted_change()
    versions = {event.pk: (event.pk, event.change_no, event.club.change_no) for event in events}
    outcomes_by_event_id: dict[int, EventOutcome] = {}
    # Each kind is asked once for all its events, so that it needs few queries.
    uncached_events_by_kind: dict[EventKind, list[Event]] = {}
    for event in events:
        outcome = _OUTCOME_CACHE.get(versions[event.pk]) if can_cache else None
        if outcome is None:
            uncached_events_by_kind.setdefault(get_event_kind(event), []).append(event)
        else:
            outcomes_by_event_id[event.pk] = outcome
    computed_outcomes: dict[int, EventOutcome] = {}
    for kind, events_of_kind in uncached_events_by_kind.items():
        computed_outcomes |= kind.compute_outcomes_by_event_id(events_of_kind)
    outcomes_by_event_id |= computed_outcomes
    if can_cache and computed_outcomes:
        # An outcome is cached only if its event didn't change while it was calculated. Otherwise it may
        # mix two versions.
        stored_events = Event.objects.filter(pk__in=computed_outcomes).order_by()
        for version in stored_events.values_list("pk", "change_no", "club__change_no"):
            event_id = version[0]
            if version == versions[event_id]:
                _OUTCOME_CACHE.set(version, outcomes_by_event_id[event_id])
    return outcomes_by_event_id


def _iter_entries(outcome: EventOutcome, counting: str) -> Iterator[tuple[str, RankedEntrant]]:
    """Yield the key of each contestant with each entrant that it is or was part of."""
    for entrant in outcome.entrants:
        for key, _name in _iter_contestants(entrant, counting):
            yield key, entrant


def _iter_contestants(entrant: RankedEntrant, counting: str) -> Iterator[tuple[str, str]]:
    """Yield the key and name of each contestant in *entrant*: people, a pair or a team."""
    starters = entrant.people[: entrant.starter_count]
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
    """Return the people of each player or pair, as ids and names, by key. Teams have none."""
    people_by_key: dict[str, tuple[tuple[int, str], ...]] = {}
    for entrant in outcome.entrants:
        if counting == SeasonContestants.PEOPLE:
            people_by_key |= {str(person[0]): (person,) for person in entrant.people}
        elif counting == SeasonContestants.PAIRS:
            people_by_key |= {
                key: entrant.people[:2] for key, _name in _iter_contestants(entrant, counting)
            }
    return people_by_key


def _make_group_key(people: Sequence[tuple[int, str]]) -> str:
    """Return the key of a pair or team, the same in any order of its *people*."""
    return "-".join(str(person_id) for person_id, _name in sorted(people))


def _get_named_results_by_key(
    outcome: EventOutcome, counting: str, keys: frozenset[str] | None = None
) -> NamedResults:
    """Return each contestant's name and best result, by key.

    With *keys* only entrants that have one of these contestants are ranked, among themselves.
    """
    entrants_by_group: dict[str, list[RankedEntrant]] = {}
    for entrant in outcome.entrants:
        contestants = [key for key, _name in _iter_contestants(entrant, counting)]
        if keys is None or not keys.isdisjoint(contestants):
            entrants_by_group.setdefault(entrant.group, []).append(entrant)
    results_by_key: NamedResults = {}
    for group in entrants_by_group.values():
        ranks = [entrant.rank for entrant in group]
        average = sum((entrant.total for entrant in group), Fraction(0)) / len(group)
        for entrant in group:
            rank = entrant.rank
            if keys is not None:
                rank = 1 + sum(other_rank < rank for other_rank in ranks)
            result = EventResult(
                rank=rank,
                sharing_count=ranks.count(entrant.rank),
                field_size=len(group),
                total=entrant.total,
                average_total=average,
                percent=entrant.percent,
            )
            for key, name in _iter_contestants(entrant, counting):
                if keys is not None and key not in keys:
                    continue
                # Somebody who played for two entrants has the better rank.
                _name, best_result = results_by_key.get(key, ("", None))
                if best_result is None or result.rank < best_result.rank:
                    results_by_key[key] = name, result
    return results_by_key


def _make_event_details(
    event: Event, outcome: EventOutcome, exclusion_reason: str
) -> SeasonEventDetails:
    # Without a correction period an event is never final, but isn't provisional for that.
    has_period = event.corrections_until is not None or event.is_period_stopped
    is_open = has_period and not event.is_final
    return SeasonEventDetails(
        event_id=event.pk,
        name=event.name,
        date=event.date,
        entrants=len(outcome.entrants),
        is_published=event.is_published,
        is_provisional=not outcome.is_complete or not event.is_published or is_open,
        exclusion_reason=exclusion_reason,
    )


def _get_exclusion_reason(
    outcome: EventOutcome,
    season: Season,
    results_by_key: NamedResults,
    added_unit: str,
) -> str:
    """Return the reason why an event earns no points in *season*, "" if it earns some."""
    if outcome.missing_reason:
        return outcome.missing_reason
    if not results_by_key:
        return f"No {CONTESTANT_TITLES[SeasonContestants(season.counting)].lower()} with names is ranked in it."
    has_percents = any(result.percent is not None for _name, result in results_by_key.values())
    if season.points == PERCENTAGE_POINTS and not has_percents:
        return "Its scoring has no percentages."
    if season.points in SUMMED_SEASON_POINTS:
        return explain_unlike_unit(outcome.unit, added_unit)
    return ""


def _make_season_row(
    season_place: SeasonStanding,
    *,
    name: str,
    people: tuple[tuple[int, str], ...],
    empty_cells: Sequence[SeasonCell],
    results: Sequence[Mapping[str, EventResult]],
    rules: SeasonScoring,
) -> SeasonRow:
    def format_value(value: Fraction | None) -> str:
        if value is None:
            return ""
        return format_season_points(value, is_average=rules.is_average)

    cells = list(empty_cells)
    for index, event_results in enumerate(results):
        result = event_results.get(season_place.contestant)
        if result:
            points = season_place.points_by_event[index]
            cells[index] = SeasonCell(
                event=empty_cells[index].event,
                points=points,
                is_counted=season_place.is_event_counted[index],
                result=result,
                points_text=format_value(points),
                handicap=season_place.handicaps[index],
            )
    return SeasonRow(
        place=season_place.rank_text,
        key=season_place.contestant,
        name=name,
        events_played=season_place.played_count,
        wins=season_place.win_count,
        cells=tuple(cells),
        attendance=rules.attendance * season_place.played_count,
        total=season_place.total,
        total_text=format_value(season_place.total),
        people=people,
    )


def _make_row_sort_key(row: SeasonRow) -> tuple[bool, int, Fraction, tuple[str, ...] | str]:
    """Return the sort key of rows: place, then family name. Rows without a place are last."""
    rank = row.place.rstrip("=")
    if rank:
        return (False, int(rank), Fraction(0), make_family_key(row.name))
    return (True, 0, -row.total, make_family_key(row.name))


_RULE_DESCRIPTIONS = {
    "percent": "The average of the percentages",
    "total": "The sum of the totals",
    "credit": "The sum of the differences from the field’s average",
    "beaten": "Players, pairs or teams beaten, a half per tie",
    "places": "Points for places",
    "wins": "Events won, a shared win in parts",
    "attendance": "Events played",
}


def describe_season_rule(rules: SeasonScoring, event_count: int) -> str:
    """Return a sentence on *rules*, and the number of events so far."""
    parts = [_RULE_DESCRIPTIONS[rules.points]]
    if rules.best:
        parts.append(f"best {format_count(rules.best, 'event')}")
    if rules.minimum:
        parts.append(f"{format_count(rules.minimum, 'event')} needed for a place")
    if rules.handicap:
        if rules.handicap_events == 1:
            events_phrase = "the event"
        else:
            events_phrase = f"the {rules.handicap_events} events"
        parts.append(f"handicap: {rules.handicap} % of what {events_phrase} before lacked to 50 %")
    if rules.attendance:
        parts.append(f"plus {rules.attendance} per event played")
    if rules.ties:
        parts.append(f"ties by {', then '.join(SEASON_TIES[tie] for tie in rules.ties)}")
    return f"{'; '.join(parts)}. {format_count(event_count, 'event')} so far."


def _make_season_warning(rules: SeasonScoring, event_count: int) -> str:
    """Return a warning if *rules* ask for more events than there are, otherwise ""."""
    if event_count and rules.best > event_count:
        return (
            f"The best {rules.best} count but there are only {event_count}, so all of them count."
        )
    if event_count and rules.minimum > event_count:
        return f"A place needs {rules.minimum} events but there are only {event_count}, so nobody has a place yet."
    return ""


@dataclass(frozen=True, slots=True)
class PointsExplanation:
    """How the points for one event are calculated, in words."""

    cell: SeasonCell
    description: str
    is_counted: bool


@dataclass(frozen=True, slots=True)
class TotalExplanation:
    """How one contestant's total is calculated: a line for each event, and the sum."""

    row: SeasonRow
    lines: tuple[PointsExplanation, ...]
    sum_description: str


def explain_total(
    standings: SeasonStandings, rules: SeasonScoring, key: str
) -> TotalExplanation | None:
    """Explain the total of the contestant with *key*. Return None if it isn't in the standings."""
    row = next((row for row in standings.rows if row.key == key), None)
    if row is None:
        return None
    lines = tuple(
        PointsExplanation(cell, _explain_points(cell, rules), cell.is_counted)
        for cell in row.cells
        if cell.result
    )
    return TotalExplanation(row, lines, _explain_sum(row, rules))


def _explain_points(cell: SeasonCell, rules: SeasonScoring) -> str:
    result = cell.result
    if result is None or cell.points is None:
        return "no percentage, so no points"
    rank_phrase = f"place {result.rank} of {result.field_size}"
    if result.sharing_count > 1:
        rank_phrase += f", shared by {result.sharing_count}"
    if rules.points == "percent":
        if not cell.handicap:
            return f"{rank_phrase}: {cell.points_text} %"
        percent = format_season_points(cell.points - cell.handicap, is_average=True)
        handicap = format_season_points(cell.handicap, is_average=True)
        return f"{rank_phrase}: {percent} % + handicap {handicap} = {cell.points_text} %"
    if rules.points == "credit":
        total = format_season_points(result.total, is_average=False)
        average = format_season_points(result.average_total, is_average=False)
        return f"{rank_phrase}: total {total}, average of the field {average}, difference {cell.points_text}"
    if rules.points == "beaten":
        return f"{rank_phrase}: {cell.points_text} beaten"
    return f"{rank_phrase}: {cell.points_text}"


def _explain_sum(row: SeasonRow, rules: SeasonScoring) -> str:
    terms = []
    for cell in row.cells:
        if cell.is_counted:
            is_negative = cell.points_text.startswith("−")
            terms.append(f"({cell.points_text})" if is_negative else cell.points_text)
    if not terms:
        return f"No event counts: {row.total_text}."
    arithmetic = " + ".join(terms)
    if rules.is_average and len(terms) > 1:
        arithmetic = f"({arithmetic}) ÷ {len(terms)}"
    if row.attendance:
        attendance = format_season_points(Fraction(row.attendance), is_average=False)
        arithmetic = f"{arithmetic} + {attendance} for {row.events_played} events played"
    # The total of a single event needs no equation.
    if arithmetic == row.total_text:
        return arithmetic
    return f"{arithmetic} = {row.total_text}"
