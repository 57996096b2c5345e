"""The drives of today: whist drives and euchre nights of the last thirty years.

Texts here never say "up" alone: the books go up toward table 1, but a British drive goes to the next
higher number.
"""

from dataclasses import replace
from typing import Any

from movements.option import Option
from movements.party.model import OptionValues, PartySystem, Rule, Seating
from movements.party.rules import series as series_options
from movements.party.rules.at_table import StaySeated
from movements.party.rules.forts import CHAIR_NAMES, COLOURS, SIDES, ChairRule, Fort, FortRule
from movements.party.rules.pair_cycles import AllPairsMeetRule, EwPairsUpRule
from movements.party.rules.progress import DRIVES, TRANSITIONS, ProgressRule
from movements.party.rules.series import Series, compute_series_sizes
from movements.party.rules.shifts import ShiftRule
from movements.party.rules.singles import BestAndWorst
from movements.party.systems import choices
from movements.party.systems.choices import IN_TURN, MAX_PLAYERS, make_party_system

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
    choices.LEFTOVER_PLAYERS.name,
    choices.LEFTOVER_PLAYERS.label,
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
    return ProgressRule(transition, leftover_rule=options[choices.LEFTOVER_PLAYERS.name])


def make_semi_partner_rule(options: OptionValues) -> Rule:
    """Return the rule of winners who stay partners while losers move in opposite directions."""
    return _make_losers_part_rule(options, is_together=True)


def make_losers_move_rule(options: OptionValues) -> Rule:
    """Return the rule of losers who move in opposite directions while winners part."""
    return _make_losers_part_rule(options, is_together=False)


def make_losers_by_colour_rule(options: OptionValues) -> Rule:
    """Return the rule of losers who move by the colour of their cards."""
    return _make_losers_part_rule(options, is_together=options[WINNERS.name] == "together")


def _make_losers_part_rule(options: OptionValues, *, is_together: bool) -> Rule:
    key = "losers-part-winners-together" if is_together else "losers-part-winners-part"
    if options[SEAT_A_GOES.name] == "lower":
        key = f"{key}-a-up"
    return ProgressRule(DRIVES[key], leftover_rule=options[choices.LEFTOVER_PLAYERS.name])


def make_winners_on_rule(options: OptionValues) -> Rule:
    """Return the rule of a ring in which winners move on one table together and part there."""
    is_upward = options[choices.DIRECTION.name] == "up"
    key = "winners-up-head-to-foot" if is_upward else "winners-down-circle-split"
    return ProgressRule(TRANSITIONS[key], leftover_rule=options[choices.LEFTOVER_PLAYERS.name])


def make_pairs_drive_rule(options: OptionValues) -> Rule:
    """Return the rule of a drive in which partners stay together."""
    if options[PAIRS_MOVE.name] == "all-meet":
        return AllPairsMeetRule()
    if options[PAIRS_MOVE.name] == "visitors-on":
        return EwPairsUpRule(is_to_higher_table=True)
    return ProgressRule(choices.WINNERS_DOWN_WITH_PARTNERS, pairs=True)


def make_military_rule(options: OptionValues) -> Rule:
    """Return the rule of forts of four."""
    return FortRule(options[GOING_OUT.name])


def list_forts(seating: Seating, round_no: int, options: OptionValues) -> list[Fort]:
    """Return the four players of each fort from the *seating* of round *round_no*.

    >>> seating = FortRule().seat(["a", "c", "e", "g"], ["b", "d", "f", "h"])
    >>> list_forts(FortRule("turn-about").advance(seating, {}, 1), 2, {"going_out": "turn-about"})
    [('a', 'b', 'c', 'd'), ('e', 'f', 'g', 'h')]
    """
    return FortRule(options[GOING_OUT.name]).list_forts(seating, round_no)


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


