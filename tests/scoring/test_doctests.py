import scoring
from tests.doctests import run_examples


def test_examples_in_docstrings_are_found_and_hold():
    failing, attempted = run_examples(scoring)
    assert failing == []
    assert attempted > 30
