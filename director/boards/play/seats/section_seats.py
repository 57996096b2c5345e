"""The entries of a section as Seats shows them: who sits there, and who has arrived.

Marking arrivals at the door is optional: as long as nobody of a section is marked, nobody is missing
either. A stage that follows begins with the contestants who arrived.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db import transaction
from django.db.models import Q

from director.boards.contests import CONTESTS
from director.boards.movement.rounds import describe_absences
from director.boards.movement.words import fetch_name_by_pair, get_contestant_noun
from director.boards.play.seats.entrants import count_boxes
from director.boards.play.seats.memory import (
    fetch_memory_by_pair,
    fetch_schedule_by_pair,
    format_memory_advice,
)
from director.boards.play.seats.start_tables import (
    FIRST_ROUNDS,
    PLAYER_SEATS,
    StartTable,
    list_start_tables,
)
from director.core.base.versions import increment_event_version
from director.core.club.people import fetch_labels_by_person_id
from director.errors import DeskError
from director.models import Plan, PlanRow, Section
from director.names import get_family_name, make_family_key

SEPARATOR = " & "
SITS_OUT_FIRST = "sits out first"
MAX_SUGGESTIONS = 5000
"""Names offered while somebody types; more would make the page too slow in a browser."""


def format_entry_text(names: Sequence[str], team: str = "", captain: int = 0) -> str:
    """Return the boxes of an entry as one text, by which a page sees whether they were changed.

    >>> format_entry_text(["Ada Ash", ""]), format_entry_text(["Ada", "Bert", "Cid", "Dee"], "Lions", 2)
    ('Ada Ash', 'Lions: Ada & Bert (captain) & Cid & Dee')
    """
    marked_names = []
    for box, name in enumerate(names, start=1):
        if name.strip():
            mark = " (captain)" if box == captain else ""
            marked_names.append(f"{name.strip()}{mark}")
    text = SEPARATOR.join(marked_names)
    if team.strip():
        return f"{team.strip()}: {text}"
    return text


@dataclass(frozen=True, slots=True)
class Seat:
    """The entry of a pair, a player or a team, as a row of the page."""

    pair_no: int
    label: str
    start_seat: str  # "table 3, N-S", "table 2 North", SITS_OUT_FIRST, or "" without a plan
    names: tuple[str, ...]  # one for each box; typing it finds the same person
    past_weeks: str = ""  # past weeks of the people who sit there, in words
    team: str = ""  # the team's own name
    captain: int = 0  # the number of a box, or 0
    # If the movement seats a team's players one by one: its seats. Further boxes are for reserves.
    seat_count: int = 0
    previous_label: str = ""  # the label in the stage before, if it was another one
    is_unranked: bool = False  # it plays without standing

    def get_player_number(self, box: int) -> str:
        """Return the number of the player in a *box* in the movement, or "" for a reserve."""
        if box <= self.seat_count:
            return str((self.pair_no - 1) * self.seat_count + box)
        return ""

    @property
    def number(self) -> int:
        """The number under which the page submits the entry."""
        return self.pair_no

    @property
    def text(self) -> str:
        """The boxes as one text, by which the page sees whether they were changed."""
        return format_entry_text(self.names, self.team, self.captain)

    @property
    def choice_label(self) -> str:
        """The choice in a menu: the number, with the team or first name if known."""
        return f"{self.label} {self.team or self.names[0]}".strip()

    @property
    def members(self) -> str:
        """The family names of a team."""
        return ", ".join(get_family_name(name) for name in self.names if name)


@dataclass(frozen=True)
class Seats:
    """The entries of a section, and what Seats shows beside them."""

    rows: tuple[Seat, ...]
    known: tuple[str, ...]  # names that are offered while somebody types
    advice: tuple[str, ...] = ()
    tables: tuple[StartTable, ...] = ()  # the room in round 1, empty if it can't be drawn

    @property
    def entry_choices(self) -> list[tuple[int, str]]:
        """The number of each entry, with its choice in a menu."""
        return [(row.pair_no, row.choice_label) for row in self.rows]

    @cached_property
    def open_numbers(self) -> frozenset[int]:
        """The numbers of the entries without a name."""
        return frozenset(row.pair_no for row in self.rows if not row.text)

    @property
    def named(self) -> int:
        """The number of pairs, players or teams with a name."""
        return len(self.rows) - len(self.open_numbers)


def fetch_section_seats(
    section: Section,
    plan: Plan | None,
    *,
    uses_history: bool = False,
    with_member_numbers: bool = True,
) -> Seats:
    """Return the entries of *section* by direction and number. Four queries for any size.

    A movement that was changed costs two more.

    With *uses_history*, the rows have the past weeks of their people, which costs five more queries.
    *with_member_numbers* tells people of the same name apart.
    """
    memory_by_pair = fetch_memory_by_pair(section) if uses_history else {}
    labels = fetch_labels_by_person_id(
        section.session.event.club, with_member_numbers=with_member_numbers
    )
    first_rows = () if plan is None else tuple(plan.rows.filter(round_no__lte=FIRST_ROUNDS))
    start_by_number = _describe_start_by_number(plan, first_rows)
    previous_label_by_number = _fetch_previous_label_by_number(section)
    boxes = range(1, count_boxes(section) + 1)
    seats = []
    for pair_no, entered_names in _fetch_names_by_number(section, labels).items():
        seat = Seat(
            pair_no=pair_no,
            label=section.get_label(pair_no),
            start_seat=start_by_number.get(pair_no, ""),
            previous_label=previous_label_by_number.get(pair_no, ""),
            names=tuple(entered_names.names_by_order.get(box, "") for box in boxes),
            past_weeks=memory_by_pair[pair_no].text if pair_no in memory_by_pair else "",
            team=entered_names.team,
            captain=entered_names.captain,
            seat_count=section.team_size,
            is_unranked=entered_names.is_unranked,
        )
        seats.append(seat)
    suggestions: list[str] = []
    if len(labels) <= MAX_SUGGESTIONS:
        suggestions = sorted(set(labels.values()), key=make_family_key)
    schedule_by_pair = fetch_schedule_by_pair(section, plan) if memory_by_pair else {}
    advice = format_memory_advice(
        memory_by_pair,
        schedule_by_pair,
        label_by_pair={seat.pair_no: seat.label for seat in seats},
        today=section.session.event.date,
        contestant_noun=get_contestant_noun(section),
    )
    tables = list_start_tables(plan, first_rows, [seat.pair_no for seat in seats])
    # Whoever arrived late has the last number, in either direction.
    seats.sort(key=lambda seat: section.get_direction(seat.pair_no) == "EW")
    return Seats(tuple(seats), tuple(suggestions), advice, tables)


@dataclass(slots=True)
class _EnteredNames:
    """An entry while it is read."""

    team: str
    is_unranked: bool
    names_by_order: dict[int, str] = field(default_factory=dict)
    captain: int = 0


def _fetch_names_by_number(section: Section, labels: Mapping[int, str]) -> dict[int, _EnteredNames]:
    """Return who is entered at each pair number of *section*. One query.

    *labels* are the names of people by key.
    """
    names_by_number: dict[int, _EnteredNames] = {}
    columns = (
        "pair_no",
        "name",
        "is_unranked",
        "entry_players__person",
        "entry_players__order",
        "entry_players__is_captain",
    )
    entries = section.entries.order_by("pair_no", "entry_players__order")
    # An entry has a row for each player, or one row without a person.
    for pair_no, team, is_unranked, person_pk, order, is_captain in entries.values_list(*columns):
        entered_names = names_by_number.setdefault(pair_no, _EnteredNames(team, is_unranked))
        if person_pk is not None:
            entered_names.names_by_order[order] = labels[person_pk]
            if is_captain:
                entered_names.captain = order
    return names_by_number


def fetch_seats_advice(section: Section, plan: Plan) -> tuple[str, ...]:
    """Return sentences on who would sit out again by *plan* or needs a stationary seat.

    Six queries at most.
    """
    memory_by_pair = fetch_memory_by_pair(section)
    if not memory_by_pair:
        return ()
    return format_memory_advice(
        memory_by_pair,
        fetch_schedule_by_pair(section, plan),
        label_by_pair={pair_no: section.get_label(pair_no) for pair_no in memory_by_pair},
        today=section.session.event.date,
        contestant_noun=get_contestant_noun(section),
    )


def fetch_named_pair_counts(section: Section) -> tuple[int, int]:
    """Return the number of *section*'s contestants with a name, and of all contestants."""
    named_entries = section.entries.filter(Q(entry_players__isnull=False) | ~Q(name=""))
    return named_entries.distinct().count(), section.entries.count()


