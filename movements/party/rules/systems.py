"""Options of progressive movements, and the rules built from them.

A point that the books leave open is an option with a default. The systems themselves are listed in
:mod:`movements.party.systems`.
"""

from dataclasses import replace

from movements.option import Option, make_number_phrases
from movements.party.model import OptionValues, Rule
from movements.party.rules.pair_cycles import AllPairsMeetRule, EwPairsUpRule
from movements.party.rules.progress import ProgressRule
from movements.party.rules.transitions import PARTNERS_KEPT, TRANSITIONS, Transition

HEAD_KEPT = TRANSITIONS["winners-up-head-kept"]
HEAD_SPLIT = TRANSITIONS["winners-up-head-split"]
HEAD_TO_FOOT = TRANSITIONS["winners-up-head-to-foot"]
LOSERS_TO_FOOT_WITH_PARTNERS, WINNERS_DOWN_WITH_PARTNERS = PARTNERS_KEPT

MAX_REVERSE_ROUND = 40

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
LEFTOVER_PLAYERS = Option(
    "odd",
    "Leftover players",
    {"sit-out": "sit out in turn", "short-table": "two or three play at the foot table"},
    note="With a short table, two of its players move up.",
)
LEFTOVER_PLAYERS_AT_FOOT = LEFTOVER_PLAYERS.only("short-table", "sit-out")
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
    {"never": "never"}
    | {str(number): f"after round {number}" for number in range(1, MAX_REVERSE_ROUND + 1)},
    note="The other seat moves for the rest of the event.",
    condition=("who_moves", "one-seat"),
)


def _get_winners_up_transition(options: OptionValues) -> Transition:
    by_choice = {"kept": HEAD_KEPT, "split": HEAD_SPLIT, "to-foot": HEAD_TO_FOOT}
    return by_choice[options[HEAD_TABLE.name]]


def make_winners_up_rule(options: OptionValues) -> Rule:
    """Return the rule of winners who go up, with the chosen custom at the head table."""
    return ProgressRule(_get_winners_up_transition(options), odd=options[LEFTOVER_PLAYERS.name])


WHIST_2_VARIANT = replace(
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
TABLE_SIZE = Option(
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
FIVE_HUNDRED_LEFTOVER_PLAYERS = Option(
    LEFTOVER_PLAYERS.name,
    LEFTOVER_PLAYERS.label,
    {"five-at-table": "some tables have five"} | LEFTOVER_PLAYERS_AT_FOOT.phrases,
    note="“Some tables have five”: only with tables of 4. With a short table, two of its players move up.",
)
AUCTION_HEAD = HEAD_TABLE.only("to-foot", "kept", "split")


def make_whist_2_rule(options: OptionValues) -> Rule:
    """Return the rule of the second method of whist, in the chosen variant."""
    return ProgressRule(
        _PARTING_TRANSITIONS[options[WHIST_2_VARIANT.name]], odd=options[LEFTOVER_PLAYERS.name]
    )


_PARTING_TRANSITIONS = {
    "winners-part": TRANSITIONS["lady-up-gent-down"],
    "winner-and-loser": TRANSITIONS["win-lady-up-lose-gent-down"],
}


def make_drive_whist_rule(options: OptionValues) -> Rule:
    """Return the rule of drive whist, a ring of tables without rank."""
    goes_up = options[DIRECTION.name] == "up"
    if options[DRIVE_PARTNERS.name] == "kept":
        transition = (
            TRANSITIONS["winners-up-partners-kept"] if goes_up else WINNERS_DOWN_WITH_PARTNERS
        )
        return ProgressRule(transition, pairs=True)
    transition = HEAD_TO_FOOT if goes_up else TRANSITIONS["winners-down-circle-split"]
    return ProgressRule(transition, odd=options[LEFTOVER_PLAYERS.name])


def make_euchre_rule(options: OptionValues) -> Rule:
    """Return the rule of euchre for the chosen movers."""
    movers = options[WHO_MOVES.name]
    if movers == "ew-up":
        return EwPairsUpRule()
    if movers == "all-meet":
        return AllPairsMeetRule()
    if movers == "one-seat":
        return _make_one_seat_rule(options)
    if movers == "winners" and options[PARTNERS.name] == "kept":
        return _make_partners_kept_rule(to_foot=options[HEAD_TABLE.name] == "to-foot")
    transition = _PARTING_TRANSITIONS.get(movers) or _get_winners_up_transition(options)
    return ProgressRule(transition, odd=options[LEFTOVER_PLAYERS.name])


def _make_partners_kept_rule(*, to_foot: bool) -> Rule:
    """Return the rule of pairs. *to_foot* sends winners at the head table to the foot, not losers."""
    transition = (
        TRANSITIONS["winners-up-partners-kept"] if to_foot else LOSERS_TO_FOOT_WITH_PARTNERS
    )
    return ProgressRule(transition, pairs=True)


def _make_one_seat_rule(options: OptionValues) -> Rule:
    keys = {
        ("b", "winners"): "win-gent-up-only",
        ("b", "all"): "all-gents-up",
        ("a", "winners"): "win-lady-up-only",
        ("a", "all"): "all-ladies-up",
    }
    first_seat = options[SEAT.name]
    second_seat = {"a": "b", "b": "a"}[first_seat]
    movers = options[MOVERS.name]
    reverse_after = options[REVERSE_AFTER.name]
    change_round = None if reverse_after == "never" else int(reverse_after)
    return ProgressRule(
        TRANSITIONS[keys[first_seat, movers]],
        odd=options[LEFTOVER_PLAYERS.name],
        later_transition=TRANSITIONS[keys[second_seat, movers]],
        transition_round=change_round,
    )


def make_large_euchre_rule(options: OptionValues) -> Rule:
    """Return the rule of a large room with rows of tables."""
    rows = options[ROWS.name]
    # With 0 rows, ProgressRule makes one per 16 tables.
    row_count = 0 if rows == "by-16" else int(rows)
    return ProgressRule(
        TRANSITIONS["winners-down-circle-split"],
        by_row=options[CIRCLE.name] == "row",
        odd=options[LEFTOVER_PLAYERS.name],
        rows=row_count,
    )


def make_five_hundred_rule(options: OptionValues) -> Rule:
    """Return the rule of five hundred with 3, 4, 5 or 6 players at a table."""
    size = int(options[TABLE_SIZE.name])
    # Tables where everybody plays alone have no losing side that could go to the foot.
    to_foot = options[FIVE_HUNDRED_HEAD.name] == "progress-to-foot" or size in {3, 5}
    if size == 4 and options[PARTNERS.name] == "kept":
        return _make_partners_kept_rule(to_foot=to_foot)
    transition = HEAD_TO_FOOT if to_foot else HEAD_SPLIT
    return ProgressRule(transition, size=size, odd=options[LEFTOVER_PLAYERS.name])
