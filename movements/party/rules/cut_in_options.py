"""What can be chosen about tables that more share than can play, and the rule that the choices make."""

from movements.model import Option
from movements.party.model import Chosen, Rule
from movements.party.rules.cut_in import LONGEST, LOSERS, PARTING, VACANT, CutIn

CUT_IN_TABLE = Option(
    "table",
    ("4", "4-alone", "3"),
    "4",
    "The players of a game: four two against two (4), four each alone (4-alone), or three each alone (3).",
    label="At a table play",
    words=(("4", "four, two against two"), ("4-alone", "four, each alone"), ("3", "three, each alone")),
)
SHARED_BY = Option(
    "shared_by",
    ("5", "6"),
    "5",
    "The most who share a table where numbers allow it; those who do not play wait there.",
    label="A table is shared by",
    words=(("5", "five at most"), ("6", "six at most")),
)
GOES_OUT = Option(
    "goes_out",
    (LONGEST, LOSERS),
    LONGEST,
    "Who goes out for those who wait: whoever has played longest without a break, of these the losers first (longest); "
    "or the losers, of these whoever has played longest (losers). The table may name others.",
    label="Goes out",
    words=((LONGEST, "whoever has played longest"), (LOSERS, "the losers")),
)
CUT_IN_PARTNERS = Option(
    "partners",
    (PARTING, VACANT),
    PARTING,
    "After every game everybody has another partner (part), or whoever comes in takes the empty seat (vacant).",
    label="Partners",
    words=((PARTING, "change after every game"), (VACANT, "who comes in takes the empty seat")),
    needs=("table", "4"),
)


def cut_in(options: Chosen) -> Rule:
    """Return the rule of tables that others share."""
    table = options[CUT_IN_TABLE.name]
    return CutIn(
        size=int(table[0]),
        most=int(options[SHARED_BY.name]),
        alone=table != "4",
        goes_out=options[GOES_OUT.name],
        partners=options[CUT_IN_PARTNERS.name],
    )
