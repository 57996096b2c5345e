import doctest
import pkgutil
from importlib import import_module

import pytest

import scoring

MODULES = sorted(module.name for module in pkgutil.walk_packages(scoring.__path__, "scoring."))


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name):
    assert doctest.testmod(import_module(name)).failed == 0


def test_examples_are_found():
    attempted = [doctest.testmod(import_module(name)).attempted for name in MODULES]
    assert sum(attempted) > 30
