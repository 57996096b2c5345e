from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from director.boards.tables.files import (
    make_boards_table,
    make_cards_table,
    make_event_table,
    make_recap_table,
    make_standings_table,
)
from director.formats.figures import ColumnKind
from director.sheets import StandingGroup
from tests.director.formats.factories import (
    ADA,
    CARDS,
    EVENTS,
    EW_1,
    ONE_WINNER,
    TWO_WINNERS,
    WHIST,
    list_event_tables,
)
from tests.director.pages import are_in_order


def titles(table):
    return [column.title for column in table.columns]


def pick_cells(table, shown):
    """Return the cells of each row below the titles *shown*."""
    positions = [titles(table).index(title) for title in shown]
    return tuple(tuple(row[position] for position in positions) for row in table.rows)


def test_standings_table_has_one_row_a_contestant():
    table = make_standings_table(ONE_WINNER.standings)
    shown = ["Place", "Pair", "Names", "Boards", "Total", "Percent"]
    assert are_in_order(shown, titles(table))
    assert pick_cells(table, shown) == (
        ("1", 1, "Ada Ash & Bert Hazel", 2, Fraction(1674, 13), Fraction(620, 13)),
        ("2=", 2, "Cleo Pine & Dora Birch", 2, Fraction(7, 2), Fraction(49, 2)),
        ("2=", 3, "Edith Ivy & Fred Rowan", 2, Fraction(7, 2), Fraction(49, 2)),
        ("", 4, "=1+1 & Łucja Żak", 0, None, None),
    )


def test_pairs_have_the_number_by_which_people_call_them():
    row = replace(EW_1, contestant=8, label="1 E-W")
    line = TWO_WINNERS.boards[0].lines[0]
    line = replace(line, ew=replace(line.ew, label="1 E-W", number=8))
    board = replace(TWO_WINNERS.boards[0], lines=(line,))
    card = replace(CARDS[0], lines=(line,))
    standings = replace(TWO_WINNERS.standings, groups=(StandingGroup("East-West", (row,)),))
    assert [
        make_standings_table(standings).rows[0][1],
        make_boards_table((board,)).rows[0][6],
        make_cards_table((card,)).rows[0][4],
    ] == [1, 1, 1]


def test_boards_table_has_every_line_of_every_board():
    table = make_boards_table(ONE_WINNER.boards)
    assert titles(table) == [
        *("Board", "Dealer", "Vulnerable", "Top", "N-S", "N-S names", "E-W", "E-W names"),
        *("Contract", "By", "Tricks", "N-S score", "N-S points", "E-W points", "N-S percent"),
    ]
    ada, cleo, edith, gwen = (row.names for row in ONE_WINNER.standings.groups[0].rows)
    half, most, less = Fraction(1, 2), Fraction(6, 5), Fraction(4, 5)
    assert table.rows == (
        (1, "North", "Neither", 2, 1, ada, 2, cleo, "4SX", "S", 10, 590, 2, 0, 100),
        (
            1,
            "North",
            "Neither",
            2,
            3,
            edith,
            4,
            gwen,
            "3NT",
            "E",
            11,
            -460,
            half,
            Fraction(3, 2),
            25,
        ),
        (2, "East", "N-S", 2, 1, ada, 3, edith, "A6040", "", None, None, most, less, 60),
        (2, "East", "N-S", 2, 2, cleo, 4, gwen, "", "", None, None, None, None, None),
    )


def test_pairs_table_holds_every_card_one_after_the_other():
    table = make_cards_table(ONE_WINNER.pairs)
    assert titles(table) == [
        *("Pair", "Names", "Round", "Board", "Sat", "Opponents", "Opponents’ names"),
        *("Contract", "By", "Tricks", "Score", "Points", "Percent"),
    ]
    ada, cleo, edith, _ = (row.names for row in ONE_WINNER.standings.groups[0].rows)
    assert table.rows == (
        (1, ada, 1, 1, "N-S", 2, cleo, "4SX", "S", 10, 590, 2, 100),
        (1, ada, 2, 2, "N-S", 3, edith, "A6040", "", None, None, Fraction(6, 5), 60),
        (2, cleo, 1, 1, "E-W", 1, ada, "4SX", "S", 10, -590, 0, 0),
    )


def test_pairs_table_keeps_the_round_column_if_only_some_lines_have_a_round():
    lines = (CARDS[0].lines[0], replace(CARDS[0].lines[1], round_no=None))
    table = make_cards_table((replace(CARDS[0], lines=lines),))
    assert [row[2] for row in table.rows] == [1, None]


def test_recap_table_has_the_boards_across():
    table = make_recap_table(ONE_WINNER.recap)
    assert titles(table) == ["Pair", "Names", "1", "2", "Total", "Percent", "Place"]
    assert table.rows == (
        (1, ADA.names, 2, Fraction(6, 5), Fraction(1674, 13), Fraction(620, 13), "1"),
        (2, "Cleo Pine & Dora Birch", 0, None, Fraction(7, 2), Fraction(49, 2), "2="),
    )


def test_whist_tables_show_tricks_in_place_of_contracts():
    boards, pairs = make_boards_table(WHIST.boards), make_cards_table(WHIST.pairs)
    assert titles(boards)[7:] == ["N-S tricks", "N-S points", "E-W points", "N-S percent"]
    assert boards.rows[0][7:] == (8, 2, 0, 100)
    assert titles(pairs)[7:] == ["Tricks", "Points", "Percent"]
    assert pairs.rows[0][7:] == (8, 2, 100)


def test_event_table_says_what_the_figures_belong_to():
    assert make_event_table(ONE_WINNER.standings).rows == (
        ("Club", "Ash & Reed Club"),
        ("Event", "Monday pairs"),
        ("Date", date(2022, 7, 21)),
        ("Session", "Session 1"),
        ("Section", "A"),
        ("Movement", "Howell, 2 tables, 4 pairs"),
        ("Movement fingerprint", "7F3K2M"),
        ("Scoring", "Matchpoints"),
        ("Results in", "3 of 4"),
        ("Note", "Board 3 was fouled."),
    )


def test_event_table_leaves_out_what_an_imported_night_does_not_know():
    assert make_event_table(TWO_WINNERS.standings).rows == (
        ("Club", "Ash & Reed Club"),
        ("Event", "Monday pairs"),
        ("Date", date(2022, 7, 21)),
        ("Scoring", "Matchpoints"),
        ("Results in", "1"),
    )


@pytest.mark.parametrize("sheets", EVENTS.values(), ids=EVENTS)
def test_no_figure_stands_in_a_text_column_and_no_text_among_figures(sheets):
    for table in list_event_tables(sheets):
        for row in table.rows:
            for value, column in zip(row, table.columns, strict=True):
                is_text = column.kind in (ColumnKind.TEXT, ColumnKind.PLACE)
                assert value is None or isinstance(value, str | date) == is_text, (
                    table.title,
                    column.title,
                    value,
                )
