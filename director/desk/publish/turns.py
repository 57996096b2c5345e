"""Whose turn it is: one thread of Python code runs at a time, and whoever enters results goes before who reads them."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock
from time import monotonic

PRECEDENCE = 1.0
"""For how many seconds a request of the desk is waited for, and for how many a page for visitors waits at most."""


class Turns:
    """Pages for visitors are made one at a time, and none is begun while somebody at the desk is being answered.

    What takes the desk longer than ``PRECEDENCE``, such as printing, and a desk that is never idle keep nobody waiting
    for longer than that.
    """

    def __init__(self) -> None:
        self._one_at_a_time = Lock()
        self._desk_changed = Condition()
        self._before: dict[object, float] = {}  # the requests of the desk, and until when each goes before visitors

    @contextmanager
    def desk(self) -> Iterator[None]:
        """Go before visitors for as long as the block lasts."""
        request = object()
        with self._desk_changed:
            self._before[request] = monotonic() + PRECEDENCE
        try:
            yield
        finally:
            with self._desk_changed:
                del self._before[request]
                self._desk_changed.notify()

    @contextmanager
    def visitors(self) -> Iterator[None]:
        """Wait for the turn of visitors, which ends with the block."""
        with self._one_at_a_time:
            latest = monotonic() + PRECEDENCE
            with self._desk_changed:
                while (left := min(latest, max(self._before.values(), default=0)) - monotonic()) > 0:
                    self._desk_changed.wait(left)
            yield


TURNS = Turns()
"""Those of this process."""
