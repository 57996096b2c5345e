"""The return of a month or a season: who has won how many masterpoints in which events.

Only published events of pairs or single players earn any, and only with one session: teams and events
of several sessions have awards of their own, by match and for the whole event.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import ceil

from director.boards.scoring.standings.rows import GROUP_TITLES
from director.core.club.kind_parts import CountedKind, EventOutcome, RankedEntrant
from director.core.night.events import fetch_events
from director.event_kinds import ask_kind
from director.models import Club, Event, Person, PersonNumber
from director.models.event import Contest
from director.names import make_family_key, make_name_key
from scoring.masterpoints import MasterpointField, MasterpointScale, compute_award, round_award
from scoring.registry import get_method
from scoring.season import RankPointsTable, get_rank_points

AwardRule = Callable[[MasterpointField, int, int], Fraction]
"""The award of an entrant by field, rank, and the number of those who share it."""
_PEOPLE_PER_TABLE = {Contest.PAIRS: 2, Contest.INDIVIDUAL: 4}
"""Entrants at a table, by contest."""
_IMPS = "IMPs"


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


@dataclass(frozen=True, slots=True)
class EarnedPoints:
    """A player who has won points."""

    person_id: int
    name: str
    number: str
    total: Fraction
    events: int  # the number of events in which they were won


@dataclass(frozen=True, slots=True)
class PointsReturn:
    """The points that were won from one month to another."""

    first_month: date
    last_month: date
    unit: str
    events: tuple[EarnedEvent, ...]  # by date
    players: tuple[EarnedPoints, ...]  # those with points, by family name
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


def make_scale_rule(scale: MasterpointScale) -> AwardRule:
    """Return the awards of a federation's *scale*."""

    def award(field: MasterpointField, rank: int, sharing_count: int) -> Fraction:
        return compute_award(scale, field, rank=rank, sharing_count=sharing_count)

    return award


def make_table_rule(table: RankPointsTable) -> AwardRule:
    """Return the awards of the club's own *table*, by the size of the field."""

    def award(field: MasterpointField, rank: int, sharing_count: int) -> Fraction:
        points = get_rank_points(
            table, field_size=field.entrants, rank=rank, sharing_count=sharing_count
        )
        return round_award(points)

    return award


def compute_return(
    club: Club, first_month: date, last_month: date, *, rule: AwardRule, unit: str, body: str
) -> PointsReturn:
    """Return the masterpoints of *club* from *first_month* to *last_month*.

    Both are the first days of their months. Players have their numbers with *body*, or the club's
    default numbers without one.
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
        reason = _explain_exclusion(event, outcome)
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
            )
        )
    numbers_by_person = _fetch_numbers_by_person(club, body, totals_by_person)
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
    players.sort(key=lambda player: (make_family_key(player.name), player.person_id))
    return PointsReturn(
        first_month,
        last_month,
        unit=unit,
        events=tuple(earned_events),
        players=tuple(players),
        needs_numbers=bool(body),
    )


def _get_next_month(month: date) -> date:
    """Return the first day of the month after *month*."""
    if month.month == 12:
        return date(month.year + 1, 1, 1)
    return date(month.year, month.month + 1, 1)


def _compute_outcomes_by_event_id(events: Sequence[Event]) -> dict[int, EventOutcome]:
    """Return the outcome of each event, by its id. Few queries, because each kind is asked once."""
    events_by_kind: dict[CountedKind, list[Event]] = defaultdict(list)
    for event in events:
        events_by_kind[ask_kind(event, CountedKind)].append(event)
    outcomes_by_event_id: dict[int, EventOutcome] = {}
    for kind, events_of_kind in events_by_kind.items():
        outcomes_by_event_id |= kind.compute_outcomes_by_event_id(events_of_kind)
    return outcomes_by_event_id


def _explain_exclusion(event: Event, outcome: EventOutcome) -> str:
    """Return why *event* earns no masterpoints, or ""."""
    if event.contest not in _PEOPLE_PER_TABLE:
        return "Teams and parties have no scale here."
    if len(event.sessions.all()) > 1:
        return "It has several sessions, which have a scale of their own."
    if not event.is_published:
        return "It isn’t published yet."
    if outcome.missing_reason:
        return outcome.missing_reason
    if not outcome.is_complete:
        return "Results are missing."
    return ""


def _compute_awards_by_person(
    event: Event, outcome: EventOutcome, rule: AwardRule
) -> dict[int, Fraction]:
    """Return the awards above 0 of *event*, by person. Both players of a pair get its whole award."""
    entrants_by_group: dict[str, list[RankedEntrant]] = defaultdict(list)
    for entrant in outcome.entrants:
        entrants_by_group[entrant.group].append(entrant)
    awards_by_person: dict[int, Fraction] = {}
    for group, entrants in entrants_by_group.items():
        field = _make_field(event, group, entrants_by_group)
        for entrant in entrants:
            sharing_count = sum(other.rank == entrant.rank for other in entrants)
            award = rule(field, entrant.rank, sharing_count)
            if award:
                for person_id, _name in entrant.people:
                    awards_by_person[person_id] = award
    return awards_by_person


def _make_field(
    event: Event, group: str, entrants_by_group: dict[str, list[RankedEntrant]]
) -> MasterpointField:
    entrants = entrants_by_group[group]
    other_direction = _get_other_direction(group)
    is_two_winner = bool(other_direction)
    if is_two_winner:
        # A pair that sits out a round makes one direction longer: its half table counts.
        tables = max(len(entrants), len(entrants_by_group.get(other_direction, ())))
    else:
        tables = _count_tables(event, entrants)
    return MasterpointField(
        entrants=len(entrants),
        tables=tables,
        is_two_winner=is_two_winner,
        is_in_imps=get_method(event.scoring).unit == _IMPS,
    )


def _get_other_direction(group: str) -> str:
    """Return the group that sits the other way, or "" with one winner."""
    for direction, other in (("NS", "EW"), ("EW", "NS")):
        title = GROUP_TITLES[direction]
        if group.endswith(title):
            return f"{group.removesuffix(title)}{GROUP_TITLES[other]}"
    return ""


def _count_tables(event: Event, entrants: Sequence[RankedEntrant]) -> int:
    """Return the tables of *entrants*, with a half table as a whole one."""
    return ceil(Fraction(len(entrants), _PEOPLE_PER_TABLE[Contest(event.contest)]))


def _fetch_numbers_by_person(club: Club, body: str, person_ids: Iterable[int]) -> dict[int, str]:
    """Return the numbers of people with *body*. Without a name it is the club's default one."""
    person_ids = list(person_ids)
    if not body or make_name_key(body) == make_name_key(club.number_body):
        people = Person.objects.filter(pk__in=person_ids)
        return dict(people.exclude(number="").values_list("pk", "number"))
    numbers = PersonNumber.objects.filter(person__in=person_ids, body_key=make_name_key(body))
    return dict(numbers.values_list("person_id", "number"))
