"""Contests of teams at every legal size: who meets whom, what is compared, and what is refused."""

from collections import Counter

import pytest

from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.registry import get_legal_rounds, get_movement, list_movements, make_plan

HEAD_TO_HEAD = [
    "fours-howell",
    "fours-new-england",
    "fours-clay",
    "american-whist",
    "round-robin",
    "triple",
]
TOTALS = ["fours-mitchell", "fours-parallel", "fours-snow"]
LARGER = [
    "harvard-sixes",
    "large-teams-progressive",
    "large-teams-parallel",
    "large-teams-stationary",
    "large-teams-club",
]
ROWS = ["three-teams-rows", "three-teams-all-pairs", "three-teams-all-deals"]
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


@pytest.mark.parametrize(("key", "size"), sized(*HEAD_TO_HEAD))
def test_two_teams_play_the_same_boards_against_each_other_both_ways(key, size):
    plan = make_plan(key, **size)
    played = couples(plan)
    assert check_plan(plan) == ()
    assert all(played[other, team] == boards for (team, other), boards in played.items())
    missed = plan.contestants if dict(plan.options).get("even") == "skip" else 0
    assert len(played) == plan.contestants * (plan.contestants - 1) - missed


@pytest.mark.parametrize("even", ["halves", "empty-table"])
@pytest.mark.parametrize("teams", [4, 6, 8, 10, 24, 40])
def test_every_form_of_american_whist_for_even_numbers_has_all_teams_meet(teams, even):
    plan = make_plan("american-whist", teams=teams, options={"even": even})
    assert check_plan(plan) == ()
    assert {"every-two-teams-meet", "teams-meet-both-ways"} <= set(plan.guarantees)


@pytest.mark.parametrize("teams", range(4, 42, 2))
def test_a_skip_loses_everybody_one_opponent_and_shares_nothing(teams):
    plan = make_plan("american-whist", teams=teams)
    met = Counter(team for team, _ in couples(plan))
    assert set(met.values()) == {teams - 2}
    assert len({(row.round_no, row.board_set) for row in plan.rows}) == len(plan.rows)


@pytest.mark.parametrize(("key", "size"), sized(*TOTALS))
def test_both_halves_of_every_team_play_equally_many_boards(key, size):
    plan = make_plan(key, **size)
    ns, ew = Counter(row.ns for row in plan.rows), Counter(row.ew for row in plan.rows)
    assert check_plan(plan) == ()
    assert ns == ew
    assert len(set(ns.values())) == 1


@pytest.mark.parametrize(("key", "size"), sized(*TOTALS))
def test_with_home_rounds_every_half_plays_every_board(key, size):
    even_mitchell = key == "fours-mitchell" and size["teams"] % 2 == 0
    plan = make_plan(key, **size, boards_per_set=1, options={"home": "play"})
    halves = Counter((row.ns, "N-S") for row in plan.rows) + Counter(
        (row.ew, "E-W") for row in plan.rows
    )
    assert check_plan(plan) == ()
    assert set(halves.values()) == {plan.boards - even_mitchell}


@pytest.mark.parametrize(("key", "size"), sized("fours-parallel"))
def test_in_parallel_rows_every_pair_plays_every_deal_once_unless_home_rounds_are_left_out(
    key, size
):
    plan = make_plan(key, **size, boards_per_set=1)
    deals = Counter(
        (side, row.board_set) for row in plan.rows for side in (("N-S", row.ns), ("E-W", row.ew))
    )
    assert dict(plan.options)["home"] == "play"
    assert set(deals.values()) == {1}
    assert len(deals) == 2 * plan.contestants * plan.board_sets
    shorter = make_plan(key, **size, boards_per_set=1, options={"home": "skip"})
    assert [row for row in shorter.rows if row.ns == row.ew] == []
    assert plan.rounds - shorter.rounds in (1, 2)


