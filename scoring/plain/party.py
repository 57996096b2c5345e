"""Check the figures of a party by a second and plainer calculation.

Every figure is looked up again in the whole list of games, and places are counted instead of
sorted. A *game* is what one player has in one round; a *route* says what it is worth.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from scoring.display import exact_text
from scoring.party.model import PartyGame, PartyPresence, PartyRanking

Games: TypeAlias = Sequence[PartyGame]
Settings: TypeAlias = Mapping[str, str]
Rounds: TypeAlias = Mapping[int, Games]
PlainFigures: TypeAlias = tuple[Fraction, int, bool]
"""Total, place, and whether the place is shared."""

_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class PartyRoute:
    """The rules of one method: the *worth* of a game, given all games of its round.

    With *starts*, all players start with the counters of an option, and games at short tables that
    don't count are paid for as well. *breaks* are the figures of tie-breaks.
    """

    worth: Callable[[PartyGame, Games, Settings], Fraction]
    starts: bool = False
    breaks: tuple[Callable[[PartyGame], Fraction], ...] = ()


def compare_parties(ranking: PartyRanking, plain: Mapping[str, PlainFigures]) -> list[str]:
    """Return a sentence for each player whose figures in *ranking* and *plain* differ."""
    differences = []
    for standing in ranking.standings:
        figures = (standing.total, standing.place, standing.is_tied)
        plain_figures = plain[standing.player]
        if figures != plain_figures:
            differences.append(
                f"{standing.player}: {_format_plain_figures(figures)} by one calculation, "
                f"{_format_plain_figures(plain_figures)} by the other."
            )
    return differences


def rank_party_plainly(
    route: PartyRoute, games: Games, settings: Settings, presences: Iterable[PartyPresence] = ()
) -> dict[str, PlainFigures]:
    """Return the total and place of each player by the plain calculation.

    *settings* must be complete and *games* without errors.

    >>> rank_party_plainly(GAMES, [PartyGame("7", 1, 1, 0, games_won=Fraction(1)), PartyGame("8", 1, 1, 1)], {})["8"]
    (Fraction(0, 1), 2, False)
    """
    rounds: dict[int, list[PartyGame]] = {}
    for game in games:
        rounds.setdefault(game.round_no, []).append(game)
    sit_outs = {
        presence.player: len(presence.rounds_sat_out)
        for presence in presences
        if presence.rounds_sat_out
    }
    players = {*(game.player for game in games), *sit_outs}
    totals = {
        player: _compute_total(route, player, rounds, settings, sit_outs.get(player, 0))
        for player in players
    }
    merits = {
        player: (total, *_list_tie_breaks(route, player, games, settings))
        for player, total in totals.items()
    }
    all_merits = list(merits.values())
    figures: dict[str, PlainFigures] = {}
    for player, merit in merits.items():
        place = 1 + sum(other > merit for other in all_merits)
        figures[player] = totals[player], place, all_merits.count(merit) > 1
    return figures


def _list_tie_breaks(
    route: PartyRoute, player: str, games: Games, settings: Settings
) -> list[Fraction]:
    """Return the figures that decide between *player* and others with the same total."""
    own_games = [game for game in games if game.player == player and game.is_counted]
    if settings.get("equal") == "points":
        return [sum((Fraction(game.own_points or 0) for game in own_games), Fraction(0))]
    return [sum((tie_break(game) for game in own_games), Fraction(0)) for tie_break in route.breaks]


def _compute_total(
    route: PartyRoute, player: str, rounds: Rounds, settings: Settings, sit_outs: int
) -> Fraction:
    own_games = [game for games in rounds.values() for game in games if game.player == player]
    # Only the first three rubbers of a player count.
    if settings.get("rubbers") == "3":
        own_games = [
            game
            for game in own_games
            if sum(other.round_no < game.round_no for other in own_games) < 3
        ]
        sit_outs = min(sit_outs, 3 - sum(game.is_counted for game in own_games))

    def total_of(games: Games) -> Fraction:
        values = (_compute_value(route, game, rounds[game.round_no], settings) for game in games)
        return sum(values, Fraction(0))

    counting_games = [game for game in own_games if game.is_counted]
    counting_total = total_of(counting_games)
    total = counting_total
    if route.starts:
        total = Fraction(settings["start"]) + total_of(own_games)
    rounds_played = sum(game.rounds for game in counting_games)
    total += _compute_sit_out_value(settings, counting_total, rounds_played, sit_outs)
    # A full card has 15 holes.
    if settings.get("card") == "full":
        return min(total, Fraction(15))
    return total


def _compute_sit_out_value(
    settings: Settings, total: Fraction, rounds_played: int, sit_outs: int
) -> Fraction:
    """Return the credit for *sit_outs* rounds. *total* is that of the rounds played."""
    choice = settings.get("sit_out", "nothing")
    if choice == "nothing":
        return Fraction(0)
    if choice != "average":
        return Fraction(choice) * sit_outs
    if rounds_played:
        return total * sit_outs / rounds_played
    return Fraction(0)


def _compute_value(
    route: PartyRoute, game: PartyGame, games: Games, settings: Settings
) -> Fraction:
    """Return what *game* is worth, from its card if one was handed in."""
    if game.card_total is not None:
        return Fraction(game.card_total)
    value = route.worth(game, games, settings)
    short_table_choice = settings.get("short_table", "best")
    if game.is_short and short_table_choice != "best":
        value *= Fraction(short_table_choice)
    return value + _compute_missed_hands_value(game, settings)


def _compute_missed_hands_value(game: PartyGame, settings: Settings) -> Fraction:
    """Return the value of hands that the table of *game* didn't play."""
    choice = settings.get("unplayed", "nothing")
    if choice == "nothing":
        return Fraction(0)
    if choice != "average":
        return Fraction(choice) * game.hands_unplayed
    if game.hands_played:
        return Fraction(game.own_points or 0) / game.hands_played * game.hands_unplayed
    return Fraction(0)


