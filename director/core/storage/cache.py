"""The cache that several processes share, in Redis: a server that does not answer is one that holds nothing.

No page is ever refused for want of it, and nothing is kept in it that is not made anew without it.  Django's own cache
answers every page with an error while the server is gone, and while it hangs only after half a second for each value.
"""

import logging
from collections.abc import Callable
from functools import cache
from time import monotonic
from typing import Any, ClassVar, TypeVar

from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from django.utils.crypto import salted_hmac

from director.core import sentences
from director.core.publishing.page_cache import program_version

T = TypeVar("T")

REST = 5.0
"""For how many seconds a server that did not answer is left alone: every page would wait for it otherwise."""
_log = logging.getLogger("director.cache")


class PatientCache(RedisCache):
    """Django's cache in Redis; what the program asks of it has an answer without the server too."""

    rests_until: ClassVar[float] = 0  # of this process: each of its threads has a cache of its own

    def answer(self, otherwise: T, ask: Callable[..., T], *given: Any) -> T:
        """Return what *ask* returns for what is *given*, or *otherwise* where the server does not answer."""
        from redis import RedisError  # a package that only who sets CACHE_URL has

        if PatientCache.rests_until > monotonic():
            return otherwise
        try:
            answer = ask(*given)
        except (RedisError, OSError) as trouble:
            if not PatientCache.rests_until:
                _log.warning("The cache isn't responding (%s).", trouble)
            PatientCache.rests_until = monotonic() + REST
            return otherwise
        if PatientCache.rests_until:
            PatientCache.rests_until = 0
            _log.warning("The cache is responding again.")
        return answer

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value of *key*, else *default*."""
        return self.answer(default, super().get, key, default, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Return the values of those *keys* that are kept."""
        return self.answer({}, super().get_many, keys, version)

    def set(self, key: str, value: Any, *how: Any) -> None:
        """Keep *value* under *key*."""
        self.answer(None, super().set, key, value, *how)

    def clear(self) -> None:
        """Keep nothing any more."""
        self.answer(None, super().clear)


def key_of_program(key: str, prefix: str, version: int) -> str:
    """Return how *key* of the cache called *prefix* is called in Redis, by this club's program as it is now.

    Another club on the same server has another signing key, and a program after an update another version: neither
    reads what this one keeps.
    """
    return f"{prefix}:{version}:{_program()}:{key}"


@cache
def _program() -> str:
    return salted_hmac("director.cache", program_version(), algorithm="sha256").hexdigest()[:16]


def silent_cache() -> str:
    """Return a warning where ``CACHE_URL`` names a server that does not answer, else an empty text."""
    pages = caches["pages"]
    pages.set("asked-at-the-start", True, 1)
    return "" if pages.get("asked-at-the-start") else sentences.CACHE_SILENT.says()
