"""What is proposed for ordinary nights in which something changes, looked over by a person."""

import csv
import io

import pytest

from movements.balance import round_quality
from movements.errors import MovementError
from movements.registry import make_plan
from movements.replan.records import Change
from movements.replan.replanning import replan
from tests.golden import assert_golden

NIGHTS = [
    ("mitchell", 9),
    ("mitchell", 10),
    ("mitchell", 12),
    ("mitchell", 13),
    ("howell", 8),
    ("howell", 9),
]
CHANGES = [
    Change("pair-arrives"),
    Change("pair-arrives", pairs=2),
    Change("pair-leaves", pair=2),
    Change("table-closes", table=2, leave=False),
    Change("table-closes", table=2, leave=True),
    Change("boards-per-set", boards=1),
    Change("boards-exchanged", table=3, other_table=4),
    Change("late-table", table=3),
]
HEADING = (
    *(
        "plan",
        "pairs",
        "from_round",
        "change",
        "place",
        "proposal",
        "sit_outs",
        "fairness",
        "minutes",
        "moved",
        "lost",
    ),
    *("cards", "rematches", "for_new", "spare_sets"),
)


@pytest.mark.slow
def test_proposals_for_ordinary_nights():
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(HEADING)
    for key, pairs in NIGHTS:
        plan = make_plan(key, pairs=pairs, boards_per_set=2)
        for from_round in (2, 4):
            for change in CHANGES:
                answer = replan(plan, change=change, from_round=from_round)
                for place, proposal in enumerate(answer.proposals, start=1):
                    price = proposal.price
                    lines.writerow(
                        [
                            key,
                            pairs,
                            from_round,
                            f"{change.kind} {change.pairs}"
                            if change.kind == "pair-arrives"
                            else change.kind,
                            place,
                            proposal.title,
                            price.sit_outs,
                            round_quality(price.fairness),
                            price.minutes,
                            price.pairs_moved,
                            price.boards_lost,
                            len(price.cards_to_print),
                            price.rematches,
                            "" if price.newcomer_boards is None else price.newcomer_boards,
                            price.spare_sets,
                        ]
                    )
    assert_golden("movements/replan/proposals.csv", text.getvalue())


def test_time_that_runs_out_puts_longer_nights_behind():
    plan = make_plan("mitchell", tables=5, boards_per_set=2)
    plenty = replan(plan, change=Change("late-table", table=2), from_round=3)
    scarce = replan(
        plan, change=Change("late-table", table=2), from_round=3, minutes_left=49, minutes_used=40
    )
    assert plenty.proposals[0].title == "Play the boards at the end"
    assert plenty.current_price.minutes == 83
    assert scarce.current_price.minutes == 89
    assert scarce.current_price.remaining_minutes == 49
    assert scarce.proposals[0].price.remaining_minutes <= 49


def test_a_table_behind_can_leave_out_one_board_of_several():
    for boards in (3, 1):
        plan = make_plan("mitchell", tables=5, boards_per_set=boards)
        answer = replan(plan, change=Change("late-table", table=2), from_round=3)
        shorter = [
            proposal for proposal in answer.proposals if proposal.title.endswith("one board fewer")
        ]
        assert len(shorter) == (boards > 1)
        waiting = next(
            proposal for proposal in answer.proposals if proposal.title == "Wait for this table"
        )
        for each in shorter:
            assert each.plan == plan
            assert each.explanation.startswith(
                "Pairs 2 and 6 skip board 9 and get an adjusted score."
            )
            assert each.price.boards_lost == 2
            assert each.price.remaining_minutes < waiting.price.remaining_minutes


def test_pairs_that_left_earlier_are_not_counted_again():
    plan = make_plan("mitchell", tables=5, boards_per_set=2)
    once = replan(plan, change=Change("pair-leaves", pair=3), from_round=3).proposals[0].plan
    again = replan(once, change=Change("rounds", rounds=4), from_round=4)
    assert again.current_price.sit_outs == 2
    assert replan(once, change=Change("pair-arrives"), from_round=4).proposals[0].new_pairs == (11,)
    last = replan(once, change=Change("rounds", rounds=5), from_round=5, leavers=[3])
    assert last.current_price.sit_outs == 1