_WHIST = (choices.ONE_DEAL, choices.CUT_DEAL, choices.FINAL_TIE)
_EUCHRE = (choices.HANDS_END, choices.TIE, choices.LONE_HANDS, choices.CUT_DEAL, choices.FINAL_TIE)

DRIVE_SYSTEMS: tuple[PartySystem, ...] = (
    make_party_system(
        "classic-drive",
        "Whist drive, classic",
        "whist",
        "scripts of a Goan association’s drive, 2012, and of drives at Maidenhead",
        (SEAT_A_GOES, choices.LEFTOVER_PLAYERS),
        _WHIST,
        aliases=("classic", "whist-classic"),
        guarantees=IN_TURN,
        rule=make_classic_rule,
        default_method="tricks",
        is_ring=True,
    ),
    make_party_system(
        "semi-partner-drive",
        "Semi-partner whist drive",
        "whist",
        "questions and answers of a British whist drive, as its members print them",
        (SEAT_A_GOES, choices.LEFTOVER_PLAYERS),
        _WHIST,
        aliases=("semi-partner", "whist-semi"),
        guarantees=IN_TURN,
        rule=make_semi_partner_rule,
        default_method="tricks",
        is_ring=True,
    ),
    make_party_system(
        "losers-move-drive",
        "Whist drive, losers move (progressive)",
        "whist",
        "questions and answers of a British whist drive, as its members print them",
        (SEAT_A_GOES, choices.LEFTOVER_PLAYERS),
        _WHIST,
        aliases=("losers-move", "progressive-drive", "whist-losers-move"),
        guarantees=IN_TURN,
        rule=make_losers_move_rule,
        default_method="tricks",
        is_ring=True,
    ),
    make_party_system(
        "winners-move-euchre",
        "Euchre, winners move on",
        "euchre",
        "rules of euchre evenings in Ohio, Limoges and Hornby",
        (choices.DIRECTION, choices.LEFTOVER_PLAYERS),
        _EUCHRE,
        aliases=("winners-move", "euchre-winners-move"),
        guarantees=IN_TURN,
        rule=make_winners_on_rule,
        is_ring=True,
    ),
    make_party_system(
        "colour-losers-euchre",
        "Euchre, losers move by colour",
        "euchre",
        "letter of a euchre club to its members, 2017",
        (WINNERS, SEAT_A_GOES, choices.LEFTOVER_PLAYERS),
        _EUCHRE,
        aliases=("losers-move-two-colours",),
        guarantees=IN_TURN,
        rule=make_losers_by_colour_rule,
        is_ring=True,
    ),
    make_party_system(
        "swedish-whist",
        "Whist by numbered chairs",
        "whist",
        "rules of a Swedish whist society: 24 hands, chairs 1 to 4, no ladies and gentlemen",
        (),
        _WHIST,
        aliases=("swedish", "whist-swedish"),
        rule=lambda _options: ChairRule(),
        default_method="tricks",
        is_ring=True,
        chairs=CHAIR_NAMES,
    ),
    make_party_system(
        "military-whist",
        "Military whist, forts of four",
        "whist",
        "flag whist of Alberta, Vermont and Ontario",
        (GOING_OUT,),
        _WHIST,
        aliases=("military", "fort-whist", "flag-whist"),
        sizes="8 to 400 players at full tables",
        legal_sizes=range(8, MAX_PLAYERS + 1, 4),
        guarantees=("each-fort-visits-each",),
        rule=make_military_rule,
        default_method="tricks",
        fixed=True,
        team="fort",
        teams=list_forts,
        colours=COLOURS,
        sides=SIDES,
    ),
    make_party_system(
        "pair-drive",
        "Partner drive, pairs stay together",
        "any",
        "partner drives of British halls; rules of euchre challenges and of Cape Breton forty-fives",
        (PAIRS_MOVE,),
        (choices.HANDS_END, choices.TIE, choices.FINAL_TIE),
        aliases=("partner-drive", "pairs-drive"),
        sizes="an even number of players, 8 to 400",
        legal_sizes=range(8, MAX_PLAYERS + 1, 2),
        guarantees=("partners-stay",),
        rule=make_pairs_drive_rule,
        is_ring=True,
    ),
    make_party_system(
        "seat-moves",
        "Fixed moves by seat, N S E W",
        "any",
        "letter of a euchre club to its members, 2017, and sheets of the World Euchre Federation",
        (SEAT_MOVES,),
        (choices.HANDS_END, choices.TIE, choices.FINAL_TIE),
        aliases=("seats", "fixed-seats"),
        rule=make_by_seat_rule,
        fixed=True,
        is_ring=True,
    ),
    make_party_system(
        "colour-moves",
        "White and blue cards, opposite ways",
        "any",
        "euchre evenings of a council of the Knights of Columbus",
        (COLOUR_A,),
        (choices.HANDS_END, choices.TIE, choices.FINAL_TIE),
        aliases=("colours", "two-colours"),
        guarantees=("letters-stay",),
        rule=make_by_colour_rule,
        fixed=True,
        is_ring=True,
    ),
    make_party_system(
        "beetle-drive",
        "Beetle drive",
        "beetle",
        "rules of beetle drives as sports clubs and toy makers print them",
        (ALONE, BEETLE_ODD),
        (choices.BEETLE_ENDS, choices.FINAL_TIE),
        aliases=("beetle",),
        table_sizes=(4, 3, 5),
        rule=make_beetle_rule,
        is_ring=True,
        all_score=True,
    ),
    make_party_system(
        "caller-seats",
        "Caller contest, everyone stays seated",
        "caller",
        "contests with a caller: the same cards for everybody, totals handed in after every round",
        (),
        (choices.FINAL_TIE,),
        sizes="3 to 400 players",
        legal_sizes=range(3, MAX_PLAYERS + 1),
        table_sizes=(4, 3, 5),
        guarantees=("seats-stay",),
        rule=lambda _options: StaySeated(period="evening"),
        default_method="points",
        fixed=True,
        tables_stay=True,
        all_score=True,
    ),
)
"""The drives of today."""


