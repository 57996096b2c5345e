"""The return of a month or a season: who has won how many masterpoints in which events.

Only published events earn any. By the scales of federations these are events of pairs or single
players with one session: the awards of teams and of several sessions go by match and for the whole
event. By the club's own table teams and several sessions earn points too.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from itertools import groupby
from math import ceil
from operator import attrgetter

from django.db.models import Count
from django.db.models.functions import TruncMonth

from director.boards.scoring.standings.rows import GROUP_TITLES
from director.core.club.outcomes import EventOutcome, RankedEntrant
from director.core.night.events import fetch_events
from director.event_kinds import EventKind, get_event_kind
from director.models import Club, Event, Person, PersonNumber
from director.models.event import Contest
from director.names import join_names, make_family_key, make_name_key
from scoring.masterpoints import MasterpointField, MasterpointScale, compute_award, round_award
from scoring.registry import get_method
from scoring.season import RankPointsTable, get_rank_points

_ENTRANTS_PER_TABLE = {Contest.PAIRS: 2, Contest.INDIVIDUAL: 4, Contest.TEAMS: 1}
"""Entrants at a table, by contest."""
_MIN_STRATUM = 5  # pairs, below which a stratum has no awards: [ACBLMP] I
_IMPS = "IMPs"


@dataclass(frozen=True, slots=True)
class AwardRule:
    """How an event's places earn points."""

    # The award of an entrant by field, rank, and the number of those who share the rank.
    compute_award: Callable[[MasterpointField, int, int], Fraction]
    unit: str = "points"
    body: str = ""  # the federation whose numbers the players have
    teams_exclusion: str = ""  # why teams earn nothing
    sessions_exclusion: str = ""  # why events of several sessions earn nothing
    pays_strata: bool = False
    # The most masterpoints in a stratum, by its letter. The highest stratum has none.
    limits_by_stratum: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EarnedEvent:
    """An event and the points won in it."""

    event_id: int
    name: str
    day: date
    entrants: int = 0
    tables: int = 0
    total: Fraction = Fraction(0)
    exclusion_reason: str = ""  # why it earns nothing
    note: str = ""  # what it could earn besides


@dataclass(frozen=True, slots=True)
class EarnedPoints:
    """A player who has won points."""

    person_id: int
    name: str
    number: str
    total: Fraction
    events: int  # the number of events in which they were won
    place: str = ""  # "3="


@dataclass(frozen=True, slots=True)
class PointsReturn:
    """The points that were won from one month to another."""

    first_month: date
    last_month: date
    unit: str
    events: tuple[EarnedEvent, ...]  # by date
    players: tuple[EarnedPoints, ...]  # those with points, by points, then by family name
    needs_numbers: bool = True  # the player numbers of a federation

    @property
    def period(self) -> str:
        """The months as a text: ``"November 2026"``, or ``"September 2026 to May 2027"``."""
        first, last = (f"{month:%B %Y}" for month in (self.first_month, self.last_month))
        return first if first == last else f"{first} to {last}"

    @property
    def total(self) -> Fraction:
        """All points of all players."""
        return sum((player.total for player in self.players), Fraction(0))

    @property
    def unnumbered_players(self) -> tuple[EarnedPoints, ...]:
        """Players with points whom the federation couldn't know, since they have no number."""
        if not self.needs_numbers:
            return ()
        return tuple(player for player in self.players if not player.number)


@dataclass(frozen=True, slots=True)
class MonthCount:
    """How many nights of a month can earn points, and how many are still to be published."""

    month: date
    published: int
    unpublished: int


MAX_COUNTED_MONTHS = 6


def count_nights_by_month(club: Club) -> list[MonthCount]:
    """Return the latest months in which *club* played bridge. One query."""
    events = fetch_events("").filter(club=club, contest__in=_ENTRANTS_PER_TABLE)
    rows = (
        events.prefetch_related(None)
        .annotate(month=TruncMonth("date"))
        .order_by("-month")
        .values_list("month")
        .annotate(published=Count("published_at"), total=Count("pk"))
    )
    return [
        MonthCount(month, published, total - published)
        for month, published, total in rows[:MAX_COUNTED_MONTHS]
    ]


def make_scale_rule(
    scale: MasterpointScale, limits_by_stratum: Mapping[str, int] | None = None
) -> AwardRule:
    """Return the awards of a federation's *scale*."""

    def award(field: MasterpointField, rank: int, sharing_count: int) -> Fraction:
        return compute_award(scale, field, rank=rank, sharing_count=sharing_count)

    return AwardRule(
        award,
        unit=scale.unit,
        body=scale.federation,
        teams_exclusion=scale.teams_exclusion,
        sessions_exclusion=scale.sessions_exclusion,
        pays_strata=scale.pays_strata,
        limits_by_stratum=limits_by_stratum or {},
    )


