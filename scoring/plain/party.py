"""A second route to the figures of a party, deliberately plain, and what differs between the two.

Every figure is looked up again in the whole list of games, and places are counted instead of sorted.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from scoring.display import exact_text
from scoring.party.methods import find_party_method
from scoring.party.model import PartyGame, PartyRanking
from scoring.party.presence import PartyPresence
from scoring.party.ranking import party_standings

Games: TypeAlias = Sequence[PartyGame]
Rounds: TypeAlias = Mapping[int, Games]
PlainFigures: TypeAlias = tuple[Fraction, int, bool]
"""Total, place, and whether it is shared."""

_HALF = Fraction(1, 2)


def check_party_standings(
    method: str,
    games: Iterable[PartyGame],
    *,
    options: Mapping[str, str] | None = None,
    presences: Iterable[PartyPresence] = (),
) -> list[str]:
    """Return a sentence for every player whose figures differ by the two routes; an empty list should come out.

    >>> games = [PartyGame(player, 1, 1, side, own=5 - side, won=1 - side) for player, side in (("1", 0), ("2", 1))]
    >>> check_party_standings("points", games)
    []

    :raises ScoringError: as ``party_standings``.
    """
    listed, told = list(games), list(presences)
    ranking = party_standings(method, listed, options=options, presences=told)
    return compare_parties(ranking, plain_party(method, listed, find_party_method(method).settings(options), told))


def compare_parties(ranking: PartyRanking, plain: Mapping[str, PlainFigures]) -> list[str]:
    """Return a sentence for every player whose figures in *ranking* and *plain* differ."""
    both = [
        (standing.player, (standing.total, standing.place, standing.tied), plain[standing.player])
        for standing in ranking.standings
    ]
    return [
        f"{player}: {_text(figures)} by one route, {_text(others)} by the other."
        for player, figures, others in both
        if figures != others
    ]


def plain_party(
    method: str, games: Games, settings: Mapping[str, str], presences: Iterable[PartyPresence] = ()
) -> dict[str, PlainFigures]:
    """Return everybody's total and place by the plain route; *settings* must be complete, *games* without faults.

    >>> plain_party("games", [PartyGame("7", 1, 1, 0, won=Fraction(1)), PartyGame("8", 1, 1, 1)], {})["8"]
    (Fraction(0, 1), 2, False)
    """
    numbers = {game.round_no for game in games}
    rounds = {number: [game for game in games if game.round_no == number] for number in numbers}
    out = {presence.player: len(presence.sat_out) for presence in presences}
    totals = {
        player: _total(method, player, rounds, settings, out.get(player, 0))
        for player in {game.player for game in games}
    }
    return {
        player: (
            total,
            1 + sum(other > total for other in totals.values()),
            sum(other == total for other in totals.values()) > 1,
        )
        for player, total in totals.items()
    }


def _total(method: str, player: str, rounds: Rounds, settings: Mapping[str, str], out: int) -> Fraction:
    mine = [game for games in rounds.values() for game in games if game.player == player]
    if method == "counters":
        paid = sum((_paid(game, rounds[game.round_no], settings) for game in mine), Fraction(0))
        counting = sum(game.counts for game in mine)
        own = sum((_paid(game, rounds[game.round_no], settings) for game in mine if game.counts), Fraction(0))
        return Fraction(settings["start"]) + paid + _sitting_out(settings, own, counting, out)
    if method == "pivot" and settings["rubbers"] == "3":
        mine = [game for game in mine if sum(other.round_no < game.round_no for other in mine) < 3]
        out = min(out, 3 - sum(game.counts for game in mine))
    scored = [game for game in mine if game.counts]
    total = sum((_worth(method, game, rounds[game.round_no], settings) for game in scored), Fraction(0))
    total += _sitting_out(settings, total, len(scored), out)
    return min(total, Fraction(15)) if settings.get("card") == "full" else total


def _sitting_out(settings: Mapping[str, str], total: Fraction, games: int, out: int) -> Fraction:
    """Return what *out* rounds are worth to who has *total* of so many *games*."""
    each = settings.get("sit_out", "nothing")
    if each == "average":
        return total * out / games if games else Fraction(0)
    return Fraction(0) if each == "nothing" else Fraction(each) * out


def _worth(method: str, game: PartyGame, games: Games, settings: Mapping[str, str]) -> Fraction:
    if method == "games":
        return Fraction(game.won)
    if method in ("gains-and-losses", "winners-only"):
        return _won_or_lost(method, game, games, settings)
    own = Fraction(game.own or 0)
    if method in ("plus-and-minus", "sixty-three"):
        return own - game.set_back
    if method == "pivot":
        return own + (250 if game.won == 1 and settings["rubber"] == "250" else 0)
    return _auction(method, game, games, settings) if method in ("auction", "net-of-the-lower") else own


def _auction(method: str, game: PartyGame, games: Games, settings: Mapping[str, str]) -> Fraction:
    own = Fraction(game.own or 0) + 125 * game.games_made
    if method == "auction":
        return own
    against = [(other.own or 0) + 125 * other.games_made for other in _table(game, games) if other.side != game.side]
    net = own - max(against, default=(game.other or 0) + 125 * game.other_games_made)
    return net if net > 0 or settings["lower"] == "minus" else Fraction(0)


def _won_or_lost(method: str, game: PartyGame, games: Games, settings: Mapping[str, str]) -> Fraction:
    if game.won == _HALF:
        return Fraction(0)
    if game.won == 1:
        return _of_deal(game, settings)
    if method == "winners-only":
        return Fraction(0)
    return -max((_of_deal(other, settings) for other in _table(game, games) if other.won == 1), default=Fraction(0))


def _paid(game: PartyGame, games: Games, settings: Mapping[str, str]) -> Fraction:
    """Return the counters that *game* brings, or costs: what all losers pay is shared by all winners."""
    if game.won == _HALF:
        return Fraction(0)
    table = _table(game, games)
    winners = [other for other in table if other.won == 1 and other.counts]
    losers = [other for other in table if other.won == 0 or (other.won == 1 and not other.counts)]
    if not winners:
        return Fraction(0)
    price = max(_of_deal(other, settings) for other in winners)
    return price * len(losers) / len(winners) if game in winners else -price


def _of_deal(game: PartyGame, settings: Mapping[str, str]) -> Fraction:
    written = game.own or 0
    return Fraction(max(written - 6, 0) if settings["entered"] == "tricks" else written)


def _table(game: PartyGame, games: Games) -> list[PartyGame]:
    here = game.round_no, game.row, game.table_no
    return [other for other in games if (other.round_no, other.row, other.table_no) == here]


def _text(figures: PlainFigures) -> str:
    total, place, tied = figures
    return f"{exact_text(total)}, place {place}{'=' if tied else ''}"
