"""The worked examples in docstrings run; the pure packages have their own test of theirs."""

import doctest
import importlib
import pkgutil

import pytest

import director


def module_names():
    """Return every module of the director package but migrations."""
    found = pkgutil.walk_packages(director.__path__, "director.")
    return [module.name for module in found if ".migrations" not in module.name]


@pytest.mark.parametrize("name", module_names())
def test_examples_of_module(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
