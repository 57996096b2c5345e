"""Tables on a page: the columns and values of the files, dressed, linked and sorted by what they hold."""

import csv
import io
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import RequestFactory

from director.boards.tables.addresses import ResultAddresses
from director.boards.tables.grids import (
    describe_board,
    make_board_table,
    make_card_table,
    make_recap_tables,
    make_standings_tables,
)
from director.core.base.grids import make_sort_key
from director.formats.figures import ColumnKind
from director.sheets import StandingGroup
from tests.director.formats.factories import (
    ADA,
    BOARD_1,
    BOARD_2,
    CARDS,
    CLEO,
    GWEN,
    ONE_WINNER,
    RECAP,
    STANDINGS,
    TWO_WINNERS,
    WHIST,
    write_standings_csv,
)
from tests.director.pages import are_in_order

CELL = re.compile(r"<t[hd][^>]*>(.*?)(?:<svg aria-hidden.*?</svg>\s*)?</t[hd]>", re.DOTALL)


def request_for(query=""):
    return RequestFactory().get(f"/?{query}")


def standings_of(sheets, query=""):
    return make_standings_tables(
        sheets.standings, addresses=ResultAddresses(1), request=request_for(query)
    )


def titles_and_cells(table):
    """Return the titles a reader sees and what every cell of the page holds, without the bar behind a percentage."""
    return [str(column.header) for column in table.columns], [
        CELL.findall(cells) for _record, cells in table.html_rows
    ]


def names_in_order(table):
    return [record["names"] for record in table.data]


def test_standings_as_people_read_them():
    (table,) = standings_of(ONE_WINNER)
    link = '<a href="/events/1/pairs/{0}/"><span data-no="{0}"></span>{1}</a>'
    titles, cells = titles_and_cells(table)
    shown = ["Place", "Pair", "Names", "Boards", "Total", "Percent"]
    assert are_in_order(shown, titles)
    assert [[row[titles.index(title)] for title in shown] for row in cells] == [
        ["1", "1", link.format(1, "Ada Ash &amp; Bert Hazel"), "2", "128.77", "47.69"],
        ["2=", "2", link.format(2, "Cleo Pine &amp; Dora Birch"), "2", "3.50", "24.50"],
        ["2=", "3", link.format(3, "Edith Ivy &amp; Fred Rowan"), "2", "3.50", "24.50"],
        ["", "4", link.format(4, "=1+1 &amp; Łucja Żak"), "0", "", ""],
    ]


def test_two_tables_of_a_page_are_sorted_apart():
    standings = replace(
        TWO_WINNERS.standings,
        groups=(
            StandingGroup(
                "North-South", (replace(ADA, direction="NS"), replace(CLEO, direction="NS"))
            ),
            StandingGroup(
                "East-West", (replace(ADA, direction="EW"), replace(CLEO, direction="EW"))
            ),
        ),
    )
    ns, ew = make_standings_tables(
        standings, addresses=ResultAddresses(1), request=request_for("ew-sort=-names")
    )
    assert names_in_order(ns) == [ADA.names, CLEO.names]
    assert names_in_order(ew) == [CLEO.names, ADA.names]


def test_a_pair_without_names_is_reached_by_its_number():
    standings = replace(STANDINGS, groups=(StandingGroup("", (replace(ADA, names=""),)),))
    (table,) = make_standings_tables(standings, addresses=ResultAddresses(1), request=request_for())
    assert titles_and_cells(table)[1][0][1:3] == ['<a href="/events/1/pairs/1/">1</a>', ""]


def test_a_method_without_percentages_shows_no_such_column():
    rows = (replace(ADA, percent=None), replace(CLEO, percent=None))
    standings = replace(STANDINGS, groups=(StandingGroup("", rows),))
    (table,) = make_standings_tables(standings, addresses=ResultAddresses(1), request=request_for())
    titles, _cells = titles_and_cells(table)
    assert are_in_order(["Place", "Pair", "Names", "Total"], titles)
    assert "Percent" not in titles
    assert next(iter(table.as_values()))[-1] == "Percent"


def test_a_board_as_people_read_it():
    titles, rows = titles_and_cells(
        make_board_table(BOARD_1, addresses=ResultAddresses(1), request=request_for())
    )
    assert titles == [
        *("N-S", "N-S names", "E-W", "E-W names", "Contract", "Tricks"),
        *("N-S score", "N-S points", "E-W points", "N-S percent"),
    ]
    spades = '<span class="suit" role="img" aria-label="spades">♠</span>'
    doubled = '<span role="img" aria-label="doubled">×</span>'
    made, over = '<span data-result="="></span>', '<span data-result="+2"></span>'
    assert rows[0][4:] == [f"4{spades}{doubled}\xa0S{made}", "10", "590", "2.0", "0.0", "100.00"]
    assert rows[1][4:] == [f"3NT\xa0E{over}", "11", "−460", "0.5", "1.5", "25.00"]


def test_a_line_without_a_result_says_when_it_is_played_and_a_ruling_is_written_out():
    board = replace(BOARD_2, lines=(BOARD_2.lines[0], replace(BOARD_2.lines[1], due="round 2")))
    _titles, rows = titles_and_cells(
        make_board_table(board, addresses=ResultAddresses(1), request=request_for())
    )
    assert [row[4:7] for row in rows] == [["60 : 40%", "", ""], ["round 2", "", ""]]


def test_a_bare_score_leaves_the_contract_empty():
    board = replace(
        BOARD_1,
        lines=(replace(BOARD_1.lines[0], contract="", declarer="", tricks=None, score=620),),
    )
    _titles, rows = titles_and_cells(
        make_board_table(board, addresses=ResultAddresses(1), request=request_for())
    )
    assert rows[0][4:7] == ["", "", "620"]


