"""The players of a party: their names, groups and teams, one by one or from a list."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.contrib.auth.models import User

from director.core.club.people import delete_unused_people, find_person
from director.core.night.history import Journal
from director.errors import DeskError, PartyError
from director.formats.names.person import is_placeholder
from director.models import Person
from director.party.models import Party, PartyPlayer
from director.party.play.history import record_party_act
from director.party.sentences import PartySentences

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
    with record_party_act(party=party, kind="name", words="", user=user) as act:
        player = find_player(party, number)
        _set_person(party, act, player, name)
        _set_group_and_team(act, player, group, team)
        delete_unused_people(act)
        # Without the name, which the history would have after a deletion on request.
        act.words = f"Name of player {number}."
    return player


def name_players(
    *, party: Party, names: Sequence[ListedPlayer], is_whole: bool = False, user: User | None
) -> int:
    """Name a whole list, all or nothing. Return the length of the list.

    An item without a number names the next player without a name, of the item's group if it has
    one. Somebody who plays already keeps the number. A longer list adds players. With *is_whole*
    the list replaces all names, and before the draw all players.

    :raises PartyError: if *is_whole* and play has begun
    :raises DeskError: as :func:`name_player`, with the refused player's number in
        ``params["at_player"]``
    """
    if is_whole:
        words = f"The list was replaced by a list of {len(names)} names."
    else:
        words = f"A list of {len(names)} names was imported."
    with record_party_act(party=party, kind="name", words=words, user=user) as act:
        if is_whole and party.has_begun:
            raise PartyError(PartySentences.REPLACED_AFTER_START)
        players = {player.number: player for player in party.players.select_related("person")}
        listed_numbers = {item[0] for item in names if item[0] is not None}
        if is_whole:
            _clear_teams(act, players.values())
        # All names go first, so that two players on the list can exchange numbers.
        renamed_players = [
            player for player in players.values() if is_whole or player.number in listed_numbers
        ]
        _clear_names(act, renamed_players)
        _name_listed_players(party, act, players, names, listed_numbers)
        # Players with seats or cards stay, even if the new list doesn't name them.
        if is_whole and not party.played_rounds.exists() and not party.cards.exists():
            act.delete(party.players.filter(person=None))
        delete_unused_people(act)
    return len(names)


def _name_listed_players(
    party: Party,
    act: Journal,
    players: dict[int, PartyPlayer],
    names: Sequence[ListedPlayer],
    listed_numbers: Collection[int],
) -> None:
    """Give each item of the list to its player. New players are added to *players*."""
    unnamed = [
        player
        for player in players.values()
        if player.person_id is None
        and player.left_round is None
        and player.number not in listed_numbers
    ]
    player_by_person = {
        player.person.pk: player
        for player in players.values()
        if player.person_id and player.person
    }
    for item in names:
        number, name, group = item[:3]
        team = item[3] if len(item) == 4 else None  # a list may have no column for teams
        player = None
        if number is None:
            player = _find_player_by_name(party, player_by_person, name)
        if player is None:
            player = _find_or_add_player(party, act, players, unnamed, number, group)
        try:
            _set_person(party, act, player, name)
        except DeskError as error:
            error.params["at_player"] = player.number
            raise
        _set_group_and_team(act, player, group, team)


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


def _find_player_by_name(
    party: Party, player_by_person: Mapping[int, PartyPlayer], name: str
) -> PartyPlayer | None:
    if not name.strip() or is_placeholder(name):
        return None
    return player_by_person.get(find_person(club=party.session.event.club, text=name).pk)


def find_player(party: Party, number: int) -> PartyPlayer:
    """Return player *number* of *party*.

    :raises PartyError: if the number belongs to nobody
    """
    player = party.players.select_related("person").filter(number=number).first()
    if player is None:
        raise PartyError(PartySentences.NO_PLAYER, number=number)
    return player


def _find_or_add_player(
    party: Party,
    act: Journal,
    players: dict[int, PartyPlayer],
    unnamed: list[PartyPlayer],
    number: int | None,
    group: str | None,
) -> PartyPlayer:
    """Return the player for a list's item, new if needed.

    A player taken from *unnamed* is removed there, a new one is added to *players*.
    """
    if number is not None and number in players:
        return players[number]
    if number is None and unnamed:
        in_group = (player for player in unnamed if group in (None, player.group))
        player = next(in_group, unnamed[0])
        unnamed.remove(player)
        return player
    if party.played_rounds.exists():
        raise PartyError(PartySentences.LIST_AFTER_DRAW)
    if len(players) == MAX_PLAYERS:
        raise PartyError(PartySentences.LIST_BEYOND_PARTY, most=MAX_PLAYERS)
    if not number:
        number = max(players, default=0) + 1
    if group is None:
        groups = [player.group for player in players.values()]
        group = "A" if groups.count("A") <= groups.count("B") else "B"
    players[number] = PartyPlayer(party=party, number=number, group=group)
    act.create(players[number])
    return players[number]


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
    present = [player.person] if player and player.person else []
    person = find_person(club=party.session.event.club, text=name, seated=present)
    other_players = party.players.exclude(pk=player.pk) if player else party.players.all()
    namesake = other_players.filter(person=person).first()
    if namesake is not None:
        raise PartyError(PartySentences.PLAYS_ALREADY, name=person.name, number=namesake.number)
    return person
