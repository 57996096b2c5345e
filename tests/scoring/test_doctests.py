import doctest
from importlib import import_module
from pathlib import Path

import pytest

import scoring

MODULES = sorted(path.stem for path in Path(scoring.__file__).parent.glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name):
    assert doctest.testmod(import_module(f"scoring.{name}")).failed == 0


def test_examples_are_found():
    attempted = [doctest.testmod(import_module(f"scoring.{name}")).attempted for name in MODULES]
    assert sum(attempted) > 30
