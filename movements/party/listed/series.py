"""Evenings in series, for which everybody is seated anew: Skat, Schafkopf and Doppelkopf as clubs play them today."""

from typing import Any

from movements.model import Option
from movements.party import conduct
from movements.party.listed.entry import LARGEST, party_entry
from movements.party.model import PartySystem
from movements.party.rules import series_options
from movements.party.rules.series import Series, series_sizes

TODAY = "evenings as clubs and tournaments in Germany announce them today"


def _in_series(key: str, name: str, game: str, rule: Series, *options: Option, **rest: Any) -> PartySystem:
    """Return a system of free tables whose lists are handed in after every series."""
    return party_entry(
        key,
        name,
        game,
        TODAY,
        (series_options.SERIES_SEATS,),
        (*options, conduct.FINAL_TIE),
        legal_sizes=[size for size in range(3, LARGEST + 1) if series_sizes(size, rule.size, rule.other)],
        table_sizes=(rule.size, rule.other),
        rule=lambda _options: rule,
        fixed=True,
        by_list=True,
        **rest,
    )


SERIES_SYSTEMS: tuple[PartySystem, ...] = (
    _in_series(
        "skat-series",
        "Skat in series",
        "skat",
        Series(),
        series_options.SERIES_GAMES,
        series_options.LOST_GAMES,
        sizes="3, 4, or 6 to 400 players, because five make neither a table nor two",
        aliases=("preisskat",),
        usual_method="seeger-fabian",
    ),
    _in_series(
        "schafkopf-series",
        "Schafkopf in rounds",
        "schafkopf",
        Series(4, 5),
        sizes="4, 5, 8 to 10, or 12 to 400 players",
    ),
    _in_series(
        "doppelkopf-series",
        "Doppelkopf in rounds",
        "doppelkopf",
        Series(4, 5),
        sizes="4, 5, 8 to 10, or 12 to 400 players",
    ),
)
"""The systems in series."""
