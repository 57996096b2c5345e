"""The draw for the seats of a party, and swaps of two seats."""

import random
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from math import ceil

from django.contrib.auth.models import User

from director.core.base.act_kinds import ActKind
from director.core.base.refusals import SWAP_WITH_ITSELF_ERROR
from director.errors import PartyError
from director.party.models import GroupWords, Party, PartyPlayer, PartyRound
from director.party.movement.options import (
    get_contestant_noun,
    get_full_table_size,
    has_lists,
    is_ranked_by_pairs,
)
from director.party.movement.seating import (
    fetch_draw_version,
    get_seats_by_player,
    read_seating,
    serialize_seating,
)
from director.party.play.history import record_party_act, reset_clock
from director.party.play.seats import make_no_seats_to_change_error
from movements.party.partner_cards import MAX_COUPLES, describe_partner_cards
from movements.party.rounds import make_opening_seating
from movements.party.rules.series import separate_teams


def draw_party(
    *, party: Party, seed: int | None, seen_version: str | None = None, user: User | None
) -> PartyRound:
    """Seat everybody for round 1, by draw with *seed* or by number. Return the round.

    The same seed gives the same draw. *seen_version* is the version of the draw that the page
    showed (see :func:`director.party.movement.seating.fetch_draw_version`). If somebody has drawn
    since, their draw is returned. None redraws in any case.

    :raises PartyError: if no system is chosen or play has begun
    :raises MovementError: if the system can't seat this number of players
    """
    message = "Everybody was seated by number." if seed is None else "Draw for seats."
    with record_party_act(party=party, kind=ActKind.DRAW, message=message, user=user) as act:
        stored_round = party.played_rounds.first()
        if stored_round and seen_version not in (None, fetch_draw_version(party)):
            return stored_round
        _refuse_draw(party)
        act.delete(party.played_rounds.all())
        players = list(party.players.filter(left_round__isnull=True))
        seats_a, seats_b = draw_seat_order(players, seed)
        team_by_player = {str(player.number): player.team for player in players if player.team}
        if has_lists(party):
            # A series has no seat groups, and players of one team should not meet.
            seats_a = separate_team_members(party, interleave(seats_a, seats_b), players)
            seats_b = []
        elif team_by_player and is_ranked_by_pairs(party):
            is_pair = get_contestant_noun(party) == "pair"
            team_size = 2 if is_pair else get_full_table_size(party)
            seat_order = group_by_team(interleave(seats_a, seats_b), team_by_player, team_size)
            # Seats are filled A, B, A, B, which keeps neighbours of the order together.
            seats_a, seats_b = seat_order[::2], seat_order[1::2]
        seating = make_opening_seating(party.system, seats_a, seats_b, options=party.options)
        round_row = PartyRound(party=party, round_no=1, seating=serialize_seating(seating))
        act.create(round_row)
        act.change(party, seed=seed)
        reset_clock(party, act, 1)
    return round_row


def draw_partners(
    *, party: Party, seed: int, seen_version: str | None = None, user: User | None
) -> PartyRound:
    """Draw partners by red and black with *seed*, and seat couples in the order of their cards.

    Ladies (or red) draw the red cards, gentlemen (or black) the black ones. The couple with the aces
    of hearts and clubs has the first seats. *seen_version* is as in :func:`draw_party`.

    :raises PartyError: if the groups aren't equal, the pack has too few cards, no system is chosen
        or play has begun
    :raises MovementError: if the system can't seat this number of players

    Source: [FOSTER1914] "Drive Whist".
    """
    with record_party_act(party=party, kind=ActKind.DRAW, message="", user=user) as act:
        stored_round = party.played_rounds.first()
        if stored_round and seen_version not in (None, fetch_draw_version(party)):
            return stored_round
        _refuse_draw(party)
        players = list(party.players.filter(left_round__isnull=True))
        ladies = [str(player.number) for player in players if player.group == "A"]
        gentlemen = [str(player.number) for player in players if player.group == "B"]
        if error := find_couples_error(party, (len(ladies), len(gentlemen)), len(players)):
            raise error
        rng = random.Random(seed)  # noqa: S311  a draw for seats, kept with its seed, not a secret
        # Players with the same index in both lists have drawn equal cards.
        rng.shuffle(ladies)
        rng.shuffle(gentlemen)
        seating = make_opening_seating(party.system, ladies, gentlemen, options=party.options)
        red, black = describe_partner_cards(len(ladies))
        act.message = f"Partners drawn by red and black: {red}, with {black}."
        act.delete(party.played_rounds.all())
        round_row = PartyRound(party=party, round_no=1, seating=serialize_seating(seating))
        act.create(round_row)
        act.change(party, seed=seed)
        reset_clock(party, act, 1)
    return round_row


def can_draw_partners(party: Party) -> bool:
    """Return whether the party has two groups that can draw partners by red and black."""
    has_colours = party.group_words in (GroupWords.LADIES, GroupWords.BLACK)
    return has_colours and bool(party.system) and not has_lists(party)


