"""The players of a party, one by one or from a list, and the draw for their seats."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import ceil
from operator import itemgetter
from typing import Any

from django.contrib.auth.models import User

from director.core.base.refusals import SWAP_WITH_ITSELF_ERROR
from director.core.club.people import delete_unused_people
from director.core.club.seat_names import PeopleFinder, get_or_add_person
from director.core.night.journal import Journal
from director.errors import DeskError, PartyError
from director.formats.names.person import is_placeholder
from director.models import Person
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
from movements.party.partner_cards import MAX_COUPLES, describe_partner_cards
from movements.party.rounds import make_opening_seating
from movements.party.rules.series import separate_teams

MAX_PLAYERS = 400  # a hundred tables, the largest party that movements can seat
ListedPlayer = tuple[int | None, str, str | None] | tuple[int | None, str, str | None, str | None]
"""Number, name, group and team of a list's item. None leaves a player's value unchanged."""


def name_player(
    *,
    party: Party,
    number: int,
    name: str,
    group: str | None = None,
    team: str | None = None,
    user: User | None,
) -> PartyPlayer:
    """Name player *number*, with *group* and *team* if given. Return the player.

    People who are new to the club are added to it.

    :raises PartyError: if the player doesn't exist, or the person plays under another number
    :raises DeskError: if several people have this name
    :raises FinalError: if the results are final
    """
    with record_party_act(party=party, kind="name", message="", user=user) as act:
        player = fetch_player(party, number)
        _set_person(party, act, player, name)
        _set_group_and_team(act, player, group, team)
        delete_unused_people(act)
        # Without the name, which the history would have after a deletion on request.
        act.message = f"Name of player {number}."
    return player


def name_players(
    *,
    party: Party,
    listed_players: Sequence[ListedPlayer],
    replaces_list: bool = False,
    user: User | None,
) -> int:
    """Name a whole list, all or nothing. Return the length of the list.

    An item without a number names the next player without a name, of the item's group if it has
    one. Somebody who plays already keeps the number. A longer list adds players. With *replaces_list*
    the list replaces all names, and before the draw all players.

    :raises PartyError: if *replaces_list* and play has begun
    :raises DeskError: as :func:`name_player`, with the refused player's number in
        ``params["at_player"]``
    """
    if replaces_list:
        message = f"The list was replaced by a list of {len(listed_players)} names."
    else:
        message = f"A list of {len(listed_players)} names was imported."
    with record_party_act(party=party, kind="name", message=message, user=user) as act:
        if replaces_list and party.has_begun:
            raise PartyError(
                "replaced-after-start",
                "Play has begun, so you can’t replace the list. Correct names one by one, or add the "
                "list to the players.",
            )
        player_by_number = {
            player.number: player for player in party.players.select_related("person")
        }
        listed_numbers = {item[0] for item in listed_players if item[0] is not None}
        with act.change_together():
            if replaces_list:
                _clear_teams(act, player_by_number.values())
            # All names go first, so that two players on the list can exchange numbers.
            renamed_players = [
                player
                for player in player_by_number.values()
                if replaces_list or player.number in listed_numbers
            ]
            _clear_names(act, renamed_players)
        _NamedList(party, player_by_number, listed_players).store(act)
        # Players with seats or cards stay, even if the new list doesn't name them.
        if replaces_list and not party.played_rounds.exists() and not party.cards.exists():
            act.delete(party.players.filter(person=None))
        delete_unused_people(act)
    return len(listed_players)


@dataclass(slots=True)
class _NamedPlayer:
    """What a list says of a player. *person* may be new, and then isn't stored yet."""

    player: PartyPlayer
    person: Person | None
    group: str | None
    team: str | None


class _NamedList:
    """A list of names, read item by item as if each were stored before the next.

    *players* are those of *party* by number; new ones are added to them.
    """

    def __init__(
        self, party: Party, players: dict[int, PartyPlayer], names: Sequence[ListedPlayer]
    ) -> None:
        self._party = party
        self._players = players
        self._names = names
        self._listed_numbers = {item[0] for item in names if item[0] is not None}
        typed_names = [item[1] for item in names if item[1].strip()]
        self._finder = PeopleFinder(party.session.event.club, typed_names)
        self._has_seats = party.played_rounds.exists()
        self._new_players: list[PartyPlayer] = []
        self._unnamed = [
            player
            for player in players.values()
            if player.person_id is None
            and player.left_round is None
            and player.number not in self._listed_numbers
        ]
        self._people = {
            number: player.person
            for number, player in sorted(players.items())
            if player.person_id and player.person
        }
        self._player_by_person = {
            person.pk: players[number] for number, person in self._people.items()
        }

    def store(self, act: Journal) -> None:
        """Give each item of the list to its player, all together.

        :raises DeskError: as :func:`name_players`
        """
        named_players = [self._read_item(*item) for item in self._names]
        self._finder.add_new_people()
        with act.change_together():
            for named in named_players:
                _store_named_player(act, named)
        act.create_all(self._new_players)

    def _read_item(
        self, number: int | None, name: str, group: str | None, team: str | None = None
    ) -> _NamedPlayer:
        player = None
        if number is None:
            player = self._find_player_by_name(name)
        if player is None:
            player = self._get_or_add_player(number, group)
        try:
            person = self._find_free_person(player, name)
        except DeskError as error:
            error.params["at_player"] = player.number
            raise
        self._people.pop(player.number, None)
        if person:
            self._people[player.number] = person
        return _NamedPlayer(player, person, group, team)

    def _find_player_by_name(self, name: str) -> PartyPlayer | None:
        if not name.strip() or is_placeholder(name):
            return None
        return self._player_by_person.get(self._finder.get_or_add_person(name).pk)

    def _find_free_person(self, player: PartyPlayer, name: str) -> Person | None:
        if not name.strip():
            return None
        present = [player.person] if player.person else []
        person = self._finder.get_or_add_person(name, seated=present)
        for number, other_person in sorted(self._people.items(), key=itemgetter(0)):
            if other_person == person and number != player.number:
                raise make_plays_already_error(name=person.name, number=number)
        return person

    def _get_or_add_player(self, number: int | None, group: str | None) -> PartyPlayer:
        """Return the player for an item, new if needed."""
        players = self._players
        if number is not None and number in players:
            return players[number]
        if number is None and self._unnamed:
            in_group = (player for player in self._unnamed if group in (None, player.group))
            player = next(in_group, self._unnamed[0])
            self._unnamed.remove(player)
            return player
        if self._has_seats:
            raise PartyError(
                "list-after-draw",
                "The seats have been drawn, so the list can’t add players. Undo the draw, or add them "
                "as late arrivals.",
            )
        if len(players) == MAX_PLAYERS:
            raise PartyError(
                "list-beyond-party",
                "With this list there would be more than {most} players. Shorten it, or start a "
                "second party.",
                most=MAX_PLAYERS,
            )
        if not number:
            number = max(players, default=0) + 1
        if group is None:
            groups = [player.group for player in players.values()]
            group = "A" if groups.count("A") <= groups.count("B") else "B"
        players[number] = PartyPlayer(party=self._party, number=number, group=group)
        self._new_players.append(players[number])
        return players[number]


