"""Layouts in which pairs, sets and rounds follow one another in cycles, read from data.

Responsible for turning the first cell of every cycle into the meetings of a whole session.  Leaves
to the movement modules which layout is wanted and what it promises, and to the first lines of each
data file how it was found.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from movements.layout import Meeting, data_lines

_CELL = re.compile(r"(\d+):(\d+)-(\d+)/(\d+)(?:\*([0-9a-f]+))?")


@dataclass(frozen=True, slots=True)
class Cell:
    """The first meeting of a cycle.

    Bit *n* of ``turned`` means that N-S and E-W change sides *n* steps later.

    >>> Cell(round_no=1, ns=8, ew=1, board_set=1, turned=0).ns
    8
    """

    round_no: int
    ns: int
    ew: int
    board_set: int
    turned: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A session described by the first cell of each cycle.

    A step takes every number to the next one of its own cycle.  Pairs 1 to ``cycle`` form the first
    cycle, the next ``cycle`` numbers the second, and so on through ``pair_cycles`` of them; higher
    numbers stay.  Sets and rounds are numbered alike, in ``set_cycles`` cycles.  ``absent`` is the
    number to leave out when one pair is missing.

    >>> layout = find_layout("safford", pairs=8, rounds=7)
    >>> (layout.cycle, layout.pair_cycles, layout.absent)
    (7, 1, 8)
    """

    pairs: int
    rounds: int
    cycle: int
    pair_cycles: int
    set_cycles: int
    absent: int
    cells: tuple[Cell, ...]

    @property
    def first_stationary(self) -> int:
        """Return the lowest number of the pairs outside all cycles, which keep their tables."""
        return self.cycle * self.pair_cycles + 1

    def cell_after(self, cell: Cell, step: int) -> Cell:
        """Return the meeting of *cell* that many steps later.

        >>> layout = find_layout("safford", pairs=8, rounds=7)
        >>> layout.cell_after(layout.cells[0], 6)
        Cell(round_no=7, ns=7, ew=8, board_set=7, turned=0)
        """
        ns, ew = (_advance(pair, step, self.cycle, self.pair_cycles) for pair in (cell.ns, cell.ew))
        if cell.turned >> step & 1:
            ns, ew = ew, ns
        round_no, board_set = (
            _advance(number, step, self.cycle, self.set_cycles)
            for number in (cell.round_no, cell.board_set)
        )
        return Cell(round_no, ns, ew, board_set, 0)


def _advance(number: int, step: int, cycle: int, cycles: int) -> int:
    if number > cycle * cycles:
        return number
    turn, place = divmod(number - 1, cycle)
    return turn * cycle + (place + step) % cycle + 1


def find_layout(name: str, pairs: int, rounds: int) -> Layout:
    """Return the layout of *pairs* (an even number) for *rounds* from ``data/<name>.csv``.

    >>> len(find_layout("safford", pairs=10, rounds=18).cells)
    10

    :raises KeyError: if the file has none.
    """
    return _read_layout(_lines(name)[pairs, rounds])


def layout_sizes(name: str) -> tuple[tuple[int, int], ...]:
    """Return the pairs and rounds of every layout in ``data/<name>.csv``, in the order of the file.

    >>> layout_sizes("safford")[:2]
    ((8, 7), (10, 18))
    """
    return tuple(_lines(name))


@cache
def _lines(name: str) -> Mapping[tuple[int, int], Mapping[str, str]]:
    return {(int(line["pairs"]), int(line["rounds"])): line for line in data_lines(name)}


def _read_layout(line: Mapping[str, str]) -> Layout:
    numbers = {name: int(text) for name, text in line.items() if name != "cells"}
    cells = tuple(
        Cell(int(round_no), int(ns), int(ew), int(board_set), int(turned or "0", 16))
        for round_no, ns, ew, board_set, turned in _CELL.findall(line["cells"])
    )
    return Layout(**numbers, cells=cells)


def roll_out(layout: Layout, rounds: int, absent: int | None = None) -> Iterator[Meeting]:
    """Yield the meetings of the first *rounds* rounds, by round, then table.

    Those of pair *absent* are included.

    A pair that stays has the table of its place among those that stay; the other tables follow in
    the order of the cells.  It keeps its side too, the one whose cards it holds more often: for the
    other cards the board is arrow-switched, since turning a board is easier than changing seats.

    >>> [(one.table_no, one.ns, one.ew, one.board_set) for one in roll_out(find_layout("safford", 8, 7), rounds=1)]
    [(1, 1, 8, 1), (2, 3, 6, 5), (3, 2, 7, 3), (4, 4, 5, 2)]
    """
    by_round: dict[int, dict[tuple[int, int], tuple[int, Cell]]] = {}
    for cell in layout.cells:
        for step in range(layout.cycle):
            moved = layout.cell_after(cell, step)
            couple = (min(moved.ns, moved.ew), max(moved.ns, moved.ew))
            stays = couple[1] if couple[0] < layout.first_stationary <= couple[1] else couple[0]
            order = stays if stays >= layout.first_stationary else layout.pairs + 1
            # A cell may come back to itself before its cycle is over.
            by_round.setdefault(moved.round_no, {}).setdefault(couple, (order, moved))
    meetings = [kept for tables in by_round.values() for kept in tables.values()]
    ew_at_home = _ew_at_home(
        (keeper, cell) for keeper, cell in meetings if absent not in (cell.ns, cell.ew)
    )
    for round_no in range(1, rounds + 1):
        tables = sorted(by_round[round_no].values(), key=lambda ordered_cell: ordered_cell[0])
        for table_no, (order, cell) in enumerate(tables, start=1):
            stays = order <= layout.pairs
            turned = stays and (cell.ew == order) != (order in ew_at_home)
            yield Meeting(
                round_no, table_no, cell.ns, cell.ew, cell.board_set, arrow_switched=turned
            )


def _ew_at_home(cells: Iterable[tuple[int, Cell]]) -> frozenset[int]:
    """Return the stationary pairs that hold the E-W cards more often than not over the whole
    session.

    *cells* come with the pair whose table it is.  The whole session decides also where fewer rounds
    are played, so that the shorter one is its beginning.
    """
    balance: Counter[int] = Counter()
    for keeper, cell in cells:
        balance[keeper] += 1 if cell.ew == keeper else -1
    return frozenset(pair for pair, more_ew in balance.items() if more_ew > 0)
