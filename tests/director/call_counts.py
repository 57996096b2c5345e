"""Counting how often functions are called while a page is made, whoever calls them and by whatever name."""

import cProfile
import pstats
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def count_calls(*functions: Callable) -> Iterator[dict[str, int]]:
    """Yield a mapping that holds, once the block is left, how often each of *functions* was called in it, by name."""
    counts: dict[str, int] = {}
    profile = cProfile.Profile()
    profile.enable()
    try:
        yield counts
    finally:
        profile.disable()
        stats = pstats.Stats(profile).stats
        for function in functions:
            code = function.__code__
            place = (code.co_filename, code.co_firstlineno, code.co_name)
            counts[function.__name__] = stats[place][1] if place in stats else 0
