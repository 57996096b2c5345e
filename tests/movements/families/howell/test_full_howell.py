"""The Howell movement against the printed plans, and against a replay with seats and queues of boxes."""

from collections import Counter, deque
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from movements.balance import fairness, round_quality
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.families.howell.full import EQUAL_COMPARISON, read_howell_starts
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


def test_waiting_sets_are_laid_out_in_order():
    for pairs in range(8, 37, 2):
        assert [
            number for start in read_howell_starts(pairs) for number in start.board_sets
        ] == list(range(1, pairs))


@pytest.mark.parametrize("pairs", sample_sizes(range(7, 36, 2)))
def test_odd_number_is_the_next_even_plan_without_its_highest_pair(pairs):
    even = make_plan("howell", pairs=pairs + 1, boards_per_set=1)
    odd = make_plan("howell", pairs=pairs, boards_per_set=1)
    absent = pairs + 1
    assert odd.rows == tuple(row for row in even.rows if absent not in (row.ns, row.ew))
    waiting = [
        (row.round_no, row.ew, row.table_no, row.board_set) for row in even.rows if row.ns == absent
    ]
    assert [
        (sit_out.round_no, sit_out.contestant, sit_out.table_no, sit_out.board_set)
        for sit_out in odd.sit_outs
    ] == waiting
    assert Counter(sit_out.contestant for sit_out in odd.sit_outs) == dict.fromkeys(
        range(1, pairs + 1), 1
    )


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


@pytest.mark.parametrize(
    ("pairs", "name"),
    [(5, "Howell, double schedule"), (6, "Howell, double schedule"), (7, "Howell")],
    ids=str,
)
def test_the_double_schedule_says_so(pairs, name):
    assert make_plan("howell", pairs=pairs).name == name


def test_three_pairs_need_no_sharing():
    plan = make_plan("howell", pairs=3)
    assert plan.name == "Howell"
    assert [row.shared for row in plan.rows] == [False, False, False]


@pytest.mark.parametrize("pairs", sample_sizes(range(4, 37)))
def test_equal_comparison_is_promised_exactly_where_it_is_true(pairs):
    plan = make_plan("howell", pairs=pairs)
    competition = fairness(plan).competition
    amounts = {competition[first][second] for first, second in combinations(range(pairs), 2)}
    assert (
        ("compared-equally" in plan.guarantees)
        == (len(amounts) == 1)
        == (pairs in EQUAL_COMPARISON)
    )


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


@pytest.mark.parametrize("pairs", sample_sizes(range(21, 37)))
def test_turning_changes_sides_and_nothing_else(pairs):
    book = make_plan("howell", pairs=pairs)
    fair = make_plan("howell", pairs=pairs, options={"turned": "fair"})
    assert [{row.ns, row.ew} for row in fair.rows] == [{row.ns, row.ew} for row in book.rows]
    assert fair.sit_outs == book.sit_outs
    same_sides = fair.rows == book.rows
    assert same_sides == (pairs in (31, 32))
    assert fair.name == ("Howell" if same_sides else "Balanced Howell")


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


@pytest.mark.parametrize("pairs", sample_sizes(range(4, 37, 2)))
@pytest.mark.parametrize("boards", [2, 3])
def test_spreading_changes_board_numbers_and_nothing_else(pairs, boards):
    side_by_side = make_plan("howell", pairs=pairs, boards_per_set=boards)
    apart = make_plan("howell", pairs=pairs, boards_per_set=boards, options={"sets": "spread"})
    assert check_plan(apart) == ()
    assert (apart.sit_outs, apart.guarantees) == (side_by_side.sit_outs, side_by_side.guarantees)
    assert [replace(row, boards=()) for row in apart.rows] == [
        replace(row, boards=()) for row in side_by_side.rows
    ]
    numbers = {row.board_set: sorted(row.boards) for row in apart.rows}
    assert {
        later - sooner
        for boards_of_set in numbers.values()
        for sooner, later in pairwise(boards_of_set)
    } == {pairs - 1}
    assert sorted(board for boards_of_set in numbers.values() for board in boards_of_set) == list(
        range(1, apart.boards + 1)
    )


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


@pytest.mark.parametrize("pairs", sample_sizes(range(3, 19)))
def test_playing_again_repeats_the_schedule_with_fresh_boards(pairs):
    once = make_plan("howell", pairs=pairs, boards_per_set=1)
    again = make_plan(
        "howell", pairs=pairs, rounds=2 * once.rounds, boards_per_set=1, options={"sets": "again"}
    )
    second = tuple(
        replace(
            row,
            round_no=row.round_no + once.rounds,
            board_set=row.board_set + once.board_sets,
            boards=tuple(board + once.boards for board in row.boards),
        )
        for row in once.rows
    )
    assert again.rows == once.rows + second
    assert "opponents-equally-often" in again.guarantees
    assert again.notes == (
        f"After every {once.rounds} rounds everyone goes back to their first seats and plays new boards.",
    )


def test_long_schedules_are_not_played_again():
    with pytest.raises(MovementError) as refused:
        make_plan("howell", pairs=19, options={"sets": "again"})
    assert str(refused.value) == (
        "Howell: sets=again needs at most 18 pairs (9 tables), but 19 pairs make 10 tables. Choose sets=trays or "
        "sets=spread."
    )
