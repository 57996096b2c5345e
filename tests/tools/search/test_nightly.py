"""The nightly search: shapes in turn, a line for each, and nothing lost of the night before."""

import pytest

from tests.tools.search.__main__ import main
from tests.tools.search.nightly import read_open_shapes


def run_night(path, *options: str) -> int:
    return main(["nightly", str(path), "--turn", "0.0001", *options])


def test_most_shapes_are_closed_and_none_is_below_what_it_was():
    shapes = read_open_shapes()
    assert len(shapes) == 21
    assert sum(shape.is_closed for shape in shapes) >= 15
    assert [shape for shape in shapes if shape.best_qf < shape.before] == []


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
