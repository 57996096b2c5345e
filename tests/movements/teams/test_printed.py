"""Contests of teams as the sources print them."""

import pytest

from movements.check.faults import check_plan
from movements.classic.teams.rows import place_clay_sets
from movements.registry import make_plan
from movements.teams.leagues import make_berger_schedule
from movements.teams.rings import list_skipping_moves
from tests.golden import read_golden
from tests.movements.grids import format_grid, read_golden_records


@pytest.mark.parametrize(
    ("name", "key", "size", "options"),
    [
        ("fours-mitchell_5_teams.csv", "fours-mitchell", {"teams": 5}, {}),
        ("fours-mitchell_5_teams_home.csv", "fours-mitchell", {"teams": 5}, {"home": "play"}),
        ("fours-howell_5_teams.csv", "fours-howell", {"teams": 5}, {}),
        ("fours-new-england_5_teams.csv", "fours-new-england", {"teams": 5}, {}),
        ("fours-new-england_5_teams_home.csv", "fours-new-england", {"teams": 5}, {"home": "play"}),
        ("harvard-sixes_12_players.csv", "harvard-sixes", {"players": 12}, {}),
        ("eights_16_players.csv", "eights", {"players": 16}, {}),
        ("narragansett-eights_16_players.csv", "narragansett-eights", {"players": 16}, {}),
        ("three-teams-rows_12_players.csv", "three-teams-rows", {"teams": 3}, {}),
        ("three-teams-all-pairs_12_players.csv", "three-teams-all-pairs", {"teams": 3}, {}),
        ("three-teams-all-deals_12_players.csv", "three-teams-all-deals", {"teams": 3}, {}),
        ("american-whist_5_teams.csv", "american-whist", {"teams": 5}, {}),
        ("american-whist_13_teams.csv", "american-whist", {"teams": 13}, {}),
        ("american-whist_6_teams_skip.csv", "american-whist", {"teams": 6}, {}),
        ("american-whist_10_teams_skip.csv", "american-whist", {"teams": 10}, {}),
        ("triple_3_teams.csv", "triple", {"teams": 3}, {}),
    ],
)
def test_schedules_are_those_that_are_printed(name, key, size, options):
    plan = make_plan(key, **size, options=options)
    assert format_grid(plan) == read_golden(f"movements/{name}")
    assert check_plan(plan) == ()


def test_an_even_number_in_halves_is_the_schedule_worked_by_hand():
    plan = make_plan("american-whist", teams=8, options={"even": "halves"})
    # The schedule by hand doesn't mark shared sets.
    unmarked_grid = format_grid(plan).replace("=", "")
    assert unmarked_grid == read_golden("movements/american-whist_8_teams_halves.csv")


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("awl-48", "awl-48_schedule.csv"),
        ("awl-24", "awl-24_schedule.csv"),
        ("new-england-qualifying", "new-england-qualifying_schedule.csv"),
        ("new-england-trophy", "new-england-trophy_schedule.csv"),
    ],
)
def test_matches_of_two_teams_are_those_that_are_printed(key, name):
    plan = make_plan(key, players=8)
    printed = read_golden_records(name)
    rows = {(row.round_no, row.table_no): row for row in plan.rows}
    assert plan.rounds == len(printed)
    for line in printed:
        for table_no in (1, 2):
            row = rows[int(line["round"]), table_no]
            assert "-".join(map(str, row.players)) == line[f"table {table_no}"]
            assert sorted(row.boards) == [int(deal) for deal in line[f"deals {table_no}"].split()]


@pytest.mark.parametrize(
    ("key", "leads"),
    [
        pytest.param("awl-48", [12] * 8, id="awl-48"),
        pytest.param("awl-24", [6] * 8, id="awl-24"),
        pytest.param("new-england-qualifying", [6] * 8, id="new-england-qualifying"),
        pytest.param("new-england-trophy", [9, 9, 9, 9, 9, 8, 9, 10], id="new-england-trophy"),
    ],
)
def test_leads_are_as_even_as_the_book_has_them(key, leads):
    """The dealer of deal d is N, E, S, W in turn, and the player at the left of the dealer leads."""
    lead_count_by_player = dict.fromkeys(range(1, 9), 0)
    for row in make_plan(key, players=8).rows:
        for board in row.boards:
            lead_count_by_player[row.players[board % 4]] += 1
    assert list(lead_count_by_player.values()) == leads


def test_deals_of_clay_lie_as_they_are_printed():
    printed = read_golden_records("fours-clay_placement.csv")
    assert len(printed) == 8
    for line in printed:
        piles = place_clay_sets(int(line["teams"]), int(line["deals"]))
        assert " | ".join(" ".join(map(str, pile)) for pile in piles) == line["tables"]


@pytest.mark.parametrize(("teams", "deals"), [(4, 2), (5, 2), (6, 3), (7, 4)])
def test_clay_is_what_carrying_each_set_to_the_next_pile_gives(teams, deals):
    options = {"deals": str(deals), "home": "play"}
    plan = make_plan("fours-clay", teams=teams, boards_per_set=1, options=options)
    piles = [list(pile) for pile in place_clay_sets(teams, deals)]
    ew = list(range(1, teams + 1))
    for round_no in range(1, plan.rounds + 1):
        rows = [row for row in plan.rows if row.round_no == round_no]
        assert [(row.ew, row.board_set) for row in rows] == [
            (ew[index], piles[index][0]) for index in range(teams)
        ]
        played = [pile.pop(0) for pile in piles]
        ew = [*ew[1:], ew[0]]
        for index in range(teams):
            piles[index - 1].append(played[index])  # from the first table to the last (-1)


def test_berger_tables_are_those_that_are_printed():
    printed = read_golden_records("round-robin_berger.csv")
    assert len(printed) == sum(teams - 1 + teams % 2 for teams in range(3, 17))
    for line in printed:
        games = make_berger_schedule(int(line["teams"]))[int(line["round"]) - 1]
        assert " ".join(f"{home}-{away}" for home, away in games) == line["matches"]


def test_who_waits_in_a_howell_for_four_teams_is_as_the_book_says():
    plan = make_plan("fours-howell", teams=4)
    waiting = [(wait.round_no, wait.contestant, wait.table_no) for wait in plan.sit_outs]
    assert waiting == [
        # round, team, table
        (1, 1, 1),
        (1, 4, 5),
        (2, 2, 2),
        (2, 3, 5),
        (3, 3, 3),
        (3, 2, 5),
        (4, 4, 4),
        (4, 1, 5),
    ]


def test_boards_of_snow_are_as_many_as_the_book_lists():
    for line in read_golden_records("fours-snow_totals.csv"):
        teams, boards = int(line["teams"]), int(line["deals"])
        surplus = boards // teams - teams
        options = {"home": "play", "surplus": str(surplus)}
        plan = make_plan("fours-snow", teams=teams, boards_per_set=1, options=options)
        assert (plan.boards, plan.rounds) == (boards, boards)


def test_the_skip_of_an_even_number_begins_as_north_american_clubs_do_it():
    assert list_skipping_moves(4) == [(3, 1), (2, 1)]
    assert list_skipping_moves(6)[:2] == [(2, 1), (3, 1)]
