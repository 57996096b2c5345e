"""The stored plans: which one is fairest for a size, a length, stationary pairs and copies.

``data/fairest.csv`` holds plans found by search, ``data/fairest_of_families.csv`` what other
movements reach.  Everything is read by :func:`find_best_entry`, which takes the fairest that fulfils both
wishes.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from movements.families.fairest.finite_field import SIZES
from movements.layout import Meeting, read_data_lines
from movements.model import Options

PLANS = "fairest"
OF_FAMILIES = "fairest_of_families"
COLUMNS = ("pairs", "rounds", "stationary", "copies", "qf", "tables")
FIELD = "field"
"""The name of the construction from a finite field, which needs no stored plan."""

_CELL = re.compile(r"(\d+)-(\d+)/(\d+)")


@dataclass(frozen=True, slots=True)
class KnownPlan:
    """A known plan: its figure, how many pairs keep their seats, the copies, and how it is made.

    - ``qf``: the fairness, rounded to two decimals.
    - ``copies``: 2 if a board set is at two tables at once.
    - ``cells``: the stored plan, empty if another movement or a finite field makes it.
    - ``family`` and ``options``: the movement that makes it, and its resolved options.

    >>> find_best_entry(8, 7, 0, 1).qf
    Fraction(100, 1)
    """

    pairs: int
    rounds: int
    stationary: int
    copies: int
    qf: Fraction
    cells: str = ""
    family: str = ""
    options: Options = ()

    @property
    def is_own(self) -> bool:
        """Return whether no other movement makes the plan."""
        return bool(self.cells) or self.family == FIELD

    def fulfils(self, stationary: int, copies: int) -> bool:
        """Return whether at least *stationary* pairs stay and *copies* of the boards suffice."""
        return self.stationary >= stationary and self.copies <= copies


@cache
def read_known_plans() -> Mapping[tuple[int, int], Sequence[KnownPlan]]:
    """Return all known plans by pairs and rounds, those of other movements first.

    >>> [entry.family for entry in read_known_plans()[8, 7]]
    ['howell']
    """
    by_size: defaultdict[tuple[int, int], list[KnownPlan]] = defaultdict(list)
    for line in read_data_lines(OF_FAMILIES):
        options = tuple(map(_parse_option, line["options"].split()))
        entry = _read_entry(line, family=line["family"], options=options)
        by_size[entry.pairs, entry.rounds].append(entry)
    for line in read_data_lines(PLANS):
        entry = _read_entry(line, cells=line["tables"])
        by_size[entry.pairs, entry.rounds].append(entry)
    for size in SIZES:
        for pairs in (size, size + 1):
            stationary = pairs - size
            entry = KnownPlan(pairs, size, stationary, copies=1, qf=Fraction(100), family=FIELD)
            by_size[pairs, size].append(entry)
    return by_size


def parse_plan_line(text: str) -> KnownPlan:
    """Return the plan in a line of ``data/fairest.csv``.

    >>> parse_plan_line("8,5,2,1,84.62,1-5/1").stationary
    2

    :raises ValueError: if it isn't such a line.
    """
    values = text.split(",")
    line = dict(zip(COLUMNS, values, strict=True))
    return _read_entry(line, cells=line["tables"])


def _parse_option(text: str) -> tuple[str, str]:
    name, _, choice = text.partition("=")
    return name, choice


def _read_entry(
    line: Mapping[str, str], *, cells: str = "", family: str = "", options: Options = ()
) -> KnownPlan:
    return KnownPlan(
        pairs=int(line["pairs"]),
        rounds=int(line["rounds"]),
        stationary=int(line["stationary"]),
        copies=int(line["copies"]),
        qf=Fraction(line["qf"]),
        cells=cells,
        family=family,
        options=options,
    )


def find_best_entry(pairs: int, rounds: int, stationary: int, copies: int) -> KnownPlan | None:
    """Return the fairest plan, None if no known plan fulfils the wishes.

    Of equally fair ones it is the one with fewer copies, then that of another movement.

    >>> find_best_entry(12, 9, stationary=0, copies=1).qf
    Fraction(9487, 100)
    """
    return max(
        _list_fitting_entries(pairs, rounds, stationary, copies),
        key=lambda entry: (entry.qf, -entry.copies),
        default=None,
    )


def compute_points_gained(pairs: int, rounds: int, stationary: int, copies: int) -> Fraction:
    """Return by how much the fairest plan is fairer than those of all other movements.

    Without any other movement of this length it is the whole figure.

    >>> compute_points_gained(8, 7, stationary=0, copies=1)
    Fraction(0, 1)
    """
    best = others = Fraction(0)
    for entry in _list_fitting_entries(pairs, rounds, stationary, copies):
        best = max(best, entry.qf)
        if not entry.is_own:
            others = max(others, entry.qf)
    return best - others


def _list_fitting_entries(pairs: int, rounds: int, stationary: int, copies: int) -> list[KnownPlan]:
    known = read_known_plans().get((pairs, rounds), ())
    return [entry for entry in known if entry.fulfils(stationary, copies)]


def parse_meetings(cells: str, stationary: int, absent: int | None = None) -> Iterator[Meeting]:
    """Yield the meetings of a stored plan, by round, then table.

    Rounds are separated by ``|``.  The first ``3-9/5`` of a round is table 1: N-S pair 3, E-W pair
    9, board set 5.  A second table with a set in one round uses its second copy; the table of pair
    *absent* needs none.

    Pairs up to *stationary* keep their N-S seats.  When they hold the E-W cards, the boards are
    arrow-switched: turning a board is easier than changing seats.

    >>> [(meeting.round_no, meeting.copy_no) for meeting in parse_meetings("1-3/1 4-2/1|1-4/2 3-2/2", 0)]
    [(1, 1), (1, 2), (2, 1), (2, 2)]
    """
    for round_no, tables in enumerate(cells.split("|"), start=1):
        uses: Counter[int] = Counter()
        for table_no, (ns, ew, board_set) in enumerate(_CELL.findall(tables), start=1):
            meeting = Meeting(round_no, table_no, int(ns), int(ew), int(board_set))
            copy_no = 1
            if absent not in (meeting.ns, meeting.ew):
                uses[meeting.board_set] += 1
                copy_no = uses[meeting.board_set]
            is_switched = meeting.ew <= stationary
            yield meeting._replace(copy_no=copy_no, arrow_switched=is_switched)
