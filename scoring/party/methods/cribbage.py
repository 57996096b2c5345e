"""Cribbage evenings: game points, games won and the spread of the margins."""

from scoring.deals.cribbage import SKUNK
from scoring.party.methods.games import WON, Settings
from scoring.party.model import Gain, PartyGame, PartyMethod, TableGames
from scoring.party.presence import ABSENCE


def _score_cribbage(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    if game.half_games_won != WON:
        return Gain()
    return Gain(3 if game.margin >= SKUNK else 2)


CRIBBAGE = PartyMethod(
    key="cribbage",
    name="Game points and spread",
    unit="points",
    games=("cribbage",),
    required_entry="points",
    options=ABSENCE,
    columns=("points", "games", "spread"),
    rule_text="2 per game won, 3 if won by 31 or more; then games won, then the sum of the margins",
    source="[ACC]",
    compute_gain=_score_cribbage,
    tie_break_columns=("games", "spread"),
)
