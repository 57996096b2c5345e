"""The Howell movement against the printed plans, and against a replay with seats and queues of boxes."""

from collections import Counter, deque
from itertools import combinations

import pytest

from movements.balance import fairness, round_quality
from movements.errors import MovementError
from movements.families.howell.full import read_howell_starts
from movements.moves import get_moves_by_table
from movements.registry import get_legal_rounds, make_plan
from tests.golden import assert_golden
from tests.movements.forms import sample_sizes
from tests.movements.grids import read_golden_records


def test_round_1_of_every_even_size_is_the_printed_one():
    ours = [
        (
            str(pairs),
            str(row.round_no),
            str(row.table_no),
            str(row.ns),
            str(row.ew),
            str(row.board_set),
        )
        for pairs in range(6, 37, 2)
        for row in make_plan("howell", pairs=pairs).rows
        if row.round_no in ((1, 6) if pairs == 6 else (1,))
    ]
    assert ours == [tuple(line.values()) for line in read_golden_records("howell_starts.csv")]


def test_table_2_of_eight_pairs_is_the_printed_card():
    rows = [row for row in make_plan("howell", pairs=8).rows if row.table_no == 2]
    ours = [(str(row.round_no), str(row.ns), str(row.ew), str(row.board_set)) for row in rows]
    assert ours == [
        tuple(line.values()) for line in read_golden_records("howell_8_pairs_table_2.csv")
    ]


@pytest.mark.parametrize("round_no", range(1, 7))
def test_next_moves_of_eight_pairs_match_the_cards(round_no):
    plan = make_plan("howell", pairs=8)
    in_use_again = {row.board_set for row in plan.rows if row.round_no > round_no}
    sets = {row.table_no: row.board_set for row in plan.rows if row.round_no == round_no}
    moves = get_moves_by_table(plan, round_no)
    for line in read_golden_records("howell_8_pairs_moves.csv"):
        table_no = int(line["table"])
        leaving = moves[table_no]
        assert leaving.ns.table_no == int(line["ns_to_table"])
        assert leaving.ns.side == line["ns_to_side"]
        assert leaving.ew.table_no == int(line["ew_to_table"])
        assert leaving.ew.side == line["ew_to_side"]
        if sets[table_no] in in_use_again:
            assert leaving.boards.table_no == int(line["deal_to_table"])
        else:
            assert leaving.boards.kind == "over"


@pytest.mark.parametrize("pairs", sample_sizes(range(8, 37, 2)))
def test_plan_is_what_following_the_next_lower_number_by_hand_gives(pairs):
    seats = {}
    boxes = []
    for start in read_howell_starts(pairs):
        seats[start.table_no, "NS"], seats[start.table_no, "EW"] = start.ns, start.ew
        boxes.append(deque(start.board_sets))
    rows = iter(make_plan("howell", pairs=pairs).rows)
    for round_no in range(1, pairs):
        for table_no, box in enumerate(boxes, start=1):
            row = next(rows)
            expected = (round_no, table_no, seats[table_no, "NS"], seats[table_no, "EW"], box[0])
            assert (row.round_no, row.table_no, row.ns, row.ew, row.board_set) == expected
        left_by = {pair: seat for seat, pair in seats.items()}
        lower = {pair: pairs - 1 if pair == 1 else pair - 1 for pair in range(1, pairs)} | {
            pairs: pairs
        }
        seats = {left_by[lower[pair]]: pair for pair in left_by}
        played = [box.popleft() for box in boxes]
        for table, board_set in enumerate(played):
            boxes[table - 1].append(board_set)


def test_six_pairs_meet_twice_and_agree_in_direction_on_four_of_ten_sets():
    plan = make_plan("howell", pairs=6)
    result = fairness(plan)
    assert (plan.rounds, plan.board_sets) == (10, 10)
    assert (result.meetings_min, result.meetings_max) == (2, 2)
    assert (result.same_direction_min, result.same_direction_max) == (4, 4)


