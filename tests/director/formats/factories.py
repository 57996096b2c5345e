"""Small invented events whose every figure can be read off here."""

from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from director.boards.paper.tables.files import (
    make_boards_table,
    make_cards_table,
    make_event_tables,
    make_recap_table,
    make_standings_table,
)
from director.formats.csv import write_table_csv, write_tables_zip
from director.formats.xlsx import write_workbook
from director.sheets import (
    BoardLine,
    BoardSheet,
    Heading,
    PairCard,
    PairCardLine,
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


def standing(
    place, contestant, names, *, direction="", boards=2, total=Fraction(3), percent=Fraction(50)
):
    label = f"{contestant} {direction[0]}-{direction[1]}" if direction else str(contestant)
    return StandingRow(place, contestant, label, names, direction, boards, total, percent)


def board_line(ns, ew, **values):
    line = BoardLine(
        ns=str(ns.contestant),
        ew=str(ew.contestant),
        ns_no=ns.contestant,
        ew_no=ew.contestant,
        ns_names=ns.names,
        ew_names=ew.names,
        contract="4SX",
        declarer="S",
        tricks=10,
        ns_score=590,
        ns_points=2,
        ew_points=0,
        ns_percent=Fraction(100),
    )
    return replace(line, **values)


def card_line(board_no, direction, opponents, **values):
    line = PairCardLine(
        round_no=1,
        board_no=board_no,
        direction=direction,
        opponents=str(opponents.contestant),
        opponents_no=opponents.contestant,
        opponent_names=opponents.names,
        contract="4SX",
        declarer="S",
        tricks=10,
        score=590,
        points=2,
        percent=Fraction(100),
    )
    return replace(line, **values)


ADA = standing("1", 1, "Ada Ash & Bert Hazel", total=Fraction(1674, 13), percent=Fraction(620, 13))
CLEO = standing("2=", 2, "Cleo Pine & Dora Birch", total=Fraction(7, 2), percent=Fraction(49, 2))
EDITH = standing("2=", 3, "Edith Ivy & Fred Rowan", total=Fraction(7, 2), percent=Fraction(49, 2))
GWEN = standing("", 4, "=1+1 & Łucja Żak", boards=0, total=None, percent=None)

BOARD_1 = BoardSheet(
    HEADING,
    1,
    "North",
    "None",
    Fraction(2),
    (
        board_line(ADA, CLEO),
        board_line(
            EDITH,
            GWEN,
            contract="3NT",
            declarer="E",
            tricks=11,
            ns_score=-460,
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
        board_line(
            ADA,
            EDITH,
            contract="A6040",
            declarer="",
            tricks=None,
            ns_score=None,
            ns_points=Fraction(6, 5),
            ew_points=Fraction(4, 5),
            ns_percent=Fraction(60),
        ),
        board_line(
            CLEO,
            GWEN,
            contract="",
            declarer="",
            tricks=None,
            ns_score=None,
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
            card_line(1, "NS", CLEO),
            card_line(
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
    PairCard(HEADING, CLEO, (card_line(1, "EW", ADA, score=-590, points=0, percent=Fraction(0)),)),
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

NS_1 = standing("1", 1, "Ada Ash & Bert Hazel", direction="NS")
EW_1 = standing("1", 1, "Cleo Pine & Dora Birch", direction="EW")
TWO_WINNERS = EventSheets(
    Standings(
        replace(HEADING, session="", section="", movement="", fingerprint=""),
        "Matchpoints",
        (StandingGroup("North-South", (NS_1,)), StandingGroup("East-West", (EW_1,))),
        1,
        0,
    ),
    (BoardSheet(HEADING, 1, "North", "None", 2, (board_line(NS_1, EW_1),)),),
    (
        PairCard(HEADING, NS_1, (card_line(1, "NS", EW_1, round_no=None),)),
        PairCard(HEADING, EW_1, (card_line(1, "EW", NS_1, round_no=None, score=-590, points=0),)),
    ),
    Recap(HEADING, (1,), (RecapRow(NS_1, (2,)), RecapRow(EW_1, (0,)))),
)

WHIST_HEADING = replace(HEADING, game="whist", event="Monday whist")
_TRICKS = {"contract": "", "declarer": "", "tricks": 8}
WHIST = EventSheets(
    replace(STANDINGS, heading=WHIST_HEADING),
    (
        BoardSheet(
            WHIST_HEADING, 1, "North", "", 2, (board_line(ADA, CLEO, ns_score=8, **_TRICKS),)
        ),
    ),
    (PairCard(WHIST_HEADING, ADA, (card_line(1, "NS", CLEO, score=8, **_TRICKS),)),),
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


def event_tables(sheets):
    return make_event_tables(sheets).tables


def standings_csv(sheets):
    return write_table_csv(make_standings_table(sheets.standings))


def boards_csv(sheets):
    return write_table_csv(make_boards_table(sheets.boards))


def pairs_csv(sheets):
    return write_table_csv(make_cards_table(sheets.pairs))


def recap_csv(sheets):
    return write_table_csv(make_recap_table(sheets.recap))


def event_csv_zip(sheets):
    return write_tables_zip(event_tables(sheets))


def event_xlsx(sheets):
    return write_workbook(event_tables(sheets), sheets.standings.heading)
