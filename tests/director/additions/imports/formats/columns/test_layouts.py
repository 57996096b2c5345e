"""Tables as clubs lay them out: what a secretary expects to be read is read, and nothing is read as something else."""

from datetime import date, datetime

import pytest

from director.additions.imports.formats.columns.cells import split_two_names
from director.additions.imports.formats.columns.files import detect_columns, read_columns
from director.additions.imports.formats.door import read_source
from director.formats.errors import ImportFileError
from tests.director.additions.imports.formats.columns.test_columns import (
    list_line_facts,
    make_workbook,
)

HEAD = ["Board", "NS", "EW", "Contract", "By", "Tricks", "Score"]
ROWS = [[1, 1, 2, "4S", "N", 10, 420], [1, 3, 4, "3NT", "E", 8, 50], [2, 1, 2, "2HX", "S", 7, -200]]
MADE = [(1, 1, 2, "4SN=", 420), (1, 3, 4, "3NTE-1", 50), (2, 1, 2, "2HXS-1", -200)]


def csv(*rows, sign=";"):
    return "\n".join(
        sign.join("" if cell is None else str(cell) for cell in row) for row in rows
    ).encode()


def entries(data):
    return [
        (board_no, entry)
        for board_no, _ns, _ew, entry, _score in list_line_facts(read_columns(data))
    ]


def scores(data):
    return [
        (board_no, score)
        for board_no, _ns, _ew, _entry, score in list_line_facts(read_columns(data))
    ]


def refused(data):
    with pytest.raises(ImportFileError) as refusal:
        read_columns(data)
    return list(map(str, refusal.value.problems))


BOARDS = [(7, 420), (7, -50), (8, 90), (8, -100)]


def test_a_board_left_out_in_a_column_that_repeats_it_is_named():
    assert refused(b"Board,NS,EW,Score\n7,1,2,420\n7,3,4,50\n,5,6,50\n8,1,2,50\n") == [
        "Row 4: the number of the board is missing. Add it, from 1 to 999."
    ]


@pytest.mark.parametrize(
    "heads",
    [
        [
            ["Board", "Pair", None, "Contract", "By", "Score", None],
            [None, "NS", "EW", None, None, "NS", "EW"],
        ],
        [["Pairs", None, None, None, "Score", None], ["Board", "NS", "EW", "Contract", "NS", "EW"]],
        [["Board", "NS", "EW", "NS", "EW"]],
        [["Board", "NS", "EW", "NS+", "EW+"]],
        [["Board", "NS", "EW", "+", "-"]],
        [["Board", "NS", "EW", "Score NS", "Score OW"]],
    ],
    ids=["two rows", "group above", "twice", "plus", "signs", "named"],
)
@pytest.mark.parametrize("empty", [None, 0, "-"], ids=["empty", "zero", "dash"])
def test_the_score_of_each_side_in_a_column_of_its_own(heads, empty):
    width = len(heads[-1])
    rows = [
        [1, 1, 2, *[None] * (width - 5), 420, empty],
        [1, 3, 4, *[None] * (width - 5), empty, 50],
    ]
    assert scores(csv(*heads, *rows)) == [(1, 420), (1, -50)]


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        (["Contract", "By"], ["4S+1", "N"]),
        (["Contract", "Result"], ["4S N", "+1"]),
        (["Contract", "Result"], ["4S", "N+1"]),
        (["Contract", "By"], ["4S", "N +1"]),
        (["Contract", "By", "Result"], ["4S N", "North", "1 over"]),
        (["Contract", "By", "Score"], ["4S+1", "N", "450"]),
    ],
)
def test_the_tricks_made_may_be_in_any_two_of_three_columns(head, cells):
    assert entries(csv(["Board", "NS", "EW", *head], [1, 1, 2, *cells])) == [(1, "4SN+1")]


