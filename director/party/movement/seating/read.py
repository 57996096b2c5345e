"""The stored seats of a party, for ``movements`` and for people."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NotRequired, TypedDict

from django.db.models import QuerySet

from director.party.models import Party, PartyPlayer
from director.party.movement.options import party_system
from director.party.movement.words import rest_words
from movements import PartySystem, PartyTable, SeatChange, Seating

Chairs = tuple[tuple[str, ...], ...]
"""What the seats of a table are called, side by side."""


class StoredTable(TypedDict):
    """One table as a round stores it, its players by number."""

    table: int
    row: int
    sides: Sequence[Sequence[str]]
    games_here: Sequence[Sequence[Any]]  # player and number of games
    seats: str
    waits_at: NotRequired[int]  # the table at which those of this one wait


def read_seating(stored: Sequence[StoredTable]) -> Seating:
    """Return the seating that a round has *stored*."""
    return tuple(
        PartyTable(
            table_no=table["table"],
            sides=tuple(tuple(side) for side in table["sides"]),
            row=table["row"],
            games_here=tuple((player, games) for player, games in table["games_here"]),
            seats=table["seats"],
            waits_at=table.get("waits_at", 0),
        )
        for table in stored
    )


def seating_stored(seating: Seating) -> list[StoredTable]:
    """Return *seating* as a round stores it."""
    return [_table_stored(table) for table in seating]


def _table_stored(table: PartyTable) -> StoredTable:
    stored: StoredTable = {
        "table": table.table_no,
        "row": table.row,
        "sides": [list(side) for side in table.sides],
        "games_here": [list(games) for games in table.games_here],
        "seats": table.seats,
    }
    if table.waits_at:
        return {**stored, "waits_at": table.waits_at}
    return stored


@dataclass(frozen=True, slots=True)
class SeatAtTable:
    """A player's seat: table, letter, partners and opponents.

    ``waits_at`` is the table at which who sits out waits to come in, 0 for none.
    """

    player: str
    table_no: int
    row: int
    side: int
    seat: str
    partners: tuple[str, ...]
    opponents: tuple[str, ...]
    sits_out: bool
    waits_at: int = 0


def seats_by_player(seating: Seating, system: PartySystem | None = None) -> dict[str, SeatAtTable]:
    """Return, by player, where everybody sits in *system*."""
    return {place.player: place for table in seating for place in _seated_at(table, system)}


def chairs(table: PartyTable, system: PartySystem | None = None) -> Chairs:
    """Return the distinct seat names of the players of *table* in *system*.

    ``A1`` and ``B1`` are partners.  Where everybody plays alone, it is a letter, or a number where
    there are three or more.

    >>> chairs(PartyTable(1, (("L1", "G1"), ("L2", "G2")))), chairs(PartyTable(1, (("L1",), ("G1",), ("L2",))))
    ((('A1', 'B1'), ('A2', 'B2')), (('1',), ('2',), ('3',)))
    """
    if len(table.sides) == 1:
        return (tuple(table.letters),)
    if table.alone and len(table.sides) == 2:
        return tuple(zip(table.letters, strict=True))
    own = (tuple(map(tuple, system.chairs)), tuple(system.sides)) if system else ((), ())
    return _chairs(tuple(map(len, table.sides)), *own)


@cache
def _chairs(
    sizes: tuple[int, ...], own: tuple[tuple[str, ...], ...], sides: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    """Return the seat names of sides of these *sizes*."""
    if set(sizes) == {1}:
        return tuple((str(place),) for place in range(1, len(sizes) + 1))
    names = own or [[f"{'ABC'[at]}{no}" for at in range(size)] for no, size in enumerate(sizes, 1)]
    return tuple(
        tuple(with_side(name, no, sides) for name in side) for no, side in enumerate(names)
    )


def with_side(words: str, side: int, sides: Sequence[str]) -> str:
    """Return *words* with the side's role, such as home or away."""
    if sides:
        return f"{words} ({sides[side]})"
    return words


