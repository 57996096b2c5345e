"""The examples in the docstrings of the package, run."""

import pytest

import movements
from tests.doctests import run_examples


@pytest.mark.slow
def test_examples_in_docstrings_are_found_and_hold():
    failing, attempted = run_examples(movements)
    assert failing == []
    assert attempted > 900
