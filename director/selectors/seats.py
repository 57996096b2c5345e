"""The places of a section and who sits on them."""

from dataclasses import dataclass

from director.models import Plan, Section
from director.selectors.people import people_labels

SEPARATOR = " & "


@dataclass(frozen=True, slots=True)
class Seat:
    """One pair's place; *names* are as they have to be typed to find the same people again."""

    pair_no: int
    label: str
    start: str  # "table 3, N-S", "sits out first"; empty where no plan says it
    names: tuple[str, str]

    @property
    def text(self) -> str:
        """The names in one text, to see whether they were changed."""
        return SEPARATOR.join(name for name in self.names if name)


@dataclass(frozen=True, slots=True)
class Seats:
    """Every place of a section, and the names that can be offered while somebody types."""

    rows: tuple[Seat, ...]
    known: tuple[str, ...]

    @property
    def named(self) -> int:
        """How many pairs have a name."""
        return sum(bool(row.text) for row in self.rows)


def section_seats(section: Section, plan: Plan | None) -> Seats:
    """Return the places of *section* in order of number; five queries whatever the size."""
    labels = people_labels(section.session.event.club)
    starts = _starts(plan)
    rows = []
    for entry in section.entries.order_by("pair_no").prefetch_related("entry_players"):
        names = [labels[player.person_id] for player in entry.entry_players.all()]
        pair_no = entry.pair_no
        seat = Seat(pair_no, section.label(pair_no), starts.get(pair_no, ""), (*names, "", "")[:2])
        rows.append(seat)
    return Seats(tuple(rows), tuple(sorted(labels.values())))


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
