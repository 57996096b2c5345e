"""Whatever happens to a contest of players or teams: every continuation is sound, and nothing played is lost."""

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from movements.check.boards import BOARDS_PLAYED_BOTH_WAYS
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.model import Movement
from movements.partnerships import (
    count_opponent_rounds_by_couple,
    count_partner_rounds_by_couple,
    with_partnerships,
    with_teams,
)
from movements.registry import get_legal_rounds, list_movements, make_plan
from movements.replan.records import Change
from movements.replan.replanning import replan

LARGEST = 20
CONTESTS = ("individual", "teams")


def make_stored_plan(key: str, size: int, boards: int = 2, **options) -> Movement:
    spec = next(
        spec
        for spec in (*list_movements("individual"), *list_movements("teams"))
        if spec.key == key
    )
    plan = make_plan(key, boards_per_set=boards, **{spec.unit: size}, **options)
    # as it is stored
    return with_partnerships(plan)


@st.composite
def field_plans(draw: st.DrawFn, contest: str) -> Movement:
    spec = draw(st.sampled_from(list_movements(contest)))
    size = draw(
        st.sampled_from(
            [size for size in spec.legal_sizes if size <= max(LARGEST, min(spec.legal_sizes))]
        )
    )
    rounds = draw(st.sampled_from(list(get_legal_rounds(spec.key, **{spec.unit: size}))))
    return make_stored_plan(spec.key, size, draw(st.integers(1, 4)), rounds=rounds)


def numbers_of(plan: Movement) -> list[int]:
    return sorted({number for row in plan.rows for number in plan.get_row_contestants(row)})


@st.composite
def field_changes(draw: st.DrawFn, plan: Movement, from_round: int) -> Change:
    numbers = numbers_of(plan)
    most = 4 if plan.contest == "individual" else 2
    return draw(
        st.sampled_from(
            [
                Change("pair-arrives", pairs=draw(st.integers(1, most))),
                Change("pair-leaves", pair=draw(st.sampled_from(numbers))),
                Change(
                    "pair-leaves",
                    pair=draw(st.sampled_from(numbers)),
                    other_pair=draw(st.sampled_from(numbers)),
                ),
                Change("rounds", rounds=draw(st.integers(max(1, from_round - 1), plan.rounds + 3))),
                Change("boards-per-set", boards=draw(st.integers(1, 6))),
            ]
        )
    )


def wrongs(plan: Movement, from_round: int, new: Movement) -> list[str]:
    """Return everything that is wrong with the plan *new* after *plan* was played up to *from_round*."""
    wrong = [fault.text for fault in check_plan(with_teams(new)) if fault.code != "partner-twice"]
    kept, now = ([row for row in each.rows if row.round_no < from_round] for each in (plan, new))
    if kept != now:
        wrong.append("what was played has changed")
    seats = Counter()
    boards = Counter()
    for row in new.rows:
        seated = row.players or ((row.ns, "N-S"), (row.ew, "E-W"))
        seats.update((row.round_no, who) for who in seated)
        boards.update((who, board) for who in seated for board in row.boards)
    if max(seats.values(), default=0) > 1:
        wrong.append("somebody sits twice")
    if max(boards.values(), default=0) > 1 and BOARDS_PLAYED_BOTH_WAYS not in plan.guarantees:
        wrong.append("somebody has a board twice")
    couples = {}
    for row in (*plan.rows, *new.rows):
        if row.players:
            north, east, south, west = row.players
            for side, players in ((row.ns, {north, south}), (row.ew, {east, west})):
                if plan.contest == "individual" and couples.setdefault(side, players) != players:
                    wrong.append(f"{side} is another partnership")
    return wrong


@pytest.mark.parametrize("contest", CONTESTS)
@given(st.data())
def test_every_proposal_is_a_sound_night_that_keeps_what_was_played(contest, data):
    plan = data.draw(field_plans(contest))
    from_round = data.draw(st.integers(1, plan.rounds))
    change = data.draw(field_changes(plan, from_round))
    answer = replan(plan, change=change, from_round=from_round)
    assert answer.proposals or answer.unchanged or answer.problem_text
    for proposal in answer.proposals:
        assert wrongs(plan, from_round, proposal.plan) == []
        assert len(numbers_of(proposal.plan)) == proposal.plan.contestants


@pytest.mark.parametrize("contest", CONTESTS)
@given(st.data())
def test_one_change_after_another(contest, data):
    plan = data.draw(field_plans(contest))
    first = data.draw(st.integers(1, plan.rounds))
    proposals = replan(
        plan, change=data.draw(field_changes(plan, first)), from_round=first
    ).proposals
    assume(proposals)
    once = data.draw(st.sampled_from(proposals))
    second = data.draw(st.integers(min(first, once.plan.rounds), once.plan.rounds))
    change = data.draw(field_changes(once.plan, second))
    # Whoever sits out the last rounds anyway counts as having left.
    playing = {
        number
        for row in once.plan.rows
        if row.round_no >= second
        for number in once.plan.get_row_contestants(row)
    }
    leavers = {change.pair, change.other_pair} - {None}
    assume(leavers <= playing - {*once.leavers})
    answer = replan(once.plan, change=change, from_round=second, leavers=once.leavers)
    for proposal in answer.proposals:
        assert wrongs(once.plan, second, proposal.plan) == []
        assert once.leavers == tuple(
            number for number in once.leavers if number in proposal.leavers
        )
        last = {
            number
            for row in proposal.plan.rows
            if row.round_no >= second
            for number in proposal.plan.get_row_contestants(row)
        }
        assert last.isdisjoint(proposal.leavers)