def find_couples_error(
    party: Party, group_sizes: tuple[int, int], player_count: int
) -> PartyError | None:
    """Return why *player_count* players in groups of these sizes can't draw partners, or None."""
    red_count, black_count = group_sizes
    if red_count != black_count or red_count + black_count < player_count:
        return PartyError(
            "unequal-groups",
            "{red} {red_group} and {black} {black_group} can’t draw partners. Give both groups the "
            "same number, or use Draw for seats.",
            red=red_count,
            black=black_count,
            red_group=party.get_group_name("A"),
            black_group=party.get_group_name("B"),
        )
    if red_count > MAX_COUPLES:
        return PartyError(
            "pack-too-small",
            "A pack has cards for {most} couples, not {couples}. Use Draw for seats.",
            most=MAX_COUPLES,
            couples=red_count,
        )
    return None


def undo_party_draw(*, party: Party, user: User | None) -> None:
    """Remove the seats of round 1.

    :raises PartyError: if play has begun
    """
    with record_party_act(party=party, kind=ActKind.DRAW, message="Draw undone.", user=user) as act:
        if not party.played_rounds.exists():
            return
        _refuse_draw(party)
        act.delete(party.played_rounds.all())
        act.change(party, seed=None)


def swap_players(*, party: Party, first_number: int, second_number: int, user: User | None) -> None:
    """Swap the seats of two players in round 1, by number.

    :raises PartyError: if a player is missing or named twice, has no seat, or play has begun
    """
    message = f"Players {first_number} and {second_number} swapped."
    with record_party_act(party=party, kind=ActKind.DRAW, message=message, user=user) as act:
        if first_number == second_number or not (first_number and second_number):
            raise PartyError(*SWAP_WITH_ITSELF_ERROR, called="player")
        _refuse_draw(party)
        round_row = party.played_rounds.first()
        if round_row is None:
            raise make_no_seats_to_change_error()
        seats = get_seats_by_player(read_seating(round_row.seating))
        for number in (first_number, second_number):
            if str(number) not in seats:
                raise PartyError(
                    "swap-without-seat",
                    "Player {number} has no seat yet. Choose two players who have seats.",
                    number=number,
                )
        replacement_by_player = {
            str(first_number): str(second_number),
            str(second_number): str(first_number),
        }
        tables = []
        for table in round_row.seating:
            sides = [
                [replacement_by_player.get(player, player) for player in side]
                for side in table["sides"]
            ]
            games_here = [
                [replacement_by_player.get(player, player), games]
                for player, games in table["games_here"]
            ]
            tables.append(table | {"sides": sides, "games_here": games_here})
        act.change(round_row, seating=tables)


def draw_seat_order(
    players: Sequence[PartyPlayer], seed: int | None
) -> tuple[list[str], list[str]]:
    """Return the players for seats A and B, in an order drawn with *seed* or by number."""
    players_by_group: dict[str, list[str]] = {"A": [], "B": [], "": []}
    for player in players:
        players_by_group[player.group].append(str(player.number))
    if seed is not None:
        rng = random.Random(seed)  # noqa: S311  a draw for seats, kept with its seed, not a secret
        for numbers in players_by_group.values():
            rng.shuffle(numbers)
    # Players without a group fill up the smaller one.
    for number in players_by_group[""]:
        smaller_group = min(players_by_group["A"], players_by_group["B"], key=len)
        smaller_group.append(number)
    return players_by_group["A"], players_by_group["B"]


def interleave(first_items: Sequence[str], second_items: Sequence[str]) -> list[str]:
    """Return the items of *first_items* and *second_items* in turn, then the rest of the longer one.

    >>> interleave(["1", "3", "5"], ["2"])
    ['1', '2', '3', '5']
    """
    return [
        number
        for pair in zip_longest(first_items, second_items)
        for number in pair
        if number is not None
    ]


def group_by_team(order: Sequence[str], team_by_player: Mapping[str, str], size: int) -> list[str]:
    """Return *order* in groups of *size*, with members of *team_by_player* together.

    >>> group_by_team(["1", "2", "3", "4"], {"1": "Lions", "4": "Lions"}, 2)
    ['1', '4', '2', '3']
    """
    members_by_team: dict[tuple[str, str], list[str]] = {}
    for player in order:
        # A player without a team is a team alone.
        team_key = (team_by_player[player], "") if player in team_by_player else ("", player)
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
    sample_seating = make_opening_seating(party.system, order, [], options=party.options)
    table_sizes = [len(table.players) for table in sample_seating]
    team_by_player = {str(player.number): player.team for player in players if player.team}
    return separate_teams(order, table_sizes, team_by_player)


def _refuse_draw(party: Party) -> None:
    if not party.system:
        raise PartyError("no-system", "No system is chosen yet. Choose one in step 1, Field.")
    if party.has_begun:
        raise PartyError(
            "seats-fixed",
            "Play has begun, so the seats stay as they are. Undo the results first, or go on; "
            "enter late arrivals and withdrawals in step 4, Play.",
        )
