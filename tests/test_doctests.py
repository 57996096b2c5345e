"""The worked examples in docstrings run; the pure packages have their own test of theirs."""

import director
from tests.doctests import run_examples


def test_examples_in_docstrings_are_found_and_hold():
    failing, attempted = run_examples(director)
    assert failing == []
    assert attempted > 100
