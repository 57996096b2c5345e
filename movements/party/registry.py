"""Every progressive system of the program, in the order a director expects to see them."""

from collections.abc import Sequence
from typing import Any

from movements.errors import NoProgressiveSystemError
from movements.model import Option
from movements.party import conduct
from movements.party.model import PartySystem
from movements.party.rules import systems
from movements.party.rules.at_table import Pivot, StaySeated
from movements.party.rules.pair_cycles import AllMeet, EwUp
from movements.party.rules.progress import Progress
from movements.party.rules.rotation import Rotation
from movements.party.rules.transitions import TRANSITIONS, Transition

WHIST = "Whist and Duplicate Whist, 11th edition 1900"
HOYLE = "Hoyle's Rules for Card Games, 1926"
LARGEST = 400
"""Players of the largest party, a hundred tables of four."""


def _system(
    key: str,
    name: str,
    game: str,
    source: str,
    movement: Sequence[Option] = (),
    conducted: Sequence[Option] = (),
    **rest: Any,
) -> PartySystem:
    known: dict[str, Any] = {
        "aliases": (),
        "sizes": "8 to 400 players",
        "legal_sizes": range(8, LARGEST + 1),
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
        **(known | rest),
    )


_UP = (systems.HEAD_TABLE, systems.ODD_AT_FOOT)
_IN_TURN = ("letters-stay", "sit-outs-in-turn")
_PAIRS: dict[str, Any] = {
    "sizes": "an even number of players, 8 to 400",
    "legal_sizes": range(8, LARGEST + 1, 2),
    "fixed": True,
}

PARTY_SYSTEMS: tuple[PartySystem, ...] = (
    _system(
        "progressive-whist-1",
        "Progressive whist, first method",
        "whist",
        f"{WHIST}, page 24",
        (systems.HEAD_TABLE, systems.ODD),
        (conduct.ONE_DEAL, conduct.CUT_DEAL, conduct.TIE, conduct.FINAL_TIE),
        aliases=("whist-1", "progressive-whist"),
        guarantees=_IN_TURN,
        rule=systems.up,
        usual_method="winners-only",
    ),
    _system(
        "progressive-whist-2",
        "Progressive whist, second method",
        "whist",
        f"{WHIST}, page 24",
        (systems.VARIANT, systems.ODD),
        (conduct.ONE_DEAL, conduct.CUT_DEAL, conduct.TIE, conduct.FINAL_TIE),
        aliases=("whist-2",),
        guarantees=_IN_TURN,
        rule=systems.whist_2,
        usual_method="winners-only",
    ),
    _system(
        "progressive-whist-3",
        "Progressive whist, third method",
        "whist",
        f"{WHIST}, page 24; {HOYLE}, page 91",
        conducted=(conduct.ONE_DEAL, conduct.CUT_DEAL, conduct.FINAL_TIE),
        aliases=("whist-3", "ew-up"),
        rule=lambda _options: EwUp(),
        guarantees=("partners-stay", "each-ns-meets-each-ew"),
        usual_method="winners-only",
        **_PAIRS,
    ),
    _system(
        "progressive-whist-4",
        "Progressive whist, fourth method",
        "whist",
        f"{WHIST}, page 25; {HOYLE}, page 91",
        conducted=(conduct.ONE_DEAL, conduct.CUT_DEAL, conduct.FINAL_TIE),
        aliases=("whist-4", "pivot-all-meet"),
        rule=lambda _options: AllMeet(),
        guarantees=("partners-stay", "all-pairs-meet"),
        usual_method="winners-only",
        **_PAIRS,
    ),
    _system(
        "drive-whist",
        "Drive whist",
        "whist",
        "Foster's Complete Hoyle, 1914, Drive Whist (which way the winners go is not fixed there)",
        (systems.DRIVE_PARTNERS, systems.DIRECTION, systems.ODD),
        (conduct.ONE_DEAL, conduct.LOSER_DEAL, conduct.FINAL_TIE),
        aliases=("whist-drive",),
        guarantees=_IN_TURN,
        rule=systems.drive_whist,
        usual_method="tricks",
        is_ring=True,
    ),
    _system(
        "progressive-euchre",
        "Progressive euchre",
        "euchre",
        f"{HOYLE}, pages 90-92",
        (
            systems.WHO_MOVES,
            systems.HEAD_TABLE,
            systems.PARTNERS,
            systems.SEAT,
            systems.MOVERS,
            systems.REVERSE_AFTER,
            systems.ODD_AT_FOOT,
        ),
        (conduct.ROUND_ENDS, conduct.TIE, conduct.LONE_HANDS, conduct.DEAL, conduct.FINAL_TIE),
        aliases=("euchre",),
        guarantees=("letters-stay",),
        rule=systems.euchre,
    ),
    _system(
        "rapid-euchre",
        "Rapid euchre",
        "euchre",
        f"{HOYLE}, page 92",
        (systems.ODD_AT_FOOT,),
        (conduct.RAPID_ENDS, conduct.TIE, conduct.NO_LONE_HANDS, conduct.REMAINING_DEAL, conduct.FINAL_TIE),
        guarantees=_IN_TURN,
        rule=lambda options: Progress(systems.HEAD_TO_FOOT, odd=options["odd"]),
    ),
    _system(
        "large-euchre",
        "Large public euchre",
        "euchre",
        f"{HOYLE}, pages 92-96",
        (systems.CIRCLE, systems.ROWS, systems.ODD_AT_FOOT),
        (conduct.TIME_ENDS, conduct.LARGE_TIE, conduct.NO_LONE_HANDS, conduct.REMAINING_DEAL, conduct.SLIPS),
        guarantees=_IN_TURN,
        rule=systems.large_euchre,
        is_ring=True,
    ),
    _system(
        "progressive-five-hundred",
        "Progressive five hundred",
        "five-hundred",
        f"{HOYLE}, pages 102-103 (who moves from tables of five, and the head table, are read so)",
        (systems.TABLE, systems.FIVE_HUNDRED_HEAD, systems.PARTNERS, systems.FIVE_HUNDRED_ODD),
        (conduct.ONE_EACH, conduct.FINAL_TIE),
        aliases=("five-hundred",),
        table_sizes=(4, 3, 5, 6),
        rule=systems.five_hundred,
        usual_method="plus-and-minus",
    ),
    _system(
        "progressive-cinch",
        "Progressive cinch",
        "cinch",
        f"{HOYLE}, page 151",
        _UP,
        (conduct.CINCH_ENDS, conduct.CUT_TIE, conduct.FINAL_TIE),
        aliases=("cinch",),
        guarantees=_IN_TURN,
        rule=systems.up,
    ),
    _system(
        "sixty-three",
        "Progressive sixty-three",
        "cinch",
        f"{HOYLE}, page 151",
        _UP,
        (conduct.FOUR_HANDS, conduct.CUT_TIE, conduct.FINAL_TIE),
        guarantees=_IN_TURN,
        rule=systems.up,
    ),
    _system(
        "progressive-auction",
        "Progressive auction bridge",
        "auction",
        f"{HOYLE}, pages 36-37 (the head table is not fixed there)",
        (systems.AUCTION_HEAD, systems.ODD),
        (conduct.FOUR_HANDS, conduct.TIE, conduct.FINAL_TIE),
        aliases=("progressive-bridge",),
        guarantees=_IN_TURN,
        rule=systems.up,
    ),
    _system(
        "pivot",
        "Pivot bridge",
        "auction",
        f"{HOYLE}, page 35",
        conducted=(conduct.ONE_RUBBER, conduct.FINAL_TIE),
        sizes="4 to 400 players at full tables",
        legal_sizes=range(4, LARGEST + 1, 4),
        rule=lambda _options: Pivot(),
        guarantees=("table-partners-once",),
        fixed=True,
        usual_method="pivot",
        tables_stay=True,
    ),
    _system(
        "skat-congress",
        "Skat League congress",
        "skat",
        f"{HOYLE}, pages 157 and 159-164",
        (systems.FULL_TABLE,),
        (conduct.SKAT_ENDS, conduct.FINAL_TIE),
        sizes="3 to 400 players",
        legal_sizes=range(3, LARGEST + 1),
        table_sizes=(4, 3, 5, 6),
        rule=lambda options: StaySeated(int(options[systems.FULL_TABLE.name])),
        guarantees=("seats-stay",),
        fixed=True,
        tables_stay=True,
        in_sessions=True,
    ),
    _system(
        "rotation",
        "Fixed rotation",
        "any",
        "constructed: powers of a generator, or found by search (no source gives them)",
        conducted=(conduct.TIE, conduct.FINAL_TIE),
        sizes="4 to 100 players",
        legal_sizes=range(4, 101),
        aliases=("fixed-rotation",),
        rule=lambda _options: Rotation(),
        guarantees=("partners-once", "no-partner-again", "opponents-twice", "sit-outs-even"),
        fixed=True,
        by_chart=True,
    ),
)
"""All progressive systems."""


