"""The examples in the docstrings of the package, run."""

from types import GenericAlias

import movements
from tests.doctests import run_examples


def test_examples_in_docstrings_are_found_and_hold():
    failing, attempted = run_examples(movements)
    assert failing == []
    assert attempted > 900


def test_every_public_name_has_an_example_or_is_an_error():
    without = [
        name
        for name in movements.__all__
        if callable(public := getattr(movements, name))
        and not name.endswith("Error")
        and not isinstance(public, GenericAlias)
        and ">>>" not in (public.__doc__ or "")
    ]
    assert without == []
