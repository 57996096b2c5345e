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

import scoring
from scoring.model import Field, Line
from tests.oracle.definitions import Options, PointsOfSides, list_weighted_scores, round_to_nearest
from tests.oracle.standings import ContestantMatch, MatchFigures, sum_won_and_lost


def compute_victory_points(margin: Fraction, board_count: int, scale: str) -> Fraction:
    """Return the victory points for a *margin* in IMPs over *board_count* boards.

    A *scale* with colons is a club's own. Powers are floating point: no figure is near enough to a half for that to matter.
    """
    whole_margin = int(abs(margin) + Fraction(1, 2))
    maximum = 20
    if ":" in scale:
        return _get_own_scale_points(margin, whole_margin, scale)
    if is_printed_scale(scale):
        maximum = compute_match_total(scale)
        points = _read_printed_points(whole_margin, board_count, scale)
    elif scale == "half":
        # A half match is worth half the points, by the curve of half its boards.
        maximum = 10
        points = Fraction(
            5 + sum(whole_margin >= least for least in _compute_least_margins(board_count / 2, 5))
        )
    elif scale == "discrete":
        points = Fraction(
            10 + sum(whole_margin >= least for least in _make_discrete_scale(board_count))
        )
    elif scale == "continuous":
        points_by_margin = _make_continuous_scale(board_count)
        points = points_by_margin[min(whole_margin, len(points_by_margin) - 1)]
    else:
        raise KeyError(scale)
    if margin >= 0:
        return points
    return maximum - points


def get_chosen_scale(options: Mapping[str, str]) -> str:
    """Return the scale of *options*: its key, or the steps of a club's own."""
    scale = options.get("victory_points", "")
    return options["own_scale"] if scale == "own" else scale


def _get_own_scale_points(margin: Fraction, whole_margin: int, scale: str) -> Fraction:
    """Return the points by the last step whose margin is reached: the second figure is the loser's."""
    points = Fraction(0)
    for step in scale.split(","):
        min_margin, _, both_points = step.partition(":")
        winner_points, loser_points = both_points.split("-")
        if whole_margin >= int(min_margin):
            points = Fraction(winner_points if margin >= 0 else loser_points)
    return points


def compute_match_total(scale: str) -> int:
    """Return the most that both have together in a match, 20 by a method without a *scale*."""
    if ":" in scale:
        sums = [sum(map(Fraction, step.partition(":")[2].split("-"))) for step in scale.split(",")]
        return ceil(max(sums))
    total_by_scale = {"": 20, "none": 0, "half": 10, "continuous": 20, "discrete": 20}
    if scale in total_by_scale:
        return total_by_scale[scale]
    # The names of printed tables end in their points.
    union, _, points = scale.partition("-")
    if union != "ebu" and not is_printed_scale(scale):
        raise KeyError(scale)
    return int(points)


def is_printed_scale(scale: str) -> bool:
    """Return whether *scale* is a printed table of margins in IMPs."""
    return ":" not in scale and (_DATA / f"{scale}.csv").exists()


def _read_printed_points(whole_margin: int, board_count: int, scale: str) -> Fraction:
    """Return the winner's points by a printed table, row by row from the largest margin downwards."""
    row = _read_row(scale, board_count)
    return next(
        Fraction(points)
        for points, min_margin in reversed(row.items())
        if whole_margin >= Fraction(min_margin)
    )