def _fetch_previous_label_by_number(section: Section) -> dict[int, str]:
    """Return the labels in the stage before that differ from those in *section*, by number.

    Empty without a query in the first stage.
    """
    if section.session.stage_id is None:
        return {}
    previous_entries = {}
    for entry in section.entries.select_related("continues__section"):
        if entry.continues:
            previous_entries[entry.pair_no] = entry.continues
    previous_sections = {entry.section_id for entry in previous_entries.values()}
    labels = {}
    for pair_no, previous_entry in previous_entries.items():
        letter = previous_entry.section.letter if len(previous_sections) > 1 else ""
        label = f"{letter}{previous_entry.section.get_label(previous_entry.pair_no)}"
        if label != section.get_label(pair_no):
            labels[pair_no] = label
    return labels


def _describe_start_by_number(plan: Plan | None, first_rows: Iterable[PlanRow]) -> dict[int, str]:
    """Return where each contestant sits in round 1, or that it has withdrawn.

    A team sits where its N-S half does. If its players sit one by one, it has their numbers.
    """
    if plan is None:
        return {}
    start_by_number = {
        contestant: SITS_OUT_FIRST
        for round_no, contestant, *_where in plan.sit_outs
        if round_no == 1
    }
    for row in first_rows:
        if row.round_no > 1:
            continue
        if row.players and plan.section.team_size:
            size = plan.section.team_size
            for team in range(1, plan.contestants + 1):
                start_by_number[team] = f"players {(team - 1) * size + 1}–{team * size}"
        elif row.players and CONTESTS[plan.contest].has_changing_partners:
            for number, seat in zip(row.players, PLAYER_SEATS, strict=True):
                start_by_number[number] = f"table {row.table_no} {seat}"
        elif CONTESTS[plan.contest].has_halves:
            start_by_number.setdefault(row.ns, f"table {row.table_no}, N-S")
        else:
            start_by_number[row.ns] = f"table {row.table_no}, N-S"
            start_by_number[row.ew] = f"table {row.table_no}, E-W"
    late_starts = _describe_late_starts(plan, start_by_number) if plan.from_round > 1 else {}
    return start_by_number | late_starts | describe_absences(plan)


