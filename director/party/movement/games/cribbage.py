"""The games on the cards of a cribbage evening, as ``scoring`` compares and counts them."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from director.party.models import Party, PartyCard
from director.party.movement.seating.read import Named, Names, SeatAtTable
from director.party.movement.words import plural
from director.party.presets.model import CARDS
from scoring import (
    CardGame,
    CardLine,
    CribbageEntry,
    PartyGame,
    PartyPresence,
    PrizeRules,
    compare_all,
    cribbage_points,
)


def has_game_cards(party: Party) -> bool:
    """Return whether every game is on two cards, to be compared."""
    return party.method == "cribbage" and party.entry == CARDS


def card_lines(card: PartyCard) -> tuple[CardLine | None, ...]:
    """Return the games on *card*, ``None`` for a blank one."""
    return tuple(CardLine(str(line[0]), line[1], line[2]) if line else None for line in card.games)


def compare_cards(party: Party, names: Names, cards: Sequence[PartyCard]) -> tuple[CardGame, ...]:
    """Return every game on *cards*, as both cards of it say."""
    lines = {str(card.player): card_lines(card) for card in cards if card.games}
    rules = PrizeRules(**party.prizes)
    groups = {player: names.group(player) for player in lines} if rules.by_group else {}
    return compare_all(lines, rules.places, groups)


def compared_games(
    party: Party, names: Names, cards: Sequence[PartyCard], places: Mapping[str, SeatAtTable]
) -> Iterator[PartyGame]:
    """Yield the games on *cards* as they count, player by player in the order of their cards.

    *places* are the first seats; who has none is taken to sit at the first table.
    """
    if not any(card.games for card in cards):
        return
    told = [
        (player, game.places[at], entry, game, at)
        for game in compare_cards(party, names, cards)
        for at, (player, entry) in enumerate(zip(game.players, game.counts, strict=True))
        if entry
    ]
    for player, round_no, entry, game, at in sorted(told, key=lambda line: (int(line[0]), line[1])):
        place = places.get(player)
        yield PartyGame(
            player=player,
            round_no=round_no,
            table_no=place.table_no if place else 1,
            side=place.side if place else 0,
            group=names.group(player),
            row=place.row if place else 1,
            handed=cribbage_points(entry),
            won=Fraction(entry.won),
            own=max(entry.margin, 0),
            other=max(-entry.margin, 0),
            note=_note(names, game, at),
        )


def blank_presence(
    party: Party, who: Named, own: Sequence[PartyGame], *, are_all_in: bool
) -> PartyPresence:
    """Return the games that *who* sat out, once *are_all_in*."""
    played = {game.round_no for game in own}
    first, last = min(who.joined_round, *played), party.rounds
    if who.left_round is not None:
        last = max(who.left_round - 1, *played)
    blank = tuple(no for no in range(first, last + 1) if no not in played) if are_all_in else ()
    return PartyPresence(
        own[0].player, first, last + 1 if are_all_in and last < party.rounds else None, blank
    )


def lines_words(lines: Sequence[CardLine | None]) -> str:
    """Return what a card says in a few words: ``"14 points in 9 games, +37"``."""
    games = [line for line in lines if line]
    spread = f"{sum(line.spread for line in games):+}".replace("-", "−")
    return f"{sum(line.points for line in games)} points in {plural(len(games), 'game')}, {spread}"


def card_in_words(line: CardLine | CribbageEntry | None) -> str:
    """Return a card's game in words: ``"won, +12"``, or ``"blank"``."""
    if line is None:
        return "blank"
    entry = line.entry if isinstance(line, CardLine) else line
    return f"{'won' if entry.won else 'lost'}, {entry.margin:+}".replace("-", "−")


def _note(names: Names, game: CardGame, at: int) -> str:
    """Return the opponent of a game, and both cards where they differ."""
    against = f"against {names.numbered(game.players[1 - at])}"
    if not game.text:
        return against
    own, other = (card_in_words(game.lines[side]) for side in (at, 1 - at))
    return f"{against}; own card {own}; other card {other}; {game.text[:1].lower()}{game.text[1:].rstrip('.')}"