def test_a_card_leads_to_boards_and_opponents():
    titles, rows = titles_and_cells(
        make_card_table(CARDS[1], addresses=ResultAddresses(7), request=request_for())
    )
    assert titles == [
        *("Round", "Board", "Sat", "Opponents", "Opponents’ names"),
        *("Contract", "Tricks", "Score", "Points", "Percent"),
    ]
    assert rows[0][:5] == [
        "1",
        '<a href="/events/7/boards/1/">1</a>',
        "E-W",
        '<a href="/events/7/pairs/1/">1</a>',
        '<a href="/events/7/pairs/1/"><span data-no="1"></span>Ada Ash &amp; Bert Hazel</a>',
    ]
    assert rows[0][7:] == ["−590", "0", "0.00"]


def test_the_recap_shows_each_board_with_the_decimals_it_needs():
    (table,) = make_recap_tables(RECAP, addresses=ResultAddresses(1), request=request_for())
    titles, rows = titles_and_cells(table)
    assert titles == ["Place", "Pair", "Names", "Total", "Percent", "1", "2"]
    assert [row[5:7] for row in rows] == [["2", "1.2"], ["0", ""]]


def test_whist_shows_tricks():
    titles, rows = titles_and_cells(
        make_board_table(WHIST.boards[0], addresses=ResultAddresses(1), request=request_for())
    )
    assert titles[3:6] == ["E-W names", "N-S tricks", "N-S points"]
    assert rows[0][4] == "8"


def test_whist_shows_what_was_ruled_where_anything_was():
    board = WHIST.boards[0]
    ruled = replace(
        board, lines=(*board.lines, replace(board.lines[0], contract="A6040", tricks=None))
    )
    titles, rows = titles_and_cells(
        make_board_table(ruled, addresses=ResultAddresses(1), request=request_for())
    )
    assert titles[4:6] == ["Ruling", "N-S tricks"]
    assert [row[4:6] for row in rows] == [["", "8"], ["60 : 40%", ""]]


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(
            lambda: make_board_table(
                WHIST.boards[0], addresses=ResultAddresses(1), request=request_for()
            ),
            id="board",
        ),
        pytest.param(
            lambda: make_card_table(
                WHIST.pairs[0], addresses=ResultAddresses(1), request=request_for()
            ),
            id="card",
        ),
    ],
)
def test_tricks_at_whist_are_shown_on_a_phone_too(table):
    assert table().columns["tricks"].column.css_classes == "n c-tricks"


@pytest.mark.parametrize(
    ("query", "order"),
    [
        pytest.param("", ["10", "2=", "1", ""], id="as given"),
        pytest.param("sort=place", ["1", "2=", "10", ""], id="places as numbers, none last"),
        pytest.param("sort=-place", ["10", "2=", "1", ""], id="places downwards, none last"),
        pytest.param("sort=percent", ["10", "2=", "1", ""], id="percentages as numbers"),
        pytest.param("sort=-percent", ["1", "2=", "10", ""], id="percentages downwards"),
        pytest.param("sort=names", ["", "1", "10", "2="], id="names without regard to capitals"),
        pytest.param("sort=sideways", ["10", "2=", "1", ""], id="no such column"),
        pytest.param("sort=", ["10", "2=", "1", ""], id="nothing"),
    ],
)
def test_sorting_uses_what_a_column_holds(query, order):
    rows = (
        replace(ADA, place="10", names="berta", percent=Fraction(9)),
        replace(ADA, place="2=", names="Cleo", percent=Fraction(50)),
        replace(ADA, place="1", names="Ada", percent=Fraction(100)),
        replace(GWEN, names="=1+1"),
    )
    (table,) = make_standings_tables(
        replace(STANDINGS, groups=(StandingGroup("", rows),)),
        addresses=ResultAddresses(1),
        request=request_for(query),
    )
    assert [record["place"] for record in table.data] == order


def test_equal_values_keep_their_order():
    (table,) = standings_of(ONE_WINNER, "sort=-total")
    assert names_in_order(table) == [row.names for row in STANDINGS.groups[0].rows]


@pytest.mark.parametrize(
    ("value", "kind", "key"),
    [
        pytest.param("3=", ColumnKind.PLACE, 3, id="tied place"),
        pytest.param("", ColumnKind.PLACE, None, id="no place"),
        pytest.param("", ColumnKind.TEXT, None, id="no text"),
        pytest.param("Ädam", ColumnKind.TEXT, "ädam", id="text"),
        pytest.param(0, ColumnKind.SCORE, 0, id="nought is a score"),
        pytest.param(None, ColumnKind.POINTS, None, id="no points"),
    ],
)
def test_sort_key(value, kind, key):
    assert make_sort_key(value, kind) == key


@pytest.mark.parametrize(
    ("board", "words"),
    [
        pytest.param(BOARD_1, "North deals, nobody vulnerable", id="none"),
        pytest.param(BOARD_2, "East deals, N-S vulnerable", id="one side"),
        pytest.param(
            replace(BOARD_1, vulnerability="All"), "North deals, both sides vulnerable", id="all"
        ),
        pytest.param(WHIST.boards[0], "North deals", id="whist"),
    ],
)
def test_board_words(board, words):
    assert describe_board(board) == words


def test_csv_and_page_have_the_same_standings():
    """A reader of the CSV file and one of the page see the same figures."""
    titles, *lines = csv.reader(io.StringIO(write_standings_csv(ONE_WINNER).decode("utf-8-sig")))
    (table,) = standings_of(ONE_WINNER)
    page_titles, *page_rows = table.as_values()
    assert titles == page_titles
    as_text = [["" if cell is None else str(cell) for cell in row] for row in page_rows]
    assert as_text == [[cell.removeprefix("'") for cell in line] for line in lines]
