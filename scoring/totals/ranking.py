"""Add up the points of contestants with penalties and other extras, and give places.

Fields are large, so sums are kept by number and whole numbers are added instead of fractions: points
are counted in parts of a common denominator and become fractions once, at the end.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import lcm
from typing import NamedTuple, cast

from movements.option import Option
from scoring.bridge.rulings import CARRY_OVER, Adjustment, CarryOverLimit, Credit
from scoring.display import exact_text, noted_text
from scoring.model import (
    USUAL_LISTS,
    BoardColumns,
    Field,
    Key,
    Points,
    ScoredBoard,
    ScoredLine,
    Standing,
    get_contestant_keys,
)

_DIRECTION_ORDER = {"NS": 0, "EW": 1, None: 0}


@dataclass(slots=True)
class Tally:
    """The sums of one contestant: points, available points, boards with points, and *lines*."""

    contestant: int
    direction: str | None
    points: Points = 0
    available: Points = 0
    boards: int = 0
    lines: int = 0


class FinalFigures(NamedTuple):
    """A contestant's final figures before places. A higher *merit* is better, equal merits tie.

    *tie_break* is the figure of a tie-break if there is one; a higher one is better.
    """

    contestant: int
    direction: str | None
    total: Points
    percent: Fraction | None
    boards: int
    merit: Points
    tie_break: Points = 0


class _Sums:
    """The sums of all contestants in one list, added board by board."""

    def __init__(self) -> None:
        # By contestant: how many more lines than boards with points.
        self._extra_lines: Counter[int] = Counter()
        # By the contestants of a board and its top: how many such boards there are. Most boards are
        # played by all, so that a board is counted at once.
        self._boards: defaultdict[tuple[frozenset[int], Points], int] = defaultdict(int)
        # By denominator, then contestant: points in parts of the denominator.
        self._units_by_denominator: defaultdict[int, defaultdict[int, int]] = defaultdict(
            lambda: defaultdict(int)
        )

    def count_board(
        self, contestants: frozenset[int], top: Points, denominator: int
    ) -> defaultdict[int, int]:
        """Count a board of *contestants*, and return the sums to which its points are added.

        They are in parts of the *denominator*.
        """
        self._boards[contestants, top] += 1
        return self._units_by_denominator[denominator]

    def add(self, numbers: Sequence[int], points: Sequence[Points | None], top: Points) -> None:
        """Add the *points* of *numbers* on a board with this *top*."""
        contestants = frozenset(numbers)
        # A board of many lines has few different points, and equal ones are one object.
        ids = list(map(id, points))
        different = dict(zip(ids, points, strict=True)).values()
        points_by_id = {id(figure): (figure,) for figure in different if figure is not None}
        scored_numbers = [
            number for number, key in zip(numbers, ids, strict=True) if key in points_by_id
        ]
        # A contestant may have two lines on a board, and one of them doesn't count for it.
        if len(scored_numbers) < len(numbers) or len(contestants) < len(numbers):
            self._extra_lines.update(contestants)
            self._extra_lines.subtract(scored_numbers)
        denominator, units_by_id = _count_in_units(points_by_id)
        scored_contestants = frozenset(scored_numbers)
        if len(scored_contestants) == len(scored_numbers):
            sums = self.count_board(scored_contestants, top, denominator)
        else:
            for number in scored_numbers:
                sums = self.count_board(frozenset((number,)), top, denominator)
        for number, key in zip(numbers, ids, strict=True):
            if key in units_by_id:
                (units,) = units_by_id[key]
                sums[number] += units

    def make_tallies(self, direction: str | None) -> Iterator[Tally]:
        """Yield the tallies of all contestants."""
        common = lcm(*self._units_by_denominator)
        units: defaultdict[int, int] = defaultdict(int)
        for denominator, sums in self._units_by_denominator.items():
            for number, figure in sums.items():
                units[number] += figure * (common // denominator)
        boards: defaultdict[int, int] = defaultdict(int)
        available: defaultdict[int, Points] = defaultdict(int)
        for (contestants, top), count in self._boards.items():
            points = count * top
            for number in contestants:
                boards[number] += count
                available[number] += points
        extra_lines = self._extra_lines
        for number in {**units, **extra_lines}:
            points = units[number] if common == 1 else Fraction(units[number], common)
            lines = boards[number]
            if extra_lines:
                lines += extra_lines[number]
            yield Tally(number, direction, points, available[number], boards[number], lines)


def _count_in_units(
    points_by_key: Mapping[int, tuple[Points, ...]],
) -> tuple[int, Mapping[int, tuple[int, ...]]]:
    """Return a common denominator of points, and the points in parts of it."""
    if set(map(type, chain.from_iterable(points_by_key.values()))) == {int}:
        return 1, cast(Mapping[int, tuple[int, ...]], points_by_key)
    all_points = chain.from_iterable(points_by_key.values())
    denominator = lcm(*[points.denominator for points in all_points])
    units_by_key = {
        key: _convert_to_units(points, denominator) for key, points in points_by_key.items()
    }
    return denominator, units_by_key


def _convert_to_units(points: Iterable[Points], denominator: int) -> tuple[int, ...]:
    return tuple([figure.numerator * (denominator // figure.denominator) for figure in points])


def tally(field: Field, boards: Iterable[ScoredBoard]) -> list[Tally]:
    """Return a tally for each contestant of *field*.

    *boards* are the scored boards of the field. With two winners a number is one contestant in each
    direction; with one winner it is the same contestant in both.
    """
    directions = [None] if field.winners == 1 else ["NS", "EW"]
    sums_of_lists = [_Sums() for _direction in directions]
    for board, scored_board in zip(field.boards, boards, strict=True):
        columns = board.columns
        top = scored_board.top or 0
        by_score = scored_board.points_by_score
        # A team, or a pair in mnemonic duplicate, has a line in each direction of one board, and
        # doesn't miss a board by that.
        if by_score and columns.seat_each_once(one_winner=field.winners == 1):
            denominator, units_by_score = _count_in_units(by_score)
            ns_numbers, ew_numbers = columns.seated
            ns_sums = sums_of_lists[0].count_board(ns_numbers, top, denominator)
            ew_sums = sums_of_lists[-1].count_board(ew_numbers, top, denominator)
            for ns, ew, score in zip(columns.ns, columns.ew, columns.scores, strict=True):
                ns_units, ew_units = units_by_score[score]
                ns_sums[ns] += ns_units
                ew_sums[ew] += ew_units
            continue
        points_of_lists = _split_points_by_list(columns, scored_board, field.winners)
        for sums, (numbers, points) in zip(sums_of_lists, points_of_lists, strict=True):
            sums.add(numbers, points, top)
    tallies: list[Tally] = []
    for sums, direction in zip(sums_of_lists, directions, strict=True):
        tallies += sums.make_tallies(direction)
    return tallies


def _split_points_by_list(
    columns: BoardColumns, board: ScoredBoard, winners: int
) -> list[tuple[Sequence[int], Sequence[Points | None]]]:
    """Return for each list the contestants on *board* and their points."""
    ns_points = [scored.ns_points for scored in board.lines]
    ew_points = [scored.ew_points for scored in board.lines]
    if winners == 1:
        return [((*columns.ns, *columns.ew), (*ns_points, *ew_points))]
    if columns.lists.count(USUAL_LISTS) == len(columns.lists):
        return [(columns.ns, ns_points), (columns.ew, ew_points)]
    # Some contestants are ranked in the other list than the one of their seats.
    numbers_by_list: dict[str, list[int]] = {name: [] for name in USUAL_LISTS}
    points_by_list: dict[str, list[Points | None]] = {name: [] for name in USUAL_LISTS}
    for side, (numbers, points) in enumerate(((columns.ns, ns_points), (columns.ew, ew_points))):
        for lists, number, line_points in zip(columns.lists, numbers, points, strict=True):
            numbers_by_list[lists[side]].append(number)
            points_by_list[lists[side]].append(line_points)
    return [(numbers_by_list[name], points_by_list[name]) for name in USUAL_LISTS]


def place(results: Iterable[FinalFigures]) -> tuple[Standing, ...]:
    """Return the standings, with each direction ranked apart. Equal merits share the better place.

    >>> results = [FinalFigures(n, None, merit, None, 1, merit) for n, merit in ((1, 5), (2, 8), (3, 5), (4, 2))]
    >>> [(standing.contestant, standing.place_text) for standing in place(results)]
    [(2, '1'), (1, '2='), (3, '2='), (4, '4')]
    """
    standings: list[Standing] = []
    list_order = None
    list_start = place_no = 0
    latest: tuple[object, ...] = ()
    for position, (order, merit, tie_break, _number, result) in enumerate(_sort_results(results)):
        if order != list_order:
            list_order, list_start = order, position
        figures = (order, merit, tie_break)
        is_tied = figures == latest
        if is_tied:
            standings[-1] = standings[-1]._replace(is_tied=True)
        else:
            place_no = position - list_start + 1
            latest = figures
        contestant, direction, total, percent, boards, _merit, _tie_break = result
        exact_total = total if type(total) is Fraction else Fraction(total)
        standings.append(
            Standing(contestant, direction, exact_total, percent, place_no, is_tied, boards)
        )
    return tuple(standings)


def _sort_results(
    results: Iterable[FinalFigures],
) -> list[tuple[int, int, Points, int, FinalFigures]]:
    """Return *results* in order, each after its direction, merit, tie-break and number."""
    results = list(results)
    # Whole numbers, in parts of a common denominator, compare faster than fractions.
    ratios = [result.merit.as_integer_ratio() for result in results]
    common = lcm(*{denominator for _numerator, denominator in ratios})
    sorted_results = []
    for result, (numerator, denominator) in zip(results, ratios, strict=True):
        merit = -numerator * (common // denominator)
        order = _DIRECTION_ORDER[result.direction]
        sorted_results.append((order, merit, -result.tie_break, result.contestant, result))
    sorted_results.sort()
    return sorted_results


# Penalties, carry-over, handicaps and points moved by hand are added to what contestants have.


_SIDE_NAMES = {"ns": "N-S", "ew": "E-W"}


@dataclass(slots=True)
class ExtraPoints:
    """The points of a contestant in addition to those of its boards.

    *carried* is a percentage of the points available on the boards; *percent* is a percentage of
    all available points, with those that could be carried over.
    """

    points: Points = 0
    percent: Points = 0
    carried: Points = 0

    def add(self, credit: Credit) -> None:
        """Add the points or the percentage of *credit*."""
        if credit.unit != "%":
            self.points += credit.amount
        elif credit.kind == CARRY_OVER:
            self.carried += credit.amount
        else:
            self.percent += credit.amount

    def compute_points(self, available: Points, max_carry_over: CarryOverLimit) -> Points:
        """Return all extra points in points.

        *available* is the maximum on the boards, *max_carry_over* the most that anybody carried over.
        """
        carried = self.carried * Fraction(available)
        percent = self.percent * Fraction(max_carry_over.compute_available(available))
        return self.points + (carried + percent) / 100


def collect_extras(field: Field, boards: Iterable[ScoredBoard]) -> dict[Key, ExtraPoints]:
    """Return the extra points of contestants of *field* from adjustments and credits.

    Contestants without any are absent. A percentage on a line is one of the top of its board.
    """
    extras_by_key: dict[Key, ExtraPoints] = {}
    for board in boards:
        for scored in () if board.is_plain else board.lines:
            if not scored.line.adjustments:
                continue
            ns, ew = get_contestant_keys(field, scored.line)
            for adjustment in scored.line.adjustments:
                key = ns if adjustment.side == "ns" else ew
                factor = Fraction(board.top or 0) / 100 if adjustment.unit == "%" else 1
                extras_by_key.setdefault(key, ExtraPoints()).points += adjustment.amount * factor
    for credit in field.credits:
        extras_by_key.setdefault((credit.direction, credit.contestant), ExtraPoints()).add(credit)
    return extras_by_key


def make_extra_notes(field: Field, decimals: int = 2) -> Iterator[str]:
    """Yield one sentence for each adjustment and credit of *field* and of its matches.

    *decimals* is the number of decimals of the method's points.
    """
    for board in field.boards:
        for line in board.lines if board.columns.is_ruled else ():
            for adjustment in line.adjustments:
                number = line.ns if adjustment.side == "ns" else line.ew
                contestant = f"Board {board.board_no}: {number} {_SIDE_NAMES[adjustment.side]}"
                yield f"{contestant} gets {_format_adjustment(adjustment, decimals)}."
    for credit in field.credits:
        if credit.amount and credit.is_noted:
            amount = noted_text(credit.amount, 2 if credit.unit == "%" else decimals)
            yield f"{credit.who(field.kind)}: {credit.format_with(amount)}."
    for match in field.matches:
        for credit in match.credits:
            if credit.is_noted:
                amount = noted_text(credit.amount, decimals)
                where = match.where(credit.contestant)
                yield f"{credit.who(field.kind)}, {where}: {credit.format_with(amount)}."


def _format_adjustment(adjustment: Adjustment, decimals: int) -> str:
    amount = noted_text(adjustment.amount, 2 if adjustment.unit == "%" else decimals)
    return adjustment.format_with(amount).replace(" %", " % of the top", 1)


def with_moved_points(boards: Iterable[ScoredBoard]) -> list[ScoredBoard]:
    """Return *boards* with the points that the director moved by hand on their lines.

    A side without points gets none.

    >>> from fractions import Fraction
    >>> from scoring.model import Line
    >>> from scoring.bridge.rulings import PointShift
    >>> line = Line(1, 2, 420, moved=PointShift(Fraction(2), Fraction(-2), "mp"))
    >>> scored = with_moved_points([ScoredBoard(7, 10, (ScoredLine(line, 6, 4),))])[0].lines[0]
    >>> scored.ns_points, scored.ew_points
    (Fraction(8, 1), Fraction(2, 1))
    """
    moved_boards = []
    for board in boards:
        if not board.is_plain and any(scored.line.moved for scored in board.lines):
            moved_boards.append(board.with_lines(map(_move_line_points, board.lines)))
        else:
            moved_boards.append(board)
    return moved_boards


def _move_line_points(scored: ScoredLine) -> ScoredLine:
    moved = scored.line.moved
    if moved is None:
        return scored
    return scored._replace(
        ns_points=None if scored.ns_points is None else scored.ns_points + moved.ns,
        ew_points=None if scored.ew_points is None else scored.ew_points + moved.ew,
    )


def signed_text(amount: Points) -> str:
    """Return *amount* with its sign, exactly.

    >>> signed_text(2), signed_text(-2), signed_text(0)
    ('+2', '-2', '0')
    """
    if amount > 0:
        return f"+{exact_text(amount)}"
    return exact_text(amount)


# Single scoring programs round, limit and average before or after adding up. Each way is a choice of an
# option, so that a club that changes its program gets the same figures as before: points of lines that are
# rounded first, a limit of the gain in a round, totals scaled to the boards of a whole session, and the
# mean of the board percentages.


_DECIMALS = {"tenth": 1, "hundredth": 2}

KEEP = Option(
    "keep",
    "Points of each result",
    {"exact": "kept exactly", "hundredth": "rounded to a hundredth", "tenth": "rounded to a tenth"},
    note="Rounded before adding up.",
    is_rare=True,
)
TOTAL = Option(
    "total",
    "Percentage of a pair",
    {
        "points": "points as a share of the maximum",
        "mean-of-boards": "mean of its board percentages",
    },
    is_rare=True,
)
PERCENT_FROM = Option(
    "percent_from",
    "Percentage taken from",
    {"exact-total": "exact total", "rounded-total": "total rounded to a hundredth"},
    is_rare=True,
)
ROUND_GAIN_CAP = Option(
    "round_gain_cap",
    "Maximum gain per round",
    {"none": "no limit", "12": "12"},
    note="For all boards against the same opponents. Losses have no limit.",
    is_rare=True,
)


def round_points(points: Points, decimals: int) -> Fraction:
    """Round *points* to *decimals*, halves away from zero.

    >>> [str(round_points(Fraction(figure), 2)) for figure in ("19.125", "-0.005", "1/3")]
    ['1913/100', '-1/100', '33/100']
    """
    scale = 10**decimals
    # Half a unit is added and the rest cut off, in whole numbers.
    units = (2 * abs(Fraction(points)) * scale + 1) // 2
    return Fraction(-units if points < 0 else units, scale)


def round_board(board: ScoredBoard, keep: str) -> ScoredBoard:
    """Return *board* with rounded points. *keep* is a choice of ``KEEP`` other than exact."""
    decimals = _DECIMALS[keep]

    def rounded(points: Points | None) -> Points | None:
        if points is None:
            return None
        return round_points(points, decimals)

    lines = (
        ScoredLine(scored.line, rounded(scored.ns_points), rounded(scored.ew_points))
        for scored in board.lines
    )
    return board.with_lines(lines)


def count_session_boards(tallies: Sequence[Tally], winners: int) -> int:
    """Return the number of boards of the session for a pair that never sat out.

    That is the most that any pair played. If all pairs sat out in turn, it is the number of lines
    for each full table.

    >>> count_session_boards([Tally(number, None, boards=16, lines=16) for number in range(1, 10)], winners=1)
    18
    """
    most_played = max((tally.boards for tally in tallies), default=0)
    directions = [tally.direction for tally in tallies]
    if winners == 1:
        tables = len(tallies) // 2
    else:
        tables = min(directions.count("NS"), directions.count("EW"))
    # Each line is in the tallies of both its pairs.
    lines = sum(tally.lines for tally in tallies) // 2
    if tables:
        full_table_boards = -(-lines // tables)  # rounded up
        return max(most_played, full_table_boards)
    return most_played


def has_phantom(field: Field) -> bool:
    """Return whether a pair has no opponents: an odd number of pairs, or more in one direction.

    >>> from scoring.model import Board, Line
    >>> has_phantom(Field(2, (Board(1, (Line(1, 1, 50),)), Board(2, (Line(1, 2, 50),)))))
    True
    """
    keys: set[Key] = set()
    for board in field.boards:
        for line in board.lines:
            keys.update(get_contestant_keys(field, line))
    if field.winners == 1:
        return len(keys) % 2 == 1
    ns_pairs = sum(direction == "NS" for direction, _number in keys)
    return ns_pairs * 2 != len(keys)


def compute_capped_gains(
    field: Field, boards: Sequence[ScoredBoard], cap: str
) -> dict[Key, Points]:
    """Return the points that each contestant loses to *cap*, a limit of ``ROUND_GAIN_CAP``.

    Figures are negative. Contestants below the limit are absent.
    """
    limit = int(cap)
    gains: dict[tuple[Key, Key], Points] = {}
    for board in boards:
        for scored in board.lines:
            ns, ew = get_contestant_keys(field, scored.line)
            gains[ns, ew] = gains.get((ns, ew), 0) + (scored.ns_points or 0)
            gains[ew, ns] = gains.get((ew, ns), 0) + (scored.ew_points or 0)
    excess: dict[Key, Points] = {}
    for (contestant, _opponent), gain in gains.items():
        if gain > limit:
            excess[contestant] = excess.get(contestant, 0) + limit - gain
    return excess


@dataclass(slots=True)
class _Percents:
    """The sum of the board percentages of one contestant, and the number of boards."""

    total: Fraction = Fraction(0)
    boards: int = 0


def compute_board_percents(
    field: Field, boards: Sequence[ScoredBoard], sat_out: Mapping[Key, int], share: Fraction | None
) -> dict[Key, Fraction]:
    """Return the mean percentage of each contestant, with equal weight of all boards.

    *sat_out* boards count with *share* of their top. Without a *share*, they don't count.
    """
    percents: dict[Key, _Percents] = {}
    for board in boards:
        if not board.top:
            continue
        for scored in board.lines:
            keys = get_contestant_keys(field, scored.line)
            for key, points in zip(keys, (scored.ns_points, scored.ew_points), strict=True):
                if points is not None:
                    percent = percents.setdefault(key, _Percents())
                    percent.total += Fraction(100 * points) / Fraction(board.top)
                    percent.boards += 1
    if share is not None:
        for key, missed_boards in sat_out.items():
            percent = percents.setdefault(key, _Percents())
            percent.total += 100 * share * missed_boards
            percent.boards += missed_boards
    return {
        key: percent.total / percent.boards for key, percent in percents.items() if percent.boards
    }
