"""Check Swiss pairs, sums of teams and victory points by their definitions alone.

A *round* of a pair is its match against one opponent, scored by a printed table of percentages, or
in IMPs by a scale of teams. Scales of victory points are made again by their formulas or read off
printed tables.
"""

import csv
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, log, sqrt
from pathlib import Path
from typing import NamedTuple

from scoring.definitions import Options, Sides, list_weighted_scores, round_to_nearest
from scoring.model import Field, Line
from scoring.plain.standings import MatchFigures, MatchOfOne, sum_won_and_lost


def victory_points(margin: Fraction, boards: int, scale: str) -> Fraction:
    """Return the victory points for a *margin* in IMPs over *boards* boards.

    A *scale* with colons is a club's own. Powers are floating point: no figure is near enough to a half for that to matter.
    """
    size = int(abs(margin) + Fraction(1, 2))
    maximum = 20
    if ":" in scale:
        return _get_own_scale_points(margin, size, scale)
    if is_printed(scale):
        maximum = get_most_points(scale)
        points = _read_printed_points(size, boards, scale)
    elif scale == "half":
        # A half match is worth half the points, by the curve of half its boards.
        maximum = 10
        points = Fraction(5 + sum(size >= least for least in _compute_least_margins(boards / 2, 5)))
    elif scale == "discrete":
        points = Fraction(10 + sum(size >= least for least in _make_discrete_scale(boards)))
    elif scale == "continuous":
        table = _make_continuous_scale(boards)
        points = table[min(size, len(table) - 1)]
    else:
        raise KeyError(scale)
    if margin >= 0:
        return points
    return maximum - points


def get_chosen_scale(options: Mapping[str, str]) -> str:
    """Return the scale of *options*: its key, or the steps of a club's own."""
    scale = options.get("victory_points", "")
    return options["own_scale"] if scale == "own" else scale


def _get_own_scale_points(margin: Fraction, size: int, scale: str) -> Fraction:
    """Return the points by the last step whose margin is reached: the second figure is the loser's."""
    points = Fraction(0)
    for step in scale.split(","):
        least, _, sides = step.partition(":")
        won, lost = sides.split("-")
        if size >= int(least):
            points = Fraction(won if margin >= 0 else lost)
    return points


def get_most_points(scale: str) -> int:
    """Return the most that both have together in a match, 20 by a method without a *scale*."""
    if ":" in scale:
        sums = [sum(map(Fraction, step.partition(":")[2].split("-"))) for step in scale.split(",")]
        return ceil(max(sums))
    shared_points = {"": 20, "none": 0, "half": 10, "continuous": 20, "discrete": 20}
    if scale in shared_points:
        return shared_points[scale]
    # The names of printed tables end in their points.
    union, _, points = scale.partition("-")
    if union != "ebu" and not is_printed(scale):
        raise KeyError(scale)
    return int(points)


def is_printed(scale: str) -> bool:
    """Return whether *scale* is a printed table of margins in IMPs."""
    return ":" not in scale and (_DATA / f"{scale}.csv").exists()


def _read_printed_points(size: int, boards: int, scale: str) -> Fraction:
    """Return the winner's points by a printed table, row by row from the largest margin downwards."""
    row = _read_row(scale, boards)
    return next(
        Fraction(points) for points, least in reversed(row.items()) if size >= Fraction(least)
    )


