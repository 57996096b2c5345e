"""Options of today's drives, and the rules that they make.

The systems themselves are listed in :mod:`movements.party.systems.drives`.
"""

from dataclasses import replace

from movements.option import Option
from movements.party.model import OptionValues, Rule, Seating
from movements.party.rules import systems
from movements.party.rules.pair_cycles import AllPairsMeetRule, EwPairsUpRule
from movements.party.rules.progress import ProgressRule
from movements.party.rules.today.forts import Fort, FortRule
from movements.party.rules.today.shifts import ShiftRule
from movements.party.rules.today.singles import BestAndWorst
from movements.party.rules.transitions import DRIVES, TRANSITIONS

SEAT_A_GOES = Option(
    "seat_a_goes",
    "Direction of seat A",
    {
        "higher": "to the next higher table number, seat B to the lower",
        "lower": "to the next lower table number, seat B to the higher",
    },
    note="The last table and table 1 are neighbours.",
)
WINNERS = Option(
    "winners",
    "Winners at their table",
    {"part": "separate, each plays with an arrival", "together": "stay partners"},
)

PAIRS_MOVE = Option(
    "pairs_move",
    "Moving pairs",
    {
        "winners-on": "the winners go to the next higher table number",
        "visitors-on": "E-W pairs go to the next higher table number, whoever wins",
        "all-meet": "all, by a schedule, so that all pairs meet once",
    },
    note="Partners stay together.",
)
GOING_OUT = Option(
    "going_out",
    "Players who go out",
    {
        "same": "the same two throughout",
        "turn-about": "the other two, after visiting all forts",
        "colours": "a different two each time all forts have been visited",
    },
)
SEAT_MOVES = Option(
    "seat_moves",
    "Moves by chair",
    {
        "ontario": "N stays, S to the next lower number, E to the next higher, W two higher",
        "wef": "N stays, S to the next higher number, E two higher, W two lower",
    },
)
COLOUR_A = replace(
    SEAT_A_GOES, label="Direction of seat A", note="Each seat is a colour and moves, whoever wins."
)
ALONE = Option(
    "partners",
    "Sides",
    {"alone": "nobody, each alone", "opposite": "partners sit opposite"},
    note="Single players: the best at a table moves up and the worst moves down. Partners: the winners move up.",
)
BEETLE_ODD = Option(
    systems.LEFTOVER_PLAYERS.name,
    systems.LEFTOVER_PLAYERS.label,
    {"threes": "some tables have three", "fives": "some tables have five"},
    note="Fives only if possible; partners sit out in turn.",
    condition=("partners", "alone"),
)
SHIFTS = {"ontario": (0, -1, 1, 2), "wef": (0, 1, 2, -2)}
"""Tables that chairs N, S, E and W move, by the name of the custom."""


def make_classic_rule(options: OptionValues) -> Rule:
    """Return the rule of the whist drive: winners move in opposite directions, losers part."""
    # "Down" is to the next higher number.
    if options[SEAT_A_GOES.name] == "higher":
        transition = DRIVES["win-lady-down-gent-up"]
    else:
        transition = TRANSITIONS["lady-up-gent-down"]
    return ProgressRule(transition, odd=options[systems.LEFTOVER_PLAYERS.name])


def make_semi_partner_rule(options: OptionValues) -> Rule:
    """Return the rule of winners who stay partners while losers move in opposite directions."""
    return _make_losers_part_rule(options, together=True)


def make_losers_move_rule(options: OptionValues) -> Rule:
    """Return the rule of losers who move in opposite directions while winners part."""
    return _make_losers_part_rule(options, together=False)


def make_losers_by_colour_rule(options: OptionValues) -> Rule:
    """Return the rule of losers who move by the colour of their cards."""
    return _make_losers_part_rule(options, together=options[WINNERS.name] == "together")


def _make_losers_part_rule(options: OptionValues, *, together: bool) -> Rule:
    key = "losers-part-winners-together" if together else "losers-part-winners-part"
    if options[SEAT_A_GOES.name] == "lower":
        key = f"{key}-a-up"
    return ProgressRule(DRIVES[key], odd=options[systems.LEFTOVER_PLAYERS.name])


def make_winners_on_rule(options: OptionValues) -> Rule:
    """Return the rule of a ring in which winners move on one table together and part there."""
    goes_up = options[systems.DIRECTION.name] == "up"
    key = "winners-up-head-to-foot" if goes_up else "winners-down-circle-split"
    return ProgressRule(TRANSITIONS[key], odd=options[systems.LEFTOVER_PLAYERS.name])


def make_pairs_drive_rule(options: OptionValues) -> Rule:
    """Return the rule of a drive in which partners stay together."""
    if options[PAIRS_MOVE.name] == "all-meet":
        return AllPairsMeetRule()
    if options[PAIRS_MOVE.name] == "visitors-on":
        return EwPairsUpRule(higher=True)
    return ProgressRule(systems.WINNERS_DOWN_WITH_PARTNERS, pairs=True)


def make_military_rule(options: OptionValues) -> Rule:
    """Return the rule of forts of four."""
    return FortRule(options[GOING_OUT.name])


def list_forts(seating: Seating, round_no: int, options: OptionValues) -> list[Fort]:
    """Return the four players of each fort from the *seating* of round *round_no*.

    >>> seating = FortRule().seat(["a", "c", "e", "g"], ["b", "d", "f", "h"])
    >>> list_forts(FortRule("turn-about").advance(seating, {}, 1), 2, {"going_out": "turn-about"})
    [('a', 'b', 'c', 'd'), ('e', 'f', 'g', 'h')]
    """
    return FortRule(options[GOING_OUT.name]).forts(seating, round_no)


def make_by_seat_rule(options: OptionValues) -> Rule:
    """Return the rule of fixed moves by chair."""
    return ShiftRule(SHIFTS[options[SEAT_MOVES.name]])


def make_by_colour_rule(options: OptionValues) -> Rule:
    """Return the rule of two colours that move in opposite directions."""
    shift_a = 1 if options[COLOUR_A.name] == "higher" else -1
    return ShiftRule((shift_a, -shift_a, shift_a, -shift_a))


def make_beetle_rule(options: OptionValues) -> Rule:
    """Return the rule of a beetle drive."""
    if options[ALONE.name] == "opposite":
        return ProgressRule(TRANSITIONS["winners-down-circle-split"])
    return BestAndWorst(options[BEETLE_ODD.name])
