"""The draw for the seats of a party."""

import random
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from math import ceil

from django.contrib.auth.models import User

from director.core.base.sentences import DeskSentences
from director.errors import PartyError
from director.party.models import Party, PartyPlayer, PartyRound
from director.party.movement.options import (
    get_contestant_word,
    get_full_table_size,
    has_lists,
    is_ranked_by_pairs,
)
from director.party.movement.seating.read import (
    get_draw_version,
    get_seats_by_player,
    read_seating,
    serialize_seating,
)
from director.party.play.history import record_party_act, reset_clock
from director.party.sentences import PartySentences
from movements.party.rounds import first_seating
from movements.party.rules.series import separate_teams


def draw_party(
    *, party: Party, seed: int | None, seen_version: str | None = None, user: User | None
) -> PartyRound:
    """Seat everybody for round 1, by draw with *seed* or by number. Return the round.

    The same seed gives the same draw. *seen_version* is the
    :func:`get_draw_version` that the page showed. If
    somebody has drawn since, their draw is returned. None redraws in any case.

    :raises PartyError: if no system is chosen or play has begun
    :raises MovementError: if the system can't seat this number of players
    """
    words = "Everybody was seated by number." if seed is None else "Draw for seats."
    with record_party_act(party=party, kind="draw", words=words, user=user) as act:
        stored_round = party.played_rounds.first()
        if stored_round and seen_version not in (None, get_draw_version(party)):
            return stored_round
        _refuse_draw(party)
        act.delete(party.played_rounds.all())
        players = list(party.players.filter(left_round__isnull=True))
        seats_a, seats_b = draw_order(players, seed)
        teams = {str(player.number): player.team for player in players if player.team}
        if has_lists(party):
            # A series has no seat groups, and players of one team should not meet.
            seats_a = separate_team_members(party, interleave(seats_a, seats_b), players)
            seats_b = []
        elif teams and is_ranked_by_pairs(party):
            size = 2 if get_contestant_word(party) == "pair" else get_full_table_size(party)
            order = group_by_team(interleave(seats_a, seats_b), teams, size)
            # Seats are filled A, B, A, B, which keeps neighbours of the order together.
            seats_a, seats_b = order[::2], order[1::2]
        seating = first_seating(party.system, seats_a, seats_b, options=party.options)
        round_row = PartyRound(party=party, round_no=1, seating=serialize_seating(seating))
        act.create(round_row)
        act.change(party, seed=seed)
        reset_clock(party, act, 1)
    return round_row


def undo_party_draw(*, party: Party, user: User | None) -> None:
    """Remove the seats of round 1.

    :raises PartyError: if play has begun
    """
    with record_party_act(party=party, kind="draw", words="Draw undone.", user=user) as act:
        if not party.played_rounds.exists():
            return
        _refuse_draw(party)
        act.delete(party.played_rounds.all())
        act.change(party, seed=None)


def swap_players(*, party: Party, first: int, second: int, user: User | None) -> None:
    """Swap the seats of two players in round 1, by number.

    :raises PartyError: if a player is missing or named twice, has no seat, or play has begun
    """
    words = f"Players {first} and {second} swapped."
    with record_party_act(party=party, kind="draw", words=words, user=user) as act:
        if first == second or not (first and second):
            raise PartyError(DeskSentences.SWAP_WITH_ITSELF, called="player")
        _refuse_draw(party)
        round_row = party.played_rounds.first()
        if round_row is None:
            raise PartyError(PartySentences.NO_SEATS_TO_CHANGE)
        seats = get_seats_by_player(read_seating(round_row.seating))
        for number in (first, second):
            if str(number) not in seats:
                raise PartyError(PartySentences.SWAP_WITHOUT_SEAT, number=number)
        swap = {str(first): str(second), str(second): str(first)}
        tables = []
        for table in round_row.seating:
            sides = [[swap.get(player, player) for player in side] for side in table["sides"]]
            games_here = [
                [swap.get(player, player), games] for player, games in table["games_here"]
            ]
            tables.append(table | {"sides": sides, "games_here": games_here})
        act.change(round_row, seating=tables)


def draw_order(players: Sequence[PartyPlayer], seed: int | None) -> tuple[list[str], list[str]]:
    """Return the players for seats A and B, in an order drawn with *seed* or by number."""
    groups: dict[str, list[str]] = {"A": [], "B": [], "": []}
    for player in players:
        groups[player.group].append(str(player.number))
    if seed is not None:
        draw = random.Random(seed)  # noqa: S311  a draw for seats, kept with its seed, not a secret
        for numbers in groups.values():
            draw.shuffle(numbers)
    # Players without a group fill up the smaller one.
    for number in groups[""]:
        smaller_group = min(groups["A"], groups["B"], key=len)
        smaller_group.append(number)
    return groups["A"], groups["B"]


def interleave(a: Sequence[str], b: Sequence[str]) -> list[str]:
    """Return the items of *a* and *b* in turn, then the rest of the longer one.

    >>> interleave(["1", "3", "5"], ["2"])
    ['1', '2', '3', '5']
    """
    return [number for pair in zip_longest(a, b) for number in pair if number is not None]


def group_by_team(order: Sequence[str], teams: Mapping[str, str], size: int) -> list[str]:
    """Return *order* in groups of *size*, with members of *teams* together.

    >>> group_by_team(["1", "2", "3", "4"], {"1": "Lions", "4": "Lions"}, 2)
    ['1', '4', '2', '3']
    """
    members_by_team: dict[tuple[str, str], list[str]] = {}
    for player in order:
        # A player without a team is a team alone.
        team_key = (teams[player], "") if player in teams else ("", player)
        members_by_team.setdefault(team_key, []).append(player)
    parts = []
    for members in members_by_team.values():
        for start in range(0, len(members), size):
            parts.append(members[start : start + size])
    groups: list[list[str]] = [[] for _ in range(ceil(len(order) / size))]
    # The largest parts first, because small ones fit into any gap that is left.
    for part in sorted(parts, key=len, reverse=True):
        roomy_group = next((group for group in groups if len(group) + len(part) <= size), None)
        for player in part:
            # If no group has room for all of the part, it is spread over the gaps.
            group = roomy_group
            if group is None:
                group = next(group for group in groups if len(group) < size)
            group.append(player)
    # An incomplete group must come last: full tables are made from the order.
    groups.sort(key=lambda group: (len(group) < size, min(map(order.index, group))))
    return [player for group in groups for player in group]


def separate_team_members(
    party: Party, order: Sequence[str], players: Sequence[PartyPlayer]
) -> list[str]:
    """Return *order* with the members of each team at different tables if possible."""
    # The system says how many sit at each table.
    sample_seating = first_seating(party.system, order, [], options=party.options)
    table_sizes = [len(table.players) for table in sample_seating]
    teams = {str(player.number): player.team for player in players if player.team}
    return separate_teams(order, table_sizes, teams)


def _refuse_draw(party: Party) -> None:
    if not party.system:
        raise PartyError(PartySentences.NO_SYSTEM)
    if party.has_begun:
        raise PartyError(PartySentences.SEATS_FIXED)
