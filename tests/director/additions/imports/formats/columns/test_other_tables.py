"""Tables of other programs: code pages, unknown headings, movies."""

import pytest

from director.additions.imports.formats.columns.files import detect_columns
from director.additions.imports.formats.columns.layout import (
    describe_missing_parts,
    list_missing_parts,
)
from director.additions.imports.formats.door import read_source
from director.formats.errors import ImportFileError
from director.formats.reading import decode_text

CARDS = "md|1S765H9876D9876C87,S43H542D532C65432,SAKQ2HAK3DAK4CAKQ,|"
HANDS = [(1, "AKQ2.AK3.AK4.AKQ")]


def table(headings, *rows):
    return "\n".join([headings, *rows])


def lines(data):
    (section,) = read_source(data).sections
    return [
        (line.result.contract, line.result.declarer, line.result.tricks, line.result.score)
        for board in section.boards
        for line in board.lines
    ]


def hands(data):
    (section,) = read_source(data).sections
    return [(deal.board_no, deal.hands.get_hand("N")) for deal in section.hands]


def left_out(data):
    return [str(doubt) for doubt in read_source(data).warnings if "left out" in str(doubt)]


RESULTS = ["1,1,2,4S,N,10,420", "1,3,4,3NT,S,9,400"]


@pytest.mark.parametrize(
    ("text", "code_page"),
    [
        ("Zoë Brontë; Müller; l’été", "windows-1252"),
        ("Rozgrywający; Łukasz Żak; Święta", "windows-1250"),
        ("Jiří Dvořák; Černý; Růžička; Željko Ćosić; Łoś", "windows-1250"),
        ("Иван Петров; Ада Ясень", "windows-1251"),
        ("Zoë 4♠; Żak", "utf-8"),
    ],
)
def test_code_page_is_told_by_the_letters(text, code_page):
    assert decode_text(text.encode(code_page)) == text


def test_column_of_contracts_is_known_by_its_cells():
    data = table("Board,NS,EW,Foo,By,Tricks,Score", *RESULTS).encode()
    assert lines(data) == [("4S", "N", 10, 420), ("3NT", "S", 9, 400)]
    assert left_out(data) == []


def test_missing_contracts_are_asked_about():
    rows = ["1,1,2,yes 4S,N,10,420", "1,3,4,no 3NT,S,9,400"]
    data = table("Board,NS,EW,Foo,By,Tricks,Score", *rows).encode()
    assert left_out(data) == [
        "Which column is the contract? Without it, only scores are imported. Columns left out: “Foo” (2 times, such "
        "as “yes 4S”). Say under Columns what they hold."
    ]


def test_movie_in_a_column_is_the_hand_of_its_board():
    rows = [f'{row},"pn|a,b,c,d|{CARDS}sv|o|"' for row in RESULTS]
    data = table("Board,NS,EW,Contract,By,Tricks,Score,Movie", *rows).encode()
    assert len(lines(data)) == 2
    assert hands(data) == HANDS
    assert left_out(data) == []


def test_movie_in_a_link_of_a_page_is_the_hand_of_its_board():
    link = f"https://x.example/v?lin=pn%7Ca%7C{CARDS.replace('|', '%7C')}"
    rows = "".join(
        "<tr>"
        + "".join(f"<td>{cell}</td>" for cell in row.split(","))
        + f'<td><a href="{link}">see</a></tr>'
        for row in RESULTS
    )
    headings = "".join(
        f"<th>{each}</th>" for each in ["Board", "NS", "EW", "Contract", "By", "Tricks", "Score"]
    )
    data = f"<html><table><tr>{headings}</tr>{rows}</table></html>".encode()
    assert lines(data) == [("4S", "N", 10, 420), ("3NT", "S", 9, 400)]
    assert hands(data) == HANDS


@pytest.mark.parametrize(
    ("headings", "rows", "question"),
    [
        ("Board,NS,EW,Contract,Foo,Tricks,Score", ["1,1,2,4S,x,10,420"], "the declarer"),
        ("Board,NS,EW,Contract,By,Foo,Score", ["1,1,2,4S,N,ten,420"], "the tricks"),
        ("Board,NS,EW,Foo,Bar,Tricks,Score", ["1,1,2,x,y,10,420"], "the contract and the declarer"),
        ("Board,NS,EW,Contract,Score,Foo", ["1,1,2,4SN=,420,x"], ""),
        ("Board,NS,EW,Score,Foo", ["1,1,2,420,x"], ""),
        ("Board,NS,EW,Contract,Tricks,Score,Foo", ["1,1,2,4S,N +1,450,x"], ""),
    ],
)
def test_question_names_the_part_that_no_column_has(headings, rows, question):
    columns = detect_columns(table(headings, *rows, *rows).encode())
    parts = list_missing_parts(columns)
    verb = "columns are" if " and " in question else "column is"
    assert (describe_missing_parts(parts) if parts else "") == (
        f"Which {verb} {question}?" if question else ""
    )


def test_quotation_mark_that_is_not_closed_is_named_before_it_swallows_rows():
    rows = ['1,1,2,4S,N,10,420,"said', "1,3,4,4S,N,9,-50,", "1,5,6,4S,N,9,-50,"]
    with pytest.raises(ImportFileError) as refusal:
        read_source(table("Board,NS,EW,Contract,By,Tricks,Score,Remark", *rows).encode())
    assert str(refusal.value) == (
        "A quotation mark isn’t closed, so the rows up to line 4 run together. Delete the mark, or "
        "save the table again as CSV."
    )


def test_remark_of_several_lines_stays_one_cell():
    rows = ['1,1,2,4S,N,10,420,"well played,\nindeed"', "1,3,4,4S,N,9,-50,"]
    data = table("Board,NS,EW,Contract,By,Tricks,Score,Remark", *rows).encode()
    assert len(lines(data)) == 2


def test_parts_of_a_contract_come_with_their_double_and_a_pass_of_level_0():
    headings = "Board,NS,EW,Level,Denom,Risk,Declarer,Result"
    data = table(headings, "1,1,2,0,NT,,,", "1,3,4,4,H,X,N,+1").encode()
    assert [line[:3] for line in lines(data)] == [("PASS", "", None), ("4HX", "N", 11)]