# Evenings in series, with new seats for each one: Skat, Schafkopf and Doppelkopf in today's clubs.

TODAY = "evenings as clubs and tournaments in Germany announce them today"


def _make_series_system(
    key: str, name: str, game: str, rule: Series, *options: Option, **properties: Any
) -> PartySystem:
    """Return a system in which each table hands in a list after every series."""
    return make_party_system(
        key,
        name,
        game,
        TODAY,
        (series_options.SERIES_SEATS,),
        (*options, choices.FINAL_TIE),
        legal_sizes=[
            size
            for size in range(3, MAX_PLAYERS + 1)
            if compute_series_sizes(size, rule.size, rule.other_size)
        ],
        table_sizes=(rule.size, rule.other_size),
        rule=lambda _options: rule,
        fixed=True,
        by_list=True,
        **properties,
    )


SERIES_SYSTEMS: tuple[PartySystem, ...] = (
    _make_series_system(
        "skat-series",
        "Skat in series",
        "skat",
        Series(),
        series_options.SERIES_GAMES,
        series_options.LOST_GAMES,
        sizes="3, 4, or 6 to 400 players, because five make neither a table nor two",
        aliases=("preisskat",),
        default_method="seeger-fabian",
    ),
    _make_series_system(
        "schafkopf-series",
        "Schafkopf in rounds",
        "schafkopf",
        Series(4, 5),
        sizes="4, 5, 8 to 10, or 12 to 400 players",
    ),
    _make_series_system(
        "doppelkopf-series",
        "Doppelkopf in rounds",
        "doppelkopf",
        Series(4, 5),
        series_options.DUTY_SOLO,
        sizes="4, 5, 8 to 10, or 12 to 400 players",
    ),
)
"""The systems in series."""
