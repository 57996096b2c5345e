"""Who sat out or kept a seat in past weeks, and a draw that evens it out."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, prefetch_related_objects

from director.boards.contests import contest_of
from director.boards.movement.lines.read import plan_movement
from director.boards.movement.sitters import EarlierPlayers, earlier_players
from director.models import EntryPlayer, Plan, Result, Section
from director.names import family_name
from movements import stationary_pairs

MOST_NAMED = 3
"""How many pairs are named that would sit out again; of more it is said how many there are."""


@dataclass(frozen=True, slots=True)
class PersonMemory:
    """What the last weeks were like for somebody.

    *nights* counts those that were played, *sat_out* rounds, *still* nights at one table;
    *last_out* is the day of the latest night with a sit-out.
    """

    name: str = ""
    nights: int = 0
    sat_out: int = 0
    still: int = 0
    last_out: date | None = None
    asks_to_stay: bool = False

    @property
    def text(self) -> str:
        """The figures in words: ``"sat out 2 rounds, stationary 3 of 8 nights"``, empty for
        somebody new.
        """
        if not self.nights:
            return ""
        rounds, nights = "s" * (self.sat_out != 1), "s" * (self.nights != 1)
        return f"sat out {self.sat_out} round{rounds}, stationary {self.still} of {self.nights} night{nights}"


@dataclass(frozen=True, slots=True)
class PairMemory:
    """What the last weeks were like for the two of a pair, however they were paired then."""

    people: tuple[PersonMemory, ...] = ()

    @property
    def sat_out(self) -> int:
        """Rounds that the two sat out, added up."""
        return sum(person.sat_out for person in self.people)

    @property
    def moved(self) -> int:
        """Nights that the two went from table to table, added up."""
        return sum(person.nights - person.still for person in self.people)

    @property
    def asks_to_stay(self) -> bool:
        """Whether one of the two needs a seat that stays."""
        return any(person.asks_to_stay for person in self.people)

    @property
    def called(self) -> str:
        """The pair by its family names: ``"Penn – Ives"``."""
        return " – ".join(family_name(person.name) for person in self.people)

    @property
    def text(self) -> str:
        """The figures of both in words, once where they are the same, empty for new people."""
        known = [person for person in self.people if person.text]
        if len(known) == len(self.people) and len({person.text for person in known}) == 1:
            return known[0].text
        return "; ".join(f"{family_name(person.name)} {person.text}" for person in known)

    @property
    def last_out(self) -> date | None:
        """The day of the latest night on which one of the two sat out."""
        return max((person.last_out for person in self.people if person.last_out), default=None)


@dataclass(frozen=True, slots=True)
class PairSchedule:
    """How many rounds a pair sits out tonight, and whether it stays at a table."""

    sit_outs: int = 0
    stays: bool = False


def pair_memories(section: Section) -> dict[int, PairMemory]:
    """Return by pair number what the last weeks were like for those who sit in *section*.

    Five queries at most.

    The weeks are those that the club remembers, before the day of the event, and earlier sessions
    of the event; a night of such a contest counts that was played here and of which a result is in.
    Nothing is remembered of teams, nor for 0 weeks.
    """
    if contest_of(section).has_line_ups:  # who of a team sat where, and when, is its own business
        return {}
    seated: dict[int, list[tuple[int, str, bool]]] = {}
    players = EntryPlayer.objects.filter(section=section).order_by("entry__pair_no", "order")
    names = players.values_list("entry__pair_no", "person", "person__name", "person__sits_still")
    for pair_no, person_id, name, sits_still in names:
        seated.setdefault(pair_no, []).append((person_id, name, sits_still))
    past = _past(section) if seated and section.session.event.club.memory_weeks else {}
    return {
        pair_no: PairMemory(
            tuple(_memory(name, stays, past.get(pk, ())) for pk, name, stays in people)
        )
        for pair_no, people in seated.items()
    }


_Night = tuple[date, int, bool]
"""A night of somebody: its day, how many rounds they sat out, whether they sat still."""


def _memory(name: str, stays: bool, nights: Sequence[_Night]) -> PersonMemory:
    return PersonMemory(
        name=name,
        nights=len(nights),
        sat_out=sum(out for _day, out, _still in nights),
        still=sum(still for _day, _out, still in nights),
        last_out=max((day for day, out, _still in nights if out), default=None),
        asks_to_stay=stays,
    )


def _past(section: Section) -> dict[int, list[_Night]]:
    """Return the nights before that of *section*, by person.

    Four queries.
    """
    event = section.session.event
    first = max(
        1, event.date.toordinal() - 7 * event.club.memory_weeks
    )  # a day of the year 1 has hardly any before it
    before = Q(
        section__session__event__date__gte=date.fromordinal(first),
        section__session__event__date__lt=event.date,
    )
    earlier = Q(section__session__event=event, section__session__number__lt=section.session.number)
    has_results = Exists(Result.objects.filled().filter(section=OuterRef("section")))
    plans = Plan.objects.filter(
        before | earlier,
        has_results,
        in_force=True,
        section__session__event__club=event.club,
        section__session__event__contest=event.contest,
        section__session__event__removed_at__isnull=True,
    ).select_related("section__session__event")
    by_section = {plan.section_id: plan for plan in plans}
    still = _still(by_section.values())
    tonight = EntryPlayer.objects.filter(section=section).values("person")
    then = EntryPlayer.objects.filter(section__plans__in=plans.values("pk"), person__in=tonight)
    entered: dict[_Place, set[int]] = {}
    for person_id, section_id, pair_no in then.values_list("person", "section", "entry__pair_no"):
        entered.setdefault((section_id, pair_no), set()).add(person_id)
    replaced = earlier_players(plan.section for plan in by_section.values())
    nights: dict[int, list[_Night]] = {}
    for place in {**entered, **replaced}:
        plan, pair_no = by_section[place[0]], place[1]
        rounds = [
            round_no for round_no, contestant, *_where in plan.sit_outs if contestant == pair_no
        ]
        waiting = [
            _people_in(round_no, entered.get(place, set()), replaced.get(place, ()))
            for round_no in rounds
        ]
        day, is_still = plan.section.session.event.date, pair_no in still[plan.fingerprint]
        for person_id in _people_of(entered.get(place, set()), replaced.get(place, ())):
            out = sum(person_id in people for people in waiting)
            nights.setdefault(person_id, []).append((day, out, is_still))
    return nights


_Place = tuple[int, int]
"""The key of a section, and the number of a place there."""


def _people_in(round_no: int, entered: set[int], earlier: Iterable[EarlierPlayers]) -> set[int]:
    """Return who was at a place in *round_no*: who sat there *earlier*, else who is *entered*."""
    spans = (each.players for each in earlier if each.first <= round_no <= each.last)
    players = next(spans, None)
    if players is None:
        return entered
    return {sitter.person_id for sitter in players.values()}


def _people_of(entered: set[int], earlier: Iterable[EarlierPlayers]) -> set[int]:
    return entered | {sitter.person_id for each in earlier for sitter in each.players.values()}


def _still(plans: Iterable[Plan]) -> dict[str, frozenset[int]]:
    """Return who never left the table, by the fingerprint of the movement, most often the same all
    year.

    One query.
    """
    movements = {plan.fingerprint: plan for plan in plans}
    prefetch_related_objects(list(movements.values()), "rows")
    return {
        fingerprint: stationary_pairs(plan_movement(plan))
        for fingerprint, plan in movements.items()
    }


def pair_schedules(section: Section, plan: Plan | None) -> dict[int, PairSchedule]:
    """Return by pair number what the movement of *section* asks of each place.

    One query.
    """
    if plan is None:
        return {}
    plan.section = section
    movement = plan_movement(plan)
    out = Counter(sit_out.contestant for sit_out in movement.sit_outs)
    still = stationary_pairs(movement)
    numbers = {number for row in movement.rows for number in movement.contestants_at(row)} | set(
        out
    )
    return {number: PairSchedule(out[number], number in still) for number in numbers}


def fair_order(places: Sequence[PairSchedule], pairs: Sequence[PairMemory], seed: int) -> list[int]:
    """Return which of *pairs* sits at each of *places*.

    The same seed gives the same draw.

    Who asked to sit still stays.  The places that sit out go to those who sat out the fewest
    rounds, the other seats that stay to those who moved most; ties, and all else, by lot.

    >>> places = [PairSchedule(sit_outs=1), PairSchedule(stays=True), PairSchedule()]
    >>> past = ((1, 0), (2, 2), (0, 1))
    >>> pairs = [PairMemory((PersonMemory(nights=2, sat_out=out, still=still),)) for out, still in past]
    >>> fair_order(places, pairs, 7)
    [2, 0, 1]
    """
    lot = random.Random(seed)  # noqa: S311  a draw for seats, kept with its seed, not a secret
    left = list(range(len(pairs)))
    lot.shuffle(left)
    order: dict[int, int] = {}

    def seat(at: int, source: int) -> None:
        order[at] = source
        left.remove(source)

    staying = [at for at, place in enumerate(places) if place.stays]
    staying.sort(key=lambda at: places[at].sit_outs)
    asking = [source for source in left if pairs[source].asks_to_stay][: len(staying)]
    asking.sort(key=lambda source: -pairs[source].sat_out)
    for at, source in zip(staying, asking, strict=False):
        seat(at, source)
    sitting_out = [at for at, place in enumerate(places) if place.sit_outs and at not in order]
    for at in sorted(sitting_out, key=lambda at: (-places[at].sit_outs, not places[at].stays)):
        seat(
            at,
            min(
                left,
                key=lambda source: (pairs[source].sat_out, -pairs[source].moved * places[at].stays),
            ),
        )
    for at in staying:
        if at not in order:
            seat(at, max(left, key=lambda source: pairs[source].moved))
    for at in range(len(places)):
        if at not in order:
            seat(at, left[0])
    return [order[at] for at in range(len(places))]


def memory_advice(
    memories: Mapping[int, PairMemory],
    places: Mapping[int, PairSchedule],
    labels: Mapping[int, str],
    today: date,
    *,
    called: str = "pair",
) -> tuple[str, ...]:
    """Return in sentences who would sit out again, and who needs a seat that stays.

    Each who would sit out again is set beside another of those who are spared; the first few are
    named.
    """
    seated = [pair_no for pair_no in sorted(memories) if pair_no in places]
    again = [
        pair_no for pair_no in seated if places[pair_no].sit_outs and memories[pair_no].last_out
    ]
    spared = [pair_no for pair_no in seated if not places[pair_no].sit_outs]
    again.sort(key=lambda pair_no: -memories[pair_no].sat_out)
    spared.sort(key=lambda pair_no: memories[pair_no].sat_out)
    said = []
    for pair_no, other in zip(again, spared, strict=False):
        memory, less = memories[pair_no], memories[other]
        if memory.last_out and less.sat_out < memory.sat_out:
            when, label = _ago(memory.last_out, today), labels[pair_no]
            said.append(
                f"{memory.called} sat out {when} and, as {called} {label}, will sit out again. {less.called} "
                f"({labels[other]}) has sat out less. Swap the two, or use Fair draw."
            )
    if (more := len(said) - MOST_NAMED) > 0:
        pairs = f"1 more {called} sits" if more == 1 else f"{more} more {called}s sit"
        said[MOST_NAMED:] = [f"{pairs} out again, although others have sat out less."]
    for pair_no in seated:
        if memories[pair_no].asks_to_stay and not places[pair_no].stays:
            names, label = memories[pair_no].called, labels[pair_no]
            said.append(
                f"{names} asked for a stationary seat, but {called} {label} moves. Give them a stationary one."
            )
    return tuple(said)


def _ago(day: date, today: date) -> str:
    """Return when *day* was, as it is said *today*.

    >>> _ago(date(2026, 11, 10), date(2026, 11, 17)), _ago(date(2026, 10, 6), date(2026, 11, 17))
    ('last week', 'on 6 October')
    """
    days = (today - day).days
    if days == 0:
        return "earlier today"
    if 5 <= days <= 9:
        return "last week"
    return f"on {day.day} {day:%B}"
