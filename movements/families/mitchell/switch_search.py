"""Search for fairer arrow-switches of single tables, in steps of about a second, while a director waits.

The search is one simulated annealing, cut into steps: each goes on from the switches of the one before
at a lower temperature. Between steps nothing but the switches is kept, so a page can show how far it
is. Its cost is the sum of squared competition, see :mod:`movements.balance`.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from itertools import combinations
from math import exp, lcm
from operator import itemgetter, mul
from random import Random

from movements.families.mitchell.arrow_switch import turn_cards
from movements.model import Movement, TableRound

STEPS = 8
TURNS_PER_STEP = 30_000
MAX_SECONDS_PER_STEP = 2.4
"""Eight steps end within 20 seconds on a slow computer too; a usual one takes about half of that."""
START_TEMPERATURE, END_TEMPERATURE = 4.0, 0.2
"""At first and at the end, in squared weights for each pair that plays a set: found by trial."""

Cells = frozenset[tuple[int, int]]
"""The switched tables, each as its round and its number."""


def get_switched_cells(plan: Movement) -> Cells:
    """Return the tables that are switched.

    >>> from movements.registry import make_plan
    >>> sorted(get_switched_cells(make_plan("one-winner-mitchell", tables=5, rounds=4)))
    [(4, 1), (4, 2), (4, 3), (4, 4), (4, 5)]
    """
    return frozenset((row.round_no, row.table_no) for row in plan.rows if row.arrow_switched)


def switch_cells(plan: Movement, cells: Collection[tuple[int, int]]) -> Movement:
    """Return *plan* with these tables switched and no others.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("one-winner-mitchell", tables=5, rounds=4)
    >>> sorted(get_switched_cells(switch_cells(plan, {(1, 2)})))
    [(1, 2)]
    """
    rows = []
    for row in plan.rows:
        is_switched = (row.round_no, row.table_no) in cells
        if is_switched == row.arrow_switched:
            rows.append(row)
        elif is_switched:
            rows.append(turn_cards(row))
        else:
            rows.append(replace(row, ns=row.ew, ew=row.ns, arrow_switched=False))
    return replace(plan, rows=tuple(rows))


def format_cells(cells: Cells, rounds: int) -> str:
    """Return the switched tables of each round as a hexadecimal number, whose lowest bit is table 1.

    >>> format_cells(frozenset({(1, 1), (3, 2), (3, 5)}), 3)
    '1 0 12'
    """
    masks = [0] * rounds
    for round_no, table_no in cells:
        masks[round_no - 1] |= 1 << (table_no - 1)
    return " ".join(f"{mask:x}" for mask in masks)


def parse_cells(text: str, plan: Movement) -> Cells:
    """Return the switched tables in a text of :func:`format_cells`.

    >>> from movements.registry import make_plan
    >>> sorted(parse_cells("1 0 12", make_plan("mitchell", tables=5, rounds=3)))
    [(1, 1), (3, 2), (3, 5)]

    :raises ValueError: if the text isn't one of *plan*.
    """
    masks = [int(mask, 16) for mask in text.split()]
    if len(masks) != plan.rounds or min(masks) < 0:
        raise ValueError(text)
    return frozenset(
        (row.round_no, row.table_no)
        for row in plan.rows
        if masks[row.round_no - 1] >> (row.table_no - 1) & 1
    )


def improve_switches(
    plan: Movement,
    cells: Cells,
    step: int,
    *,
    turns: int = TURNS_PER_STEP,
    max_seconds: float = MAX_SECONDS_PER_STEP,
    read_clock: Callable[[], float] = time.monotonic,
) -> Cells:
    """Return the switches after *step*, from 1 to STEPS, that goes on from *cells*.

    After the last step no single turn makes the comparison more even.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("one-winner-mitchell", tables=7)
    >>> len(improve_switches(plan, frozenset(), STEPS, turns=10)) > 0
    True
    """
    draft = SwitchDraft(switch_cells(plan, cells))
    seed = f"{plan.key} {plan.contestants} {plan.rounds} {step}"
    random = Random(seed)  # noqa: S311  the search must be repeatable, not secret
    cooling = (END_TEMPERATURE / START_TEMPERATURE) ** (1 / (STEPS * turns))
    temperature = START_TEMPERATURE * cooling ** ((step - 1) * turns)
    deadline = read_clock() + max_seconds
    table_count = len(draft.tables)
    for turn in range(turns):
        # Reading the clock costs as much as a turn.
        if turn % 1000 == 0 and read_clock() >= deadline:
            break
        temperature *= cooling
        table = int(random.random() * table_count)
        gain = draft.compute_gain(table)
        if gain <= 0 or random.random() < exp(-gain / (temperature * draft.gain_units[table])):
            draft.turn(table)
    if step == STEPS:
        draft.descend()
    return draft.compute_fewest_cells()


class SwitchDraft:
    """The tables of a plan, with the competition of all couples kept up to date.

    ``competition[i][j]`` is ``scale`` times that of :func:`movements.balance.fairness`.

    >>> from movements.registry import make_plan
    >>> draft = SwitchDraft(make_plan("one-winner-mitchell", tables=5))
    >>> cost = draft.compute_cost()
    >>> gain = draft.compute_gain(3)
    >>> draft.turn(3)
    >>> draft.compute_cost() - cost == gain
    True
    """

    def __init__(self, plan: Movement) -> None:
        plays = Counter(row.board_set for row in plan.rows)
        # Boards of one table compare nobody.
        self.tables = [row for row in plan.rows if plays[row.board_set] > 1]
        self.is_turned = [row.arrow_switched for row in self.tables]
        self.scale, self.weight_by_set = _compute_weights(plays)
        self.sides_by_set: dict[int, dict[int, int]] = {}
        for row in self.tables:
            self.sides_by_set.setdefault(row.board_set, {}).update({row.ns: 1, row.ew: -1})
        self.getter_by_set = {
            board_set: itemgetter(*sides) for board_set, sides in self.sides_by_set.items()
        }
        size = 1 + max(max(row.ns, row.ew) for row in plan.rows)
        self.competition = [[0] * size for _ in range(size)]
        self._fill_competition(plays)
        self.gain_units = [
            self.weight_by_set[row.board_set] ** 2 * len(self.sides_by_set[row.board_set])
            for row in self.tables
        ]

    def _fill_competition(self, plays: Mapping[int, int]) -> None:
        for board_set, sides in self.sides_by_set.items():
            weight = self.weight_by_set[board_set]
            for (first, side), (second, other_side) in combinations(sides.items(), 2):
                self._add_competition(first, second, weight * side * other_side)
        for row in self.tables:
            weight = self.weight_by_set[row.board_set]
            self._add_competition(row.ns, row.ew, weight * plays[row.board_set])

    def _add_competition(self, first: int, second: int, amount: int) -> None:
        self.competition[first][second] += amount
        self.competition[second][first] += amount

    def compute_cost(self) -> int:
        """Return the sum of the squared competition of all couples."""
        return sum(value * value for row in self.competition for value in row) // 2

    def compute_gain(self, table: int) -> int:
        """Return what turning the boards of a table adds to the cost."""
        row = self.tables[table]
        sides = self.sides_by_set[row.board_set]
        get_values = self.getter_by_set[row.board_set]
        weight = self.weight_by_set[row.board_set]
        shared = 0
        for pair, opponent in ((row.ns, row.ew), (row.ew, row.ns)):
            competition = self.competition[pair]
            total = sum(map(mul, get_values(competition), sides.values()))
            shared += sides[pair] * (total - sides[opponent] * competition[opponent])
        return 8 * weight * weight * (len(sides) - 2) - 4 * weight * shared

    def turn(self, table: int) -> None:
        """Turn the boards of a table."""
        row = self.tables[table]
        sides = self.sides_by_set[row.board_set]
        weight = self.weight_by_set[row.board_set]
        for pair in (row.ns, row.ew):
            change = -2 * weight * sides[pair]
            for other, side in sides.items():
                if other not in (row.ns, row.ew):
                    self._add_competition(pair, other, change * side)
        sides[row.ns], sides[row.ew] = -sides[row.ns], -sides[row.ew]
        self.is_turned[table] = not self.is_turned[table]

    def descend(self) -> None:
        """Turn tables until no single turn lowers the cost."""
        gains = [self.compute_gain(table) for table in range(len(self.tables))]
        while min(gains) < 0:
            self.turn(gains.index(min(gains)))
            gains = [self.compute_gain(table) for table in range(len(self.tables))]

    def compute_fewest_cells(self) -> Cells:
        """Return the switched tables. Of each set at most half are: turning the others compares alike."""
        tables_by_set: dict[int, list[int]] = {}
        for table, row in enumerate(self.tables):
            tables_by_set.setdefault(row.board_set, []).append(table)
        cells = set()
        for tables in tables_by_set.values():
            turned = [table for table in tables if self.is_turned[table]]
            if 2 * len(turned) > len(tables):
                turned = [table for table in tables if not self.is_turned[table]]
            cells |= {_get_cell(self.tables[table]) for table in turned}
        return frozenset(cells)


def _get_cell(row: TableRound) -> tuple[int, int]:
    return row.round_no, row.table_no


def _compute_weights(plays: Mapping[int, int]) -> tuple[int, dict[int, int]]:
    """Return the weight of each set, as if all were played as often as the one played most.

    The weights are whole: :mod:`movements.balance` has them divided by the first number.
    """
    others_by_set = {board_set: count - 1 for board_set, count in plays.items() if count > 1}
    if len(set(others_by_set.values())) == 1:
        return 1, dict.fromkeys(others_by_set, 1)
    scale = lcm(*others_by_set.values())
    most_others = max(others_by_set.values())
    return scale, {
        board_set: scale * most_others // others for board_set, others in others_by_set.items()
    }
