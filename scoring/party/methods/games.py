"""Ways to count games won, points won, holes of a punched card, and points with a sign.

The options and functions that several methods share are at the top.
"""

from collections.abc import Mapping

from movements.option import Option
from scoring.party.model import SET_BACK, Gain, PartyGame, PartyMethod, TableGames
from scoring.party.presence import ABSENCE, HANDS_COUNTED

Settings = Mapping[str, str]
WON = 2
HALVED = 1
"""The half games of a player who has won, and of one with half a game."""
LONE_HANDS = Option(
    "lone_hands",
    "Lone hands",
    {"allowed": "everywhere", "not-at-head": "not at the head table", "none": "nowhere"},
)
EQUAL = Option(
    "equal",
    "Equal games",
    {"share": "share the place", "points": "more points first"},
    note="Points break ties if they are written down.",
)
ENTERED = Option(
    "entered",
    "Entries on the card",
    {"points": "points of the deal", "tricks": "tricks"},
    note="Each trick above six scores a point.",
)


def deal_points(written: int | None, settings: Settings) -> int:
    """Return the points of the deal from the *written* points or tricks."""
    if written is None:
        return 0
    if settings["entered"] == "tricks":
        return max(written - 6, 0)  # a point for each trick above the book of six
    return written


def _score_games_won(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    half_games = game.half_games_won
    return Gain(game.games_won if half_games == HALVED else half_games // 2)


def score_points_won(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    return Gain(game.own_points or 0)


GAMES = PartyMethod(
    key="games",
    name="Games won",
    unit="games",
    games=("euchre", "whist", "cinch", "five-hundred", "sixty-three"),
    required_entry="winner",
    options=(LONE_HANDS, EQUAL, *ABSENCE),
    columns=("games", "points", "lone hands"),
    rule_text="one per game won, a half per halved game",
    source="[HOYLE1926] pp. 90-92, 96",
    compute_gain=_score_games_won,
    min_points=None,
    tie_break_option=EQUAL.name,
)
POINTS = PartyMethod(
    key="points",
    name="Points won",
    unit="points",
    games=("euchre", "whist", "cinch", "five-hundred"),
    required_entry="points",
    options=(LONE_HANDS, *HANDS_COUNTED),
    columns=("points", "games", "lone hands"),
    rule_text="all points of the player's side, win or lose",
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
    rule_text="one hole per point of the player's side, on a card of 15",
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
    rule_text="points of the player's side, minus set-backs",
    source="[HOYLE1926] pp. 102-103",
    compute_gain=_score_signed_points,
    min_points=None,
    extra_figure=SET_BACK,
)
SIXTY_THREE = PartyMethod(
    key="sixty-three",
    name="Sixty-three, players' totals",
    unit="points",
    games=("sixty-three", "cinch"),
    required_entry="points",
    options=ABSENCE,
    columns=("points", "games"),
    rule_text="points of the player's side at each table, minus set-backs",
    source="[HOYLE1926] p. 151",
    compute_gain=_score_signed_points,
    min_points=None,
)
