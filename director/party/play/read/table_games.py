"""What a table told of one round, as the games of those who played there."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from director.party.models import PartyResult
from director.party.options import deciding_points
from director.party.trumps import is_misere
from movements import PartyTable
from scoring import SET_BACK, PartyGame, PartyMethod, counting_sides

if TYPE_CHECKING:
    from director.party.play.read.games import Evening

_WON = (Fraction(0), Fraction(1))


def games_at(evening: "Evening", round_no: int, table: PartyTable, result: PartyResult) -> Sequence[PartyGame]:
    """Return what *result* of *table* in a round of *evening* is to everybody who plays there."""
    points = tuple(result.points)
    deciding = deciding_points(evening.party, points, result.beside)
    is_short = len(table.players) < evening.seats
    counting = _counting(table, result, deciding, evening.full if evening.best_only else 0)
    is_low = is_misere(evening.party.trumps, round_no, evening.party.hands)
    hands = min(result.hands or 0, evening.party.hands)
    return [
        PartyGame(
            player=player,
            round_no=round_no,
            table_no=table.table_no,
            side=side,
            group=evening.names.group(player),
            row=table.row,
            own=points[side] if points else None,
            other=max(theirs for at, theirs in enumerate(points) if at != side) if points else None,
            won=_won(result, side, deciding, counting),
            lone=result.lone.get(player, 0),
            counts=counting[side],
            is_short=is_short,
            low_wins=is_low,
            hands=hands,
            unplayed=evening.party.hands - hands if hands else 0,
            **_own_deals(result, side),
            **_beside(evening.method, result, side),
        )
        for side, those in enumerate(table.sides)
        for player in those
    ]


def _counting(table: PartyTable, result: PartyResult, points: tuple[int, ...], full: int) -> tuple[bool, ...]:
    """Return which sides score: all of them, but at a short table only the best."""
    if not table.alone or len(table.sides) >= full:
        return (True,) * len(table.sides)
    if points:
        return counting_sides(points)
    return tuple(side == result.winner for side in range(len(table.sides)))


def _won(result: PartyResult, side: int, points: tuple[int, ...], counting: tuple[bool, ...]) -> Fraction:
    if result.shares:
        return Fraction(result.shares[side])
    if len(counting) > 2 and points:
        return _WON[points[side] == max(points)]
    return _WON[side == result.winner]


def _own_deals(result: PartyResult, side: int) -> dict[str, Any]:
    """Return the games of a list that were those of a side."""
    return {"deals_won": result.deals[side][0], "deals_lost": result.deals[side][1]} if result.deals else {}


def _beside(method: PartyMethod, result: PartyResult, side: int) -> dict[str, Any]:
    """Return what stands beside the points of a side."""
    if not result.beside:
        return {}
    if method.beside == SET_BACK:
        return {"set_back": result.beside[side]}
    others = [theirs for at, theirs in enumerate(result.beside) if at != side]
    return {"games_made": result.beside[side], "other_games_made": max(others, default=0)}
