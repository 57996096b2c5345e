"""What can be chosen about who goes where, and the rule that the choices make.

What the books leave open is an option with a stated default.  Leaves the list of systems to
:mod:`movements.party.rounds`.
"""

from movements.model import Option
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
    ("kept", "split", "to-foot"),
    "kept",
    "At table 1 the winners stay together and the losers go to the foot (kept); the same, but the winners part as "
    "elsewhere (split); or the winners go to the foot and the losers stay (to-foot).",
    label="At the head table",
    words=(
        ("kept", "winners stay together, losers go to the foot"),
        ("split", "winners stay but part, losers go to the foot"),
        ("to-foot", "winners go to the foot, losers stay"),
    ),
    needs=("who_moves", "winners"),
)
ODD = Option(
    "odd",
    ("sit-out", "short-table"),
    "sit-out",
    "Those who fill no table sit out in turn (sit-out), or two or three play at the foot, two of whom progress "
    "(short-table).",
    label="If players are left over",
    words=(("sit-out", "they sit out, others each time"), ("short-table", "two or three play at the foot")),
)
ODD_AT_FOOT = Option(ODD.name, ODD.choices[::-1], "short-table", ODD.help, label=ODD.label, words=ODD.words)
WHO_MOVES = Option(
    "who_moves",
    ("winners", "winners-part", "winner-and-loser", "one-seat", "ew-up", "all-meet"),
    "winners",
    "The winners go up (winners); the winner in seat A goes up, the one in seat B down (winners-part); the winner in "
    "seat A goes up, the loser in seat B down (winner-and-loser); only one seat goes up (one-seat); partners stay "
    "together and E-W pairs go up (ew-up) or every two pairs meet once (all-meet).",
    label="Who moves",
    words=(
        ("winners", "the winners go up"),
        ("winners-part", "the winner in seat A up, the one in seat B down"),
        ("winner-and-loser", "the winner in seat A up, the loser in seat B down"),
        ("one-seat", "only one seat goes up"),
        ("ew-up", "partners stay together, E-W pairs go up"),
        ("all-meet", "partners stay together, all pairs meet"),
    ),
)
PARTNERS = Option(
    "partners",
    ("changed", "kept"),
    "changed",
    "With who_moves=winners: partners are changed at every move (changed) or stay together all evening (kept).",
    label="Partners",
    words=(("changed", "part at every move"), ("kept", "stay together all evening")),
    needs=("who_moves", "winners"),
)
SEAT = Option(
    "seat",
    ("b", "a"),
    "b",
    "With who_moves=one-seat: the seat that moves, A or B.",
    label="The seat that moves",
    words=(("b", "seat B"), ("a", "seat A")),
    needs=("who_moves", "one-seat"),
)
MOVERS = Option(
    "movers",
    ("winners", "all"),
    "winners",
    "With who_moves=one-seat: only the winners in it, or all who sit in it.",
    label="Of that seat",
    words=(("winners", "only the winners"), ("all", "all")),
    needs=("who_moves", "one-seat"),
)
REVERSE_AFTER = Option(
    "reverse_after",
    ("never", *(str(number) for number in range(1, 41))),
    "never",
    "With who_moves=one-seat: the round after which the other seat moves for the rest of the evening.",
    label="The other seat moves",
    words=(("never", "never"), *((str(number), f"after round {number}") for number in range(1, 41))),
    needs=("who_moves", "one-seat"),
)


def _head(options: Chosen) -> Transition:
    return {"kept": HEAD_KEPT, "split": HEAD_SPLIT, "to-foot": HEAD_TO_FOOT}[options[HEAD_TABLE.name]]


def up(options: Chosen) -> Rule:
    """Return the rule of winners going up under the chosen custom at the head table."""
    return Progress(_head(options), odd=options[ODD.name])