def _bare(transition: Transition) -> PartySystem:
    """Return a transition as a system, for whoever wants that and nothing else."""
    kept = transition.key.endswith("partners-kept")
    return _system(
        transition.key,
        transition.key.replace("-", " ").capitalize(),
        "any",
        f"{WHIST}, page 24; {HOYLE}, pages 36-37 and 90-96",
        () if kept else (systems.ODD,),
        rule=lambda options: Progress(transition, pairs=kept, odd=options.get("odd", "sit-out")),
    )


TRANSITION_SYSTEMS = tuple(_bare(transition) for transition in TRANSITIONS.values())
"""The transitions of the books under their own names, for ``step``."""


def find_party_system(key: str) -> PartySystem:
    """Return the system or transition with this key or alias, capitals, spaces and underscores not minded.

    >>> find_party_system("winners_up_head_kept").key, find_party_system("Whist drive").key
    ('winners-up-head-kept', 'drive-whist')

    :raises NoProgressiveSystemError: naming the nearest keys and aliases.
    """
    wanted = _name(key)
    for system in (*PARTY_SYSTEMS, *TRANSITION_SYSTEMS):
        if wanted in (system.key, *system.aliases):
            return system
    # difflib is only needed for a mistyped name and would slow down every start.
    from difflib import get_close_matches

    near = get_close_matches(wanted, party_names(), n=3, cutoff=0.5) or [system.key for system in PARTY_SYSTEMS[:2]]
    raise NoProgressiveSystemError(key=key, nearest=" or ".join(near))


def party_names() -> list[str]:
    """Return every key and alias.

    >>> party_names()[:2]
    ['progressive-whist-1', 'whist-1']
    """
    return [name for system in (*PARTY_SYSTEMS, *TRANSITION_SYSTEMS) for name in (system.key, *system.aliases)]


def is_party(key: str) -> bool:
    """Return whether :func:`find_party_system` knows this name.

    >>> is_party("Ew up"), is_party("howell")
    (True, False)
    """
    return _name(key) in party_names()


def _name(key: str) -> str:
    return key.strip().casefold().replace(" ", "-").replace("_", "-")
