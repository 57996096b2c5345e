"""The places of a section and who sits on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from director.desk.people.read import people_labels
from director.models import Plan, Section
from director.names import by_family
from director.pairs.seats.memory import memory_advice, pair_memories, places_of

SEPARATOR = " & "
MOST_OFFERED = 5000
"""Of how many people the names are offered while somebody types; a browser chokes on more."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One pair's place; *names* are as they have to be typed to find the same people again."""

    pair_no: int
    label: str
    start: str  # "table 3, N-S", "sits out first"; empty where no plan says it
    names: tuple[str, str]
    memory: str = ""  # what past weeks were like for the two, in words

    @property
    def text(self) -> str:
        """The names in one text, to see whether they were changed."""
        return SEPARATOR.join(name for name in self.names if name)


@dataclass(frozen=True, slots=True)
class Seats:
    """Every place of a section, and the names that can be offered while somebody types."""

    rows: tuple[Seat, ...]
    known: tuple[str, ...]
    advice: tuple[str, ...] = ()

    @property
    def named(self) -> int:
        """How many pairs have a name."""
        return sum(bool(row.text) for row in self.rows)


def section_seats(section: Section, plan: Plan | None, *, remembers: bool = False) -> Seats:
    """Return the places of *section* in order of number; four queries whatever the size.

    *remembers*: with what past weeks were like for everybody, for five queries more.
    """
    memories = pair_memories(section) if remembers else {}
    labels = people_labels(section.session.event.club)
    starts = _starts(plan)
    seated: dict[int, list[str]] = {}
    places = section.entries.order_by("pair_no", "entry_players__order")
    for pair_no, person_id in places.values_list("pair_no", "entry_players__person"):
        seated.setdefault(pair_no, []).extend([labels[person_id]] if person_id is not None else [])
    rows = tuple(
        Seat(
            pair_no,
            section.label(pair_no),
            starts.get(pair_no, ""),
            _in_two_boxes(names),
            memories[pair_no].text if pair_no in memories else "",
        )
        for pair_no, names in seated.items()
    )
    offered = sorted(labels.values(), key=by_family) if len(labels) <= MOST_OFFERED else ()
    labels_of = {row.pair_no: row.label for row in rows}
    asked = places_of(section, plan) if memories else {}
    advice = memory_advice(memories, asked, labels_of, section.session.event.date)
    return Seats(rows, tuple(offered), advice)


def seed_of(draw: int | dict[str, Any]) -> int:
    """Return the seed of a draw as a section keeps it: bare, or with the order where that followed from past weeks."""
    return int(draw["seed"]) if isinstance(draw, dict) else draw


def _in_two_boxes(names: Sequence[str]) -> tuple[str, str]:
    first, second, *_none = *names, "", ""
    return first, second


def pairs_named(section: Section) -> tuple[int, int]:
    """Return how many pairs of *section* have a name, and how many there are."""
    entries = section.entries
    return entries.filter(entry_players__isnull=False).distinct().count(), entries.count()


def _starts(plan: Plan | None) -> dict[int, str]:
    """Return where each pair sits in round 1."""
    if plan is None:
        return {}
    starts = {contestant: "sits out first" for round_no, contestant, *_where in plan.sit_outs if round_no == 1}
    for row in plan.rows.filter(round_no=1):
        starts |= {row.ns: f"table {row.table_no}, N-S", row.ew: f"table {row.table_no}, E-W"}
    return starts