def make_table_rule(table: RankPointsTable) -> AwardRule:
    """Return the awards of the club's own *table*, by the size of the field."""

    def award(field: MasterpointField, rank: int, sharing_count: int) -> Fraction:
        points = get_rank_points(
            table, field_size=field.entrants, rank=rank, sharing_count=sharing_count
        )
        return round_award(points)

    return AwardRule(award)


def compute_return(
    club: Club, first_month: date, last_month: date, *, rule: AwardRule
) -> PointsReturn:
    """Return the masterpoints of *club* from *first_month* to *last_month* by *rule*.

    Both are the first days of their months. Players have their numbers with the federation, or the
    club's default numbers by its own table.
    """
    club_events = fetch_events("").filter(club=club).select_related("club")
    period_events = club_events.filter(date__gte=first_month, date__lt=_get_next_month(last_month))
    events = list(period_events.order_by("date", "pk"))
    outcomes_by_event_id = _compute_outcomes_by_event_id(events)
    totals_by_person: dict[int, Fraction] = defaultdict(Fraction)
    event_counts_by_person: dict[int, int] = defaultdict(int)
    earned_events = []
    for event in events:
        outcome = outcomes_by_event_id[event.pk]
        reason = _explain_exclusion(event, outcome, rule)
        if reason:
            earned_events.append(
                EarnedEvent(event.pk, event.name, event.date, exclusion_reason=reason)
            )
            continue
        awards_by_person = _compute_awards_by_person(event, outcome, rule)
        for person_id, award in awards_by_person.items():
            totals_by_person[person_id] += award
            event_counts_by_person[person_id] += 1
        earned_events.append(
            EarnedEvent(
                event.pk,
                event.name,
                event.date,
                entrants=len(outcome.entrants),
                tables=_count_tables(event, outcome.entrants),
                total=sum(awards_by_person.values(), Fraction(0)),
                note=_describe_unlimited_strata(outcome, rule),
            )
        )
    numbers_by_person = _fetch_numbers_by_person(club, rule.body, totals_by_person)
    people = Person.objects.in_bulk(totals_by_person)
    players = [
        EarnedPoints(
            person_id,
            person.name,
            number=numbers_by_person.get(person_id, ""),
            total=totals_by_person[person_id],
            events=event_counts_by_person[person_id],
        )
        for person_id, person in people.items()
    ]
    return PointsReturn(
        first_month,
        last_month,
        unit=rule.unit,
        events=tuple(earned_events),
        players=tuple(_place_players(players)),
        needs_numbers=bool(rule.body),
    )


def _place_players(players: Iterable[EarnedPoints]) -> Iterator[EarnedPoints]:
    """Yield *players* with their places, by points. Those with equal points are by family name."""
    ordered = sorted(
        players,
        key=lambda player: (-player.total, make_family_key(player.name), player.person_id),
    )
    first_place = 1
    for _total, equal_players in groupby(ordered, key=attrgetter("total")):
        group = list(equal_players)
        place = f"{first_place}=" if len(group) > 1 else str(first_place)
        for player in group:
            yield replace(player, place=place)
        first_place += len(group)


def _get_next_month(month: date) -> date:
    """Return the first day of the month after *month*."""
    if month.month == 12:
        return date(month.year + 1, 1, 1)
    return date(month.year, month.month + 1, 1)


def _compute_outcomes_by_event_id(events: Sequence[Event]) -> dict[int, EventOutcome]:
    """Return the outcome of each event, by its id. Few queries, because each kind is asked once."""
    events_by_kind: dict[EventKind, list[Event]] = defaultdict(list)
    for event in events:
        events_by_kind[get_event_kind(event)].append(event)
    outcomes_by_event_id: dict[int, EventOutcome] = {}
    for kind, events_of_kind in events_by_kind.items():
        outcomes_by_event_id |= kind.compute_outcomes_by_event_id(events_of_kind)
    return outcomes_by_event_id


def _explain_exclusion(event: Event, outcome: EventOutcome, rule: AwardRule) -> str:
    """Return why *event* earns no masterpoints, or ""."""
    if event.contest not in _ENTRANTS_PER_TABLE:
        return "Parties earn no masterpoints."
    scale_exclusion = ""
    if event.contest == Contest.TEAMS:
        scale_exclusion = rule.teams_exclusion
    elif len(event.sessions.all()) > 1:
        scale_exclusion = rule.sessions_exclusion
    if scale_exclusion:
        return scale_exclusion
    if not event.is_published:
        return "It isn’t published yet."
    if outcome.is_complete or outcome.missing_reason:
        return outcome.missing_reason
    return "Results are missing."


def _describe_unlimited_strata(outcome: EventOutcome, rule: AwardRule) -> str:
    """Return which strata have no awards because their limit isn't known, or ""."""
    if not rule.pays_strata:
        return ""
    letters = sorted({entrant.stratum for entrant in outcome.entrants if entrant.stratum})
    unlimited = [letter for letter in letters[1:] if letter not in rule.limits_by_stratum]
    if not unlimited:
        return ""
    word = "Stratum" if len(unlimited) == 1 else "Strata"
    return f"{word} {join_names(unlimited)}: type the limit above for awards."


