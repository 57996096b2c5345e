"""What can be chosen about who goes where, and the rule that the choices make.

What the books leave open is an option with a stated default.  Leaves the list of systems to
:mod:`movements.party.rounds`.
"""

from dataclasses import replace

from movements.option import Option, numbers
from movements.party.model import Chosen, Rule
from movements.party.rules.pair_cycles import AllMeet, EwUp
from movements.party.rules.progress import Progress
from movements.party.rules.transitions import PARTNERS_KEPT, TRANSITIONS, Transition

HEAD_KEPT = TRANSITIONS["winners-up-head-kept"]
HEAD_SPLIT = TRANSITIONS["winners-up-head-split"]
HEAD_TO_FOOT = TRANSITIONS["winners-up-head-to-foot"]
LOSERS_TO_FOOT_KEPT, DOWN_KEPT = PARTNERS_KEPT

HEAD_TABLE = Option(
    "head_table",
    "At the head table",
    {
        "kept": "winners stay together, losers go to the foot",
        "split": "winners stay but separate, losers go to the foot",
        "to-foot": "winners go to the foot, losers stay",
    },
    needs=("who_moves", "winners"),
)
ODD = Option(
    "odd",
    "Leftover players",
    {"sit-out": "sit out in turn", "short-table": "two or three play at the foot table"},
    note="Two of the players at the foot move up.",
)
ODD_AT_FOOT = ODD.only("short-table", "sit-out")
WHO_MOVES = Option(
    "who_moves",
    "Moving players",
    {
        "winners": "the winners go up",
        "winners-part": "the winner in seat A up, the one in seat B down",
        "winner-and-loser": "the winner in seat A up, the loser in seat B down",
        "one-seat": "only one seat goes up",
        "ew-up": "partners stay together, E-W pairs go up",
        "all-meet": "partners stay together, all pairs meet once",
    },
)
PARTNERS = Option(
    "partners",
    "Partners",
    {"changed": "change at every move", "kept": "stay together"},
    needs=("who_moves", "winners"),
)
SEAT = Option(
    "seat", "The seat that moves", {"b": "seat B", "a": "seat A"}, needs=("who_moves", "one-seat")
)
MOVERS = Option(
    "movers",
    "Players in that seat",
    {"winners": "only the winners", "all": "all"},
    needs=("who_moves", "one-seat"),
)
REVERSE_AFTER = Option(
    "reverse_after",
    "Change of moving seat",
    {"never": "never"} | {str(number): f"after round {number}" for number in range(1, 41)},
    note="The other seat moves for the rest of the event.",
    needs=("who_moves", "one-seat"),
)


def _head(options: Chosen) -> Transition:
    return {"kept": HEAD_KEPT, "split": HEAD_SPLIT, "to-foot": HEAD_TO_FOOT}[
        options[HEAD_TABLE.name]
    ]


def up(options: Chosen) -> Rule:
    """Return the rule of winners going up under the chosen custom at the head table."""
    return Progress(_head(options), odd=options[ODD.name])


VARIANT = replace(
    WHO_MOVES.only("winners-part", "winner-and-loser"),
    name="variant",
    note="If both winners move, the losers separate. Otherwise the two who stay become partners.",
)
DRIVE_PARTNERS = Option(
    PARTNERS.name,
    PARTNERS.label,
    {"divided": PARTNERS.phrases["changed"], "kept": PARTNERS.phrases["kept"]},
    needs=PARTNERS.needs,
)
DIRECTION = Option(
    "direction",
    "Winners move",
    {"down": "to the next higher table number", "up": "to the next lower table number"},
    note="The last table and table 1 are neighbours.",
)
CIRCLE = Option(
    "circle", "Circle of tables", {"row": "each row separately", "serpentine": "all rows together"}
)
ROWS = Option(
    "rows", "Rows of tables", {"by-16": "one per 16 tables or part of 16"} | numbers(*range(1, 13))
)
TABLE = Option(
    "table",
    "Players at a table",
    {
        "4": "4, two against two",
        "3": "3, each alone",
        "5": "5, each alone",
        "6": "6, three against three",
    },
)
FULL_TABLE = Option(
    "full_table",
    "Players at a full table",
    {"4": "4, the dealer watches", "5": "5, two watch", "6": "6, three watch"},
    note="Players who watch score with the declarer's opponents.",
)
FIVE_HUNDRED_HEAD = Option(
    HEAD_TABLE.name,
    HEAD_TABLE.label,
    {
        "progress-to-foot": "those who move up go to the foot",
        "losers-to-foot": "losers go to the foot, winners stay",
    },
    note="“Losers go to the foot” works only with tables of 4 or 6.",
    needs=HEAD_TABLE.needs,
)
FIVE_HUNDRED_ODD = Option(
    ODD.name,
    ODD.label,
    {"five-at-table": "some tables have five"} | ODD_AT_FOOT.phrases,
    note="“Some tables have five”: only with tables of 4. Two of the players at the foot move up.",
)
AUCTION_HEAD = HEAD_TABLE.only("to-foot", "kept", "split")


