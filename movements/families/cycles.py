"""Layouts in which pairs, sets and rounds follow one another in cycles, read from data.

A *cycle* is a ring of numbers: pairs 1 to 7, say.  A *cell* is one meeting of two pairs in one
round with one board set.  One step advances all its numbers along their cycles and gives another
meeting, so the first cell of each cycle describes the whole session.

The movement modules choose the layout and know what it promises.  The first lines of each data file
say how its layouts were found.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain

from movements.layout import Meeting, iter_data_rows
from movements.model import RoundNo, SetNo

_CELL = re.compile(r"(\d+):(\d+)-(\d+)/(\d+)(?:\*([0-9a-f]+))?")


@dataclass(frozen=True, slots=True)
class Cell:
    """The first meeting of a cycle.

    >>> Cell(round_no=1, ns=8, ew=1, board_set=1, switched_steps=0).ns
    8
    """

    round_no: RoundNo
    ns: int
    ew: int
    board_set: SetNo
    switched_steps: int  # If bit n is set, N-S and E-W change sides in the meeting n steps later.


@dataclass(frozen=True, slots=True)
class Layout:
    """A session described by the first cell of each cycle.

    A step takes every number to the next one of its own cycle. Pairs 1 to *cycle* form the first
    cycle, the next *cycle* numbers the second, and so on. Pairs with higher numbers are stationary.
    Sets and rounds form cycles of the same length.

    >>> layout = get_layout("safford", pairs=8, rounds=7)
    >>> (layout.cycle, layout.pair_cycles, layout.absent)
    (7, 1, 8)
    """

    pairs: int
    rounds: int
    cycle: int  # the length of a cycle
    pair_cycles: int
    set_cycles: int
    absent: int  # the number to leave out if one pair is missing
    cells: tuple[Cell, ...]

    @property
    def first_stationary(self) -> int:
        """Return the lowest number of the stationary pairs."""
        return self.cycle * self.pair_cycles + 1

    def advance_cell(self, cell: Cell, step: int) -> Cell:
        """Return the meeting that follows *cell* after *step* steps.

        >>> layout = get_layout("safford", pairs=8, rounds=7)
        >>> layout.advance_cell(layout.cells[0], 6)
        Cell(round_no=7, ns=7, ew=8, board_set=7, switched_steps=0)
        """
        ns = _advance_number(cell.ns, step, self.cycle, self.pair_cycles)
        ew = _advance_number(cell.ew, step, self.cycle, self.pair_cycles)
        if cell.switched_steps >> step & 1:
            ns, ew = ew, ns
        round_no = _advance_number(cell.round_no, step, self.cycle, self.set_cycles)
        board_set = _advance_number(cell.board_set, step, self.cycle, self.set_cycles)
        return Cell(round_no, ns, ew, board_set, switched_steps=0)


def _advance_number(number: int, step: int, cycle: int, cycles: int) -> int:
    if number > cycle * cycles:
        return number
    cycle_index, position = divmod(number - 1, cycle)
    return cycle_index * cycle + (position + step) % cycle + 1


def get_layout(name: str, pairs: int, rounds: int) -> Layout:
    """Return the layout of *pairs* (an even number) for *rounds* from ``data/<name>.csv``.

    >>> len(get_layout("safford", pairs=10, rounds=18).cells)
    10

    :raises KeyError: if the file has none.
    """
    return _read_layout(_read_rows_by_size(name)[pairs, rounds])


def list_layout_sizes(name: str) -> tuple[tuple[int, int], ...]:
    """Return the pairs and rounds of every layout in ``data/<name>.csv``, in the order of the file.

    >>> list_layout_sizes("safford")[:2]
    ((8, 7), (10, 18))
    """
    return tuple(_read_rows_by_size(name))


@cache
def _read_rows_by_size(name: str) -> Mapping[tuple[int, int], Mapping[str, str]]:
    return {(int(row["pairs"]), int(row["rounds"])): row for row in iter_data_rows(name)}


def _read_layout(row: Mapping[str, str]) -> Layout:
    numbers = {name: int(text) for name, text in row.items() if name != "cells"}
    cells = tuple(
        Cell(
            int(round_no),
            int(ns),
            ew=int(ew),
            board_set=int(board_set),
            switched_steps=int(turned or "0", 16),
        )
        for round_no, ns, ew, board_set, turned in _CELL.findall(row["cells"])
    )
    return Layout(**numbers, cells=cells)


def iter_layout_meetings(
    layout: Layout, rounds: int, absent: int | None = None
) -> Iterator[Meeting]:
    """Yield the meetings of the first *rounds* rounds, by round, then table.

    Meetings of pair *absent* are included.

    The stationary pairs have the first tables, in the order of their numbers; the other tables
    follow in the order of the cells.  A stationary pair keeps its side too, the one whose cards it
    holds more often.  When it holds the other cards, the board is arrow-switched: turning a board
    is easier than changing seats.

    >>> layout = get_layout("safford", 8, 7)
    >>> meetings = iter_layout_meetings(layout, rounds=1)
    >>> [(meeting.table_no, meeting.ns, meeting.ew, meeting.board_set) for meeting in meetings]
    [(1, 1, 8, 1), (2, 3, 6, 5), (3, 2, 7, 3), (4, 4, 5, 2)]
    """
    no_keeper = layout.pairs + 1  # sorts after every stationary pair
    cells_by_round: dict[int, dict[tuple[int, int], tuple[int, Cell]]] = {}
    for first_cell in layout.cells:
        for step in range(layout.cycle):
            cell = layout.advance_cell(first_cell, step)
            low, high = sorted((cell.ns, cell.ew))
            if low >= layout.first_stationary:
                keeper = low
            elif high >= layout.first_stationary:
                keeper = high
            else:
                keeper = no_keeper
            # A cell may come back to itself before its cycle is over.
            cells = cells_by_round.setdefault(cell.round_no, {})
            cells.setdefault((low, high), (keeper, cell))
    all_tables = chain.from_iterable(cells.values() for cells in cells_by_round.values())
    ew_keepers = _get_ew_keepers(
        (keeper, cell) for keeper, cell in all_tables if absent not in (cell.ns, cell.ew)
    )
    for round_no in range(1, rounds + 1):
        cells_of_round = cells_by_round[round_no].values()
        tables = sorted(cells_of_round, key=lambda keeper_and_cell: keeper_and_cell[0])
        for table_no, (keeper, cell) in enumerate(tables, start=1):
            is_switched = keeper != no_keeper and (cell.ew == keeper) != (keeper in ew_keepers)
            yield Meeting(
                round_no,
                table_no,
                ns=cell.ns,
                ew=cell.ew,
                board_set=cell.board_set,
                arrow_switched=is_switched,
            )


def _get_ew_keepers(cells: Iterable[tuple[int, Cell]]) -> frozenset[int]:
    """Return the stationary pairs that hold the E-W cards in more than half of their rounds.

    Each of *cells* comes with the pair that keeps its table.  The whole session counts even if
    fewer rounds are played: a shorter plan is then the beginning of a longer one.
    """
    ew_surplus_by_pair: Counter[int] = Counter()
    for keeper, cell in cells:
        ew_surplus_by_pair[keeper] += 1 if cell.ew == keeper else -1
    return frozenset(pair for pair, surplus in ew_surplus_by_pair.items() if surplus > 0)
