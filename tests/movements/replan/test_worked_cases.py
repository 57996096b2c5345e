"""Nights worked out beforehand: who meets whom with which boards after something has changed."""

from dataclasses import replace

import pytest

from movements.check.faults import check_plan
from movements.model import Movement, TableRound
from movements.registry import make_plan
from movements.replan.mistakes import iter_shifts
from movements.replan.records import Change
from movements.replan.replanning import replan
from movements.replan.routes import Newcomer, iter_routes
from movements.replan.state import PlayState

M5 = """
1v6A 2v7B 3v8C 4v9D 5v10E / 1v10B 2v6C 3v7D 4v8E 5v9A / 1v9C 2v10D 3v6E 4v7A 5v8B /
1v8D 2v9E 3v10A 4v6B 5v7C / 1v7E 2v8A 3v9B 4v10C 5v6D
"""
S4 = "1v5A 2v6B 3v7C 4v8D / 1v8B 2v5C 3v6D 4v7A / 1v6C 2v7D 3v8A 4v5B / 1v5D 2v6A 3v7B 4v8C"
H8 = """
8v1A 2v4C 3v7E 5v6B / 8v2B 3v5D 4v1F 6v7C / 8v3C 4v6E 5v2G 7v1D / 8v4D 5v7F 6v3A 1v2E /
8v5E 6v1G 7v4B 2v3F / 8v6F 7v2A 1v5C 3v4G / 8v7G 1v3B 2v6D 4v5A
"""


def rows_of(text: str, first: int = 1) -> list[TableRound]:
    """Return the rows of rounds parted by ``/``, tables in order: "1v6A" is N-S 1 against E-W 6 on set A of two."""
    rows = []
    for round_no, tables in enumerate(text.split("/"), start=first):
        for table_no, words in enumerate(tables.split(), start=1):
            ns, rest = words.split("v")
            board_set = ord(rest[-1]) - ord("A") + 1
            boards = (2 * board_set - 1, 2 * board_set)
            rows.append(TableRound(round_no, table_no, int(ns), int(rest[:-1]), board_set, boards))
    return rows


def night_of(text: str, winners: int = 2, key: str = "own") -> Movement:
    rows = rows_of(text)
    pairs = {pair for row in rows for pair in (row.ns, row.ew)}
    plan = replace(
        make_plan("mitchell", tables=2, boards_per_set=2),
        key=key,
        name="Custom movement",
        contestants=len(pairs),
        winners=winners,
        tables=len(pairs) // 2,
        rounds=max(row.round_no for row in rows),
        board_sets=max(row.board_set for row in rows),
        rows=tuple(rows),
        sit_outs=(),
        bye_stands=(),
        guarantees=(),
        options=(),
    )
    assert check_plan(plan) == ()
    return plan


def text_of(plan: Movement, first: int) -> str:
    """Return the rounds from *first* on as :func:`rows_of` reads them."""
    rounds = [
        [row for row in plan.rows if row.round_no == number]
        for number in range(first, plan.rounds + 1)
    ]
    return " / ".join(
        " ".join(f"{row.ns}v{row.ew}{chr(64 + row.board_set)}" for row in rows) for rows in rounds
    )


def met_by(plan: Movement, pair: int) -> list[str]:
    """Return opponent and set of every round of *pair*."""
    return [
        f"{row.ew if row.ns == pair else row.ns}{chr(64 + row.board_set)}"
        for row in plan.rows
        if pair in (row.ns, row.ew)
    ]


def out_of(plan: Movement, first: int) -> list[int]:
    return [wait.contestant for wait in plan.sit_outs if wait.round_no >= first]


def test_the_mitchell_of_the_program_is_the_one_worked_with():
    assert [replace(row, boards=()) for row in make_plan("mitchell", tables=5).rows] == [
        replace(row, boards=()) for row in night_of(M5).rows
    ]


