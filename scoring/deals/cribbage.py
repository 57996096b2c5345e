"""Compare the two cribbage cards of every game, and settle those that disagree, by rule 12 of [ACC].

Each player has a card with a line for each game. A game has its margin in the plus column if it was
won, else in the minus column. The two lines of a game are found by the names of the opponents, and
settled by ``compare_cards``. For that it matters who is in line for a prize, which is ranked by the
cards as they are.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from scoring.errors import ScoringError

SKUNK = 31
"""The smallest margin of a skunk. [ACC]"""


@dataclass(frozen=True, slots=True)
class CribbageEntry:
    """A game on one card: won or lost, and the margin in its column.

    >>> CribbageEntry(won=True, margin=12).agrees(CribbageEntry(won=False, margin=-12))
    True
    """

    won: bool
    margin: int

    def agrees(self, other_entry: "CribbageEntry") -> bool:
        """Return whether the opponent's card mirrors this one, in the right column."""
        is_in_right_column = self.won == (self.margin > 0)
        return (
            self.won != other_entry.won
            and self.margin == -other_entry.margin
            and is_in_right_column
        )

    @property
    def mirror(self) -> "CribbageEntry":
        """The entry that the opponent's card should have."""
        return CribbageEntry(not self.won, -self.margin)


@dataclass(frozen=True, slots=True)
class CribbageSettled:
    """The entries that count for both players.

    *difference_text* says how the cards differ and what counts, or is empty if they agree.
    """

    first: CribbageEntry
    second: CribbageEntry
    difference_text: str


def compare_cards(
    first: CribbageEntry | None,
    second: CribbageEntry | None,
    *,
    first_in_line: bool = False,
    second_in_line: bool = False,
) -> CribbageSettled:
    """Return the entries that count for a game on two cards.

    A player in line for a prize gets the worse of the two margins. If both are in line, both do,
    and the margins need not mirror each other. For a blank the other card counts. Two wins, or two
    losses, are settled by the columns: the plus column wins, and if both are in the same column
    both lose.

    >>> cards = CribbageEntry(won=True, margin=12), CribbageEntry(won=False, margin=-11)
    >>> settled = compare_cards(*cards, first_in_line=True)
    >>> settled.first.margin, settled.second.margin
    (11, -11)
    >>> settled = compare_cards(*cards, first_in_line=True, second_in_line=True)
    >>> settled.first.margin, settled.second.margin
    (11, -12)

    :raises ScoringError: if neither card has the game

    Source: [ACC] rule 12.
    """
    if first is None or second is None:
        entry = first or (second.mirror if second else None)
        if entry is None:
            raise ScoringError(
                "cribbage-blank",
                "Neither {player} nor {other} has this game on the card. Ask them before comparing "
                "cards.",
                player="the first player",
                other="the second",
            )
        return CribbageSettled(entry, entry.mirror, "One card is blank, so the other counts.")
    if first.agrees(second):
        return CribbageSettled(first, second, "")
    if first.won == second.won:
        return _settle_by_columns(first, second)
    return _settle_margins(
        first, second, first_in_line=first_in_line, second_in_line=second_in_line
    )


def _settle_by_columns(first: CribbageEntry, second: CribbageEntry) -> CribbageSettled:
    """Settle two wins or two losses by the columns of the margin."""
    claim = "a win" if first.won else "a loss"
    if (first.margin > 0) == (second.margin > 0):
        return CribbageSettled(
            CribbageEntry(won=False, margin=-abs(first.margin)),
            CribbageEntry(won=False, margin=-abs(second.margin)),
            f"Both cards have {claim} in the same column, so both lose.",
        )
    margin = min(abs(first.margin), abs(second.margin))
    has_first_won = first.margin > 0
    entry = CribbageEntry(won=has_first_won, margin=margin if has_first_won else -margin)
    return CribbageSettled(
        entry, entry.mirror, f"Both cards have {claim}. The one in the plus column wins."
    )


def _settle_margins(
    first: CribbageEntry, second: CribbageEntry, *, first_in_line: bool, second_in_line: bool
) -> CribbageSettled:
    """Settle different margins: players in line for a prize get the worse one."""
    first_margin, second_margin = first.margin, second.margin
    if first_in_line:
        first_margin = min(first_margin, -second.margin)
    if second_in_line:
        second_margin = min(second_margin, -first.margin)
    if first_in_line and second_in_line:
        text = "The margins differ, so each gets the worse one."
    elif first_in_line or second_in_line:
        text = "The margins differ. A player in line for a prize gets the worse one."
    else:
        text = "The margins differ. Check the cards."
    return CribbageSettled(
        CribbageEntry(first.won, first_margin), CribbageEntry(second.won, second_margin), text
    )


@dataclass(frozen=True, slots=True)
class CardLine:
    """A game on one card: opponent, game points, and the spread in its column."""

    opponent: str
    points: int
    spread: int

    @property
    def entry(self) -> CribbageEntry:
        """Who won, by this line, and by how much."""
        return CribbageEntry(self.points > 0, self.spread)


@dataclass(frozen=True, slots=True)
class CardGame:
    """A game as it counts for both players. *difference_text* says why the cards differ.

    A line is None if that card has none. *counted_entries* has None for a player whose card is
    missing or has another opponent. *places* are the numbers of the game on both cards.
    """

    players: tuple[str, str]
    lines: tuple[CardLine | None, CardLine | None]
    places: tuple[int, int]
    counted_entries: tuple[CribbageEntry | None, CribbageEntry | None]
    difference_text: str = ""


