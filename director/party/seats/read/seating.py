"""The seats of a party as they are stored, as ``movements`` knows them, and as people read them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from director.party.models import Party, PartyPlayer
from movements import PartyTable, Place, SeatChange, Seating


class StoredTable(TypedDict):
    """One table as a round stores it, its players by number."""

    table: int
    row: int
    sides: Sequence[Sequence[str]]
    games_here: Sequence[Sequence[Any]]  # player and number of games
    seats: str


def seating_read(stored: Sequence[StoredTable]) -> Seating:
    """Return the seating that a round has *stored*."""
    return tuple(
        PartyTable(
            table_no=table["table"],
            sides=tuple(tuple(side) for side in table["sides"]),
            row=table["row"],
            games_here=tuple((player, games) for player, games in table["games_here"]),
            seats=table["seats"],
        )
        for table in stored
    )


def seating_stored(seating: Seating) -> list[StoredTable]:
    """Return *seating* as a round stores it."""
    return [
        {
            "table": table.table_no,
            "row": table.row,
            "sides": [list(side) for side in table.sides],
            "games_here": [list(games) for games in table.games_here],
            "seats": table.seats,
        }
        for table in seating
    ]


@dataclass(frozen=True, slots=True)
class Seated:
    """Where one player sits: table, seat letter, partners and opponents; ``sits_out`` if nobody plays there."""

    player: str
    table_no: int
    row: int
    side: int
    seat: str
    partners: tuple[str, ...]
    opponents: tuple[str, ...]
    sits_out: bool


def seated(seating: Seating) -> dict[str, Seated]:
    """Return, by player, where everybody sits."""
    return {place.player: place for table in seating for place in _seated_at(table)}


def _seated_at(table: PartyTable) -> Iterable[Seated]:
    letters = iter(table.letters)
    for number, side in enumerate(table.sides):
        others = tuple(player for other, those in enumerate(table.sides) if other != number for player in those)
        for player in side:
            partners = () if table.sits_out else tuple(other for other in side if other != player)
            yield Seated(player, table.table_no, table.row, number, next(letters), partners, others, table.sits_out)


class Names:
    """What the players of a party are called, by their number as text."""

    def __init__(self, party: Party, players: Iterable[PartyPlayer]) -> None:
        self.party = party
        self.by_player = {str(player.number): player for player in players}

    def __getitem__(self, player: str) -> str:
        who = self.by_player.get(player)
        return str(who) if who else f"Player {player}"

    def of(self, players: Iterable[str]) -> str:
        """Return several in one line."""
        return " & ".join(self[player] for player in players)

    def group(self, player: str) -> str:
        """Return the letter of the player's prize group."""
        who = self.by_player.get(player)
        return who.group if who else ""


def party_names(party: Party, wanted: Collection[str] | None = None) -> Names:
    """Return what everybody at *party* is called, also those who left, or only the *wanted* players; one query."""
    players = party.players.select_related("person")
    return Names(party, players if wanted is None else players.filter(number__in=wanted))


def player_words(names: Names, player: str) -> str:
    """Return what *player* is called, with the number: ``"Ada Ash (1)"``; ``"Player 1"`` without a name."""
    who = names.by_player.get(player)
    return f"{who} ({player})" if who and who.person_id else f"Player {player}"


def place_words(place: Place | None) -> str:
    """Return where somebody sits, in words: ``"table 4, seat A"``; ``"not seated"`` for nowhere."""
    if place is None:
        return "not seated"
    if place.sits_out:
        return "sits out"
    return f"table {place.table_no}, seat {place.seat}"


@dataclass(frozen=True, slots=True)
class Move:
    """One player who changes places, in words."""

    player: str
    name: str
    before: str
    after: str


def moves_words(names: Names, changes: Iterable[SeatChange]) -> tuple[Move, ...]:
    """Return who changes places and how, in words."""
    return tuple(
        Move(change.player, names[change.player], place_words(change.before), place_words(change.after))
        for change in changes
    )


def draw_seen(party: Party) -> str:
    """Return what a page sends of the draw it shows: the number of its act, empty without seats."""
    if not party.played_rounds.exists():
        return ""
    draw = party.acts.filter(kind="draw", undone_at__isnull=True).first()
    return str(draw.number) if draw else ""
