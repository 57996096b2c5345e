"""The places of a section: who sits there, and who has arrived.

Nobody has to mark at the door who is here: as long as nobody of a section is, nobody is missing
either. A stage that follows begins with those who arrived.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Q

from director.boards.contests import CONTESTS
from director.boards.movement.rounds import describe_absences
from director.boards.movement.words import fetch_names_by_pair, get_contestant_word
from director.boards.play.seats.entrants import count_boxes
from director.boards.play.seats.memory import (
    fetch_pair_memories,
    fetch_pair_schedules,
    format_memory_advice,
)
from director.core.base.versions import count_change
from director.core.club.people import fetch_people_labels
from director.errors import DeskError
from director.models import Plan, Section
from director.names import get_family_name, make_family_key

SEPARATOR = " & "
SEAT_WORDS = ("North", "East", "South", "West")
MAX_SUGGESTIONS = 5000
"""Names offered while somebody types; more would make the page too slow in a browser."""


def format_place_text(names: Sequence[str], team: str = "", captain: int = 0) -> str:
    """Return the boxes of a place as one text, which shows whether they were changed.

    >>> format_place_text(["Ada Ash", ""]), format_place_text(["Ada", "Bert", "Cid", "Dee"], "Lions", 2)
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
    """The place of a pair, a player or a team.

    *names* has one item for each box, written so that typing it finds the same person. A team may
    have the name *team* and a *captain*, the number of a box. If the movement seats the players of
    a team one by one, the first *seat_count* boxes are for them; further boxes are for reserves.
    """

    pair_no: int
    label: str
    start_place: str  # "table 3, N-S", "table 2 North", "sits out first", or "" without a plan
    names: tuple[str, ...]
    past_weeks: str = ""  # past weeks of the people who sit there, in words
    team: str = ""
    captain: int = 0
    seat_count: int = 0
    former_label: str = ""  # the label in the stage before, if it was another one

    def player(self, box: int) -> str:
        """Return the number of the player in a *box* in the movement, or "" for a reserve."""
        if box <= self.seat_count:
            return str((self.pair_no - 1) * self.seat_count + box)
        return ""

    @property
    def number(self) -> int:
        """The number under which the page sends the place."""
        return self.pair_no

    @property
    def text(self) -> str:
        """The boxes as one text, which shows whether they were changed."""
        return format_place_text(self.names, self.team, self.captain)

    @property
    def choice_label(self) -> str:
        """The choice in a list of places: the number, with the team or first name if known."""
        return f"{self.label} {self.team or self.names[0]}".strip()

    @property
    def members(self) -> str:
        """The family names of a team."""
        return ", ".join(get_family_name(name) for name in self.names if name)


@dataclass(frozen=True, slots=True)
class Seats:
    """The places of a section, and the *known* names that are offered while somebody types."""

    rows: tuple[Seat, ...]
    known: tuple[str, ...]
    advice: tuple[str, ...] = ()

    @property
    def places(self) -> list[tuple[int, str]]:
        """The number of each place, with its choice in a list."""
        return [(row.pair_no, row.choice_label) for row in self.rows]

    @property
    def named(self) -> int:
        """The number of pairs, players or teams with a name."""
        return sum(bool(row.text) for row in self.rows)


def fetch_section_seats(
    section: Section, plan: Plan | None, *, remembers: bool = False, numbered: bool = True
) -> Seats:
    """Return the places of *section* in order of number. Four queries for any size.

    With *remembers*, the places have the past weeks of their people, which costs five more queries.
    With *numbered*, people of the same name have their membership numbers.
    """
    memories = fetch_pair_memories(section) if remembers else {}
    labels = fetch_people_labels(section.session.event.club, numbered=numbered)
    starts = _describe_starts(plan)
    former_labels = _fetch_former_labels(section)
    boxes = range(1, count_boxes(section) + 1)
    seats = []
    for pair_no, place in _fetch_entered_places(section, labels).items():
        seat = Seat(
            pair_no=pair_no,
            label=section.label(pair_no),
            start_place=starts.get(pair_no, ""),
            former_label=former_labels.get(pair_no, ""),
            names=tuple(place.names.get(box, "") for box in boxes),
            past_weeks=memories[pair_no].text if pair_no in memories else "",
            team=place.team,
            captain=place.captain,
            seat_count=section.team_size,
        )
        seats.append(seat)
    suggestions: list[str] = []
    if len(labels) <= MAX_SUGGESTIONS:
        suggestions = sorted(set(labels.values()), key=make_family_key)
    schedules = fetch_pair_schedules(section, plan) if memories else {}
    advice = format_memory_advice(
        memories,
        schedules,
        labels={seat.pair_no: seat.label for seat in seats},
        today=section.session.event.date,
        contestant_word=get_contestant_word(section),
    )
    return Seats(tuple(seats), tuple(suggestions), advice)


@dataclass(slots=True)
class _EnteredPlace:
    """A place while it is read: the team's name, the people's names by order, and the captain."""

    team: str
    names: dict[int, str] = field(default_factory=dict)
    captain: int = 0


