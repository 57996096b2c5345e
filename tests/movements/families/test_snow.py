"""Snow's system and its Howell cousin against the printed lists, and against sets passed on by hand."""

import pytest

from movements.moves import get_moves_by_table
from movements.registry import make_plan
from tests.movements.grids import read_golden_records


def test_every_printed_number_of_deals_can_be_played():
    for line in read_golden_records("snow_deals.csv"):
        tables = int(line["tables"])
        for surplus, deals in enumerate(line["deals"].split()):
            plan = make_plan(
                "snow", tables=tables, boards_per_set=1, options={"surplus": str(surplus)}
            )
            assert (plan.rounds, plan.boards) == (int(deals), int(deals))


def test_every_printed_number_of_deals_can_be_played_under_howell_snow():
    for line in read_golden_records("howell-snow_deals.csv"):
        for surplus, deals in enumerate(line["deals"].split()):
            plan = make_plan(
                "howell-snow",
                pairs=int(line["pairs"]),
                boards_per_set=1,
                options={"surplus": str(surplus)},
            )
            assert (plan.rounds, plan.boards) == (int(deals), int(deals))
            assert plan.boards // int(line["rounds"]) - surplus == int(line["tables in play"])


@pytest.mark.parametrize("pairs", [5, 6])
def test_howell_snow_starts_as_printed(pairs):
    plan = make_plan("howell-snow", pairs=pairs)
    seats = [
        ("X", sit_out.contestant, sit_out.table_no)
        for sit_out in plan.sit_outs
        if sit_out.round_no == 1
    ]
    seats += [(str(row.ns), row.ew, row.table_no) for row in plan.rows if row.round_no == 1]
    printed = [
        line
        for line in read_golden_records("howell-snow_starts.csv")
        if line["pairs"] == str(pairs)
    ]
    assert seats == [(line["ns"], int(line["ew"]), int(line["table"])) for line in printed]


@pytest.mark.parametrize("pairs", range(4, 17))
def test_howell_snow_seats_follow_the_next_lower_number(pairs):
    plan = make_plan("howell-snow", pairs=pairs, boards_per_set=1)
    size = pairs + pairs % 2
    group = pairs // 2
    seats = [[size - place, place + 1] for place in range(size // 2)]
    for seating in range(size - 1):
        played = {
            tuple(sorted((row.ns, row.ew)))
            for row in plan.rows
            if seating * group < row.round_no <= (seating + 1) * group
        }
        assert played == {tuple(sorted(table)) for table in seats if pairs >= max(table)}
        seats = [
            [pair if pair == size else pair % (size - 1) + 1 for pair in table] for table in seats
        ]


def test_all_stay_until_the_group_is_played():
    plan = make_plan("snow", tables=3, options={"surplus": "1"})
    stays = [get_moves_by_table(plan, round_no)[2].ew.stays for round_no in range(1, plan.rounds)]
    assert stays == [True, True, True, False, True, True, True, False, True, True, True]


@pytest.mark.parametrize("key", ["snow", "howell-snow"])
def test_notes_tell_where_surplus_sets_wait(key):
    without, with_surplus = (
        make_plan(key, pairs=6, options={"surplus": number}).notes for number in ("0", "2")
    )
    assert with_surplus[:2] == without
    assert with_surplus[2].startswith("Extra sets wait at the last table")


@pytest.mark.parametrize(("rounds", "sets"), [(1, 3), (3, 3), (4, 6), (9, 9)], ids=str)
def test_only_the_sets_of_the_seatings_reached_are_laid_out(rounds, sets):
    assert make_plan("snow", tables=3, rounds=rounds).board_sets == sets
