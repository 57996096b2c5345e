"""Long lists of cases of which every run takes a few."""

from collections.abc import Iterable

import pytest


def leave_to_slow(cases: Iterable, *, but: int) -> list:
    """Return *cases* with all marked slow *but* so many, which are spread from the first to the last."""
    cases = list(cases)
    last = len(cases) - 1
    quick = {round(index * last / max(but - 1, 1)) for index in range(but)}
    return [case if position in quick else _mark_slow(case) for position, case in enumerate(cases)]


def _mark_slow(case: object) -> object:
    """Return *case* with the mark; a tuple is the values of several parameters."""
    if isinstance(case, type(pytest.param())):
        return pytest.param(*case.values, marks=[*case.marks, pytest.mark.slow], id=case.id)
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.slow)
