"""The rounds of a contest that are drawn so far, as a plan that grows by one round after another.

Responsible for tables, boards and sit-outs of drawn rounds; who meets whom comes from the draw, or from the director.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from movements.layout import board_numbers, mark_shared
from movements.model import KNOCK_OUT, Options, Plan, SitOut, TableRound
from movements.swiss.systems import find_swiss_system

TEAM, PAIR = "team", "pair"
_BRACKET = "seeded bracket: the best seed meets the worst, and the first two can meet in the final only"


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """One round: *pairings* of home and away in the order of their tables, and who has a *bye*.

    >>> DrawnRound(((1, 3), (2, 4)), byes=(5,)).playing
    (1, 2, 3, 4)
    """

    pairings: tuple[tuple[int, int], ...]
    byes: tuple[int, ...] = ()

    @property
    def playing(self) -> tuple[int, ...]:
        """Who has an opponent, ascending."""
        return tuple(sorted(number for two in self.pairings for number in two))


def plan_of_rounds(key: str, rounds: Sequence[DrawnRound], *, boards_per_set: int, options: Options = ()) -> Plan:
    """Return the plan of the *rounds* drawn so far of the Swiss contest or knock-out *key*; each has boards of its own.

    A match of teams has two tables that share one copy of the boards, a match of pairs one table.  *options* are kept
    with the plan.

    >>> plan = plan_of_rounds("swiss-teams", [DrawnRound(((1, 3), (2, 4)), byes=(5,))], boards_per_set=8)
    >>> [(row.table_no, row.ns, row.ew, row.boards[0], row.copy_no) for row in plan.rows]
    [(1, 1, 3, 1, 1), (2, 3, 1, 5, 1), (3, 2, 4, 1, 2), (4, 4, 2, 5, 2)]
    >>> plan.sit_outs, plan.contestants
    ((SitOut(round_no=1, contestant=5, table_no=None, board_set=None, copy_no=1),), 5)

    :raises NoSwissError: if there is no such contest
    """
    unit = TEAM if key == KNOCK_OUT else find_swiss_system(key).unit
    tables_of_match = 2 if unit == TEAM else 1
    is_turned = dict(options).get("turned") == "even-tables"
    rows = [
        row
        for round_no, drawn in enumerate(rounds, start=1)
        for row in _rows(round_no, drawn, unit, boards_per_set, is_turned=is_turned)
    ]
    everybody = {number for drawn in rounds for number in (*drawn.playing, *drawn.byes)}
    most = max(len(drawn.pairings) for drawn in rounds)
    return Plan(
        key=key,
        name="Knock-out" if key == KNOCK_OUT else find_swiss_system(key).name,
        contest=f"{unit}s",
        source=_BRACKET if key == KNOCK_OUT else find_swiss_system(key).source,
        options=options,
        contestants=len(everybody),
        winners=1,
        tables=tables_of_match * most,
        rounds=len(rounds),
        boards_per_set=boards_per_set,
        board_sets=len(rounds),
        rows=mark_shared(rows),
        sit_outs=tuple(SitOut(at, number) for at, drawn in enumerate(rounds, start=1) for number in drawn.byes),
        copies=most,
    )


def rounds_of_plan(plan: Plan) -> tuple[DrawnRound, ...]:
    """Return the rounds of a plan that :func:`plan_of_rounds` made; the home team sits N-S at the first of its tables.

    >>> drawn = (DrawnRound(((1, 3), (4, 2))), DrawnRound(((4, 1), (2, 3))))
    >>> rounds_of_plan(plan_of_rounds("swiss-teams", drawn, boards_per_set=8)) == drawn
    True
    """
    first = 2 if plan.contest == "teams" else 1
    return tuple(
        DrawnRound(
            tuple(
                (row.ns, row.ew)
                for row in sorted(plan.rows, key=lambda row: row.table_no)
                if row.round_no == round_no and (row.table_no - 1) % first == 0
            ),
            tuple(sit_out.contestant for sit_out in plan.sit_outs if sit_out.round_no == round_no),
        )
        for round_no in range(1, plan.rounds + 1)
    )


def _rows(round_no: int, drawn: DrawnRound, unit: str, boards_per_set: int, *, is_turned: bool) -> Iterator[TableRound]:
    boards = board_numbers(round_no, boards_per_set)
    for match_no, (home, away) in enumerate(drawn.pairings, start=1):
        if unit == PAIR:
            turned = is_turned and round_no % 2 == 1 and match_no % 2 == 0
            yield TableRound(round_no, match_no, home, away, round_no, boards, arrow_switched=turned, copy_no=match_no)
        else:
            for table_no, (ns, ew) in enumerate(((home, away), (away, home)), start=2 * match_no - 1):
                yield TableRound(round_no, table_no, ns, ew, round_no, boards, copy_no=match_no)