def _seated_at(table: PartyTable, system: PartySystem | None) -> Iterable[SeatAtTable]:
    for number, (side, names) in enumerate(zip(table.sides, chairs(table, system), strict=True)):
        others = tuple(
            player for other, those in enumerate(table.sides) if other != number for player in those
        )
        for player, name in zip(side, names, strict=False):
            partners = () if table.sits_out else tuple(other for other in side if other != player)
            where = (player, table.table_no, table.row, number, name)
            yield SeatAtTable(*where, partners, others, table.sits_out, table.waits_at)


@dataclass(frozen=True, slots=True)
class Named:
    """A player's name and number. A model instance for each of 400 would be slow."""

    number: int
    name: str | None  # of the person, None where a number plays
    person_id: int | None
    group: str
    token: str
    joined_round: int
    left_round: int | None
    team: str
    tandem: str

    def __str__(self) -> str:
        return self.name or f"Player {self.number}"


def named_player(player: PartyPlayer) -> Named:
    """Return *player*, who is read already with the person, as pages show people."""
    name = player.person.name if player.person else None
    own = (
        player.group,
        player.token,
        player.joined_round,
        player.left_round,
        player.team,
        player.tandem,
    )
    return Named(player.number, name, player.person_id, *own)


def players_named(players: QuerySet[PartyPlayer]) -> list[Named]:
    """Return *players* for pages. One query."""
    own = ("group", "token", "joined_round", "left_round", "team", "tandem")
    return [Named(*row) for row in players.values_list("number", "person__name", "person_id", *own)]


class Names:
    """What the players of a party are called, by their number as text."""

    def __init__(self, party: Party, players: Iterable[Named]) -> None:
        self.party = party
        self.by_player = {str(player.number): player for player in players}

    def __getitem__(self, player: str) -> str:
        who = self.by_player.get(player)
        if who:
            return str(who)
        return f"Player {player}"

    def numbered(self, player: str) -> str:
        """Return the name with its number: ``"Ada Ash (1)"``, or ``"Player 1"``."""
        who = self.by_player.get(player)
        if who and who.name:
            return f"{who.name} ({player})"
        return f"Player {player}"

    def of(self, players: Iterable[str]) -> str:
        """Return several in one line."""
        return " & ".join(self[player] for player in players)

    def group(self, player: str) -> str:
        """Return the letter of the player's prize group."""
        who = self.by_player.get(player)
        if who:
            return who.group
        return ""


def party_names(party: Party, wanted: Collection[str] | None = None) -> Names:
    """Return the names at *party*, or only the *wanted* ones. One query."""
    players = party.players.all()
    return Names(
        party, players_named(players if wanted is None else players.filter(number__in=wanted))
    )


def _place_words(place: SeatAtTable | None) -> str:
    """Return a seat in words: ``"table 4, seat A1"``, or ``"not seated"``."""
    if place is None:
        return "not seated"
    if place.sits_out:
        return rest_words(place.waits_at)
    return f"table {place.table_no}, seat {place.seat}"


@dataclass(frozen=True, slots=True)
class SeatMove:
    """One player who changes places, in words."""

    player: str
    name: str
    before: str
    after: str


def moves_words(
    names: Names, before: Seating, after: Seating, changes: Iterable[SeatChange]
) -> tuple[SeatMove, ...]:
    """Return who changes places between two seatings and how, in words."""
    was, now = (seats_by_player(seating, party_system(names.party)) for seating in (before, after))
    players = [change.player for change in changes]
    return tuple(
        SeatMove(
            player, names[player], _place_words(was.get(player)), _place_words(now.get(player))
        )
        for player in players
    )


def draw_version(party: Party) -> str:
    """Return the number of the draw's act, or ""."""
    if not party.played_rounds.exists():
        return ""
    draw = party.acts.filter(kind="draw", undone_at__isnull=True).first()
    if draw:
        return str(draw.number)
    return ""