def _describe_late_starts(plan: Plan, start_by_number: Mapping[int, str]) -> dict[int, str]:
    """Return when and where each late arrival comes, by number. Two queries at most."""
    plans_from_start = plan.section.plans.filter(from_round__lte=1).order_by("-number")
    first_count = plans_from_start.values_list("contestants", flat=True).first() or plan.contestants
    late_numbers = set(range(first_count + 1, plan.contestants + 1))
    # Whoever plays in round 1 has another start already.
    late_numbers -= {number for number, start in start_by_number.items() if start != SITS_OUT_FIRST}
    starts: dict[int, str] = {}
    if not late_numbers or CONTESTS[plan.contest].has_changing_partners:
        return starts
    for row in plan.rows.order_by("round_no", "table_no"):
        for number, side in ((row.ns, "N-S"), (row.ew, "E-W")):
            if number in late_numbers:
                seat = f"comes in round {row.round_no}, table {row.table_no}, {side}"
                starts.setdefault(number, seat)
    return starts


@dataclass(frozen=True, slots=True)
class DoorEntry:
    """A contestant at the door."""

    pair_no: int
    name: str  # after its label
    is_here: bool


def fetch_arrivals(section: Section) -> tuple[DoorEntry, ...]:
    """Return every contestant of *section*, the missing first, by direction and number."""
    names = fetch_name_by_pair(section)
    arrivals = []
    numbers = section.entries.order_by("pair_no").values_list("pair_no", "is_here")
    # Whoever arrived late has the last number, in either direction.
    for pair_no, is_here in sorted(
        numbers, key=lambda entry: (entry[1], section.get_direction(entry[0]) == "EW")
    ):
        name = f"{section.get_label(pair_no)} {names.get(pair_no, '')}".strip()
        arrivals.append(DoorEntry(pair_no, name, is_here))
    return tuple(arrivals)


def fetch_missing_numbers(section: Section) -> tuple[int, ...]:
    """Return the numbers that haven't arrived, none if the door isn't used. (Costs one query.)"""
    entries = list(section.entries.order_by("pair_no").values_list("pair_no", "is_here"))
    if not any(is_here for _pair_no, is_here in entries):
        return ()
    return tuple(pair_no for pair_no, is_here in entries if not is_here)


@transaction.atomic
def mark_here(*, section: Section, pair_no: int, is_here: bool) -> None:
    """Store that *pair_no* of *section* is here, or not yet.

    The history has no act for it: the same button undoes it, and no result depends on it.

    :raises DeskError: if the section has no such number
    """
    increment_event_version(section.session.event_id)
    if not section.entries.filter(pair_no=pair_no).update(is_here=is_here):
        raise DeskError(
            "not-at-the-door",
            "This {called} is no longer on the list, so nothing was marked. Press another.",
            called=get_contestant_noun(section),
        )


@transaction.atomic
def mark_everybody_here(*, section: Section) -> None:
    """Store that everybody of *section* is here."""
    increment_event_version(section.session.event_id)
    section.entries.update(is_here=True)
