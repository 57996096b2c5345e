"""Everything wrong with a file from elsewhere is named at once, be it JSON, CSV or movement text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.__main__ import main
from movements.errors import MovementError, UnreadablePlanError
from movements.files.formats import examine_text, parse_plan
from movements.files.plan_json import plan_to_json
from movements.registry import make_plan

GRID = "# boards_per_set: 2\nround,table 1,table 2,sit out\n"
FAULTY = {
    "a cell without its E-W pair, a pair twice, a gap": (
        GRID + "1,1-3/1,2-/2,\n2,1-4/3,1-3/1,\n4,1-3/4,2-4/5,\n",
        [
            (
                "unreadable",
                1,
                2,
                'Round 1, table 2: "2-/2" must look like 5-12/3 (N-S pair, E-W pair, board set).',
            ),
            (
                "sit-out-missing",
                2,
                None,
                "Pair 2 neither plays nor sits out in round 2. Seat it or list the sit-out.",
            ),
            ("pair-twice", 2, 2, "Pair 1 is at tables 1 and 2 in round 2. Choose one."),
            (
                "board-twice",
                2,
                2,
                "Pair 1 plays boards 1 and 2 at table 2 in round 2, as it did at table 1 in round 1.",
            ),
            (
                "board-twice",
                2,
                2,
                "Pair 3 plays boards 1 and 2 at table 2 in round 2, as it did at table 1 in round 1.",
            ),
            (
                "round-gap",
                3,
                None,
                "Round 3 has no tables in play. Add rows, or renumber the later rounds.",
            ),
        ],
    ),
    "a pair twice, boards twice and a gap": (
        GRID + "1,1-3/1,2-4/2,\n3,1-4/1,2-1/2,\n",
        [
            (
                "round-gap",
                2,
                None,
                "Round 2 has no tables in play. Add rows, or renumber the later rounds.",
            ),
            (
                "sit-out-missing",
                3,
                None,
                "Pair 3 neither plays nor sits out in round 3. Seat it or list the sit-out.",
            ),
            (
                "board-twice",
                3,
                1,
                "Pair 1 plays boards 1 and 2 at table 1 in round 3, as it did at table 1 in round 1.",
            ),
            ("pair-twice", 3, 2, "Pair 1 is at tables 1 and 2 in round 3. Choose one."),
            (
                "board-twice",
                3,
                2,
                "Pair 2 plays boards 3 and 4 at table 2 in round 3, as it did at table 2 in round 1.",
            ),
        ],
    ),
    "a column missing from the middle": (
        "round,table 1,table 3\n1,1-3/1,2-4/2\n2,1-4/3,2-3/4\n",
        [("unreadable", None, 2, 'The column "table 2" is missing.')],
    ),
    "strange columns, words and numbers": (
        "# rounds: two\nround,table 1,guests,sit out\n1,1-2/1,x,3!\nx,1-2/2,,\n",
        [
            (
                "unreadable",
                None,
                None,
                'The heading "rounds": "two" isn’t a whole number from 0 to 9999.',
            ),
            (
                "unreadable",
                None,
                None,
                "Unknown column “guests”. Use a table, such as “table 3”, or “sit out” or “bye-stand”.",
            ),
            (
                "unreadable",
                None,
                None,
                'The column round: "x" isn’t a whole number from 0 to 9999.',
            ),
            ("unreadable", 1, None, 'Round 1: "3!" must look like 7@3/2.'),
        ],
    ),
    "a line that ends too soon": (
        "round,table 1,table 2\n1,1-3/1,2-4/2\n2,1-4/3\n",
        [("unreadable", 2, None, "Round 2: the line ends before the last table.")],
    ),
    "a list with a number left out and one misread": (
        "round,table,ns,ew,board_set\n1,1,1,3,1\n1,2,2,4,\n2,1,1,IV,2\n2,2,2,3,3\n",
        [
            ("unreadable", 1, 2, "Round 1, table 2: the board set or boards are missing."),
            (
                "unreadable",
                2,
                1,
                'Round 2, table 1, ew: "IV" isn’t a whole number from 0 to 9999.',
            ),
        ],
    ),
    "movement text with a triple cut short and a number misread": (
        "[X9] Two tables\n0,2,12,4,3,0\n4,1,1,4,2,2,4,3\n2,3,1,3,1,x,1,2,3\n",
        [
            ("unreadable", 2, 2, 'Table 2, round 2: "x" isn’t a whole number from 0 to 9999.'),
            ("unreadable", 2, 2, "Round 2, table 2: pairs 3 and 1 have no board set."),
            (
                "unreadable",
                3,
                1,
                "Table 1 has 8 numbers, not 9 (N-S, E-W and board set for 3 rounds).",
            ),
        ],
    ),
    "movement text with table numbers in front, one line cut short": (
        "[X9] Three tables\n0,3,24,4,2,0\n1,6,1,1,6,2,4\n2,5,2,2,1,3\n3,4,3,3,5,4,5\n",
        [
            (
                "unreadable",
                2,
                2,
                "Table 2 has 5 numbers after its own, not 6 (N-S, E-W and board set for 2 rounds).",
            )
        ],
    ),
    "movement text of two pairs without a board set": (
        "[X9] Two tables\n0,2,2,1,1,0\n1,2,1\n3,4,0\n",
        [("unreadable", 1, 2, "Round 1, table 2: pairs 3 and 4 have no board set.")],
    ),
    "movement text of another number of tables": (
        "[X9] Two tables\n0,3,12,4,1,0\n4,1,1\n2,3,2\n",
        [("unreadable", None, None, "The head line says 3 tables, but there are 2 table lines.")],
    ),
}


@pytest.mark.parametrize(("text", "expected"), FAULTY.values(), ids=FAULTY)
def test_every_fault_of_a_foreign_file_is_named_at_once(text, expected):
    faults = examine_text(text).problems
    assert [
        (fault.code, fault.round_no, fault.table_no, fault.text) for fault in faults
    ] == expected


def test_a_field_missing_in_every_row_of_json_is_named_once_and_hides_nothing_else():
    shape = plan_to_json(make_plan("howell", pairs=8, boards_per_set=2))
    shape["rows"] = [row for row in shape["rows"] if row["round"] != 3]
    for row in shape["rows"]:
        del row["ew"]
    shape["rows"][5]["ns"] = "x"
    shape["rows"][13]["ns"] = shape["rows"][12]["ns"]
    del shape["winners"]
    with pytest.raises(UnreadablePlanError) as refused:
        examine_text(json.dumps(shape))
    pair, board = shape["rows"][12]["ns"], shape["rows"][13]["round"]
    assert refused.value.problems[:5] == (
        '"ew" is missing in every row',
        'Round 2, table 2: "ns" must be a whole number up to 9999, not "x"',
        '"winners" is missing',
        "Round 3 has no tables in play. Add rows, or renumber the later rounds",
        f"Pair {pair} is at tables 1 and 2 in round {board}. Choose one",
    )
    assert [text for text in refused.value.problems if '"ew"' in text] == [
        '"ew" is missing in every row'
    ]


def test_a_row_is_named_by_round_and_table_even_where_nothing_of_the_plan_can_be_kept():
    shape = plan_to_json(make_plan("howell", pairs=8, boards_per_set=2)) | {
        "sit_outs": [{"round": 1}]
    }
    del shape["rows"][5]["ew"]
    with pytest.raises(UnreadablePlanError) as refused:
        examine_text(json.dumps(shape))
    assert refused.value.problems == (
        'Round 2, table 2: "ew" is missing',
        'Sit-out 1: "contestant" is missing',
    )


def test_a_row_of_json_without_its_place_is_named_by_its_number():
    shape = plan_to_json(make_plan("howell", pairs=8, boards_per_set=2))
    del shape["rows"][5]["table"]
    shape["rows"][9] = 7
    texts = [fault.text for fault in examine_text(json.dumps(shape)).problems]
    assert texts[:2] == [
        "Row 10 is 7, not an object with named fields.",
        'Row 6: "table" is missing.',
    ]


def test_missing_counts_of_json_are_named_and_read_out_of_the_rows():
    shape = plan_to_json(make_plan("howell", pairs=8, boards_per_set=2)) | {
        "rounds": "seven",
        "guarantees": [],
    }
    del shape["tables"], shape["boards"]
    shape["rows"] = [row for row in shape["rows"] if row["round"] != 3]
    examination = examine_text(json.dumps(shape))
    assert [(fault.code, fault.round_no, fault.text) for fault in examination.problems] == [
        ("unreadable", None, '"boards" is missing.'),
        ("unreadable", None, '"tables" is missing.'),
        ("unreadable", None, '"rounds" must be a whole number up to 9999, not "seven".'),
        ("round-gap", 3, "Round 3 has no tables in play. Add rows, or renumber the later rounds."),
    ]
    assert (examination.plan.tables, examination.plan.rounds, examination.plan.boards) == (4, 7, 14)


@pytest.mark.parametrize(
    "shape",
    [{"rows": [{}]}, {"rows": [], "contest": "teams"}, {"rows": [7]}],
    ids=["empty row", "teams", "a number"],
)
def test_json_without_a_row_that_can_be_read_is_no_plan(shape):
    with pytest.raises(UnreadablePlanError):
        examine_text(json.dumps(shape))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param(
            "table 1,table 2\n1-3/1,2-4/2\n",
            (
                'This isn’t a valid plan: Name the first column "round" and the others "table 1", "table 2" and so on.'
            ),
            id="no column of rounds",
        ),
        pytest.param(
            "round,table,boards\n1,1,1\n",
            'This isn’t a valid plan: The column "ns" is missing; The column "ew" is missing.',
            id="a list without pairs",
        ),
        pytest.param(
            "round,table,ns,board_set\n1,1,1,1\n1,2,1,2\n3,x,1,1\n",
            'This isn’t a valid plan: The column "ew" is missing. Line 3 of the list, table: "x" isn’t a whole '
            "number from 0 to 9999. Pair 1 is at tables 1 and 2 in round 1. Choose one. Round 2 has no "
            "tables in play. Add rows, or renumber the later rounds.",
            id="a list without E-W pairs, and more wrong with it",
        ),
        pytest.param(
            "table,ns,ew,boards\n1,1,2,1\n2,y,3,2\n",
            'This isn’t a valid plan: The column "round" is missing; Line 2 of the list, ns: "y" isn’t a whole '
            "number from 0 to 9999.",
            id="a list without rounds",
        ),
        pytest.param(
            "round,table,ns,ew\n1,1,1,2\n1,2,3,1\n",
            'This isn’t a valid plan: The column "board_set" or "boards" is missing. Pair 1 is at tables 1 and 2 '
            "in round 1. Choose one.",
            id="a list without boards",
        ),
        pytest.param(
            "round,table 1\n",
            "This isn’t a valid plan: The grid has no tables in play.",
            id="nothing but a head",
        ),
        pytest.param(
            "round,table,ns,ew,board_set\n1,1,1,,1\n",
            "This isn’t a valid plan: The list has no tables with two pairs.",
            id="nobody plays",
        ),
        pytest.param(
            "# contest: skat\nround,table 1\n",
            'This isn’t a valid plan: The heading "contest" says skat. Use pairs or individual or teams. The grid '
            "has no tables in play.",
            id="another contest",
        ),
        pytest.param(
            "# contest: individual\nround,table 1\n1,4-1-2/1\n",
            'This isn’t a valid plan: Round 1, table 1: "4-1-2/1" must look like 4-1-2-8/3 (players N, E, S and W, '
            "board set); The grid has no tables in play.",
            id="three players at a table",
        ),
        pytest.param(
            "# contest: individual\nround,table,n,e,s,boards\n1,1,4,1,2,1\n",
            'This isn’t a valid plan: The column "w" is missing.',
            id="a list of players without West",
        ),
        pytest.param(
            "round,table,n,e,s,w,boards\n1,1,4,1,2,,1\n",
            "This isn’t a valid plan: The list has no tables with four players.",
            id="players, and nobody plays",
        ),
        pytest.param(
            "[X] One\n0,1,2,1,2\n",
            "This isn’t a valid plan: The head line has 5 numbers, not 6: type, tables, boards, boards per round, "
            "rounds, missing pair.",
            id="a head line too short",
        ),
        pytest.param(
            "[X] Two\n0,2,12,4,3\n4,1,1,4,2,2,4,3,3\n2,3,1,4,x,1,1,4,2\n",
            "This isn’t a valid plan: The head line has 5 numbers, not 6: type, tables, boards, boards per round, "
            'rounds, missing pair. Table 2, round 2: "x" isn’t a whole number from 0 to 9999. Pair 4 sits out '
            "round 2 but also plays at table 1. Pair 4 is at tables 1 and 2 in round 3. Choose one.",
            id="a head line too short, and more wrong with the tables",
        ),
        pytest.param(
            "[M3] Mitchell\n1,3,9,3,0\n1,1,1,1,3,2,1,2,3\n2,2,2,2,1,3,2,3,1\n3,3,3,3,2,1,3,1,2\n",
            "This isn’t a valid plan: The head line has 5 numbers, not 6: type, tables, boards, boards per round, "
            "rounds, missing pair.",
            id="a head line of a Mitchell too short",
        ),
        pytest.param(
            "[H4] Three pairs\n0,2,6,2,4\n1,4,1,2,4,2,3,4,0\n2,3,1,3,1,2,1,2,3\n",
            "This isn’t a valid plan: The head line has 5 numbers, not 6: type, tables, boards, boards per round, "
            "rounds, missing pair.",
            id="a head line without rounds but with a missing pair",
        ),
        pytest.param(
            "[X] One\n9,1,5,2,1,0\n0,0,0\n",
            "This isn’t a valid plan: The head line says type 9. For pairs, use 0 (Howell), 1 (Mitchell) or 2 "
            "(switched). The head line: 5 boards can’t be split into sets of 2. No table has two pairs and a board "
            "set.",
            id="an unknown type",
        ),
        pytest.param(
            "[X] One\n3,1,5,2,1,4\n0,0,0,0,0\n",
            "This isn’t a valid plan: The head line: 5 boards can’t be split into sets of 2.",
            id="individual whose boards can’t be split",
        ),
        pytest.param(
            "[X] One\n3,1,5,5,1,4\n0,1,2,3,1\n",
            "This isn’t a valid plan: No table has contestants and a board set.",
            id="individual without a full table",
        ),
        pytest.param(
            'round,table 1\n1,"1-2/1' + "\n" * 140_000,
            "This isn’t a valid plan: A cell is too long, or a quotation mark isn’t closed.",
            id="a quotation mark never closed",
        ),
    ],
)
def test_text_without_a_plan_is_refused(text, sentence):
    with pytest.raises(UnreadablePlanError) as refused:
        examine_text(text)
    assert str(refused.value) == sentence


def test_a_plan_with_unreadable_parts_is_not_read():
    with pytest.raises(UnreadablePlanError) as refused:
        parse_plan("round,table 1\n1,1-2/1\n2,1-2\n")
    assert refused.value.problems == (
        'Round 2, table 1: "1-2" must look like 5-12/3 (N-S pair, E-W pair, board set)',
    )


@given(st.text("0123456789,;-/=[]#:@ \nroundtabl", max_size=120))
def test_whatever_is_handed_in_is_answered(text):
    """Nothing but the errors of this package, or of JSON, ever comes out."""
    for start in (
        "round,table 1,sit out\n",
        "round,table,ns,ew,boards\n",
        "round,table,ns\n",
        "[X] One\n0,1,1,1,1,0\n",
        "[X] One\n0,1,1\n",
        "",
    ):
        try:
            faults = examine_text(start + text).problems
        except (MovementError, json.JSONDecodeError):
            continue
        assert [fault.text for fault in faults if not fault.text.endswith(".")] == []


def test_check_of_a_faulty_grid(capsys, tmp_path):
    file = tmp_path / "grid.csv"
    file.write_text(FAULTY["a line that ends too soon"][0], encoding="utf-8")
    assert main(["check", str(file)]) == 1
    assert json.loads(capsys.readouterr().out)["faults"] == [
        {
            "code": "unreadable",
            "round": 2,
            "table": None,
            "contestant": None,
            "board": None,
            "text": "Round 2: the line ends before the last table.",
        }
    ]


def test_check_of_something_else(capsys, tmp_path):
    file = tmp_path / "letter"
    file.write_text("Dear director", encoding="utf-8")
    assert main(["check", str(file)]) == 2
    sentence = f"{file} can’t be read: it isn’t JSON, a CSV grid or movement text.\n"
    assert capsys.readouterr().err == sentence
