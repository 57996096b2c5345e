"""Results in columns: what is recognised in many layouts and languages, and files that are none."""

import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from director.additions.imports.formats.columns.files import detect_columns, read_columns
from director.formats import cells
from director.formats.errors import ImportFileError
from director.formats.headings import FIELD_LABELS, match_field
from director.formats.result import make_result_entry

RESULTS = [
    (1, 1, 2, "4S", "N", 10, 420),
    (1, 3, 4, "3NT", "E", 8, 50),
    (2, 1, 2, "2HX", "S", 7, -200),
]
MADE = [(1, 1, 2, "4SN=", 420), (1, 3, 4, "3NTE-1", 50), (2, 1, 2, "2HXS-1", -200)]


def list_line_facts(event):
    """Return every line: board, pairs, the entry and the score."""
    return [
        (
            board.board_no,
            line.ns_no,
            line.ew_no,
            str(make_result_entry(line.result, board.board_no)),
            _score(line, board.board_no),
        )
        for section in event.sections
        for board in section.boards
        for line in board.lines
    ]


def _score(line, board_no):
    return make_result_entry(line.result, board_no).ns_score(board_no)


def written(head, rows=RESULTS, sign=",", encoding="utf-8"):
    lines = [head, *(sign.join(map(str, row)) for row in rows)]
    return "\r\n".join(lines).encode(encoding)


def make_workbook(*sheets, titles=(), hidden=(), merged=()):
    written_book = Workbook()
    written_book.remove(written_book.active)
    for index, rows in enumerate(sheets):
        sheet = written_book.create_sheet(titles[index] if titles else None)
        for row in rows:
            sheet.append(row)
        sheet.sheet_state = "hidden" if index in hidden else "visible"
        for cells_merged in merged:
            sheet.merge_cells(cells_merged)
    buffer = io.BytesIO()
    written_book.save(buffer)
    return buffer.getvalue()


HEADS = {
    "English": "Board,NS,EW,Contract,By,Tricks,Score",
    "English, longer": "Board No.,N-S Pair,E-W Pair,Contract,Declarer,Result,NS Score",
    "of a program": "BoardNumber,PairNS,PairEW,Contract,Played By,Tks,+Sc",
    "Dutch": "Spel,NZ,OW,Contract,Leider,Slagen,Score NZ",
    "German": "Teilung,Paar NS,Paar OW,Kontrakt,Spielführer,Stiche,Punkte",
    "German, shorter": "Board,NS,OW,Kontrakt,von,Ergebnis,Score",
    "French": "Donne,NS,EO,Contrat,Déclarant,Levées,Marque",
    "Polish": "Rozdanie,NS,EW,Kontrakt,Rozgrywający,Lew,Zapis",
    "Danish": "Spil,Par NS,Par ØV,Kontrakt,Spilfører,Stik,Score",
}


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"], ids=["comma", "semicolon", "tab", "stroke"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
def test_separator_and_encoding_are_recognised(sign, encoding):
    head = HEADS["German"].replace(",", sign)
    assert list_line_facts(read_columns(written(head, sign=sign, encoding=encoding))) == MADE


def test_the_contract_may_hold_all():
    data = b"Bd;NS;EW;Result\n1;1;2;4SN=\n1;3;4;3NTE-1\n2;1;2;2HXS-1\n"
    assert list_line_facts(read_columns(data)) == MADE


def test_a_score_under_the_heading_result_is_a_score():
    columns = detect_columns(b"Board,NS,EW,Result\n1,1,2,420\n1,3,4,-50\n")
    assert columns.fields == ("board", "ns", "ew", "score")


def test_both_sides_of_a_score_in_a_column_each():
    data = b"Board,NS,EW,NS Score,EW Score\n1,1,2,420,\n1,3,4,,50\n1,5,6,,-90\n"
    assert [row[4] for row in list_line_facts(read_columns(data))] == [420, -50, 90]


def test_every_result_on_the_cards_of_both_pairs_is_one_line():
    data = (
        b"Pair,Sat,Board,Opponents,Contract,By,Tricks,Score\n"
        b"1,N-S,1,2,4S,N,10,420\n2,E-W,1,1,4S,N,10,-420\n4,E-W,1,3,3NT,E,8,-50\n1,N-S,2,2,2HX,S,7,-200\n"
    )
    assert sorted(list_line_facts(read_columns(data))) == MADE


def test_seats_and_suits_in_letters_of_another_language():
    data = "Donne;NS;EO;Contrat;Déclarant;Levées\n1;1;2;4P;N;10\n1;3;4;3SA;E;8\n2;1;2;2C x;S;7\n2;3;4;1K;O;7\n".encode()
    assert list_line_facts(read_columns(data)) == [*MADE, (2, 3, 4, "1DW=", -70)]


