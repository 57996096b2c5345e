"""What progressive systems have in common: their options, the rules built from them, and defaults.

Options of the conduct don't affect the moves: the end of a round, ties, lone hands, the deal, the final
tie. They are stored with a party, for its screens and papers. Options of the moves make its rule. A
point that the books leave open is an option with a default. The systems themselves are in the other
modules of this folder, but for freeze-out and cut-in tables.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from movements.option import Option, make_number_phrases
from movements.party.model import OptionValues, PartySystem, Rule
from movements.party.rules import cut_in as cut_in_options
from movements.party.rules.freeze_out import FreezeOut
from movements.party.rules.pair_cycles import AllPairsMeetRule, EwPairsUpRule
from movements.party.rules.progress import (
    PARTNERS_KEPT_TRANSITIONS,
    TRANSITIONS,
    ProgressRule,
    Transition,
)


def _make_round_ends_option(phrases: dict[str, str]) -> Option:
    return Option("round_ends", "End of a round", phrases)


ROUND_ENDS = _make_round_ends_option(
    {
        "head-5": "when the head table reaches 5 points and rings",
        "head-7": "when the head table reaches 7 points and rings",
        "deals": "after everyone at a table has dealt once or twice",
        "any-5": "when the first table reaches 5 points and rings",
        "any-7": "when the first table reaches 7 points and rings",
        "time": "after a fixed time, usually seven minutes",
    }
)
RAPID_ENDS = ROUND_ENDS.with_choices("any-5", "any-7")
TIME_ENDS = ROUND_ENDS.with_choices("time")
CINCH_ENDS = _make_round_ends_option({"any-32": "when the first side reaches 32 points and rings"})
FOUR_HANDS = _make_round_ends_option({"four-hands": "after four hands at every table"})
ONE_DEAL = _make_round_ends_option({"one-deal": "after one deal"})
ONE_EACH = _make_round_ends_option({"one-deal-each": "after one deal by each player"})
CUT_IN_ENDS = _make_round_ends_option(
    {
        "rubber": "after one rubber",
        "one-game": "after one game",
        "deals": "after the same number of hands at every table",
        "time": "after a fixed time",
    }
)
ONE_RUBBER = CUT_IN_ENDS.with_choices("rubber")
HANDS_END = replace(CUT_IN_ENDS.with_choices("deals", "time"), note="Usually eight hands.")
BEETLE_ENDS = _make_round_ends_option({"any-14": "when the first beetle is complete"})
SKAT_ENDS = _make_round_ends_option({"session": "after everyone at a table has dealt twenty times"})

TIE = Option(
    "tie",
    "Tie at a table",
    {
        "cut": "cut",
        "half-game": "half a game each, cut to decide who moves",
        "first-made": "the side that made its points first",
        "turned-trick": "the side that had turned its third trick",
    },
)
LARGE_TIE = Option(
    TIE.name,
    TIE.label,
    {"half-first-made": "half a game each; the side that made its points first moves on"}
    | TIE.phrases,
)
CUT_TIE = TIE.with_choices("cut", "half-game")
LONE_HANDS = Option(
    "lone_hands",
    "Lone hands",
    {"allowed": "everywhere", "not-at-head": "not at the head table", "none": "nowhere"},
)
NO_LONE_HANDS = LONE_HANDS.with_choices("none")
DEAL = Option(
    "deal",
    "Dealer after a change",
    {
        "visiting-a": "the player in seat A who has just arrived",
        "remaining-a": "the player in seat A who stayed",
        "cut": "cut for deal",
    },
)
REMAINING_DEAL = replace(DEAL, default="remaining-a")
CUT_DEAL = DEAL.with_choices("cut", "visiting-a")
LOSER_DEAL = Option(
    DEAL.name,
    DEAL.label,
    {"losing-b": "the losing player in seat B"},
    note="Cut for the first deal.",
)
TALLY_LETTERS = Option(
    "letters",
    "Letters on tally cards",
    {
        "seats": "letter and number of the seat, A1 to B2",
        "couples": "A for the head couple, B for the side couple",
    },
)
FINAL_TIE = Option(
    "final_tie",
    "Tie for a prize",
    {
        "play-off": "play a game or hand",
        "cut": "cut, highest card wins",
        "slips": "draw numbered slips",
    },
)
SLIPS = replace(FINAL_TIE, default="slips")


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
    movement_options: Sequence[Option] = (),
    play_options: Sequence[Option] = (),
    **properties: Any,
) -> PartySystem:
    """Return a system of tables of four for 8 to 400 players, unless *properties* says otherwise.

    *movement_options* are its options about the moves, *play_options* those about the play of a round.

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
        options=(*movement_options, *play_options),
        movement_options=tuple(option.name for option in movement_options),
        **(defaults | properties),
    )


