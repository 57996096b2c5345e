"""The shared Redis cache. Without its server it acts as an empty cache.

Pages work without it, because everything in it can be calculated again. Django's own Redis cache
raises an error on every page while the server is down, and waits half a second for each value while
the server hangs.
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
from director.core.night.publishing.page_cache import get_program_version

T = TypeVar("T")

RETRY_SECONDS = 5.0
"""After a failure the server isn't asked for this time, so that pages don't wait for it."""
_log = logging.getLogger("director.cache")


class PatientCache(RedisCache):
    """Django's Redis cache that also answers while the server is down."""

    # Of the class, not of an instance: each thread of the process has its own instance.
    pauses_until: ClassVar[float] = 0

    def call_or_default(self, default: T, function: Callable[..., T], *args: Any) -> T:
        """Call *function* with *args*. Return *default* if the server doesn't answer."""
        from redis import RedisError  # installed only by clubs that set CACHE_URL

        if PatientCache.pauses_until > monotonic():
            return default
        try:
            value = function(*args)
        except (RedisError, OSError) as error:
            # Logged once, at the first failure, and not for every page.
            if not PatientCache.pauses_until:
                _log.warning("The cache isn't responding (%s).", error)
            PatientCache.pauses_until = monotonic() + RETRY_SECONDS
            return default
        if PatientCache.pauses_until:
            PatientCache.pauses_until = 0
            _log.warning("The cache is responding again.")
        return value

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value of *key*, else *default*."""
        return self.call_or_default(default, super().get, key, default, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Return the cached values of *keys*."""
        return self.call_or_default({}, super().get_many, keys, version)

    def set(self, key: str, value: Any, *options: Any) -> None:
        """Cache *value* under *key*."""
        self.call_or_default(None, super().set, key, value, *options)

    def clear(self) -> None:
        """Empty the cache."""
        self.call_or_default(None, super().clear)


def key_of_program(key: str, prefix: str, version: int) -> str:
    """Return the Redis key of *key*, with a hash of the club's signing key and the program's version.

    Clubs that share a server never read each other's values, nor does a program read values from
    before its update.
    """
    return f"{prefix}:{version}:{_compute_program_hash()}:{key}"


@cache
def _compute_program_hash() -> str:
    return salted_hmac("director.cache", get_program_version(), algorithm="sha256").hexdigest()[:16]


def check_cache() -> str:
    """Return a warning if the server of ``CACHE_URL`` doesn't answer, else ""."""
    pages = caches["pages"]
    pages.set("asked-at-the-start", True, 1)
    if pages.get("asked-at-the-start"):
        return ""
    return DeskSentences.CACHE_SILENT.says()
