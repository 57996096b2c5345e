"""The nightly search: shapes in turn, a line for each, and nothing lost of the night before."""

import csv

import pytest

from movements.families.fairest import parse_plan_line
from tests.tools.search.__main__ import main
from tests.tools.search.checking import iter_entry_problems
from tests.tools.search.nightly import read_open_shapes


def run_night(path, *options: str) -> int:
    return main(["nightly", str(path), "--turn", "0.0001", *options])


def read_night(path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_most_shapes_are_closed_and_none_is_below_what_it_was():
    shapes = read_open_shapes()
    assert len(shapes) == 21
    assert sum(shape.is_closed for shape in shapes) >= 15
    assert [shape for shape in shapes if shape.best_qf < shape.before] == []


def test_each_turn_of_a_night_appends_a_plan_with_its_figures(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("tests.tools.search.searching.TIGHT_STEPS_FACTOR", 1)
    path = tmp_path / "night.csv"
    for _ in range(2):
        assert run_night(path, "--shapes", "8x4", "--minutes", "0.0001") == 0
    rows = read_night(path)
    assert [row["seed"] for row in rows] == ["1", "2"]
    for row in rows:
        plan = parse_plan_line(row["plan"])
        assert list(iter_entry_problems(plan)) == []
        assert (row["best"], row["bound"]) == (f"{float(plan.qf):.2f}", "68.75")
        assert row["known"] == "68.75"
        assert int(row["annealings"]) >= 1
    assert "8 pairs, 4 rounds: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("shape", "sentence"),
    [
        ("twelve", "“twelve” is no shape. Write pairs x rounds, such as 18x15.\n"),
        (
            "8x8",
            "8 pairs can’t play 8 rounds like this: 8 pairs have at most 7 opponents if 0 keep their seats.\n",
        ),
    ],
)
def test_a_shape_that_cannot_be_is_refused(tmp_path, capsys, shape, sentence):
    assert run_night(tmp_path / "night.csv", "--shapes", shape) == 2
    assert capsys.readouterr().err == sentence


def test_a_night_that_cannot_be_kept_is_refused(tmp_path, capsys):
    path = tmp_path / "nowhere" / "night.csv"
    assert run_night(path, "--shapes", "8x5", "--minutes", "0.0001") == 2
    assert "can’t be written" in capsys.readouterr().err
