"""The Skat League's congress: seven prizes, their repetition, and settlement in money.

Sessions are never added together, and penalties are settled apart from the score. Neither is done
here. The list of a table is in ``skat_list``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from scoring.errors import ScoringError
from scoring.model import Points
from scoring.party.prize_ties import Decision, OpenTie, make_open_tie
from scoring.refusals import make_skat_card_error

SUITS = ("diamonds", "hearts", "spades", "clubs", "grand")
"""Suits and grand from the lowest to the highest."""
MAX_MATADORES = 11  # of the eleven trumps of a suit game

Merit: TypeAlias = tuple[int, ...]
"""The figures that a criterion compares, the most important first."""


@dataclass(frozen=True, slots=True)
class PrizeGame:
    """A game against matadores: their number, a suit of ``SUITS``, and its value."""

    matador_count: int
    suit: str
    value: int


@dataclass(frozen=True, slots=True)
class SkatCard:
    """A player's sheet: games won and lost, points, best games.

    >>> SkatCard("B", games_won=12, games_lost=3, points=650).games_net
    9
    """

    player: str
    games_won: int
    games_lost: int
    points: int
    highest_game: int = 0
    best_solo: PrizeGame | None = None
    best_tournee: PrizeGame | None = None

    @property
    def games_net(self) -> int:
        """Games won less games lost."""
        return self.games_won - self.games_lost


@dataclass(frozen=True, slots=True)
class SkatCriterion:
    """The criterion of a prize. *get_merit* returns a card's figures, or None if it has none."""

    key: str
    description: str
    get_merit: Callable[[SkatCard], Merit | None]


@dataclass(frozen=True, slots=True)
class SkatPrize:
    """A prize with its winner, or several *players* while a *tie* is open."""

    prize_no: int
    criterion: str
    players: tuple[str, ...]
    heading: str
    outcome: str
    tie: OpenTie | None = None

    @property
    def text(self) -> str:
        """The criterion, the winner, and how a tie is settled."""
        text = f"{self.heading}: {self.outcome}"
        if self.tie and self.players:
            return f"{text} {self.tie.instructions}"
        return text


@dataclass(frozen=True, slots=True)
class SkatAccount:
    """A player's settlement: points against all others, and against the average."""

    player: str
    score: int
    account: int
    above_average: Fraction

    def compute_cents(self, stake: Points = Fraction(1, 4)) -> Fraction:
        """Return the player's gain at *stake* cents a point.

        >>> settle_skat_scores({"A": 186, "B": 42, "C": 344, "D": 116})[0].compute_cents()
        Fraction(14, 1)
        """
        return Fraction(self.account * stake)


def _compute_game_merit(game: PrizeGame | None, points: int) -> Merit | None:
    """Return the merit of a game: matadores, then its suit, its value and the player's points."""
    if game is None:
        return None
    return (game.matador_count, SUITS.index(game.suit), game.value, points)


def _compute_highest_game_merit(card: SkatCard) -> Merit | None:
    if not card.highest_game:
        return None
    return (card.highest_game, card.points)


_GAMES_NET = SkatCriterion(
    "games-net", "most games won minus games lost", lambda card: (card.games_net, card.points)
)
_POINTS = SkatCriterion("points", "most points", lambda card: (card.points, card.games_net))
_SOLO = SkatCriterion(
    "solo",
    "solo against most matadores",
    lambda card: _compute_game_merit(card.best_solo, card.points),
)
_HIGHEST_GAME = SkatCriterion("highest-game", "the highest game", _compute_highest_game_merit)
_TOURNEE = SkatCriterion(
    "tournee",
    "tournée against most matadores",
    lambda card: _compute_game_merit(card.best_tournee, card.points),
)

SKAT_PRIZES: tuple[SkatCriterion, ...] = (
    _GAMES_NET,
    _POINTS,
    _SOLO,
    _GAMES_NET,
    _POINTS,
    _HIGHEST_GAME,
    _TOURNEE,
)
"""The scale of seven prizes, in the order in which they are awarded."""


def award_skat_prizes(
    cards: Iterable[SkatCard],
    prize_count: int = len(SKAT_PRIZES),
    *,
    decisions: Iterable[Decision] = (),
) -> tuple[SkatPrize, ...]:
    """Return the prizes of a session by the scale of seven, which is repeated.

    Nobody takes two prizes: a player who has one is passed over. Ties that the criteria leave are
    open until one of *decisions* settles them. Later prizes that a tied player might take wait for
    the decision.

    >>> cards = [SkatCard("A", 9, 0, 700), SkatCard("B", 9, 0, 650), SkatCard("C", 5, 1, 900)]
    >>> [prize.players for prize in award_skat_prizes(cards)][:5]
    [('A',), ('C',), (), ('B',), ()]

    :raises ScoringError: if a sheet is impossible, or for fewer than seven prizes

    Source: [HOYLE1926] pp. 159-164.
    """
    card_list = tuple(cards)
    all_decisions = tuple(decisions)
    _validate_cards(card_list)
    if prize_count < len(SKAT_PRIZES):
        raise ScoringError(
            "skat-prizes",
            "A tournament has at least seven prizes, not {prizes}. Enter 7 or more.",
            prizes=prize_count,
        )
    winners: set[str] = set()
    tied_players: set[str] = set()
    awarded_prizes = []
    for prize_no in range(1, prize_count + 1):
        remaining_cards = [card for card in card_list if card.player not in winners]
        prize = _award_prize(prize_no, remaining_cards, tied_players, all_decisions)
        if prize.tie is None:
            winners.update(prize.players)
        else:
            tied_players.update(prize.tie.players)
        awarded_prizes.append(prize)
    return tuple(awarded_prizes)


