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

NO_GROUPS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class CribbageEntry:
    """A game on one card: won or lost, and the margin in its column.

    >>> CribbageEntry(is_won=True, signed_margin=12).agrees_with(CribbageEntry(is_won=False, signed_margin=-12))
    True
    """

    is_won: bool
    signed_margin: int

    def agrees_with(self, other_entry: "CribbageEntry") -> bool:
        """Return whether the opponent's card mirrors this one, in the right column."""
        is_in_right_column = self.is_won == (self.signed_margin > 0)
        return (
            self.is_won != other_entry.is_won
            and self.signed_margin == -other_entry.signed_margin
            and is_in_right_column
        )

    @property
    def opponent_entry(self) -> "CribbageEntry":
        """The entry that the opponent's card should have."""
        return CribbageEntry(not self.is_won, -self.signed_margin)


@dataclass(frozen=True, slots=True)
class SettledEntries:
    """The entries that count for both players."""

    first: CribbageEntry
    second: CribbageEntry
    difference_text: str  # how the cards differ and what counts; empty if they agree


def settle_entries(
    first_entry: CribbageEntry | None,
    second_entry: CribbageEntry | None,
    *,
    is_first_in_line: bool = False,
    is_second_in_line: bool = False,
) -> SettledEntries:
    """Return the entries that count for a game on two cards.

    A player in line for a prize gets the worse of the two margins. If both are in line, both do,
    and the margins need not mirror each other. For a blank the other card counts. Two wins, or two
    losses, are settled by the columns: the plus column wins, and if both are in the same column
    both lose.

    >>> cards = CribbageEntry(is_won=True, signed_margin=12), CribbageEntry(is_won=False, signed_margin=-11)
    >>> settled = settle_entries(*cards, is_first_in_line=True)
    >>> settled.first.signed_margin, settled.second.signed_margin
    (11, -11)
    >>> settled = settle_entries(*cards, is_first_in_line=True, is_second_in_line=True)
    >>> settled.first.signed_margin, settled.second.signed_margin
    (11, -12)

    :raises ScoringError: if neither card has the game

    Source: [ACC] rule 12.
    """
    if first_entry is None or second_entry is None:
        entry = first_entry or (second_entry.opponent_entry if second_entry else None)
        if entry is None:
            raise ScoringError(
                "cribbage-blank",
                "Neither {player} nor {other} has this game on the card. Ask them before comparing "
                "cards.",
                player="the first player",
                other="the second",
            )
        return SettledEntries(
            entry, entry.opponent_entry, "One card is blank, so the other counts."
        )
    if first_entry.agrees_with(second_entry):
        return SettledEntries(first_entry, second_entry, "")
    if first_entry.is_won == second_entry.is_won:
        return _settle_by_columns(first_entry, second_entry)
    return _settle_margins(
        first_entry,
        second_entry,
        is_first_in_line=is_first_in_line,
        is_second_in_line=is_second_in_line,
    )


def _settle_by_columns(first_entry: CribbageEntry, second_entry: CribbageEntry) -> SettledEntries:
    """Settle two wins or two losses by the columns of the margin."""
    claim = "a win" if first_entry.is_won else "a loss"
    if (first_entry.signed_margin > 0) == (second_entry.signed_margin > 0):
        return SettledEntries(
            CribbageEntry(is_won=False, signed_margin=-abs(first_entry.signed_margin)),
            CribbageEntry(is_won=False, signed_margin=-abs(second_entry.signed_margin)),
            f"Both cards have {claim} in the same column, so both lose.",
        )
    margin = min(abs(first_entry.signed_margin), abs(second_entry.signed_margin))
    has_first_won = first_entry.signed_margin > 0
    entry = CribbageEntry(is_won=has_first_won, signed_margin=margin if has_first_won else -margin)
    return SettledEntries(
        entry, entry.opponent_entry, f"Both cards have {claim}. The one in the plus column wins."
    )