HEAD_KEPT = TRANSITIONS["winners-up-head-kept"]
HEAD_SPLIT = TRANSITIONS["winners-up-head-split"]
HEAD_TO_FOOT = TRANSITIONS["winners-up-head-to-foot"]
LOSERS_TO_FOOT_WITH_PARTNERS, WINNERS_DOWN_WITH_PARTNERS = PARTNERS_KEPT_TRANSITIONS

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
LEFTOVER_PLAYERS_AT_FOOT = LEFTOVER_PLAYERS.with_choices("short-table", "sit-out")
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
    return ProgressRule(
        _get_winners_up_transition(options), leftover_rule=options[LEFTOVER_PLAYERS.name]
    )


WHIST_2_VARIANT = replace(
    WHO_MOVES.with_choices("winners-part", "winner-and-loser"),
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
    note="Players who watch score with the declarer’s opponents.",
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
AUCTION_HEAD = HEAD_TABLE.with_choices("to-foot", "kept", "split")


def make_whist_2_rule(options: OptionValues) -> Rule:
    """Return the rule of the second method of whist, in the chosen variant."""
    return ProgressRule(
        _PARTING_TRANSITIONS[options[WHIST_2_VARIANT.name]],
        leftover_rule=options[LEFTOVER_PLAYERS.name],
    )


_PARTING_TRANSITIONS = {
    "winners-part": TRANSITIONS["lady-up-gent-down"],
    "winner-and-loser": TRANSITIONS["win-lady-up-lose-gent-down"],
}


def make_drive_whist_rule(options: OptionValues) -> Rule:
    """Return the rule of drive whist, a ring of tables without rank."""
    is_upward = options[DIRECTION.name] == "up"
    if options[DRIVE_PARTNERS.name] == "kept":
        transition = (
            TRANSITIONS["winners-up-partners-kept"] if is_upward else WINNERS_DOWN_WITH_PARTNERS
        )
        return ProgressRule(transition, pairs=True)
    transition = HEAD_TO_FOOT if is_upward else TRANSITIONS["winners-down-circle-split"]
    return ProgressRule(transition, leftover_rule=options[LEFTOVER_PLAYERS.name])


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
    return ProgressRule(transition, leftover_rule=options[LEFTOVER_PLAYERS.name])


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
        leftover_rule=options[LEFTOVER_PLAYERS.name],
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
        is_circle_by_row=options[CIRCLE.name] == "row",
        leftover_rule=options[LEFTOVER_PLAYERS.name],
        row_count=row_count,
    )


def make_five_hundred_rule(options: OptionValues) -> Rule:
    """Return the rule of five hundred with 3, 4, 5 or 6 players at a table."""
    size = int(options[TABLE_SIZE.name])
    # Tables where everybody plays alone have no losing side that could go to the foot.
    to_foot = options[FIVE_HUNDRED_HEAD.name] == "progress-to-foot" or size in {3, 5}
    if size == 4 and options[PARTNERS.name] == "kept":
        return _make_partners_kept_rule(to_foot=to_foot)
    transition = HEAD_TO_FOOT if to_foot else HEAD_SPLIT
    return ProgressRule(transition, size=size, leftover_rule=options[LEFTOVER_PLAYERS.name])


# Players go out for the evening at freeze-out, and for one game at cut-in tables.

OUT_SYSTEMS: tuple[PartySystem, ...] = (
    make_party_system(
        "freeze-out",
        "Freeze-out",
        "any",
        "custom of card rooms: a knock-out at the tables (no source gives a rule for the pair that waits)",
        play_options=(CUT_TIE, FINAL_TIE),
        sizes="an even number of players, 4 to 400",
        legal_sizes=range(4, MAX_PLAYERS + 1, 2),
        rule=lambda _options: FreezeOut(),
        guarantees=("partners-stay",),
        default_method="games",
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
        default_method="games",
        is_ring=True,
        tables_stay=True,
    ),
)
"""The systems in which players go out."""
