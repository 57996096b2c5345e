"""Give places by the sums of boards, with penalties and other extras."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from scoring.bridge.rulings import CARRY_OVER, Adjustment, CarryOverLimit, Credit
from scoring.display import format_exact, format_for_note
from scoring.model import (
    DEFAULT_LISTS,
    ContestantKey,
    ContestantNo,
    Field,
    Points,
    ScoredBoard,
    ScoredLine,
    Standing,
    Tally,
    get_line_contestants,
)
from scoring.option import Option

_DIRECTION_ORDER = {"NS": 0, "EW": 1, None: 0}

_SIDE_NAMES = {"ns": "N-S", "ew": "E-W"}

_DECIMALS = {"tenth": 1, "hundredth": 2}

RESULT_ROUNDING = Option(
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


class FinalFigures(NamedTuple):
    """A contestant's final figures before ranking."""

    contestant: ContestantNo
    direction: str | None
    total: Points
    percent: Fraction | None
    board_count: int
    merit: Points  # a higher one is better, equal ones tie
    tie_break: Points = 0  # the figure of a tie-break if there is one; a higher one is better


def make_tallies(field: Field, boards: Sequence[ScoredBoard]) -> list[Tally]:
    """Return a tally for each contestant of *field*, whose scored boards are *boards*."""
    list_names = (None,) if field.winner_count == 1 else DEFAULT_LISTS
    # With one winner a number is the same contestant in both directions.
    lists = {name: list_names[0] if len(list_names) == 1 else name for name in DEFAULT_LISTS}
    points_by_list: dict[tuple[str | None, Points], defaultdict[int, list[Points | None]]]
    points_by_list = defaultdict(lambda: defaultdict(list))
    board_counts: dict[str | None, Counter[int]] = {name: Counter() for name in list_names}
    for board in boards:
        points_on_board = {name: points_by_list[lists[name], board.top or 0] for name in lists}
        present_numbers: dict[str | None, set[int]] = {name: set() for name in list_names}
        for line, ns_points, ew_points in board.lines:
            ns_list, ew_list = line.lists
            points_on_board[ns_list][line.ns].append(ns_points)
            points_on_board[ew_list][line.ew].append(ew_points)
            present_numbers[lists[ns_list]].add(line.ns)
            present_numbers[lists[ew_list]].add(line.ew)
        for name, numbers in present_numbers.items():
            board_counts[name].update(numbers)
    tallies = {
        (name, number): Tally(number, name, line_count=count)
        for name, counts in board_counts.items()
        for number, count in counts.items()
    }
    for (name, top), points_by_number in points_by_list.items():
        for number, points in points_by_number.items():
            tally = tallies[name, number]
            counted_points = [each for each in points if each is not None]
            tally.point_sum += add_up(counted_points)
            tally.available_points += top * len(counted_points)
            tally.board_count += len(counted_points)
    return list(tallies.values())