def whist_2(options: Chosen) -> Rule:
    """Return the rule of the second method."""
    key = {"winners-part": "lady-up-gent-down", "winner-and-loser": "win-lady-up-lose-gent-down"}
    return Progress(TRANSITIONS[key[options[VARIANT.name]]], odd=options[ODD.name])


def drive_whist(options: Chosen) -> Rule:
    """Return the rule of a ring of tables without rank."""
    kept, up = options[DRIVE_PARTNERS.name] == "kept", options[DIRECTION.name] == "up"
    if kept:
        return Progress(TRANSITIONS["winners-up-partners-kept"] if up else DOWN_KEPT, pairs=True)
    ring = HEAD_TO_FOOT if up else TRANSITIONS["winners-down-circle-split"]
    return Progress(ring, odd=options[ODD.name])


def euchre(options: Chosen) -> Rule:
    """Return the rule of euchre, whoever moves."""
    movers = options[WHO_MOVES.name]
    if movers in {"ew-up", "all-meet"}:
        if movers == "ew-up":
            return EwUp()
        return AllMeet()
    if movers == "winners" and options[PARTNERS.name] == "kept":
        to_foot = options[HEAD_TABLE.name] == "to-foot"
        return Progress(
            TRANSITIONS["winners-up-partners-kept"] if to_foot else LOSERS_TO_FOOT_KEPT, pairs=True
        )
    if movers == "one-seat":
        return _one_seat(options)
    key = {
        "winners-part": "lady-up-gent-down",
        "winner-and-loser": "win-lady-up-lose-gent-down",
    }.get(movers)
    return Progress(TRANSITIONS[key] if key else _head(options), odd=options[ODD.name])


def _one_seat(options: Chosen) -> Rule:
    seats = "ba" if options[SEAT.name] == "b" else "ab"
    keys = {
        ("b", "winners"): "win-gent-up-only",
        ("b", "all"): "all-gents-up",
        ("a", "winners"): "win-lady-up-only",
        ("a", "all"): "all-ladies-up",
    }
    first, second = (TRANSITIONS[keys[seat, options[MOVERS.name]]] for seat in seats)
    after = options[REVERSE_AFTER.name]
    then_after = None if after == "never" else int(after)
    return Progress(
        first,
        odd=options[ODD.name],
        then=second,
        then_after=then_after,
    )


def large_euchre(options: Chosen) -> Rule:
    """Return the rule of the room of rows."""
    rows = options[ROWS.name]
    return Progress(
        TRANSITIONS["winners-down-circle-split"],
        by_row=options[CIRCLE.name] == "row",
        odd=options[ODD.name],
        rows=0 if rows == "by-16" else int(rows),
    )


def five_hundred(options: Chosen) -> Rule:
    """Return the rule of five hundred with 3, 4, 5 or 6 at a table."""
    size = int(options[TABLE.name])
    to_foot = options[FIVE_HUNDRED_HEAD.name] == "progress-to-foot" or size in {3, 5}
    if size == 4 and options[PARTNERS.name] == "kept":
        return Progress(
            TRANSITIONS["winners-up-partners-kept"] if to_foot else LOSERS_TO_FOOT_KEPT, pairs=True
        )
    return Progress(HEAD_TO_FOOT if to_foot else HEAD_SPLIT, size=size, odd=options[ODD.name])