@pytest.mark.parametrize(("rounds", "sets"), [(5, 5), (6, 10)], ids=["one half", "both halves"])
def test_six_pairs_lay_out_the_second_half_only_when_it_is_reached(rounds, sets):
    assert make_plan("howell", pairs=6, rounds=rounds).board_sets == sets


def test_four_pairs_share_one_set_a_round():
    plan = make_plan("howell", pairs=4, boards_per_set=4)
    assert plan.name == "Howell, both tables sharing"
    first_round = [
        (row.ns, row.ew, row.boards, row.shared) for row in plan.rows if row.round_no == 1
    ]
    assert first_round == [(4, 1, (1, 2, 3, 4), True), (2, 3, (3, 4, 1, 2), True)]


def test_three_pairs_need_no_sharing():
    plan = make_plan("howell", pairs=3)
    assert plan.name == "Howell"
    assert [row.shared for row in plan.rows] == [False, False, False]


def test_turned_for_balance_reads_as_reviewed():
    lines = ["pairs,qf,least same way,most same way,couples by value"]
    for pairs in (22, 24, 26, 28, 30, 34, 36):
        result = fairness(make_plan("howell", pairs=pairs, options={"turned": "fair"}))
        counts = Counter(
            result.same_direction[first][second] for first, second in combinations(range(pairs), 2)
        )
        values = " ".join(f"{value}:{count}" for value, count in sorted(counts.items()))
        lines.append(f"{pairs},{round_quality(result.qf)},{min(counts)},{max(counts)},{values}")
    assert_golden("movements/howell_turned_fair.csv", "\n".join(lines) + "\n")


def test_only_the_whole_movement_is_called_balanced():
    names = [
        make_plan("howell", pairs=24, rounds=rounds, options={"turned": "fair"}).name
        for rounds in (22, 23)
    ]
    assert names == ["Howell", "Balanced Howell"]


@pytest.mark.parametrize("pairs", range(8, 21, 2))
def test_the_smaller_sizes_have_no_turning_to_choose(pairs):
    assert make_plan("howell", pairs=pairs, options={"turned": "fair"}) == make_plan(
        "howell", pairs=pairs
    )


def test_spread_sets_are_the_printed_ones():
    plan = make_plan("howell", pairs=8, boards_per_set=4, options={"sets": "spread"})
    ours = {row.board_set: row.boards for row in plan.rows}
    printed = read_golden_records("howell_sets_8_pairs.csv")
    assert [ours[int(line["set"])] for line in printed] == [
        tuple(map(int, line["deals"].split())) for line in printed
    ]


def test_half_a_double_schedule_keeps_its_numbers_when_spread():
    half, whole = (
        make_plan("howell", pairs=6, rounds=rounds, boards_per_set=3, options={"sets": "spread"})
        for rounds in (5, 10)
    )
    assert half.rows == whole.rows[: len(half.rows)]


def test_every_printed_number_of_deals_can_be_played_again_and_again():
    for line in read_golden_records("howell_deals.csv"):
        for pairs in map(int, line["pairs"].split("-")):
            schedule = get_legal_rounds("howell", pairs=pairs)[-1]
            for deals in map(int, line["deals"].split()):
                assert deals % schedule == 0
                if pairs > 18:
                    assert deals == schedule
                    continue
                plan = make_plan(
                    "howell", pairs=pairs, rounds=deals, boards_per_set=1, options={"sets": "again"}
                )
                assert plan.boards == deals


def test_long_schedules_are_not_played_again():
    with pytest.raises(MovementError) as refused:
        make_plan("howell", pairs=19, options={"sets": "again"})
    assert str(refused.value) == (
        "Howell: sets=again needs at most 18 pairs (9 tables), but 19 pairs make 10 tables. Choose sets=trays or "
        "sets=spread."
    )
