"""The games of a cribbage evening, as rows of exported files."""

from collections.abc import Sequence

from director.party.models import Party, PartyCard
from director.party.movement.games.cribbage import compare_cards
from director.party.movement.seating.read import PartyNames
from director.party.sheets import GameOnCard
from scoring.deals.cribbage import CardGame, CribbageEntry, cribbage_points


def list_games_on_cards(
    party: Party, names: PartyNames, cards: Sequence[PartyCard]
) -> tuple[GameOnCard, ...]:
    """Return each counted game of each player, by player and game."""
    if not any(card.games for card in cards):
        return ()
    rows = []
    for game in compare_cards(party, names, cards):
        for side, entry in enumerate(game.counted_entries):
            if entry:
                rows.append(_make_game_on_card(names, game, side, entry))
    return tuple(sorted(rows, key=lambda row: (row.number, row.game_no)))


def _make_game_on_card(
    names: PartyNames, game: CardGame, side: int, entry: CribbageEntry
) -> GameOnCard:
    player, opponent = game.players[side], game.players[1 - side]
    line = game.lines[side]
    return GameOnCard(
        number=int(player),
        name=names[player],
        game_no=game.places[side],
        opponent_no=int(opponent),
        opponent_name=names[opponent],
        points=line.points if line else None,
        spread=line.spread if line else None,
        counted_points=cribbage_points(entry),
        counted_spread=entry.margin,
        text=game.difference_text,
    )
