"""Who sat out or kept a seat in past weeks, and a fair draw that makes up for it.

A pair number of the movement is *stationary* if its pair never leaves its table. A *session* here is
one that was played in the weeks that the club remembers. Storing a draw is left to ``seating``.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet, prefetch_related_objects

from director.boards.contests import get_contest_record
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.sitters import ReplacedPlayers, fetch_replaced_players_by_entry
from director.models import EntryPlayer, Event, Plan, Result, Section
from director.names import get_family_name
from movements.moves import get_stationary_pairs
from movements.option import format_count

MAX_NAMED = 3
"""Pairs named that would sit out again; the rest are only counted."""


@dataclass(frozen=True, slots=True)
class PersonMemory:
    """The last weeks of one person."""

    name: str = ""
    session_count: int = 0
    rounds_sat_out: int = 0
    stationary_sessions: int = 0  # sessions played at one table
    last_sit_out_day: date | None = None  # of the latest session with a sit-out
    needs_stationary_seat: bool = False

    @property
    def text(self) -> str:
        """The figures in words: ``"sat out 2 rounds, stationary 3 of 8 nights"``.

        Empty for somebody new.
        """
        if not self.session_count:
            return ""
        rounds = format_count(self.rounds_sat_out, "round")
        sessions = format_count(self.session_count, "night")
        return f"sat out {rounds}, stationary {self.stationary_sessions} of {sessions}"


@dataclass(frozen=True, slots=True)
class PairMemory:
    """The last weeks of the two players of a pair, whoever their partners were."""

    people: tuple[PersonMemory, ...] = ()

    @property
    def rounds_sat_out(self) -> int:
        """Rounds that the two players sat out, in total."""
        return sum(person.rounds_sat_out for person in self.people)

    @property
    def moving_sessions(self) -> int:
        """Sessions in which the two players moved, in total."""
        return sum(person.session_count - person.stationary_sessions for person in self.people)

    @property
    def needs_stationary_seat(self) -> bool:
        """Whether one of the two needs a stationary seat."""
        return any(person.needs_stationary_seat for person in self.people)

    @property
    def family_names(self) -> str:
        """The family names of the pair: ``"Penn – Ives"``."""
        return " – ".join(get_family_name(person.name) for person in self.people)

    @property
    def text(self) -> str:
        """The figures of both players in words, once if they are equal, "" for new people."""
        known_people = [person for person in self.people if person.text]
        texts = {person.text for person in known_people}
        if len(known_people) == len(self.people) and len(texts) == 1:
            return known_people[0].text
        return "; ".join(f"{get_family_name(person.name)} {person.text}" for person in known_people)

    @property
    def last_sit_out_day(self) -> date | None:
        """The latest day on which one of the two sat out, or None."""
        return max(
            (person.last_sit_out_day for person in self.people if person.last_sit_out_day),
            default=None,
        )


@dataclass(frozen=True, slots=True)
class PairSchedule:
    """The rounds that a pair sits out tonight, and whether it stays at a table."""

    sit_outs: int = 0
    is_stationary: bool = False


@dataclass(frozen=True, slots=True)
class _PlayedSession:
    """A past session of one person, with the number of rounds sat out."""

    day: date
    rounds_sat_out: int
    is_stationary: bool


_EntryKey = tuple[int, int]
"""The primary key of a section, and a pair number there."""


def fetch_memory_by_pair(section: Section) -> dict[int, PairMemory]:
    """Return the last weeks of the people who sit in *section*, by pair number.

    Sessions of the weeks that the club remembers and earlier sessions of the event count, if they
    have a result and the same kind of contest. Empty for teams. If the club remembers no weeks,
    nobody has played. Five queries at most.
    """
    # Which players of a team sat out is a matter of its captain, not of the draw.
    if get_contest_record(section).has_line_ups:
        return {}
    players = EntryPlayer.objects.filter(section=section).order_by("entry__pair_no", "order")
    rows = list(
        players.values_list("entry__pair_no", "person", "person__name", "person__sits_still")
    )
    sessions_by_person: dict[int, list[_PlayedSession]] = {}
    if rows and section.session.event.club.memory_weeks:
        sessions_by_person = _fetch_sessions_by_person(section)
    memories_by_pair: dict[int, list[PersonMemory]] = {}
    for pair_no, person_pk, name, needs_stationary_seat in rows:
        memory = _make_person_memory(
            name, needs_stationary_seat, sessions_by_person.get(person_pk, ())
        )
        memories_by_pair.setdefault(pair_no, []).append(memory)
    return {pair_no: PairMemory(tuple(memories)) for pair_no, memories in memories_by_pair.items()}


def _make_person_memory(
    name: str, needs_stationary_seat: bool, sessions: Sequence[_PlayedSession]
) -> PersonMemory:
    return PersonMemory(
        name=name,
        session_count=len(sessions),
        rounds_sat_out=sum(session.rounds_sat_out for session in sessions),
        stationary_sessions=sum(session.is_stationary for session in sessions),
        last_sit_out_day=max(
            (session.day for session in sessions if session.rounds_sat_out), default=None
        ),
        needs_stationary_seat=needs_stationary_seat,
    )


def _fetch_sessions_by_person(section: Section) -> dict[int, list[_PlayedSession]]:
    """Return the remembered sessions of each person, by key. Four queries."""
    plans = _fetch_remembered_plans(section)
    plan_by_section = {plan.section_id: plan for plan in plans}
    stationary_by_fingerprint = _fetch_stationary_by_fingerprint(plan_by_section.values())
    seated_people = EntryPlayer.objects.filter(section=section).values("person")
    players = EntryPlayer.objects.filter(
        section__plans__in=plans.values("pk"), person__in=seated_people
    )
    people_by_entry: dict[_EntryKey, set[int]] = {}
    for person_pk, section_pk, pair_no in players.values_list(
        "person", "section", "entry__pair_no"
    ):
        people_by_entry.setdefault((section_pk, pair_no), set()).add(person_pk)
    # A player who was replaced during play is no longer among the entered ones.
    replaced_by_entry = fetch_replaced_players_by_entry(
        plan.section for plan in plan_by_section.values()
    )

    sessions_by_person: dict[int, list[_PlayedSession]] = {}
    for entry_key in {**people_by_entry, **replaced_by_entry}:
        section_pk, pair_no = entry_key
        plan = plan_by_section[section_pk]
        entered_people = people_by_entry.get(entry_key, set())
        replaced_players = replaced_by_entry.get(entry_key, ())
        people_by_sit_out = [
            _get_people_in_round(round_no, entered_people, replaced_players)
            for round_no, contestant, *_where in plan.sit_outs
            if contestant == pair_no
        ]
        for person_pk in _get_all_people(entered_people, replaced_players):
            played_session = _PlayedSession(
                day=plan.section.session.event.date,
                rounds_sat_out=sum(person_pk in people for people in people_by_sit_out),
                is_stationary=pair_no in stationary_by_fingerprint[plan.fingerprint],
            )
            sessions_by_person.setdefault(person_pk, []).append(played_session)
    return sessions_by_person


def get_first_remembered_day(event: Event) -> date:
    """Return the first day that counts when *event* is seated.

    This is the day of the event itself if the club remembers no weeks.
    """
    # Python's calendar begins with day 1, in the year 1.
    return date.fromordinal(max(1, event.date.toordinal() - 7 * event.club.memory_weeks))


def _fetch_remembered_plans(section: Section) -> QuerySet[Plan]:
    """Return the plans of the sessions that are remembered when *section* is seated."""
    event = section.session.event
    in_past_weeks = Q(
        section__session__event__date__gte=get_first_remembered_day(event),
        section__session__event__date__lt=event.date,
    )
    in_previous_sessions = Q(
        section__session__event=event, section__session__number__lt=section.session.number
    )
    has_results = Exists(Result.objects.filled().filter(section=OuterRef("section")))
    return Plan.objects.filter(
        in_past_weeks | in_previous_sessions,
        has_results,
        in_force=True,
        section__session__event__club=event.club,
        section__session__event__contest=event.contest,
        section__session__event__removed_at__isnull=True,
    ).select_related("section__session__event")


def _get_people_in_round(
    round_no: int, entered_people: set[int], replaced_players: Iterable[ReplacedPlayers]
) -> set[int]:
    """Return who played for an entry in *round_no*, the *entered_people* unless others are stored."""
    for span in replaced_players:
        if span.first_round <= round_no <= span.last_round:
            return {sitter.person_id for sitter in span.players.values()}
    return entered_people


def _get_all_people(
    entered_people: set[int], replaced_players: Iterable[ReplacedPlayers]
) -> set[int]:
    people = set(entered_people)
    for span in replaced_players:
        people.update(sitter.person_id for sitter in span.players.values())
    return people


def _fetch_stationary_by_fingerprint(plans: Iterable[Plan]) -> dict[str, frozenset[int]]:
    """Return the stationary pairs of each movement, by its fingerprint. One query."""
    # A club plays few movements in a year, so each of them is worked out once.
    plan_by_fingerprint = {plan.fingerprint: plan for plan in plans}
    prefetch_related_objects(list(plan_by_fingerprint.values()), "rows")
    return {
        fingerprint: get_stationary_pairs(load_movement(plan))
        for fingerprint, plan in plan_by_fingerprint.items()
    }


def fetch_schedule_by_pair(section: Section, plan: Plan | None) -> dict[int, PairSchedule]:
    """Return the sit-outs and stationary seats of *plan*, by pair number. One query."""
    if plan is None:
        return {}
    plan.section = section
    movement = load_movement(plan)
    sit_outs = Counter(sit_out.contestant for sit_out in movement.sit_outs)
    stationary = get_stationary_pairs(movement)
    numbers = set(sit_outs)
    for row in movement.rows:
        numbers.update(movement.get_row_contestants(row))
    return {number: PairSchedule(sit_outs[number], number in stationary) for number in numbers}


def draw_fair_order(
    schedules: Sequence[PairSchedule], pairs: Sequence[PairMemory], seed: int
) -> list[int]:
    """Return the index in *pairs* of the pair that sits at each of *schedules*.

    Pairs that asked for a stationary seat get one. Schedules with sit-outs go to the pairs that sat
    out the fewest rounds, and the other stationary seats to the pairs that moved most. Ties and all
    other schedules are drawn by lot. The same *seed* gives the same draw.

    >>> schedules = [PairSchedule(sit_outs=1), PairSchedule(is_stationary=True), PairSchedule()]
    >>> past = ((1, 0), (2, 2), (0, 1))
    >>> pairs = []
    >>> for out, still in past:
    ...     person = PersonMemory(session_count=2, rounds_sat_out=out, stationary_sessions=still)
    ...     pairs.append(PairMemory((person,)))
    >>> draw_fair_order(schedules, pairs, 7)
    [2, 0, 1]
    """
    lot = random.Random(seed)  # noqa: S311  a draw for seats, kept with its seed, not a secret
    # Sorting and min() keep this order among equals, so it decides all ties.
    unseated_pairs = list(range(len(pairs)))
    lot.shuffle(unseated_pairs)
    pair_by_seat: dict[int, int] = {}

    def seat(seat_index: int, pair_index: int) -> None:
        pair_by_seat[seat_index] = pair_index
        unseated_pairs.remove(pair_index)

    stationary_indexes = [
        seat_index for seat_index, schedule in enumerate(schedules) if schedule.is_stationary
    ]
    stationary_indexes.sort(key=lambda seat_index: schedules[seat_index].sit_outs)
    asking_indexes = [index for index in unseated_pairs if pairs[index].needs_stationary_seat]
    # If too many ask, the lot decides: they are still in its order.
    del asking_indexes[len(stationary_indexes) :]
    # Pairs that sat out most get the stationary seats with the fewest sit-outs.
    asking_indexes.sort(key=lambda index: -pairs[index].rounds_sat_out)
    # Fewer pairs may ask than there are stationary seats.
    for seat_index, pair_index in zip(stationary_indexes, asking_indexes, strict=False):
        seat(seat_index, pair_index)

    sit_out_indexes = [
        seat_index
        for seat_index, schedule in enumerate(schedules)
        if schedule.sit_outs and seat_index not in pair_by_seat
    ]
    # Most sit-outs first, so that they go to the pairs that sat out least.
    sit_out_indexes.sort(
        key=lambda index: (-schedules[index].sit_outs, not schedules[index].is_stationary)
    )
    for seat_index in sit_out_indexes:
        if schedules[seat_index].is_stationary:
            pair_index = min(
                unseated_pairs,
                key=lambda index: (pairs[index].rounds_sat_out, -pairs[index].moving_sessions),
            )
        else:
            pair_index = min(unseated_pairs, key=lambda index: pairs[index].rounds_sat_out)
        seat(seat_index, pair_index)
    for seat_index in stationary_indexes:
        if seat_index not in pair_by_seat:
            pair_index = max(unseated_pairs, key=lambda index: pairs[index].moving_sessions)
            seat(seat_index, pair_index)
    for seat_index in range(len(schedules)):
        if seat_index not in pair_by_seat:
            seat(seat_index, unseated_pairs[0])
    return [pair_by_seat[seat_index] for seat_index in range(len(schedules))]


def format_memory_advice(
    memory_by_pair: Mapping[int, PairMemory],
    schedule_by_pair: Mapping[int, PairSchedule],
    label_by_pair: Mapping[int, str],
    today: date,
    *,
    contestant_noun: str = "pair",
) -> tuple[str, ...]:
    """Return a sentence for each pair that would sit out again or needs a stationary seat.

    *contestant_noun* is the noun for one contestant. Only the first :data:`MAX_NAMED` pairs that sit
    out again are named.
    """
    seated_pairs = [pair_no for pair_no in sorted(memory_by_pair) if pair_no in schedule_by_pair]
    sentences = _describe_sit_outs(
        seated_pairs, memory_by_pair, schedule_by_pair, label_by_pair, today, contestant_noun
    )
    for pair_no in seated_pairs:
        if (
            memory_by_pair[pair_no].needs_stationary_seat
            and not schedule_by_pair[pair_no].is_stationary
        ):
            names = memory_by_pair[pair_no].family_names
            sentences.append(
                f"{names} asked for a stationary seat, but {contestant_noun} {label_by_pair[pair_no]} moves. "
                f"Give them a stationary one."
            )
    return tuple(sentences)


def _describe_sit_outs(
    seated_pairs: Sequence[int],
    memory_by_pair: Mapping[int, PairMemory],
    schedule_by_pair: Mapping[int, PairSchedule],
    label_by_pair: Mapping[int, str],
    today: date,
    contestant_noun: str,
) -> list[str]:
    repeating_pairs = [
        pair_no
        for pair_no in seated_pairs
        if schedule_by_pair[pair_no].sit_outs and memory_by_pair[pair_no].last_sit_out_day
    ]
    spared_pairs = [pair_no for pair_no in seated_pairs if not schedule_by_pair[pair_no].sit_outs]
    repeating_pairs.sort(key=lambda pair_no: -memory_by_pair[pair_no].rounds_sat_out)
    spared_pairs.sort(key=lambda pair_no: memory_by_pair[pair_no].rounds_sat_out)
    sentences = []
    # Each pair is offered another one to swap with. There may be more pairs of either kind.
    for pair_no, spared_no in zip(repeating_pairs, spared_pairs, strict=False):
        memory = memory_by_pair[pair_no]
        spared_memory = memory_by_pair[spared_no]
        # A swap helps only if the other pair has sat out less.
        if memory.last_sit_out_day and spared_memory.rounds_sat_out < memory.rounds_sat_out:
            sentences.append(
                f"{memory.family_names} sat out {_format_day(memory.last_sit_out_day, today)} and, as {contestant_noun} "
                f"{label_by_pair[pair_no]}, will sit out again. {spared_memory.family_names} "
                f"({label_by_pair[spared_no]}) has sat out less. Swap the two, or use Fair draw."
            )
    unnamed_count = len(sentences) - MAX_NAMED
    if unnamed_count > 0:
        pairs = f"{unnamed_count} more {contestant_noun}s sit"
        if unnamed_count == 1:
            pairs = f"1 more {contestant_noun} sits"
        sentences[MAX_NAMED:] = [f"{pairs} out again, although others have sat out less."]
    return sentences


def _format_day(day: date, today: date) -> str:
    """Return *day* in words as people would say it *today*.

    >>> _format_day(date(2026, 11, 10), date(2026, 11, 17))
    'last week'
    >>> _format_day(date(2026, 10, 6), date(2026, 11, 17))
    'on 6 October'
    """
    days = (today - day).days
    if days == 0:
        return "earlier today"
    # A weekly evening may be moved by a day or two.
    if 5 <= days <= 9:
        return "last week"
    return f"on {day.day} {day:%B}"