def test_a_contract_and_its_tricks_without_declarer_or_score_are_not_guessed():
    assert refused(csv(["Board", "NS", "EW", "Contract"], [1, 1, 2, "4S+1"])) == [
        "Row 2: 4S has no score. Add the score, or the declarer and tricks."
    ]


@pytest.mark.parametrize(
    "cell",
    [
        "Pass",
        "Passed out",
        "ALL PASS",
        "4 x Pass",
        "gepasst",
        "Rund gepasst",
        "passé",
        "Passe général",
        "rondpas",
    ],
)
def test_passed_out_in_words(cell):
    assert entries(csv(HEAD, [1, 1, 2, cell], ROWS[1])) == [(1, "PASS"), (1, "3NTE-1")]


def test_a_dash_is_passed_out_where_the_score_is_nought_and_else_no_result():
    data = csv(HEAD, [1, 1, 2, "-", "-", "-", 0], [1, 3, 4, "-", "-", "-", None])
    assert entries(data) == [(1, "PASS"), (1, "NP")]
    assert "Row 3: the line has no result, so it is imported as not played." in map(
        str, read_columns(data).warnings
    )


@pytest.mark.parametrize(
    ("tricks", "with_score"),
    [
        (["1", "-1", "="], True),
        (["1", "-1", "="], False),
        (["5", "-1", "4"], True),
        (["11", "8", "10"], True),
    ],
    ids=["sign taken off", "sign taken off, no score", "how many made", "all tricks"],
)
def test_bare_figures_count_what_fits_the_column(tricks, with_score):
    lines = [(1, 2, "4S", "N", 450), (3, 4, "3NT", "E", 50), (5, 6, "4S", "N", 420)]
    rows = [
        [1, ns, ew, contract, by, cell, score if with_score else None]
        for (ns, ew, contract, by, score), cell in zip(lines, tricks, strict=True)
    ]
    event = read_columns(csv(HEAD, *rows))
    assert [row[3] for row in list_line_facts(event)] == ["4SN+1", "3NTE-1", "4SN="]
    assert not [doubt for doubt in event.warnings if str(doubt).startswith("Row")]


@pytest.mark.parametrize(
    ("cell", "score"),
    [
        ("420.0", 420), ("420,0", 420), ("1.100", 1100), ("1,100", 1100), ("1\u00a0100", 1100), ("(50)", -50),
        ("NS 420", 420), ("E-W 50", -50), ("420 N/S", 420), ("50 EW", -50), ("−50", -50),
    ],
)  # fmt: skip
def test_scores_however_they_are_written(cell, score):
    assert scores(csv(["Board", "NS", "EW", "Score"], [1, 1, 2, cell], [1, 3, 4, 50])) == [
        (1, score),
        (1, 50),
    ]


@pytest.mark.parametrize(
    ("cell", "entry"),
    [
        ("60%-40%", "A6040"),
        ("60-40", "A6040"),
        ("Avg+", "AVE+"),
        ("AV-", "AVE-"),
        ("A+", "AVE+"),
        ("A+/A-", "AVE+/AVE-"),
        ("50/50", "A5050"),
    ],
)
def test_artificial_scores_as_table_units_and_secretaries_write_them(cell, entry):
    expected = entries(csv(HEAD, [1, 1, 2, entry], ROWS[1]))
    assert entries(csv(HEAD, [1, 1, 2, cell], ROWS[1])) == expected
    assert (
        entries(csv([*HEAD, "Remarks"], [1, 1, 2, *[None] * 4, cell], [*ROWS[1], ""])) == expected
    )


def test_a_formula_that_went_wrong_leaves_the_score_to_the_contract():
    assert entries(csv(HEAD, [*ROWS[0][:6], "#N/A"], ROWS[1])) == [(1, "4SN="), (1, "3NTE-1")]


