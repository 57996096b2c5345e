"""Movement text of teams and individuals: read, written, and named where it is broken."""

import pytest

from movements.check.faults import check_plan
from movements.files.formats import parse_plan, write_plan
from movements.files.library import read_library
from movements.registry import make_plan

TEAMS = "[T3] Three teams\n5,3,12,4,2\n1,2,1,1,3,3\n2,3,2,2,1,1\n3,1,3,3,2,2\n"


def test_teams_are_read_with_both_halves():
    plan = parse_plan(TEAMS)
    assert plan.contest == "teams"
    assert plan.contestants == 3
    assert plan.tables == 3
    assert plan.winners == 1
    assert plan.key == "T3"
    assert plan.name == "Three teams"
    assert plan.boards_per_set == 4
    first, *_, last = plan.rows
    assert first.ns == 1
    assert first.ew == 2
    assert first.boards == (1, 2, 3, 4)
    assert (last.round_no, last.table_no, last.ns, last.ew, last.board_set) == (2, 3, 3, 2, 2)


def test_players_are_read_in_the_order_n_s_e_w():
    plan = parse_plan("[I4] Four players\n3,1,3,1,3,4\n1,2,3,4,1,1,3,2,4,2,1,4,2,3,3\n")
    assert plan.contest == "individual"
    assert plan.contestants == 4
    assert [row.players for row in plan.rows] == [(1, 3, 2, 4), (1, 2, 3, 4), (1, 2, 4, 3)]


def test_who_is_at_no_table_sits_out():
    plan = parse_plan("[I5] Five\n3,1,2,1,2,5\n1,2,3,4,1,5,3,2,4,2\n")
    assert [(sit_out.round_no, sit_out.contestant) for sit_out in plan.sit_outs] == [(1, 5), (2, 1)]


@pytest.mark.parametrize(
    ("text", "winners"), [("1,2,3,4,1,1,2,4,3,2", 2), ("1,2,3,4,1,1,3,2,4,2", 1)]
)
def test_four_winners_are_two_lines_only_if_nobody_changes(text, winners):
    assert parse_plan(f"[R] Rainbow\n4,1,2,1,2,4\n{text}\n").winners == winners


def test_type_of_patton_with_five_numbers_is_of_teams():
    assert parse_plan(TEAMS.replace("5,3,12", "0,3,12")).contest == "teams"


def test_mitchell_without_its_last_number_is_no_contest_of_teams():
    text = "[M3] Mitchell\n1,3,9,3,3\n1,1,1,1,3,2,1,2,3\n2,2,2,2,1,3,2,3,1\n3,3,3,3,2,1,3,1,2\n"
    with pytest.raises(ValueError, match="The head line has 5 numbers, not 6"):
        parse_plan(text)


@pytest.mark.parametrize(
    ("key", "size"),
    [
        ("american-whist", {"teams": 9}),
        ("fours-howell", {"teams": 5}),
        ("fours-parallel", {"teams": 4}),
        ("individual", {"players": 13}),
        ("rainbow", {"players": 20}),
    ],
)
def test_a_written_plan_is_read_back(key, size):
    plan = make_plan(key, **size)
    text = write_plan(plan, "text")
    back = parse_plan(text)
    assert (back.rows, back.sit_outs) == (plan.rows, plan.sit_outs)
    assert (back.contest, back.contestants, back.winners, back.rounds) == (
        plan.contest,
        plan.contestants,
        plan.winners,
        plan.rounds,
    )
    assert check_plan(back) == ()
    assert write_plan(back, "text") == text


def test_broken_ones_of_a_whole_file_are_named_with_their_line():
    broken = TEAMS.replace("[T3] Three teams", "[X] Broken").replace("2,1,1\n", "2,<b>\n")
    unnamed = TEAMS.replace("[T3] ", "").replace("12,4", "24,8")
    breaks = TEAMS.replace("5,3,12", "6,3,12")
    whole = [write_plan(make_plan("american-whist", teams=teams), "text") for teams in range(4, 12)]
    text = "\n".join([TEAMS, broken, unnamed, breaks, *whole])
    items = read_library(text.replace("\n", "\r\n"))
    assert [(item.title, item.line_no) for item in items if not item.plan] == [
        ("[X] Broken", 7),
        ("[T3] Three teams", 19),
    ]
    assert items[1].problems[0].startswith("Table 2 has 5 numbers, not 6 (3 for each of 2 rounds)")
    assert items[3].problems == ("The head line says type 6. For teams, use 5 or 0.",)
    assert (items[2].plan.name, items[2].plan.key) == ("Three teams", "own")
    assert sum(item.plan is not None for item in items) == 10
