"""Check contests of single players: all lines are read again for each player."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from scoring.model import Field, Line, Points
from tests.oracle.definitions import PointsOfSides
from tests.oracle.standings import compute_max_carry_over

Contestant: TypeAlias = tuple[str | None, int]
Figures: TypeAlias = tuple[Fraction, Fraction | None, int, bool]


def rank_players_plainly(
    field: Field,
    players_by_number: Mapping[int, tuple[int, int]],
    points_by_board: Sequence[Sequence[PointsOfSides | None]],
    board_tops: Sequence[Points | None],
    *,
    has_tops: bool,
    is_lowest_best: bool,
) -> dict[Contestant, Figures]:
    """Return the figures of each player from the *points_by_board* of the lines, board by board.

    The credits of *field* are those of players. *board_tops* are those of the boards. With *has_tops*,
    the percentage decides; with *is_lowest_best*, the lower total.
    """
    lines = [
        (line, sides, Fraction(top or 0))
        for board, board_points, top in zip(field.boards, points_by_board, board_tops, strict=True)
        for line, sides in zip(board.lines, board_points, strict=True)
    ]
    contestants: set[Contestant] = set()
    for line, _sides, _top in lines:
        for direction, number in (("NS", line.ns), ("EW", line.ew)):
            for player in players_by_number[number]:
                contestants.add((direction if field.winner_count == 2 else None, player))
    results_by_contestant = {
        contestant: _list_results(contestant, lines, players_by_number)
        for contestant in contestants
    }
    max_results = max(
        (len(player_results) for player_results in results_by_contestant.values()), default=0
    )
    total_by_contestant: dict[Contestant, Fraction] = {}
    percentage_by_contestant: dict[Contestant, Fraction | None] = {}
    merit_by_contestant: dict[Contestant, Fraction] = {}
    for contestant, player_results in results_by_contestant.items():
        total = sum((result.points for result in player_results), Fraction(0))
        total += _sum_player_adjustments(contestant, field, players_by_number, board_tops)
        total += _sum_player_credits(contestant, player_results, field)
        # Losses are scaled, so that nobody wins by sitting out.
        if is_lowest_best and player_results:
            total = total * max_results / len(player_results)
        percentage = _compute_percentage(total, player_results, field) if has_tops else None
        total_by_contestant[contestant] = total
        percentage_by_contestant[contestant] = percentage
        merit_by_contestant[contestant] = _compute_player_merit(
            total, percentage, is_lowest_best=is_lowest_best
        )
    figures_by_contestant: dict[Contestant, Figures] = {}
    for contestant in contestants:
        rival_merits = [
            merit_by_contestant[other] for other in contestants if other[0] == contestant[0]
        ]
        rank = 1 + sum(merit > merit_by_contestant[contestant] for merit in rival_merits)
        figures_by_contestant[contestant] = (
            total_by_contestant[contestant],
            percentage_by_contestant[contestant],
            rank,
            rival_merits.count(merit_by_contestant[contestant]) > 1,
        )
    return figures_by_contestant


def _compute_player_merit(
    total: Fraction, percentage: Fraction | None, *, is_lowest_best: bool
) -> Fraction:
    if percentage is not None:
        return percentage
    if is_lowest_best:
        return -total
    return total


class _PlayerResult(NamedTuple):
    """The points of one player on one line, and the top of the board."""

    points: Fraction
    top: Fraction


def _list_results(
    contestant: Contestant,
    lines: Sequence[tuple[Line, PointsOfSides | None, Fraction]],
    players_by_number: Mapping[int, tuple[int, int]],
) -> list[_PlayerResult]:
    results = []
    for line, sides, top in lines:
        ns_points, ew_points = sides or (None, None)
        for side, points in (("ns", ns_points), ("ew", ew_points)):
            if points is not None and _is_seated(contestant, line, side, players_by_number):
                results.append(_PlayerResult(Fraction(points), top))
    return results


def _is_seated(
    contestant: Contestant, line: Line, side: str, players_by_number: Mapping[int, tuple[int, int]]
) -> bool:
    """Return whether *contestant* sits at *side* of *line*, in its direction if it has one."""
    direction, player = contestant
    number = line.ns if side == "ns" else line.ew
    return player in players_by_number[number] and direction in (None, side.upper())


def _compute_percentage(
    total: Fraction, results: Sequence[_PlayerResult], field: Field
) -> Fraction | None:
    available_points = _sum_available(results)
    if available_points:
        return 100 * total / (available_points + compute_max_carry_over(field, available_points))
    return None


def _sum_available(results: Sequence[_PlayerResult]) -> Fraction:
    return sum((result.top for result in results), Fraction(0))


def _sum_player_adjustments(
    contestant: Contestant,
    field: Field,
    players_by_number: Mapping[int, tuple[int, int]],
    board_tops: Sequence[Points | None],
) -> Fraction:
    """Return the adjustments on the lines of *contestant*. Percentages are of the board's top."""
    total = Fraction(0)
    for board, top in zip(field.boards, board_tops, strict=True):
        for line in board.lines:
            for adjustment in line.adjustments:
                if _is_seated(contestant, line, adjustment.side, players_by_number):
                    if adjustment.unit == "%":
                        total += adjustment.amount * Fraction(top or 0) / 100
                    else:
                        total += adjustment.amount
    return total


def _sum_player_credits(
    contestant: Contestant, results: Sequence[_PlayerResult], field: Field
) -> Fraction:
    """Return the credits of *contestant*. Percentages are of all available points."""
    total = Fraction(0)
    board_points = _sum_available(results)
    for credit in field.credits:
        if (credit.direction, credit.contestant) == contestant:
            if credit.unit != "%":
                total += credit.amount
            elif credit.kind == "carry-over":
                # Carry-over is a percentage of the boards alone.
                total += credit.amount * board_points / 100
            else:
                available_points = board_points + compute_max_carry_over(field, board_points)
                total += credit.amount * available_points / 100
    return total
