"""The cache that several processes share, in Redis: a server that does not answer is one that holds nothing.

No page is ever refused for want of it, and nothing is kept in it that is not made anew without it.
"""

import logging
from collections.abc import Callable
from functools import cache, wraps
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.utils.crypto import salted_hmac

from director.core import sentences
from director.core.publishing.kept import program_version

T = TypeVar("T")

REST = 5.0
"""For how many seconds a server that did not answer is left alone: every page would wait for it otherwise."""
ASKED = "asked-at-the-start"
_resting: dict[str, float] = {}  # until when, by address: each thread has a cache of its own, and all of them rest
_log = logging.getLogger("director.cache")


def _or(otherwise: T, ask: Callable[..., T]) -> Callable[..., T]:
    """Return *ask*, a method of the client, so that it gives *otherwise* where the server does not answer."""

    @wraps(ask)
    def asked(client: "PatientClient", *told: Any) -> T:
        return client.answer(lambda: ask(client, *told), otherwise)

    return asked


class PatientClient(RedisCacheClient):
    """What asks the server: a second time where a connection had gone stale, and no more until it has rested."""

    _lib: Any  # the package redis, which only who sets CACHE_URL has
    _pool_options: dict[str, Any]

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        again = self._lib.retry.Retry(self._lib.backoff.NoBackoff(), 1)  # by itself it would ask for ten seconds
        self._pool_options.setdefault("retry", again)
        self._troubles = (self._lib.exceptions.RedisError, OSError)
        self._address = servers[0]
        self._clients: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Return what asks, made once: that takes longer than asking."""
        if write not in self._clients:
            self._clients[write] = super().get_client(key, write=write)
        return self._clients[write]

    def answer(self, ask: Callable[[], T], otherwise: T) -> T:
        """Return what the server answers to *ask*, or *otherwise* while it does not."""
        if _resting.get(self._address, 0) > monotonic():
            return otherwise
        try:
            answer = ask()
        except self._troubles as trouble:
            if self._address not in _resting:
                _log.warning("The cache at %s does not answer (%s).", without_password(self._address), trouble)
            _resting[self._address] = monotonic() + REST
            return otherwise
        if _resting.pop(self._address, None):
            _log.warning("The cache at %s answers again.", without_password(self._address))
        return answer

    def get(self, key: Any, default: Any) -> Any:
        """Return the value of *key*, else *default*."""
        return self.answer(lambda: RedisCacheClient.get(self, key, default), default)

    def get_many(self, keys: Any) -> dict[Any, Any]:
        """Return the values of those *keys* that are kept."""
        return self.answer(lambda: RedisCacheClient.get_many(self, keys), {})

    def incr(self, key: Any, delta: int) -> int:
        """Add *delta* to the number of *key* and return it.

        :raises ValueError: if there is none, as where the server does not answer
        """
        number = self.answer(lambda: RedisCacheClient.incr(self, key, delta), None)
        if number is None:
            raise ValueError(key)
        return int(number)

    add = _or(False, RedisCacheClient.add)
    set = _or(None, RedisCacheClient.set)
    touch = _or(False, RedisCacheClient.touch)
    delete = _or(False, RedisCacheClient.delete)
    has_key = _or(False, RedisCacheClient.has_key)
    set_many = _or(None, RedisCacheClient.set_many)
    delete_many = _or(None, RedisCacheClient.delete_many)
    clear = _or(False, RedisCacheClient.clear)


class PatientCache(RedisCache):
    """Django's cache in Redis, asked by a ``PatientClient``."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = PatientClient


def key_of_program(key: str, prefix: str, version: int) -> str:
    """Return how *key* of the cache called *prefix* is called in Redis, by this club's program as it is now.

    Another club on the same server has another signing key, and a program after an update another version: neither
    reads what this one keeps.
    """
    return f"{prefix}:{version}:{_program()}:{key}"


@cache
def _program() -> str:
    return salted_hmac("director.cache", program_version(), algorithm="sha256").hexdigest()[:16]


def without_password(address: str) -> str:
    """Return *address* as it may stand in a log.

    >>> without_password("redis://kala:felt-green-17@cache.example:6379/3?protocol=2")
    'redis://cache.example:6379/3'
    """
    parts = urlsplit(address)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def silent_cache() -> str:
    """Return a warning where ``CACHE_URL`` names a server that does not answer, else an empty text."""
    pages = caches["pages"]
    if not isinstance(pages, PatientCache):
        return ""
    pages.set(ASKED, True, 1)
    if pages.has_key(ASKED):
        return ""
    return sentences.CACHE_SILENT.says(address=without_password(settings.CACHES["pages"]["LOCATION"]))
