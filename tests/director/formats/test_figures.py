import doctest
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.formats import figures, xlsx
from director.formats.figures import (
    Column,
    ColumnKind,
    TableData,
    compute_column_decimals,
    is_formula_like,
    to_file_text,
    to_file_value,
)


@pytest.mark.parametrize("module", [figures, xlsx], ids=lambda module: module.__name__)
def test_examples_in_the_docstrings_are_true(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(Fraction(97), 97, id="whole fraction becomes int"),
        pytest.param(Fraction(15, 2), 7.5, id="half"),
        pytest.param(Fraction(1, 200), 0.01, id="half a hundredth goes up"),
        pytest.param(Fraction(-1, 200), -0.01, id="negative half goes away from nought"),
        pytest.param(Fraction(-1, 999), 0, id="tiny negative is plain nought"),
        pytest.param(0, 0, id="nought is no empty cell"),
        pytest.param(None, None, id="nothing"),
    ],
)
def test_file_value_of_points(value, expected):
    result = to_file_value(value, ColumnKind.POINTS)
    assert result == expected
    assert type(result) is type(expected)


@pytest.mark.parametrize(
    "text", ["=1", "+1", "-1", "@x", "\tx", "\rx", "  =1", "＝1", "\ufeff=1", "\n=1"], ids=repr
)
def test_is_formula_like(text):
    assert is_formula_like(text)


@pytest.mark.parametrize("text", ["", "Ada", "1=", "A-B", "–", "−100", "O'Neil", "3+"], ids=repr)
def test_is_not_formula_like(text):
    assert not is_formula_like(text)


@given(st.text(alphabet=st.characters()))
def test_file_text_can_be_written_and_keeps_what_can_be(text):
    shown = to_file_text(text) or ""
    assert len(shown) == len(text)
    assert shown.encode().decode() == shown


@pytest.mark.parametrize(
    ("points", "decimals"),
    [
        pytest.param([Fraction(4), Fraction(6)], 0, id="whole"),
        pytest.param([Fraction(4), Fraction(7, 2)], 1, id="halves"),
        pytest.param([Fraction(7, 2), Fraction(7, 3)], 2, id="thirds"),
        pytest.param([None], 0, id="nothing scored"),
        pytest.param([], 0, id="no rows"),
    ],
)
def test_column_decimals_of_points(points, decimals):
    rows = tuple((value, Fraction(49, 4), 3) for value in points)
    columns = (
        Column("points", "Points", ColumnKind.POINTS),
        Column("percent", "Percent", ColumnKind.PERCENT),
    )
    columns += (Column("boards", "Boards", ColumnKind.COUNT),)
    assert compute_column_decimals(TableData("Standings", columns, rows)) == [decimals, 2, 0]
