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
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from django.utils.crypto import salted_hmac

from director.core.night.page_cache import get_program_version

CachedT = TypeVar("CachedT")

_STARTUP_KEY = "startup-check"
RETRY_SECONDS = 5.0
"""After a failure the server isn't asked for this time, so that pages don't wait for it."""
_log = logging.getLogger("director.cache")


class FaultTolerantRedisCache(RedisCache):
    """Django's Redis cache, which acts as an empty cache while the server is down.

    It has the methods that the program calls. Django's other ones still raise an error then.
    """

    # Of the class, not of an instance: each thread of the process has its own instance.
    next_attempt_at: ClassVar[float] = 0

    def call_or_default(
        self, default: CachedT, function: Callable[..., CachedT], *args: Any
    ) -> CachedT:
        """Call *function* with *args*. Return *default* if the server doesn't answer."""
        from redis import RedisError  # installed only by clubs that set CACHE_URL

        if FaultTolerantRedisCache.next_attempt_at > monotonic():
            return default
        try:
            value = function(*args)
        except (RedisError, OSError) as error:
            # Logged once, at the first failure, and not for every page.
            if not FaultTolerantRedisCache.next_attempt_at:
                _log.warning("The cache isn’t responding (%s).", error)
            FaultTolerantRedisCache.next_attempt_at = monotonic() + RETRY_SECONDS
            return default
        if FaultTolerantRedisCache.next_attempt_at:
            FaultTolerantRedisCache.next_attempt_at = 0
            _log.warning("The cache is responding again.")
        return value

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value of *key*, else *default*."""
        return self.call_or_default(default, super().get, key, default, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Return the cached values of *keys*."""
        return self.call_or_default({}, super().get_many, keys, version)

    def set(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Cache *value* under *key*."""
        self.call_or_default(None, super().set, key, value, timeout, version)

    def delete(self, key: str, version: int | None = None) -> bool:
        """Remove the value of *key*. Return whether there was one.

        A value that the server couldn't remove is there again once it answers.
        """
        return self.call_or_default(False, super().delete, key, version)

    def clear(self) -> None:
        """Empty the cache."""
        self.call_or_default(None, super().clear)


def make_program_key(key: str, prefix: str, version: int) -> str:
    """Return the Redis key of *key*, with a hash of the club's signing key and the program's version.

    Clubs that share a server never read each other's values, nor does a program read values from
    before its update.
    """
    return f"{prefix}:{version}:{_compute_program_hash()}:{key}"


@cache
def _compute_program_hash() -> str:
    # 64 bits tell the clubs of one server and the versions of a program apart.
    return salted_hmac("director.cache", get_program_version(), algorithm="sha256").hexdigest()[:16]


def get_cache_warning() -> str:
    """Return a warning if the server of ``CACHE_URL`` doesn't answer, else ""."""
    pages = caches["pages"]
    pages.set(_STARTUP_KEY, True, 1)
    if pages.get(_STARTUP_KEY):
        return ""
    return (
        "The Redis server doesn’t answer, so pages for visitors are slower. Check that it "
        "runs and that CACHE_URL is right."
    )
