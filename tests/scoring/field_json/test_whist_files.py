"""Files of whist: the unit is read from the file, whatever the method, and tricks are never mixed with points."""

import json

import pytest

from scoring.field_json import read_field_json
from scoring.registry import list_methods_for_game
from tests.oracle.checking import check_ranking
from tests.scoring.test_main import run_and_parse, run_refused

PAIRS = list_methods_for_game("whist")
TEAMS = list_methods_for_game("whist", "teams")


@pytest.fixture
def file_of(tmp_path):
    def write(lines, contest="pairs", **parts):
        file = tmp_path / "whist.json"
        boards = [
            {"board": board_no, "lines": rows} for board_no, rows in enumerate(lines, start=1)
        ]
        file.write_text(
            json.dumps({"contest": contest, "winners": 1, "boards": boards, **parts}),
            encoding="utf-8",
        )
        return file

    return write


def lines_of(form, deal):
    return [{"ns": ns, "ew": ew, form: tricks} for ns, ew, tricks in deal]


# Four pairs meet on three deals, as in a Howell: every pair sits both ways.
DEALS = [[(1, 2, 8), (3, 4, 6)], [(3, 1, 9), (4, 2, 5)], [(1, 4, 7), (2, 3, 10)]]
MATCHES = [[(1, 2, 8), (2, 1, 6)], [(1, 2, 9), (2, 1, 9)], [(1, 2, 7), (2, 1, 10)]]


def totals(capsys, method, file, *options):
    return {
        standing["contestant"]: standing["total"]
        for standing in run_and_parse(capsys, "rank", method, file, *options)["standings"]
    }


def test_aggregate_of_single_players_gives_each_side_its_own_tricks(capsys, file_of):
    lines = [[{"n": 1, "e": 2, "s": 3, "w": 4, "tricks_ns": 8}]]
    file = file_of(lines, "individual")
    assert totals(capsys, "aggregate", file) == {1: "8.00", 2: "5.00", 3: "8.00", 4: "5.00"}
    assert run_refused(capsys, "rank", "cross-imps", file).startswith(
        "Cross-IMPs scores bridge, not whist."
    )


def test_team_totals_of_a_whist_file_add_up_tricks(capsys, file_of):
    file = file_of([lines_of("tricks_ns", deal) for deal in MATCHES], "teams")
    assert totals(capsys, "team-totals", file) == {1: "38.00", 2: "40.00"}


def side_of(method, form):
    """Return the deals that a method is made for, in *form*, and the same with every table turned round."""
    deals = MATCHES if method.contest == "teams" else DEALS
    turned = [[(ew, ns, 13 - tricks) for ns, ew, tricks in deal] for deal in deals]
    return [[lines_of(form, deal) for deal in both] for both in (deals, turned)]


@pytest.mark.parametrize("method", [*PAIRS, *TEAMS], ids=lambda method: method.key)
def test_turning_every_table_of_a_whist_file_changes_no_total(capsys, file_of, method):
    # The tricks of a table make 13, so that it's all one which of its sides the file calls N-S.
    seen = []
    for deals in side_of(method, "tricks_ns"):
        file = file_of(deals, method.contest)
        seen.append(totals(capsys, method.key, file))
        assert (
            check_ranking(method.key, read_field_json(json.loads(file.read_text()), method)) == []
        )
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("line", "game", "reason"),
    [
        (
            {"tricks_ns": 8},
            "bridge",
            'tricks_ns is for whist, but the file says "game": "bridge". Correct one of them.',
        ),
        (
            {"tricks_ns": 8},
            "auction",
            'tricks_ns is for whist, but the file says "game": "auction". Correct one of them.',
        ),
        (
            {"contract": "4S", "declarer": "N", "tricks": 10},
            "whist",
            'a contract is for bridge, but the file says "game": "whist". Use tricks_ns instead.',
        ),
    ],
    ids=["tricks-at-bridge", "tricks-at-auction", "contract-at-whist"],
)
def test_lines_of_another_game_than_the_file_says_are_refused(capsys, file_of, line, game, reason):
    file = file_of([[{"ns": 1, "ew": 2} | line]], game=game)
    assert run_refused(capsys, "rank", "aggregate", file) == f"Board 1, line 1: {reason}"


@pytest.mark.parametrize("method", ["aggregate", "team-totals"])
def test_the_other_unit_than_that_of_the_file_is_refused(capsys, file_of, method):
    contest = "teams" if method == "team-totals" else "pairs"
    points = file_of([lines_of("score", [(1, 2, 420)])], contest)
    assert run_refused(capsys, "rank", method, points, "--option", "unit=tricks") == (
        'The file’s scores are points, not tricks. Leave out --option unit=tricks, or set "game": "whist" in the '
        "file if its scores are tricks."
    )
    tricks = file_of([lines_of("tricks_ns", [(1, 2, 8)])], contest)
    assert run_refused(capsys, "rank", method, tricks, "--option", "unit=points") == (
        "The file’s scores are tricks, not points. Leave out --option unit=points."
    )


def test_small_bare_scores_can_be_called_points(capsys, file_of):
    file = file_of([lines_of("score", [(1, 2, 9)])], "teams")
    assert totals(capsys, "team-totals", file) == {1: "9.00", 2: "4.00"}
    assert totals(capsys, "team-totals", file, "--option", "unit=points") == {1: "9.00", 2: "-9.00"}