@given(st.data())
def test_prices_say_who_meets_again(data):
    contest = data.draw(st.sampled_from(CONTESTS))
    plan = data.draw(field_plans(contest))
    from_round = data.draw(st.integers(1, plan.rounds))
    change = data.draw(field_changes(plan, from_round))
    for proposal in replan(plan, change=change, from_round=from_round).proposals:
        new, price = proposal.plan, proposal.price
        out = [
            sit_out
            for sit_out in new.sit_outs
            if sit_out.round_no >= from_round and sit_out.contestant not in proposal.leavers
        ]
        assert price.sit_outs == len(out)
        if contest == "individual":
            kept = {row for row in new.rows if row.round_no < from_round}
            again = sum(count - 1 for count in count_partner_rounds_by_couple(new).values())
            already = Counter(
                frozenset(couple)
                for row in kept
                for couple in (row.players[::2], row.players[1::2])
            )
            assert price.repeated_partners == again - sum(count - 1 for count in already.values())
            if not price.rematches:
                before = Counter(
                    frozenset((first, second))
                    for row in kept
                    for first in row.players[::2]
                    for second in row.players[1::2]
                )
                assert all(
                    count <= max(2, before[frozenset(two)])
                    for two, count in count_opponent_rounds_by_couple(new).items()
                )


def best(plan: Movement, change: Change, from_round: int):
    return replan(plan, change=change, from_round=from_round).proposals[0]


def titles(plan: Movement, change: Change, from_round: int) -> list[str]:
    return [
        proposal.title for proposal in replan(plan, change=change, from_round=from_round).proposals
    ]


@pytest.mark.slow
def test_the_sixteenth_player_makes_a_table_with_those_who_sit_out():
    proposal = best(make_stored_plan("individual", 15), Change("pair-arrives"), 3)
    assert proposal.title == "Play with those who sit out"
    assert proposal.price.sit_outs == 0
    assert proposal.price.repeated_partners == 0
    due = {row for row in make_stored_plan("individual", 15).rows if row.round_no > 2}
    seats = {(row.round_no, row.table_no, row.players) for row in proposal.plan.rows}
    assert {(row.round_no, row.table_no, row.players) for row in due} <= seats


def test_whoever_sits_out_takes_the_seat_of_a_player_who_leaves():
    proposal = best(make_stored_plan("individual", 17), Change("pair-leaves", pair=4), 3)
    assert proposal.title == "Fill the empty seats"
    assert proposal.price.sit_outs == 0
    assert proposal.price.boards_lost == 0


def test_a_sixth_team_plays_those_who_sit_out():
    proposal = best(make_stored_plan("round-robin", 5), Change("pair-arrives"), 3)
    assert proposal.title == "Play those who sit out"
    assert proposal.price.sit_outs == 0
    assert proposal.price.pairs_moved == 0


def test_a_triple_goes_on_with_a_fourth_team():
    assert titles(make_stored_plan("triple", 3, 6), Change("pair-arrives"), 2) == [
        "New matches for everyone",
        "Matches at the end",
    ]


def test_opponents_of_a_team_that_leaves_a_round_robin_sit_out():
    assert titles(make_stored_plan("round-robin", 6), Change("pair-leaves", pair=2), 3) == [
        "Opponents sit out"
    ]


def test_a_team_comes_to_a_match_of_two():
    assert titles(make_stored_plan("team-match", 2, 8), Change("pair-arrives"), 2) == [
        "New matches for everyone",
        "All teams meet",
    ]


def test_one_team_alone_does_not_play_on():
    answer = replan(
        make_stored_plan("team-match", 2), change=Change("pair-leaves", pair=2), from_round=2
    )
    assert answer.proposals == ()
    assert answer.problem_text == "Too few teams are left to play on."


@pytest.mark.parametrize(
    ("contest", "change"),
    [
        ({"key": "team-match", "teams": 2}, Change("boards-per-set", boards=9)),
        ({"key": "team-match", "teams": 2}, Change("boards-per-set", boards=1)),
        ({"key": "individual", "players": 4}, Change("rounds", rounds=1)),
    ],
)
def test_too_few_for_other_lengths_are_told(contest, change):
    answer = replan(make_plan(**contest), change=change, from_round=1, leavers=[2])
    assert answer.proposals == ()
    assert answer.problem_text.startswith("Too few ")


@pytest.mark.parametrize(("boards", "expected"), [(3, (5, 6, 7)), (1, (5,))])
def test_other_boards_follow_those_played(boards, expected):
    plan = make_stored_plan("round-robin", 6)
    proposal = best(plan, Change("boards-per-set", boards=boards), 3)
    assert {tuple(sorted(row.boards)) for row in proposal.plan.rows if row.round_no == 3} == {
        expected
    }


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            Change("pair-leaves", pair=9),
            "Team 9 doesn’t play from round 3. The teams are 1, 2, 3, 4, 5 and 6.",
        ),
        (Change("pair-arrives", pairs=3), "3 teams can’t come at once. Choose 1 to 2."),
        (
            Change("rounds", rounds=1),
            "1 rounds doesn’t work: 2 have started, and a session has at most 120.",
        ),
        (Change("boards-per-set", boards=40), "40 boards per round doesn’t work. Enter 1 to 32."),
        (Change("pair-leaves"), "A change of kind “pair-leaves” needs “pair”. Add it."),
    ],
)
def test_an_impossible_change_is_said_in_one_sentence(change, sentence):
    with pytest.raises(MovementError) as caught:
        replan(make_stored_plan("round-robin", 6), change=change, from_round=3)
    assert str(caught.value) == sentence
