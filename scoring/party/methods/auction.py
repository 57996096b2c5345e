"""Ways to count at parties of auction and pivot bridge."""

from movements.option import Option
from scoring.party.methods.games import WON, Settings
from scoring.party.model import GAMES_MADE, Gain, PartyGame, PartyMethod, TableGames
from scoring.party.presence import ABSENCE

GAME_BONUS = 125
"""The worth of a game made within a round of auction. [HOYLE1926] p. 37."""


def _score_auction(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    return Gain(_with_games(game.own_points, game.games_made))


def _score_net_of_the_lower(game: PartyGame, table: TableGames, settings: Settings) -> Gain:
    opponents = [
        _with_games(table_game.own_points, table_game.games_made)
        for table_game in table
        if table_game.side != game.side
    ]
    # If the opponents' games are missing, this game may say what they made.
    best_opponents = max(opponents, default=_with_games(game.other_points, game.other_games_made))
    net = _with_games(game.own_points, game.games_made) - best_opponents
    minus = max(-net, 0) if settings["lower"] == "minus" else 0
    return Gain(max(net, 0), minus)


def _score_pivot(game: PartyGame, _table: TableGames, settings: Settings) -> Gain:
    bonus = 0
    if game.half_games_won == WON and settings["rubber"] != "none":
        bonus = int(settings["rubber"])
    return Gain((game.own_points or 0) + bonus)


def _with_games(points: int | None, games_made: int) -> int:
    return (points or 0) + GAME_BONUS * games_made


AUCTION = PartyMethod(
    key="auction",
    name="Auction, own points",
    unit="points",
    games=("auction",),
    required_entry="points",
    options=ABSENCE,
    columns=("points", "games"),
    rule_text="all points of the player's side, 125 per game it made; the lower score isn't deducted",
    source="[HOYLE1926] pp. 36-37",
    compute_gain=_score_auction,
    extra_figure=GAMES_MADE,
)
NET_OF_THE_LOWER = PartyMethod(
    key="net-of-the-lower",
    name="Auction, net points",
    unit="points",
    games=("auction",),
    required_entry="points",
    options=(
        Option(
            "lower",
            "Lower side",
            {"nothing": "writes nothing", "minus": "writes the difference in its minus column"},
        ),
        *ABSENCE,
    ),
    columns=("plus", "minus", "games"),
    rule_text="the higher score minus the lower, with 125 per game",
    source="[HOYLE1926] p. 37",
    compute_gain=_score_net_of_the_lower,
    extra_figure=GAMES_MADE,
)
PIVOT = PartyMethod(
    key="pivot",
    name="Pivot, rubber by rubber",
    unit="points",
    games=("auction", "pivot"),
    required_entry="points",
    options=(
        Option(
            "rubber",
            "Bonus per rubber won",
            {"250": "250 points", "none": "none, it is in the figures"},
        ),
        Option("rubbers", "Rubbers that count", {"3": "the first three", "all": "all"}),
        *ABSENCE,
    ),
    columns=("points", "games"),
    rule_text="all points of the player's side, 250 per rubber won; the first three rubbers count",
    source="[HOYLE1926] p. 35",
    compute_gain=_score_pivot,
    max_games_option="rubbers",
    is_rubber=True,
)
