"""Plans in and out of JSON, CSV and movement text: nothing is lost, and all faults are named at once."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements import (
    WRITERS,
    FormatTooPoorError,
    MovementError,
    UnreadablePlanError,
    examine,
    make_plan,
    plan_to_json,
    read_plan,
    write_plan,
)
from movements.cli import main
from tests.movements.test_every_plan import plans


@given(plans(), st.sampled_from(["json", "csv"]))
def test_nothing_is_lost_in_json_and_csv(plan, form):
    text = write_plan(plan, form)
    assert read_plan(text) == plan
    assert write_plan(read_plan(text), form) == text


@given(plans())
def test_movement_text_keeps_who_plays_whom_where_and_with_what(plan):
    try:
        text = write_plan(plan, "text")
    except FormatTooPoorError:
        spread = ("sets", "spread") in plan.options
        swivels = plan.key == "hesitation-mitchell"
        assert spread or swivels or plan.copies > 1 or None in {one.table_no for one in plan.sit_outs}
        return
    back = read_plan(text)
    waiting = sorted((one.round_no, one.table_no, one.contestant, one.board_set) for one in plan.sit_outs)
    assert [(one.round_no, one.table_no, one.contestant, one.board_set) for one in back.sit_outs] == waiting
    assert replace(back, sit_outs=()) == replace(
        plan, sit_outs=(), source="", options=(), bye_stands=(), guarantees=(), notes=()
    )
    assert write_plan(back, "text") == text


def test_switches_among_pairs_that_change_lines_are_refused_in_movement_text():
    with pytest.raises(FormatTooPoorError) as refused:
        write_plan(make_plan("hesitation-mitchell", tables=5), "text")
    assert refused.value.params["lost"] == "arrow-switches where pairs move from line to line"
    plain = make_plan("hesitation-mitchell", tables=5, options={"switch": "none"})
    assert read_plan(write_plan(plain, "text")).rows == plain.rows


def test_a_list_of_tables_and_rounds_is_read_like_a_grid():
    plan = make_plan("howell", pairs=5, rounds=5, boards_per_set=5)
    lines = ["Round;Table;N-S;E-W;Board set"]
    lines += [f"{row.round_no};{row.table_no};{row.ns};{row.ew};{row.board_set}" for row in plan.rows]
    lines += [f"{one.round_no};{one.table_no};{one.contestant};;{one.board_set}" for one in plan.sit_outs]
    back = read_plan("\n".join(lines))
    assert (back.rows, back.sit_outs) == (plan.rows, plan.sit_outs)
    assert (back.contestants, back.winners, back.tables, back.rounds, back.boards_per_set) == (5, 1, 3, 5, 5)


def test_boards_alone_tell_the_sets_of_a_list():
    text = "round,table,ns,ew,boards\n1,1,1,3,1-2\n1,2,2,4,3 4\n2,1,1,4,5-6\n2,2,2,3,7 8\n"
    back = read_plan(text)
    assert [(row.board_set, row.boards) for row in back.rows] == [(1, (1, 2)), (2, (3, 4)), (3, (5, 6)), (4, (7, 8))]
    assert (back.winners, back.boards) == (2, 8)
    assert examine(text).faults == ()


@pytest.mark.parametrize(
    "text",
    [
        "round,table 1\n1,1-2/1\n",
        "Round\tTable 1\tSit out\n1\t1-2/1\t\n",
        "\ufeffround;1;\n1;1 - 2 / 1;\n",
        'round,table 1\n"1","1-2/1"\n',
    ],
    ids=["plain", "tabs", "semicolons and a byte order mark", "quoted"],
)
def test_the_least_grid_is_read_and_the_rest_filled_in(text):
    plan = read_plan(text)
    assert (plan.key, plan.contestants, plan.tables, plan.rounds, plan.board_sets) == ("own", 2, 1, 1, 1)


def test_tables_with_one_set_in_a_round_are_taken_to_share_it():
    plan = read_plan("# boards_per_set: 2\nround,table 1,table 2\n1,4-1/1,2-3/1\n2,4-2/2,3-1/2\n3,4-3/3,1-2/3\n")
    assert [(row.boards, row.shared) for row in plan.rows[:2]] == [((1, 2), True), ((2, 1), True)]


def test_a_movement_text_from_elsewhere():
    plan = read_plan("2 Table example [X9]\n0,2,12,4,3,0\n1,4,1,1,4,2,2,4,3,3\n2,2,3,1,3,1,2,1,2,3\n\n")
    assert (plan.key, plan.name, plan.winners) == ("X9", "2 Table example", 1)
    assert (plan.contestants, plan.tables, plan.rounds, plan.boards, plan.board_sets) == (4, 2, 3, 12, 3)
    assert plan.rows == make_plan("howell", pairs=4, boards_per_set=4).rows


def test_ew_pairs_numbered_from_1_again_get_numbers_of_their_own():
    text = "[M3] Mitchell\n1,3,9,3,3,0\n1,1,1,1,1,3,2,1,2,3\n2,2,2,2,2,1,3,2,3,1\n3,3,3,3,3,2,1,3,1,2\n"
    assert read_plan(text).rows == make_plan("mitchell", tables=3, boards_per_set=3).rows
    assert read_plan(text).winners == 2


def test_the_missing_pair_makes_sit_outs():
    text = "[H4] Three pairs\n0,2,6,2,3,4\n1,1,4,1,2,4,2,3,4,3\n2,2,3,1,3,1,2,1,2,3\n"
    plan = read_plan(text)
    assert (plan.rows, plan.sit_outs) == (
        make_plan("howell", pairs=3, boards_per_set=2).rows,
        make_plan("howell", pairs=3, boards_per_set=2).sit_outs,
    )


@pytest.mark.parametrize(
    ("plan", "lost"),
    [
        pytest.param(
            lambda: replace(make_plan("howell", pairs=8), copies=2), "several copies of the boards", id="copies"
        ),
        pytest.param(
            lambda: replace(
                make_plan("howell", pairs=8, boards_per_set=2),
                rows=tuple(
                    replace(row, boards=(row.board_set, row.board_set + 7))
                    for row in make_plan("howell", pairs=8, boards_per_set=2).rows
                ),
            ),
            "board numbers that do not follow one another within a set",
            id="numbers apart",
        ),
        pytest.param(
            lambda: replace(
                make_plan("howell", pairs=8, boards_per_set=2),
                rows=tuple(
                    replace(row, boards=row.boards[::-1]) for row in make_plan("howell", pairs=8, boards_per_set=2).rows
                ),
            ),
            "an order of boards of its own",
            id="backwards",
        ),
        pytest.param(
            lambda: replace(
                make_plan("howell", pairs=7),
                sit_outs=tuple(replace(one, table_no=None) for one in make_plan("howell", pairs=7).sit_outs),
            ),
            "sit-outs away from any table",
            id="waiting anywhere",
        ),
    ],
)
def test_what_movement_text_cannot_tell_is_refused(plan, lost):
    with pytest.raises(FormatTooPoorError) as refused:
        write_plan(plan(), "text")
    sentence = f"Howell cannot be written as movement text, which has no way to tell {lost}; write it as JSON or CSV."
    assert str(refused.value) == sentence


GRID = "# boards_per_set: 2\nround,table 1,table 2,sit out\n"
FAULTY = {
    "a cell without its E-W pair, a pair twice, a gap": (
        GRID + "1,1-3/1,2-/2,\n2,1-4/3,1-3/1,\n4,1-3/4,2-4/5,\n",
        [
            ("unreadable", 1, 2, 'Round 1, table 2: "2-/2" is not like 5-12/3 (N-S pair, E-W pair, board set).'),
            ("sit-out-missing", 2, None, "Pair 2 neither plays nor sits out in round 2; seat it or list the sit-out."),
            ("pair-twice", 2, 2, "Pair 1 is at tables 1 and 2 in round 2; it can only be at one."),
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
            ("round-gap", 3, None, "No table plays in round 3; give it rows or renumber the rounds after it."),
        ],
    ),
    "a pair twice, boards twice and a gap": (
        GRID + "1,1-3/1,2-4/2,\n3,1-4/1,2-1/2,\n",
        [
            ("round-gap", 2, None, "No table plays in round 2; give it rows or renumber the rounds after it."),
            ("sit-out-missing", 3, None, "Pair 3 neither plays nor sits out in round 3; seat it or list the sit-out."),
            (
                "board-twice",
                3,
                1,
                "Pair 1 plays boards 1 and 2 at table 1 in round 3, as it did at table 1 in round 1.",
            ),
            ("pair-twice", 3, 2, "Pair 1 is at tables 1 and 2 in round 3; it can only be at one."),
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
            ("unreadable", None, None, 'The heading "rounds": "two" is not a whole number from 0 to 9999.'),
            (
                "unreadable",
                None,
                None,
                'The column "guests" is neither a table, such as "table 3", nor "sit out" or "bye-stand".',
            ),
            ("unreadable", None, None, 'The column round: "x" is not a whole number from 0 to 9999.'),
            ("unreadable", 1, None, 'Round 1: "3!" is not like 7@3/2.'),
        ],
    ),
    "a line that ends too soon": (
        "round,table 1,table 2\n1,1-3/1,2-4/2\n2,1-4/3\n",
        [("unreadable", 2, None, "Round 2: the line ends before the last table.")],
    ),
    "a list with a number left out and one misread": (
        "round,table,ns,ew,board_set\n1,1,1,3,1\n1,2,2,4,\n2,1,1,IV,2\n2,2,2,3,3\n",
        [
            ("unreadable", 1, 2, "Round 1, table 2: neither a board set nor boards are given."),
            ("unreadable", 2, 1, 'Round 2, table 1, ew: "IV" is not a whole number from 0 to 9999.'),
        ],
    ),
    "movement text with a triple cut short and a number misread": (
        "[X9] Two tables\n0,2,12,4,3,0\n1,4,1,1,4,2,2,4,3\n2,2,3,1,3,1,x,1,2,3\n",
        [
            (
                "unreadable",
                2,
                2,
                'Table 2, round 2: "x" is not a whole number from 0 to 9999.',
            ),
            ("unreadable", 2, 2, "Round 2, table 2: pairs 3 and 1 have no board set."),
            (
                "unreadable",
                3,
                1,
                "Table 1 has 8 numbers after its own, not 9 (N-S, E-W and board set for 3 rounds).",
            ),
        ],
    ),
    "movement text of another number of tables": (
        "[X9] Two tables\n0,3,12,4,1,0\n1,4,1,1\n2,2,3,2\n",
        [("unreadable", None, None, "The head line says 3 tables; there are 2 lines of tables.")],
    ),
}


@pytest.mark.parametrize(("text", "expected"), FAULTY.values(), ids=FAULTY)
def test_every_fault_of_a_foreign_file_is_named_at_once(text, expected):
    found = examine(text).faults
    assert [(fault.code, fault.round_no, fault.table_no, fault.text) for fault in found] == expected


def test_a_missing_field_of_json_does_not_hide_the_other_faults():
    shape = plan_to_json(make_plan("howell", pairs=8, boards_per_set=2))
    del shape["rows"][5]["ew"]
    shape["rows"][13]["ns"] = shape["rows"][12]["ns"]
    found = examine(json.dumps(shape)).faults
    assert [(fault.code, fault.round_no, fault.table_no) for fault in found] == [
        ("unreadable", 2, 2),
        ("sit-out-missing", 4, None),
        ("pair-twice", 4, 2),
        ("board-twice", 7, 1),
    ]
    assert found[0].text == 'Round 2, table 2: "ew" is missing.'


def test_a_field_missing_in_every_row_of_json_is_named_once_and_hides_nothing_else():
    shape = plan_to_json(make_plan("howell", pairs=8, boards_per_set=2))
    shape["rows"] = [row for row in shape["rows"] if row["round"] != 3]
    for row in shape["rows"]:
        del row["ew"]
    shape["rows"][5]["ns"] = "x"
    shape["rows"][13]["ns"] = shape["rows"][12]["ns"]
    del shape["winners"]
    with pytest.raises(UnreadablePlanError) as refused:
        examine(json.dumps(shape))
    pair, board = shape["rows"][12]["ns"], shape["rows"][13]["round"]
    assert refused.value.problems[:5] == (
        '"ew" is missing in every row',
        'Round 2, table 2: "ns" must be a whole number up to 9999, not "x"',
        '"winners" is missing',
        "No table plays in round 3; give it rows or renumber the rounds after it",
        f"Pair {pair} is at tables 1 and 2 in round {board}; it can only be at one",
    )
    assert [text for text in refused.value.problems if '"ew"' in text] == ['"ew" is missing in every row']


def test_a_row_of_json_without_its_place_is_named_by_its_number():
    shape = plan_to_json(make_plan("howell", pairs=8, boards_per_set=2))
    del shape["rows"][5]["table"]
    shape["rows"][9] = 7
    texts = [fault.text for fault in examine(json.dumps(shape)).faults]
    assert texts[:2] == ["Row 10 is 7, not an object with named fields.", 'Row 6: "table" is missing.']


def test_missing_counts_of_json_are_named_and_read_out_of_the_rows():
    shape = plan_to_json(make_plan("howell", pairs=8, boards_per_set=2)) | {"rounds": "seven", "guarantees": []}
    del shape["tables"], shape["boards"]
    shape["rows"] = [row for row in shape["rows"] if row["round"] != 3]
    found = examine(json.dumps(shape))
    assert [(fault.code, fault.round_no, fault.text) for fault in found.faults] == [
        ("unreadable", None, '"boards" is missing.'),
        ("unreadable", None, '"tables" is missing.'),
        ("unreadable", None, '"rounds" must be a whole number up to 9999, not "seven".'),
        ("round-gap", 3, "No table plays in round 3; give it rows or renumber the rounds after it."),
    ]
    assert (found.plan.tables, found.plan.rounds, found.plan.boards) == (4, 7, 14)


@pytest.mark.parametrize(
    "shape", [{"rows": [{}]}, {"rows": [], "contest": "teams"}, {"rows": [7]}], ids=["empty row", "teams", "a number"]
)
def test_json_without_a_row_that_can_be_read_is_no_plan(shape):
    with pytest.raises(UnreadablePlanError):
        examine(json.dumps(shape))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param(
            "table 1,table 2\n1-3/1,2-4/2\n",
            'This is not a plan: The first column must be called "round", and the others "table 1", "table 2" '
            "and so on.",
            id="no column of rounds",
        ),
        pytest.param(
            "round,table,boards\n1,1,1\n",
            'This is not a plan: The column "ns" is missing; The column "ew" is missing.',
            id="a list without pairs",
        ),
        pytest.param(
            "round,table,ns,board_set\n1,1,1,1\n1,2,1,2\n3,x,1,1\n",
            'This is not a plan: The column "ew" is missing; Line 3 of the list, table: "x" is not a whole number from '
            "0 to 9999; Pair 1 is at tables 1 and 2 in round 1; it can only be at one; No table plays in round 2; give "
            "it rows or renumber the rounds after it.",
            id="a list without E-W pairs, and more wrong with it",
        ),
        pytest.param(
            "table,ns,ew,boards\n1,1,2,1\n2,y,3,2\n",
            'This is not a plan: The column "round" is missing; Line 2 of the list, ns: "y" is not a whole number from '
            "0 to 9999.",
            id="a list without rounds",
        ),
        pytest.param(
            "round,table,ns,ew\n1,1,1,2\n1,2,3,1\n",
            'This is not a plan: The column "board_set" or "boards" is missing; Pair 1 is at tables 1 and 2 in round '
            "1; it can only be at one.",
            id="a list without boards",
        ),
        pytest.param(
            "round,table 1\n",
            "This is not a plan: The grid has no round with a table in play.",
            id="nothing but a head",
        ),
        pytest.param(
            "round,table,ns,ew,board_set\n1,1,1,,1\n",
            "This is not a plan: The list has no line of two pairs at a table.",
            id="nobody plays",
        ),
        pytest.param(
            "# contest: teams\nround,table 1\n",
            'This is not a plan: The heading "contest" says teams; only plans for pairs can be read; The grid has no '
            "round with a table in play.",
            id="teams",
        ),
        pytest.param(
            "[X] One\n0,1,2,1,2\n",
            "This is not a plan: The head line has 5 numbers, not 6: type, tables, boards, boards a round, rounds, "
            "missing pair.",
            id="a head line too short",
        ),
        pytest.param(
            "[X] Two\n0,2,12,4,3\n1,4,1,1,4,2,2,4,3,3\n2,2,3,1,4,x,1,1,4,2\n",
            "This is not a plan: The head line has 5 numbers, not 6: type, tables, boards, boards a round, rounds, "
            'missing pair; Table 2, round 2: "x" is not a whole number from 0 to 9999; Pair 4 sits out round 2 and yet '
            "plays at table 1; Pair 4 is at tables 1 and 2 in round 3; it can only be at one.",
            id="a head line too short, and more wrong with the tables",
        ),
        pytest.param(
            "[M3] Mitchell\n1,3,9,3,0\n1,1,1,1,1,3,2,1,2,3\n2,2,2,2,2,1,3,2,3,1\n3,3,3,3,3,2,1,3,1,2\n",
            "This is not a plan: The head line has 5 numbers, not 6: type, tables, boards, boards a round, rounds, "
            "missing pair.",
            id="a head line of a Mitchell too short",
        ),
        pytest.param(
            "[H4] Three pairs\n0,2,6,2,4\n1,1,4,1,2,4,2,3,4,0\n2,2,3,1,3,1,2,1,2,3\n",
            "This is not a plan: The head line has 5 numbers, not 6: type, tables, boards, boards a round, rounds, "
            "missing pair.",
            id="a head line without rounds but with a missing pair",
        ),
        pytest.param(
            "[X] One\n3,1,5,2,1,0\n1,0,0,0\n",
            "This is not a plan: The head line says type 3; pairs have 0 (Howell), 1 (Mitchell) or 2 (switched); The "
            "head line: 5 boards are no number of sets of 2; No table has two pairs and a board set.",
            id="individual",
        ),
        pytest.param(
            "[X] One\n0,1,1,1,1,0\n1,1,2,1\n[Y] Two\n0,1,1,1,1,0\n1,1,2,1\n",
            "This is not a plan: The file holds 2 movements ([X] One, [Y] Two ...); give one at a time.",
            id="two movements",
        ),
        pytest.param(
            'round,table 1\n1,"1-2/1' + "\n" * 140_000,
            "This is not a plan: A cell is longer than any plan needs, or a quotation mark in the table is never "
            "closed.",
            id="a quotation mark never closed",
        ),
    ],
)
def test_what_holds_nothing_of_a_plan_is_refused(text, sentence):
    with pytest.raises(UnreadablePlanError) as refused:
        examine(text)
    assert str(refused.value) == sentence


def test_a_plan_with_unreadable_parts_is_not_read():
    with pytest.raises(UnreadablePlanError) as refused:
        read_plan("round,table 1\n1,1-2/1\n2,1-2\n")
    assert refused.value.problems == ('Round 2, table 1: "1-2" is not like 5-12/3 (N-S pair, E-W pair, board set)',)


@given(st.text("0123456789,;-/=[]#:@ \nroundtabl", max_size=120))
def test_whatever_is_handed_in_is_answered(text):
    """Nothing but the errors of this package, or of JSON, ever comes out."""
    for start in ("round,table 1,sit out\n", "round,table,ns,ew,boards\n", "[X] One\n0,1,1,1,1,0\n", ""):
        try:
            faults = examine(start + text).faults
        except (MovementError, json.JSONDecodeError):
            continue
        assert [fault.text for fault in faults if not fault.text.endswith(".")] == []


@pytest.mark.parametrize("form", WRITERS)
def test_show_writes_what_check_reads(capsys, tmp_path, form):
    assert main(["show", "mitchell", "--pairs", "13", "--boards-per-set", "2", "--format", form]) == 0
    file = tmp_path / "plan"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert read_plan(file.read_text(encoding="utf-8")).rows == make_plan("mitchell", pairs=13, boards_per_set=2).rows
    assert main(["check", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["faults"] == []


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
    sentence = f"{file} cannot be read: it is neither JSON nor a CSV grid nor movement text.\n"
    assert capsys.readouterr().err == sentence
