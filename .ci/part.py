"""A plug-in of pytest for .ci/nightly: the K-th of N equal parts of the tests, by PART=K/N.

Each part is evenly spread over all modules.
"""

import os

import pytest


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Keep every N-th test, when all other plug-ins have chosen and sorted theirs."""
    yield
    part, parts = map(int, os.environ.get("PART", "1/1").split("/"))
    if not config.getoption("lf", False):  # what failed was in this part
        items[:] = items[part - 1 :: parts]
