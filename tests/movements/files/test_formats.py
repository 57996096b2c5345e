"""Plans in and out of JSON, CSV and movement text: nothing is lost, and all faults are named at once."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.files.formats import (
    examine_text,
    list_movement_titles,
    parse_plan,
    write_plan,
)
from movements.files.plan_json import plan_to_json
from movements.layout import with_first_board
from movements.registry import MOVEMENTS, make_plan
from tests.cases import leave_to_slow
from tests.movements.forms import (
    choose_forms,
    choose_sizes,
    describe_plan,
    get_size_argument,
)
from tests.movements.test_every_plan import plans

FIXTURES = Path(__file__).parents[2] / "fixtures" / "movement_texts"


@pytest.mark.slow
@given(plans(), st.integers(2, 60), st.sampled_from(["json", "csv"]))
def test_boards_that_do_not_begin_at_1_come_back(plan, first_board, format_name):
    numbered = with_first_board(plan, first_board)
    assert check_plan(numbered) == check_plan(plan) == ()
    assert parse_plan(write_plan(numbered, format_name)) == numbered
    assert with_first_board(numbered, 1) == plan


def waiting(plan):
    return [
        (sit_out.round_no, sit_out.table_no or 0, sit_out.contestant, sit_out.board_set)
        for sit_out in plan.sit_outs
    ]


@given(plans())
def test_movement_text_keeps_who_plays_whom_where_and_with_what(plan):
    try:
        text = write_plan(plan, "text")
    except MovementError:
        spread = ("sets", "spread") in plan.options
        swivels = plan.key == "hesitation-mitchell"
        turns = plan.key == "howell-snow"  # a pair may keep its table, and turn in the second part
        other = plan.contest == "teams" or any(row.players for row in plan.rows)
        assert spread or swivels or turns or plan.copies > 1 or other
        return
    back = parse_plan(text)
    assert waiting(back) == sorted(waiting(plan))
    assert replace(back, sit_outs=()) == replace(
        plan, sit_outs=(), source="", options=(), bye_stands=(), guarantees=(), notes=()
    )
    assert write_plan(back, "text") == text


def test_switches_among_pairs_that_change_lines_are_refused_in_movement_text():
    plan = make_plan("howell", pairs=8)
    turned = replace(
        plan, rows=tuple(replace(row, arrow_switched=row.round_no == 3) for row in plan.rows)
    )
    with pytest.raises(MovementError) as refused:
        write_plan(turned, "text")
    assert refused.value.params["lost"] == "arrow-switches with pairs that change lines"
    assert parse_plan(write_plan(plan, "text")).rows == plan.rows


def test_a_pair_that_turns_at_its_table_is_no_arrow_switch_in_movement_text():
    """Text says who sits where and no more, so a reader would take it for one."""
    plan = make_plan("howell-snow", pairs=4, rounds=3)
    with pytest.raises(MovementError, match="a pair that changes direction at its table"):
        write_plan(plan, "text")
    assert parse_plan(write_plan(plan, "csv")) == plan


def test_a_list_of_tables_and_rounds_is_read_like_a_grid():
    plan = make_plan("howell", pairs=5, rounds=5, boards_per_set=5)
    lines = ["Round;Table;N-S;E-W;Board set"]
    lines += [
        f"{row.round_no};{row.table_no};{row.ns};{row.ew};{row.board_set}" for row in plan.rows
    ]
    lines += [
        f"{sit_out.round_no};{sit_out.table_no};{sit_out.contestant};;{sit_out.board_set}"
        for sit_out in plan.sit_outs
    ]
    back = parse_plan("\n".join(lines))
    assert (back.rows, back.sit_outs) == (plan.rows, plan.sit_outs)
    assert (back.contestants, back.winners, back.tables, back.rounds, back.boards_per_set) == (
        5,
        1,
        3,
        5,
        5,
    )


def test_boards_alone_tell_the_sets_of_a_list():
    text = "round,table,ns,ew,boards\n1,1,1,3,1-2\n1,2,2,4,3 4\n2,1,1,4,5-6\n2,2,2,3,7 8\n"
    back = parse_plan(text)
    assert [(row.board_set, row.boards) for row in back.rows] == [
        (1, (1, 2)),
        (2, (3, 4)),
        (3, (5, 6)),
        (4, (7, 8)),
    ]
    assert (back.winners, back.boards) == (2, 8)
    assert examine_text(text).problems == ()


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
    plan = parse_plan(text)
    assert plan.key == "own"
    assert plan.contestants == 2
    assert plan.tables == 1
    assert plan.rounds == 1
    assert plan.board_sets == 1


def test_tables_with_one_set_in_a_round_are_taken_to_share_it():
    plan = parse_plan(
        "# boards_per_set: 2\nround,table 1,table 2\n1,4-1/1,2-3/1\n2,4-2/2,3-1/2\n3,4-3/3,1-2/3\n"
    )
    assert [(row.boards, row.shared) for row in plan.rows[:2]] == [((1, 2), True), ((2, 1), True)]


def test_a_movement_text_from_elsewhere():
    plan = parse_plan(
        "2 Table example [X9]\n0,2,12,4,3,0\n4,1,1,4,2,2,4,3,3\n2,3,1,3,1,2,1,2,3\n\n"
    )
    assert plan.key == "X9"
    assert plan.name == "2 Table example"
    assert plan.winners == 1
    assert (plan.contestants, plan.tables, plan.rounds, plan.boards, plan.board_sets) == (
        4,
        2,
        3,
        12,
        3,
    )
    assert plan.rows == make_plan("howell", pairs=4, boards_per_set=4).rows


def test_ew_pairs_numbered_from_1_again_get_numbers_of_their_own():
    text = "[M3] Mitchell\n1,3,9,3,3,0\n1,1,1,1,3,2,1,2,3\n2,2,2,2,1,3,2,3,1\n3,3,3,3,2,1,3,1,2\n"
    assert parse_plan(text).rows == make_plan("mitchell", tables=3, boards_per_set=3).rows
    assert parse_plan(text).winners == 2


def test_the_missing_pair_makes_sit_outs():
    text = "[H4] Three pairs\n0,2,6,2,3,4\n1,4,1,2,4,2,3,4,3\n2,3,1,3,1,2,1,2,3\n"
    plan = parse_plan(text)
    assert (plan.rows, plan.sit_outs) == (
        make_plan("howell", pairs=3, boards_per_set=2).rows,
        make_plan("howell", pairs=3, boards_per_set=2).sit_outs,
    )


@pytest.mark.parametrize(
    ("plan", "lost"),
    [
        pytest.param(
            lambda: replace(make_plan("howell", pairs=8), copies=2),
            "several copies of the boards",
            id="copies",
        ),
        pytest.param(
            lambda: replace(
                make_plan("howell", pairs=8, boards_per_set=2),
                rows=tuple(
                    replace(row, boards=(row.board_set, row.board_set + 7))
                    for row in make_plan("howell", pairs=8, boards_per_set=2).rows
                ),
            ),
            "gaps in the board numbers of a set",
            id="numbers apart",
        ),
        pytest.param(
            lambda: replace(
                make_plan("howell", pairs=8, boards_per_set=2),
                rows=tuple(
                    replace(row, boards=row.boards[::-1])
                    for row in make_plan("howell", pairs=8, boards_per_set=2).rows
                ),
            ),
            "a custom board order",
            id="backwards",
        ),
    ],
)
def test_a_plan_that_movement_text_cannot_express_is_refused(plan, lost):
    with pytest.raises(MovementError) as refused:
        write_plan(plan(), "text")
    sentence = (
        f"Howell can’t be written as movement text, which doesn’t support {lost}. Use JSON or CSV."
    )
    assert str(refused.value) == sentence


def figures(plan):
    return {
        name: getattr(plan, name)
        for name in ("contestants", "winners", "tables", "rounds", "board_sets", "boards")
    }


def meant(data):
    """Return the rows, sit-outs and figures of a fixture in our JSON; the boards of a row as a set."""
    rows = [
        (
            row["round"],
            row["table"],
            row["ns"],
            row["ew"],
            row["board_set"],
            set(row["boards"]),
            row.get("shared", False),
        )
        for row in data["rows"]
    ]
    sit_outs = [(sit_out["round"], 0, sit_out["contestant"], None) for sit_out in data["sit_outs"]]
    return (
        rows,
        sit_outs,
        {
            name: data[name]
            for name in ("contestants", "winners", "tables", "rounds", "board_sets", "boards")
        },
    )


def facts_of_plan(plan):
    rows = [
        (row.round_no, row.table_no, row.ns, row.ew, row.board_set, set(row.boards), row.shared)
        for row in plan.rows
    ]
    return rows, waiting(plan), figures(plan)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("movement-howell-like", 1),
        ("movement-mitchell-like", 1),
        ("movement-with-rover", 1),
        *(("movements-three-in-one", number) for number in (1, 2, 3)),
    ],
)
def test_text_of_a_national_library_is_read_and_written_as_it_is(name, number):
    text = (FIXTURES / f"{name}.txt").read_text(encoding="utf-8")
    data = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    plans_meant = data if isinstance(data, list) else [data]
    examination = examine_text(text, str(number))
    assert examination.problems == ()
    assert facts_of_plan(examination.plan) == meant(plans_meant[number - 1])
    assert (
        write_plan(examination.plan, "text") == text.split("\n\n")[number - 1].rstrip("\n") + "\n"
    )


@pytest.mark.parametrize("missing", [0, 11, 22])
@pytest.mark.parametrize("last", ["11,11,0", "11,0,0", "0,11,0", "0,0,0", "1,1,0"])
def test_a_head_that_counts_a_table_more_than_play_is_read_without_it(missing, last):
    several = (FIXTURES / "movements-three-in-one.txt").read_text(encoding="utf-8")
    text = several.split("\n\n")[2].rstrip("\n")
    longer = (
        text.replace("1,10,24,3,8,0", f"1,11,24,3,8,{missing}") + "\n" + ",".join([last] * 8) + "\n"
    )
    examination = examine_text(longer)
    assert examination.problems == ()
    assert examination.plan == parse_plan(text)
    numbers = {row.ew for row in examination.plan.rows}
    assert examination.plan.tables == 10
    assert numbers == set(range(11, 21))


def test_a_half_table_beside_a_line_that_is_no_table_keeps_its_sit_outs():
    lines = (
        "1,4,9,3,3,7\n1,1,1,1,3,2,1,2,3\n2,2,2,2,1,3,2,3,1\n3,3,3,3,2,1,3,1,2\n4,4,0,4,4,0,4,4,0"
    )
    plan = parse_plan(f"[M3] Mitchell\n{lines}\n")
    assert plan.rows == make_plan("mitchell", pairs=5, boards_per_set=3).rows
    assert [
        (waiting.round_no, waiting.contestant, waiting.table_no) for waiting in plan.sit_outs
    ] == [
        (1, 3, 3),
        (2, 1, 1),
        (3, 2, 2),
    ]


def with_table_numbers(text):
    title, head, *lines = text.splitlines()
    return (
        "\n".join(
            [title, head, *(f"{number},{line}" for number, line in enumerate(lines, start=1))]
        )
        + "\n"
    )


@given(plans())
def test_text_with_a_table_number_in_front_is_read_too(plan):
    try:
        text = write_plan(plan, "text")
    except MovementError:
        return
    assert parse_plan(with_table_numbers(text)) == parse_plan(text)


def test_text_of_the_former_form_with_ew_pairs_numbered_on_is_read():
    text = "[mitchell] Mitchell\n1,3,6,2,3,0\n1,1,4,1,1,6,2,1,5,3\n2,2,5,2,2,4,3,2,6,1\n3,3,6,3,3,5,1,3,4,2\n"
    assert parse_plan(text).rows == make_plan("mitchell", tables=3, boards_per_set=2).rows


def written(plan):
    """Return *plan* as text, or what text cannot tell of it."""
    try:
        return write_plan(plan, "text")
    except MovementError as refused:
        return refused.params["lost"]


def written_sizes(spec):
    """Return the sizes to write and read: reading looks for every fault, so of large ones some stand for all."""
    sizes = choose_sizes(spec)
    return [size for size in sizes[::3] if size <= LARGE] or sizes[:1]


@pytest.mark.parametrize("spec", leave_to_slow(MOVEMENTS, but=20), ids=lambda spec: spec.key)
def test_every_movement_comes_back_from_text_or_is_refused_for_what_text_cannot_tell(spec):
    for pairs in written_sizes(spec):
        tried = choose_forms(spec, pairs)
        for options in tried[:: -(-len(tried) // MOST_FORMS)]:
            plan = make_plan(spec.key, **get_size_argument(spec.key, pairs), options=options)
            text = written(plan)
            if text in LOST.get(spec.key, ()) or text in LOST[spec.contest]:
                continue
            back = parse_plan(text)
            assert describe_plan(plan) == describe_plan(plan)
            assert back.rows == plan.rows
            assert sorted(waiting(back)) == sorted(waiting(plan))
            assert describe_plan(plan) == describe_plan(plan)
            assert figures(back) == figures(plan)
            numbers = (5 if spec.contest == "individual" else 3) * plan.rounds
            assert {len(line.split(",")) for line in text.splitlines()[2:]} == {numbers}


LARGE, MOST_FORMS = 32, 12
COPIES = "several copies of the boards"
PLAYERS = "players of pairs or teams, or three teams at a table"
LOST = {
    "pairs": (PLAYERS,),
    "individual": (COPIES, "arrow-switches of teams and individuals"),
    "teams": (
        COPIES,
        PLAYERS,
        "a custom board order",
        "gaps in the board numbers of a set",
        "where they sit out, or who wins",
    ),
    "howell": ("gaps in the board numbers of a set",),
    "safford": ("gaps in the board numbers of a set",),  # spread deals: 2, 9, 16, 23
    "barometer-howell": (COPIES,),
    "hesitation-mitchell": ("arrow-switches with pairs that change lines",),
    "web-mitchell": (COPIES,),
    "double-mitchell": (COPIES,),
    "appendix-mitchell": (COPIES,),
    "mnemonic-pairs": ("a custom board order", "arrow-switches with pairs that change lines"),
}

SEVERAL = "[X1] Two tables\n0,2,12,4,3,0\n4,1,1,4,2,2,4,3,3\n2,3,1,3,1,2,1,2,3\n\nNight [Y2]\n0,1,1,1,1,0\n2,1,1\n"


@pytest.mark.parametrize(
    "several", [SEVERAL, SEVERAL.replace("\n\n", "\n"), SEVERAL.replace("\n", "\r\n")]
)
def test_one_of_several_movements_is_chosen_by_number_title_code_or_word(several):
    assert list_movement_titles(several) == ("[X1] Two tables", "Night [Y2]")
    assert {
        parse_plan(several, wanted).key for wanted in ("2", "Night [Y2]", "y2", "night", " 2 ")
    } == {"Y2"}
    assert examine_text(several, "X1").plan.contestants == 4


@pytest.mark.parametrize(
    ("bad", "others"), [(0, "23"), (1, "13"), (2, "12")], ids=["first", "second", "last"]
)
@pytest.mark.parametrize(
    "title", ["[X] Night [new]", "[X Night", f"[X] {'A long title ' * 9}[of a club]"]
)
def test_a_title_without_its_one_code_is_named_with_its_line_and_the_others_are_taken(
    title, bad, others
):
    if title == "[X Night" and not bad:
        pytest.skip("what begins with such a line is no movement text")
    whole = [
        write_plan(make_plan("howell", pairs=pairs, boards_per_set=1), "text")
        for pairs in (4, 6, 8)
    ]
    whole = [
        text.replace("[howell] Howell", f"[H{number}] Howell")
        for number, text in enumerate(whole, start=1)
    ]
    whole[bad] = title + whole[bad][whole[bad].index("\n") :]
    several = "\n".join(whole)
    line = several.splitlines().index(title) + 1
    titles = list_movement_titles(several)
    assert len(titles) == 3
    assert titles[bad] == f"{title} (line {line}: needs one code in brackets)"
    for number in others:
        assert examine_text(several, number).problems == ()
        assert examine_text(several, f"H{number}").plan.contestants == 2 + 2 * int(number)
    told = f'Line {line}: the title "{title}" needs one code in brackets and no others, as in [M5] Mitchell.'
    assert [fault.text for fault in examine_text(several, str(bad + 1)).problems] == [told]


@pytest.mark.parametrize(
    ("title", "key", "name"),
    [
        (
            "[F27] Full Howell (SBU 6T 33B HOW] (Set 1 at 1)",
            "F27",
            "Full Howell (SBU 6T 33B HOW) (Set 1 at 1)",
        ),
        (
            "[F27] Full Howell [SBU 6T 33B HOW) (Set 1 at 1)",
            "F27",
            "Full Howell (SBU 6T 33B HOW) (Set 1 at 1)",
        ),
        ("[X] Night ]", "X", "Night"),
        ("[X]] Night", "X", "Night"),
        ("[[X] Night", "X", "Night"),
        ("] Night [X]", "X", "Night"),
        ("[X] Night (late", "X", "Night (late"),
        ("[] Night", "own", "Night"),
        ("[X]", "X", "Custom movement"),
    ],
)
def test_a_stray_bracket_in_a_title_is_no_reason_to_refuse_the_movement(title, key, name):
    own = write_plan(make_plan("howell", pairs=6, boards_per_set=1), "text")
    text = title + own[own.index("\n") :]
    for plan in (examine_text(text).plan, examine_text(f"{own}\n{text}", "2").plan):
        assert plan.key == key
        assert plan.name == name
        assert plan.rows == parse_plan(own).rows
        again = parse_plan(write_plan(plan, "text"))
        assert (again.key, again.name) == (key, name)
    if key != "own":
        assert list_movement_titles(f"{own}\n{text}")[1] == title


def test_one_of_a_json_list_of_plans_is_chosen_too():
    plans_told = [
        plan_to_json(make_plan("howell", pairs=pairs, boards_per_set=1)) for pairs in (8, 10)
    ]
    plans_told[1]["name"] = "The other"
    text = json.dumps(plans_told)
    assert list_movement_titles(text) == ("Howell", "The other")
    assert parse_plan(text, "The other").contestants == parse_plan(text, "2").contestants == 10
    assert parse_plan(json.dumps(plans_told[:1])).contestants == 8


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        (
            None,
            "The file has 2 movements: 1. [X1] Two tables; 2. Night [Y2]. Choose one by number or title.",
        ),
        (
            "3",
            '"3" doesn’t match one movement in the file. Choose from 1. [X1] Two tables; 2. Night [Y2].',
        ),
        (
            "t",
            '"t" doesn’t match one movement in the file. Choose from 1. [X1] Two tables; 2. Night [Y2].',
        ),
    ],
    ids=["none chosen", "no such number", "words of both"],
)
def test_without_a_choice_the_titles_are_named(wanted, sentence):
    with pytest.raises(MovementError) as refused:
        parse_plan(SEVERAL, wanted)
    assert str(refused.value) == sentence


def test_a_file_of_one_movement_is_not_asked_about():
    assert (
        list_movement_titles("[X1] One\n0,1,1,1,1,0\n1,2,1\n")
        == list_movement_titles("{")
        == list_movement_titles("[" * 99_999)
        == ()
    )
