"""Helpers for readers of foreign plans: collect problems, and derive missing figures.

A file may lack a whole column, such as the E-W pairs. Most faults of its rows then mean nothing, but
:func:`list_partial_problems` tells the others: two tables with the same N-S pair are wrong whoever sits
E-W.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from movements.check.faults import check_plan
from movements.model import (
    ByeStand,
    Movement,
    PlanProblem,
    RoundNo,
    SitOut,
    TableNo,
    TableRound,
)
from movements.partnerships import number_partnerships
from movements.registry import choose_boards_per_set

MAX_NUMBER = 9999
"""Limit of the numbers in a plan. A larger one is a mistake or an attack."""

LOCATION_CODES = frozenset({"round-gap", "table-gap"})
SEAT_CODES = LOCATION_CODES | {
    "table-twice",
    "pair-twice",
    "pair-against-itself",
    "sit-out-twice",
    "sit-out-contradicts",
}
BOARD_CODES = frozenset({"board-twice"})
MEANINGFUL_CODES_BY_PART = {
    "round": frozenset({"table-gap"}),
    "table": frozenset({"round-gap"}),
    "ns": SEAT_CODES | BOARD_CODES,
    "ew": SEAT_CODES | BOARD_CODES,
    "board_set": SEAT_CODES | BOARD_CODES,
    "boards": SEAT_CODES,
}
"""By part of a row: the codes of faults that mean something without it."""


@dataclass(slots=True)
class Problems:
    """The problems of a file, each with its round and table if they are known."""

    entries: list[PlanProblem] = field(default_factory=list)

    def add(
        self, text: str, round_no: RoundNo | None = None, table_no: TableNo | None = None
    ) -> None:
        """Add a problem as a whole sentence."""
        self.entries.append(PlanProblem("unreadable", text, round_no, table_no))

    def make_reading(self, plan: Movement | None) -> "Reading":
        """Return the reading of *plan* with these problems. Their rounds may be incomplete."""
        return Reading(
            plan, tuple(self.entries), frozenset(problem.round_no for problem in self.entries)
        )

    def parse_number(
        self,
        text: str,
        location: str,
        round_no: RoundNo | None = None,
        table_no: TableNo | None = None,
    ) -> int:
        """Return *text* as a whole number, or 0 with a problem at *location*.

        >>> problems = Problems()
        >>> problems.parse_number(" 12 ", "Line 3"), problems.parse_number("x", "Line 3")
        (12, 0)
        >>> problems.entries[0].text
        'Line 3: "x" isn’t a whole number from 0 to 9999.'
        """
        text = text.strip()
        # The length is checked first, because int() refuses thousands of digits.
        if text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= MAX_NUMBER:
            return int(text)
        if text:
            shown_text = text if len(text) <= 20 else text[:17] + "..."
            problem = f'"{shown_text}" isn’t a whole number from 0 to {MAX_NUMBER}'
        else:
            problem = "a number is missing"
        self.add(f"{location}: {problem}.", round_no, table_no)
        return 0


@dataclass(frozen=True, slots=True)
class Reading:
    """The readable part of a plan, and its problems."""

    plan: Movement | None  # None if nothing is readable
    problems: tuple[PlanProblem, ...]
    # The rounds that may lack rows; with None among them, any round may.
    incomplete_rounds: frozenset[int | None] = frozenset()


def derive_plan(
    rows: Iterable[TableRound],
    sit_outs: Sequence[SitOut] = (),
    bye_stands: Sequence[ByeStand] = (),
    stated_fields: Mapping[str, object] | None = None,
) -> Movement:
    """Return the plan of these rows, with every field that isn't *stated_fields* derived from them.

    *stated_fields* are fields of :class:`Movement` by name. There are two winners if no pair ever changes
    direction, and one among single players.

    >>> derive_plan([TableRound(1, 1, 1, 2, 1, (1, 2))]).contestants
    2
    """
    sorted_rows = tuple(sorted(rows, key=lambda row: (row.round_no, row.table_no)))
    stated_fields = stated_fields or {}
    if stated_fields.get("contest") == "individual":
        sorted_rows = number_partnerships(sorted_rows)
        ns = ew = {player for row in sorted_rows for player in row.players or ()}
    else:
        ns = {row.ns for row in sorted_rows}
        ew = {row.ew for row in sorted_rows}
    derived_fields: dict[str, object] = {
        "key": "own",
        "name": "Custom movement",
        "contest": "pairs",
        "source": "",
        "options": (),
        "contestants": len(ns | ew | {sit_out.contestant for sit_out in sit_outs}),
        "winners": 1 if ns & ew else 2,
        "tables": max((row.table_no for row in sorted_rows), default=0),
        "rounds": max((row.round_no for row in sorted_rows), default=0),
        "boards_per_set": max((len(row.boards) for row in sorted_rows), default=0),
        "board_sets": max((row.board_set for row in sorted_rows), default=0),
    }
    boards_per_set = stated_fields.get("boards_per_set", derived_fields["boards_per_set"])
    derived_fields |= {
        "first_board": _derive_first_board(sorted_rows, boards_per_set),
        "rows": sorted_rows,
        "sit_outs": tuple(sit_outs),
        "bye_stands": tuple(bye_stands),
    }
    # The type checker can't know the types of fields by name.
    return Movement(**(derived_fields | dict(stated_fields)))  # type: ignore[arg-type]


def _derive_first_board(rows: Sequence[TableRound], boards_per_set: object) -> int:
    """Return the number of the first board of set 1, 1 if the *rows* don't agree on it."""
    if not isinstance(boards_per_set, int):
        return 1
    first_boards = {
        min(row.boards) - (row.board_set - 1) * boards_per_set
        for row in rows
        if len(row.boards) == boards_per_set
    }
    if len(first_boards) != 1:
        return 1
    return max(1, *first_boards)