def _compute_points_won(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return Fraction(game.games_won)


def _compute_own_points(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return Fraction(game.own_points or 0)


def _subtract_set_back(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return Fraction((game.own_points or 0) - game.set_back)


def _compute_rubber(game: PartyGame, _games: Games, settings: Settings) -> Fraction:
    points = Fraction(game.own_points or 0)
    if game.games_won == 1 and settings["rubber"] == "250":
        return points + 250
    return points


def _compute_auction(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return Fraction((game.own_points or 0) + 125 * game.games_made)


def _compute_net_of_the_lower(game: PartyGame, games: Games, settings: Settings) -> Fraction:
    opponents = [other for other in _list_table_games(game, games) if other.side != game.side]
    points = [(other.own_points or 0) + 125 * other.games_made for other in opponents]
    # Opponents who handed in cards are not at the table; the game has their points itself.
    opponents_points = max(points, default=(game.other_points or 0) + 125 * game.other_games_made)
    net = _compute_auction(game, games, settings) - opponents_points
    if net > 0 or settings["lower"] == "minus":
        return net
    return Fraction(0)


def _compute_winners_only(game: PartyGame, _games: Games, settings: Settings) -> Fraction:
    if game.games_won == 1:
        return _deal_points(game, settings)
    return Fraction(0)


def _compute_gains_and_losses(game: PartyGame, games: Games, settings: Settings) -> Fraction:
    if game.games_won == _HALF:
        return Fraction(0)
    if game.games_won == 1:
        return _deal_points(game, settings)
    winners = [other for other in _list_table_games(game, games) if other.games_won == 1]
    return -max((_deal_points(other, settings) for other in winners), default=Fraction(0))


def _compute_counters(game: PartyGame, games: Games, settings: Settings) -> Fraction:
    """Return the counters that *game* gains or costs. The winners share what the losers pay."""
    if game.games_won == _HALF:
        return Fraction(0)
    table = _list_table_games(game, games)
    winners = [other for other in table if other.games_won == 1 and other.is_counted]
    if not winners:
        return Fraction(0)
    price = max(_deal_points(other, settings) for other in winners)
    # A winner whose game doesn't count pays like a loser.
    losers = [
        other
        for other in table
        if other.games_won == 0 or (other.games_won == 1 and not other.is_counted)
    ]
    if game in winners:
        return price * len(losers) / len(winners)
    return -price


def _compute_seeger_fabian(game: PartyGame, games: Games, settings: Settings) -> Fraction:
    points = Fraction(game.own_points or 0)
    if settings["bonus"] == "points":
        return points
    for _deal in range(game.deals_won):
        points += 50
    for _deal in range(game.deals_lost):
        points -= 50
    table = _list_table_games(game, games)
    # The extended count gives the opponents 40 for a lost deal at three, 30 at four.
    if settings["bonus"] == "extended" and len(table) in {3, 4}:
        bonus = 40 if len(table) == 3 else 30
        points += sum(bonus * other.deals_lost for other in table if other.player != game.player)
    return points


def _compute_cribbage(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    if game.games_won < 1:
        return Fraction(0)
    # A skunk, a win by more than 30 holes, is worth a point more.
    if _margin(game) > 30:
        return Fraction(3)
    return Fraction(2)


def _margin(game: PartyGame) -> Fraction:
    return Fraction((game.own_points or 0) - (game.other_points or 0))


def _deal_points(game: PartyGame, settings: Settings) -> Fraction:
    entered = game.own_points or 0
    # Only tricks above six count.
    if settings["entered"] == "tricks":
        return Fraction(max(entered - 6, 0))
    return Fraction(entered)


def _list_table_games(game: PartyGame, games: Games) -> list[PartyGame]:
    """Return the games at the table of *game*, without those of cards that were handed in."""
    place = game.round_no, game.row, game.table_no
    return [
        other
        for other in games
        if (other.round_no, other.row, other.table_no) == place and other.card_total is None
    ]


def _format_plain_figures(figures: PlainFigures) -> str:
    total, place, tied = figures
    return f"{exact_text(total)}, place {place}{'=' if tied else ''}"


GAMES = PartyRoute(_compute_points_won)
POINTS = PUNCHED_CARD = TRICKS = BEETLE = SIGNED_LISTS = PartyRoute(_compute_own_points)
SEEGER_FABIAN = PartyRoute(_compute_seeger_fabian)
CRIBBAGE = PartyRoute(_compute_cribbage, breaks=(lambda game: game.games_won, _margin))
COUNTERS = PartyRoute(_compute_counters, starts=True)
GAINS_AND_LOSSES = PartyRoute(_compute_gains_and_losses)
WINNERS_ONLY = PartyRoute(_compute_winners_only)
PLUS_AND_MINUS = SIXTY_THREE = PartyRoute(_subtract_set_back)
AUCTION = PartyRoute(_compute_auction)
NET_OF_THE_LOWER = PartyRoute(_compute_net_of_the_lower)
PIVOT = PartyRoute(_compute_rubber)