def test_names_make_pairs():
    data = b"Board,North,South,East,West,Score\n1,Ash,Birch,Cox,Dow,420\n1,Elm,Fir,Gum,Hazel,50\n2,Ash,Birch,Gum,Hazel,0\n"
    (section,) = read_columns(data).sections
    assert [
        (pair.number_text, *(player.name for player in pair.players)) for pair in section.pairs
    ] == [
        ("1NS", "Ash", "Birch"),
        ("2NS", "Elm", "Fir"),
        ("1EW", "Cox", "Dow"),
        ("2EW", "Gum", "Hazel"),
    ]


def test_that_nobody_is_named_is_said_once_however_many_sections():
    event = read_columns(b"Section,Board,NS,EW,NS MP,Score\nA,1,1,2,3,420\nB,1,1,2,3,50\n")
    assert [str(doubt) for doubt in event.warnings if "has no names" in str(doubt)] == [
        "The file has no names. Enter them under Seats after importing."
    ]


def test_chosen_columns_take_precedence_over_recognised_ones():
    data = b"a,b,c,d\n1,2,3,420\n2,2,3,50\n"
    assert detect_columns(data).fields == ("", "", "", "")
    assert list_line_facts(read_columns(data, ["board", "ns", "ew", "score"]))[0][:3] == (1, 2, 3)


NOTHING_KNOWN = (
    "The file looks like plain text, not a table of results. Add a row of headings such as Board, NS, EW, Contract, "
    "By, Tricks, Score."
)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"Board,NS,Score\n1,2,420\n", "The file has no column for E-W pair. Add that heading, or choose the column."),
        (b"NS,EW,Round\n1,2,1\n",
         "The file has no column for Board or a contract or a score. Add that heading, or choose the column."),
        (b"1,2,3,420\n1,4,5,50\n", NOTHING_KNOWN),
        (b"Ada Ash & Bert Hazel", NOTHING_KNOWN),
        (b'Board,NS,EW,Score\n1,1,2,420\n1,"' + b"x" * 200_000,
         "Line 3 isn’t valid CSV (field larger than field limit (131072)). Save the table again as CSV."),
    ],
    ids=["one side", "no board", "no headings", "names", "a cell without end"],
)  # fmt: skip
def test_unknown_columns_are_refused_in_one_sentence(data, sentence):
    with pytest.raises(ImportFileError) as refused:
        read_columns(data)
    assert str(refused.value) == sentence


def test_a_row_that_cannot_be_is_named():
    with pytest.raises(ImportFileError) as refused:
        read_columns(
            b"Board,NS,EW,Contract,By,Tricks\n1,1,2,4S,N,10\n1,3,x,4S,N,10\n1,5,6,9S,N,10\n"
        )
    assert list(map(str, refused.value.problems)) == [
        "Row 3: “x” isn’t a pair number for E-W. Use a form such as 5, 5NS or 5EW.",
        "Row 4: “9S”: bids go from 1 to 7, not 9.",
    ]


@pytest.mark.parametrize(
    "board", ["0", "-7", "1000", "99999", "1.5", "1e999", "7 / 28", "9" * 5_000]
)
def test_a_board_that_no_set_has_is_named(board):
    with pytest.raises(ImportFileError) as refused:
        read_columns(f"Board,NS,EW,Contract,By,Tricks\n{board},1,2,4S,N,10\n".encode())
    shown = f"{board[:200]}…" if len(board) > 200 else board
    assert str(refused.value) == f"Row 2: “{shown}” isn’t a board number. Use 1 to 999."


def test_a_score_of_very_many_figures_on_a_card_is_named():
    with pytest.raises(ImportFileError) as refused:
        read_columns(f"Board,Pair,Opponents,Sat,Score\n1,1,2,EW,{'9' * 5_000}\n".encode())
    assert str(refused.value).startswith("Row 2: the score is “99")


def bomb(**members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "/"), data)
    return buffer.getvalue()


DAMAGED = "The workbook can’t be read here. Open it in a spreadsheet and save the sheet with the results as CSV."


