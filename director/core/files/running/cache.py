"""The shared Redis cache. Without its server it acts as an empty cache.

No page fails without it, and everything in it can be calculated again.  Django's own Redis cache
raises an error on every page while the server is down, and waits half a second for each value while
it hangs.
"""

import logging
from collections.abc import Callable
from functools import cache
from time import monotonic
from typing import Any, ClassVar, TypeVar

from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from django.utils.crypto import salted_hmac

from director.core.base.sentences import DeskSentences
from director.core.night.publishing.page_cache import program_version

T = TypeVar("T")

REST = 5.0
"""Seconds without another try after the server didn't answer, so that pages don't wait for it."""
_log = logging.getLogger("director.cache")


class PatientCache(RedisCache):
    """Django's Redis cache that also answers while the server is down."""

    rests_until: ClassVar[float] = 0  # of this process: each of its threads has a cache of its own

    def answer(self, otherwise: T, ask: Callable[..., T], *given: Any) -> T:
        """Call *ask* with *given*, and return *otherwise* if the server doesn't answer."""
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
        """Return the cached values of *keys*."""
        return self.answer({}, super().get_many, keys, version)

    def set(self, key: str, value: Any, *how: Any) -> None:
        """Cache *value* under *key*."""
        self.answer(None, super().set, key, value, *how)

    def clear(self) -> None:
        """Empty the cache."""
        self.answer(None, super().clear)


def key_of_program(key: str, prefix: str, version: int) -> str:
    """Return the Redis key of *key*, with the club's signing key and the version.

    So clubs that share a server, and programs before and after an update, never read each other's
    values.
    """
    return f"{prefix}:{version}:{_program()}:{key}"


@cache
def _program() -> str:
    return salted_hmac("director.cache", program_version(), algorithm="sha256").hexdigest()[:16]


def silent_cache() -> str:
    """Return a warning if the server of ``CACHE_URL`` doesn't answer, else an empty text."""
    pages = caches["pages"]
    pages.set("asked-at-the-start", True, 1)
    if pages.get("asked-at-the-start"):
        return ""
    return DeskSentences.CACHE_SILENT.says()
