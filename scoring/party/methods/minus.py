"""Ways to count in which points may be below nothing."""

from scoring.party.methods.options import Settings
from scoring.party.model import SET_BACK, Gain, PartyGame, PartyMethod, TableGames
from scoring.party.presence import ABSENCE


def _both_ways(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    """Return what a side makes as plus, and what it loses as minus, where points may be below nothing."""
    own = game.own or 0
    return Gain(max(own, 0), max(-own, 0) + game.set_back)


PLUS_AND_MINUS = PartyMethod(
    key="plus-and-minus",
    name="Plus and minus",
    unit="points",
    games=("five-hundred", "skat"),
    needs="points",
    options=ABSENCE,
    columns=("plus", "minus", "games"),
    rule="what the player's side made, less its set-backs",
    source="[HOYLE1926] pp. 102-103",
    gain=_both_ways,
    lowest=None,
    beside=SET_BACK,
)
SIXTY_THREE = PartyMethod(
    key="sixty-three",
    name="Sixty-three, players' totals",
    unit="points",
    games=("sixty-three", "cinch"),
    needs="points",
    options=ABSENCE,
    columns=("points", "games"),
    rule="the points of the player's side at each table, less what it was set back",
    source="[HOYLE1926] p. 151",
    gain=_both_ways,
    lowest=None,
)
