"""Which tests and cases the everyday run takes: what is left to ``.ci/nightly`` is listed in ``.ci/nightly.txt``.

A test that stands in no list is taken. So a new test runs every day, and whoever writes one needs
to know nothing of this. The list was made by what each test costs and which lines it alone runs.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")
ROOT = Path(__file__).parent.parent
NIGHTLY_LIST = ROOT / ".ci" / "nightly.txt"
"""Modules of tests, and functions as ``path::name``, a line each."""
CASES = 3
"""Of a function with more cases, so many are taken: its first, its last and one between."""
CASES_WITH_RECORDS = 1
"""Of a function that reads or writes records, whose cases cost more."""


def read_nightly() -> frozenset[str]:
    """Return the modules and functions that the everyday run leaves out."""
    return frozenset(NIGHTLY_LIST.read_text(encoding="utf-8").split())


def keep_everyday(items: Iterable[pytest.Item], nightly: frozenset[str]) -> list[pytest.Item]:
    """Return *items* without what is *nightly*, with few cases of each function."""
    kept: list[pytest.Item] = []
    for name, cases in _group_by(items, get_function_name).items():
        if name in nightly or name.partition("::")[0] in nightly:
            continue
        has_records = bool(cases[0].get_closest_marker("database"))
        kept += keep_few_cases(cases, has_records=has_records)
    return kept


def keep_few_cases(cases: list[T], *, has_records: bool) -> list[T]:
    """Return those of the *cases* of a function that run every day."""
    return spread_evenly(cases, CASES_WITH_RECORDS if has_records else CASES)


def get_function_name(item: pytest.Item) -> str:
    """Return the name of the function of *item*, without the parameters of its case."""
    return item.nodeid.partition("[")[0]


def spread_evenly(cases: list[T], max_cases: int) -> list[T]:
    """Return at most *max_cases* of *cases*: the first, the last and others evenly between."""
    if len(cases) <= max_cases:
        return cases
    if max_cases == 1:
        return cases[:1]
    step = (len(cases) - 1) / (max_cases - 1)
    positions = {round(index * step) for index in range(max_cases)}
    return [case for position, case in enumerate(cases) if position in positions]


def _group_by(
    items: Iterable[pytest.Item], key: Callable[[pytest.Item], str]
) -> dict[str, list[pytest.Item]]:
    groups: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups
