"""Contests of teams at every legal size: who meets whom, what is compared, and what is refused."""

from collections import Counter

import pytest

from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.registry import get_movement, make_plan
from tests.cases import leave_to_slow

HEAD_TO_HEAD = [
    "fours-howell",
    "fours-new-england",
    "fours-clay",
    "american-whist",
    "round-robin",
    "triple",
]
TOTALS = ["fours-mitchell", "fours-parallel", "fours-snow"]
SMALL = 14


def sizes(key):
    """Return all sizes of a movement up to *SMALL* teams or forty players, and its largest."""
    spec = get_movement(key)
    most = SMALL if spec.unit == "teams" else 40
    return [
        (key, {spec.unit: size})
        for size in spec.legal_sizes
        if size <= most or size == spec.legal_sizes[-1]
    ]


def sized(*keys):
    return [
        pytest.param(key, size, id=f"{key} {size}") for name in keys for key, size in sizes(name)
    ]


def couples(plan):
    """Return the boards that each team played N-S against each other."""
    boards = {}
    for row in plan.rows:
        boards.setdefault((row.ns, row.ew), Counter()).update(row.boards)
    return boards


@pytest.mark.parametrize(("key", "size"), leave_to_slow(sized(*HEAD_TO_HEAD), but=29))
def test_two_teams_play_the_same_boards_against_each_other_both_ways(key, size):
    plan = make_plan(key, **size)
    played = couples(plan)
    assert check_plan(plan) == ()
    assert all(played[other, team] == boards for (team, other), boards in played.items())
    missed = plan.contestants if dict(plan.options).get("even") == "skip" else 0
    assert len(played) == plan.contestants * (plan.contestants - 1) - missed


@pytest.mark.parametrize(("key", "size"), leave_to_slow(sized(*TOTALS), but=6))
def test_both_halves_of_every_team_play_equally_many_boards(key, size):
    plan = make_plan(key, **size)
    ns, ew = Counter(row.ns for row in plan.rows), Counter(row.ew for row in plan.rows)
    assert check_plan(plan) == ()
    assert ns == ew
    assert len(set(ns.values())) == 1


@pytest.mark.parametrize(("key", "size"), leave_to_slow(sized(*TOTALS), but=6))
def test_with_home_rounds_every_half_plays_every_board(key, size):
    even_mitchell = key == "fours-mitchell" and size["teams"] % 2 == 0
    plan = make_plan(key, **size, boards_per_set=1, options={"home": "play"})
    halves = Counter((row.ns, "N-S") for row in plan.rows) + Counter(
        (row.ew, "E-W") for row in plan.rows
    )
    assert check_plan(plan) == ()
    assert set(halves.values()) == {plan.boards - even_mitchell}


@pytest.mark.parametrize(("key", "size"), leave_to_slow(sized(*HEAD_TO_HEAD, *TOTALS), but=28))
def test_in_every_round_both_halves_of_every_team_play_or_wait(key, size):
    plan = make_plan(key, **size)
    for round_no in range(1, plan.rounds + 1):
        halves = Counter(
            team for row in plan.rows if row.round_no == round_no for team in (row.ns, row.ew)
        )
        for wait in plan.sit_outs:
            halves[wait.contestant] += (wait.round_no == round_no) * (1 if wait.table_no else 2)
        assert set(halves.values()) == {2}


def test_every_half_meets_every_half_of_the_others_where_all_pairs_do():
    plan = make_plan("three-teams-all-pairs", players=12)
    met = {frozenset((min(row.players[::2]), min(row.players[1::2]))) for row in plan.rows}
    assert len(met) == 12


def test_narragansett_is_balanced_for_every_player():
    plan = make_plan("narragansett-eights", teams=2)
    left = Counter(
        (row.players[seat], row.players[(seat + 1) % 4]) for row in plan.rows for seat in range(4)
    )
    turns = [
        Counter(player for row in plan.rows if row.round_no == number for player in row.players)
        for number in range(1, plan.rounds + 1)
    ]
    rivals = [(low, high) for low in range(1, 9) for high in range(9, 17)]
    assert {"team-mates-partner-equally", "everybody-opposes-every-adversary-equally"} <= set(
        plan.guarantees
    )
    assert {left[low, high] + left[high, low] for low, high in rivals} == {7}
    assert all(set(turn.values()) == {1} for turn in turns)


@pytest.mark.parametrize(
    ("key", "size", "sentence"),
    [
        pytest.param(
            "fours-parallel",
            {"teams": 7},
            "Fours in parallel rows doesn’t work for 7 teams. It takes 4 to 40 teams; the nearest that work are 6 "
            "and 8.",
            id="rows of unlike length",
        ),
        pytest.param(
            "harvard-sixes",
            {"players": 14},
            "Harvard sixes doesn’t work for 14 players. It takes 8 to 52 players in two teams; the nearest that work "
            "are 12 and 16.",
            id="half a pair each",
        ),
        pytest.param(
            "three-teams-rows",
            {"players": 24},
            "Three teams in rows doesn’t work for 24 players. It takes 12 to 84 players in three teams; the nearest "
            "that work are 12 and 36.",
            id="even rows",
        ),
        pytest.param(
            "narragansett-eights",
            {"teams": 3},
            "Narragansett eights doesn’t work for 3 teams. It takes 2 teams; the nearest number that works is 2.",
            id="a third team",
        ),
        pytest.param(
            "awl-48",
            {"players": 12},
            "American Whist League challenge match doesn’t work for 12 players. It takes 2 teams; the nearest number "
            "that works is 8.",
            id="too many players",
        ),
        pytest.param(
            "fours-howell",
            {"pairs": 10},
            "Fours after Howell is for teams, not pairs. Use --teams to give the number.",
            id="pairs",
        ),
        pytest.param(
            "fours-howell",
            {},
            "Enter the number of teams for Fours after Howell.",
            id="nothing said",
        ),
    ],
)
def test_a_number_without_a_schedule_is_refused_with_the_nearest(key, size, sentence):
    with pytest.raises(MovementError) as refused:
        make_plan(key, **size)
    assert str(refused.value) == sentence


def test_a_match_may_have_more_boards_than_a_round_of_pairs_but_not_any_number():
    assert make_plan("round-robin", teams=4, boards_per_set=16).boards == 48
    with pytest.raises(MovementError, match="1 to 32"):
        make_plan("round-robin", teams=4, boards_per_set=33)
