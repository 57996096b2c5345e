"""Check the figures of a party by a second and plainer calculation.

Every figure is looked up again in the whole list of games, and places are counted instead of
sorted. A *game* is what one player has in one round; a *route* says what it is worth.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from scoring.display import format_exact
from scoring.party.model import PartyGame, PartyRanking
from scoring.party.presence import PartyPresence

Games: TypeAlias = Sequence[PartyGame]
Settings: TypeAlias = Mapping[str, str]
GamesByRound: TypeAlias = Mapping[int, Games]
PlainFigures: TypeAlias = tuple[Fraction, int, bool]
"""Total, place, and whether the place is shared."""

_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class PartyRoute:
    """The rules of one method for the games of a party."""

    # The points of a game, given all games of its round.
    compute_game_points: Callable[[PartyGame, Games, Settings], Fraction]
    # All players start with the counters of an option, and games at short tables that don't count
    # are paid for as well.
    has_start_counters: bool = False


def compare_parties(ranking: PartyRanking, plain: Mapping[str, PlainFigures]) -> list[str]:
    """Return a sentence for each player whose figures in *ranking* and *plain* differ."""
    differences = []
    for standing in ranking.standings:
        figures = (standing.total, standing.rank, standing.is_tied)
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
    games_by_round: dict[int, list[PartyGame]] = {}
    for game in games:
        games_by_round.setdefault(game.round_no, []).append(game)
    sit_outs_by_player = {
        presence.player: len(presence.rounds_sat_out)
        for presence in presences
        if presence.rounds_sat_out
    }
    players = {*(game.player for game in games), *sit_outs_by_player}
    total_by_player = {
        player: _compute_total(
            route, player, games_by_round, settings, sit_outs_by_player.get(player, 0)
        )
        for player in players
    }
    merit_by_player = {
        player: (total, *_list_tie_breaks(player, games, settings))
        for player, total in total_by_player.items()
    }
    all_merits = list(merit_by_player.values())
    figures_by_player: dict[str, PlainFigures] = {}
    for player, merit in merit_by_player.items():
        rank = 1 + sum(other > merit for other in all_merits)
        figures_by_player[player] = total_by_player[player], rank, all_merits.count(merit) > 1
    return figures_by_player


def _list_tie_breaks(player: str, games: Games, settings: Settings) -> list[Fraction]:
    """Return the figures that decide between *player* and others with the same total."""
    if settings.get("equal") != "points":
        return []
    own_games = [game for game in games if game.player == player and game.is_counted]
    return [sum((Fraction(game.own_points or 0) for game in own_games), Fraction(0))]


def _compute_total(
    route: PartyRoute,
    player: str,
    games_by_round: GamesByRound,
    settings: Settings,
    sit_out_count: int,
) -> Fraction:
    own_games = [
        game for games in games_by_round.values() for game in games if game.player == player
    ]
    # Only the first three rubbers of a player count.
    if settings.get("rubbers") == "3":
        own_games = [
            game
            for game in own_games
            if sum(other.round_no < game.round_no for other in own_games) < 3
        ]
        sit_out_count = min(sit_out_count, 3 - sum(game.is_counted for game in own_games))

    def sum_game_points(games: Games) -> Fraction:
        values = (
            _compute_game_points(route, game, games_by_round[game.round_no], settings)
            for game in games
        )
        return sum(values, Fraction(0))

    counting_games = [game for game in own_games if game.is_counted]
    counting_total = sum_game_points(counting_games)
    total = counting_total
    if route.has_start_counters:
        total = Fraction(settings["start"]) + sum_game_points(own_games)
    round_count = sum(game.rounds for game in counting_games)
    total += _compute_sit_out_points(settings, counting_total, round_count, sit_out_count)
    # A full card has 15 holes.
    if settings.get("card") == "full":
        return min(total, Fraction(15))
    return total


def _compute_sit_out_points(
    settings: Settings, total: Fraction, rounds_played: int, sit_out_count: int
) -> Fraction:
    """Return the credit for *sit_out_count* rounds. *total* is the total of the rounds played."""
    choice = settings.get("sit_out", "nothing")
    if choice == "nothing":
        return Fraction(0)
    if choice != "average":
        return Fraction(choice) * sit_out_count
    if rounds_played:
        return total * sit_out_count / rounds_played
    return Fraction(0)


def _compute_game_points(
    route: PartyRoute, game: PartyGame, games: Games, settings: Settings
) -> Fraction:
    """Return what *game* is worth, from its card if one was handed in."""
    if game.card_total is not None:
        return Fraction(game.card_total)
    points = route.compute_game_points(game, games, settings)
    short_table_choice = settings.get("short_table", "best")
    if game.is_short and short_table_choice != "best":
        points *= Fraction(short_table_choice)
    return points + _compute_missed_hands_points(game, settings)


def _compute_missed_hands_points(game: PartyGame, settings: Settings) -> Fraction:
    """Return the value of hands that the table of *game* didn't play."""
    choice = settings.get("unplayed", "nothing")
    if choice == "nothing":
        return Fraction(0)
    if choice != "average":
        return Fraction(choice) * game.hands_unplayed
    if game.hands_played:
        return Fraction(game.own_points or 0) / game.hands_played * game.hands_unplayed
    return Fraction(0)