def test_the_table_of_table_units_gives_the_seat_beside_the_number_of_declarer():
    data = (
        b"Section,Table,Round,Board,PairNS,PairEW,Declarer,NS/EW,Contract,Result,LeadCard,Remarks\n"
        b"1,1,1,1,1,2,1,N,4 S,+1,S2,\n1,2,1,1,3,4,4,E,3 NT x,-1,,\n1,2,1,2,3,4,,,,,,60%-40%\n1,1,1,2,1,2,,,PASS,,,\n"
    )
    assert sorted(entries(data)) == [(1, "3NTXE-1"), (1, "4SN+1"), (2, "A6040"), (2, "PASS")]


def test_a_result_that_says_it_all_once_more_is_no_number_of_tricks():
    data = (
        b"#Board,North,South,East,West,Result,Contract,Declarer,Tricks,Lead,Score,nsPair,ewPair\n"
        b"1,ada,bert,cy,di,4SN=,4S,N,10,HK,420,1,2\n1,ed,flo,gus,hy,3NTE-1,3NT,E,8,S2,50,3,4\n"
    )
    assert list_line_facts(read_columns(data)) == MADE[:2]


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        (["Contract", "Dbl"], ["4S", "X"]),
        (["Contract", "Doubled"], ["4S", "doubled"]),
        (["Level", "Suit", "Double"], [4, "S", "x"]),
        (["Level", "Strain"], [4, "Spades X"]),
    ],
)
def test_the_parts_of_a_contract_in_columns_of_their_own(head, cells):
    data = csv(["Board", "NS", "EW", *head, "By", "Tricks"], [1, 1, 2, *cells, "N", 9])
    assert entries(data) == [(1, "4SXN-1")]


def test_tables_side_by_side_are_all_read():
    head = ["Board", "NS", "EW", "Score"]
    data = csv(
        [*head, "", *head], [7, 1, 2, 420, "", 8, 1, 2, 90], [7, 3, 4, -50, "", 8, 3, 4, -100]
    )
    assert scores(data) == BOARDS
    assert refused(csv([*head, "", *head], [7, 1, 2, 420, "", 8, 1, 2, "x"])) == [
        "Row 2: the score is “x”. Use a whole number, or A6040 for an artificial score."
    ]


def test_a_side_that_is_neither_number_nor_names_is_quoted():
    head = ["Board", "NS", "EW", "Score"]
    rows = [[1, "Ash & Birch 2b", "Cox & Dow", 420], [1, "Elm & Fir", "Gum & Hazel", 50]]
    assert refused(csv(head, *rows))[0] == (
        "Row 2: “Ash & Birch 2b” isn’t a pair number for N-S. Use a form such as 5, 5NS or 5EW."
    )
    assert refused(csv(head, [1, 1, "Cox & Dow", 420], [1, 2, "Gum & Hazel", 50])) == [
        "Row 2: “Cox & Dow” isn’t a pair number for E-W. Use a form such as 5, 5NS or 5EW.",
        "Row 3: “Gum & Hazel” isn’t a pair number for E-W. Use a form such as 5, 5NS or 5EW.",
    ]


@pytest.mark.parametrize("number", ["-1", "0", "99999"])
def test_a_number_that_no_pair_has_is_quoted(number):
    data = csv(["Board", "NS", "EW", "Score"], [1, number, 2, 420], [1, 3, 4, 50])
    assert refused(data) == [
        f"Row 2: “{number}” isn’t a pair number for N-S. Use a form such as 5, 5NS or 5EW."
    ]


@pytest.mark.parametrize("nobody", ["0", "-", "Bye", "Phantom", "Sit-out", "spielfrei"])
def test_who_sat_out_has_no_line(nobody):
    data = csv(
        ["Board", "NS", "EW", "Contract", "Score"], [1, 1, 2, "4S", 420], [1, 3, nobody, None, None]
    )
    assert scores(data) == [(1, 420)]
    assert refused(
        csv(
            ["Board", "NS", "EW", "Contract", "Score"],
            [1, 1, 2, "4S", 420],
            [1, 3, nobody, "4S", 420],
        )
    ) == [f"Row 3: “{nobody}” isn’t a pair number for E-W. Use a form such as 5, 5NS or 5EW."]