@lru_cache(maxsize=64)
def _read_row(table: str, board_count: int) -> dict[str, str]:
    """Return the row of a printed *table* for matches of *board_count*: its limits by victory points."""
    text = (_DATA / f"{table}.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(line for line in text.splitlines() if line[0] != "#"):
        first, last = row.pop("boards").split("-")
        if int(first) <= board_count <= int(last):
            return row
    raise AssertionError(board_count)


def _make_continuous_scale(board_count: int) -> list[Fraction]:
    """Return the points of the winner by margin, from 0 to the margin that wins all."""
    blitz = 15 * sqrt(board_count)
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


def _make_discrete_scale(board_count: int) -> list[int]:
    """Return the least margins for 11 to 20 points."""
    return _compute_least_margins(board_count, 10)


def _compute_least_margins(board_count: float, draw_points: int) -> list[int]:
    """Return the least margin for each number of points above *draw_points*.

    Margins are counted along the curve, then the counts are corrected upwards from the draw.
    """
    golden = (sqrt(5) - 1) / 2
    # The number of margins, from 0 on, for the points of the draw, one more, and so on.
    margin_counts = [0] * (draw_points + 1)
    for margin in range(int(15 * sqrt(board_count)) + 1):
        points = draw_points * (1 - golden ** (margin / 5 / sqrt(board_count))) / (1 - golden**3)
        # A figure half way between two gets the lower one.
        margin_counts[ceil(points - 0.5 - 1e-9)] += 1
    index = 1
    while index < draw_points:
        # No range may be shorter than the one before; that of the draw counts both its sides.
        previous = 2 * margin_counts[0] - 1 if index == 1 else margin_counts[index - 1]
        if margin_counts[index] < previous:
            margin_counts[index - 1] -= 1
            margin_counts[index] += 1
            index = 1
        else:
            index += 1
    return [sum(margin_counts[:points]) for points in range(1, draw_points + 1)]


_DATA = Path(scoring.__file__).parent / "data"


class _PairRound(NamedTuple):
    """One round of a pair, which may not be over."""

    score: Fraction
    points: Fraction  # those of the boards
    board_count: int
    is_over: bool
    length: Fraction = Fraction(1)  # 1, or ½ for a half match


class SwissBoards(NamedTuple):
    """The boards of Swiss pairs with their points."""

    field: Field
    options: Options
    points_by_board: tuple[tuple[PointsOfSides | None, ...], ...]
    board_tops: list[Fraction | None]  # in matchpoints; None in IMPs


def compute_swiss_totals_by_pair(swiss: SwissBoards) -> dict[int, tuple[Fraction, int]]:
    """Return the victory points of each pair without credits, and its number of boards."""
    totals: dict[int, tuple[Fraction, int]] = {}
    for pair in sorted(_collect_pairs(swiss.field)):
        rounds = [
            _score_pair_round(swiss, pair, *meeting)
            for meeting in _collect_pair_meetings(swiss.field, pair)
        ]
        total = sum((each.score for each in rounds), Fraction(0))
        totals[pair] = total, sum(each.board_count for each in rounds)
    for credit in swiss.field.credits:
        if credit.kind in ("bye", "provisional") and credit.contestant not in totals:
            totals[credit.contestant] = Fraction(0), 0
    return totals


def compute_swiss_figures(swiss: SwissBoards) -> MatchFigures:
    """Return the matches of every pair, from which ties are broken."""
    matches_by_pair: dict[int, list[ContestantMatch]] = {}
    swings_by_pair = {}
    pairs = _collect_pairs(swiss.field) | {credit.contestant for credit in swiss.field.credits}
    for pair in sorted(pairs):
        matches_by_pair[pair] = []
        for round_no, opponent in _collect_pair_meetings(swiss.field, pair):
            own_round = _score_pair_round(swiss, pair, round_no, opponent)
            other_round = _score_pair_round(swiss, opponent, round_no, pair)
            if own_round.is_over:
                margin = own_round.points - other_round.points
                match = ContestantMatch(
                    opponent,
                    own_round.score,
                    other_score=other_round.score,
                    margin=margin,
                    length=own_round.length,
                )
                matches_by_pair[pair].append(match)
        swings_by_pair[pair] = sum_won_and_lost(_iter_pair_points(swiss, pair))
    # No tie-break of pairs in matches looks at single boards.
    return MatchFigures(matches_by_pair, swings_by_pair, dict.fromkeys(matches_by_pair, 0))


def _collect_pairs(field: Field) -> set[int]:
    pairs: set[int] = set()
    for board in field.boards:
        for line in board.lines:
            pairs.update((line.ns, line.ew))
    return pairs


def _iter_pair_points(swiss: SwissBoards, pair: int) -> Iterator[Fraction]:
    for board, board_points in zip(swiss.field.boards, swiss.points_by_board, strict=True):
        for line, sides in zip(board.lines, board_points, strict=True):
            ns_points, ew_points = sides or (None, None)
            if line.ns == pair:
                yield ns_points or Fraction(0)
            if line.ew == pair:
                yield ew_points or Fraction(0)


def _score_pair_round(
    swiss: SwissBoards, pair: int, round_no: int | None, opponent: int
) -> _PairRound:
    """Return what *pair* has in one round, with its adjustments."""
    field = swiss.field
    points = Fraction(0)
    available_points = Fraction(0)
    adjustments = Fraction(0)
    board_count = counted_boards = 0
    is_half = False
    for board, board_points, top in zip(
        field.boards, swiss.points_by_board, swiss.board_tops, strict=True
    ):
        for line, sides in zip(board.lines, board_points, strict=True):
            if board.round_no != round_no or {line.ns, line.ew} != {pair, opponent}:
                continue
            is_ns = line.ns == pair
            ns_points, ew_points = sides or (None, None)
            own_points = ns_points if is_ns else ew_points
            adjustments += _sum_adjustments(line, "ns" if is_ns else "ew")
            is_half = is_half or board.is_half
            board_count += ns_points is not None or ew_points is not None
            if own_points is not None:
                points += own_points
                available_points += top or 0
                counted_boards += 1
    scale = "half" if is_half else get_chosen_scale(swiss.options)
    in_imps = None in swiss.board_tops
    if in_imps:
        points = round_to_nearest(points, Fraction(1))
    if _is_unfinished(field, round_no, pair, opponent):
        return _PairRound(Fraction(0), points, board_count, is_over=False)
    score = adjustments
    if in_imps and counted_boards:
        scale_boards = board_count
        if is_printed_scale(scale):
            scale_boards = _count_planned_boards(field, round_no, pair, opponent) or board_count
        score += compute_victory_points(points, scale_boards, scale)
    elif available_points:
        score += _read_table_points(
            100 * points / available_points, board_count, compute_match_total(scale)
        )
    match_length = Fraction(1, 2) if is_half else Fraction(1)
    return _PairRound(score, points, board_count, is_over=True, length=match_length)


def _count_planned_boards(field: Field, round_no: int | None, pair: int, opponent: int) -> int:
    """Return the boards that a match was planned with, 0 if the field doesn't say."""
    key = (round_no, min(pair, opponent), max(pair, opponent))
    for match in field.matches:
        if (match.round_no, match.home, match.away) == key:
            return match.board_count
    return 0


def _is_unfinished(field: Field, round_no: int | None, pair: int, opponent: int) -> bool:
    key = (round_no, min(pair, opponent), max(pair, opponent))
    return any(
        (match.round_no, match.home, match.away) == key and not match.is_over
        for match in field.matches
    )


def _collect_pair_meetings(field: Field, pair: int) -> set[tuple[int | None, int]]:
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


def _read_table_points(percentage: Fraction, board_count: int, match_total: int) -> Fraction:
    """Return victory points read off the printed table, column by column from the draw."""
    # The table has the winner's percentages only.
    winner_percentage = percentage if percentage >= 50 else 100 - percentage
    winner_points = next(
        int(points)
        for points, max_percentage in _read_row(
            f"ebu-swiss-pairs-{match_total}", board_count
        ).items()
        if winner_percentage <= Fraction(max_percentage)
    )
    if percentage >= 50:
        return Fraction(winner_points)
    return Fraction(match_total - winner_points)


def compute_line_points(line: Line, options: Options) -> PointsOfSides | None:
    """Return the points of *line* for its N-S and E-W teams, or None without a score."""
    if not list_weighted_scores(line, "NS"):
        return None
    ns_points = _compute_weighted_score(line, "NS")
    if options["count"] == "north-south":
        return ns_points, None
    # What N-S don't win in tricks, E-W do; in points E-W have the opposite score.
    total_of_sides = 13 if options["unit"] == "tricks" else 0
    return ns_points, total_of_sides + _compute_weighted_score(line, "EW")


def _compute_weighted_score(line: Line, side: str) -> Fraction:
    return sum(
        (Fraction(score) * weight for score, weight in list_weighted_scores(line, side)),
        Fraction(0),
    )


def compute_odd_pair_points(field: Field, team: int, options: Options) -> Fraction:
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
            points = compute_line_points(line, options)
            if points:
                ns_points.append(points[0] or Fraction(0))
                ew_points.append(points[1] or Fraction(0))
                surplus_ns += (line.ns == team) - (line.ew == team)
        if surplus_ns > 0:
            total += surplus_ns * sum(ew_points, Fraction(0)) / len(ew_points)
        elif surplus_ns < 0:
            total -= surplus_ns * sum(ns_points, Fraction(0)) / len(ns_points)
    return total