def _store_named_player(act: Journal, named: _NamedPlayer) -> None:
    player, person = named.player, named.person
    person_id = person.pk if person else None
    group = player.group if named.group is None else named.group
    team = player.team if named.team is None else named.team
    if player._state.adding:
        # Stored with the other new ones.
        player.person_id, player.group, player.team = person_id, group, team
    else:
        act.change(player, person_id=person_id, group=group, team=team)
    player.person = person


def _clear_teams(act: Journal, players: Iterable[PartyPlayer]) -> None:
    for player in players:
        act.change(player, team="", tandem="")


def _clear_names(act: Journal, players: Sequence[PartyPlayer]) -> None:
    for player in players:
        act.change(player, person_id=None)


def _set_group_and_team(
    act: Journal, player: PartyPlayer, group: str | None, team: str | None
) -> None:
    act.change(
        player,
        group=player.group if group is None else group,
        team=player.team if team is None else team,
    )


def fetch_player(party: Party, number: int) -> PartyPlayer:
    """Return player *number* of *party*.

    :raises PartyError: if the number belongs to nobody
    """
    player = party.players.select_related("person").filter(number=number).first()
    if player is None:
        raise make_no_player_error(number=number)
    return player


def _set_person(party: Party, act: Journal, player: PartyPlayer, name: str) -> None:
    person = find_or_add_person(party, player, name)
    person_id = person.pk if person else None
    act.change(player, person_id=person_id)
    player.person = person


def find_or_add_person(party: Party, player: PartyPlayer | None, name: str) -> Person | None:
    """Return the person with this *name*, added to the club if new. None for an empty name.

    :raises PartyError: if somebody other than *player* is this person at *party*
    """
    if not name.strip():
        return None
    seated_people = [player.person] if player and player.person else []
    person = get_or_add_person(club=party.session.event.club, text=name, seated=seated_people)
    other_players = party.players.exclude(pk=player.pk) if player else party.players.all()
    namesake = other_players.filter(person=person).first()
    if namesake is not None:
        raise make_plays_already_error(name=person.name, number=namesake.number)
    return person


# The draw for the seats of a party.


def draw_party(
    *, party: Party, seed: int | None, seen_version: str | None = None, user: User | None
) -> PartyRound:
    """Seat everybody for round 1, by draw with *seed* or by number. Return the round.

    The same seed gives the same draw. *seen_version* is the
    :func:`director.party.movement.seating.fetch_draw_version` that the page showed. If
    somebody has drawn since, their draw is returned. None redraws in any case.

    :raises PartyError: if no system is chosen or play has begun
    :raises MovementError: if the system can't seat this number of players
    """
    message = "Everybody was seated by number." if seed is None else "Draw for seats."
    with record_party_act(party=party, kind="draw", message=message, user=user) as act:
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
            size = 2 if get_contestant_noun(party) == "pair" else get_full_table_size(party)
            seat_order = group_by_team(interleave(seats_a, seats_b), team_by_player, size)
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
    with record_party_act(party=party, kind="draw", message="", user=user) as act:
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
        # Whoever is at the same place of both lists has drawn equal cards.
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
    with record_party_act(party=party, kind="draw", message="Draw undone.", user=user) as act:
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
    with record_party_act(party=party, kind="draw", message=message, user=user) as act:
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
        swapped_numbers = {
            str(first_number): str(second_number),
            str(second_number): str(first_number),
        }
        tables = []
        for table in round_row.seating:
            sides = [
                [swapped_numbers.get(player, player) for player in side] for side in table["sides"]
            ]
            games_here = [
                [swapped_numbers.get(player, player), games]
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


def make_no_player_error(**params: Any) -> PartyError:
    return PartyError(
        "no-player", "There is no player {number} at this party. Look it up in Seats.", **params
    )


def make_no_seats_to_change_error() -> PartyError:
    return PartyError(
        "no-seats-to-change",
        "Nobody has a seat yet. Draw the seats in step 2, Seats, for everyone who is there.",
    )


def make_plays_already_error(**params: Any) -> PartyError:
    return PartyError(
        "plays-already",
        "{name} already plays as number {number}. Remove the name there first, or correct "
        "this one.",
        **params,
    )
