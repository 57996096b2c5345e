"""The places of a section and who sits on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from director.boards.contests import CONTESTS
from director.boards.movement.rounds import absence_words
from director.boards.movement.words import contestant_word
from director.boards.play.seats.entrants import boxes_of
from director.boards.play.seats.memory import memory_advice, pair_memories, pair_schedules
from director.core.club.people.read import people_labels
from director.models import Plan, Section
from director.names import by_family, family_name

SEPARATOR = " & "
SEAT_WORDS = ("North", "East", "South", "West")
MOST_OFFERED = 5000
"""Of how many people the names are offered while somebody types; a browser chokes on more."""


def place_as_text(names: Sequence[str], team: str = "", captain: int = 0) -> str:
    """Return what is in the boxes of a place in one text, to see whether it was changed.

    >>> place_as_text(["Ada Ash", ""]), place_as_text(["Ada", "Bert", "Cid", "Dee"], "Lions", 2)
    ('Ada Ash', 'Lions: Ada & Bert (captain) & Cid & Dee')
    """
    marked = [
        f"{name.strip()}{' (captain)' * (at == captain)}"
        for at, name in enumerate(names, 1)
        if name.strip()
    ]
    if team.strip():
        return f"{team.strip()}: {SEPARATOR.join(marked)}"
    return SEPARATOR.join(marked)


@dataclass(frozen=True, slots=True)
class Seat:
    """The place of a pair, a player or a team.

    *names* are written so that typing them finds the same people.

    There are as many as the place has boxes.  A team may have a name, *team*, and a *captain*,
    counted from 1.  Where a movement seats its players one by one, the first *seated* boxes are
    theirs, and further ones of reserves.
    """

    pair_no: int
    label: str
    start: str  # "table 3, N-S", "table 2 North", "sits out first"; empty where no plan says it
    names: tuple[str, ...]
    memory: str = ""  # what past weeks were like for whoever sits there, in words
    team: str = ""
    captain: int = 0
    seated: int = 0

    def player(self, box: int) -> str:
        """Return the number by which the movement knows who stands in a *box*, ``""`` where it knows nobody."""
        if box <= self.seated:
            return str((self.pair_no - 1) * self.seated + box)
        return ""

    @property
    def number(self) -> int:
        """The number by which the page knows it."""
        return self.pair_no

    @property
    def text(self) -> str:
        """What stands in its boxes in one text, to see whether it was changed."""
        return place_as_text(self.names, self.team, self.captain)

    @property
    def called(self) -> str:
        """What a list to choose from says of it: its number, and who it is as far as known."""
        return f"{self.label} {self.team or self.names[0]}".strip()

    @property
    def members(self) -> str:
        """The family names of a team."""
        return ", ".join(family_name(name) for name in self.names if name)


@dataclass(frozen=True, slots=True)
class Seats:
    """Every place of a section, and the names that can be offered while somebody types."""

    rows: tuple[Seat, ...]
    known: tuple[str, ...]
    advice: tuple[str, ...] = ()

    @property
    def places(self) -> list[tuple[int, str]]:
        """The number of every place, and what a list to choose from says of it."""
        return [(row.pair_no, row.called) for row in self.rows]

    @property
    def named(self) -> int:
        """How many pairs, players or teams have a name."""
        return sum(bool(row.text) for row in self.rows)


def section_seats(
    section: Section, plan: Plan | None, *, remembers: bool = False, numbered: bool = True
) -> Seats:
    """Return the places of *section* in order of number.

    Four queries whatever the size.

    *remembers*: with what past weeks were like for everybody, for five queries more.  *numbered*:
    people of one name are told apart by their numbers.
    """
    memories = pair_memories(section) if remembers else {}
    labels = people_labels(section.session.event.club, numbered=numbered)
    starts = _starts(plan)
    boxes = range(1, boxes_of(section) + 1)
    rows = tuple(
        Seat(
            pair_no,
            section.label(pair_no),
            starts.get(pair_no, ""),
            tuple(place.names.get(box, "") for box in boxes),
            memories[pair_no].text if pair_no in memories else "",
            place.team,
            place.captain,
            section.team_size,
        )
        for pair_no, place in _places(section, labels).items()
    )
    offered = sorted(labels.values(), key=by_family) if len(labels) <= MOST_OFFERED else ()
    labels_of = {row.pair_no: row.label for row in rows}
    asked = pair_schedules(section, plan) if memories else {}
    today = section.session.event.date
    advice = memory_advice(memories, asked, labels_of, today, called=contestant_word(section))
    return Seats(rows, tuple(offered), advice)


@dataclass(slots=True)
class _EntryPlace:
    """Who is entered at a place while it is read: names by order."""

    team: str
    names: dict[int, str] = field(default_factory=dict)
    captain: int = 0


def _places(section: Section, labels: Mapping[int, str]) -> dict[int, _EntryPlace]:
    """Return who is entered at each number of *section*, people as *labels* say.

    One query.
    """
    places: dict[int, _EntryPlace] = {}
    columns = (
        "pair_no",
        "name",
        *(f"entry_players__{name}" for name in ("person", "order", "is_captain")),
    )
    entries = section.entries.order_by("pair_no", "entry_players__order")
    for pair_no, team, person_id, order, is_captain in entries.values_list(*columns):
        place = places.setdefault(pair_no, _EntryPlace(team))
        if person_id is not None:
            place.names[order] = labels[person_id]
            place.captain = order if is_captain else place.captain
    return places


def seats_advice(section: Section, plan: Plan) -> tuple[str, ...]:
    """Return in sentences who would sit out again by *plan*, and who needs a seat that stays.

    Six queries at most.
    """
    memories = pair_memories(section)
    if not memories:
        return ()
    labels = {pair_no: section.label(pair_no) for pair_no in memories}
    today = section.session.event.date
    return memory_advice(
        memories, pair_schedules(section, plan), labels, today, called=contestant_word(section)
    )


def pairs_named(section: Section) -> tuple[int, int]:
    """Return how many pairs, players or teams of *section* have a name, and how many there are."""
    known = section.entries.filter(Q(entry_players__isnull=False) | ~Q(name=""))
    return known.distinct().count(), section.entries.count()


def _starts(plan: Plan | None) -> dict[int, str]:
    """Return where each contestant sits in round 1, or that it has withdrawn.

    A team has the place of its N-S half.

    Of a team whose players sit one by one it says their numbers.
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
            starts |= {
                team: f"players {(team - 1) * size + 1}–{team * size}"
                for team in range(1, plan.contestants + 1)
            }
        elif row.players and CONTESTS[plan.contest].changes_partners:
            seats = zip(row.players, SEAT_WORDS, strict=True)
            starts |= {number: f"table {row.table_no} {seat}" for number, seat in seats}
        elif CONTESTS[plan.contest].has_halves:
            starts.setdefault(row.ns, f"table {row.table_no}, N-S")
        else:
            starts |= {row.ns: f"table {row.table_no}, N-S", row.ew: f"table {row.table_no}, E-W"}
    return starts | absence_words(plan)
