"""Cribbage games for files."""

from collections.abc import Sequence

from director.party.models import Party, PartyCard
from director.party.movement.games.cribbage import compare_cards
from director.party.movement.seating.read import Names
from director.party.sheets import GameOnCard
from scoring import (
    CardGame,
    CribbageEntry,
    cribbage_points,
)


def games_on_cards(
    party: Party, names: Names, cards: Sequence[PartyCard]
) -> tuple[GameOnCard, ...]:
    """Return every game that counts, by player and game."""
    if not any(card.games for card in cards):
        return ()
    rows = (
        _row(names, game, at, entry)
        for game in compare_cards(party, names, cards)
        for at, entry in enumerate(game.counts)
        if entry
    )
    return tuple(sorted(rows, key=lambda row: (row.number, row.game_no)))


def _row(names: Names, game: CardGame, at: int, entry: CribbageEntry) -> GameOnCard:
    line, (player, against) = game.lines[at], (game.players[at], game.players[1 - at])
    points = line.points if line else None
    spread = line.spread if line else None
    return GameOnCard(
        number=int(player),
        name=names[player],
        game_no=game.places[at],
        against=int(against),
        against_name=names[against],
        points=points,
        spread=spread,
        counts=cribbage_points(entry),
        counted_spread=entry.margin,
        text=game.text,
    )