def test_hostile_workbooks_are_one_sentence(monkeypatch):
    good = make_workbook([HEADS["English"].split(","), *map(list, RESULTS)])
    monkeypatch.setattr(cells, "_MAX_UNPACKED_BYTES", 2_000_000)
    hostile = {
        bomb(
            xl__workbook=b"0" * 3_000_000
        ): "The workbook is larger than 2 MB when unpacked. Choose another file.",
        bomb(
            xl__workbook=b'<!DOCTYPE x [<!ENTITY a "ha">]>'
        ): "The workbook contains XML entities, which can be unsafe. Save it again from a spreadsheet.",
        good[: len(good) // 2]: DAMAGED,
        b"PK\x03\x04" + b"\0" * 40 + b"xl/workbook.xml": DAMAGED,
    }
    for data, sentence in hostile.items():
        with pytest.raises(ImportFileError) as refused:
            read_columns(data)
        assert str(refused.value) == sentence


def test_more_rows_than_any_session_has_are_refused(monkeypatch):
    monkeypatch.setattr(cells, "MAX_ROWS", 2)
    with pytest.raises(ImportFileError) as refused:
        read_columns(written(HEADS["English"]))
    assert str(refused.value) == "The file has more than 2 rows. Choose a file with one session."


def test_a_workbook_that_takes_too_long_says_so(monkeypatch):
    monkeypatch.setattr(cells, "MAX_SECONDS", -1)
    with pytest.raises(ImportFileError) as refused:
        read_columns(make_workbook([HEADS["English"].split(","), *map(list, RESULTS)]))
    assert (
        str(refused.value)
        == "Reading the workbook takes longer than -1 seconds. Choose a file with one session."
    )


def test_every_field_has_a_heading():
    usual = """Board|N-S|E-W|Contract|Level|Suit|Doubled|By|Result|Score|Score EW|Honours|Lead|NS MP|EW MP|% NS|% EW|Round|
        Table|Section|Session|Names N-S|Names E-W|N-S team players|E-W team players|North|South|East|West|Pair|Opponents|Sat|
        Date|Remark|Contest|Scored by|N-S final total|E-W final total|N-S final percent|E-W final percent|N-S final place|
        E-W final place|N-S match result|E-W match result|Match unit"""
    assert [match_field(heading) for heading in usual.split("|")] == list(FIELD_LABELS)
    assert max(map(len, FIELD_LABELS.values())) <= 16, (
        "a box beside the column shows what it is called"
    )
    players = {
        "North player": "north",
        "W Player": "west",
        "SouthName": "south",
        "Player East": "east",
    }
    assert {heading: match_field(heading) for heading in players} == players


CELL = st.sampled_from(
    [
        "",
        "1",
        "2",
        "7",
        "4S",
        "3NT",
        "=",
        "+1",
        "N",
        "E",
        "420",
        "-50",
        "A6040",
        "x",
        "Board 2",
        "1NS",
    ]
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.permutations(["Board", "NS", "EW", "Contract", "By", "Tricks", "Score", "Round", "Table"]),
    st.lists(st.lists(CELL, max_size=9), max_size=8),
)
def test_whatever_stands_in_the_cells_it_is_read_or_refused_with_sentences(head, rows):
    data = "\n".join([",".join(head), *map(",".join, rows)]).encode()
    try:
        event = read_columns(data)
    except ImportFileError as error:
        sentences = list(map(str, error.problems))
    else:
        sentences = [str(doubt) for doubt in event.warnings]
        assert list_line_facts(event)
    assert {sentence[-1] for sentence in sentences} <= {"."}


HEAD_OF_BOTH_SIDES = "Board,NS,EW,Contract,By,Tricks,Score"


def test_results_listed_from_both_sides_are_taken_once():
    """Each pair's own card has the score as that pair sees it; the contract says who sat N-S."""
    other_sides = [(1, 2, 1, "4S", "N", 10, -420), (2, 2, 1, "2HX", "S", 7, 200)]
    rows = [*other_sides, *RESULTS, (1, 4, 3, "3NT", "E", 8, -50)]
    event = read_columns(written(HEAD_OF_BOTH_SIDES, rows))
    assert sorted(list_line_facts(event)) == sorted(MADE)
    assert event.sections[0].winner_count == 1
    assert "The file lists 3 results from both sides." in " ".join(map(str, event.warnings))


def test_equal_scores_of_two_directions_are_two_results():
    """Of two winners pair 1 N-S and pair 1 E-W are two pairs, even where their scores are opposite once."""
    rows = [
        (1, 1, 2, 420),
        (1, 2, 1, -420),
        (2, 1, 2, 50),
        (2, 2, 1, 100),
        (3, 1, 1, 50),
        (3, 2, 2, 50),
    ]
    event = read_columns(written("Board,NS,EW,Score", rows))
    assert event.sections[0].winner_count == 2
    assert len(list_line_facts(event)) == 6
