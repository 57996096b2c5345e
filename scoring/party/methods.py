"""The scoring methods of parties: what a player gains by one game.

``docs/adding/party-method.md`` shows how a method is added. The options and functions that several
games share come first.
"""

from collections.abc import Mapping
from fractions import Fraction

from scoring.deals.skat_list import OTHERS_LOSS_BONUS, OWN_GAME_BONUS
from scoring.errors import ScoringError
from scoring.method import SHARED_UNITS
from scoring.option import Option, make_number_phrases
from scoring.party.model import (
    DEALS_WON_AND_LOST,
    GAMES_MADE,
    ONE_DEAL,
    SET_BACK,
    Gain,
    PartyGame,
    PartyMethod,
    TableGames,
)
from scoring.party.presence import ABSENCE, HANDS_COUNTED

# Games won, points won, holes of a punched card, and points with a sign


Settings = Mapping[str, str]
HALF_GAMES_IF_WON, HALF_GAMES_IF_HALVED = 2, 1
"""Half games of a player who has won a game, or halved it."""
LONE_HANDS = Option(
    "lone_hands",
    "Lone hands",
    {"allowed": "everywhere", "not-at-head": "not at the head table", "none": "nowhere"},
)
EQUAL_GAMES = Option(
    "equal",
    "Equal games",
    {"share": "share the place", "points": "more points first"},
    note="Points break ties if they are written down.",
)
ENTRY_UNIT = Option(
    "entered",
    "Entries on the card",
    {"points": "points of the deal", "tricks": "tricks"},
    note="Each trick above six scores a point.",
)


def compute_deal_points(written_figure: int | None, settings: Settings) -> int:
    """Return the points of the deal from the *written_figure* points or tricks."""
    if written_figure is None:
        return 0
    if settings["entered"] == "tricks":
        return max(written_figure - 6, 0)  # a point for each trick above the book of six
    return written_figure


