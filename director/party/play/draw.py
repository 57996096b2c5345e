"""The draw for the seats of a party."""

import random
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from django.contrib.auth.models import User

from director.core.base.sentences import DeskSentences
from director.errors import PartyError
from director.party.models import Party, PartyPlayer, PartyRound
from director.party.movement.options import contest_word, full_table, has_lists, ranks_pairs
from director.party.movement.seating.read import (
    draw_version,
    read_seating,
    seating_stored,
    seats_by_player,
)
from director.party.play.history import clock_to, party_act
from director.party.sentences import PartySentences
from movements import first_seating, separate_teams


def draw_party(
    *, party: Party, seed: int | None, seen: str | None = None, user: User | None
) -> PartyRound:
    """Seat everybody for round 1, by lot with *seed* or by number. Return the round.

    The same seed gives the same draw.  *seen* is the draw that the page showed, by
    :func:`draw_version`: where somebody has drawn since, that draw stands; ``None`` draws anew in
    any case.

    :raises PartyError: if no system is chosen or somebody has won already
    :raises MovementError: if the system cannot seat so many
    """
    words = "Everybody was seated by number." if seed is None else "Draw for seats."
    with party_act(party=party, kind="draw", words=words, user=user) as act:
        stands = party.played_rounds.first()
        if stands and seen not in (None, draw_version(party)):
            return stands
        _refuse_draw(party)
        act.delete(party.played_rounds.all())
        players = list(party.players.filter(left_round__isnull=True))
        a, b = drawn_order(players, seed)
        if has_lists(party):
            a, b = teams_apart(party, in_turn(a, b), players), []
        elif ranks_pairs(party) and (
            teams := {str(who.number): who.team for who in players if who.team}
        ):
            order = grouped_by_team(
                in_turn(a, b), teams, 2 if contest_word(party) == "pair" else full_table(party)
            )
            a, b = order[::2], order[1::2]
        seating = first_seating(party.system, a, b, options=party.options)
        round_row = PartyRound(party=party, round_no=1, seating=seating_stored(seating))
        act.create(round_row)
        act.change(party, seed=seed)
        clock_to(party, act, 1)
    return round_row


def undo_party_draw(*, party: Party, user: User | None) -> None:
    """Remove the seats of round 1.

    :raises PartyError: if somebody has won already
    """
    with party_act(party=party, kind="draw", words="Draw undone.", user=user) as act:
        if not party.played_rounds.exists():
            return
        _refuse_draw(party)
        act.delete(party.played_rounds.all())
        act.change(party, seed=None)


def swap_players(*, party: Party, first: int, second: int, user: User | None) -> None:
    """Exchange the places of two players, by number, in the seats of round 1.

    :raises PartyError: if the two are not two, one has no seat, or play has begun
    """
    words = f"Players {first} and {second} swapped."
    with party_act(party=party, kind="draw", words=words, user=user) as act:
        if first == second or not (first and second):
            raise PartyError(DeskSentences.SWAP_WITH_ITSELF, called="player")
        _refuse_draw(party)
        stored = party.played_rounds.first()
        if stored is None:
            raise PartyError(PartySentences.NO_SEATS_TO_CHANGE)
        here = seats_by_player(read_seating(stored.seating))
        for number in (first, second):
            if str(number) not in here:
                raise PartyError(PartySentences.SWAP_WITHOUT_SEAT, number=number)
        places = {str(first): str(second), str(second): str(first)}
        tables = []
        for table in stored.seating:
            tables.append(
                table
                | {
                    "sides": [
                        [places.get(player, player) for player in side] for side in table["sides"]
                    ],
                    "games_here": [
                        [places.get(player, player), games] for player, games in table["games_here"]
                    ],
                }
            )
        act.change(stored, seating=tables)


def drawn_order(players: Sequence[PartyPlayer], seed: int | None) -> tuple[list[str], list[str]]:
    """Return the players for seats A and B, mixed with *seed* or by number."""
    groups = {
        letter: [str(player.number) for player in players if player.group == letter]
        for letter in ("A", "B", "")
    }
    if seed is not None:
        draw = random.Random(seed)  # noqa: S311  a draw for seats, kept with its seed, not a secret
        for numbers in groups.values():
            draw.shuffle(numbers)
    for number in groups[""]:
        min(groups["A"], groups["B"], key=len).append(number)
    return groups["A"], groups["B"]


def in_turn(a: Sequence[str], b: Sequence[str]) -> list[str]:
    """Return one of *a* and one of *b* in turn, then the rest.

    >>> in_turn(["1", "3", "5"], ["2"])
    ['1', '2', '3', '5']
    """
    return [number for pair in zip_longest(a, b) for number in pair if number is not None]


def grouped_by_team(order: Sequence[str], teams: Mapping[str, str], size: int) -> list[str]:
    """Return *order* in groups of *size*, with members of *teams* together.

    >>> grouped_by_team(["1", "2", "3", "4"], {"1": "Lions", "4": "Lions"}, 2)
    ['1', '4', '2', '3']
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for player in order:
        groups.setdefault((teams[player], "") if player in teams else ("", player), []).append(
            player
        )
    parts = []
    for those in groups.values():
        for at in range(0, len(those), size):
            parts.append(those[at : at + size])
    units: list[list[str]] = [[] for _unit in range(-(-len(order) // size))]
    for part in sorted(parts, key=len, reverse=True):
        whole = next((unit for unit in units if len(unit) + len(part) <= size), None)
        for player in part:
            (next(unit for unit in units if len(unit) < size) if whole is None else whole).append(
                player
            )
    units.sort(key=lambda unit: (len(unit) < size, min(map(order.index, unit))))
    return [player for unit in units for player in unit]


def teams_apart(party: Party, order: Sequence[str], players: Sequence[PartyPlayer]) -> list[str]:
    """Return *order* with the members of one team at different tables, as far as can be."""
    seats = first_seating(party.system, order, [], options=party.options)
    teams = {str(player.number): player.team for player in players if player.team}
    return separate_teams(order, [len(table.players) for table in seats], teams)


def _refuse_draw(party: Party) -> None:
    if not party.system:
        raise PartyError(PartySentences.NO_SYSTEM)
    if party.has_begun:
        raise PartyError(PartySentences.SEATS_FIXED)