def test_names_in_place_of_numbers_make_pairs():
    head = ["Board", "N-S", "E-W", "Score"]
    data = csv(head, [1, "Ash & Birch", "Cox / Dow", 420], [1, "Elm - Fir", "Gum und Hazel", 50])
    (section,) = read_columns(data).sections
    assert [tuple(player.name for player in pair.players) for pair in section.pairs] == [
        ("Ash", "Birch"), ("Elm", "Fir"), ("Cox", "Dow"), ("Gum", "Hazel"),
    ]  # fmt: skip
    assert split_two_names("Müller-Lüdenscheid, Ada & Ash, Bert") == (
        "Müller-Lüdenscheid, Ada",
        "Ash, Bert",
    )


def test_the_letter_with_a_number_is_the_section():
    head = ["Board", "NS", "EW", "Score"]
    event = read_columns(
        csv(
            head,
            [1, "A1", "A2", 420],
            [1, "A3", "A4", 50],
            [1, "B1", "B2", 90],
            [1, "B3", "B4", 50],
        )
    )
    assert [section.name for section in event.sections] == ["A", "B"]


def test_cards_of_pairs_that_do_not_say_who_sat_which_way_are_not_guessed():
    head = ["Pair", "Board", "Opponents", "Score"]
    assert refused(csv(head, [1, 1, 2, 420], [2, 1, 1, -420])) == [
        "The file has no column for Pair’s direction. Add that heading, or choose the column."
    ]
    assert scores(csv(head, [1, 1, 2, 420], [3, 1, 4, 50])) == [(1, 420), (1, 50)]


@pytest.mark.parametrize(
    ("titles", "field", "sections"),
    [
        (("A", "B"), "section", 2),
        (("Section A", "Section B"), "section", 2),
        (("Session 1", "Session 2"), "session", 2),
        (("3.11.2026", "10.11.2026"), "session", 2),
        (("Red", "Red (2)"), "", 1),
    ],
)
def test_sheets_with_the_same_headings_are_one_table(titles, field, sections):
    event = read_columns(make_workbook([HEAD, *ROWS], [HEAD, *ROWS], titles=titles))
    assert [len(section.boards) for section in event.sections] == [2] * sections
    assert detect_columns(make_workbook([HEAD, *ROWS], [HEAD, *ROWS], titles=titles)).fields[
        7:
    ] == (field,)


def test_a_fault_on_one_of_several_sheets_says_which():
    wrong = [1, 1, 2, "9S", "N", 10, 420]
    assert refused(make_workbook([HEAD, *ROWS], [HEAD, wrong], titles=("A", "B"))) == [
        "Sheet B, row 2: “9S”: bids go from 1 to 7, not 9."
    ]


def test_a_sheet_that_nobody_sees_is_left_alone():
    hidden = [[*HEAD, "Round", "Table"], [*ROWS[0], 1, 1]]
    assert list_line_facts(read_columns(make_workbook([HEAD, *ROWS], hidden, hidden=(1,)))) == MADE
    assert (
        list_line_facts(
            read_columns(make_workbook([["Notes"], ["none"]], [HEAD, *ROWS], hidden=(1,)))
        )
        == MADE
    )


def test_a_board_in_cells_that_are_merged():
    rows = [ROWS[0], [None, *ROWS[1][1:]], ROWS[2]]
    assert (
        list_line_facts(
            read_columns(make_workbook([["Tuesday pairs"], HEAD, *rows], merged=("A1:G1", "A3:A4")))
        )
        == MADE
    )


@pytest.mark.parametrize(
    "day", [datetime(2026, 11, 17), 46343, "46343", "17.11.2026", "2026-11-17"]
)
def test_days_of_a_column(day):
    assert read_columns(
        make_workbook([["Date", *HEAD], *([day, *row] for row in ROWS)])
    ).date == date(2026, 11, 17)


