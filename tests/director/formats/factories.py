"""Small invented events whose every figure can be read off here."""

from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from director.boards.tables.files import (
    make_boards_table,
    make_event_tables,
    make_standings_table,
)
from director.formats.figures import write_table_csv, write_tables_zip
from director.sheets import (
    BoardLine,
    BoardSheet,
    Heading,
    LineSide,
    PairCard,
    Recap,
    RecapRow,
    StandingGroup,
    StandingRow,
    Standings,
)

HEADING = Heading(
    club="Ash & Reed Club",
    event="Monday pairs",
    date=date(2022, 7, 21),
    session="Session 1",
    section="A",
    movement="Howell, 2 tables, 4 pairs",
    fingerprint="7F3K2M",
)


@dataclass(frozen=True)
class EventSheets:
    """The sheets of an event, all known from the start."""

    standings: Standings
    boards: tuple[BoardSheet, ...]
    pairs: tuple[PairCard, ...]
    recap: Recap


def make_standing(
    place, contestant, names, *, direction="", boards=2, total=Fraction(3), percent=Fraction(50)
):
    label = f"{contestant} {direction[0]}-{direction[1]}" if direction else str(contestant)
    return StandingRow(place, contestant, label, names, direction, boards, total, percent)


def make_side(standing, points, percent=None):
    number = standing.contestant
    return LineSide(str(number), number, standing.names, points, percent)


def make_board_line(ns, ew, *, ns_points=2, ew_points=0, ns_percent=Fraction(100), **values):
    line = BoardLine(
        board_no=1,
        ns=make_side(ns, ns_points, ns_percent),
        ew=make_side(ew, ew_points),
        contract="4SX",
        declarer="S",
        tricks=10,
        score=590,
    )
    return replace(line, **values)


def make_card_line(
    board_no, direction, opponents, *, points=2, percent=Fraction(100), round_no=1, **values
):
    own = LineSide("", 0, "", points, percent)
    ns, ew = own, make_side(opponents, None)
    if direction == "EW":
        ns, ew = ew, own
    seen_from = {"NS": "N-S", "EW": "E-W"}[direction]
    line = BoardLine(board_no, ns, ew, "4SX", "S", 10, 590, round_no=round_no, seen_from=seen_from)
    return replace(line, **values)


ADA = make_standing(
    "1", 1, "Ada Ash & Bert Hazel", total=Fraction(1674, 13), percent=Fraction(620, 13)
)
CLEO = make_standing(
    "2=", 2, "Cleo Pine & Dora Birch", total=Fraction(7, 2), percent=Fraction(49, 2)
)
EDITH = make_standing(
    "2=", 3, "Edith Ivy & Fred Rowan", total=Fraction(7, 2), percent=Fraction(49, 2)
)
GWEN = make_standing("", 4, "=1+1 & Łucja Żak", boards=0, total=None, percent=None)

BOARD_1 = BoardSheet(
    HEADING,
    1,
    "North",
    "None",
    Fraction(2),
    (
        make_board_line(ADA, CLEO),
        make_board_line(
            EDITH,
            GWEN,
            contract="3NT",
            declarer="E",
            tricks=11,
            score=-460,
            ns_points=Fraction(1, 2),
            ew_points=Fraction(3, 2),
            ns_percent=Fraction(25),
        ),
    ),
)
BOARD_2 = BoardSheet(
    HEADING,
    2,
    "East",
    "N-S",
    Fraction(2),
    (
        make_board_line(
            ADA,
            EDITH,
            board_no=2,
            contract="A6040",
            declarer="",
            tricks=None,
            score=None,
            ns_points=Fraction(6, 5),
            ew_points=Fraction(4, 5),
            ns_percent=Fraction(60),
        ),
        make_board_line(
            CLEO,
            GWEN,
            board_no=2,
            contract="",
            declarer="",
            tricks=None,
            score=None,
            ns_points=None,
            ew_points=None,
            ns_percent=None,
        ),
    ),
)
CARDS = (
    PairCard(
        HEADING,
        ADA,
        (
            make_card_line(1, "NS", CLEO),
            make_card_line(
                2,
                "NS",
                EDITH,
                round_no=2,
                contract="A6040",
                declarer="",
                tricks=None,
                score=None,
                points=Fraction(6, 5),
                percent=Fraction(60),
            ),
        ),
    ),
    PairCard(
        HEADING, CLEO, (make_card_line(1, "EW", ADA, score=-590, points=0, percent=Fraction(0)),)
    ),
)
RECAP = Recap(HEADING, (1, 2), (RecapRow(ADA, (2, Fraction(6, 5))), RecapRow(CLEO, (0, None))))
STANDINGS = Standings(
    HEADING,
    "Matchpoints",
    (StandingGroup("", (ADA, CLEO, EDITH, GWEN)),),
    3,
    4,
    notes=("Board 3 was fouled.",),
)
ONE_WINNER = EventSheets(STANDINGS, (BOARD_1, BOARD_2), CARDS, RECAP)

NS_1 = make_standing("1", 1, "Ada Ash & Bert Hazel", direction="NS")
EW_1 = make_standing("1", 1, "Cleo Pine & Dora Birch", direction="EW")
TWO_WINNERS = EventSheets(
    Standings(
        replace(HEADING, session="", section="", movement="", fingerprint=""),
        "Matchpoints",
        (StandingGroup("North-South", (NS_1,)), StandingGroup("East-West", (EW_1,))),
        1,
        0,
    ),
    (BoardSheet(HEADING, 1, "North", "None", 2, (make_board_line(NS_1, EW_1),)),),
    (
        PairCard(HEADING, NS_1, (make_card_line(1, "NS", EW_1, round_no=None),)),
        PairCard(
            HEADING, EW_1, (make_card_line(1, "EW", NS_1, round_no=None, score=-590, points=0),)
        ),
    ),
    Recap(HEADING, (1,), (RecapRow(NS_1, (2,)), RecapRow(EW_1, (0,)))),
)

WHIST_HEADING = replace(HEADING, game="whist", event="Monday whist")
_TRICKS = {"contract": "", "declarer": "", "tricks": 8}
WHIST = EventSheets(
    replace(STANDINGS, heading=WHIST_HEADING),
    (
        BoardSheet(
            WHIST_HEADING, 1, "North", "", 2, (make_board_line(ADA, CLEO, score=8, **_TRICKS),)
        ),
    ),
    (PairCard(WHIST_HEADING, ADA, (make_card_line(1, "NS", CLEO, score=8, **_TRICKS),)),),
    replace(RECAP, heading=WHIST_HEADING),
)

EMPTY = EventSheets(
    Standings(HEADING, "Matchpoints", (StandingGroup("", ()),), 0, 42),
    (),
    (),
    Recap(HEADING, (), ()),
)
EVENTS = {
    "one winner": ONE_WINNER,
    "two winners": TWO_WINNERS,
    "whist": WHIST,
    "nothing played": EMPTY,
}


def list_event_tables(sheets):
    return make_event_tables(sheets).tables


def write_standings_csv(sheets):
    return write_table_csv(make_standings_table(sheets.standings))


def write_boards_csv(sheets):
    return write_table_csv(make_boards_table(sheets.boards))


def write_event_csv_zip(sheets):
    makers = make_event_tables(sheets).make_table_by_name
    return write_tables_zip({name: make() for name, make in makers.items()})
