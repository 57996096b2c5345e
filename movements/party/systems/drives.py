"""The drives of today: whist drives and euchre nights of the last thirty years.

Texts here never say "up" alone: the books go up toward table 1, but a British drive goes to the next
higher number.
"""

from typing import Any

from movements.option import Option
from movements.party import conduct
from movements.party.model import PartySystem
from movements.party.rules import series as series_options
from movements.party.rules import systems
from movements.party.rules.at_table import StaySeated
from movements.party.rules.series import Series, series_sizes
from movements.party.rules.today.drives import (
    ALONE,
    BEETLE_ODD,
    COLOUR_A,
    GOING_OUT,
    PAIRS_MOVE,
    SEAT_A_GOES,
    SEAT_MOVES,
    WINNERS,
    list_forts,
    make_beetle_rule,
    make_by_colour_rule,
    make_by_seat_rule,
    make_classic_rule,
    make_losers_by_colour_rule,
    make_losers_move_rule,
    make_military_rule,
    make_pairs_drive_rule,
    make_semi_partner_rule,
    make_winners_on_rule,
)
from movements.party.rules.today.forts import CHAIR_NAMES, COLOURS, SIDES, ChairRule
from movements.party.rules.today.singles import OneOnOne
from movements.party.systems.entry import IN_TURN, MAX_PLAYERS, make_party_system

_WHIST = (conduct.ONE_DEAL, conduct.CUT_DEAL, conduct.FINAL_TIE)
_EUCHRE = (conduct.HANDS_END, conduct.TIE, conduct.LONE_HANDS, conduct.CUT_DEAL, conduct.FINAL_TIE)

DRIVE_SYSTEMS: tuple[PartySystem, ...] = (
    make_party_system(
        "classic-drive",
        "Whist drive, classic",
        "whist",
        "scripts of a Goan association's drive, 2012, and of drives at Maidenhead",
        (SEAT_A_GOES, systems.LEFTOVER_PLAYERS),
        _WHIST,
        aliases=("classic", "whist-classic"),
        guarantees=IN_TURN,
        rule=make_classic_rule,
        usual_method="tricks",
        is_ring=True,
    ),
    make_party_system(
        "semi-partner-drive",
        "Semi-partner whist drive",
        "whist",
        "questions and answers of a British whist drive, as its members print them",
        (SEAT_A_GOES, systems.LEFTOVER_PLAYERS),
        _WHIST,
        aliases=("semi-partner", "whist-semi"),
        guarantees=IN_TURN,
        rule=make_semi_partner_rule,
        usual_method="tricks",
        is_ring=True,
    ),
    make_party_system(
        "losers-move-drive",
        "Whist drive, losers move (progressive)",
        "whist",
        "questions and answers of a British whist drive, as its members print them",
        (SEAT_A_GOES, systems.LEFTOVER_PLAYERS),
        _WHIST,
        aliases=("losers-move", "progressive-drive", "whist-losers-move"),
        guarantees=IN_TURN,
        rule=make_losers_move_rule,
        usual_method="tricks",
        is_ring=True,
    ),
    make_party_system(
        "winners-move-euchre",
        "Euchre, winners move on",
        "euchre",
        "rules of euchre evenings in Ohio, Limoges and Hornby",
        (systems.DIRECTION, systems.LEFTOVER_PLAYERS),
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
        (WINNERS, SEAT_A_GOES, systems.LEFTOVER_PLAYERS),
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
        usual_method="tricks",
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
        usual_method="tricks",
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
        (conduct.HANDS_END, conduct.TIE, conduct.FINAL_TIE),
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
        (conduct.HANDS_END, conduct.TIE, conduct.FINAL_TIE),
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
        (conduct.HANDS_END, conduct.TIE, conduct.FINAL_TIE),
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
        (conduct.BEETLE_ENDS, conduct.FINAL_TIE),
        aliases=("beetle",),
        table_sizes=(4, 3, 5),
        rule=make_beetle_rule,
        is_ring=True,
        all_score=True,
    ),
    make_party_system(
        "cribbage-circle",
        "Cribbage, all move one seat",
        "cribbage",
        "grass-roots clubs of the American Cribbage Congress, as at Eugene: one seat on, one anchor",
        (),
        (conduct.ONE_GAME, conduct.FINAL_TIE),
        aliases=("cribbage",),
        sizes="4 to 400 players",
        legal_sizes=range(4, MAX_PLAYERS + 1),
        table_sizes=(2,),
        guarantees=("nobody-meets-twice",),
        rule=lambda _options: OneOnOne(),
        fixed=True,
        is_ring=True,
    ),
    make_party_system(
        "caller-seats",
        "Caller contest, everyone stays seated",
        "caller",
        "contests with a caller: the same cards for everybody, totals handed in after every round",
        (),
        (conduct.FINAL_TIE,),
        sizes="3 to 400 players",
        legal_sizes=range(3, MAX_PLAYERS + 1),
        table_sizes=(4, 3, 5),
        guarantees=("seats-stay",),
        rule=lambda _options: StaySeated(period="evening"),
        usual_method="points",
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
        (*options, conduct.FINAL_TIE),
        legal_sizes=[
            size
            for size in range(3, MAX_PLAYERS + 1)
            if series_sizes(size, rule.size, rule.other_size)
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
        usual_method="seeger-fabian",
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
        sizes="4, 5, 8 to 10, or 12 to 400 players",
    ),
)
"""The systems in series."""
