"""Games won, points won and punched cards."""

from scoring.method import Option
from scoring.party.methods.options import EQUAL, HALVED, LONE_HANDS, Settings
from scoring.party.model import Gain, PartyGame, PartyMethod, TableGames
from scoring.party.presence import ABSENCE, HANDS_COUNTED


def _games_won(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    half_games = game.half_games
    return Gain(game.won if half_games == HALVED else half_games // 2)


def points_won(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    return Gain(game.own or 0)


GAMES = PartyMethod(
    key="games",
    name="Games won",
    unit="games",
    games=("euchre", "whist", "cinch", "five-hundred", "sixty-three"),
    needs="winner",
    options=(LONE_HANDS, EQUAL, *ABSENCE),
    columns=("games", "points", "lone hands"),
    rule="one for each game won, a half for a tied game that is halved",
    source="[HOYLE1926] pp. 90-92, 96",
    gain=_games_won,
    lowest=None,
    breaks_by=EQUAL.name,
)
POINTS = PartyMethod(
    key="points",
    name="Points won",
    unit="points",
    games=("euchre", "whist", "cinch", "five-hundred"),
    needs="points",
    options=(LONE_HANDS, *HANDS_COUNTED),
    columns=("points", "games", "lone hands"),
    rule="all points of the player's side, win or lose",
    source="[HOYLE1926] pp. 90-92",
    gain=points_won,
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
        *ABSENCE,
    ),
    columns=("points", "full cards", "holes", "games", "lone hands"),
    rule="a hole is punched for each point of the player's side, on a card of 15",
    source="[HOYLE1926] pp. 90-92",
    gain=points_won,
    cap="card",
)