def _compute_awards_by_person(
    event: Event, outcome: EventOutcome, rule: AwardRule
) -> dict[int, Fraction]:
    """Return the awards above 0 of *event*, by person. Both players of a pair get its whole award."""
    awards = compute_awards(
        outcome,
        rule,
        entrants_per_table=_ENTRANTS_PER_TABLE[Contest(event.contest)],
        is_in_imps=get_method(event.scoring).unit == _IMPS,
    )
    awards_by_person: dict[int, Fraction] = {}
    for entrant, award in zip(outcome.entrants, awards, strict=True):
        if award:
            for person_id, _name in entrant.people:
                awards_by_person[person_id] = award
    return awards_by_person


def compute_awards(
    outcome: EventOutcome, rule: AwardRule, *, entrants_per_table: int, is_in_imps: bool
) -> list[Fraction]:
    """Return the award of each entrant of *outcome*: the largest of those of its group and strata."""
    entrants = outcome.entrants
    awards = [Fraction(0)] * len(entrants)
    for compared, members in _iter_compared(outcome, rule, entrants_per_table=entrants_per_table):
        points_field = replace(
            compared,
            is_in_imps=is_in_imps,
            boards_per_round=outcome.boards_per_round,
        )
        # In a stratum, a place counts its own members only.
        ranks = [entrants[index].rank for index in members]
        for index in members:
            rank = 1 + sum(other < entrants[index].rank for other in ranks)
            award = rule.compute_award(points_field, rank, ranks.count(entrants[index].rank))
            awards[index] = max(awards[index], award)
    return awards


def _iter_compared(
    outcome: EventOutcome, rule: AwardRule, *, entrants_per_table: int
) -> Iterator[tuple[MasterpointField, list[int]]]:
    """Yield each field and the indexes of its entrants: whole groups, then their strata."""
    indexes_by_group: dict[str, list[int]] = defaultdict(list)
    for index, entrant in enumerate(outcome.entrants):
        indexes_by_group[entrant.group].append(index)
    counts_by_group = {group: len(indexes) for group, indexes in indexes_by_group.items()}
    for group, indexes in indexes_by_group.items():
        yield _make_field(group, counts_by_group, entrants_per_table=entrants_per_table), indexes
    if not rule.pays_strata:
        return
    for letter, limit in rule.limits_by_stratum.items():
        stratum = _find_stratum_members(outcome, letter)
        if len(stratum) < _MIN_STRATUM:
            continue
        for group, indexes in indexes_by_group.items():
            members = [index for index in indexes if index in stratum]
            tables = ceil(Fraction(len(members), entrants_per_table))
            is_two_winner = bool(_get_other_direction(group))
            yield (
                MasterpointField(len(members), tables, is_two_winner, stratum_limit=limit),
                members,
            )


def _find_stratum_members(outcome: EventOutcome, letter: str) -> set[int]:
    """Return the indexes of the entrants of a stratum, and of those below unless they are apart."""
    return {
        index
        for index, entrant in enumerate(outcome.entrants)
        if entrant.stratum == letter or (entrant.stratum > letter and not outcome.strata_are_apart)
    }


def _make_field(
    group: str, counts_by_group: Mapping[str, int], *, entrants_per_table: int
) -> MasterpointField:
    count = counts_by_group[group]
    other_direction = _get_other_direction(group)
    if other_direction:
        # A pair that sits out a round makes one direction longer: its half table counts.
        tables = max(count, counts_by_group.get(other_direction, 0))
        return MasterpointField(count, tables, is_two_winner=True)
    return MasterpointField(count, tables=ceil(Fraction(count, entrants_per_table)))


def _get_other_direction(group: str) -> str:
    """Return the group that sits the other way, or "" with one winner."""
    for direction, other in (("NS", "EW"), ("EW", "NS")):
        title = GROUP_TITLES[direction]
        if group.endswith(title):
            return f"{group.removesuffix(title)}{GROUP_TITLES[other]}"
    return ""


def _count_tables(event: Event, entrants: Sequence[RankedEntrant]) -> int:
    """Return the tables of *entrants*, with a half table as a whole one."""
    return ceil(Fraction(len(entrants), _ENTRANTS_PER_TABLE[Contest(event.contest)]))


def _fetch_numbers_by_person(club: Club, body: str, person_ids: Iterable[int]) -> dict[int, str]:
    """Return the numbers of people with *body*. Without a name it is the club's default one."""
    person_ids = list(person_ids)
    if not body or make_name_key(body) == make_name_key(club.number_body):
        people = Person.objects.filter(pk__in=person_ids)
        return dict(people.exclude(number="").values_list("pk", "number"))
    numbers = PersonNumber.objects.filter(person__in=person_ids, body_key=make_name_key(body))
    return dict(numbers.values_list("person_id", "number"))