VARIANT = Option(
    "variant",
    ("winners-part", "winner-and-loser"),
    "winners-part",
    "The winner in seat A goes up and the one in seat B down, the losers part (winners-part); or the winner in seat A "
    "goes up and the loser in seat B down, and the two who stay become partners (winner-and-loser).",
    label="Who moves",
    words=(
        ("winners-part", "the winner in seat A up, the one in seat B down"),
        ("winner-and-loser", "the winner in seat A up, the loser in seat B down"),
    ),
)
DRIVE_PARTNERS = Option(
    "partners",
    ("divided", "kept"),
    "divided",
    "Partners part at every move (divided) or stay together all evening (kept).",
    label="Partners",
    words=(("divided", "part at every move"), ("kept", "stay together all evening")),
    needs=("who_moves", "winners"),
)
DIRECTION = Option(
    "direction",
    ("down", "up"),
    "down",
    "The winners go to the next higher table number and from the last to table 1 (down), or the other way (up).",
    label="Winners go",
    words=(("down", "to the next higher table number"), ("up", "to the next lower table number")),
)
CIRCLE = Option(
    "circle",
    ("row", "serpentine"),
    "row",
    "Every row of tables is a ring of its own (row), or one ring goes through all rows (serpentine).",
    label="The circle of tables",
    words=(("row", "every row by itself"), ("serpentine", "one through all rows")),
)
ROWS = Option(
    "rows",
    ("by-16", *(str(number) for number in range(1, 13))),
    "by-16",
    "The number of rows; by-16 makes one for every 16 tables begun.",
    label="Rows of tables",
    words=(("by-16", "one for every 16 tables"),),
)
TABLE = Option(
    "table",
    ("4", "3", "5", "6"),
    "4",
    "The players at a table: 4 or 6 in sides, 3 or 5 each alone.",
    label="Players at a table",
    words=(
        ("4", "4, two against two"),
        ("3", "3, each alone"),
        ("5", "5, each alone"),
        ("6", "6, three against three"),
    ),
)
FULL_TABLE = Option(
    "full_table",
    ("4", "5", "6"),
    "4",
    "The players at a full table; three hold cards, the others share the fortune of the single player's adversaries.",
    label="Players at a full table",
    words=(("4", "4, the dealer looks on"), ("5", "5, two look on"), ("6", "6, three look on")),
)
FIVE_HUNDRED_HEAD = Option(
    "head_table",
    ("progress-to-foot", "losers-to-foot"),
    "progress-to-foot",
    "Those who progress from table 1 go to the foot, or (tables of 4 and 6) the losers do and the winners stay there.",
    label="At the head table",
    words=(
        ("progress-to-foot", "those who progress go to the foot"),
        ("losers-to-foot", "losers go to the foot, winners stay"),
    ),
    needs=("who_moves", "winners"),
)
FIVE_HUNDRED_ODD = Option(
    "odd",
    ("five-at-table", "short-table", "sit-out"),
    "five-at-table",
    "With tables of 4: those left over make tables of five (five-at-table), play two or three at the foot "
    "(short-table), or sit out in turn (sit-out).",
    label="If players are left over",
    words=(
        ("five-at-table", "some tables have five"),
        ("short-table", "two or three play at the foot"),
        ("sit-out", "they sit out, others each time"),
    ),
)
AUCTION_HEAD = Option(
    HEAD_TABLE.name,
    ("to-foot", "kept", "split"),
    "to-foot",
    HEAD_TABLE.help,
    label=HEAD_TABLE.label,
    words=HEAD_TABLE.words,
    needs=HEAD_TABLE.needs,
)


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
        return EwUp() if movers == "ew-up" else AllMeet()
    if movers == "winners" and options[PARTNERS.name] == "kept":
        to_foot = options[HEAD_TABLE.name] == "to-foot"
        return Progress(TRANSITIONS["winners-up-partners-kept"] if to_foot else LOSERS_TO_FOOT_KEPT, pairs=True)
    if movers == "one-seat":
        return _one_seat(options)
    key = {"winners-part": "lady-up-gent-down", "winner-and-loser": "win-lady-up-lose-gent-down"}.get(movers)
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
    return Progress(first, odd=options[ODD.name], then=second, then_after=None if after == "never" else int(after))


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
        return Progress(TRANSITIONS["winners-up-partners-kept"] if to_foot else LOSERS_TO_FOOT_KEPT, pairs=True)
    return Progress(HEAD_TO_FOOT if to_foot else HEAD_SPLIT, size=size, odd=options[ODD.name])
