"""Find faults in the players of a plan that names them by seat.

Responsible for individual contests, and for teams and pairs whose plans say who sits where.
Whether partners and opponents are balanced is a matter of promises, see
:mod:`movements.check.guarantees`.
"""

from collections.abc import Iterator

from movements.check.boards import PLAYED_BOTH_WAYS
from movements.model import Fault, Movement, TableRound
from movements.partnerships import Couple, couples_of
from movements.sentences import MovementSentences


def player_faults(plan: Movement) -> Iterator[Fault]:
    """Yield faults of single players: no number, two seats, two teams, repeated partners.

    >>> from dataclasses import replace
    >>> from movements import make_plan
    >>> plan = make_plan("individual-howell-8", players=8)
    >>> wrong = replace(plan.rows[0], players=(4, 1, 4, 8))
    >>> [fault.text for fault in player_faults(replace(plan, rows=(wrong, *plan.rows[1:])))]
    ['Player 4 has two seats at table 1 in round 1. Give one to another player.']
    """
    yield from _seat_faults(plan)
    if plan.contest == "individual":
        yield from _partnership_faults(plan)
        yield from _partner_faults(plan)
    else:
        yield from _loyalty_faults(plan)


def _seat_faults(plan: Movement) -> Iterator[Fault]:
    seats: dict[tuple[int, int], TableRound] = {}
    for row in plan.rows:
        place = (row.round_no, row.table_no)
        if row.players is None and plan.contest == "individual":
            yield MovementSentences.PLAYERS_MISSING.fault(*place)
        for player in sorted(set(row.players or ())):
            if player < 1 and plan.contest != "individual":
                yield MovementSentences.PLAYER_UNKNOWN.fault(*place, player=player)
            if (row.players or ()).count(player) > 1:
                yield MovementSentences.PLAYER_IN_TWO_SEATS.fault(
                    *place, _contestant(plan, player), player=player
                )
            first = seats.setdefault((row.round_no, player), row)
            if first is not row:
                yield MovementSentences.PLAYER_TWICE.fault(
                    *place, _contestant(plan, player), player=player, first=first.table_no
                )


def _contestant(plan: Movement, player: int) -> int | None:
    if plan.contest == "individual":
        return player
    return None


def _partnership_faults(plan: Movement) -> Iterator[Fault]:
    """Partners under two numbers, or a number of two partnerships."""
    numbers: dict[Couple, int] = {}
    couples: dict[int, Couple] = {}
    for row in plan.rows:
        if row.players:
            for number, both in zip((row.ns, row.ew), couples_of(row.players), strict=True):
                if (
                    numbers.setdefault(both, number) != number
                    or couples.setdefault(number, both) != both
                ):
                    yield MovementSentences.PARTNERSHIP_WRONG.fault(
                        row.round_no, row.table_no, first=both[0], second=both[1], number=number
                    )


def _partner_faults(plan: Movement) -> Iterator[Fault]:
    """Report partners who sit together again although everybody could have a new partner."""
    if plan.rounds >= plan.contestants or PLAYED_BOTH_WAYS in plan.guarantees:
        return
    first: dict[Couple, TableRound] = {}
    for row in plan.rows:
        if row.players and len(set(row.players)) == len(row.players):
            for both in couples_of(row.players):
                before = first.setdefault(both, row)
                if before.round_no != row.round_no:
                    yield MovementSentences.PARTNER_TWICE.fault(
                        row.round_no,
                        row.table_no,
                        both[0],
                        first=both[0],
                        second=both[1],
                        former_table=before.table_no,
                        former_round=before.round_no,
                    )


def _loyalty_faults(plan: Movement) -> Iterator[Fault]:
    """Players who sit for one team or pair here and for another there."""
    teams: dict[int, tuple[int, TableRound]] = {}
    for row in plan.rows:
        north, east, south, west = row.players or (0, 0, 0, 0)
        for player, contestant in (
            (north, row.ns),
            (south, row.ns),
            (east, row.ew),
            (west, row.ew),
        ):
            former, since = teams.setdefault(player, (contestant, row))
            if former != contestant and player:
                yield MovementSentences.PLAYER_OF_TWO.fault(
                    row.round_no,
                    row.table_no,
                    contestant,
                    called=plan.called,
                    player=player,
                    former=former,
                    former_table=since.table_no,
                    former_round=since.round_no,
                )
