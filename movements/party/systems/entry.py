"""Common properties of progressive systems, so that an entry names only its own."""

from collections.abc import Sequence
from typing import Any

from movements.option import Option
from movements.party.conduct import CUT_IN_ENDS, CUT_TIE, FINAL_TIE
from movements.party.model import PartySystem
from movements.party.rules import cut_in as cut_in_options
from movements.party.rules.freeze_out import FreezeOut

MAX_PLAYERS = 400
"""Players of the largest party, a hundred tables of four."""
IN_TURN = ("letters-stay", "sit-outs-in-turn")
PAIRS: dict[str, Any] = {
    "sizes": "an even number of players, 8 to 400",
    "legal_sizes": range(8, MAX_PLAYERS + 1, 2),
    "fixed": True,
}
"""Properties of a fixed rotation of pairs."""


def make_party_system(
    key: str,
    name: str,
    game: str,
    source: str,
    movement: Sequence[Option] = (),
    conducted: Sequence[Option] = (),
    **properties: Any,
) -> PartySystem:
    """Return a system of tables of four for 8 to 400 players, unless *properties* says otherwise.

    *movement* are its options about the moves, *conducted* those about the play of a round.

    >>> from movements.party.rules.pair_cycles import EwPairsUpRule
    >>> make_party_system("x", "X", "whist", "a book", rule=lambda _options: EwPairsUpRule()).table_sizes
    (4,)
    """
    defaults: dict[str, Any] = {
        "aliases": (),
        "sizes": "8 to 400 players",
        "legal_sizes": range(8, MAX_PLAYERS + 1),
        "table_sizes": (4,),
        "guarantees": (),
    }
    return PartySystem(
        key=key,
        name=name,
        game=game,
        source=source,
        options=(*movement, *conducted),
        movement_options=tuple(option.name for option in movement),
        **(defaults | properties),
    )


# Players go out for the evening at freeze-out, and for one game at cut-in tables.

OUT_SYSTEMS: tuple[PartySystem, ...] = (
    make_party_system(
        "freeze-out",
        "Freeze-out",
        "any",
        "custom of card rooms: a knock-out at the tables (no source gives a rule for the pair that waits)",
        conducted=(CUT_TIE, FINAL_TIE),
        sizes="an even number of players, 4 to 400",
        legal_sizes=range(4, MAX_PLAYERS + 1, 2),
        rule=lambda _options: FreezeOut(),
        guarantees=("partners-stay",),
        usual_method="games",
        is_ring=True,
    ),
    make_party_system(
        "cut-in",
        "Cut-in tables",
        "any",
        "custom of card rooms and of the rubber table: the player who has played longest sits out",
        (
            cut_in_options.CUT_IN_TABLE,
            cut_in_options.SHARED_BY,
            cut_in_options.GOES_OUT,
            cut_in_options.CUT_IN_PARTNERS,
        ),
        (CUT_IN_ENDS, CUT_TIE, FINAL_TIE),
        sizes="4 to 400 players",
        legal_sizes=range(4, MAX_PLAYERS + 1),
        table_sizes=(4, 3),
        aliases=("cutting-in", "rubber-table"),
        rule=cut_in_options.make_cut_in_rule,
        guarantees=("waits-one-game",),
        usual_method="games",
        is_ring=True,
        tables_stay=True,
    ),
)
"""The systems in which players go out."""
