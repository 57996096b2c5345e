"""Compare the two cribbage cards of every game. [ACC]"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from scoring.deals.cribbage import SKUNK, CribbageEntry, compare_cards


@dataclass(frozen=True, slots=True)
class CardLine:
    """A game on one card: opponent, game points, and the spread in its column."""

    against: str
    points: int
    spread: int

    @property
    def entry(self) -> CribbageEntry:
        """What the line says of who won, and by how much."""
        return CribbageEntry(self.points > 0, self.spread)


@dataclass(frozen=True, slots=True)
class CardGame:
    """A game as it counts for both players. *text* says why the cards differ.

    A line is ``None`` where that card has none; *counts* is ``None`` for a player whose card is not
    in, or has another opponent there.  *places* are the numbers of the game on either card.
    """

    players: tuple[str, str]
    lines: tuple[CardLine | None, CardLine | None]
    places: tuple[int, int]
    counts: tuple[CribbageEntry | None, CribbageEntry | None]
    text: str = ""


Cards = Mapping[str, Sequence[CardLine | None]]
"""Everybody's card: a line for each game, ``None`` for a blank one."""


def cribbage_points(entry: CribbageEntry) -> int:
    """Return the game points of *entry*: 3 for a skunk, 2 for another game won.

    >>> [cribbage_points(CribbageEntry(*told)) for told in ((True, 31), (True, 30), (False, -40))]
    [3, 2, 0]
    """
    if not entry.won:
        return 0
    if abs(entry.margin) >= SKUNK:
        return 3
    return 2


NO_GROUPS: Mapping[str, str] = MappingProxyType({})


def compare_all(
    cards: Cards, prizes: int, groups: Mapping[str, str] = NO_GROUPS
) -> tuple[CardGame, ...]:
    """Return every game of *cards* as it counts. The best *prizes* are in line for a prize.

    Where prizes are given by group, *groups* name that of each player, and the best of each are in
    line.

    Lines belong together where either names the other player; a line without another one goes with
    a blank of that card.  Where that card has no blank either, or is not in, the line counts as it
    is.

    >>> cards = {"1": [CardLine("2", 2, 12)], "2": [CardLine("1", 0, -11)]}
    >>> [game.counts for game in compare_all(cards, prizes=1)]
    [(CribbageEntry(won=True, margin=11), CribbageEntry(won=False, margin=-11))]
    """
    games = _games_of_cards(cards)
    in_line = _in_line(cards, games, prizes, groups)
    return tuple(_settle_game(game, cards, in_line) for game in games)


def _games_of_cards(cards: Cards) -> list[CardGame]:
    """Return the games with their two lines, complete ones first."""
    told = [
        (player, at, line) for player, card in cards.items() for at, line in enumerate(card) if line
    ]
    left = {(player, at) for player, at, _line in told}
    games = []
    for player, at, line in told:
        if (player, at) not in left:
            continue
        theirs = enumerate(cards.get(line.against, ()))
        others = [
            no
            for no, other in theirs
            if other and other.against == player and (line.against, no) in left
        ]
        if others and line.against != player:
            no = at if at in others else others[0]
            left -= {(player, at), (line.against, no)}
            games.append(_game((player, line.against), (line, cards[line.against][no]), (at, no)))
    blanks = {
        player: [at for at, line in enumerate(card) if line is None]
        for player, card in cards.items()
    }
    return [
        *games,
        *(_single_card_game(cards[player][at], player, at, blanks) for player, at in sorted(left)),
    ]


def _single_card_game(
    line: CardLine | None, player: str, at: int, blanks: dict[str, list[int]]
) -> CardGame:
    """Return the game of a *line* that no other card has."""
    against = line.against if line else ""
    free = blanks.get(against, [])
    if not free:
        return _game((player, against), (line, None), (at, at))
    no = at if at in free else free[0]
    free.remove(no)
    mirror = line.entry.mirror if line else None
    return replace(
        _game((player, against), (line, None), (at, no)),
        counts=(line.entry if line else None, mirror),
    )


def _game(
    players: tuple[str, str],
    lines: tuple[CardLine | None, CardLine | None],
    places: tuple[int, int],
) -> CardGame:
    first, second = (line.entry if line else None for line in lines)
    return CardGame(players, lines, (places[0] + 1, places[1] + 1), (first, second))


def _in_line(
    cards: Cards, games: Sequence[CardGame], prizes: int, groups: Mapping[str, str]
) -> set[str]:
    """Return who would have one of the prizes by the cards."""
    merits = dict.fromkeys(cards, (0, 0, 0))
    for game in games:
        for player, entry in zip(game.players, game.counts, strict=True):
            if entry and player in merits:
                points, won, spread = merits[player]
                merits[player] = (
                    points + cribbage_points(entry),
                    won + entry.won,
                    spread + entry.margin,
                )
    rivals: dict[str, list[tuple[int, int, int]]] = {}
    for player, merit in merits.items():
        rivals.setdefault(groups.get(player, ""), []).append(merit)
    return {
        player
        for player, merit in merits.items()
        if sum(other > merit for other in rivals[groups.get(player, "")]) < prizes
    }


def _settle_game(game: CardGame, cards: Cards, in_line: set[str]) -> CardGame:
    first, second = game.lines
    if second is None:
        if game.counts[1] is not None:
            return replace(game, text="One card is blank, so the other counts.")
        is_in = game.players[1] in cards
        text = "The other card has a different opponent. Check both." if is_in else ""
        return replace(game, text=text)
    entries = (_entry(first, second), _entry(second, first))
    told = [player in in_line for player in game.players]
    settled = compare_cards(*entries, first_in_line=told[0], second_in_line=told[1])
    return replace(game, counts=(settled.first, settled.second), text=settled.text)


def _entry(line: CardLine | None, other: CardLine | None) -> CribbageEntry | None:
    """Return the entry of *line*."""
    if line is None or other is None or line.entry.won == other.entry.won:
        if line:
            return line.entry
        return None
    return CribbageEntry(line.entry.won, abs(line.spread) if line.entry.won else -abs(line.spread))