def choose_default_boards(rounds: int) -> int:
    """Return the usual number of boards in a set for a number of *rounds*.

    >>> choose_default_boards(7)
    4
    """
    return choose_boards_per_set(max(1, rounds))


def get_boards_per_set(stated_fields: Mapping[str, object], rounds: int) -> int:
    """Return the number of boards in a set as *stated_fields*, or the usual one for *rounds*.

    >>> get_boards_per_set({"boards_per_set": 2}, 7), get_boards_per_set({}, 7)
    (2, 4)
    """
    boards_per_set = stated_fields.get("boards_per_set")
    if isinstance(boards_per_set, int):
        return boards_per_set
    return choose_default_boards(rounds)


def list_partial_problems(
    missing_parts: Set[str],
    rows: Iterable[TableRound],
    sit_outs: Sequence[SitOut],
    problems: Iterable[PlanProblem],
) -> tuple[PlanProblem, ...]:
    """Return the faults of *rows* that don't depend on the *missing_parts*, by round, then table.

    The missing parts of *rows* may hold any value. *problems* are the unreadable parts of the file: a
    gap in their rounds isn't a fault of the plan.

    >>> rows = [TableRound(1, 1, 1, 0, 1, (1,)), TableRound(1, 2, 1, 0, 2, (2,))]
    >>> [fault.text for fault in list_partial_problems({"ew"}, rows, (), ())]
    ['Pair 1 is at tables 1 and 2 in round 1. Choose one.']
    """
    missing_sides = missing_parts & {"ns", "ew"}
    numbered_rows = []
    for number, row in enumerate(rows, start=1):
        # Each missing pair gets a number that no other pair has.
        ns = -2 * number if "ns" in missing_sides else row.ns
        ew = -2 * number - 1 if "ew" in missing_sides else row.ew
        numbered_rows.append(replace(row, ns=ns, ew=ew))
    unreadable_rounds = {problem.round_no or 0 for problem in problems}
    rounds = {row.round_no for row in numbered_rows}
    rounds |= {round_no for round_no in unreadable_rounds if round_no <= MAX_NUMBER}
    plan = derive_plan(
        numbered_rows, () if missing_sides else sit_outs, (), {"rounds": max(rounds, default=0)}
    )
    codes = SEAT_CODES | BOARD_CODES
    for name in missing_parts:
        codes &= MEANINGFUL_CODES_BY_PART[name]
    if any(unreadable_rounds):
        codes -= {"table-gap"}
    plan_problems = []
    for plan_problem in check_plan(plan):
        is_unreadable_gap = (
            plan_problem.code == "round-gap" and plan_problem.round_no in unreadable_rounds
        )
        if plan_problem.code in codes and not is_unreadable_gap:
            plan_problems.append(plan_problem)
    return tuple(plan_problems)
