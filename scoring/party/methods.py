"""The ways to count at a party: what one game brings a player.

To add one: its function and record, its second route, an entry in the registry that joins the two, a row in the
documentation of parties.
"""

from collections.abc import Mapping
from fractions import Fraction

from scoring.method import Option
from scoring.party.model import GAMES_MADE, SET_BACK, Gain, PartyGame, PartyMethod, TableGames
from scoring.party.presence import SIT_OUT

Settings = Mapping[str, str]

WON = 2
HALVED = 1
"""Half games of who has won, and of who has half a game."""
GAME_BONUS = 125
"""What a game made within a round of auction is worth. [HOYLE1926] p. 37."""

LONE_HANDS = Option(
    "lone_hands",
    ("allowed", "not-at-head", "none"),
    "allowed",
    "Whether lone hands are played: at every table, at every table but the head table, or not at all.",
    label="Lone hands",
    words=(("allowed", "everywhere"), ("not-at-head", "not at the head table"), ("none", "nowhere")),
)
ENTERED = Option(
    "entered",
    ("points", "tricks"),
    "points",
    "What is written down for a side: the points of the deal, or its tricks, of which each above six is a point.",
    label="What is written down",
    words=(("points", "points of the deal"), ("tricks", "tricks")),
)


def _games_won(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    return Gain(game.won if game.half_games == HALVED else game.half_games // 2)


def _points_won(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    return Gain(game.own or 0)


def _both_ways(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    """Return what a side makes as plus, and what it loses as minus, where points may be below nothing."""
    own = game.own or 0
    return Gain(max(own, 0), max(-own, 0) + game.set_back)


def _winners_only(game: PartyGame, _table: TableGames, settings: Settings) -> Gain:
    return Gain(_points(game.own, settings) if game.half_games == WON else 0)


def _gains_and_losses(game: PartyGame, table: TableGames, settings: Settings) -> Gain:
    if game.half_games == WON:
        return Gain(_points(game.own, settings))
    winning = [_points(table_game.own, settings) for table_game in table if table_game.half_games == WON]
    return Gain(0, max(winning) if winning and game.half_games == 0 else 0)


def _counters(game: PartyGame, table: TableGames, settings: Settings) -> Gain:
    """Return the counters that change hands: each loser pays, and the winners of the table share what is paid."""
    winning = [
        _points(table_game.own, settings) for table_game in table if table_game.counts and table_game.half_games == WON
    ]
    if not winning or game.half_games == HALVED:
        return Gain()
    if not (game.counts and game.half_games == WON):
        return Gain(0, max(winning))
    losers = sum(table_game.half_games != HALVED for table_game in table) - len(winning)
    paid, rest = divmod(max(winning) * losers, len(winning))
    return Gain(paid if rest == 0 else paid + Fraction(rest, len(winning)))


def _auction(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    return Gain(_with_games(game.own, game.games_made))


def _net_of_the_lower(game: PartyGame, table: TableGames, settings: Settings) -> Gain:
    others = [
        _with_games(table_game.own, table_game.games_made) for table_game in table if table_game.side != game.side
    ]
    net = _with_games(game.own, game.games_made) - max(others, default=_with_games(game.other, game.other_games_made))
    return Gain(max(net, 0), max(-net, 0) if settings["lower"] == "minus" else 0)


def _pivot(game: PartyGame, _table: TableGames, settings: Settings) -> Gain:
    bonus = 0 if settings["rubber"] == "none" else int(settings["rubber"])
    return Gain((game.own or 0) + (bonus if game.half_games == WON else 0))


def _points(written: int | None, settings: Settings) -> int:
    """Return the points of the deal from what is *written* down."""
    if written is None:
        return 0
    return max(written - 6, 0) if settings["entered"] == "tricks" else written


def _with_games(points: int | None, games_made: int) -> int:
    return (points or 0) + GAME_BONUS * games_made


GAMES = PartyMethod(
    key="games",
    name="Games won",
    unit="games",
    games=("euchre", "whist", "cinch", "five-hundred", "sixty-three"),
    needs="winner",
    options=(LONE_HANDS, SIT_OUT),
    columns=("games", "points", "lone hands"),
    rule="one for each game won, a half for a tied game that is halved",
    source="[HOYLE1926] pp. 90-92, 96",
    gain=_games_won,
    lowest=None,
)
POINTS = PartyMethod(
    key="points",
    name="Points won",
    unit="points",
    games=("euchre", "whist", "cinch", "five-hundred"),
    needs="points",
    options=(LONE_HANDS, SIT_OUT),
    columns=("points", "games", "lone hands"),
    rule="all points of the player's side, win or lose",
    source="[HOYLE1926] pp. 90-92",
    gain=_points_won,
    deal_points=True,
)
PUNCHED_CARD = PartyMethod(
    key="punched-card",
    name="Punched card",
    unit="points",
    games=("euchre",),
    needs="points",
    options=(
        Option(
            "card",
            ("followed", "full"),
            "followed",
            "A full card is followed by another, or shows no more.",
            label="A full card",
            words=(("followed", "is followed by another"), ("full", "shows no more")),
        ),
        LONE_HANDS,
        SIT_OUT,
    ),
    columns=("points", "full cards", "holes", "games", "lone hands"),
    rule="a hole is punched for each point of the player's side, on a card of 15",
    source="[HOYLE1926] pp. 90-92",
    gain=_points_won,
    cap="card",
)
COUNTERS = PartyMethod(
    key="counters",
    name="Counters won and lost",
    unit="counters",
    games=("whist",),
    needs="winner",
    options=(
        Option(
            "start",
            ("25", "0", "20", "30", "40", "50", "100"),
            "25",
            "Counters everybody starts with.",
            label="Counters at the start",
        ),
        ENTERED,
        SIT_OUT,
    ),
    columns=("plus", "minus"),
    rule="each loser pays one winner one counter for each point of the winners",
    source="[WDW1900] p. 24",
    gain=_counters,
    starts="start",
    deal_points=True,
    pays_short=True,
)
GAINS_AND_LOSSES = PartyMethod(
    key="gains-and-losses",
    name="Gains and losses",
    unit="points",
    games=("whist",),
    needs="winner",
    options=(ENTERED, SIT_OUT),
    columns=("plus", "minus", "games"),
    rule="the winners' points are a gain of the winners and a loss of the losers; gains less losses",
    source="[WDW1900] p. 24",
    gain=_gains_and_losses,
    deal_points=True,
)
WINNERS_ONLY = PartyMethod(
    key="winners-only",
    name="Winners' points only",
    unit="points",
    games=("whist", "euchre"),
    needs="winner",
    options=(ENTERED, SIT_OUT),
    columns=("points", "games"),
    rule="the winners score their points, the losers nothing",
    source="[WDW1900] p. 24",
    gain=_winners_only,
    deal_points=True,
)
TRICKS = PartyMethod(
    key="tricks",
    name="Tricks, win or lose",
    unit="tricks",
    games=("whist",),
    needs="points",
    options=(
        Option(
            "deal",
            ("13", "any"),
            "13",
            "Tricks both sides make together: one deal, or any number.",
            label="Tricks of a round",
            words=(("13", "the 13 of one deal"), ("any", "any number")),
        ),
        SIT_OUT,
    ),
    columns=("tricks", "games"),
    rule="the tricks of the player's side, win or lose",
    source="[FOSTER1914] Drive Whist",
    gain=_points_won,
)
PLUS_AND_MINUS = PartyMethod(
    key="plus-and-minus",
    name="Plus and minus",
    unit="points",
    games=("five-hundred", "skat"),
    needs="points",
    options=(SIT_OUT,),
    columns=("plus", "minus", "games"),
    rule="what the player's side made, less its set-backs",
    source="[HOYLE1926] pp. 102-103",
    gain=_both_ways,
    lowest=None,
    beside=SET_BACK,
)
AUCTION = PartyMethod(
    key="auction",
    name="Auction, every side its own points",
    unit="points",
    games=("auction",),
    needs="points",
    options=(SIT_OUT,),
    columns=("points", "games"),
    rule="all points of the player's side, 125 for each game it made; the lower score is not deducted",
    source="[HOYLE1926] pp. 36-37",
    gain=_auction,
    beside=GAMES_MADE,
)
NET_OF_THE_LOWER = PartyMethod(
    key="net-of-the-lower",
    name="Auction, the lower score deducted",
    unit="points",
    games=("auction",),
    needs="points",
    options=(
        Option(
            "lower",
            ("nothing", "minus"),
            "nothing",
            "What the lower side writes: nothing, or the difference.",
            label="The lower side writes",
            words=(("nothing", "nothing"), ("minus", "the difference in its minus column")),
        ),
        SIT_OUT,
    ),
    columns=("plus", "minus", "games"),
    rule="the higher score less the lower, 125 for each game among them",
    source="[HOYLE1926] p. 37",
    gain=_net_of_the_lower,
    beside=GAMES_MADE,
)
PIVOT = PartyMethod(
    key="pivot",
    name="Pivot, rubber by rubber",
    unit="points",
    games=("auction", "pivot"),
    needs="points",
    options=(
        Option(
            "rubber",
            ("250", "none"),
            "250",
            "Points for a rubber won; none where they are in the figures.",
            label="For a rubber won",
            words=(("250", "250 points"), ("none", "nothing, it is in the figures")),
        ),
        Option(
            "rubbers",
            ("3", "all"),
            "3",
            "How many rubbers count, from the first.",
            label="Rubbers that count",
            words=(("3", "the first three"), ("all", "all")),
        ),
        SIT_OUT,
    ),
    columns=("points", "games"),
    rule="all points of the player's side, 250 for a rubber won; the first three rubbers count",
    source="[HOYLE1926] p. 35",
    gain=_pivot,
    most="rubbers",
    is_rubber=True,
)
SIXTY_THREE = PartyMethod(
    key="sixty-three",
    name="Sixty-three, players' totals",
    unit="points",
    games=("sixty-three", "cinch"),
    needs="points",
    options=(SIT_OUT,),
    columns=("points", "games"),
    rule="the points of the player's side at each table, less what it was set back",
    source="[HOYLE1926] p. 151",
    gain=_both_ways,
    lowest=None,
)
