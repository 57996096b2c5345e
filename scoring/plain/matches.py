"""Check Swiss pairs and sums of teams by their definitions alone.

A *round* of a pair is its match against one opponent, scored by a printed table of percentages, or
in IMPs by a scale of teams.
"""

import csv
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from scoring.definitions.points import Options, Sides, list_weighted_scores, round_to_nearest
from scoring.model import Field, Line
from scoring.plain.match_ties import MatchFigures, MatchOfOne, sum_won_and_lost
from scoring.plain.victory_points import get_chosen_scale, get_most_points, victory_points

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
        if scale.startswith("acbl"):
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
    text = (_DATA / f"ebu-swiss-pairs-{maximum}.csv").read_text(encoding="utf-8")
    # The table has the winner's percentages only.
    winner_percent = percent if percent >= 50 else 100 - percent
    for row in csv.DictReader(line for line in text.splitlines() if line[0] != "#"):
        first, last = row.pop("boards").split("-")
        if int(first) <= boards <= int(last):
            winner_points = next(
                int(points)
                for points, greatest in row.items()
                if winner_percent <= Fraction(greatest)
            )
            if percent >= 50:
                return Fraction(winner_points)
            return Fraction(maximum - winner_points)
    raise AssertionError(boards)


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