def test_the_preview_of_a_table_shows_its_lines():
    sheets = [[["Tuesday pairs"], HEAD, *ROWS, []]] * 2
    columns = detect_columns(make_workbook(*sheets, titles=("A", "B")))
    assert columns.line_count == 6
    assert [row[:3] for row in columns.sample_rows] == [
        ("1", "1", "2"),
        ("1", "3", "4"),
        ("2", "1", "2"),
        ("1", "1", "2"),
        ("1", "3", "4"),
    ]


def test_formulas_that_were_never_worked_out_are_told_where_a_column_is_empty_for_it():
    formulas = [[1, 1, 2, "=400+20"], [1, 3, 4, "=40+10"]]
    assert refused(make_workbook([["Board", "NS", "EW", "Score"], *formulas])) == [
        "The column Score is empty because its formulas haven’t been calculated. Open and save the file in a "
        "spreadsheet, then choose it again."
    ]
    assert (
        list_line_facts(
            read_columns(
                make_workbook([HEAD, *ROWS, ["Sum", None, None, None, None, None, "=SUM(G2:G4)"]])
            )
        )
        == MADE
    )


def test_somebody_who_is_called_like_a_sum_has_lines():
    head = ["North", "South", "East", "West", "Score", "Board"]
    data = csv(head, ["Som", "Birch", "Cox", "Dow", 420, 1], ["Elm", "Fir", "Gum", "Hazel", 50, 1])
    assert scores(data) == [(1, 420), (1, 50)]


def test_rounds_and_tables_in_rows_of_their_own_are_the_movement():
    head = ["Board", "NS", "EW", "Score"]
    data = csv(["Round 1"], ["Table 1"], head, [1, 1, 3, 420], ["Table 2"], [2, 2, 4, 50], ["Round 2"], ["Table 1"],
               [4, 1, 4, 90], ["Table 2"], [3, 2, 3, -50])  # fmt: skip
    (section,) = read_columns(data).sections
    assert [(row.round_no, row.table_no, row.ns_no, row.ew_no, row.boards) for row in section.rounds] == [
        (1, 1, 1, 3, (1,)), (1, 2, 2, 4, (2,)), (2, 1, 1, 4, (4,)), (2, 2, 2, 3, (3,)),
    ]  # fmt: skip


def test_lines_of_several_days_are_sessions():
    days = [["3.11.2026", *ROWS[0]], ["10.11.2026", *ROWS[0]]]
    event = read_columns(csv(["Date", *HEAD], *days))
    assert len(event.sessions) == 2
    assert event.date == date(2026, 11, 3)


@pytest.mark.parametrize("blank", [" ", "\t", "   "], ids=["blank", "tab", "wide"])
def test_exactly_the_asked_headings_under_each_board_are_read(blank):
    lines = [
        "Board: 1",
        "NS EW Contract By Tricks Score",
        "1 2 4S N 10 420",
        "3 4 Pass 0",
        "Board: 2",
        "NS EW Contract By Tricks Score",
        "1 2 3NT E 9 -400",
        "3 4 3NT E 9 -400",
    ]
    if blank != " ":
        lines[3] = "3 4 Pass - - 0"
    text = "\n".join(
        line if line.startswith("Board") else line.replace(" ", blank) for line in lines
    )
    (section,) = read_source(text.encode()).sections
    assert [
        (board.board_no, [(line.result.contract, line.result.score) for line in board.lines])
        for board in section.boards
    ] == [(1, [("4S", 420), ("PASS", 0)]), (2, [("3NT", -400), ("3NT", -400)])]


def test_contracts_with_tricks_but_without_a_column_of_them_lack_only_the_declarer():
    event = read_source(b"Board,NS,EW,Contract,Foo,Score\n1,1,2,4S=,x,420\n1,3,4,4S=,y,420\n")
    assert str(event.warnings[0]).startswith("Which column is the declarer?")
