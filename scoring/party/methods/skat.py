"""Skat in series by Seeger and Fabian, and the free lists of Schafkopf and Doppelkopf."""

from movements.option import Option
from scoring.deals.skat_list import LOST_BY_OTHERS, WON_OR_LOST
from scoring.party.methods.games import Settings
from scoring.party.model import OWN_DEALS, Gain, PartyGame, PartyMethod, TableGames
from scoring.party.presence import ABSENCE

BONUS = Option(
    "bonus",
    "Points beside those of the games",
    {
        "extended": "Seeger–Fabian: 50 for own games, 30 or 40 for those others lost",
        "seeger": "Seeger: 50 for own games only",
        "points": "none",
    },
    note="50 for each game won, less 50 for each lost; for a game that another lost 30, at a table of three 40.",
)
LIST_SUM = Option(
    "list_sum",
    "The points of a table add up to",
    {"zero": "0: plus and minus", "any": "anything: only plus is written"},
)


def _seeger_fabian(game: PartyGame, table: TableGames, settings: Settings) -> Gain:
    result = game.own or 0
    if settings["bonus"] != "points":
        result += WON_OR_LOST * (game.deals_won - game.deals_lost)
    if settings["bonus"] == "extended":
        lost = sum(table_game.deals_lost for table_game in table) - game.deals_lost
        result += LOST_BY_OTHERS.get(len(table), 0) * lost
    return Gain(max(result, 0), max(-result, 0))


def _as_written(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    own = game.own or 0
    return Gain(max(own, 0), max(-own, 0))


SEEGER_FABIAN = PartyMethod(
    key="seeger-fabian",
    name="Seeger–Fabian",
    unit="points",
    games=("skat",),
    needs="points",
    options=(BONUS, *ABSENCE),
    columns=("points", "won", "lost"),
    rule="the points, 50 for each game won less those lost, 30 (at three 40) for each game another at the table lost",
    source="[SKATTODAY]",
    gain=_seeger_fabian,
    lowest=None,
    beside=OWN_DEALS,
)
SIGNED_LISTS = PartyMethod(
    key="signed-lists",
    name="Plus and minus by lists",
    unit="points",
    games=("schafkopf", "doppelkopf"),
    needs="points",
    options=(LIST_SUM, *ABSENCE),
    columns=("points",),
    rule="the points of every list, plus and minus, added up",
    source="[SKATTODAY]",
    gain=_as_written,
    lowest=None,
)
