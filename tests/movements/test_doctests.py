"""The examples in the docstrings of the package, run."""

import doctest
import importlib
import pkgutil
from types import GenericAlias

import pytest

import movements

MODULES = [module.name for module in pkgutil.walk_packages(movements.__path__, "movements.")]


@pytest.mark.parametrize("name", [name for name in MODULES if name != "movements.__main__"])
def test_examples_give_what_they_say(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


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
