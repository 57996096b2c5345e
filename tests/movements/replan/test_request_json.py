"""``python -m movements replan``: the promised shape, the text for people, and one sentence for every bad file."""

import json

import pytest

from movements.__main__ import main
from movements.files.plan_json import plan_to_json
from movements.registry import make_plan
from movements.replan.request_json import NUMBER_FIELDS, read_request
from tests.movements.test_main import run_command


def question(**told: object) -> dict[str, object]:
    plan = plan_to_json(make_plan("mitchell", pairs=9, boards_per_set=2))
    return {"plan": plan, "from_round": 2, "change": {"kind": "pair-arrives"}} | told


def run_replan(tmp_path, capsys, told: object, *options: str) -> tuple[int, str, str]:
    path = tmp_path / "night.json"
    path.write_text(told if isinstance(told, str) else json.dumps(told), encoding="utf-8")
    return run_command(capsys, "replan", str(path), *options)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "pair-arrives"},
        {"kind": "pair-arrives", "pairs": 2},
        {"kind": "pair-leaves", "pair": 7},
        {"kind": "table-closes", "table": 2},
        {"kind": "rounds", "rounds": 4},
        {"kind": "rounds", "rounds": 6},
        {"kind": "boards-per-set", "boards": 1},
        {"kind": "movement", "key": "howell"},
        {"kind": "boards-exchanged", "table": 3, "other_table": 4},
        {"kind": "late-table", "table": 3},
        {"kind": "as-they-sit"},
    ],
    ids=lambda change: change["kind"],
)
def test_the_plans_proposed_are_passed_by_check(tmp_path, capsys, change):
    _, out, _ = run_replan(tmp_path, capsys, question(change=change, from_round=3), "--json")
    answer = json.loads(out)
    proposals = [*answer["proposals"], *([answer["stays"]] if answer["stays"] else [])]
    assert proposals
    for proposal in proposals:
        path = tmp_path / "proposed.json"
        path.write_text(json.dumps(proposal["plan"]), encoding="utf-8")
        status, checked, _ = run_command(capsys, "check", str(path))
        assert status == 0
        assert json.loads(checked)["faults"] == []


def test_a_round_with_results_is_not_changed_any_more(tmp_path, capsys):
    played = [{"round": 3, "table": 1, "boards": [5]}]
    _, out, _ = run_replan(tmp_path, capsys, question(played=played), "--json")
    assert {change["round"] for change in json.loads(out)["proposals"][0]["changed_rows"]} == {4, 5}


def test_rows_that_were_really_played_take_their_boards_from_their_sets(tmp_path, capsys):
    done = [
        {
            "round": 2,
            "table": table,
            "ns": table,
            "ew": 6 + (table + 1) % 5,
            "board_set": table % 5 + 1,
        }
        for table in range(1, 6)
    ]
    plan = plan_to_json(make_plan("mitchell", tables=5, boards_per_set=2))
    told = {"plan": plan, "from_round": 3, "change": {"kind": "as-they-sit"}, "done": done}
    _, out, _ = run_replan(tmp_path, capsys, told, "--json")
    answer = json.loads(out)
    assert answer["why_none"] == ""
    assert next(row for row in answer["proposals"][0]["plan"]["rows"] if row["round"] == 2)[
        "boards"
    ] == [3, 4]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("[]", "This can’t be replanned: it isn’t an object with named fields."),
        (
            "{}",
            'This can’t be replanned: "plan" is missing; "change" must be an object with a "kind"; '
            '"from_round" is missing.',
        ),
        (question(from_round=9), "The change can’t start in round 9. The plan has rounds 1 to 5."),
        (question(from_round=0), "The change can’t start in round 0. The plan has rounds 1 to 5."),
        (
            question(from_round="two"),
            'This can’t be replanned: "from_round" must be a whole number.',
        ),
        (
            question(change={"kind": "flood"}),
            "Unknown change “flood”. Choose pair-arrives, pair-joins, pair-leaves, table-closes, rounds, "
            "boards-per-set, movement, boards-exchanged, late-table, as-they-sit.",
        ),
        (
            question(change={"kind": "pair-leaves"}),
            "A change of kind “pair-leaves” needs “pair”. Add it.",
        ),
        (
            question(change={"kind": "pair-leaves", "pair": 30}),
            "Pair 30 doesn’t play from round 2. The pairs are 1, 2, 3, 4, 5, 6, 7, 8 and 9.",
        ),
        (
            question(change={"kind": "table-closes", "table": 7}),
            "Table 7 isn’t in use then. The tables are 1, 2, 3, 4 and 5.",
        ),
        (
            question(change={"kind": "rounds", "rounds": 0}),
            "0 rounds doesn’t work: 1 has started, and a session has at most 120.",
        ),
        (
            question(change={"kind": "boards-per-set", "boards": 3}),
            "3 boards per round doesn’t work: a set has 2.",
        ),
        (
            question(change={"kind": "pair-arrives", "pairs": 9}),
            "9 pairs can’t join at once. Add 1 or 2.",
        ),
        (
            question(played=[{"round": 1}], keep=["x"]),
            'This can’t be replanned: played 1 needs "round" and "table"; "keep" must hold whole numbers only.',
        ),
        (
            question(done=[{"round": 1, "table": 1, "ns": 1, "ew": 1, "board_set": 1}]),
            "The rounds played are impossible: Pair 1 plays against itself at table 1 in round 1.",
        ),
        (
            question(change={"kind": "movement", "key": "no-such"}),
            "Unknown movement “no-such”. Did you mean mitchell or one-winner-mitchell?",
        ),
    ],
    ids=str,
)
def test_a_bad_file_gets_one_sentence(tmp_path, capsys, told, sentence):
    assert run_replan(tmp_path, capsys, told, "--json") == (2, "", f"{sentence}\n")


def test_a_plan_that_is_wrong_is_not_continued(tmp_path, capsys):
    told = question()
    told["plan"]["rows"][0]["ew"] = 7
    status, out, err = run_replan(tmp_path, capsys, told)
    assert status == 2
    assert out == ""
    assert err.startswith(
        "The current plan has a fault, so it can’t continue: Pair 6 neither plays nor sits out"
    )


def test_a_file_that_is_not_there(tmp_path, capsys):
    assert main(["replan", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err.endswith("none.json can’t be read: no such file or directory.\n")


def test_every_number_of_a_change_can_be_told():
    told = question(
        change={"kind": "as-they-sit", "leave": True, "pairs": 2} | dict.fromkeys(NUMBER_FIELDS, 1)
    )
    change = read_request(told).change
    assert [getattr(change, name) for name in NUMBER_FIELDS] == [1] * len(NUMBER_FIELDS)
    assert change.leave is True
    assert change.pairs == 2
