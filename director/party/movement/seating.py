"""The stored seats of a party, with the names of seats and players.

Converts between the JSON of a round and the seating of ``movements``, and gives seats and players
their names. Players are numbers as text wherever a seating holds them.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NotRequired, TypedDict

from django.db.models import QuerySet

from director.core.base.act_kinds import ActKind
from director.party.models import Party, PartyPlayer
from director.party.movement.options import get_party_system
from movements.party.model import OUT_TABLE_NO, PartySystem, PartyTable, SeatChange, Seating

SeatNames = tuple[tuple[str, ...], ...]
"""The names of a table's seats, side by side."""


class SeatedTableJson(TypedDict):
    """One table in the stored JSON of a round, its players by number."""

    table: int
    row: int
    sides: Sequence[Sequence[str]]
    games_here: Sequence[Sequence[Any]]  # player and number of games
    seats: str
    waits_at: NotRequired[int]  # table at which these players wait to come in


def read_seating(stored_tables: Sequence[SeatedTableJson]) -> Seating:
    """Return the seating of a round from its *stored_tables* JSON."""
    return tuple(
        PartyTable(
            table_no=table["table"],
            sides=tuple(tuple(side) for side in table["sides"]),
            row=table["row"],
            games_here=tuple((player, games) for player, games in table["games_here"]),
            seats=table["seats"],
            waits_at=table.get("waits_at", 0),
        )
        for table in stored_tables
    )


def serialize_seating(seating: Seating) -> list[SeatedTableJson]:
    """Return *seating* as JSON for a stored round."""
    return [_serialize_table(table) for table in seating]


def _serialize_table(table: PartyTable) -> SeatedTableJson:
    stored_table: SeatedTableJson = {
        "table": table.table_no,
        "row": table.row,
        "sides": [list(side) for side in table.sides],
        "games_here": [list(games) for games in table.games_here],
        "seats": table.seats,
    }
    if table.waits_at:
        return {**stored_table, "waits_at": table.waits_at}
    return stored_table


@dataclass(frozen=True, slots=True)
class SeatAtTable:
    """A player's seat: table, letter, partners and opponents."""

    player: str
    table_no: int
    row: int  # the aisle of the room
    side: int  # from 0
    seat: str  # its name, such as "A1"
    partners: tuple[str, ...]
    opponents: tuple[str, ...]
    sits_out: bool
    waits_at: int = 0  # the table at which a player who sits out waits to come in, 0 for none


def get_seats_by_player(
    seating: Seating, system: PartySystem | None = None
) -> dict[str, SeatAtTable]:
    """Return each player's seat. *system* names the seats."""
    return {seat.player: seat for table in seating for seat in _iter_table_seats(table, system)}


def get_seat_names(table: PartyTable, system: PartySystem | None = None) -> SeatNames:
    """Return a distinct seat name for each player of *table*.

    ``A1`` and ``B1`` are partners. If everybody plays alone, two players have letters and three or
    more have numbers.

    >>> get_seat_names(PartyTable(1, (("L1", "G1"), ("L2", "G2")))), get_seat_names(PartyTable(1, (("L1",), ("G1",), ("L2",))))
    ((('A1', 'B1'), ('A2', 'B2')), (('1',), ('2',), ('3',)))
    """
    if len(table.sides) == 1:
        return (tuple(table.letters),)
    if table.is_for_singles and len(table.sides) == 2:
        return tuple(zip(table.letters, strict=True))
    sizes = tuple(map(len, table.sides))
    if system is None:
        return _make_seat_names(sizes, (), ())
    return _make_seat_names(sizes, tuple(map(tuple, system.chairs)), tuple(system.sides))


@cache
def _make_seat_names(
    sizes: tuple[int, ...], system_seat_names: SeatNames, roles: tuple[str, ...]
) -> SeatNames:
    """Return the seat names at a table whose sides have these *sizes*.

    *system_seat_names* and *roles* are ``chairs`` and ``sides`` of the system.
    """
    # Everybody plays alone.
    if set(sizes) == {1}:
        return tuple((str(number),) for number in range(1, len(sizes) + 1))
    names = system_seat_names
    if not names:
        names = tuple(
            tuple(f"{letter}{side_no}" for letter in "ABC"[:size])
            for side_no, size in enumerate(sizes, 1)
        )
    return tuple(
        tuple(format_with_role(name, index, roles) for name in side)
        for index, side in enumerate(names)
    )


def format_players(table: PartyTable) -> str:
    """Return the players of *table* by number, side by side.

    Forms send this text back, so that no report counts for players who were seated since.

    >>> format_players(PartyTable(1, (("7", "1"), ("2", "8"))))
    '7 1, 2 8'
    """
    return ", ".join(" ".join(side) for side in table.sides)


def format_with_role(name: str, side: int, roles: Sequence[str]) -> str:
    """Return *name* with the side's role, such as home or away."""
    if roles:
        return f"{name} ({roles[side]})"
    return name


