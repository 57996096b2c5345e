"""Room for the frames of a request, so that no loop of it is slow by where it happens to run.

Python keeps the frames of a thread in chunks of 16 kB. A loop whose calls begin just behind the end of
a chunk gets a new one from the system for each call, and gives it back: 5 µs or more instead of 0.07,
measured with Python 3.11. Which loop it is depends on how deep it runs, so that an unrelated change
makes a page two times slower. The cause is issue 142183 of CPython.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

FRAME_SLOTS = 33_000
"""The slots of a large frame, 8 bytes each.

A chunk is as large as the next power of two, here 512 kB. So there is room beside the frame for
others of 250 kB, as many as Python allows to call each other. Memory that isn't used isn't taken.
"""


def with_room_for_frames(function: Callable[P, T]) -> Callable[P, T]:
    """Return *function* with a frame so large that all frames it leads to are in the same chunk."""
    function.__code__ = function.__code__.replace(co_stacksize=FRAME_SLOTS)
    return function
