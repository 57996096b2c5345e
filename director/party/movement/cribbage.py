"""The games on the cards of a cribbage evening, as ``scoring`` compares and counts them."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter

from director.party.models import Party, PartyCard
from director.party.movement.seating import PartyNames, PlayerFacts, SeatAtTable
from director.party.movement.words import format_noun_count
from director.party.presets import CARDS
from director.party.sheets import GameOnCard
from scoring.deals.cribbage import (
    CardGame,
    CardLine,
    CribbageEntry,
    compare_all_cards,
    compute_game_points,
)
from scoring.party.model import PartyGame
from scoring.party.presence import PartyPresence
from scoring.party.prizes import PrizeRules


def has_game_cards(party: Party) -> bool:
    """Return whether each game is written on the cards of both players."""
    return party.method == "cribbage" and party.entry == CARDS


def read_card_lines(card: PartyCard) -> tuple[CardLine | None, ...]:
    """Return the games on *card*, None for a blank one."""
    lines: list[CardLine | None] = []
    for game in card.games:
        if game:
            opponent, points, spread = game
            lines.append(CardLine(str(opponent), points, spread))
        else:
            lines.append(None)
    return tuple(lines)


def compare_cards(
    party: Party, names: PartyNames, cards: Sequence[PartyCard]
) -> tuple[CardGame, ...]:
    """Return each game on *cards*, compared between the cards of its two players."""
    lines_by_player = {str(card.player): read_card_lines(card) for card in cards if card.games}
    rules = PrizeRules(**party.prizes)
    # A player in line for a prize takes the worse figure of two cards ([ACC] rule 12). With prizes
    # by group, the best of each group are in line.
    group_by_player = {}
    if rules.by_group:
        group_by_player = {player: names.get_group(player) for player in lines_by_player}
    return compare_all_cards(lines_by_player, rules.places, group_by_player)


def make_counted_games(
    party: Party,
    names: PartyNames,
    cards: Sequence[PartyCard],
    first_seats: Mapping[str, SeatAtTable],
) -> Iterator[PartyGame]:
    """Yield the games on *cards* that count, by player and in the order of the card.

    *first_seats* are the players' first seats. Players without one are put at table 1.
    """
    if not any(card.games for card in cards):
        return
    counted_games = []
    for game in compare_cards(party, names, cards):
        for side, entry in enumerate(game.counted_entries):
            if entry:
                sort_key = (int(game.players[side]), game.game_numbers[side])
                counted_games.append((sort_key, game, side, entry))
    counted_games.sort(key=itemgetter(0))
    for (_player_no, game_no), game, side, entry in counted_games:
        player = game.players[side]
        table_no, first_side, row = 1, 0, 1
        if seat := first_seats.get(player):
            table_no, first_side, row = seat.table_no, seat.side, seat.row
        yield PartyGame(
            player=player,
            round_no=game_no,  # its line on the player's own card
            table_no=table_no,
            side=first_side,
            group=names.get_group(player),
            row=row,
            card_total=compute_game_points(entry),
            games_won=Fraction(entry.is_won),
            own_points=max(entry.signed_margin, 0),
            other_points=max(-entry.signed_margin, 0),
            note=_make_game_note(names, game, side),
        )


def derive_presence_from_blanks(
    party: Party, player_facts: PlayerFacts, games: Sequence[PartyGame], *, are_all_in: bool
) -> PartyPresence:
    """Return when a player was present. *games* are the player's.

    A blank game counts as a sit-out once *are_all_in*: until then it may still be written.
    """
    played_game_nos = {game.round_no for game in games}
    first_game = min(player_facts.joined_round, *played_game_nos)
    last_game = party.rounds
    if player_facts.left_round is not None:
        last_game = max(player_facts.left_round - 1, *played_game_nos)
    player = games[0].player
    if not are_all_in:
        return PartyPresence(player, first_game, leaving_round=None, rounds_sat_out=())
    blank_games = tuple(
        game_no for game_no in range(first_game, last_game + 1) if game_no not in played_game_nos
    )
    left_round = last_game + 1 if last_game < party.rounds else None
    return PartyPresence(player, first_game, left_round, blank_games)


def describe_card_sums(lines: Sequence[CardLine | None]) -> str:
    """Return the sums of a card in a few words: ``"14 points in 9 games, +37"``."""
    games = [line for line in lines if line]
    points = sum(line.points for line in games)
    spread = f"{sum(line.spread for line in games):+}".replace("-", "−")
    return f"{points} points in {format_noun_count(len(games), 'game')}, {spread}"


def describe_card_game(line: CardLine | CribbageEntry | None) -> str:
    """Return a card's game in words: ``"won, +12"``, or ``"blank"``."""
    if line is None:
        return "blank"
    entry = line.entry if isinstance(line, CardLine) else line
    result = "won" if entry.is_won else "lost"
    return f"{result}, {entry.signed_margin:+}".replace("-", "−")


def _make_game_note(names: PartyNames, game: CardGame, side: int) -> str:
    """Return the opponent of a game, and both cards if they differ."""
    opponent_text = f"against {names.format_with_number(game.players[1 - side])}"
    if not game.difference_text:
        return opponent_text
    own_card = describe_card_game(game.lines[side])
    other_card = describe_card_game(game.lines[1 - side])
    difference = f"{game.difference_text[:1].lower()}{game.difference_text[1:].rstrip('.')}"
    return f"{opponent_text}; own card {own_card}; other card {other_card}; {difference}"


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
        game_no=game.game_numbers[side],
        opponent_no=int(opponent),
        opponent_name=names[opponent],
        points=line.points if line else None,
        spread=line.spread if line else None,
        counted_points=compute_game_points(entry),
        counted_spread=entry.signed_margin,
        text=game.difference_text,
    )
