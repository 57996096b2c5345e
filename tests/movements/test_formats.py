"""Plans in and out of JSON, CSV and movement text: nothing is lost, and all faults are named at once."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements import (
    WRITERS,
    FormatTooPoorError,
    examine,
    make_plan,
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


@pytest.mark.parametrize("form", WRITERS)
def test_show_writes_what_check_reads(capsys, tmp_path, form):
    assert main(["show", "mitchell", "--pairs", "13", "--boards-per-set", "2", "--format", form]) == 0
    file = tmp_path / "plan"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert read_plan(file.read_text(encoding="utf-8")).rows == make_plan("mitchell", pairs=13, boards_per_set=2).rows
    assert main(["check", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["faults"] == []
