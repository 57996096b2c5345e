"""Check Swiss pairs and sums of teams by their definitions alone.

A *round* of a pair is its match against one opponent, scored by a printed table of percentages.
"""

import csv
from fractions import Fraction
from pathlib import Path

from scoring.model import Field, Line
from scoring.plain.points import Options, Sides, parts

_DATA = Path(__file__).parents[1] / "data"


def swiss_totals(
    field: Field, lines: tuple[tuple[Sides | None, ...], ...], tops: list[Fraction]
) -> dict[int, tuple[Fraction, int]]:
    """Return the victory points of each pair without credits, and its number of boards.

    *lines* are the matchpoints, *tops* those of the boards.
    """
    pairs: set[int] = set()
    for board in field.boards:
        for line in board.lines:
            pairs.update((line.ns, line.ew))
    totals: dict[int, tuple[Fraction, int]] = {}
    for pair in sorted(pairs):
        total = Fraction(0)
        played_boards = 0
        # Sorted as texts, since the round can be None.
        for round_no, opponent in sorted(_meetings(field, pair), key=str):
            points, boards = _round_points(field, lines, tops, pair, round_no, opponent)
            total += points
            played_boards += boards
        totals[pair] = total, played_boards
    for credit in field.credits:
        if credit.kind == "bye" and credit.contestant not in totals:
            totals[credit.contestant] = Fraction(0), 0
    return totals


def _round_points(
    field: Field,
    lines: tuple[tuple[Sides | None, ...], ...],
    tops: list[Fraction],
    pair: int,
    round_no: int | None,
    opponent: int,
) -> tuple[Fraction, int]:
    """Return the victory points of *pair* in one round with its adjustments, and the boards."""
    matchpoints = Fraction(0)
    available = Fraction(0)
    adjustments = Fraction(0)
    boards = 0
    is_half = False
    for board, board_points, top in zip(field.boards, lines, tops, strict=True):
        for line, sides in zip(board.lines, board_points, strict=True):
            if board.round_no != round_no or {line.ns, line.ew} != {pair, opponent}:
                continue
            is_ns = line.ns == pair
            ns_points, ew_points = sides or (None, None)
            points = ns_points if is_ns else ew_points
            adjustments += _adjustments(line, "ns" if is_ns else "ew")
            is_half = is_half or board.is_half
            boards += ns_points is not None or ew_points is not None
            if points is not None:
                matchpoints += points
                available += top
    if _is_unfinished(field, round_no, pair, opponent):
        return Fraction(0), boards
    if not available:
        return adjustments, boards
    percent = 100 * matchpoints / available
    maximum = 10 if is_half else 20
    return adjustments + _table_points(percent, boards, maximum), boards


def _is_unfinished(field: Field, round_no: int | None, pair: int, opponent: int) -> bool:
    key = (round_no, min(pair, opponent), max(pair, opponent))
    return any(
        (match.round_no, match.home, match.away) == key and not match.is_over
        for match in field.matches
    )


def _meetings(field: Field, pair: int) -> set[tuple[int | None, int]]:
    """Return each round in which *pair* plays, with its opponent."""
    meetings = set()
    for board in field.boards:
        for line in board.lines:
            if line.ns == pair:
                meetings.add((board.round_no, line.ew))
            elif line.ew == pair:
                meetings.add((board.round_no, line.ns))
    return meetings


def _adjustments(line: Line, side: str) -> Fraction:
    return sum(
        (adjustment.amount for adjustment in line.adjustments if adjustment.side == side),
        Fraction(0),
    )


def _table_points(percent: Fraction, boards: int, maximum: int) -> Fraction:
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
    if not parts(line, "NS"):
        return None
    ns_points = _weighted_score(line, "NS")
    if options["count"] == "north-south":
        return ns_points, None
    # What N-S don't win in tricks, E-W do; in points E-W have the opposite score.
    both_sides = 13 if options["unit"] == "tricks" else 0
    return ns_points, both_sides + _weighted_score(line, "EW")


def _weighted_score(line: Line, side: str) -> Fraction:
    return sum((Fraction(score) * weight for score, weight in parts(line, side)), Fraction(0))


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
