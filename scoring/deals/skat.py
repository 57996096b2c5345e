"""The Skat League's congress: seven prizes, their repetition, and settlement in money.

Sessions are never added together, and penalties are settled apart from the score; neither is done
here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from scoring.errors import ScoringError
from scoring.model import Points
from scoring.party.decisions import Decision, OpenTie, open_tie
from scoring.sentences import ScoringSentences

SUITS = ("diamonds", "hearts", "spades", "clubs", "grand")
"""Suits and grand from the lowest to the highest."""

Merit: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PrizeGame:
    """A game against matadores: their number, a suit of ``SUITS``, and its value."""

    matadores: int
    suit: str
    value: int


@dataclass(frozen=True, slots=True)
class SkatCard:
    """A player's sheet: games won and lost, points, best games.

    >>> SkatCard("B", won=12, lost=3, points=650).games_net
    9
    """

    player: str
    won: int
    lost: int
    points: int
    highest_game: int = 0
    solo: PrizeGame | None = None
    tournee: PrizeGame | None = None

    @property
    def games_net(self) -> int:
        """Games won less games lost."""
        return self.won - self.lost


@dataclass(frozen=True, slots=True)
class Criterion:
    """The criterion of a prize. *merit* is None without anything to show."""

    key: str
    text: str
    merit: Callable[[SkatCard], Merit | None]


@dataclass(frozen=True, slots=True)
class SkatPrize:
    """A prize: number, criterion and winner, or several *players* while *tie* is open."""

    prize_no: int
    criterion: str
    players: tuple[str, ...]
    heading: str
    outcome: str
    tie: OpenTie | None = None

    @property
    def text(self) -> str:
        """The criterion, the winner, and how a tie is settled."""
        return f"{self.heading}: {self.outcome}{f' {self.tie.text}' if self.tie and self.players else ''}"


@dataclass(frozen=True, slots=True)
class SkatAccount:
    """A player's settlement: points against all others, and against the average."""

    player: str
    score: int
    account: int
    from_average: Fraction

    def cents(self, stake: Points = Fraction(1, 4)) -> Fraction:
        """Return the player's gain at *stake* cents a point.

        >>> skat_settlement({"A": 186, "B": 42, "C": 344, "D": 116})[0].cents()
        Fraction(14, 1)
        """
        return Fraction(self.account * stake)


def _game_merit(game: PrizeGame | None, points: int) -> Merit | None:
    if game is None:
        return None
    return (game.matadores, SUITS.index(game.suit), game.value, points)


_GAMES_NET = Criterion(
    "games-net", "most games won minus games lost", lambda card: (card.games_net, card.points)
)
_POINTS = Criterion("points", "most points", lambda card: (card.points, card.games_net))
_SOLO = Criterion(
    "solo", "solo against most matadores", lambda card: _game_merit(card.solo, card.points)
)
_HIGHEST = Criterion(
    "highest-game",
    "the highest game",
    lambda card: (card.highest_game, card.points) if card.highest_game else None,
)
_TOURNEE = Criterion(
    "tournee", "tournée against most matadores", lambda card: _game_merit(card.tournee, card.points)
)

SKAT_PRIZES: tuple[Criterion, ...] = (
    _GAMES_NET,
    _POINTS,
    _SOLO,
    _GAMES_NET,
    _POINTS,
    _HIGHEST,
    _TOURNEE,
)
"""The scale of seven prizes, in the order in which they are given."""


def skat_prizes(
    cards: Iterable[SkatCard], prizes: int = len(SKAT_PRIZES), *, decisions: Iterable[Decision] = ()
) -> tuple[SkatPrize, ...]:
    """Return the prizes of a session by the scale of seven, repeated.

    Nobody takes two: who has a prize is passed over and the next best takes it.  Ties that the
    criteria leave are open until one of *decisions* settles them; prizes after an open tie wait for
    it where a tied player might take them.

    >>> cards = [SkatCard("A", 9, 0, 700), SkatCard("B", 9, 0, 650), SkatCard("C", 5, 1, 900)]
    >>> [prize.players for prize in skat_prizes(cards)][:5]
    [('A',), ('C',), (), ('B',), ()]

    :raises ScoringError: if a sheet cannot be, or for fewer than seven prizes.

    Source: [HOYLE1926] pp. 159-164.
    """
    listed, settled = tuple(cards), tuple(decisions)
    _refuse_impossible(listed)
    if prizes < len(SKAT_PRIZES):
        raise ScoringError(ScoringSentences.SKAT_PRIZES, prizes=prizes)
    taken: set[str] = set()
    doubtful: set[str] = set()
    prizes_in_order = []
    for at in range(prizes):
        prize = _prize(at, [card for card in listed if card.player not in taken], doubtful, settled)
        if prize.tie is None:
            taken.update(prize.players)
        else:
            doubtful.update(prize.tie.players)
        prizes_in_order.append(prize)
    return tuple(prizes_in_order)


