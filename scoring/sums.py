"""Add up the points of all boards for each contestant.

Fields are large, so sums are kept by number and whole numbers are added instead of fractions: points
are counted in parts of a common denominator and become fractions once, at the end.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm

from scoring.model import DEFAULT_LISTS, BoardColumns, Points, ScoredBoard, Tally
from scoring.points import KeyedPoints, ResultKey


class _ListSums:
    """The sums of all contestants in one list.

    - *units_by_denominator*: by denominator, then contestant, the points in parts of the denominator.
    - *board_counts*: by the contestants with points on a board and its top, how many such boards
      there are. Most boards are played by all, so that a board is counted at once.
    - *extra_lines*: by contestant, how many more lines than boards with points.
    """

    def __init__(self) -> None:
        self.units_by_denominator: dict[int, defaultdict[int, int]] = {}
        self.board_counts: defaultdict[tuple[frozenset[int], Points], int] = defaultdict(int)
        self.extra_lines: defaultdict[int, int] = defaultdict(int)

    def get_units_by_number(self, denominator: int) -> defaultdict[int, int]:
        """Return the sums of points in parts of *denominator*, to add to."""
        units_by_number = self.units_by_denominator.get(denominator)
        if units_by_number is None:
            units_by_number = self.units_by_denominator[denominator] = defaultdict(int)
        return units_by_number

    def add_board(
        self, contestants: frozenset[int], without_points: Sequence[int], top: Points
    ) -> None:
        """Count a board on which each of *contestants* has a line, some of them *without_points*."""
        if without_points:
            contestants = contestants.difference(without_points)
            for number in without_points:
                self.extra_lines[number] += 1
        self.board_counts[contestants, top] += 1

    def make_tallies(self, direction: str | None) -> Iterator[Tally]:
        """Yield the tallies of all contestants with a line."""
        denominator, units_by_number = self._add_up_units()
        board_counts, available_by_number = self._add_up_counts()
        extra_lines = self.extra_lines
        for number in {**board_counts, **extra_lines} if extra_lines else board_counts:
            board_count = board_counts.get(number, 0)
            line_count = board_count + extra_lines.get(number, 0)
            units = units_by_number.get(number, 0)
            points = units if denominator == 1 else Fraction(units, denominator)
            available = available_by_number.get(number, 0)
            yield Tally(number, direction, points, available, board_count, line_count)

    def _add_up_units(self) -> tuple[int, Mapping[int, int]]:
        """Return a common denominator, and the points of contestants in parts of it."""
        if len(self.units_by_denominator) == 1:
            return next(iter(self.units_by_denominator.items()))
        common_denominator = lcm(*self.units_by_denominator)
        units_by_number: defaultdict[int, int] = defaultdict(int)
        for denominator, sums in self.units_by_denominator.items():
            factor = common_denominator // denominator
            for number, units in sums.items():
                units_by_number[number] += units * factor
        return common_denominator, units_by_number

    def _add_up_counts(self) -> tuple[Mapping[int, int], Mapping[int, Points]]:
        """Return the number of boards with points and the available points, by contestant."""
        board_counts: defaultdict[int, int] = defaultdict(int)
        available_by_number: defaultdict[int, Points] = defaultdict(int)
        for (contestants, top), count in self.board_counts.items():
            available = count * top
            for number in contestants:
                board_counts[number] += count
                available_by_number[number] += available
        return board_counts, available_by_number


def sum_boards(boards: Iterable[ScoredBoard], winner_count: int) -> list[Tally]:
    """Return a tally for each contestant on *boards*.

    With two winners a number is one contestant in each direction; with one winner it is the same
    contestant in both.

    >>> from scoring.model import Line, ScoredLine
    >>> boards = [ScoredBoard(number, 2, [ScoredLine(Line(1, 6, 420), 2, 0)]) for number in (7, 8)]
    >>> north_south, _east_west = sum_boards(boards, 2)
    >>> north_south.contestant, north_south.point_sum, north_south.board_count
    (1, 4, 2)
    """
    directions = (None,) if winner_count == 1 else DEFAULT_LISTS
    lists = tuple(_ListSums() for _direction in directions)
    for board in boards:
        _add_board(lists, board)
    return [
        tally
        for sums, direction in zip(lists, directions, strict=True)
        for tally in sums.make_tallies(direction)
    ]


def _add_board(lists: Sequence[_ListSums], board: ScoredBoard) -> None:
    top = board.top or 0
    if board.keyed:
        columns = board.keyed.board.columns
        if columns.has_each_contestant_once(has_one_winner=len(lists) == 1):
            _add_columns(lists, columns, board.keyed.points, top)
            return
    for sums, couples in zip(lists, _list_points_by_line(board, len(lists)), strict=True):
        _add_couples(sums, couples, top)


def _add_columns(
    lists: Sequence[_ListSums], columns: BoardColumns, points: KeyedPoints, top: Points
) -> None:
    """Add a board on which every contestant has one line, as on nearly all boards."""
    ns_sums, ew_sums = lists[0], lists[-1]
    denominator, ns_units, ew_units, ns_gaps, ew_gaps = points
    ns_units_by_number = ns_sums.get_units_by_number(denominator)
    ew_units_by_number = ew_sums.get_units_by_number(denominator)
    for ns, ew, key in zip(columns.ns, columns.ew, columns.keys, strict=True):
        ns_units_by_number[ns] += ns_units[key]
        ew_units_by_number[ew] += ew_units[key]
    ns_numbers, ew_numbers = columns.numbers_by_side
    ns_missing = _list_numbers(columns.ns, columns.keys, ns_gaps) if ns_gaps else ()
    ew_missing = _list_numbers(columns.ew, columns.keys, ew_gaps) if ew_gaps else ()
    ns_sums.add_board(ns_numbers, ns_missing, top)
    ew_sums.add_board(ew_numbers, ew_missing, top)


def _list_numbers(
    numbers: Iterable[int], keys: Iterable[ResultKey], wanted: frozenset[ResultKey]
) -> list[int]:
    """Return those of *numbers* whose key is *wanted*."""
    return [number for number, key in zip(numbers, keys, strict=True) if key in wanted]


def _list_points_by_line(
    board: ScoredBoard, list_count: int
) -> list[list[tuple[int, Points | None]]]:
    """Return for each list the contestant and the points of each line of *board*."""
    points_by_list: list[list[tuple[int, Points | None]]] = [[] for _index in range(list_count)]
    for line, ns_points, ew_points in board.lines:
        ns_list, ew_list = line.lists
        points_by_list[_get_list_index(ns_list, list_count)].append((line.ns, ns_points))
        points_by_list[_get_list_index(ew_list, list_count)].append((line.ew, ew_points))
    return points_by_list


def _get_list_index(list_name: str, list_count: int) -> int:
    return 0 if list_count == 1 else DEFAULT_LISTS.index(list_name)


def _add_couples(
    sums: _ListSums, couples: Iterable[tuple[int, Points | None]], top: Points
) -> None:
    """Add *couples* of contestant and points on a board.

    A team, or a pair in mnemonic duplicate, has a line in each direction of one board, and doesn't
    miss a board by that.
    """
    extra_lines = Counter({number: 1 for number, _points in couples})
    for number, points in couples:
        if points is not None:
            units_by_number = sums.get_units_by_number(points.denominator)
            units_by_number[number] += points.numerator
            sums.board_counts[frozenset((number,)), top] += 1
            extra_lines[number] -= 1
    for number, count in extra_lines.items():
        if count:
            sums.extra_lines[number] += count
