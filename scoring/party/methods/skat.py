"""Ways to count lists: Seeger–Fabian at Skat, and the plain lists of Schafkopf and Doppelkopf."""

from movements.option import Option
from scoring.deals.skat_list import LOST_BY_OTHERS, WON_OR_LOST
from scoring.party.methods.games import Settings
from scoring.party.model import OWN_DEALS, Gain, PartyGame, PartyMethod, TableGames
from scoring.party.presence import ABSENCE

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
        result += WON_OR_LOST * (game.deals_won - game.deals_lost)
    if settings["bonus"] == "extended":
        lost_by_others = sum(table_game.deals_lost for table_game in table) - game.deals_lost
        result += LOST_BY_OTHERS.get(len(table), 0) * lost_by_others
    return Gain(max(result, 0), max(-result, 0))


def _score_written_points(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    points = game.own_points or 0
    return Gain(max(points, 0), max(-points, 0))


SEEGER_FABIAN = PartyMethod(
    key="seeger-fabian",
    name="Seeger–Fabian",
    unit="points",
    games=("skat",),
    required_entry="points",
    options=(BONUS, *ABSENCE),
    columns=("points", "won", "lost"),
    rule_text="points, plus 50 per game won minus games lost, plus 30 (at three 40) per game others at the table lost",
    source="[SKATTODAY]",
    compute_gain=_score_seeger_fabian,
    min_points=None,
    extra_figure=OWN_DEALS,
)
SIGNED_LISTS = PartyMethod(
    key="signed-lists",
    name="Plus and minus by lists",
    unit="points",
    games=("schafkopf", "doppelkopf"),
    required_entry="points",
    options=(LIST_SUM, *ABSENCE),
    columns=("points",),
    rule_text="points of all lists, plus and minus, added up",
    source="[SKATTODAY]",
    compute_gain=_score_written_points,
    min_points=None,
)
