"""The command line: what it prints, where, and how it ends."""

import json

import pytest

from movements.__main__ import main
from movements.files.plan_json import plan_to_json
from movements.layout import compute_fingerprint
from movements.registry import make_plan


def run_command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return exit status, standard output and standard error of the command line."""
    try:
        status = main(arguments)
    except SystemExit as end:
        status = end.code
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_list_as_json_has_the_promised_shape(capsys):
    status, out, err = run_command(capsys, "list", "--json")
    listed = {spec["key"]: spec for spec in json.loads(out)}
    mitchell, howell = listed["mitchell"], listed["howell"]
    assert status == 0
    assert err == ""
    assert list(mitchell) == [
        "key",
        "name",
        "aliases",
        "contest",
        "sizes",
        "options",
        "guarantees",
        "source",
    ]
    assert [option["name"] for option in mitchell["options"]] == ["even", "half_table"]
    assert mitchell["options"][1]["choices"] == ["ew", "ns"]
    assert howell["sizes"] == "3 to 36 pairs"
    assert howell["options"][0]["choices"] == ["book", "fair"]


def test_show_as_json_is_the_plan_with_its_mark_and_its_fairness(capsys):
    status, out, err = run_command(
        capsys,
        "show",
        "mitchell",
        "--tables",
        "5",
        "--rounds",
        "5",
        "--boards-per-set",
        "2",
        "--json",
    )
    plan = make_plan("mitchell", tables=5, boards_per_set=2)
    payload = json.loads(out)
    evenness = payload.pop("fairness")
    assert status == 0
    assert err == ""
    assert payload == plan_to_json(plan) | {"fingerprint": compute_fingerprint(plan)}
    assert evenness.pop("matrices")["meetings"][0] == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    assert evenness == {
        "qf": 100.0,
        "meetings": {"min": 0, "max": 1},
        "same_direction": {"min": 0, "max": 5},
    }


def test_show_as_json_of_single_players(capsys):
    _, out, _ = run_command(capsys, "show", "individual-howell-8", "--players", "8", "--json")
    payload = json.loads(out)
    evenness = payload.pop("fairness")
    plan = make_plan("individual-howell-8", players=8)
    assert payload == plan_to_json(plan) | {"fingerprint": compute_fingerprint(plan)}
    assert evenness.pop("matrices")["partners"][0] == [0, 1, 1, 1, 1, 1, 1, 1]
    assert evenness == {
        "qf": 100.0,
        "partners": {"min": 1, "max": 1},
        "meetings": {"min": 2, "max": 2},
        "same_direction": {"min": 2, "max": 2},
    }


def test_show_names_the_number_to_leave_empty_when_a_pair_is_missing(capsys):
    _, out, _ = run_command(capsys, "show", "howell", "--pairs", "14", "--json")
    assert json.loads(out)["fairness"]["best_absence"] == {"contestant": 14, "qf": 100.0}


def test_show_with_options(capsys):
    _, out, _ = run_command(
        capsys,
        "show",
        "mitchell",
        "--pairs",
        "7",
        "--option",
        "even=share",
        "--option",
        "half_table=ns",
        "--json",
    )
    assert json.loads(out)["options"] == {"even": "share", "half_table": "ns"}


def test_check_of_a_sound_plan(capsys, tmp_path):
    plan = make_plan("howell", pairs=9)
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan_to_json(plan)), encoding="utf-8")
    status, out, err = run_command(capsys, "check", str(file), "--json")
    assert status == 0
    assert err == ""
    assert json.loads(out) == {"fingerprint": compute_fingerprint(plan), "faults": []}


def test_check_lists_every_fault_with_its_place(capsys, tmp_path):
    shape = plan_to_json(make_plan("howell", pairs=8, boards_per_set=2))
    shape["rows"][0]["boards"] = [1, 99]
    shape["rows"][5]["ns"] = 12
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(shape), encoding="utf-8")
    status, out, err = run_command(capsys, "check", str(file))
    assert status == 1
    assert err == ""
    assert json.loads(out)["faults"] == [
        {
            "code": "boards-not-of-set",
            "round": 1,
            "table": 1,
            "contestant": None,
            "board": 99,
            "text": "Table 1 plays boards 1 and 99 in round 1, but board set 1 has boards 1 and 2.",
        },
        {
            "code": "sit-out-missing",
            "round": 2,
            "table": None,
            "contestant": 7,
            "board": None,
            "text": "Pair 7 neither plays nor sits out in round 2. Seat it or list the sit-out.",
        },
        {
            "code": "contestant-unknown",
            "round": 2,
            "table": 2,
            "contestant": 12,
            "board": None,
            "text": "Pair 12 plays at table 2 in round 2, but pair numbers go from 1 to 8.",
        },
    ]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(
            b"{", "{file} can’t be read: the JSON is wrong at line 1, column 2.", id="cut short"
        ),
        pytest.param(
            b"\xff\xfe",
            "{file} can’t be read: it isn’t UTF-8 text. Save it as UTF-8.",
            id="not text",
        ),
        pytest.param(
            b"[" * 100_000,
            "{file} can’t be read: it is nested too deeply or has a number that is too long.",
            id="nested without end",
        ),
        pytest.param(
            b"1" * 5_000,
            "{file} can’t be read: it is nested too deeply or has a number that is too long.",
            id="a number without end",
        ),
        pytest.param(
            b" " * 5_000_001,
            "{file} can’t be read: it is larger than 5 million bytes.",
            id="far too large",
        ),
        pytest.param(
            b"[]",
            "This isn’t a valid plan: it is a list, not an object with named fields.",
            id="JSON, but not a plan",
        ),
    ],
)
def test_check_of_an_unreadable_file(capsys, tmp_path, content, sentence):
    file = tmp_path / "plan.json"
    file.write_bytes(content)
    assert run_command(capsys, "check", str(file)) == (2, "", sentence.format(file=file) + "\n")


def test_check_of_a_file_that_is_not_there(capsys):
    assert run_command(capsys, "check", "nowhere.json") == (
        2,
        "",
        "nowhere.json can’t be read: no such file or directory.\n",
    )


@pytest.mark.slow
def test_advise_as_json(capsys):
    _, out, _ = run_command(capsys, "advise", "--pairs", "17", "--json")
    assert json.loads(out)[0] == {
        "key": "mitchell",
        "name": "Mitchell",
        "options": {"half_table": "ew"},
        "pairs": 17,
        "tables": 9,
        "rounds": 9,
        "boards_per_set": 3,
        "boards_per_pair": {"min": 24, "max": 27},
        "winners": 2,
        "sit_outs": 1,
        "stationary": 9,
        "arrow_switches": 0,
        "copies": 1,
        "boards_in_play": 27,
        "shared": False,
        "field_met": "1",
        "minutes": 219,
        "qf": 100.0,
        "reason": "Every N-S pair meets every E-W pair and N-S pairs keep their seats.",
        "merit": {
            "fairness": 100.0,
            "opponents": 0.0,
            "wishes": 0.0,
            "sitting_out": -11.0,
            "ease": -2.0,
            "boards": -1.0,
            "total": 86.0,
        },
        "pick": {
            "kind": "two-winners",
            "why": "N-S and E-W each have a winner, and 9 of 17 pairs keep their tables.",
            "price": "Next is Mitchell 8 × 3: it ends 25 minutes sooner and 1 fewer round, but 1 fewer "
            "opponent and 3 fewer boards each.",
        },
    }


@pytest.mark.parametrize(
    ("limits", "is_met"),
    [
        (["--one-winner"], lambda advice: advice["winners"] == 1),
        (["--stationary", "3"], lambda advice: advice["stationary"] >= 3),
        (["--minutes", "180"], lambda advice: advice["minutes"] <= 180),
    ],
    ids=lambda limits: limits[0] if isinstance(limits, list) else "",
)
def test_advise_keeps_to_what_can_be(capsys, limits, is_met):
    _, out, _ = run_command(capsys, "advise", "--pairs", "20", "--json", *limits)
    advised = json.loads(out)
    assert len(advised) > 1
    assert [advice["name"] for advice in advised if not is_met(advice)] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(
            ["show", "mitchel", "--pairs", "8"],
            "Unknown movement “mitchel”. Did you mean mitchell or web-mitchell or twin-mitchell?",
            id="mistyped key",
        ),
        pytest.param(
            ["show", "individual-whist-12", "--pairs", "12"],
            "Individual for twelve of 1900 is for players, not pairs. Use --players or --tables to give the number.",
            id="pairs",
        ),
        pytest.param(
            ["show", "individual-whist-12", "--teams", "3"],
            "Individual for twelve of 1900 is for players, not teams. Use --players or --tables to give the number.",
            id="teams",
        ),
        pytest.param(
            ["show", "individual"],
            "Enter the number of players or how many tables for Individual.",
            id="no players",
        ),
        pytest.param(
            ["show", "individual-whist-12", "--players", "13"],
            "Individual for twelve of 1900 doesn’t work for 13 players. It takes 12 players; the nearest number that "
            "works is 12.",
            id="too many players",
        ),
        pytest.param(
            ["show", "individual-whist-12", "--players", "12", "--tables", "4"],
            "4 tables seat 16 to 19 players, not 12. Enter only one of these numbers.",
            id="tables against players",
        ),
        pytest.param(
            ["show", "individual-whist-12", "--players", "12", "--rounds", "12"],
            "Individual for twelve of 1900 for 12 players takes 1 to 11 rounds, not 12: one more round would repeat "
            "partners.",
            id="too many rounds",
        ),
        pytest.param(
            ["show", "howell", "--players", "16"],
            "Howell is for pairs, not players. Use --pairs or --tables to give the number.",
            id="players",
        ),
        pytest.param(
            ["show", "howell", "--pairs", "eight"],
            'Argument --pairs: "eight" isn’t a whole number; python -m movements show --help explains.',
            id="a word for a number",
        ),
        pytest.param(
            ["show", "mitchell", "--pairs", "8", "--option", "share"],
            'Argument --option: "share" isn’t NAME=VALUE, such as even=share; python -m movements show --help '
            "explains.",
            id="option without a value",
        ),
        pytest.param(
            ["show", "mitchell", "--pairs", "8", "--option", "even=share", "--option", "even=skip"],
            "Option even is given twice, as share and as skip. Remove one.",
            id="option twice",
        ),
        pytest.param(
            ["show", "edgewod", "--players", "8"],
            "Unknown movement “edgewod”. Did you mean edgewood?",
            id="mistyped key of a system of partners",
        ),
        pytest.param(
            ["advise", "--pairs", "8", "--boards", "many"],
            'Argument --boards: "many" isn’t a range such as 24-28; python -m movements advise --help explains.',
            id="boards in words",
        ),
        pytest.param(
            ["advise"],
            "Use --pairs to give the number of pairs.",
            id="pairs left out",
        ),
        pytest.param(
            ["step", "rapid-eucre", "seats.json"],
            'Unknown progressive system “rapid-eucre”. Did you mean rapid-euchre or large-euchre or euchre? "list '
            '--contest progressive" lists them all.',
            id="no progressive system",
        ),
    ],
)
def test_errors_are_one_sentence_on_standard_error(capsys, arguments, sentence):
    assert run_command(capsys, *arguments) == (2, "", sentence + "\n")


def test_show_of_a_contest_of_teams(capsys):
    _, out, _ = run_command(capsys, "show", "fours-howell", "--teams", "5", "--json")
    payload = json.loads(out)
    plan = make_plan("fours-howell", teams=5)
    assert payload.pop("fairness") == {"meetings": {"min": 2, "max": 2}}
    assert payload == plan_to_json(plan) | {"fingerprint": compute_fingerprint(plan)}
    assert list(payload["rows"][0]) == ["round", "table", "ns", "ew", "board_set", "boards"]


def test_pair_refuses_in_one_sentence(capsys, tmp_path):
    file = tmp_path / "round.json"
    file.write_text("{}", encoding="utf-8")
    status, out, err = run_command(capsys, "pair", "swiss-teams", str(file))
    assert status == 2
    assert out == ""
    assert err.startswith('This draw doesn’t work: "contestants" must be a list')
    assert run_command(capsys, "pair", "dutch", str(file))[2] == (
        "Unknown Swiss contest “dutch”. Choose swiss-teams, swiss-pairs, knock-out.\n"
    )


def test_pair_says_who_meets_in_the_next_round_of_a_knock_out(capsys, tmp_path):
    file = tmp_path / "round.json"
    file.write_text(
        json.dumps({"contestants": [1, 2, 3, 4, 5], "winners": [[5]]}), encoding="utf-8"
    )
    _, out, _ = run_command(capsys, "pair", "knock-out", str(file))
    answer = json.loads(out)
    assert answer["round"] == 2
    assert answer["pairings"] == [[1, 5], [2, 3]]
    assert answer["byes"] == []
    assert answer["bracket"] == [1, None, 4, 5, 2, None, 3, None]


def test_show_of_a_swiss_is_its_first_round(capsys):
    _, out, _ = run_command(capsys, "show", "swiss-pairs", "--pairs", "8", "--json")
    assert json.loads(out)["pairings"] == [[1, 5], [2, 6], [3, 7], [4, 8]]
    assert run_command(capsys, "show", "swiss-teams", "--pairs", "8")[2] == (
        "Swiss teams is for teams, not pairs. Use --teams to give the number.\n"
    )
