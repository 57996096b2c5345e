"""A few values held in memory, those that were used last, each under a name that says all it follows from."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar
from weakref import WeakSet

T = TypeVar("T")


class Latest(Generic[T]):
    """The values that were used last; nothing has to be taken out, since what a name stands for never changes.

    >>> held = Latest[str](2)
    >>> held.hold("a", "first"), held.hold("b", "second")
    (None, None)
    >>> held.find("a"), held.hold("c", "third"), held.find("b")
    ('first', None, None)
    """

    _all: ClassVar[WeakSet["Latest[Any]"]] = WeakSet()

    def __init__(self, most: int) -> None:
        self._all.add(self)
        self._most = most
        self._lock = Lock()
        self._values: dict[object, T] = {}  # the one that was used last at the end

    def find(self, name: object) -> T | None:
        """Return what is held under *name*, ``None`` if nothing is."""
        with self._lock:
            value = self._values.pop(name, None)
            if value is not None:
                self._values[name] = value
            return value

    def hold(self, name: object, value: T) -> None:
        """Hold *value* under *name*, in place of those that nobody used for longest."""
        with self._lock:
            self._values.pop(name, None)
            self._values[name] = value
            while len(self._values) > self._most:
                del self._values[next(iter(self._values))]

    def at_version(self, version: Callable[[], Hashable], make: Callable[[], T], *name: Hashable) -> T:
        """Return what is held under *name* at the *version* of what is stored, made again if nothing is.

        The version is read before the value and again after it.  A value that was read under another version than it
        began with is used once and not held: it may have one part from before a change and another from after it.
        """
        now = version()
        value = self.find((now, *name)) if now else None
        if value is None:
            value = make()
            if now and version() == now:
                self.hold((now, *name), value)
        return value

    def clear(self) -> None:
        """Forget every value."""
        with self._lock:
            self._values.clear()

    @classmethod
    def clear_all(cls) -> None:
        """Hold nothing any more of whatever kind: the records that the names follow from begin anew."""
        for latest in list(cls._all):
            latest.clear()
