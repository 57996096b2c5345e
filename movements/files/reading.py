"""Helpers for readers of foreign plans: collecting problems and deriving missing figures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from movements.model import ByeStand, Fault, Movement, SitOut, TableRound
from movements.partnerships import number_partnerships
from movements.registry import usual_boards_per_set

LARGEST = 9999
"""The largest number a plan may hold; beyond it only a mistake or mischief is possible."""


@dataclass(slots=True)
class Problems:
    """Everything in a file that cannot be read, each with its round and table where they are known."""

    found: list[Fault] = field(default_factory=list)

    def add(self, text: str, round_no: int | None = None, table_no: int | None = None) -> None:
        """Add a problem as a whole sentence."""
        self.found.append(Fault("unreadable", text, round_no, table_no))

    def reading(self, plan: Movement | None) -> "Reading":
        """Return the reading of *plan* with these problems.

        Rounds with problems may be incomplete.
        """
        return Reading(
            plan, tuple(self.found), frozenset(problem.round_no for problem in self.found)
        )

    def number(
        self, text: str, place: str, round_no: int | None = None, table_no: int | None = None
    ) -> int:
        """Return *text* as a whole number, or 0 with a problem at *place*.

        >>> problems = Problems()
        >>> problems.number(" 12 ", "Line 3"), problems.number("x", "Line 3")
        (12, 0)
        >>> problems.found[0].text
        'Line 3: "x" isn\\'t a whole number from 0 to 9999.'
        """
        text = text.strip()
        if text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= LARGEST:
            return int(text)
        shown = text if len(text) <= 20 else text[:17] + "..."
        if text:
            missing = f'"{shown}" isn\'t a whole number from 0 to {LARGEST}'
        else:
            missing = "a number is missing"
        self.add(f"{place}: {missing}.", round_no, table_no)
        return 0


@dataclass(frozen=True, slots=True)
class Reading:
    """The plan as far as it could be read (None if nothing could), and the problems.

    ``incomplete`` are the rounds of which something may be missing, ``None`` among them standing
    for any round.
    """

    plan: Movement | None
    problems: tuple[Fault, ...]
    incomplete: frozenset[int | None] = frozenset()


def fill_in(
    rows: Iterable[TableRound],
    sit_outs: Sequence[SitOut] = (),
    bye_stands: Sequence[ByeStand] = (),
    said: Mapping[str, object] | None = None,
) -> Movement:
    """Return the plan of these rows, with everything not *said* derived from them.

    Two winners are assumed when no pair ever changes sides, one among single players.  *said* holds
    fields of
    :class:`Movement` by name.

    >>> fill_in([TableRound(1, 1, 1, 2, 1, (1, 2))]).contestants
    2
    """
    ordered = tuple(sorted(rows, key=lambda row: (row.round_no, row.table_no)))
    if (said or {}).get("contest") == "individual":
        ordered = number_partnerships(ordered)
        ns = ew = {player for row in ordered for player in row.players or ()}
    else:
        ns, ew = {row.ns for row in ordered}, {row.ew for row in ordered}
    known: dict[str, object] = {
        "key": "own",
        "name": "Custom movement",
        "contest": "pairs",
        "source": "",
        "options": (),
        "contestants": len(ns | ew | {sit_out.contestant for sit_out in sit_outs}),
        "winners": 1 if ns & ew else 2,
        "tables": max((row.table_no for row in ordered), default=0),
        "rounds": max((row.round_no for row in ordered), default=0),
        "boards_per_set": max((len(row.boards) for row in ordered), default=0),
        "board_sets": max((row.board_set for row in ordered), default=0),
    }
    known |= {"rows": ordered, "sit_outs": tuple(sit_outs), "bye_stands": tuple(bye_stands)}
    return Movement(**(known | dict(said or {})))  # type: ignore[arg-type]


def boards_for(rounds: int) -> int:
    """Return the usual number of boards in a set for that many rounds.

    >>> boards_for(7)
    4
    """
    return usual_boards_per_set(max(1, rounds))


def boards_stated(said: Mapping[str, object], rounds: int) -> int:
    """Return the number of boards in a set as the file *said*, or the usual one.

    >>> boards_stated({"boards_per_set": 2}, 7), boards_stated({}, 7)
    (2, 4)
    """
    stated = said.get("boards_per_set")
    if isinstance(stated, int):
        return stated
    return boards_for(rounds)
