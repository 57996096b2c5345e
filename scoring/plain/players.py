"""Check contests of single players: all lines are read again for each player."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from scoring.definitions import Sides
from scoring.model import Field, Line, Points
from scoring.plain.standings import compute_carried_maximum

Contestant: TypeAlias = tuple[str | None, int]
Figures: TypeAlias = tuple[Fraction, Fraction | None, int, bool]


def rank_players_plainly(
    field: Field,
    partners: Mapping[int, tuple[int, int]],
    points: Sequence[Sequence[Sides | None]],
    tops: Sequence[Points | None],
    *,
    has_tops: bool,
    fewest: bool,
) -> dict[Contestant, Figures]:
    """Return the figures of each player from the *points* of the lines, board by board.

    The credits of *field* are those of players. *tops* are those of the boards. With *has_tops*,
    the percentage decides; with *fewest*, the lower total.
    """
    lines = [
        (line, sides, Fraction(top or 0))
        for board, board_points, top in zip(field.boards, points, tops, strict=True)
        for line, sides in zip(board.lines, board_points, strict=True)
    ]
    everybody: set[Contestant] = set()
    for line, _sides, _top in lines:
        for direction, number in (("NS", line.ns), ("EW", line.ew)):
            for player in partners[number]:
                everybody.add((direction if field.winners == 2 else None, player))
    results = {contestant: _list_results(contestant, lines, partners) for contestant in everybody}
    most_results = max((len(player_results) for player_results in results.values()), default=0)
    totals: dict[Contestant, Fraction] = {}
    percents: dict[Contestant, Fraction | None] = {}
    merits: dict[Contestant, Fraction] = {}
    for contestant, player_results in results.items():
        total = sum((result.points for result in player_results), Fraction(0))
        total += _sum_player_adjustments(contestant, field, partners, tops)
        total += _sum_player_credits(contestant, player_results, field)
        # Losses are scaled, so that nobody wins by sitting out.
        if fewest and player_results:
            total = total * most_results / len(player_results)
        percent = _percent(total, player_results, field) if has_tops else None
        totals[contestant] = total
        percents[contestant] = percent
        merits[contestant] = _compute_player_merit(total, percent, fewest=fewest)
    figures: dict[Contestant, Figures] = {}
    for contestant in everybody:
        rivals = [merits[other] for other in everybody if other[0] == contestant[0]]
        place = 1 + sum(merit > merits[contestant] for merit in rivals)
        figures[contestant] = (
            totals[contestant],
            percents[contestant],
            place,
            rivals.count(merits[contestant]) > 1,
        )
    return figures


def _compute_player_merit(total: Fraction, percent: Fraction | None, *, fewest: bool) -> Fraction:
    if percent is not None:
        return percent
    if fewest:
        return -total
    return total


class _Result(NamedTuple):
    """The points of one player on one line, and the top of the board."""

    points: Fraction
    top: Fraction


def _list_results(
    contestant: Contestant,
    lines: Sequence[tuple[Line, Sides | None, Fraction]],
    partners: Mapping[int, tuple[int, int]],
) -> list[_Result]:
    results = []
    for line, sides, top in lines:
        ns_points, ew_points = sides or (None, None)
        for side, points in (("ns", ns_points), ("ew", ew_points)):
            if points is not None and _is_seated(contestant, line, side, partners):
                results.append(_Result(Fraction(points), top))
    return results


def _is_seated(
    contestant: Contestant, line: Line, side: str, partners: Mapping[int, tuple[int, int]]
) -> bool:
    """Return whether *contestant* sits at *side* of *line*, in its direction if it has one."""
    direction, player = contestant
    number = line.ns if side == "ns" else line.ew
    return player in partners[number] and direction in (None, side.upper())


def _percent(total: Fraction, results: Sequence[_Result], field: Field) -> Fraction | None:
    available = _sum_available(results)
    if available:
        return 100 * total / (available + compute_carried_maximum(field, available))
    return None


def _sum_available(results: Sequence[_Result]) -> Fraction:
    return sum((result.top for result in results), Fraction(0))


def _sum_player_adjustments(
    contestant: Contestant,
    field: Field,
    partners: Mapping[int, tuple[int, int]],
    tops: Sequence[Points | None],
) -> Fraction:
    """Return the adjustments on the lines of *contestant*. Percentages are those of the board's top."""
    total = Fraction(0)
    for board, top in zip(field.boards, tops, strict=True):
        for line in board.lines:
            for adjustment in line.adjustments:
                if _is_seated(contestant, line, adjustment.side, partners):
                    if adjustment.unit == "%":
                        total += adjustment.amount * Fraction(top or 0) / 100
                    else:
                        total += adjustment.amount
    return total


def _sum_player_credits(
    contestant: Contestant, results: Sequence[_Result], field: Field
) -> Fraction:
    """Return the credits of *contestant*. Percentages are those of all available points."""
    total = Fraction(0)
    available = _sum_available(results)
    for credit in field.credits:
        if (credit.direction, credit.contestant) == contestant:
            if credit.unit != "%":
                total += credit.amount
            elif credit.kind == "carry-over":
                # Carry-over is a percentage of the boards alone.
                total += credit.amount * available / 100
            else:
                all_available = available + compute_carried_maximum(field, available)
                total += credit.amount * all_available / 100
    return total
