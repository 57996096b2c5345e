"""A second, deliberately plain route to the figures of a party, and its differences from the first.

Every figure is looked up again in the whole list of games, and places are counted instead of
sorted.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from scoring.display import exact_text
from scoring.party.model import PartyGame, PartyRanking
from scoring.party.presence import PartyPresence

Games: TypeAlias = Sequence[PartyGame]
Settings: TypeAlias = Mapping[str, str]
Rounds: TypeAlias = Mapping[int, Games]
PlainFigures: TypeAlias = tuple[Fraction, int, bool]
"""Total, place, and whether it is shared."""

_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class PartyRoute:
    """The value of a *game* by one way to count, given all games of its round.

    *starts* tells that everybody starts with something, and pays at short tables too.
    """

    worth: Callable[[PartyGame, Games, Settings], Fraction]
    starts: bool = False
    breaks: tuple[Callable[[PartyGame], Fraction], ...] = ()


def compare_parties(ranking: PartyRanking, plain: Mapping[str, PlainFigures]) -> list[str]:
    """Return a sentence for every player whose figures in *ranking* and *plain* differ."""
    both = [
        (standing.player, (standing.total, standing.place, standing.tied), plain[standing.player])
        for standing in ranking.standings
    ]
    return [
        f"{player}: {_text(figures)} by one calculation, {_text(others)} by the other."
        for player, figures, others in both
        if figures != others
    ]


def plain_party(
    route: PartyRoute, games: Games, settings: Settings, presences: Iterable[PartyPresence] = ()
) -> dict[str, PlainFigures]:
    """Return everybody's total and place by the plain route.

    *settings* must be complete and *games* without faults.

    >>> plain_party(GAMES, [PartyGame("7", 1, 1, 0, won=Fraction(1)), PartyGame("8", 1, 1, 1)], {})["8"]
    (Fraction(0, 1), 2, False)
    """
    numbers = {game.round_no for game in games}
    rounds = {number: [game for game in games if game.round_no == number] for number in numbers}
    out = {presence.player: len(presence.sat_out) for presence in presences if presence.sat_out}
    totals = {
        player: _total(route, player, rounds, settings, out.get(player, 0))
        for player in {*(game.player for game in games), *out}
    }
    merits = {
        player: (total, *_breaks(route, player, games, settings))
        for player, total in totals.items()
    }
    return {
        player: (
            totals[player],
            1 + sum(other > merit for other in merits.values()),
            sum(other == merit for other in merits.values()) > 1,
        )
        for player, merit in merits.items()
    }


def _breaks(route: PartyRoute, player: str, games: Games, settings: Settings) -> list[Fraction]:
    """Return the tie-break of *player* among equal totals."""
    mine = [game for game in games if game.player == player and game.counts]
    if settings.get("equal") == "points":
        return [sum((Fraction(game.own or 0) for game in mine), Fraction(0))]
    return [sum((each(game) for game in mine), Fraction(0)) for each in route.breaks]


def _total(
    route: PartyRoute, player: str, rounds: Rounds, settings: Settings, out: int
) -> Fraction:
    mine = [game for games in rounds.values() for game in games if game.player == player]
    if settings.get("rubbers") == "3":
        mine = [game for game in mine if sum(other.round_no < game.round_no for other in mine) < 3]
        out = min(out, 3 - sum(game.counts for game in mine))
    scored = [game for game in mine if game.counts]
    own = sum(
        (_worth(route, game, rounds[game.round_no], settings) for game in scored), Fraction(0)
    )
    total = own
    if route.starts:
        start = Fraction(settings["start"])
        total = sum((_worth(route, game, rounds[game.round_no], settings) for game in mine), start)
    total += _sitting_out(settings, own, sum(game.rounds for game in scored), out)
    if settings.get("card") == "full":
        return min(total, Fraction(15))
    return total


def _sitting_out(settings: Settings, total: Fraction, games: int, out: int) -> Fraction:
    """Return the credit for *out* rounds for a *total* of so many *games*."""
    each = settings.get("sit_out", "nothing")
    if each == "average":
        if games:
            return total * out / games
        return Fraction(0)
    if each == "nothing":
        return Fraction(0)
    return Fraction(each) * out


def _worth(route: PartyRoute, game: PartyGame, games: Games, settings: Settings) -> Fraction:
    """Return the value of *game*, from its card if one was handed in."""
    if game.handed is not None:
        return Fraction(game.handed)
    part = settings.get("short_table", "best") if game.is_short else "best"
    return route.worth(game, games, settings) * (
        1 if part == "best" else Fraction(part)
    ) + _value_of_missed_hands(game, settings)


def _value_of_missed_hands(game: PartyGame, settings: Settings) -> Fraction:
    """Return the value of hands not played at the table of *game*."""
    each = settings.get("unplayed", "nothing")
    if each == "average":
        if game.hands:
            return Fraction(game.own or 0) / game.hands * game.unplayed
        return Fraction(0)
    if each == "nothing":
        return Fraction(0)
    return Fraction(each) * game.unplayed


def _points_won(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return Fraction(game.won)


def _own_points(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return Fraction(game.own or 0)


def _less_set_back(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return Fraction((game.own or 0) - game.set_back)


def _rubber(game: PartyGame, _games: Games, settings: Settings) -> Fraction:
    return Fraction((game.own or 0) + (250 if game.won == 1 and settings["rubber"] == "250" else 0))


def _auction(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return Fraction((game.own or 0) + 125 * game.games_made)


def _net_of_the_lower(game: PartyGame, games: Games, settings: Settings) -> Fraction:
    against = [
        (other.own or 0) + 125 * other.games_made
        for other in _table(game, games)
        if other.side != game.side
    ]
    lower = max(against, default=(game.other or 0) + 125 * game.other_games_made)
    net = _auction(game, games, settings) - lower
    if net > 0 or settings["lower"] == "minus":
        return net
    return Fraction(0)


def _winners_only(game: PartyGame, _games: Games, settings: Settings) -> Fraction:
    if game.won == 1:
        return _of_deal(game, settings)
    return Fraction(0)


def _won_or_lost(game: PartyGame, games: Games, settings: Settings) -> Fraction:
    if game.won == _HALF:
        return Fraction(0)
    if game.won == 1:
        return _of_deal(game, settings)
    return -max(
        (_of_deal(other, settings) for other in _table(game, games) if other.won == 1),
        default=Fraction(0),
    )


def _paid(game: PartyGame, games: Games, settings: Settings) -> Fraction:
    """Return the counters that *game* gains or costs. The winners share the payments of the losers."""
    if game.won == _HALF:
        return Fraction(0)
    table = _table(game, games)
    winners = [other for other in table if other.won == 1 and other.counts]
    losers = [other for other in table if other.won == 0 or (other.won == 1 and not other.counts)]
    if not winners:
        return Fraction(0)
    price = max(_of_deal(other, settings) for other in winners)
    if game in winners:
        return price * len(losers) / len(winners)
    return -price


def _seeger_fabian(game: PartyGame, games: Games, settings: Settings) -> Fraction:
    own = Fraction(game.own or 0)
    if settings["bonus"] == "points":
        return own
    for _each in range(game.deals_won):
        own += 50
    for _each in range(game.deals_lost):
        own -= 50
    table = _table(game, games)
    if settings["bonus"] == "extended" and len(table) in {3, 4}:
        each = 40 if len(table) == 3 else 30
        own += sum(each * other.deals_lost for other in table if other.player != game.player)
    return own


def _cribbage(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    if game.won < 1:
        return Fraction(0)
    return Fraction(2 + int(_margin(game) > 30))


def _margin(game: PartyGame) -> Fraction:
    return Fraction((game.own or 0) - (game.other or 0))


def _of_deal(game: PartyGame, settings: Settings) -> Fraction:
    written = game.own or 0
    return Fraction(max(written - 6, 0) if settings["entered"] == "tricks" else written)


def _table(game: PartyGame, games: Games) -> list[PartyGame]:
    here = game.round_no, game.row, game.table_no
    return [
        other
        for other in games
        if (other.round_no, other.row, other.table_no) == here and other.handed is None
    ]


def _text(figures: PlainFigures) -> str:
    total, place, tied = figures
    return f"{exact_text(total)}, place {place}{'=' if tied else ''}"


GAMES = PartyRoute(_points_won)
POINTS = PUNCHED_CARD = TRICKS = BEETLE = SIGNED_LISTS = PartyRoute(_own_points)
SEEGER_FABIAN = PartyRoute(_seeger_fabian)
CRIBBAGE = PartyRoute(_cribbage, breaks=(lambda game: game.won, _margin))
COUNTERS = PartyRoute(_paid, starts=True)
GAINS_AND_LOSSES = PartyRoute(_won_or_lost)
WINNERS_ONLY = PartyRoute(_winners_only)
PLUS_AND_MINUS = SIXTY_THREE = PartyRoute(_less_set_back)
AUCTION = PartyRoute(_auction)
NET_OF_THE_LOWER = PartyRoute(_net_of_the_lower)
PIVOT = PartyRoute(_rubber)
