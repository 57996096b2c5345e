"""Faults in the players of a plan that names them by seat.

These are plans of individual contests, and of teams and pairs if they say who sits where. Whether
partners and opponents are balanced is a matter of promises, see :mod:`movements.check.guarantees`.
"""

from collections.abc import Iterator

from movements.check.boards import PLAYED_BOTH_WAYS
from movements.model import Fault, Movement, TableRound
from movements.partnerships import Couple, get_couples
from movements.sentences import MovementSentences


def find_player_faults(plan: Movement) -> Iterator[Fault]:
    """Yield a fault for every player with no number, two seats, two teams or a repeated partner.

    >>> from dataclasses import replace
    >>> from movements.registry import make_plan
    >>> plan = make_plan("individual-howell-8", players=8)
    >>> wrong = replace(plan.rows[0], players=(4, 1, 4, 8))
    >>> [fault.text for fault in find_player_faults(replace(plan, rows=(wrong, *plan.rows[1:])))]
    ['Player 4 has two seats at table 1 in round 1. Give one to another player.']
    """
    yield from _find_seat_faults(plan)
    if plan.contest == "individual":
        yield from _find_partnership_faults(plan)
        yield from _find_partner_faults(plan)
    else:
        yield from _find_loyalty_faults(plan)


def _find_seat_faults(plan: Movement) -> Iterator[Fault]:
    first_tables: dict[tuple[int, int], int] = {}
    for row in plan.rows:
        place = (row.round_no, row.table_no)
        if row.players is None and plan.contest == "individual":
            yield MovementSentences.PLAYERS_MISSING.fault(*place)
        players = row.players or ()
        for player in sorted(set(players)):
            # In an individual the players are the contestants, whose numbers are checked anyway.
            if player < 1 and plan.contest != "individual":
                yield MovementSentences.PLAYER_UNKNOWN.fault(*place, player=player)
            if players.count(player) > 1:
                yield MovementSentences.PLAYER_IN_TWO_SEATS.fault(
                    *place, _get_contestant(plan, player), player=player
                )
            first_table = first_tables.get((row.round_no, player))
            if first_table is not None:
                yield MovementSentences.PLAYER_TWICE.fault(
                    *place, _get_contestant(plan, player), player=player, first=first_table
                )
            first_tables.setdefault((row.round_no, player), row.table_no)


def _get_contestant(plan: Movement, player: int) -> int | None:
    if plan.contest == "individual":
        return player
    return None


def _find_partnership_faults(plan: Movement) -> Iterator[Fault]:
    """Report two partners with two numbers, or one number of two partnerships."""
    number_by_couple: dict[Couple, int] = {}
    couple_by_number: dict[int, Couple] = {}
    for row in plan.rows:
        if row.players:
            for number, couple in zip((row.ns, row.ew), get_couples(row.players), strict=True):
                first_number = number_by_couple.setdefault(couple, number)
                has_other_number = first_number != number
                if has_other_number or couple_by_number.setdefault(number, couple) != couple:
                    first, second = couple
                    yield MovementSentences.PARTNERSHIP_WRONG.fault(
                        row.round_no, row.table_no, first=first, second=second, number=number
                    )


def _find_partner_faults(plan: Movement) -> Iterator[Fault]:
    """Report partners who sit together again although everybody could have a new partner."""
    # Nobody has more partners than there are other players.
    if plan.rounds >= plan.contestants or PLAYED_BOTH_WAYS in plan.guarantees:
        return
    first_rows: dict[Couple, TableRound] = {}
    for row in plan.rows:
        # A player in two seats has a fault already.
        if row.players and len(set(row.players)) == len(row.players):
            for couple in get_couples(row.players):
                former_row = first_rows.setdefault(couple, row)
                if former_row.round_no != row.round_no:
                    yield MovementSentences.PARTNER_TWICE.fault(
                        row.round_no,
                        row.table_no,
                        couple[0],
                        first=couple[0],
                        second=couple[1],
                        former_table=former_row.table_no,
                        former_round=former_row.round_no,
                    )


def _find_loyalty_faults(plan: Movement) -> Iterator[Fault]:
    """Report players who play for two teams or pairs."""
    first_places: dict[int, tuple[int, TableRound]] = {}
    for row in plan.rows:
        if not row.players:
            continue
        north, east, south, west = row.players
        for player, contestant in (
            (north, row.ns),
            (south, row.ns),
            (east, row.ew),
            (west, row.ew),
        ):
            former_contestant, former_row = first_places.setdefault(player, (contestant, row))
            # Player 0 is a missing number, which has its own fault.
            if player and former_contestant != contestant:
                yield MovementSentences.PLAYER_SITS_FOR_TWO.fault(
                    row.round_no,
                    row.table_no,
                    contestant,
                    called=plan.called,
                    player=player,
                    former=former_contestant,
                    former_table=former_row.table_no,
                    former_round=former_row.round_no,
                )