Cards = Mapping[str, Sequence[CardLine | None]]
"""Everybody's card: a line for each game, None for a blank one."""


def cribbage_points(entry: CribbageEntry) -> int:
    """Return the game points of *entry*: 3 for a skunk, 2 for another game won.

    >>> [cribbage_points(CribbageEntry(*game)) for game in ((True, 31), (True, 30), (False, -40))]
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

    If prizes are awarded by group, *groups* has that of each player, and the best of each group are
    in line.

    Two lines belong together if each names the other player. A line without a partner goes with a
    blank of the other card. If that card has no blank, or is missing, the line counts as it is.
    >>> cards = {"1": [CardLine("2", 2, 12)], "2": [CardLine("1", 0, -11)]}
    >>> [game.counted_entries for game in compare_all(cards, prizes=1)]
    [(CribbageEntry(won=True, margin=11), CribbageEntry(won=False, margin=-11))]
    """
    games = _match_lines(cards)
    in_line = _find_players_in_line(cards, games, prizes, groups)
    return tuple(_settle_game(game, cards, in_line) for game in games)


def _match_lines(cards: Cards) -> list[CardGame]:
    """Return the games with their two lines, complete ones first."""
    lines: dict[tuple[str, int], CardLine] = {}
    blanks: dict[str, list[int]] = {}
    for player, card in cards.items():
        blanks[player] = [place for place, line in enumerate(card) if line is None]
        for place, line in enumerate(card):
            if line:
                lines[player, place] = line
    unmatched = set(lines)
    games = []
    for (player, place), line in lines.items():
        if (player, place) not in unmatched or line.opponent == player:
            continue
        places = [
            opponent_place
            for opponent_place, opponent_line in enumerate(cards.get(line.opponent, ()))
            if opponent_line
            and opponent_line.opponent == player
            and (line.opponent, opponent_place) in unmatched
        ]
        if places:
            # The same place on both cards is the likeliest, if the two met more than once.
            opponent_place = place if place in places else places[0]
            unmatched -= {(player, place), (line.opponent, opponent_place)}
            other_line = lines[line.opponent, opponent_place]
            games.append(
                _make_card_game(
                    (player, line.opponent), (line, other_line), (place, opponent_place)
                )
            )
    for player, place in sorted(unmatched):
        games.append(_make_single_card_game(lines[player, place], player, place, blanks))
    return games


def _make_single_card_game(
    line: CardLine, player: str, place: int, blanks: dict[str, list[int]]
) -> CardGame:
    """Return the game of a *line* that no other card has, with a blank of the other card if any."""
    free_places = blanks.get(line.opponent, [])
    if not free_places:
        return _make_card_game((player, line.opponent), (line, None), (place, place))
    other_place = place if place in free_places else free_places[0]
    free_places.remove(other_place)
    game = _make_card_game((player, line.opponent), (line, None), (place, other_place))
    return replace(game, counted_entries=(line.entry, line.entry.mirror))


def _make_card_game(
    players: tuple[str, str],
    lines: tuple[CardLine | None, CardLine | None],
    places: tuple[int, int],
) -> CardGame:
    first, second = (line.entry if line else None for line in lines)
    numbers = (places[0] + 1, places[1] + 1)  # people count games from 1
    return CardGame(players, lines, numbers, (first, second))


def _find_players_in_line(
    cards: Cards, games: Sequence[CardGame], prizes: int, groups: Mapping[str, str]
) -> set[str]:
    """Return who would have one of the prizes by the cards as they are."""
    merits = dict.fromkeys(cards, (0, 0, 0))
    for game in games:
        for player, entry in zip(game.players, game.counted_entries, strict=True):
            if entry and player in merits:
                points, games_won, spread = merits[player]
                merits[player] = (
                    points + cribbage_points(entry),
                    games_won + entry.won,
                    spread + entry.margin,
                )
    merits_by_group: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for player, merit in merits.items():
        merits_by_group[groups.get(player, "")].append(merit)
    in_line = set()
    for player, merit in merits.items():
        rivals = merits_by_group[groups.get(player, "")]
        if sum(rival > merit for rival in rivals) < prizes:
            in_line.add(player)
    return in_line


def _settle_game(game: CardGame, cards: Cards, in_line: set[str]) -> CardGame:
    first, second = game.lines
    first_player, second_player = game.players
    if second is None:
        if game.counted_entries[1] is not None:
            return replace(game, difference_text="One card is blank, so the other counts.")
        has_other_card = second_player in cards
        text = "The other card has a different opponent. Check both." if has_other_card else ""
        return replace(game, difference_text=text)
    settled = compare_cards(
        _make_signed_entry(first, second),
        _make_signed_entry(second, first),
        first_in_line=first_player in in_line,
        second_in_line=second_player in in_line,
    )
    return replace(
        game,
        counted_entries=(settled.first, settled.second),
        difference_text=settled.difference_text,
    )


def _make_signed_entry(
    line: CardLine | None, opponent_line: CardLine | None
) -> CribbageEntry | None:
    """Return the entry of *line*, its margin in the right column if the cards agree on the winner.

    If both claim a win, or a loss, the columns decide and are left as they are.
    """
    if line is None:
        return None
    entry = line.entry
    if opponent_line is None or entry.won == opponent_line.entry.won:
        return entry
    margin = abs(line.spread) if entry.won else -abs(line.spread)
    return CribbageEntry(entry.won, margin)
