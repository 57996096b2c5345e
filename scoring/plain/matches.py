"""Check Swiss pairs and sums of teams by their definitions alone."""

import csv
from fractions import Fraction
from pathlib import Path

from scoring.model import Field, Line
from scoring.plain.points import Options, Sides, parts

_DATA = Path(__file__).parents[1] / "data"


def swiss_totals(
    field: Field, lines: tuple[tuple[Sides | None, ...], ...], tops: list[Fraction]
) -> dict[int, tuple[Fraction, int]]:
    """Return the victory points of every pair without credits, and its boards.

    *lines* are the matchpoints.
    """
    pairs = sorted(
        {pair for board in field.boards for line in board.lines for pair in (line.ns, line.ew)}
    )
    totals: dict[int, tuple[Fraction, int]] = {}
    for pair in pairs:
        won, played = Fraction(0), 0
        for round_no, rival in sorted(_meetings(field, pair), key=str):
            points_won, top, boards, counted, before = Fraction(0), Fraction(0), 0, False, won
            is_half = False
            for board, points, most in zip(field.boards, lines, tops, strict=True):
                for line, both in zip(board.lines, points, strict=True):
                    if board.round_no != round_no or {line.ns, line.ew} != {pair, rival}:
                        continue
                    own = (both or (None, None))[0 if line.ns == pair else 1]
                    won += _given_points(line, "ns" if line.ns == pair else "ew")
                    is_half = is_half or board.is_half
                    counted = any(side is not None for side in both or ())
                    boards += counted
                    points_won += own or 0
                    top += most if own is not None else 0
            teams = min(pair, rival), max(pair, rival)
            if any(
                (due.round_no, due.home, due.away) == (round_no, *teams)
                for due in field.matches
                if not due.is_over
            ):
                won = before
            elif top:
                won += _by_table(100 * points_won / top, boards, 10 if is_half else 20)
            played += boards
        totals[pair] = won, played
    for credit in field.credits:
        if credit.kind == "bye" and credit.contestant not in totals:
            totals[credit.contestant] = Fraction(0), 0
    return totals


def _meetings(field: Field, pair: int) -> set[tuple[int | None, int]]:
    return {
        (board.round_no, line.ew if line.ns == pair else line.ns)
        for board in field.boards
        for line in board.lines
        if pair in (line.ns, line.ew)
    }


def _given_points(line: Line, side: str) -> Fraction:
    return sum(
        (adjustment.amount for adjustment in line.adjustments if adjustment.side == side),
        Fraction(0),
    )


def _by_table(percent: Fraction, boards: int, whole: int) -> Fraction:
    """Return victory points read off the printed table, column by column from the draw."""
    text = (_DATA / f"ebu-swiss-pairs-{whole}.csv").read_text(encoding="utf-8")
    better = percent if percent >= 50 else 100 - percent
    for row in csv.DictReader(line for line in text.splitlines() if line[0] != "#"):
        first, last = row.pop("boards").split("-")
        if int(first) <= boards <= int(last):
            won = next(
                int(points) for points, greatest in row.items() if better <= Fraction(greatest)
            )
            return Fraction(won if percent >= 50 else whole - won)
    raise AssertionError(boards)


def sum_points(line: Line, options: Options) -> Sides | None:
    """Return the points of *line* for the sums of its N-S and E-W teams."""
    if not parts(line, "NS"):
        return None
    ns, ew = (
        sum((Fraction(score) * weight for score, weight in parts(line, side)), Fraction(0))
        for side in ("NS", "EW")
    )
    rest = 13 if options["unit"] == "tricks" else 0
    return ns, None if options["count"] == "north-south" else rest + ew


def odd_pair_points(field: Field, team: int, options: Options) -> Fraction:
    """Return the points of *team* for missing pairs, board by board."""
    added = Fraction(0)
    if options["odd_pair"] == "none" or options["count"] == "north-south":
        return added
    for board in field.boards:
        scored = [(line, pair) for line in board.lines if (pair := sum_points(line, options))]
        ns = [pair[0] or Fraction(0) for _, pair in scored]
        ew = [pair[1] or Fraction(0) for _, pair in scored]
        more_ns = len([line for line, _ in scored if line.ns == team]) - len(
            [line for line, _ in scored if line.ew == team]
        )
        if more_ns > 0:
            added += more_ns * sum(ew, Fraction(0)) / len(ew)
        elif more_ns < 0:
            added -= more_ns * sum(ns, Fraction(0)) / len(ns)
    return added
