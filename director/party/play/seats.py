"""Who plays, and who sits where."""

from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import User

from director.core.club.people.write import find_person
from director.core.night.history.write import Journal
from director.errors import DeskError, PartyError
from director.models import Person
from director.party.models import Party, PartyPlayer
from director.party.play.history import party_act
from director.party.sentences import PartySentences

MOST_PLAYERS = 400
Listed = tuple[int | None, str, str | None] | tuple[int | None, str, str | None, str | None]
"""Number, name, group and the team of those who came together; ``None`` is whatever there was."""


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

    People the club does not know yet are added to it.

    :raises PartyError: if there is no such player, or the person plays under another number
    :raises DeskError: if a name without number belongs to several people
    :raises FinalError: if the results are final
    """
    with party_act(party=party, kind="name", words="", user=user) as act:
        player = find_player(party, number)
        _name(party, act, player, name)
        _place_in(act, player, group, team)
        act.words = f"Player {number} is now {player}."
    return player


def name_players(
    *, party: Party, names: Sequence[Listed], is_whole: bool = False, user: User | None
) -> int:
    """Name a whole list, all or nothing. Return how many it names.

    Each item is a number, or ``None`` for the next player without a name (of the group, if one is
    given), the name, and the group or ``None``.  Whoever plays already keeps the number.  Players
    are added where the list is longer than the party.  With *is_whole* the list replaces all names,
    and before the draw all players.

    :raises PartyError: if *is_whole* and play has begun
    :raises DeskError: as :func:`name_player`, the number of the refused player in
        ``params["at_player"]``
    """
    words = f"A list of {len(names)} names was imported."
    words = f"The list was replaced by a list of {len(names)} names." if is_whole else words
    with party_act(party=party, kind="name", words=words, user=user) as act:
        if is_whole and party.has_begun:
            raise PartyError(PartySentences.REPLACED_AFTER_START)
        listed = {player.number: player for player in party.players.select_related("person")}
        wanted = {item[0] for item in names if item[0] is not None}
        if is_whole:
            _dissolve(act, listed.values())
        _clear(act, [player for player in listed.values() if is_whole or player.number in wanted])
        free = [
            who for who in listed.values() if who.person_id is None and who.number not in wanted
        ]
        here = {who.person.pk: who for who in listed.values() if who.person_id and who.person}
        for item in names:
            number, name, group = item[:3]
            player = _already(party, here, name) if number is None else None
            player = player or _place(party, act, listed, free, number, group)
            try:
                _name(party, act, player, name)
            except DeskError as error:
                error.params["at_player"] = player.number
                raise
            _place_in(act, player, group, item[3] if len(item) == 4 else None)
        if is_whole and not party.played_rounds.exists() and not party.cards.exists():
            act.delete(party.players.filter(person=None))
    return len(names)


def _dissolve(act: Journal, players: Iterable[PartyPlayer]) -> None:
    """Remove the team of replaced players."""
    for player in players:
        act.change(player, team="", tandem="")


def _place_in(act: Journal, player: PartyPlayer, group: str | None, team: str | None) -> None:
    """Put *player* into a prize group and team."""
    act.change(
        player,
        group=player.group if group is None else group,
        team=player.team if team is None else team,
    )


def _already(party: Party, here: Mapping[int, PartyPlayer], name: str) -> PartyPlayer | None:
    """Return the player of *here* with this *name*, or None."""
    if not name.strip():
        return None
    return here.get(find_person(club=party.session.event.club, text=name).pk)


def find_player(party: Party, number: int) -> PartyPlayer:
    """Return player *number* of *party*.

    :raises PartyError: if there is none
    """
    player = party.players.select_related("person").filter(number=number).first()
    if player is None:
        raise PartyError(PartySentences.NO_PLAYER, number=number)
    return player


def _clear(act: Journal, players: Sequence[PartyPlayer]) -> None:
    """Take the names of *players* out first, so that two can change places."""
    for player in players:
        act.change(player, person_id=None)


def _place(
    party: Party,
    act: Journal,
    listed: dict[int, PartyPlayer],
    free: list[PartyPlayer],
    number: int | None,
    group: str | None,
) -> PartyPlayer:
    """Return the player that a list's item means, new if needed."""
    if number is not None and number in listed:
        return listed[number]
    player = None
    if number is None:
        player = next((who for who in free if group in (None, who.group)), None) or next(
            iter(free), None
        )
    if player is not None:
        free.remove(player)
        return player
    if party.played_rounds.exists():
        raise PartyError(PartySentences.LIST_AFTER_DRAW)
    if len(listed) == MOST_PLAYERS:
        raise PartyError(PartySentences.LIST_BEYOND_PARTY, most=MOST_PLAYERS)
    number = number or max(listed, default=0) + 1
    groups = [who.group for who in listed.values()]
    fair = "A" if groups.count("A") <= groups.count("B") else "B"
    listed[number] = PartyPlayer(party=party, number=number, group=fair if group is None else group)
    act.create(listed[number])
    return listed[number]


def _name(party: Party, act: Journal, player: PartyPlayer, name: str) -> None:
    person = player_person(party, player, name)
    person_id = person.pk if person else None
    act.change(player, person_id=person_id)
    player.person = person


def player_person(party: Party, player: PartyPlayer | None, name: str) -> Person | None:
    """Return the person called *name*, added to the club if new, or None.

    :raises PartyError: if the person plays at *party* already, under another number than *player*
    """
    if not name.strip():
        return None
    person = find_person(club=party.session.event.club, text=name)
    others = party.players.exclude(pk=player.pk) if player else party.players.all()
    taken = others.filter(person=person).first()
    if taken is not None:
        raise PartyError(PartySentences.PLAYS_ALREADY, name=person.name, number=taken.number)
    return person