def add_up(points: Sequence[Points]) -> Points:
    """Return the exact sum of *points*, in whole numbers, which are faster than fractions.

    >>> add_up([2, Fraction(1, 2), Fraction(1, 3)])
    Fraction(17, 6)
    """
    denominators = {each.denominator for each in points}
    if denominators <= {1}:
        return sum(points)
    denominator = lcm(*denominators)
    units = sum([each.numerator * (denominator // each.denominator) for each in points])
    return Fraction(units, denominator)


def make_standings(results: Iterable[FinalFigures]) -> tuple[Standing, ...]:
    """Return the standings, with each direction ranked apart. Equal merits share the better place.

    >>> results = [FinalFigures(n, None, merit, None, 1, merit) for n, merit in ((1, 5), (2, 8), (3, 5), (4, 2))]
    >>> [(standing.contestant, standing.rank_text) for standing in make_standings(results)]
    [(2, '1'), (1, '2='), (3, '2='), (4, '4')]
    """
    standings: list[Standing] = []
    list_order = None
    list_start = rank = 0
    previous_figures: tuple[object, ...] = ()
    for position, (order, merit, tie_break, _number, result) in enumerate(_sort_results(results)):
        if order != list_order:
            list_order, list_start = order, position
        figures = (order, merit, tie_break)
        is_tied = figures == previous_figures
        if is_tied:
            standings[-1] = standings[-1]._replace(is_tied=True)
        else:
            rank = position - list_start + 1
            previous_figures = figures
        contestant, direction, total, percent, boards, _merit, _tie_break = result
        exact_total = total if type(total) is Fraction else Fraction(total)
        standings.append(
            Standing(
                contestant,
                direction,
                total=exact_total,
                percent=percent,
                rank=rank,
                is_tied=is_tied,
                board_count=boards,
            )
        )
    return tuple(standings)


def _sort_results(
    results: Iterable[FinalFigures],
) -> list[tuple[int, int, Points, int, FinalFigures]]:
    """Return *results* in order, each after its direction, merit, tie-break and number."""
    results = list(results)
    # Whole numbers, in parts of a common denominator, compare faster than fractions.
    ratios = [result.merit.as_integer_ratio() for result in results]
    common_denominator = lcm(*{denominator for _numerator, denominator in ratios})
    sorted_results = []
    for result, (numerator, denominator) in zip(results, ratios, strict=True):
        merit = -numerator * (common_denominator // denominator)
        order = _DIRECTION_ORDER[result.direction]
        sorted_results.append((order, merit, -result.tie_break, result.contestant, result))
    sorted_results.sort()
    return sorted_results


# Penalties, carry-over, handicaps and points moved by hand are added to what contestants have.


@dataclass(slots=True)
class ExtraPoints:
    """The points of a contestant in addition to those of its boards."""

    points: Points = 0
    # A percentage of all available points, with those that could be carried over.
    total_percent: Points = 0
    carry_over_percent: Points = 0  # a percentage of the points available on the boards

    def add_credit(self, credit: Credit) -> None:
        """Add the points or the percentage of *credit*."""
        if credit.unit != "%":
            self.points += credit.amount
        elif credit.kind == CARRY_OVER:
            self.carry_over_percent += credit.amount
        else:
            self.total_percent += credit.amount

    def compute_points(self, available: Points, max_carry_over: CarryOverLimit) -> Points:
        """Return all extra points in points.

        *available* is the maximum on the boards, *max_carry_over* the most that anybody carried over.
        """
        carried_points = self.carry_over_percent * Fraction(available)
        percent_points = self.total_percent * Fraction(max_carry_over.compute_available(available))
        return self.points + (carried_points + percent_points) / 100


def collect_extras_by_contestant(
    field: Field, boards: Iterable[ScoredBoard]
) -> dict[ContestantKey, ExtraPoints]:
    """Return the extra points of contestants of *field* from adjustments and credits.

    Contestants without any are absent. A percentage on a line is one of the top of its board.
    """
    extras_by_key: dict[ContestantKey, ExtraPoints] = {}
    for board in boards:
        for scored in board.lines:
            for adjustment in scored.line.adjustments:
                ns, ew = get_line_contestants(field, scored.line)
                key = ns if adjustment.side == "ns" else ew
                factor = Fraction(board.top or 0) / 100 if adjustment.unit == "%" else 1
                extras_by_key.setdefault(key, ExtraPoints()).points += adjustment.amount * factor
    for credit in field.credits:
        extras_by_key.setdefault((credit.direction, credit.contestant), ExtraPoints()).add_credit(
            credit
        )
    return extras_by_key


def make_extra_notes(field: Field, decimals: int = 2) -> Iterator[str]:
    """Yield one sentence for each adjustment and credit of *field* and of its matches.

    *decimals* is the number of decimals of the method's points.
    """
    for board in field.boards:
        for line in board.ruled_lines:
            for adjustment in line.adjustments:
                number = line.ns if adjustment.side == "ns" else line.ew
                contestant = f"Board {board.board_no}: {number} {_SIDE_NAMES[adjustment.side]}"
                yield f"{contestant} gets {_format_adjustment(adjustment, decimals)}."
    for credit in field.credits:
        if credit.amount and credit.needs_note:
            amount = format_for_note(credit.amount, 2 if credit.unit == "%" else decimals)
            yield f"{credit.format_contestant(field.contestant_noun)}: {credit.format_with_amount(amount)}."
    for match in field.matches:
        for credit in match.credits:
            if credit.needs_note:
                amount = format_for_note(credit.amount, decimals)
                where = match.describe_for_contestant(credit.contestant)
                yield f"{credit.format_contestant(field.contestant_noun)}, {where}: {credit.format_with_amount(amount)}."


def _format_adjustment(adjustment: Adjustment, decimals: int) -> str:
    amount = format_for_note(adjustment.amount, 2 if adjustment.unit == "%" else decimals)
    return adjustment.format_with_amount(amount).replace(" %", " % of the top", 1)


def with_moved_points(boards: Iterable[ScoredBoard]) -> list[ScoredBoard]:
    """Return *boards* with the points that the director moved by hand on their lines.

    A side without points gets none.

    >>> from fractions import Fraction
    >>> from scoring.model import Line
    >>> from scoring.bridge.rulings import PointShift
    >>> line = Line(1, 2, 420, point_shift=PointShift(Fraction(2), Fraction(-2), "mp"))
    >>> scored = with_moved_points([ScoredBoard(7, 10, (ScoredLine(line, 6, 4),))])[0].lines[0]
    >>> scored.ns_points, scored.ew_points
    (Fraction(8, 1), Fraction(2, 1))
    """
    return [replace(board, lines=tuple(map(_move_line_points, board.lines))) for board in boards]


def _move_line_points(scored: ScoredLine) -> ScoredLine:
    moved = scored.line.point_shift
    if moved is None:
        return scored
    return scored._replace(
        ns_points=None if scored.ns_points is None else scored.ns_points + moved.ns,
        ew_points=None if scored.ew_points is None else scored.ew_points + moved.ew,
    )


def format_signed(amount: Points) -> str:
    """Return *amount* with its sign, exactly.

    >>> format_signed(2), format_signed(-2), format_signed(0)
    ('+2', '-2', '0')
    """
    if amount > 0:
        return f"+{format_exact(amount)}"
    return format_exact(amount)


# Single scoring programs round, limit and average before or after adding up. Each way is a choice of an
# option, so that a club that changes its program gets the same figures as before: points of lines that are
# rounded first, a limit of the gain in a round, totals scaled to the boards of a whole session, and the
# mean of the board percentages.


def round_points(points: Points, decimals: int) -> Fraction:
    """Round *points* to *decimals*, halves away from zero.

    >>> [str(round_points(Fraction(figure), 2)) for figure in ("19.125", "-0.005", "1/3")]
    ['1913/100', '-1/100', '33/100']
    """
    scale = 10**decimals
    # Half a unit is added and the rest cut off, in whole numbers.
    units = (2 * abs(Fraction(points)) * scale + 1) // 2
    return Fraction(-units if points < 0 else units, scale)


def round_result(points: Points, rounding: str) -> Points:
    """Return the *points* of a line, rounded by a choice of ``RESULT_ROUNDING``."""
    if rounding == "exact":
        return points
    return round_points(points, _DECIMALS[rounding])


def round_board(board: ScoredBoard, rounding: str) -> ScoredBoard:
    """Return *board* with rounded points. *rounding* is a choice of ``RESULT_ROUNDING``."""
    if rounding == "exact":
        return board

    def round_side(points: Points | None) -> Points | None:
        return None if points is None else round_result(points, rounding)

    lines = (
        ScoredLine(scored.line, round_side(scored.ns_points), round_side(scored.ew_points))
        for scored in board.lines
    )
    return replace(board, lines=tuple(lines))


def count_session_boards(tallies: Sequence[Tally], winners: int) -> int:
    """Return the number of boards of the session for a pair that never sat out.

    That is the most that any pair played. If all pairs sat out in turn, it is the number of lines
    for each full table.

    >>> count_session_boards([Tally(number, None, board_count=16, line_count=16) for number in range(1, 10)], winners=1)
    18
    """
    most_boards = max((tally.board_count for tally in tallies), default=0)
    directions = [tally.direction for tally in tallies]
    if winners == 1:
        table_count = len(tallies) // 2
    else:
        table_count = min(directions.count("NS"), directions.count("EW"))
    # Each line is in the tallies of both its pairs.
    line_count = sum(make_tallies.line_count for make_tallies in tallies) // 2
    if table_count:
        full_table_boards = -(-line_count // table_count)  # rounded up
        return max(most_boards, full_table_boards)
    return most_boards


def has_phantom(field: Field) -> bool:
    """Return whether a pair has no opponents: an odd number of pairs, or more in one direction.

    >>> from scoring.model import Board, Line
    >>> has_phantom(Field(2, (Board(1, (Line(1, 1, 50),)), Board(2, (Line(1, 2, 50),)))))
    True
    """
    keys: set[ContestantKey] = set()
    for board in field.boards:
        for line in board.lines:
            keys.update(get_line_contestants(field, line))
    if field.winner_count == 1:
        return len(keys) % 2 == 1
    ns_pairs = sum(direction == "NS" for direction, _number in keys)
    return ns_pairs * 2 != len(keys)


def compute_excess_by_contestant(
    field: Field, boards: Sequence[ScoredBoard], cap: str
) -> dict[ContestantKey, Points]:
    """Return the points that each contestant loses to *cap*, a limit of ``ROUND_GAIN_CAP``.

    Figures are negative. Contestants below the limit are absent.
    """
    limit = int(cap)
    gain_by_couple: dict[tuple[ContestantKey, ContestantKey], Points] = {}
    for board in boards:
        for scored in board.lines:
            ns, ew = get_line_contestants(field, scored.line)
            gain_by_couple[ns, ew] = gain_by_couple.get((ns, ew), 0) + (scored.ns_points or 0)
            gain_by_couple[ew, ns] = gain_by_couple.get((ew, ns), 0) + (scored.ew_points or 0)
    excess_by_contestant: dict[ContestantKey, Points] = {}
    for (contestant, _opponent), gain in gain_by_couple.items():
        if gain > limit:
            excess_by_contestant[contestant] = (
                excess_by_contestant.get(contestant, 0) + limit - gain
            )
    return excess_by_contestant


@dataclass(slots=True)
class _PercentSum:
    """The sum of the board percentages of one contestant, and the number of boards."""

    total: Fraction = Fraction(0)
    board_count: int = 0


def compute_mean_percents_by_contestant(
    field: Field,
    boards: Sequence[ScoredBoard],
    missed_boards_by_contestant: Mapping[ContestantKey, int],
    share: Fraction | None,
) -> dict[ContestantKey, Fraction]:
    """Return the mean percentage of each contestant, with equal weight of all boards.

    *missed_boards_by_contestant* boards count with *share* of their top. Without a *share*, they don't count.
    """
    sums_by_contestant: dict[ContestantKey, _PercentSum] = {}
    for board in boards:
        if not board.top:
            continue
        for scored in board.lines:
            keys = get_line_contestants(field, scored.line)
            for key, points in zip(keys, (scored.ns_points, scored.ew_points), strict=True):
                if points is not None:
                    percent_sum = sums_by_contestant.setdefault(key, _PercentSum())
                    percent_sum.total += Fraction(100 * points) / Fraction(board.top)
                    percent_sum.board_count += 1
    if share is not None:
        for key, missed_boards in missed_boards_by_contestant.items():
            percent_sum = sums_by_contestant.setdefault(key, _PercentSum())
            percent_sum.total += 100 * share * missed_boards
            percent_sum.board_count += missed_boards
    return {
        key: percent_sum.total / percent_sum.board_count
        for key, percent_sum in sums_by_contestant.items()
        if percent_sum.board_count
    }
