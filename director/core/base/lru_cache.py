"""A small cache in memory, safe for the threads of the server.

A key contains everything that its value depends on, such as the change number of an event, so that a
value is never out of date and needn't be removed. Django's cache would pickle each value; this one
keeps references.
"""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar
from weakref import WeakSet

T = TypeVar("T")


class LruCache(Generic[T]):
    """A cache of the most recently used values.

    >>> cache = LruCache[str](2)
    >>> cache.set("a", "first"), cache.set("b", "second")
    (None, None)
    >>> cache.get("a"), cache.set("c", "third"), cache.get("b")
    ('first', None, None)
    """

    _all: ClassVar[WeakSet["LruCache[Any]"]] = WeakSet()

    def __init__(self, max_size: int) -> None:
        self._all.add(self)
        self._max_size = max_size
        self._lock = Lock()
        self._values: dict[object, T] = {}  # in the order of use, the latest last

    def get(self, key: object) -> T | None:
        """Return the value of *key*, or None."""
        with self._lock:
            value = self._values.pop(key, None)
            if value is not None:
                self._values[key] = value
            return value

    def set(self, key: object, value: T) -> None:
        """Store *value* under *key* and drop the values that were used longest ago."""
        with self._lock:
            self._values.pop(key, None)
            self._values[key] = value
            while len(self._values) > self._max_size:
                del self._values[next(iter(self._values))]

    @property
    def keys(self) -> list[Any]:
        """The keys of all values, the one used longest ago first."""
        with self._lock:
            return list(self._values)

    def get_or_make(
        self, get_version: Callable[[], Hashable], make: Callable[[], T], *key: Hashable
    ) -> T:
        """Return the value of *key* at the current *get_version*, made if it isn't cached.

        The version is read before and after the value is made. If it changed in between, the value
        may mix old and new data, so it isn't cached. Nor is a value without a version.
        """
        # The lock isn't held while a value is made: two threads may make the same one.
        version_before = get_version()
        if not version_before:
            return make()
        value = self.get((version_before, *key))
        if value is None:
            value = make()
            if get_version() == version_before:
                self.set((version_before, *key), value)
        return value

    def clear(self) -> None:
        """Drop every value."""
        with self._lock:
            self._values.clear()

    @classmethod
    def clear_all(cls) -> None:
        """Drop every value of every cache. Tests need this, because their records share keys."""
        for cache in list(cls._all):
            cache.clear()
