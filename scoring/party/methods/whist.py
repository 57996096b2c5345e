"""Ways to count at whist: counters, gains and losses, winners' points, and tricks."""

from fractions import Fraction

from movements.option import Option, make_number_phrases
from scoring.party.methods.games import (
    ENTERED,
    HALVED,
    WON,
    Settings,
    deal_points,
    score_points_won,
)
from scoring.party.model import Gain, PartyGame, PartyMethod, TableGames
from scoring.party.presence import ABSENCE, HANDS_COUNTED


def _score_winners_only(game: PartyGame, _table: TableGames, settings: Settings) -> Gain:
    return Gain(deal_points(game.own_points, settings) if game.half_games_won == WON else 0)


def _score_gains_and_losses(game: PartyGame, table: TableGames, settings: Settings) -> Gain:
    if game.half_games_won == WON:
        return Gain(deal_points(game.own_points, settings))
    if game.half_games_won == HALVED:
        return Gain()
    winners_points = [
        deal_points(table_game.own_points, settings)
        for table_game in table
        if table_game.half_games_won == WON
    ]
    return Gain(0, max(winners_points, default=0))


def _score_counters(game: PartyGame, table: TableGames, settings: Settings) -> Gain:
    """Return the counters that a player gets or pays.

    Each loser pays a counter for each point, and the winners of the table share them.
    """
    winners_points = [
        deal_points(table_game.own_points, settings)
        for table_game in table
        if table_game.is_counted and table_game.half_games_won == WON
    ]
    if not winners_points or game.half_games_won == HALVED:
        return Gain()
    price = max(winners_points)
    if not game.is_counted or game.half_games_won != WON:
        return Gain(0, price)
    winners = len(winners_points)
    losers = sum(table_game.half_games_won != HALVED for table_game in table) - winners
    share, remainder = divmod(price * losers, winners)
    if remainder == 0:
        return Gain(share)  # a whole number, which is faster than a fraction
    return Gain(share + Fraction(remainder, winners))


COUNTERS = PartyMethod(
    key="counters",
    name="Counters won and lost",
    unit="counters",
    games=("whist",),
    required_entry="winner",
    options=(
        Option("start", "Counters at the start", make_number_phrases(25, 0, 20, 30, 40, 50, 100)),
        ENTERED,
        *ABSENCE,
    ),
    columns=("plus", "minus"),
    rule_text="each loser pays one winner one counter per point",
    source="[WDW1900] p. 24",
    compute_gain=_score_counters,
    start_option="start",
    has_deal_points=True,
    has_short_table_losses=True,
)
GAINS_AND_LOSSES = PartyMethod(
    key="gains-and-losses",
    name="Gains and losses",
    unit="points",
    games=("whist",),
    required_entry="winner",
    options=(ENTERED, *ABSENCE),
    columns=("plus", "minus", "games"),
    rule_text="winners gain their points, losers lose them; gains minus losses",
    source="[WDW1900] p. 24",
    compute_gain=_score_gains_and_losses,
    has_deal_points=True,
)
WINNERS_ONLY = PartyMethod(
    key="winners-only",
    name="Winners' points only",
    unit="points",
    games=("whist", "euchre"),
    required_entry="winner",
    options=(ENTERED, *ABSENCE),
    columns=("points", "games"),
    rule_text="the winners score their points, the losers nothing",
    source="[WDW1900] p. 24",
    compute_gain=_score_winners_only,
    has_deal_points=True,
)
TRICKS = PartyMethod(
    key="tricks",
    name="Tricks, win or lose",
    unit="tricks",
    games=("whist",),
    required_entry="points",
    options=(
        Option(
            "deal",
            "Tricks per round",
            {"13": "the 13 of one deal", "any": "any number"},
            note="Both sides together.",
        ),
        *HANDS_COUNTED,
    ),
    columns=("tricks", "games"),
    rule_text="the tricks of the player's side, win or lose",
    source="[FOSTER1914] Drive Whist",
    compute_gain=score_points_won,
)