def test_fewer_boards_a_round_are_a_sound_plan_and_can_be_lengthened_again():
    plan = make_plan("mitchell", tables=5, boards_per_set=3)
    shorter = replan(plan, change=Change("boards-per-set", boards=2), from_round=4).proposals[0]
    assert [row.boards for row in shorter.plan.rows if row.table_no == 1] == [
        (1, 2, 3),
        (4, 5, 6),
        (7, 8, 9),
        (10, 11),
        (13, 14),
    ]
    assert (shorter.price.boards_lost, shorter.price.pairs_moved, shorter.price.minutes) == (
        20,
        0,
        106,
    )
    back = replan(shorter.plan, change=Change("boards-per-set", boards=3), from_round=5).proposals[
        0
    ]
    assert [row.boards for row in back.plan.rows if row.table_no == 1][3:] == [
        (10, 11),
        (13, 14, 15),
    ]


def test_two_couples_left_alone_meet_where_boards_are_new_to_both():
    plan = make_plan("mitchell", pairs=8, boards_per_set=2)
    best = replan(plan, change=Change("pair-leaves", pair=1, other_pair=5), from_round=2).proposals[
        0
    ]
    assert best.title == "Pairs without opponents meet"
    assert best.explanation == (
        "Pairs without opponents play each other where boards allow: pairs 2 and 8 in round 2 and pairs 4 and 6 in "
        "round 3."
    )
    assert (best.price.sit_outs, best.price.boards_lost) == (0, 0)


def test_nothing_is_proposed_when_everything_has_been_played():
    plan = make_plan("mitchell", tables=5, boards_per_set=2)
    answer = replan(plan, change=Change("pair-leaves", pair=3), from_round=6)
    assert answer.proposals == ()
    assert answer.problem_text == "All rounds have been played."


def test_the_length_that_a_plan_has_changes_nothing():
    plan = make_plan("mitchell", tables=5, boards_per_set=2)
    answer = replan(plan, change=Change("rounds", rounds=5), from_round=3)
    assert answer.proposals == ()
    assert answer.problem_text == "The movement already has that many rounds."
    assert answer.unchanged.title == "Keep the movement"
    assert answer.unchanged.plan == plan


def test_a_shorter_plan_is_lengthened_as_its_movement_goes_on():
    plan = make_plan("mitchell", tables=7, rounds=5, boards_per_set=2)
    best = replan(plan, change=Change("rounds", rounds=6), from_round=4).proposals[0]
    assert best.plan.rows == make_plan("mitchell", tables=7, rounds=6, boards_per_set=2).rows
    assert (best.price.pairs_moved, best.price.rematches, best.price.spare_sets) == (0, 0, 0)


def test_boards_taken_from_a_half_table_are_what_was_played():
    plan = make_plan("mitchell", pairs=9, boards_per_set=2)
    answer = replan(plan, change=Change("boards-exchanged", table=4, other_table=5), from_round=2)
    [row] = [row for row in answer.proposals[0].plan.rows if (row.round_no, row.table_no) == (1, 4)]
    assert row.board_set == 5
    assert row.boards == (9, 10)


def test_a_movement_followed_by_mistake_becomes_what_was_played():
    plan = make_plan("mitchell", tables=5, boards_per_set=2)
    change = Change("movement", key="mitchell-1900", first_round=1, last_round=1)
    with pytest.raises(MovementError):
        replan(plan, change=change, from_round=2)
    followed = Change("movement", key="one-winner-mitchell", first_round=1, last_round=2)
    best = replan(plan, change=followed, from_round=3).proposals[0]
    other = make_plan("one-winner-mitchell", tables=5, boards_per_set=2)
    assert [row for row in best.plan.rows if row.round_no < 3] == [
        row for row in other.rows if row.round_no < 3
    ]
    assert best.price.boards_lost == 0