def test_a_half_table_is_filled_from_round_two():
    half = make_plan("mitchell", pairs=9, boards_per_set=2, options={"half_table": "ns"})
    assert [wait.contestant for wait in half.sit_outs] == [10, 9, 8, 7, 6]
    answer = replan(half, change=Change("pair-arrives"), from_round=2)
    best = answer.proposals[0]
    assert text_of(best.plan, 2) == text_of(night_of(M5), 2)
    assert best.new_pairs == (5,)
    assert best.price.newcomer_boards == 8
    assert (best.price.sit_outs, best.price.pairs_moved, best.price.boards_lost) == (0, 0, 0)
    assert best.price.cards_to_print == (5,)
    assert answer.problem_text == ""
    counts = {
        number: sum(row.board_set == number for row in best.plan.rows) for number in range(1, 6)
    }
    assert counts == {1: 5, 2: 5, 3: 5, 4: 5, 5: 4}


def test_a_rover_from_round_three_may_go_to_one_three_and_five():
    night = PlayState(night_of(M5), 3)
    ways = iter_routes(
        [night.get_due_rows(number) for number in (3, 4, 5)], Newcomer(sides=("NS",))
    )
    tables = {
        tuple(stop.row.table_no for stop in way): [stop.opponent for stop in way] for way in ways
    }
    assert tables[1, 3, 5] == [9, 10, 6]


def test_a_pair_appended_to_a_howell_stays_in_a_seat_that_others_pass():
    answer = replan(night_of(H8, winners=1), change=Change("pair-arrives"), from_round=2)
    best = answer.proposals[0]
    assert met_by(best.plan, 9) == ["5D", "6E", "7F", "1G", "2A", "3B"]
    assert out_of(best.plan, 2) == [3, 4, 5, 6, 7, 1]


@pytest.mark.parametrize("table_no", [2, 3, 4])
@pytest.mark.parametrize("side", ["NS", "EW"])
@pytest.mark.parametrize("from_round", range(2, 8))
def test_every_moving_seat_of_the_howell_will_do_from_any_round_on(table_no, side, from_round):
    night = PlayState(night_of(H8, winners=1), from_round)
    rounds = [night.get_due_rows(number) for number in range(from_round, 8)]
    assert len(list(iter_routes(rounds, Newcomer(seat=(table_no, side))))) == 1


def test_two_pairs_that_leave_the_same_round_leave_two_couples_that_cannot_meet():
    answer = replan(night_of(M5), change=Change("pair-leaves", pair=3, other_pair=8), from_round=4)
    best = answer.proposals[0]
    assert text_of(best.plan, 4) == "2v9E 4v6B 5v7C / 1v7E 4v10C 5v6D"
    assert [
        (wait.round_no, wait.contestant)
        for wait in best.plan.sit_outs
        if wait.contestant not in (3, 8)
    ] == [
        (4, 1),
        (4, 10),
        (5, 2),
        (5, 9),
    ]
    assert answer.problem_text == (
        "In round 4 pairs 1 and 10 have no opponents, but can’t play each other: they have met before and no board "
        "set is new to both."
    )
    assert (best.price.sit_outs, best.price.boards_lost) == (4, 8)
    assert [proposal.title for proposal in answer.proposals[1:]] in ([], ["Some pairs meet again"])


def test_one_pair_that_leaves_lets_its_opponents_wait_at_their_tables():
    answer = replan(night_of(M5), change=Change("pair-leaves", pair=3), from_round=3)
    best = answer.proposals[0]
    assert out_of(
        replace(best.plan, sit_outs=[w for w in best.plan.sit_outs if w.contestant != 3]), 3
    ) == [6, 10, 9]
    assert best.price.pairs_moved == 0
    assert best.price.cards_to_print == ()
    assert best.price.boards_lost == 6


def test_boards_two_down_once_leave_six_uniform_ways_on():
    done = rows_of("1v10C 2v6D 3v7E 4v8A 5v9B", first=2)
    ways = [(shift.ups, shift.downs) for shift in iter_shifts(PlayState(night_of(M5), 3, done))]
    assert len(ways) == 6
    assert ways[0] == ((1, 1, 1), (2, 2, 2))