@lru_cache(maxsize=64)
def _read_row(table: str, boards: int) -> dict[str, str]:
    """Return the row of a printed *table* for matches of *boards*: its limits by victory points."""
    text = (_DATA / f"{table}.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(line for line in text.splitlines() if line[0] != "#"):
        first, last = row.pop("boards").split("-")
        if int(first) <= boards <= int(last):
            return row
    raise AssertionError(boards)


def _make_continuous_scale(boards: int) -> list[Fraction]:
    """Return the points of the winner by margin, from 0 to the margin that wins all."""
    blitz = 15 * sqrt(boards)
    golden = (sqrt(5) - 1) / 2
    last_margin = ceil(blitz)
    curve = [
        1000 + 1000 * (1 - exp(log(golden) * 3 * margin / blitz)) / (1 - golden**3)
        for margin in range(last_margin + 1)
    ]
    hundredths = [min(2000, int(figure + 0.5)) for figure in curve]
    # Steps between margins must not grow; rounding can make one too small, which is raised.
    margin = 1
    while margin < last_margin:
        if hundredths[margin] * 2 < hundredths[margin - 1] + hundredths[margin + 1]:
            hundredths[margin] += 1
            margin = 1
        else:
            margin += 1
    return [Fraction(figure, 100) for figure in hundredths]


def _make_discrete_scale(boards: int) -> list[int]:
    """Return the least margins for 11 to 20 points."""
    return _compute_least_margins(boards, 10)


def _compute_least_margins(boards: float, draw: int) -> list[int]:
    """Return the least margin for each number of points above those of a *draw*.

    Margins are counted along the curve, then the counts are corrected upwards from the draw.
    """
    golden = (sqrt(5) - 1) / 2
    # The number of margins, from 0 on, for the points of the draw, one more, and so on.
    counts = [0] * (draw + 1)
    for margin in range(int(15 * sqrt(boards)) + 1):
        points = draw * (1 - golden ** (margin / 5 / sqrt(boards))) / (1 - golden**3)
        # A figure half way between two gets the lower one.
        counts[ceil(points - 0.5 - 1e-9)] += 1
    index = 1
    while index < draw:
        # No range may be shorter than the one before; that of the draw counts both its sides.
        previous = 2 * counts[0] - 1 if index == 1 else counts[index - 1]
        if counts[index] < previous:
            counts[index - 1] -= 1
            counts[index] += 1
            index = 1
        else:
            index += 1
    return [sum(counts[:points]) for points in range(1, draw + 1)]


_DATA = Path(__file__).parents[1] / "data"


class _RoundOfPair(NamedTuple):
    """One round of a pair: its score and its *points* on the boards. It may not be over.

    *length* is 1, or a half of a half match.
    """

    score: Fraction
    points: Fraction
    boards: int
    is_over: bool
    length: Fraction = Fraction(1)


class SwissBoards(NamedTuple):
    """The boards of Swiss pairs with the points of their *lines*.

    *tops* are those of the boards, in matchpoints. In IMPs they are None.
    """

    field: Field
    options: Options
    lines: tuple[tuple[Sides | None, ...], ...]
    tops: list[Fraction | None]


def compute_swiss_totals(swiss: SwissBoards) -> dict[int, tuple[Fraction, int]]:
    """Return the victory points of each pair without credits, and its number of boards."""
    totals: dict[int, tuple[Fraction, int]] = {}
    for pair in sorted(_collect_pairs(swiss.field)):
        rounds = [
            _score_pair_round(swiss, pair, *meeting)
            for meeting in _list_pair_meetings(swiss.field, pair)
        ]
        total = sum((each.score for each in rounds), Fraction(0))
        totals[pair] = total, sum(each.boards for each in rounds)
    for credit in swiss.field.credits:
        if credit.kind == "bye" and credit.contestant not in totals:
            totals[credit.contestant] = Fraction(0), 0
    return totals


def compute_swiss_figures(swiss: SwissBoards) -> MatchFigures:
    """Return the matches of every pair, from which ties are broken."""
    played: dict[int, list[MatchOfOne]] = {}
    swings = {}
    pairs = _collect_pairs(swiss.field) | {credit.contestant for credit in swiss.field.credits}
    for pair in sorted(pairs):
        played[pair] = []
        for round_no, opponent in _list_pair_meetings(swiss.field, pair):
            own = _score_pair_round(swiss, pair, round_no, opponent)
            other = _score_pair_round(swiss, opponent, round_no, pair)
            if own.is_over:
                margin = own.points - other.points
                match = MatchOfOne(opponent, own.score, other.score, margin, own.length)
                played[pair].append(match)
        swings[pair] = sum_won_and_lost(_iter_pair_points(swiss, pair))
    # No tie-break of pairs in matches looks at single boards.
    return MatchFigures(played, swings, dict.fromkeys(played, 0))


def _collect_pairs(field: Field) -> set[int]:
    pairs: set[int] = set()
    for board in field.boards:
        for line in board.lines:
            pairs.update((line.ns, line.ew))
    return pairs


def _iter_pair_points(swiss: SwissBoards, pair: int) -> Iterator[Fraction]:
    for board, board_points in zip(swiss.field.boards, swiss.lines, strict=True):
        for line, sides in zip(board.lines, board_points, strict=True):
            ns_points, ew_points = sides or (None, None)
            if line.ns == pair:
                yield ns_points or Fraction(0)
            if line.ew == pair:
                yield ew_points or Fraction(0)


def _score_pair_round(
    swiss: SwissBoards, pair: int, round_no: int | None, opponent: int
) -> _RoundOfPair:
    """Return what *pair* has in one round, with its adjustments."""
    field = swiss.field
    points = Fraction(0)
    available = Fraction(0)
    adjustments = Fraction(0)
    boards = counted = 0
    is_half = False
    for board, board_points, top in zip(field.boards, swiss.lines, swiss.tops, strict=True):
        for line, sides in zip(board.lines, board_points, strict=True):
            if board.round_no != round_no or {line.ns, line.ew} != {pair, opponent}:
                continue
            is_ns = line.ns == pair
            ns_points, ew_points = sides or (None, None)
            own_points = ns_points if is_ns else ew_points
            adjustments += _sum_adjustments(line, "ns" if is_ns else "ew")
            is_half = is_half or board.is_half
            boards += ns_points is not None or ew_points is not None
            if own_points is not None:
                points += own_points
                available += top or 0
                counted += 1
    scale = "half" if is_half else get_chosen_scale(swiss.options)
    in_imps = None in swiss.tops
    if in_imps:
        points = round_to_nearest(points, Fraction(1))
    if _is_unfinished(field, round_no, pair, opponent):
        return _RoundOfPair(Fraction(0), points, boards, is_over=False)
    score = adjustments
    if in_imps and counted:
        length = boards
        if is_printed(scale):
            length = _count_planned_boards(field, round_no, pair, opponent) or boards
        score += victory_points(points, length, scale)
    elif available:
        score += _read_table_points(100 * points / available, boards, get_most_points(scale))
    length_of_match = Fraction(1, 2) if is_half else Fraction(1)
    return _RoundOfPair(score, points, boards, is_over=True, length=length_of_match)


def _count_planned_boards(field: Field, round_no: int | None, pair: int, opponent: int) -> int:
    """Return the boards that a match was planned with, 0 if the field doesn't say."""
    key = (round_no, min(pair, opponent), max(pair, opponent))
    for match in field.matches:
        if (match.round_no, match.home, match.away) == key:
            return match.boards
    return 0


def _is_unfinished(field: Field, round_no: int | None, pair: int, opponent: int) -> bool:
    key = (round_no, min(pair, opponent), max(pair, opponent))
    return any(
        (match.round_no, match.home, match.away) == key and not match.is_over
        for match in field.matches
    )


def _list_pair_meetings(field: Field, pair: int) -> set[tuple[int | None, int]]:
    """Return each round in which *pair* plays, with its opponent."""
    meetings = set()
    for board in field.boards:
        for line in board.lines:
            if line.ns == pair:
                meetings.add((board.round_no, line.ew))
            elif line.ew == pair:
                meetings.add((board.round_no, line.ns))
    return meetings


def _sum_adjustments(line: Line, side: str) -> Fraction:
    return sum(
        (adjustment.amount for adjustment in line.adjustments if adjustment.side == side),
        Fraction(0),
    )


def _read_table_points(percent: Fraction, boards: int, maximum: int) -> Fraction:
    """Return victory points read off the printed table, column by column from the draw."""
    # The table has the winner's percentages only.
    winner_percent = percent if percent >= 50 else 100 - percent
    winner_points = next(
        int(points)
        for points, greatest in _read_row(f"ebu-swiss-pairs-{maximum}", boards).items()
        if winner_percent <= Fraction(greatest)
    )
    if percent >= 50:
        return Fraction(winner_points)
    return Fraction(maximum - winner_points)


def sum_points(line: Line, options: Options) -> Sides | None:
    """Return the points of *line* for its N-S and E-W teams, or None without a score."""
    if not list_weighted_scores(line, "NS"):
        return None
    ns_points = _weighted_score(line, "NS")
    if options["count"] == "north-south":
        return ns_points, None
    # What N-S don't win in tricks, E-W do; in points E-W have the opposite score.
    both_sides = 13 if options["unit"] == "tricks" else 0
    return ns_points, both_sides + _weighted_score(line, "EW")


def _weighted_score(line: Line, side: str) -> Fraction:
    return sum(
        (Fraction(score) * weight for score, weight in list_weighted_scores(line, side)),
        Fraction(0),
    )


def odd_pair_points(field: Field, team: int, options: Options) -> Fraction:
    """Return the points of *team* for missing pairs, board by board.

    A team with fewer pairs in one direction gets the average of that direction for each.
    """
    total = Fraction(0)
    if options["odd_pair"] == "none" or options["count"] == "north-south":
        return total
    for board in field.boards:
        ns_points = []
        ew_points = []
        surplus_ns = 0
        for line in board.lines:
            points = sum_points(line, options)
            if points:
                ns_points.append(points[0] or Fraction(0))
                ew_points.append(points[1] or Fraction(0))
                surplus_ns += (line.ns == team) - (line.ew == team)
        if surplus_ns > 0:
            total += surplus_ns * sum(ew_points, Fraction(0)) / len(ew_points)
        elif surplus_ns < 0:
            total -= surplus_ns * sum(ns_points, Fraction(0)) / len(ns_points)
    return total