def _get_games_won(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return Fraction(game.games_won)


def _get_own_points(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return Fraction(game.own_points or 0)


def _get_minus_points(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return -Fraction(game.own_points or 0)


def _subtract_set_back(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return Fraction((game.own_points or 0) - game.set_back)


def _compute_rubber_points(game: PartyGame, _games: Games, settings: Settings) -> Fraction:
    points = Fraction(game.own_points or 0)
    if game.games_won == 1 and settings["rubber"] == "250":
        return points + 250
    return points


def _compute_auction_points(game: PartyGame, _games: Games, _settings: Settings) -> Fraction:
    return Fraction((game.own_points or 0) + 125 * game.games_made)


def _compute_net_of_the_lower(game: PartyGame, games: Games, settings: Settings) -> Fraction:
    opponents = [other for other in _list_table_games(game, games) if other.side != game.side]
    points = [(other.own_points or 0) + 125 * other.games_made for other in opponents]
    # Opponents who handed in cards are not at the table; the game has their points itself.
    opponents_points = max(points, default=(game.other_points or 0) + 125 * game.other_games_made)
    net_points = _compute_auction_points(game, games, settings) - opponents_points
    if net_points > 0 or settings["lower"] == "minus":
        return net_points
    return Fraction(0)


def _compute_winners_only(game: PartyGame, _games: Games, settings: Settings) -> Fraction:
    if game.games_won == 1:
        return _compute_deal_points(game, settings)
    return Fraction(0)


def _compute_gains_and_losses(game: PartyGame, games: Games, settings: Settings) -> Fraction:
    if game.games_won == _HALF:
        return Fraction(0)
    if game.games_won == 1:
        return _compute_deal_points(game, settings)
    winners = [other for other in _list_table_games(game, games) if other.games_won == 1]
    return -max((_compute_deal_points(other, settings) for other in winners), default=Fraction(0))


def _compute_counters(game: PartyGame, games: Games, settings: Settings) -> Fraction:
    """Return the counters that *game* gains or costs. The winners share what the losers pay."""
    if game.games_won == _HALF:
        return Fraction(0)
    table_games = _list_table_games(game, games)
    winners = [other for other in table_games if other.games_won == 1 and other.is_counted]
    if not winners:
        return Fraction(0)
    price = max(_compute_deal_points(other, settings) for other in winners)
    # A winner whose game doesn't count pays like a loser.
    losers = [
        other
        for other in table_games
        if other.games_won == 0 or (other.games_won == 1 and not other.is_counted)
    ]
    if game in winners:
        return price * len(losers) / len(winners)
    return -price


def _compute_seeger_fabian_points(game: PartyGame, games: Games, settings: Settings) -> Fraction:
    points = Fraction(game.own_points or 0)
    if settings["bonus"] == "points":
        return points
    for _deal in range(game.deals_won):
        points += 50
    for _deal in range(game.deals_lost):
        points -= 50
    table_games = _list_table_games(game, games)
    # The extended count gives the opponents 40 for a lost deal at three, 30 at four.
    if settings["bonus"] == "extended" and len(table_games) in {3, 4}:
        bonus = 40 if len(table_games) == 3 else 30
        points += sum(
            bonus * other.deals_lost for other in table_games if other.player != game.player
        )
    return points


def _compute_deal_points(game: PartyGame, settings: Settings) -> Fraction:
    entered_points = game.own_points or 0
    # Only tricks above six count.
    if settings["entered"] == "tricks":
        return Fraction(max(entered_points - 6, 0))
    return Fraction(entered_points)


def _list_table_games(game: PartyGame, games: Games) -> list[PartyGame]:
    """Return the games at the table of *game*, without cards that were handed in."""
    table_key = game.round_no, game.row, game.table_no
    return [
        other
        for other in games
        if (other.round_no, other.row, other.table_no) == table_key and other.card_total is None
    ]


def _format_plain_figures(figures: PlainFigures) -> str:
    total, rank, is_tied = figures
    return f"{format_exact(total)}, place {rank}{'=' if is_tied else ''}"


GAMES = PartyRoute(_get_games_won)
BIERLACHS = PartyRoute(_get_minus_points)
POINTS = PUNCHED_CARD = TRICKS = BEETLE = SIGNED_LISTS = PartyRoute(_get_own_points)
SEEGER_FABIAN = PartyRoute(_compute_seeger_fabian_points)
COUNTERS = PartyRoute(_compute_counters, has_start_counters=True)
GAINS_AND_LOSSES = PartyRoute(_compute_gains_and_losses)
WINNERS_ONLY = PartyRoute(_compute_winners_only)
PLUS_AND_MINUS = SIXTY_THREE = PartyRoute(_subtract_set_back)
AUCTION = PartyRoute(_compute_auction_points)
NET_OF_THE_LOWER = PartyRoute(_compute_net_of_the_lower)
PIVOT = PartyRoute(_compute_rubber_points)