def _prize(
    at: int, cards: Sequence[SkatCard], doubtful: set[str], decisions: Sequence[Decision]
) -> SkatPrize:
    criterion, prize_no = SKAT_PRIZES[at % len(SKAT_PRIZES)], at + 1
    heading = f"Prize {prize_no}, {criterion.text}"
    merits = {card.player: merit for card in cards if (merit := criterion.merit(card)) is not None}
    most = max(merits.values(), default=None)
    best = [player for player, merit in merits.items() if merit == most]
    if not best:
        return SkatPrize(prize_no, criterion.key, (), heading, "nobody has one.")
    if doubtful & set(best):
        sure = max(
            (merit for player, merit in merits.items() if player not in doubtful),
            default=min(merits.values()),
        )
        heirs = tuple(player for player, merit in merits.items() if merit >= sure)
        tie = OpenTie("wait", heirs, "Break the earlier tie first.")
        return SkatPrize(
            prize_no, criterion.key, (), heading, f"{tie.text[0].lower()}{tie.text[1:]}", tie
        )
    decision = next((settled for settled in decisions if set(best) <= set(settled.order)), None)
    if len(best) > 1 and decision is None:
        tie = open_tie("cut", best, prizes=["prize"])
        return SkatPrize(
            prize_no, criterion.key, tuple(best), heading, f"{' and '.join(best)} tie.", tie
        )
    if decision is None:
        winner = best[0]
    else:
        winner = next(player for player in decision.order if player in best)
    return SkatPrize(prize_no, criterion.key, (winner,), heading, f"{winner}.")


def _refuse_impossible(cards: Sequence[SkatCard]) -> None:
    seen: set[str] = set()
    for card in cards:
        if card.player in seen:
            raise ScoringError(ScoringSentences.SKAT_TWICE, player=card.player)
        seen.add(card.player)
        for what, number in (
            ("games won", card.won),
            ("games lost", card.lost),
            ("a game", card.highest_game),
        ):
            if number < 0:
                raise ScoringError(
                    ScoringSentences.SKAT_CARD,
                    player=card.player,
                    what=what,
                    given=number,
                    wanted="0 or more",
                )
        for game in (card.solo, card.tournee):
            if game is not None:
                _refuse_game(card, game)


def _refuse_game(card: SkatCard, game: PrizeGame) -> None:
    if game.suit not in SUITS:
        raise ScoringError(
            ScoringSentences.SKAT_CARD,
            player=card.player,
            what="the suit",
            given=f'"{game.suit}"',
            wanted=", ".join(SUITS),
        )
    if not 1 <= game.matadores <= 11:
        raise ScoringError(
            ScoringSentences.SKAT_CARD,
            player=card.player,
            what="matadores",
            given=game.matadores,
            wanted="1 to 11",
        )
    if game.value < 1:
        raise ScoringError(
            ScoringSentences.SKAT_CARD,
            player=card.player,
            what="the value of a game",
            given=game.value,
            wanted="1 or more",
        )


def skat_settlement(scores: Mapping[str, int]) -> tuple[SkatAccount, ...]:
    """Return everybody's account: own score times players, less the sum of all.

    It is the sum of the differences to every other player; all accounts make 0.

    >>> [(one.player, one.account) for one in skat_settlement({"A": -7, "B": 88, "C": 19})]
    [('A', -121), ('B', 164), ('C', -43)]

    :raises ScoringError: for fewer than two players.

    Source: [HOYLE1926] p. 157.
    """
    count, total = len(scores), sum(scores.values())
    if count < 2:
        raise ScoringError(ScoringSentences.SKAT_PLAYERS, players=count)
    return tuple(
        SkatAccount(player, score, count * score - total, score - Fraction(total, count))
        for player, score in scores.items()
    )
