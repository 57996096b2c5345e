"""The report of a table, as games and as shown."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from director.party.models import PartyResult
from director.party.movement.options import deciding_points
from director.party.movement.seating.read import chairs
from director.party.movement.words import rest_words
from director.party.sheets import PartySeat, PartyTableSheet
from director.party.trumps import is_misere
from movements import PartyTable
from scoring import SET_BACK, PartyGame, PartyMethod, counting_sides, find_tie_rule

if TYPE_CHECKING:
    from director.party.movement.games.read import Evening, PlayedRound

_WON = (Fraction(0), Fraction(1))


def games_at(
    evening: "Evening", round_no: int, table: PartyTable, result: PartyResult
) -> Iterator[PartyGame]:
    """Yield what *result* of *table* in a round of *evening* is to everybody who plays there."""
    points = tuple(result.points)
    deciding = deciding_points(evening.party, points, result.beside)
    counting = _counting(table, result, deciding, evening.full if evening.best_only else 0)
    hands = min(result.hands or 0, evening.party.hands)
    of_all: dict[str, Any] = {
        "row": table.row,
        "is_short": len(table.players) < evening.seats,
        "low_wins": is_misere(evening.party.trumps, round_no, evening.party.hands),
        "hands": hands,
        "unplayed": evening.party.hands - hands if hands else 0,
    }
    for side, players in enumerate(table.sides):
        of_side = of_all | {
            "own": points[side] if points else None,
            "other": max(theirs for at, theirs in enumerate(points) if at != side)
            if points
            else None,
            "won": _side_points(result, side, deciding, counting),
            "counts": counting[side],
            **(
                dict(zip(("deals_won", "deals_lost"), result.deals[side], strict=True))
                if result.deals
                else {}
            ),
            **_text_beside_points(evening.method, result, side),
        }
        for player in players:
            group, lone = evening.names.group(player), result.lone.get(player, 0)
            yield PartyGame(player, round_no, table.table_no, side, group, lone=lone, **of_side)


def _counting(
    table: PartyTable, result: PartyResult, points: tuple[int, ...], full: int
) -> tuple[bool, ...]:
    """Return which sides score: all of them, but at a short table only the best."""
    if not table.alone or len(table.sides) >= full:
        return (True,) * len(table.sides)
    if points:
        return counting_sides(points)
    return tuple(side == result.winner for side in range(len(table.sides)))


def _side_points(
    result: PartyResult, side: int, points: tuple[int, ...], counting: tuple[bool, ...]
) -> Fraction:
    if result.shares:
        return Fraction(result.shares[side])
    if len(counting) > 2 and points:
        return _WON[points[side] == max(points)]
    return _WON[side == result.winner]


def _text_beside_points(method: PartyMethod, result: PartyResult, side: int) -> dict[str, Any]:
    """Return the text beside a side's points."""
    if not result.beside:
        return {}
    if method.beside == SET_BACK:
        return {"set_back": result.beside[side]}
    others = [theirs for at, theirs in enumerate(result.beside) if at != side]
    return {"games_made": result.beside[side], "other_games_made": max(others, default=0)}


# What a table told, as it is shown.


def table_sheet(
    evening: "Evening", played_round: "PlayedRound", table: PartyTable
) -> PartyTableSheet:
    """Return one table of a round with its report."""
    result = played_round.results.get(table.table_no)
    rest = rest_words(table.waits_at) if table.sits_out else ""
    winner = result.winner if result else None
    points = tuple(result.points) if result else ()
    tie = find_tie_rule(result.tie).name if result and result.tie else ""
    return PartyTableSheet(
        table_no=table.table_no,
        row=table.row,
        sides=seats(evening, table),
        sits_out=table.sits_out,
        rest=rest,
        is_in=result is not None,
        winner=winner,
        points=points,
        tie=tie,
    )


def seats(evening: "Evening", table: PartyTable) -> tuple[tuple[PartySeat, ...], ...]:
    """Return who sits on each side of *table*."""
    names = evening.names
    return tuple(
        tuple(
            PartySeat(int(player), names[player], chair, names.group(player))
            for player, chair in zip(side, own, strict=False)
        )
        for side, own in zip(table.sides, chairs(table, evening.system), strict=True)
    )