def _fetch_entered_places(section: Section, labels: Mapping[int, str]) -> dict[int, _EnteredPlace]:
    """Return who is entered at each pair number of *section*. One query.

    *labels* are the names of people by key.
    """
    places: dict[int, _EnteredPlace] = {}
    columns = (
        "pair_no",
        "name",
        "entry_players__person",
        "entry_players__order",
        "entry_players__is_captain",
    )
    entries = section.entries.order_by("pair_no", "entry_players__order")
    # A place has a row for each player, or one row without a person.
    for pair_no, team, person_pk, order, is_captain in entries.values_list(*columns):
        place = places.setdefault(pair_no, _EnteredPlace(team))
        if person_pk is not None:
            place.names[order] = labels[person_pk]
            if is_captain:
                place.captain = order
    return places


def list_seats_advice(section: Section, plan: Plan) -> tuple[str, ...]:
    """Return who would sit out again by *plan* or needs a stationary seat, in sentences.

    Six queries at most.
    """
    memories = fetch_pair_memories(section)
    if not memories:
        return ()
    return format_memory_advice(
        memories,
        fetch_pair_schedules(section, plan),
        labels={pair_no: section.label(pair_no) for pair_no in memories},
        today=section.session.event.date,
        contestant_word=get_contestant_word(section),
    )


def count_named_pairs(section: Section) -> tuple[int, int]:
    """Return the number of *section*'s contestants with a name, and of all contestants."""
    named_entries = section.entries.filter(Q(entry_players__isnull=False) | ~Q(name=""))
    return named_entries.distinct().count(), section.entries.count()


def _fetch_former_labels(section: Section) -> dict[int, str]:
    """Return the labels in the stage before that differ from those in *section*, by number.

    Empty without a query in the first stage.
    """
    if section.session.stage_id is None:
        return {}
    former_entries = {}
    for entry in section.entries.select_related("continues__section"):
        if entry.continues:
            former_entries[entry.pair_no] = entry.continues
    is_divided = len({former.section_id for former in former_entries.values()}) > 1
    labels = {}
    for pair_no, former in former_entries.items():
        letter = former.section.letter if is_divided else ""
        label = f"{letter}{former.section.label(former.pair_no)}"
        if label != section.label(pair_no):
            labels[pair_no] = label
    return labels


def _describe_starts(plan: Plan | None) -> dict[int, str]:
    """Return where each contestant sits in round 1, or that it has withdrawn.

    A team has the place of its N-S half, or the numbers of its players if they sit one by one.
    """
    if plan is None:
        return {}
    starts = {
        contestant: "sits out first"
        for round_no, contestant, *_where in plan.sit_outs
        if round_no == 1
    }
    for row in plan.rows.filter(round_no=1):
        if row.players and plan.section.team_size:
            size = plan.section.team_size
            for team in range(1, plan.contestants + 1):
                starts[team] = f"players {(team - 1) * size + 1}–{team * size}"
        elif row.players and CONTESTS[plan.contest].changes_partners:
            for number, seat in zip(row.players, SEAT_WORDS, strict=True):
                starts[number] = f"table {row.table_no} {seat}"
        elif CONTESTS[plan.contest].has_halves:
            starts.setdefault(row.ns, f"table {row.table_no}, N-S")
        else:
            starts[row.ns] = f"table {row.table_no}, N-S"
            starts[row.ew] = f"table {row.table_no}, E-W"
    return starts | describe_absences(plan)


@dataclass(frozen=True, slots=True)
class DoorEntry:
    """A contestant at the door: number, *name* with its number, and whether it is here."""

    pair_no: int
    name: str
    is_here: bool


def fetch_arrivals(section: Section) -> tuple[DoorEntry, ...]:
    """Return every contestant of *section* by number."""
    names = fetch_names_by_pair(section)
    arrivals = []
    for pair_no, is_here in section.entries.order_by("pair_no").values_list("pair_no", "is_here"):
        name = f"{section.label(pair_no)} {names.get(pair_no, '')}".strip()
        arrivals.append(DoorEntry(pair_no, name, is_here))
    return tuple(arrivals)


def fetch_missing_numbers(section: Section) -> tuple[int, ...]:
    """Return who isn't here yet, or nobody if the door isn't used. (Costs one query.)"""
    entries = list(section.entries.order_by("pair_no").values_list("pair_no", "is_here"))
    if not any(is_here for _pair_no, is_here in entries):
        return ()
    return tuple(pair_no for pair_no, is_here in entries if not is_here)


@transaction.atomic
def mark_here(*, section: Section, pair_no: int, is_here: bool) -> None:
    """Store that *pair_no* of *section* is here, or not yet.

    It is no act of the history: the same button takes it back, and no result depends on it.

    :raises DeskError: if the section has no such number
    """
    count_change(section.session.event_id)
    if not section.entries.filter(pair_no=pair_no).update(is_here=is_here):
        raise DeskError(
            "not-at-the-door",
            "This {called} is no longer on the list, so nothing was marked. Press another.",
            called=get_contestant_word(section),
        )


@transaction.atomic
def mark_everybody_here(*, section: Section) -> None:
    """Store that everybody of *section* is here."""
    count_change(section.session.event_id)
    section.entries.update(is_here=True)