def _settle_margins(
    first_entry: CribbageEntry,
    second_entry: CribbageEntry,
    *,
    is_first_in_line: bool,
    is_second_in_line: bool,
) -> SettledEntries:
    """Settle different margins: players in line for a prize get the worse one."""
    first_margin, second_margin = first_entry.signed_margin, second_entry.signed_margin
    if is_first_in_line:
        first_margin = min(first_margin, -second_entry.signed_margin)
    if is_second_in_line:
        second_margin = min(second_margin, -first_entry.signed_margin)
    if is_first_in_line and is_second_in_line:
        text = "The margins differ, so each gets the worse one."
    elif is_first_in_line or is_second_in_line:
        text = "The margins differ. A player in line for a prize gets the worse one."
    else:
        text = "The margins differ. Check the cards."
    return SettledEntries(
        CribbageEntry(first_entry.is_won, first_margin),
        CribbageEntry(second_entry.is_won, second_margin),
        text,
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
    """A game as it counts for both players."""

    players: tuple[str, str]
    lines: tuple[CardLine | None, CardLine | None]  # None for a card without this game
    game_numbers: tuple[int, int]  # the numbers of the game on both cards
    # None for a player whose card is missing or has another opponent.
    counted_entries: tuple[CribbageEntry | None, CribbageEntry | None]
    difference_text: str = ""  # why the cards differ


CribbageCards = Mapping[str, Sequence[CardLine | None]]
"""Everybody's card: a line for each game, None for a blank one."""


def compute_game_points(entry: CribbageEntry) -> int:
    """Return the game points of *entry*: 3 for a skunk, 2 for another game won.

    >>> [compute_game_points(CribbageEntry(*game)) for game in ((True, 31), (True, 30), (False, -40))]
    [3, 2, 0]
    """
    if not entry.is_won:
        return 0
    if abs(entry.signed_margin) >= SKUNK:
        return 3
    return 2


def compare_all_cards(
    cards: CribbageCards, prize_count: int, group_by_player: Mapping[str, str] = NO_GROUPS
) -> tuple[CardGame, ...]:
    """Return every game of *cards* as it counts. The best *prize_count* are in line for a prize.

    If prizes are awarded by group, *group_by_player* has that of each player, and the best of each group are
    in line.

    Two lines belong together if each names the other player. A line without a partner goes with a
    blank of the other card. If that card has no blank, or is missing, the line counts as it is.
    >>> cards = {"1": [CardLine("2", 2, 12)], "2": [CardLine("1", 0, -11)]}
    >>> [game.counted_entries for game in compare_all_cards(cards, prize_count=1)]
    [(CribbageEntry(is_won=True, signed_margin=11), CribbageEntry(is_won=False, signed_margin=-11))]
    """
    games = _match_lines(cards)
    players_in_line = _collect_players_in_line(cards, games, prize_count, group_by_player)
    return tuple(_settle_game(game, cards, players_in_line) for game in games)


def _match_lines(cards: CribbageCards) -> list[CardGame]:
    """Return the games with their two lines, complete ones first."""
    line_by_position: dict[tuple[str, int], CardLine] = {}
    blank_positions_by_player: dict[str, list[int]] = {}
    for player, card in cards.items():
        blank_positions_by_player[player] = [
            position for position, line in enumerate(card) if line is None
        ]
        for position, line in enumerate(card):
            if line:
                line_by_position[player, position] = line
    unmatched_positions = set(line_by_position)
    games = []
    for (player, position), line in line_by_position.items():
        if (player, position) not in unmatched_positions or line.opponent == player:
            continue
        opponent_positions = [
            opponent_position
            for opponent_position, opponent_line in enumerate(cards.get(line.opponent, ()))
            if opponent_line
            and opponent_line.opponent == player
            and (line.opponent, opponent_position) in unmatched_positions
        ]
        if opponent_positions:
            # The same place on both cards is the likeliest, if the two met more than once.
            opponent_position = (
                position if position in opponent_positions else opponent_positions[0]
            )
            unmatched_positions -= {(player, position), (line.opponent, opponent_position)}
            other_line = line_by_position[line.opponent, opponent_position]
            games.append(
                _make_card_game(
                    (player, line.opponent), (line, other_line), (position, opponent_position)
                )
            )
    for player, position in sorted(unmatched_positions):
        games.append(
            _make_single_card_game(
                line_by_position[player, position], player, position, blank_positions_by_player
            )
        )
    return games


def _make_single_card_game(
    line: CardLine, player: str, position: int, blank_positions_by_player: dict[str, list[int]]
) -> CardGame:
    """Return the game of a *line* that no other card has, with a blank of the other card if any."""
    blank_positions = blank_positions_by_player.get(line.opponent, [])
    if not blank_positions:
        return _make_card_game((player, line.opponent), (line, None), (position, position))
    other_position = position if position in blank_positions else blank_positions[0]
    blank_positions.remove(other_position)
    game = _make_card_game((player, line.opponent), (line, None), (position, other_position))
    return replace(game, counted_entries=(line.entry, line.entry.opponent_entry))


def _make_card_game(
    players: tuple[str, str],
    lines: tuple[CardLine | None, CardLine | None],
    positions: tuple[int, int],
) -> CardGame:
    first_entry, second_entry = (line.entry if line else None for line in lines)
    numbers = (positions[0] + 1, positions[1] + 1)  # people count games from 1
    return CardGame(players, lines, numbers, (first_entry, second_entry))


def _collect_players_in_line(
    cards: CribbageCards,
    games: Sequence[CardGame],
    prize_count: int,
    group_by_player: Mapping[str, str],
) -> set[str]:
    """Return who would have one of the prizes by the cards as they are."""
    merit_by_player = dict.fromkeys(cards, (0, 0, 0))
    for game in games:
        for player, entry in zip(game.players, game.counted_entries, strict=True):
            if entry and player in merit_by_player:
                points, games_won, spread = merit_by_player[player]
                merit_by_player[player] = (
                    points + compute_game_points(entry),
                    games_won + entry.is_won,
                    spread + entry.signed_margin,
                )
    merits_by_group: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for player, merit in merit_by_player.items():
        merits_by_group[group_by_player.get(player, "")].append(merit)
    players_in_line = set()
    for player, merit in merit_by_player.items():
        group_merits = merits_by_group[group_by_player.get(player, "")]
        if sum(rival > merit for rival in group_merits) < prize_count:
            players_in_line.add(player)
    return players_in_line


def _settle_game(game: CardGame, cards: CribbageCards, players_in_line: set[str]) -> CardGame:
    first_line, second_line = game.lines
    first_player, second_player = game.players
    if second_line is None:
        if game.counted_entries[1] is not None:
            return replace(game, difference_text="One card is blank, so the other counts.")
        has_other_card = second_player in cards
        text = "The other card has a different opponent. Check both." if has_other_card else ""
        return replace(game, difference_text=text)
    settled = settle_entries(
        _make_signed_entry(first_line, second_line),
        _make_signed_entry(second_line, first_line),
        is_first_in_line=first_player in players_in_line,
        is_second_in_line=second_player in players_in_line,
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
    if opponent_line is None or entry.is_won == opponent_line.entry.is_won:
        return entry
    margin = abs(line.spread) if entry.is_won else -abs(line.spread)
    return CribbageEntry(entry.is_won, margin)