def _score_games_won(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    half_games = game.half_games_won
    return Gain(game.games_won if half_games == HALF_GAMES_IF_HALVED else half_games // 2)


def score_points_won(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    return Gain(game.own_points or 0)


GAMES = PartyMethod(
    key="games",
    name="Games won",
    unit="games",
    games=("euchre", "whist", "cinch", "five-hundred", "sixty-three"),
    required_entry="winner",
    options=(LONE_HANDS, EQUAL_GAMES, *ABSENCE),
    columns=("games", "points", "lone hands"),
    rule_text="one per game won, a half per halved game",
    sentence="You score one for each game you win.",
    source="[HOYLE1926] pp. 90-92, 96",
    compute_gain=_score_games_won,
    min_points=None,
    tie_break_option=EQUAL_GAMES.name,
)
POINTS = PartyMethod(
    key="points",
    name="Points won",
    unit="points",
    games=("euchre", "whist", "cinch", "five-hundred"),
    required_entry="points",
    options=(LONE_HANDS, *HANDS_COUNTED),
    columns=("points", "games", "lone hands"),
    rule_text="all points of the player’s side, win or lose",
    sentence="You score every point {makes}, win or lose.",
    source="[HOYLE1926] pp. 90-92",
    compute_gain=score_points_won,
    has_deal_points=True,
)
PUNCHED_CARD = PartyMethod(
    key="punched-card",
    name="Punched card",
    unit="points",
    games=("euchre",),
    required_entry="points",
    options=(
        Option("card", "A full card", {"followed": "starts another", "full": "stays full"}),
        LONE_HANDS,
        *ABSENCE,
    ),
    columns=("points", "full cards", "holes", "games", "lone hands"),
    rule_text="one hole per point of the player’s side, on a card of 15",
    sentence="You punch a hole for every point {makes}, on a card of 15.",
    source="[HOYLE1926] pp. 90-92",
    compute_gain=score_points_won,
    cap_option="card",
)


def _score_signed_points(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    """Return positive points as plus, negative points and set-backs as minus."""
    points = game.own_points or 0
    return Gain(max(points, 0), max(-points, 0) + game.set_back)


PLUS_AND_MINUS = PartyMethod(
    key="plus-and-minus",
    name="Plus and minus",
    unit="points",
    games=("five-hundred", "skat"),
    required_entry="points",
    options=ABSENCE,
    columns=("plus", "minus", "games"),
    rule_text="points of the player’s side, minus set-backs",
    sentence="You score every point {makes}. Set-backs are taken off.",
    source="[HOYLE1926] pp. 102-103",
    compute_gain=_score_signed_points,
    min_points=None,
    extra_figure=SET_BACK,
)
SIXTY_THREE = PartyMethod(
    key="sixty-three",
    name="Sixty-three, players’ totals",
    unit="points",
    games=("sixty-three", "cinch"),
    required_entry="points",
    options=ABSENCE,
    columns=("points", "games"),
    rule_text="points of the player’s side at each table, minus set-backs",
    sentence="You score every point {makes} at each table. Set-backs are taken off.",
    source="[HOYLE1926] p. 151",
    compute_gain=_score_signed_points,
    min_points=None,
)


# Auction and pivot bridge


GAME_BONUS = 125
"""The worth of a game made within a round of auction. [HOYLE1926] p. 37."""


def _score_auction(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    return Gain(_compute_points_with_games(game.own_points, game.games_made))


def _score_net_of_the_lower(game: PartyGame, table: TableGames, settings: Settings) -> Gain:
    opponents_points = [
        _compute_points_with_games(table_game.own_points, table_game.games_made)
        for table_game in table
        if table_game.side != game.side
    ]
    # If the opponents' games are missing, this game may say what they made.
    best_opponents_points = max(
        opponents_points,
        default=_compute_points_with_games(game.other_points, game.other_games_made),
    )
    net_points = (
        _compute_points_with_games(game.own_points, game.games_made) - best_opponents_points
    )
    minus = max(-net_points, 0) if settings["lower"] == "minus" else 0
    return Gain(max(net_points, 0), minus)


def _score_pivot(game: PartyGame, _table: TableGames, settings: Settings) -> Gain:
    bonus = 0
    if game.half_games_won == HALF_GAMES_IF_WON and settings["rubber"] != "none":
        bonus = int(settings["rubber"])
    return Gain((game.own_points or 0) + bonus)


def _compute_points_with_games(points: int | None, games_made: int) -> int:
    return (points or 0) + GAME_BONUS * games_made


AUCTION = PartyMethod(
    key="auction",
    name="Auction, own points",
    unit="points",
    games=("auction",),
    required_entry="points",
    options=ABSENCE,
    columns=("points", "games"),
    rule_text="all points of the player’s side, 125 per game it made; the lower score isn’t deducted",
    sentence="You score all the points of your side, and 125 for each game it makes. The lower score is not taken off.",
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
    sentence="At each table 125 for each game is added to the points. The side with the higher score writes the difference.",
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
    rule_text="all points of the player’s side, 250 per rubber won; the first three rubbers count",
    sentence="You score all the points of your side.",
    source="[HOYLE1926] p. 35",
    compute_gain=_score_pivot,
    max_games_option="rubbers",
    is_rubber=True,
)


# Beetle: parts drawn, with a whole beetle of fourteen


PARTS = Option(
    "parts",
    "Parts of a beetle",
    make_number_phrases(14, 13),
    note="Body, head, tail (or none), two eyes, two feelers, two wings and six legs, as on the club’s card.",
)


BEETLE = PartyMethod(
    key="beetle",
    name="Parts of the beetle",
    unit="parts",
    games=("beetle",),
    required_entry="points",
    options=(PARTS, *ABSENCE),
    columns=("parts", "whole beetles"),
    rule_text="one per part drawn before the first “Beetle!”",
    sentence="You score one for each part drawn before the first “Beetle!”.",
    source="[BEETLE]",
    compute_gain=score_points_won,
    max_points_option="parts",
)


# Lists: Seeger–Fabian at Skat, and the plain lists of Schafkopf and Doppelkopf


BONUS = Option(
    "bonus",
    "Bonus points",
    {
        "extended": "Seeger–Fabian: 50 per own game, 30 or 40 per game lost by others",
        "seeger": "Seeger: 50 per own game only",
        "points": "none",
    },
    note="50 per game won, minus 50 per game lost. 30 (at three 40) per game another player lost.",
)
LIST_SUM = Option(
    "list_sum",
    "Table total",
    {"zero": "0: plus and minus are written", "any": "any: only plus is written"},
)


def _score_seeger_fabian(game: PartyGame, table: TableGames, settings: Settings) -> Gain:
    result = game.own_points or 0
    if settings["bonus"] != "points":
        result += OWN_GAME_BONUS * (game.deals_won - game.deals_lost)
    if settings["bonus"] == "extended":
        lost_by_others = sum(table_game.deals_lost for table_game in table) - game.deals_lost
        result += OTHERS_LOSS_BONUS.get(len(table), 0) * lost_by_others
    return Gain(max(result, 0), max(-result, 0))


GOAL = Option(
    "goal",
    "A game ends at",
    {"501": "501", "401": "401", "301": "301"},
    note="Whoever reaches it with minus points loses the game, and pays the round.",
)


def _score_minus_points(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    return Gain(0, game.own_points or 0)


SEEGER_FABIAN = PartyMethod(
    key="seeger-fabian",
    name="Seeger–Fabian",
    unit="points",
    games=("skat",),
    required_entry="points",
    options=(BONUS, *ABSENCE),
    columns=("points", "won", "lost"),
    rule_text="points, plus 50 per game won minus games lost, plus 30 (at three 40) per game others at the table lost",
    sentence="You score the points of your list.",
    source="[SKATTODAY]",
    compute_gain=_score_seeger_fabian,
    min_points=None,
    extra_figure=DEALS_WON_AND_LOST,
)
BIERLACHS = PartyMethod(
    key="bierlachs",
    name="Bierlachs",
    unit="points",
    games=("skat",),
    required_entry="points",
    options=(GOAL, *ABSENCE),
    columns=("minus",),
    rule_text="minus points only: a game won is written to the others, a game lost twice to the player",
    sentence="Only minus points are written: a game won to each opponent, a game lost twice to the player. "
    "The fewest minus points win.",
    source="[BIERLACHS]",
    compute_gain=_score_minus_points,
)


def _score_written_points(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    """Return positive points as plus, negative points as minus. A list has no set-backs."""
    points = game.own_points or 0
    return Gain(max(points, 0), max(-points, 0))


SIGNED_LISTS = PartyMethod(
    key="signed-lists",
    name="Plus and minus by lists",
    unit="points",
    games=("schafkopf", "doppelkopf"),
    required_entry="points",
    options=(LIST_SUM, *ABSENCE),
    columns=("points",),
    rule_text="points of all lists, plus and minus, added up",
    sentence="You score the points of all your lists, plus and minus, added up.",
    source="[SKATTODAY]",
    compute_gain=_score_written_points,
    min_points=None,
)


# Whist: counters, gains and losses, winners' points, and tricks


def _score_winners_only(game: PartyGame, _table: TableGames, settings: Settings) -> Gain:
    if game.half_games_won == HALF_GAMES_IF_WON:
        return Gain(compute_deal_points(game.own_points, settings))
    return Gain()


def _score_gains_and_losses(game: PartyGame, table: TableGames, settings: Settings) -> Gain:
    if game.half_games_won == HALF_GAMES_IF_WON:
        return Gain(compute_deal_points(game.own_points, settings))
    if game.half_games_won == HALF_GAMES_IF_HALVED:
        return Gain()
    winners_points = [
        compute_deal_points(table_game.own_points, settings)
        for table_game in table
        if table_game.half_games_won == HALF_GAMES_IF_WON
    ]
    return Gain(0, max(winners_points, default=0))


def _score_counters(game: PartyGame, table: TableGames, settings: Settings) -> Gain:
    """Return the counters that a player gets or pays.

    Each loser pays a counter for each point, and the winners of the table share them.
    """
    winners_points = [
        compute_deal_points(table_game.own_points, settings)
        for table_game in table
        if table_game.is_counted and table_game.half_games_won == HALF_GAMES_IF_WON
    ]
    if not winners_points or game.half_games_won == HALF_GAMES_IF_HALVED:
        return Gain()
    counters_to_pay = max(winners_points)
    if not game.is_counted or game.half_games_won != HALF_GAMES_IF_WON:
        return Gain(0, counters_to_pay)
    winner_count = len(winners_points)
    loser_count = (
        sum(table_game.half_games_won != HALF_GAMES_IF_HALVED for table_game in table)
        - winner_count
    )
    share, remainder = divmod(counters_to_pay * loser_count, winner_count)
    if remainder == 0:
        return Gain(share)  # a whole number, which is faster than a fraction
    return Gain(share + Fraction(remainder, winner_count))


COUNTERS = PartyMethod(
    key="counters",
    name="Counters won and lost",
    unit="counters",
    games=("whist",),
    required_entry="winner",
    options=(
        Option("start", "Counters at the start", make_number_phrases(25, 0, 20, 30, 40, 50, 100)),
        ENTRY_UNIT,
        *ABSENCE,
    ),
    columns=("plus", "minus"),
    rule_text="each loser pays one winner one counter per point",
    sentence="Each loser pays a winner one counter for each point.",
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
    options=(ENTRY_UNIT, *ABSENCE),
    columns=("plus", "minus", "games"),
    rule_text="winners gain their points, losers lose them; gains minus losses",
    sentence="The winners gain their points, and the losers lose as many.",
    source="[WDW1900] p. 24",
    compute_gain=_score_gains_and_losses,
    has_deal_points=True,
)
WINNERS_ONLY = PartyMethod(
    key="winners-only",
    name="Winners’ points only",
    unit="points",
    games=("whist", "euchre"),
    required_entry="winner",
    options=(ENTRY_UNIT, *ABSENCE),
    columns=("points", "games"),
    rule_text="the winners score their points, the losers nothing",
    sentence="The winners score their points, and the losers score nothing.",
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
            {ONE_DEAL: "the 13 of one deal", "any": "any number"},
            note="Both sides together.",
        ),
        *HANDS_COUNTED,
    ),
    columns=("tricks", "games"),
    rule_text="the tricks of the player’s side, win or lose",
    sentence="You score every trick {takes}, win or lose.",
    source="[FOSTER1914] Drive Whist",
    compute_gain=score_points_won,
)


PARTY_METHODS: tuple[PartyMethod, ...] = (
    GAMES,
    POINTS,
    PUNCHED_CARD,
    COUNTERS,
    GAINS_AND_LOSSES,
    WINNERS_ONLY,
    TRICKS,
    PLUS_AND_MINUS,
    AUCTION,
    NET_OF_THE_LOWER,
    PIVOT,
    SIXTY_THREE,
    SEEGER_FABIAN,
    BIERLACHS,
    SIGNED_LISTS,
    BEETLE,
)
"""All scoring methods of parties."""


def get_party_method(key: str) -> PartyMethod:
    """Return the scoring method of parties with this *key*.

    >>> get_party_method("games").unit
    'games'

    :raises ScoringError: with the known keys, for any other key
    """
    for method in PARTY_METHODS:
        if method.key == key:
            return method
    raise ScoringError(
        "party-method",
        "Unknown party scoring “{key}”. Choose one of {known}.",
        key=key,
        known=", ".join(method.key for method in PARTY_METHODS),
    )


def list_party_methods(game: str) -> tuple[PartyMethod, ...]:
    """Return the scoring methods for a party of *game*, the default first.

    >>> [method.key for method in list_party_methods("auction")]
    ['auction', 'net-of-the-lower', 'pivot']
    """
    return tuple(method for method in PARTY_METHODS if game in method.games)


def describe_party_unit(method: PartyMethod, game: str) -> str:
    """Return the unit of a party's totals by *method*. *game* is the name of its game.

    >>> describe_party_unit(get_party_method("tricks"), "Whist")
    'tricks'
    >>> describe_party_unit(get_party_method("points"), "Euchre")
    'points of Euchre (Points won)'
    """
    if method.unit in SHARED_UNITS:
        return method.unit
    return f"{method.unit} of {game} ({method.name})"