def _iter_table_seats(table: PartyTable, system: PartySystem | None) -> Iterable[SeatAtTable]:
    names_by_side = get_seat_names(table, system)
    for index, (side, names) in enumerate(zip(table.sides, names_by_side, strict=True)):
        other_sides = (*table.sides[:index], *table.sides[index + 1 :])
        opponents = tuple(player for other_side in other_sides for player in other_side)
        # A system may name more chairs than a short side has players.
        for player, name in zip(side, names, strict=False):
            partners: tuple[str, ...] = ()
            if not table.sits_out:
                partners = tuple(partner for partner in side if partner != player)
            yield SeatAtTable(
                player=player,
                table_no=table.table_no,
                row=table.row,
                side=index,
                seat=name,
                partners=partners,
                opponents=opponents,
                sits_out=table.sits_out,
                waits_at=table.waits_at,
            )


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """A player's name and number. A model instance for each of 400 would be slow."""

    number: int
    name: str | None  # of the person, None if the player is only a number
    person_id: int | None
    group: str
    token: str
    joined_round: int
    left_round: int | None
    team: str
    tandem: str
    needs_large_print: bool | None = None

    def __str__(self) -> str:
        return self.name or f"Player {self.number}"


def to_player_facts(player: PartyPlayer) -> PlayerFacts:
    """Return *player* for pages. (Costs no query if the person is selected with the player.)"""
    return PlayerFacts(
        number=player.number,
        name=player.person.name if player.person else None,
        person_id=player.person_id,
        group=player.group,
        token=player.token,
        joined_round=player.joined_round,
        left_round=player.left_round,
        team=player.team,
        tandem=player.tandem,
        needs_large_print=player.person.needs_large_print if player.person else None,
    )


def fetch_player_facts(players: QuerySet[PartyPlayer]) -> list[PlayerFacts]:
    """Return *players* for pages. (Costs one query.)"""
    # In the order of the fields of PlayerFacts.
    rows = players.values_list(
        "number",
        "person__name",
        "person_id",
        "group",
        "token",
        "joined_round",
        "left_round",
        "team",
        "tandem",
        "person__needs_large_print",
    )
    return [PlayerFacts(*row) for row in rows]


class PartyNames:
    """The names of a party's players, by number as text."""

    def __init__(self, party: Party, players: Iterable[PlayerFacts]) -> None:
        self.party = party
        self.facts_by_player = {str(player.number): player for player in players}

    def __getitem__(self, player: str) -> str:
        player_facts = self.facts_by_player.get(player)
        if player_facts:
            return str(player_facts)
        return f"Player {player}"

    def format_with_number(self, player: str) -> str:
        """Return the name with its number: ``"Ada Ash (1)"``, or ``"Player 1"``."""
        player_facts = self.facts_by_player.get(player)
        if player_facts and player_facts.name:
            return f"{player_facts.name} ({player})"
        return f"Player {player}"

    def join(self, players: Iterable[str]) -> str:
        """Return the names of *players* in one line."""
        return " & ".join(self[player] for player in players)

    def get_group(self, player: str) -> str:
        """Return the letter of the player's prize group."""
        player_facts = self.facts_by_player.get(player)
        if player_facts:
            return player_facts.group
        return ""


def fetch_party_names(party: Party, numbers: Collection[str] | None = None) -> PartyNames:
    """Return the players' names, or only those for *numbers*. (Costs one query.)"""
    players = party.players.all()
    if numbers is not None:
        players = players.filter(number__in=numbers)
    return PartyNames(party, fetch_player_facts(players))


def _describe_seat(seat: SeatAtTable | None) -> str:
    if seat is None:
        return "not seated"
    if seat.sits_out:
        return describe_rest(seat.waits_at)
    return f"table {seat.table_no}, seat {seat.seat}"


@dataclass(frozen=True, slots=True)
class SeatMove:
    """A player's change of seat, in words."""

    player: str
    name: str
    previous_seat: str
    new_seat: str


def describe_moves(
    names: PartyNames,
    seating_before: Seating,
    seating_after: Seating,
    changes: Iterable[SeatChange],
) -> tuple[SeatMove, ...]:
    """Return the *changes* between two seatings in words."""
    system = get_party_system(names.party)
    previous_seats = get_seats_by_player(seating_before, system)
    new_seats = get_seats_by_player(seating_after, system)
    return tuple(
        SeatMove(
            player=change.player,
            name=names[change.player],
            previous_seat=_describe_seat(previous_seats.get(change.player)),
            new_seat=_describe_seat(new_seats.get(change.player)),
        )
        for change in changes
    )


def fetch_draw_version(party: Party) -> str:
    """Return the number of the act that drew the seats, or "".

    A form sends it back, so that a stale page can't change a newer draw.
    """
    if not party.played_rounds.exists():
        return ""
    draw_act = party.acts.filter(kind=ActKind.DRAW, undone_at__isnull=True).first()
    if draw_act:
        return str(draw_act.number)
    return ""


def describe_rest(waits_at: int) -> str:
    """Return whether a player without a seat waits, sits out or is out.

    >>> describe_rest(2), describe_rest(0), describe_rest(-1)
    ('waits at table 2', 'sits out', 'is out')
    """
    if waits_at == OUT_TABLE_NO:
        return "is out"
    if waits_at:
        return f"waits at table {waits_at}"
    return "sits out"