def test_e_w_that_stayed_leave_two_clean_rounds_but_not_three():
    done = rows_of("1v6B 2v7C 3v8D 4v9E 5v10A", first=2)
    answer = replan(night_of(M5), change=Change("as-they-sit"), from_round=3, rows_as_played=done)
    assert answer.problem_text == (
        "With these boards, 3 more full rounds without a rematch can’t be done (all arrangements were tried)."
    )
    shorter = next(proposal for proposal in answer.proposals if proposal.title == "2 more rounds")
    assert shorter.plan.rounds == 4
    assert shorter.price.rematches == 0
    assert shorter.price.sit_outs == 0
    spare = next(proposal for proposal in answer.proposals if proposal.title == "With a spare set")
    assert spare.plan.rounds == 5
    assert spare.price.spare_sets == 1
    assert spare.price.rematches == 0
    known = rows_of("1v7D 2v8E 3v9A 4v10B 5v6C / 1v9C 2v10D 3v6E 4v7A 5v8B", first=3)
    whole = replace(
        shorter.plan, rows=(*(row for row in shorter.plan.rows if row.round_no < 3), *known)
    )
    assert check_plan(whole) == ()


def test_a_skip_forgotten_is_made_good_by_going_one_up():
    plan = night_of(S4)
    answer = replan(
        plan,
        change=Change("as-they-sit"),
        from_round=3,
        rows_as_played=rows_of("1v8B 2v5C 3v6D 4v7A", first=2),
    )
    assert text_of(answer.proposals[0].plan, 3) == text_of(plan, 3)


def test_the_last_round_cut_is_lost_for_everybody_alike():
    answer = replan(night_of(M5), change=Change("rounds", rounds=4), from_round=4)
    best = answer.proposals[0]
    assert text_of(best.plan, 1) == M5.rsplit("/", 1)[0].strip().replace("\n", " ")
    assert best.plan.rounds == 4
    assert {sum(row.board_set == number for row in best.plan.rows) for number in range(1, 6)} == {4}
    assert (best.price.boards_lost, best.price.sit_outs, best.price.minutes) == (20, 0, 66)
    assert answer.problem_text == ""


def test_a_cut_that_takes_the_arrow_switch_along_is_warned_of():
    plan = make_plan("one-winner-mitchell", tables=5, boards_per_set=2)
    answer = replan(plan, change=Change("rounds", rounds=4), from_round=4)
    switched, cut = answer.proposals
    assert switched.title == "Arrow-switch in round 4"
    assert (
        cut.explanation
        == "The arrow-switch of round 5 is lost too, so N-S and E-W are hardly compared."
    )
    assert switched.price.fairness > cut.price.fairness


def test_a_fifth_table_after_two_rounds_of_four():
    plan = make_plan("mitchell", tables=4, boards_per_set=2)
    answer = replan(plan, change=Change("pair-arrives", pairs=2), from_round=3)
    best = answer.proposals[0]
    assert best.title == "Extra table with a spare set, new seats for everyone"
    assert [
        sum(row.round_no == number for row in best.plan.rows)
        for number in range(1, best.plan.rounds + 1)
    ][2:4] == [5] * (best.plan.rounds - 2)
    assert best.price.rematches == 0


def test_a_skip_forgotten_by_the_whole_room_is_played_again_as_it_is_due():
    plan = make_plan("mitchell", pairs=16, boards_per_set=3)
    due = [row for row in plan.rows if row.round_no == 5]
    done = [replace(row, ew=9 + (row.table_no - 5) % 8) for row in due]
    answer = replan(plan, change=Change("as-they-sit"), from_round=6, rows_as_played=done)
    assert answer.proposals[0].plan.rows == plan.rows
    assert answer.proposals[0].explanation == (
        "Results at tables 1, 2, 3, 4, 5, 6, 7 and 8 in round 5 are void; otherwise doesn’t affect the remaining "
        "rounds."
    )


def test_of_two_pairs_one_can_fill_the_half_table_while_the_other_waits():
    plan = make_plan("howell", pairs=5, boards_per_set=2)
    answer = replan(plan, change=Change("pair-arrives", pairs=2), from_round=3)
    both, best = answer.proposals
    watching = answer.unchanged
    assert both.title == "Fill the half table, then play as rover"
    assert best.title == "One pair plays, the other waits"
    assert watching.title == "Leave both late pairs out"
    assert best.explanation == (
        "Late pair 6 sits in the empty seats. Everyone else follows the guide cards. The other late pair waits for "
        "the next session."
    )
    assert best.new_pairs == (6,)
    assert watching.new_pairs == ()
    assert best.price.sit_outs == 0
    assert best.price.newcomer_boards == 16
    assert best.is_clean is False
    assert check_plan(best.plan) == ()
