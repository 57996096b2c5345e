"""Points that no table can have made, refused where the game and the way to count make that certain."""

from collections.abc import Mapping, Sequence

from director.errors import PartyError
from director.party import sentences
from director.party.models import Party
from director.party.options import party_system, settled
from director.party.play.read.goal import goal_at
from movements import PartyTable
from scoring import find_party_method

ODD_TRICKS = 7
"""The most points of one deal of whist: all thirteen tricks, less the six that count nothing."""
MARCH, LONE_MARCH = 2, 4
"""The most that one hand of euchre brings, without and with lone hands."""


def refuse_impossible(party: Party, table: PartyTable, points: Sequence[int]) -> None:
    """Refuse *points* that the two sides of a full table cannot have made.

    :raises PartyError: saying why
    """
    system = party_system(party)
    if system is None or not party.method or not points or table.alone or len(points) != 2:
        return
    options = settled(system, party.options)
    where, ends = f"Table {table.table_no}", options.get("round_ends", "")
    game = party.game if party.game == system.game else ""  # another game by the moves of this one has its own points
    if game == "whist" and ends == "one-deal" and _counts_deal_points(party):
        _refuse_deal(where, points)
    elif goal := goal_at(party, table.table_no):
        _refuse_past(where, party.round_word, points, goal, _hand(options, party.method_options))


def _counts_deal_points(party: Party) -> bool:
    method = find_party_method(party.method)
    settings = method.settings(party.method_options)
    return method.deal_points and settings.get("entered", "points") == "points"


def _refuse_deal(where: str, points: Sequence[int]) -> None:
    if max(points) > ODD_TRICKS:
        raise PartyError(
            sentences.MORE_THAN_ODD_TRICKS, field="points", where=where, points=max(points), most=ODD_TRICKS
        )
    if min(points) > 0:
        raise PartyError(sentences.ODD_TRICKS_OF_BOTH, field="points", where=where, first=points[0], second=points[1])


def _hand(options: Mapping[str, str], counting: Mapping[str, str]) -> int:
    is_lone = "none" not in (options.get("lone_hands", "allowed"), counting.get("lone_hands", "allowed"))
    return LONE_MARCH if is_lone else MARCH


def _refuse_past(where: str, word: str, points: Sequence[int], goal: int, hand: int) -> None:
    if max(points) > goal - 1 + hand:
        raise PartyError(
            sentences.BEYOND_GOAL, field="points", where=where, word=word, points=max(points), goal=goal, hand=hand
        )
    if min(points) >= goal:
        raise PartyError(
            sentences.GOAL_OF_BOTH, field="points", where=where, word=word, first=points[0], second=points[1], goal=goal
        )
