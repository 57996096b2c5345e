import doctest
import pkgutil
from importlib import import_module

import scoring

MODULES = sorted(module.name for module in pkgutil.walk_packages(scoring.__path__, "scoring."))


def test_examples_in_docstrings_are_found_and_hold():
    results = {name: doctest.testmod(import_module(name)) for name in MODULES}
    assert [name for name, result in results.items() if result.failed] == []
    assert sum(result.attempted for result in results.values()) > 30
