"""The report of a table, as games for ``scoring`` and as a sheet for pages."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from director.party.models import PartyResult
from director.party.movement.options import compute_deciding_points
from director.party.movement.seating.read import get_seat_names
from director.party.movement.words import describe_rest
from director.party.sheets import PartySeat, PartyTableSheet
from director.party.trumps import is_misere
from movements.party.model import PartyTable
from scoring.party.model import SET_BACK, PartyGame, PartyMethod
from scoring.party.ties import counting_sides, find_tie_rule

if TYPE_CHECKING:
    from director.party.movement.games.read import Evening, PlayedRound


def make_table_games(
    evening: "Evening", round_no: int, table: PartyTable, result: PartyResult
) -> Iterator[PartyGame]:
    """Yield a game for each player at *table*, from its *result*."""
    party = evening.party
    points = tuple(result.points)
    deciding = compute_deciding_points(party, points, result.beside)
    full_size = evening.full_table_size if evening.scores_best_only else 0
    counting = _find_counting_sides(table, result, deciding, full_size)
    # Options such as the hands of a round may have changed since the report.
    hands = min(result.hands or 0, party.hands)
    table_fields: dict[str, Any] = {
        "row": table.row,
        "is_short": len(table.players) < evening.system_table_size,
        "is_misere": is_misere(party.trumps, round_no, party.hands),
        "hands_played": hands,
        "hands_unplayed": party.hands - hands if hands else 0,
    }
    for side, players in enumerate(table.sides):
        side_fields = table_fields | {
            "games_won": _compute_games_won(result, side, deciding),
            "is_counted": counting[side],
            **_make_second_figure_fields(evening.method, result, side),
        }
        if points:
            side_fields["own_points"] = points[side]
            side_fields["other_points"] = max(_select_other_figures(points, side))
        if result.deals:
            side_fields["deals_won"], side_fields["deals_lost"] = result.deals[side]
        for player in players:
            group = evening.names.get_group(player)
            lone_hands = result.lone.get(player, 0)
            yield PartyGame(
                player, round_no, table.table_no, side, group, lone_hands=lone_hands, **side_fields
            )


def _select_other_figures(figures: Sequence[int], side: int) -> list[int]:
    """Return the *figures* of the sides other than *side*."""
    return [*figures[:side], *figures[side + 1 :]]


def _find_counting_sides(
    table: PartyTable, result: PartyResult, points: tuple[int, ...], full_size: int
) -> tuple[bool, ...]:
    """Return for each side whether it scores. At a short table only the best one does."""
    if not table.alone or len(table.sides) >= full_size:
        return (True,) * len(table.sides)
    if points:
        return counting_sides(points)
    return tuple(side == result.winner for side in range(len(table.sides)))


def _compute_games_won(result: PartyResult, side: int, points: tuple[int, ...]) -> Fraction:
    """Return the games that *side* won: 1, 0 or its share of a tie."""
    if result.shares:
        return Fraction(result.shares[side])
    if len(points) > 2:
        # Of three or more who play alone, all with the best points have won.
        is_winner = points[side] == max(points)
    else:
        is_winner = side == result.winner
    return Fraction(1) if is_winner else Fraction(0)


def _make_second_figure_fields(
    method: PartyMethod, result: PartyResult, side: int
) -> dict[str, int]:
    """Return the fields of a game for a side's second figure, if it has one."""
    if not result.beside:
        return {}
    if method.extra_figure == SET_BACK:
        return {"set_back": result.beside[side]}
    return {
        "games_made": result.beside[side],
        "other_games_made": max(_select_other_figures(result.beside, side), default=0),
    }


def make_table_sheet(
    evening: "Evening", played_round: "PlayedRound", table: PartyTable
) -> PartyTableSheet:
    """Return one table of a round with its report."""
    result = played_round.results.get(table.table_no)
    rest = describe_rest(table.waits_at) if table.sits_out else ""
    winner = result.winner if result else None
    points = tuple(result.points) if result else ()
    tie = find_tie_rule(result.tie).name if result and result.tie else ""
    return PartyTableSheet(
        table_no=table.table_no,
        row=table.row,
        sides=list_seats_by_side(evening, table),
        sits_out=table.sits_out,
        rest=rest,
        is_entered=result is not None,
        winner=winner,
        points=points,
        tie=tie,
    )


def list_seats_by_side(evening: "Evening", table: PartyTable) -> tuple[tuple[PartySeat, ...], ...]:
    """Return the players on each side of *table* with their chairs."""
    names = evening.names
    sides = []
    for side, side_chairs in zip(table.sides, get_seat_names(table, evening.system), strict=True):
        # A system may name more chairs than a short side has players.
        seats_of_side = [
            PartySeat(int(player), names[player], chair, names.get_group(player))
            for player, chair in zip(side, side_chairs, strict=False)
        ]
        sides.append(tuple(seats_of_side))
    return tuple(sides)
