"""Options about the moves of the books' systems, and the rules that they make.

A point that the books leave open is an option with a default. The systems themselves are listed in
:mod:`movements.party.systems`.
"""

from dataclasses import replace

from movements.option import Option, make_number_phrases
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
    condition=("who_moves", "winners"),
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
    condition=("who_moves", "winners"),
)
SEAT = Option(
    "seat",
    "The seat that moves",
    {"b": "seat B", "a": "seat A"},
    condition=("who_moves", "one-seat"),
)
MOVERS = Option(
    "movers",
    "Players in that seat",
    {"winners": "only the winners", "all": "all"},
    condition=("who_moves", "one-seat"),
)
REVERSE_AFTER = Option(
    "reverse_after",
    "Change of moving seat",
    {"never": "never"} | {str(number): f"after round {number}" for number in range(1, 41)},
    note="The other seat moves for the rest of the event.",
    condition=("who_moves", "one-seat"),
)


def _choose_winners_up(options: Chosen) -> Transition:
    by_choice = {"kept": HEAD_KEPT, "split": HEAD_SPLIT, "to-foot": HEAD_TO_FOOT}
    return by_choice[options[HEAD_TABLE.name]]


def make_winners_up_rule(options: Chosen) -> Rule:
    """Return the rule of winners who go up, with the chosen custom at the head table."""
    return Progress(_choose_winners_up(options), odd=options[ODD.name])


VARIANT = replace(
    WHO_MOVES.only("winners-part", "winner-and-loser"),
    name="variant",
    note="If both winners move, the losers separate. Otherwise the two who stay become partners.",
)
DRIVE_PARTNERS = Option(
    PARTNERS.name,
    PARTNERS.label,
    {"divided": PARTNERS.phrases["changed"], "kept": PARTNERS.phrases["kept"]},
    condition=PARTNERS.condition,
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
    "rows",
    "Rows of tables",
    {"by-16": "one per 16 tables or part of 16"} | make_number_phrases(*range(1, 13)),
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
    condition=HEAD_TABLE.condition,
)
FIVE_HUNDRED_ODD = Option(
    ODD.name,
    ODD.label,
    {"five-at-table": "some tables have five"} | ODD_AT_FOOT.phrases,
    note="“Some tables have five”: only with tables of 4. Two of the players at the foot move up.",
)
AUCTION_HEAD = HEAD_TABLE.only("to-foot", "kept", "split")


def make_whist_2_rule(options: Chosen) -> Rule:
    """Return the rule of the second method of whist, in the chosen variant."""
    return Progress(_PARTING_TRANSITIONS[options[VARIANT.name]], odd=options[ODD.name])


_PARTING_TRANSITIONS = {
    "winners-part": TRANSITIONS["lady-up-gent-down"],
    "winner-and-loser": TRANSITIONS["win-lady-up-lose-gent-down"],
}


def make_drive_whist_rule(options: Chosen) -> Rule:
    """Return the rule of drive whist, a ring of tables without rank."""
    goes_up = options[DIRECTION.name] == "up"
    if options[DRIVE_PARTNERS.name] == "kept":
        transition = TRANSITIONS["winners-up-partners-kept"] if goes_up else DOWN_KEPT
        return Progress(transition, pairs=True)
    changed = HEAD_TO_FOOT if goes_up else TRANSITIONS["winners-down-circle-split"]
    return Progress(changed, odd=options[ODD.name])


def make_euchre_rule(options: Chosen) -> Rule:
    """Return the rule of euchre for the chosen movers."""
    movers = options[WHO_MOVES.name]
    if movers == "ew-up":
        return EwUp()
    if movers == "all-meet":
        return AllMeet()
    if movers == "one-seat":
        return _make_one_seat_rule(options)
    if movers == "winners" and options[PARTNERS.name] == "kept":
        return _make_partners_kept_rule(to_foot=options[HEAD_TABLE.name] == "to-foot")
    transition = _PARTING_TRANSITIONS.get(movers) or _choose_winners_up(options)
    return Progress(transition, odd=options[ODD.name])


def _make_partners_kept_rule(*, to_foot: bool) -> Rule:
    """Return the rule of pairs. *to_foot* sends winners at the head table to the foot, not losers."""
    transition = TRANSITIONS["winners-up-partners-kept"] if to_foot else LOSERS_TO_FOOT_KEPT
    return Progress(transition, pairs=True)


def _make_one_seat_rule(options: Chosen) -> Rule:
    keys = {
        ("b", "winners"): "win-gent-up-only",
        ("b", "all"): "all-gents-up",
        ("a", "winners"): "win-lady-up-only",
        ("a", "all"): "all-ladies-up",
    }
    first_seat, second_seat = "ba" if options[SEAT.name] == "b" else "ab"
    movers = options[MOVERS.name]
    reverse_after = options[REVERSE_AFTER.name]
    then_after = None if reverse_after == "never" else int(reverse_after)
    return Progress(
        TRANSITIONS[keys[first_seat, movers]],
        odd=options[ODD.name],
        later_transition=TRANSITIONS[keys[second_seat, movers]],
        transition_round=then_after,
    )


def make_large_euchre_rule(options: Chosen) -> Rule:
    """Return the rule of a large room with rows of tables."""
    rows = options[ROWS.name]
    # With 0 rows, Progress makes one per 16 tables.
    row_count = 0 if rows == "by-16" else int(rows)
    return Progress(
        TRANSITIONS["winners-down-circle-split"],
        by_row=options[CIRCLE.name] == "row",
        odd=options[ODD.name],
        rows=row_count,
    )


def make_five_hundred_rule(options: Chosen) -> Rule:
    """Return the rule of five hundred with 3, 4, 5 or 6 players at a table."""
    size = int(options[TABLE.name])
    # Tables where everybody plays alone have no losing side that could go to the foot.
    to_foot = options[FIVE_HUNDRED_HEAD.name] == "progress-to-foot" or size in {3, 5}
    if size == 4 and options[PARTNERS.name] == "kept":
        return _make_partners_kept_rule(to_foot=to_foot)
    transition = HEAD_TO_FOOT if to_foot else HEAD_SPLIT
    return Progress(transition, size=size, odd=options[ODD.name])
