"""The worked examples in docstrings run; the pure packages have their own test of theirs."""

import pytest

import director
import tests.oracle
import tests.tools
from tests.doctests import run_examples


@pytest.mark.slow
def test_examples_in_docstrings_are_found_and_hold():
    failing, attempted = run_examples(director)
    assert failing == []
    assert attempted > 100


@pytest.mark.slow
@pytest.mark.parametrize(
    "package", [tests.oracle, tests.tools], ids=lambda package: package.__name__
)
def test_examples_of_tools_beside_the_tests_hold(package):
    failing, attempted = run_examples(package)
    assert failing == []
    assert attempted > 10