@pytest.mark.parametrize(("key", "size"), sized(*HEAD_TO_HEAD, *TOTALS))
def test_in_every_round_both_halves_of_every_team_play_or_wait(key, size):
    plan = make_plan(key, **size)
    for round_no in range(1, plan.rounds + 1):
        halves = Counter(
            team for row in plan.rows if row.round_no == round_no for team in (row.ns, row.ew)
        )
        for wait in plan.sit_outs:
            halves[wait.contestant] += (wait.round_no == round_no) * (1 if wait.table_no else 2)
        assert set(halves.values()) == {2}


@pytest.mark.parametrize(("key", "size"), sized(*LARGER))
def test_larger_teams_sit_on_either_side_and_nobody_has_a_board_twice(key, size):
    plan = make_plan(key, **size)
    pairs = size["players"] // 4
    met = Counter()
    for row in plan.rows:
        north, east, south, west = row.players
        assert [player > 2 * pairs for player in row.players] == [row.ns == 2, row.ew == 2] * 2
        assert south - north == west - east == 1
        met[min(north, east), max(north, east)] += 1
    assert check_plan(plan) == ()
    assert plan.contestants == 2
    if key in ("harvard-sixes", "large-teams-progressive", "large-teams-parallel"):
        missed = pairs if key == "large-teams-progressive" and pairs % 2 == 0 else 0
        assert len(met) == pairs * pairs - missed
    if key == "harvard-sixes":
        assert set(met.values()) == {2}
    if pairs % 2 == 0:
        assert "each-team-plays-every-board-both-ways" in plan.guarantees


@pytest.mark.parametrize(("key", "size"), sized(*ROWS))
def test_three_teams_meet_and_all_their_pairs_play_as_long(key, size):
    plan = make_plan(key, **size)
    played = Counter(player for row in plan.rows for player in row.players)
    assert check_plan(plan) == ()
    assert set(plan.guarantees) >= {"every-two-teams-meet"}
    assert len(played) == size["players"]
    assert set(played.values()) == {plan.rounds}


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


@pytest.mark.parametrize("teams", [3, 4, 5, 8, 32])
def test_twice_round_everybody_is_at_home_once_against_everybody(teams):
    plan = make_plan("round-robin", teams=teams, options={"twice": "yes"})
    homes = Counter((row.ns, row.ew) for row in plan.rows if row.table_no % 2)
    assert check_plan(plan) == ()
    assert homes == Counter(
        (home, away) for home in range(1, teams + 1) for away in range(1, teams + 1) if home != away
    )


@pytest.mark.parametrize(("key", "size"), sized("four-teams-club", "five-teams-club"))
def test_large_teams_play_every_board_of_their_match_both_ways(key, size):
    plan = make_plan(key, **size)
    matches = couples(plan)
    teams = range(1, plan.contestants + 1)
    assert check_plan(plan) == ()
    assert set(matches) == {(ns, ew) for ns in teams for ew in teams if ns != ew}
    assert all(boards == matches[ew, ns] for (ns, ew), boards in matches.items())
    # Nobody plays in two matches at once, and of five teams each sits out in one stage.
    stages = plan.contestants - 1 + plan.contestants % 2
    sitting_out = Counter(sit_out.contestant for sit_out in plan.sit_outs)
    expected = plan.rounds // stages if plan.contestants % 2 else 0
    assert {sitting_out[team] for team in teams} == {expected}


@pytest.mark.parametrize("spec", list_movements("teams"), ids=lambda spec: spec.key)
def test_every_length_is_sound_and_the_beginning_of_the_longest(spec):
    size = {spec.unit: spec.legal_sizes[len(spec.legal_sizes) // 3]}
    whole = make_plan(
        spec.key, **size, rounds=get_legal_rounds(spec.key, **size)[-1], boards_per_set=2
    )
    for rounds in get_legal_rounds(spec.key, **size)[:: 1 if whole.rounds < 20 else 7]:
        plan = make_plan(spec.key, **size, rounds=rounds, boards_per_set=2)
        assert check_plan(plan) == ()
        if spec.key != "large-teams-club":
            begun = [
                (row.round_no, row.table_no, row.ns, row.ew, row.board_set) for row in plan.rows
            ]
            assert begun == [
                (row.round_no, row.table_no, row.ns, row.ew, row.board_set)
                for row in whole.rows
                if row.round_no <= rounds
            ]


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
