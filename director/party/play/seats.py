"""Who plays, and who sits where."""

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from django.contrib.auth.models import User

from director.core.base import sentences as desk_sentences
from director.core.club.people.write import person_find
from director.core.night.history.write import Journal
from director.errors import DeskError, PartyError
from director.models import Person
from director.party import sentences
from director.party.models import Party, PartyPlayer, PartyRound
from director.party.movement.options import contest_word, full_table, has_lists, ranks_pairs
from director.party.movement.seating.read import draw_version, seated, seating_read, seating_stored
from director.party.play.history import clock_to, party_act
from movements import apart, first_seating

# The draw for the seats of a party.


def party_draw(*, party: Party, seed: int | None, seen: str | None = None, user: User | None) -> PartyRound:
    """Seat everybody for round 1, by lot with *seed*, or without one in the order of their numbers; return the round.

    The same seed gives the same draw.  *seen* is the draw that the page showed, by :func:`draw_version`: where somebody
    has drawn since, that draw stands; ``None`` draws anew in any case.

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
        elif ranks_pairs(party) and (teams := {str(who.number): who.team for who in players if who.team}):
            order = grouped_by_team(in_turn(a, b), teams, 2 if contest_word(party) == "pair" else full_table(party))
            a, b = order[::2], order[1::2]
        seating = first_seating(party.system, a, b, options=party.options)
        round_row = PartyRound(party=party, round_no=1, seating=seating_stored(seating))
        act.create(round_row)
        act.change(party, seed=seed)
        clock_to(party, act, 1)
    return round_row


def party_undraw(*, party: Party, user: User | None) -> None:
    """Take the seats of round 1 back, so that names and numbers can change; without seats nothing happens.

    :raises PartyError: if somebody has won already
    """
    with party_act(party=party, kind="draw", words="Draw undone.", user=user) as act:
        if not party.played_rounds.exists():
            return
        _refuse_draw(party)
        act.delete(party.played_rounds.all())
        act.change(party, seed=None)


def players_swap(*, party: Party, first: int, second: int, user: User | None) -> None:
    """Exchange the places of two players, by number, in the seats of round 1.

    :raises PartyError: if the two are not two, one has no seat, or play has begun
    """
    words = f"Players {first} and {second} swapped."
    with party_act(party=party, kind="draw", words=words, user=user) as act:
        if first == second or not (first and second):
            raise PartyError(desk_sentences.SWAP_WITH_ITSELF, called="player")
        _refuse_draw(party)
        stored = party.played_rounds.first()
        if stored is None:
            raise PartyError(sentences.NO_SEATS_TO_CHANGE)
        here = seated(seating_read(stored.seating))
        for number in (first, second):
            if str(number) not in here:
                raise PartyError(sentences.SWAP_WITHOUT_SEAT, number=number)
        places = {str(first): str(second), str(second): str(first)}
        tables = [
            table
            | {
                "sides": [[places.get(player, player) for player in side] for side in table["sides"]],
                "games_here": [[places.get(player, player), games] for player, games in table["games_here"]],
            }
            for table in stored.seating
        ]
        act.change(stored, seating=tables)


def drawn_order(players: Sequence[PartyPlayer], seed: int | None) -> tuple[list[str], list[str]]:
    """Return the players for seats A and for seats B, each mixed with *seed*, or by number without one."""
    groups = {letter: [str(player.number) for player in players if player.group == letter] for letter in ("A", "B", "")}
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
    """Return *order* so that each *size* in turn are one, those of one of the *teams* together as far as can be.

    >>> grouped_by_team(["1", "2", "3", "4"], {"1": "Lions", "4": "Lions"}, 2)
    ['1', '4', '2', '3']
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for player in order:
        groups.setdefault((teams[player], "") if player in teams else ("", player), []).append(player)
    parts = [those[at : at + size] for those in groups.values() for at in range(0, len(those), size)]
    units: list[list[str]] = [[] for _unit in range(-(-len(order) // size))]
    for part in sorted(parts, key=len, reverse=True):
        whole = next((unit for unit in units if len(unit) + len(part) <= size), None)
        for player in part:
            (next(unit for unit in units if len(unit) < size) if whole is None else whole).append(player)
    units.sort(key=lambda unit: (len(unit) < size, min(map(order.index, unit))))
    return [player for unit in units for player in unit]


def teams_apart(party: Party, order: Sequence[str], players: Sequence[PartyPlayer]) -> list[str]:
    """Return *order* with the members of one team at different tables, as far as can be."""
    seats = first_seating(party.system, order, [], options=party.options)
    teams = {str(player.number): player.team for player in players if player.team}
    return apart(order, [len(table.players) for table in seats], teams)


def _refuse_draw(party: Party) -> None:
    if not party.system:
        raise PartyError(sentences.NO_SYSTEM)
    if party.has_begun:
        raise PartyError(sentences.SEATS_FIXED)


# Who plays at a party: names, groups and lists of names.

MOST_PLAYERS = 400
Listed = tuple[int | None, str, str | None] | tuple[int | None, str, str | None, str | None]
"""Number, name, group and the team of those who came together; ``None`` is whatever there was."""


def player_name(
    *, party: Party, number: int, name: str, group: str | None = None, team: str | None = None, user: User | None
) -> PartyPlayer:
    """Call player *number* *name* (empty: by the number), in the prize *group* and *team* if given; return the player.

    People the club does not know yet are added to it.

    :raises PartyError: if there is no such player, or the person plays under another number
    :raises DeskError: if a name without number belongs to several people
    :raises FinalError: if the results are final
    """
    with party_act(party=party, kind="name", words="", user=user) as act:
        player = player_find(party, number)
        _name(party, act, player, name)
        _place_in(act, player, group, team)
        act.words = f"Player {number} is now {player}."
    return player


def players_name(*, party: Party, names: Sequence[Listed], is_whole: bool = False, user: User | None) -> int:
    """Name a whole list at once, all or nothing; return how many it names.

    Each item is a number, or ``None`` for the next player without a name (of the group, if one is given), the name,
    and the group or ``None``.  Whoever plays already keeps the number.  Players are added where the list is longer
    than the party.  With *is_whole* the list replaces all names, and before the draw all players.

    :raises PartyError: if *is_whole* and play has begun
    :raises DeskError: as :func:`player_name`, the number of the refused player in ``params["at_player"]``
    """
    words = f"A list of {len(names)} names was imported."
    words = f"The list was replaced by a list of {len(names)} names." if is_whole else words
    with party_act(party=party, kind="name", words=words, user=user) as act:
        if is_whole and party.has_begun:
            raise PartyError(sentences.REPLACED_AFTER_START)
        listed = {player.number: player for player in party.players.select_related("person")}
        wanted = {item[0] for item in names if item[0] is not None}
        if is_whole:
            _dissolve(act, listed.values())
        _clear(act, [player for player in listed.values() if is_whole or player.number in wanted])
        free = [who for who in listed.values() if who.person_id is None and who.number not in wanted]
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
    """Let nobody be of the team any more that was of those who are replaced."""
    for player in players:
        act.change(player, team="", tandem="")


def _place_in(act: Journal, player: PartyPlayer, group: str | None, team: str | None) -> None:
    """Put *player* into the prize group and the team that are said."""
    act.change(player, group=player.group if group is None else group, team=player.team if team is None else team)


def _already(party: Party, here: Mapping[int, PartyPlayer], name: str) -> PartyPlayer | None:
    """Return the player of *here*, by person, who is called *name*; ``None`` for somebody new."""
    if not name.strip():
        return None
    return here.get(person_find(club=party.session.event.club, text=name).pk)


def player_find(party: Party, number: int) -> PartyPlayer:
    """Return player *number* of *party*.

    :raises PartyError: if there is none
    """
    player = party.players.select_related("person").filter(number=number).first()
    if player is None:
        raise PartyError(sentences.NO_PLAYER, number=number)
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
    """Return the player that an item of a list is about, a new one where nobody is left."""
    if number is not None and number in listed:
        return listed[number]
    player = None
    if number is None:
        player = next((who for who in free if group in (None, who.group)), None) or next(iter(free), None)
    if player is not None:
        free.remove(player)
        return player
    if party.played_rounds.exists():
        raise PartyError(sentences.LIST_AFTER_DRAW)
    if len(listed) == MOST_PLAYERS:
        raise PartyError(sentences.LIST_BEYOND_PARTY, most=MOST_PLAYERS)
    number = number or max(listed, default=0) + 1
    groups = [who.group for who in listed.values()]
    fair = "A" if groups.count("A") <= groups.count("B") else "B"
    listed[number] = PartyPlayer(party=party, number=number, group=fair if group is None else group)
    act.create(listed[number])
    return listed[number]


def _name(party: Party, act: Journal, player: PartyPlayer, name: str) -> None:
    person = player_person(party, player, name)
    act.change(player, person_id=person.pk if person else None)
    player.person = person


def player_person(party: Party, player: PartyPlayer | None, name: str) -> Person | None:
    """Return the person called *name*, added to the club if new; ``None`` for no name.

    :raises PartyError: if the person plays at *party* already, under another number than *player*
    """
    if not name.strip():
        return None
    person = person_find(club=party.session.event.club, text=name)
    others = party.players.exclude(pk=player.pk) if player else party.players.all()
    taken = others.filter(person=person).first()
    if taken is not None:
        raise PartyError(sentences.PLAYS_ALREADY, name=person.name, number=taken.number)
    return person