def _award_prize(
    prize_no: int, cards: Sequence[SkatCard], tied_players: set[str], decisions: Sequence[Decision]
) -> SkatPrize:
    """Return a prize for the best of *cards*. *tied_players* are the players of earlier open ties."""
    criterion = SKAT_PRIZES[(prize_no - 1) % len(SKAT_PRIZES)]
    make_prize = partial(
        SkatPrize,
        prize_no=prize_no,
        criterion=criterion.key,
        heading=f"Prize {prize_no}, {criterion.description}",
    )
    merit_by_player = {}
    for card in cards:
        merit = criterion.get_merit(card)
        if merit is not None:
            merit_by_player[card.player] = merit
    if not merit_by_player:
        return make_prize(players=(), outcome="nobody has one.")
    highest_merit = max(merit_by_player.values())
    best_players = [player for player, merit in merit_by_player.items() if merit == highest_merit]
    if tied_players & set(best_players):
        tie = OpenTie(
            "wait",
            _list_possible_winners(merit_by_player, tied_players),
            "Break the earlier tie first.",
        )
        return make_prize(
            players=(), outcome=f"{tie.instructions[0].lower()}{tie.instructions[1:]}", tie=tie
        )
    decision = next(
        (settled for settled in decisions if set(best_players) <= set(settled.sorted_players)), None
    )
    if len(best_players) > 1 and decision is None:
        tie = make_open_tie("cut", best_players, prize_kinds=["prize"])
        return make_prize(
            players=tuple(best_players), outcome=f"{' and '.join(best_players)} tie.", tie=tie
        )
    winner = best_players[0]
    if decision:
        winner = next(player for player in decision.sorted_players if player in best_players)
    return make_prize(players=(winner,), outcome=f"{winner}.")


def _list_possible_winners(
    merit_by_player: Mapping[str, Merit], tied_players: set[str]
) -> tuple[str, ...]:
    """Return who might take a prize if the *tied_players* drop out: nobody below the best other."""
    certain_merits = [
        merit for player, merit in merit_by_player.items() if player not in tied_players
    ]
    min_merit = max(certain_merits) if certain_merits else min(merit_by_player.values())
    return tuple(player for player, merit in merit_by_player.items() if merit >= min_merit)


def _validate_cards(cards: Sequence[SkatCard]) -> None:
    """Raise if the figures are impossible on one card, or a player has two cards."""
    players: set[str] = set()
    for card in cards:
        if card.player in players:
            raise ScoringError(
                "skat-twice", "{player} has two sheets. Enter one per player.", player=card.player
            )
        players.add(card.player)
        for figure_label, number in (
            ("games won", card.games_won),
            ("games lost", card.games_lost),
            ("a game", card.highest_game),
        ):
            if number < 0:
                raise make_skat_card_error(
                    player=card.player,
                    what=figure_label,
                    given=number,
                    wanted="0 or more",
                )
        for game in (card.best_solo, card.best_tournee):
            if game is not None:
                _validate_game(card, game)


def _validate_game(card: SkatCard, game: PrizeGame) -> None:
    if game.suit not in SUITS:
        raise make_skat_card_error(
            player=card.player,
            what="the suit",
            given=f'"{game.suit}"',
            wanted=", ".join(SUITS),
        )
    if not 1 <= game.matador_count <= MAX_MATADORES:
        raise make_skat_card_error(
            player=card.player,
            what="matadores",
            given=game.matador_count,
            wanted="1 to 11",
        )
    if game.value < 1:
        raise make_skat_card_error(
            player=card.player,
            what="the value of a game",
            given=game.value,
            wanted="1 or more",
        )


def settle_skat_scores(score_by_player: Mapping[str, int]) -> tuple[SkatAccount, ...]:
    """Return everybody's account: their score times the number of players, less the sum of all.

    It is the sum of the differences to every other player. All accounts add up to 0.

    >>> accounts = settle_skat_scores({"A": -7, "B": 88, "C": 19})
    >>> [(account.player, account.account) for account in accounts]
    [('A', -121), ('B', 164), ('C', -43)]

    :raises ScoringError: for fewer than two players

    Source: [HOYLE1926] p. 157.
    """
    player_count = len(score_by_player)
    total = sum(score_by_player.values())
    if player_count < 2:
        raise ScoringError(
            "skat-players",
            "{players} of the players has a score. Settling needs at least two.",
            players=player_count,
        )
    average = Fraction(total, player_count)
    return tuple(
        SkatAccount(player, score, player_count * score - total, score - average)
        for player, score in score_by_player.items()
    )
