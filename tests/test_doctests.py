"""The worked examples in docstrings run; the pure packages have their own test of theirs."""

import doctest
import importlib
import pkgutil
from importlib.util import find_spec
from pathlib import Path

import pytest

import director


def module_names():
    """Return every module of the director package with an example: to look through one takes doctest far longer."""
    names = [module.name for module in pkgutil.walk_packages(director.__path__, "director.")]
    return [
        name for name in names if ">>>" in Path(find_spec(name).origin).read_text(encoding="utf-8")
    ]


@pytest.mark.parametrize("name", module_names())
def test_examples_of_module(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
