"""The players of a party: name them one by one or from a list."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NamedTuple

from django.contrib.auth.models import User

from director.core.base.act_kinds import ActKind
from director.core.club.people import delete_unseated_slips
from director.core.club.seat_names import PeopleFinder, get_or_add_person
from director.core.night.journal import Journal
from director.errors import DeskError, PartyError
from director.formats.names.person import is_placeholder
from director.models import Person
from director.party.models import Party, PartyPlayer
from director.party.movement.options import choose_group_in_turn
from director.party.play.history import record_party_act

MAX_PLAYERS = 400  # a hundred tables, the largest party that movements can seat


class ListedPlayer(NamedTuple):
    """An item of a list of players. Group and team are None to leave the player's unchanged."""

    number: int | None  # None for an item without a number
    name: str
    group: str | None = None
    team: str | None = None


def name_player(
    *,
    party: Party,
    number: int,
    name: str,
    group: str | None = None,
    team: str | None = None,
    user: User | None,
) -> PartyPlayer:
    """Name player *number*. Return the player.

    *group* and *team* are None to leave the player's unchanged. People who are new to the club are
    added to it.

    :raises PartyError: if the player doesn't exist, or the person plays under another number
    :raises DeskError: if several people have this name
    :raises FinalError: if the results are final
    """
    with record_party_act(party=party, kind=ActKind.NAME, message="", user=user) as act:
        player = fetch_player(party, number)
        _set_person(party, act, player, name)
        _set_group_and_team(act, player, group, team)
        delete_unseated_slips(act)
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
    with record_party_act(party=party, kind=ActKind.NAME, message=message, user=user) as act:
        if replaces_list and party.has_begun:
            raise PartyError(
                "replaced-after-start",
                "Play has begun, so you can’t replace the list. Correct names one by one, or add the "
                "list to the players.",
            )
        player_by_number = {
            player.number: player for player in party.players.select_related("person")
        }
        listed_numbers = {player.number for player in listed_players if player.number is not None}
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
        delete_unseated_slips(act)
    return len(listed_players)


@dataclass(slots=True)
class _NamedPlayer:
    """A player with the values from the list."""

    player: PartyPlayer
    person: Person | None  # not stored yet if the person is new to the club
    group: str | None
    team: str | None


class _NamedList:
    """A list of names, read item by item as if each were stored before the next.

    New players are added to *player_by_number*, which has those of *party*.
    """

    def __init__(
        self,
        party: Party,
        player_by_number: dict[int, PartyPlayer],
        listed_players: Sequence[ListedPlayer],
    ) -> None:
        self._party = party
        self._player_by_number = player_by_number
        self._listed_players = listed_players
        listed_numbers = {player.number for player in listed_players}
        typed_names = [player.name for player in listed_players if player.name.strip()]
        self._finder = PeopleFinder(party.session.event.club, typed_names)
        self._has_seats = party.played_rounds.exists()
        self._new_players: list[PartyPlayer] = []
        self._unnamed_players = []
        for number, player in player_by_number.items():
            is_present = player.left_round is None
            if player.person_id is None and is_present and number not in listed_numbers:
                self._unnamed_players.append(player)
        self._person_by_number = {
            number: player.person
            for number, player in sorted(player_by_number.items())
            if player.person_id and player.person
        }
        self._player_by_person = {
            person.pk: player_by_number[number] for number, person in self._person_by_number.items()
        }

    def store(self, act: Journal) -> None:
        """Give each item of the list to its player, all together.

        :raises DeskError: as :func:`name_players`
        """
        named_players = [self._name_listed_player(listed) for listed in self._listed_players]
        self._finder.add_new_people()
        with act.change_together():
            for named in named_players:
                _store_named_player(act, named)
        act.create_all(self._new_players)

    def _name_listed_player(self, listed: ListedPlayer) -> _NamedPlayer:
        player = None
        if listed.number is None:
            player = self._find_player_by_name(listed.name)
        if player is None:
            player = self._get_or_add_player(listed.number, listed.group)
        try:
            person = self._find_free_person(player, listed.name)
        except DeskError as error:
            error.params["at_player"] = player.number
            raise
        # As if it were stored now, so that the next item sees this name.
        self._person_by_number.pop(player.number, None)
        if person:
            self._person_by_number[player.number] = person
        return _NamedPlayer(player, person, listed.group, listed.team)

    def _find_player_by_name(self, name: str) -> PartyPlayer | None:
        if not name.strip() or is_placeholder(name):
            return None
        return self._player_by_person.get(self._finder.get_or_add_person(name).pk)

    def _find_free_person(self, player: PartyPlayer, name: str) -> Person | None:
        if not name.strip():
            return None
        seated_people = [player.person] if player.person else []
        person = self._finder.get_or_add_person(name, seated=seated_people)
        for number, other_person in sorted(self._person_by_number.items(), key=itemgetter(0)):
            if other_person == person and number != player.number:
                raise make_plays_already_error(name=person.name, number=number)
        return person

    def _get_or_add_player(self, number: int | None, group: str | None) -> PartyPlayer:
        """Return the player for an item, new if needed."""
        players = self._player_by_number
        if number is not None and number in players:
            return players[number]
        if number is None and self._unnamed_players:
            group_members = (
                player for player in self._unnamed_players if group in (None, player.group)
            )
            player = next(group_members, self._unnamed_players[0])
            self._unnamed_players.remove(player)
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
            group = choose_group_in_turn(self._party, groups)
        players[number] = PartyPlayer(party=self._party, number=number, group=group)
        self._new_players.append(players[number])
        return players[number]


def _store_named_player(act: Journal, named: _NamedPlayer) -> None:
    player = named.player
    person = named.person
    person_id = person.pk if person else None
    group = player.group if named.group is None else named.group
    team = player.team if named.team is None else named.team
    if player._state.adding:
        # Stored later with all new players.
        player.person_id = person_id
        player.group = group
        player.team = team
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
