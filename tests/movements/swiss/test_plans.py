"""Drawn rounds as plans: whatever is drawn, the plan is sound and gives the rounds back."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from movements.check.faults import check_plan
from movements.swiss.drawing import draw_round
from movements.swiss.field import SwissEntrant, SwissField
from movements.swiss.plans import (
    DrawnRound,
    choose_spare_set,
    list_drawn_rounds,
    make_plan_of_rounds,
)
from movements.swiss.systems import get_swiss_system


def swiss_rounds(size: int, rounds: int, scores: list[int]) -> list[DrawnRound]:
    """Return rounds drawn one after the other, with scores given out in turn."""
    drawn: list[DrawnRound] = []
    met: dict[int, list[int]] = {number: [] for number in range(1, size + 1)}
    byes = dict.fromkeys(met, 0)
    got = dict.fromkeys(met, 0)
    told = iter(scores * size)
    resolved = get_swiss_system("swiss-teams").resolve_options({})
    for round_no in range(1, rounds + 1):
        entrants = tuple(
            SwissEntrant(number, got[number], tuple(met[number]), byes[number]) for number in met
        )
        answer = draw_round(SwissField(entrants, round_no, resolved))
        drawn.append(DrawnRound(answer.pairings, () if answer.bye is None else (answer.bye,)))
        for home, away in answer.pairings:
            met[home].append(away)
            met[away].append(home)
            got[home] += next(told)
        if answer.bye is not None:
            byes[answer.bye] += 1
    return drawn


def test_every_match_has_a_copy_of_the_boards_of_its_round():
    plan = make_plan_of_rounds("swiss-teams", swiss_rounds(6, 2, [3, 1]), boards_per_set=4)
    assert {(row.copy_no, row.table_no) for row in plan.rows} == {
        (1, 1),
        (1, 2),
        (2, 3),
        (2, 4),
        (3, 5),
        (3, 6),
    }
    assert plan.copies == 3


AT_HOME = (("tables", "home"),)


def read_at_home(drawn: DrawnRound) -> DrawnRound:
    """Return *drawn* as a plan of home tables gives it back, by the lower numbers."""
    lowest = drawn.triangle.index(min(drawn.triangle)) if drawn.triangle else 0
    return replace(
        drawn,
        pairings=tuple(tuple(sorted(both)) for both in drawn.pairings),
        triangle=drawn.triangle[lowest:] + drawn.triangle[:lowest],
    )


@given(
    size=st.integers(2, 7).map(lambda half: 2 * half + 1),
    rounds=st.integers(1, 4),
    boards=st.integers(2, 9),
    scores=st.lists(st.integers(0, 20), min_size=4, max_size=9),
)
def test_a_plan_with_triangles_is_sound_at_every_size_and_gives_its_rounds_back(
    size, rounds, boards, scores
):
    drawn = triangle_rounds(size, rounds, scores)
    plan = make_plan_of_rounds("swiss-teams", drawn, boards_per_set=boards)
    assert list_drawn_rounds(plan) == tuple(drawn)
    assert check_plan(plan) == ()
    for round_no, one_round in enumerate(drawn, start=1):
        rows = [row for row in plan.rows if row.round_no == round_no]
        others = {board for row in rows if not row.half for board in row.boards}
        for pair in combinations(one_round.triangle, 2):
            both = [row for row in rows if {row.ns, row.ew} == set(pair)]
            assert [len(row.boards) for row in both] == [boards // 2] * 2
            assert {(row.ns, row.half) for row in both} in [
                {(pair[0], 1), (pair[1], 2)},
                {(pair[0], 2), (pair[1], 1)},
            ]
            assert both[0].boards == both[1].boards, "the two tables compare the same boards"
        for half in (1, 2):
            seats = [
                (number, side)
                for row in rows
                if row.half == half
                for side, number in enumerate((row.ns, row.ew))
            ]
            assert sorted(seats) == sorted(
                (number, side) for number in one_round.triangle for side in (0, 1)
            )
        later = {board for row in plan.rows if row.round_no > round_no for board in row.boards}
        assert not {board for row in rows for board in row.boards} & later
        assert others <= set(range(1, plan.boards + 1))


@given(
    size=st.integers(2, 7).map(lambda half: 2 * half + 1),
    rounds=st.sampled_from([2, 4]),
    boards=st.integers(1, 8),
    scores=st.lists(st.integers(0, 20), min_size=4, max_size=9),
)
def test_triangles_over_two_rounds_play_whole_matches_and_give_the_rounds_back(
    size, rounds, boards, scores
):
    short = triangle_rounds(size, rounds, scores)
    drawn = []
    for first, second in zip(short[::2], short[1::2], strict=True):
        spare = choose_spare_set(drawn, rounds)
        drawn.append(replace(first, spare_set=spare, part=1))
        rest = [number for number in range(1, size + 1) if number not in first.triangle]
        pairs = tuple(zip(rest[::2], rest[1::2], strict=True))
        drawn.append(
            replace(second, pairings=pairs, triangle=first.triangle, spare_set=spare, part=2)
        )
    at_home = make_plan_of_rounds("swiss-teams", drawn, boards_per_set=boards, options=AT_HOME)
    assert list_drawn_rounds(at_home) == tuple(map(read_at_home, drawn))
    assert check_plan(at_home) == ()
    plan = make_plan_of_rounds("swiss-teams", drawn, boards_per_set=boards)
    assert list_drawn_rounds(plan) == tuple(drawn)
    assert check_plan(plan) == ()
    for at in range(0, rounds, 2):
        rows = [row for row in plan.rows if row.round_no in (at + 1, at + 2)]
        for pair in combinations(drawn[at].triangle, 2):
            both = [row for row in rows if {row.ns, row.ew} == set(pair)]
            assert [row.round_no for row in both] == [at + 1, at + 2]
            assert (both[0].boards, both[0].ns) == (both[1].boards, both[1].ew)
            assert len(both[0].boards) == boards


def triangle_rounds(size: int, rounds: int, scores: list[int]) -> list[DrawnRound]:
    """Return rounds of an odd field in which three play each other, with scores given out in turn."""
    drawn: list[DrawnRound] = []
    told = iter(scores * size * 3)
    got = dict.fromkeys(range(1, size + 1), 0)
    resolved = get_swiss_system("swiss-teams").resolve_options({"odd": "triangle"})
    for round_no in range(1, rounds + 1):
        met = {number: [] for number in got}
        for home, away in (two for one_round in drawn for two in one_round.meetings):
            met[home].append(away)
            met[away].append(home)
        triangles = {
            number: sum(number in one_round.triangle for one_round in drawn) for number in got
        }
        entrants = tuple(
            SwissEntrant(number, got[number], tuple(met[number]), triangle_count=triangles[number])
            for number in got
        )
        answer = draw_round(SwissField(entrants, round_no, resolved))
        drawn.append(
            DrawnRound(answer.pairings, (), answer.triangle, choose_spare_set(drawn, rounds))
        )
        for number in got:
            got[number] += next(told)
    return drawn
