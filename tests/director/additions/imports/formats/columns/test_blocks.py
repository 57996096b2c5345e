"""Blocks of one board each, with headings of their own, in pages and texts of any program."""

import pytest

from director.additions.imports.formats.door import read_source

BOARDS = (
    [("8", "1", "N 4♥ +1", "♣D", "450", ""), ("3", "4", "N 6♥ -1", "♠K", "", "50")],
    [("8", "1", "O 3SA -2", "♦3", "100", ""), ("3", "4", "O 2♦ =", "♠K", "", "90")],
)
LINES = [
    (1, 8, 1, ("4H", "N", 11, 450), "CQ", 2, 0),
    (1, 3, 4, ("6H", "N", 11, -50), "SK", 0, 2),
    (2, 8, 1, ("3NT", "E", 7, 100), "D3", 2, 0),
    (2, 3, 4, ("2D", "E", 8, -90), "SK", 0, 2),
]
TITLES = ("MP", "NS", "Kontrakt", "Aussp.", "Ergebnis", "", "OW", "MP")
NAMES = ("1 Nord / -", "2 Ost / NS")


def list_rows(board):
    points = [("2", "0"), ("0", "2")]
    for (ns, ew, contract, lead, score, score_ew), (ns_points, ew_points) in zip(
        board, points, strict=True
    ):
        yield ns_points, ns, contract, lead, score, score_ew, ew, ew_points


def make_row(cells, tag="td"):
    return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"


def make_page(name_of_board):
    page = ""
    for name, board in zip(NAMES, BOARDS, strict=True):
        rows = "".join(map(make_row, list_rows(board)))
        page += name_of_board(name, make_row(TITLES, "th") + rows)
    return f"<html><title>Boardzettel</title><body>{page}</body></html>"


@pytest.mark.parametrize(
    "name_of_board",
    [
        lambda name, rows: f"<table><tr><td colspan=8>{name}</td></tr>{rows}</table>",
        lambda name, rows: f"<h3>{name}</h3><table>{rows}</table>",
        lambda name, rows: f"<p>{name}</p><table>{rows}</table>",
        lambda name, rows: f"<table><caption>Board {name[0]}</caption>{rows}</table>",
        lambda name, rows: f"<h3>Board {name[0]}</h3><p>Dealer South</p><table>{rows}</table>",
    ],
    ids=["row", "title", "paragraph", "caption", "board"],
)
def test_the_board_stands_above_its_table(name_of_board):
    event = read_source(make_page(name_of_board).encode())
    lines = [
        (
            board.board_no,
            line.ns_no,
            line.ew_no,
            line.result[:4],
            line.lead,
            line.ns_points,
            line.ew_points,
        )
        for board in event.sections[0].boards
        for line in board.lines
    ]
    assert lines == LINES
    assert not [doubt for doubt in event.warnings if doubt.code == "doubt-columns"]


def test_blocks_of_plain_text_with_headings():
    text = """Club night
Board 1  Dlr N  Vul None
NS   EW   Contract  By  Made   Score    NS MP   EW MP
1    2    4S        N   10     420      2       0
3    4    3NT       S   8      -50      0       2

Board 2  Dlr E  Vul NS
NS   EW   Contract  By  Made   Score    NS MP   EW MP
1    2    2H        N   8      110      2       0
3    4    1NT       S   8      120      0       2
"""
    boards = read_source(text.encode()).sections[0].boards
    scores = [(board.board_no, [line.result.score for line in board.lines]) for board in boards]
    assert scores == [(1, [420, -50]), (2, [110, 120])]
