"""Pages shared in Redis: without an answer from there, every page is made and nobody waits for long."""

import contextlib
import re
import socket
import threading
import time

import pytest
from django.core.cache import caches

from director.core.files.running import cache
from director.core.files.running.cache import FaultTolerantRedisCache, get_cache_warning
from director.settings import _make_cache_settings, _make_database_settings
from tests.director.management.test_serve import find_free_port


@pytest.fixture(autouse=True)
def rested():
    """Every test begins as a process does."""
    FaultTolerantRedisCache.next_attempt_at = 0
    cache._compute_program_hash.cache_clear()
    yield
    FaultTolerantRedisCache.next_attempt_at = 0
    cache._compute_program_hash.cache_clear()


class Redis:
    """As much of a server as the client asks for: values that are kept, until it is told to be silent or ends."""

    def __init__(self) -> None:
        self.values: dict[bytes, bytes] = {}
        self.asked = 0
        self.silent = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._open: list[socket.socket] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def end(self) -> None:
        """Close every connection and take no more."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in self._open:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection = self._listener.accept()[0]
                self._open.append(connection)
                threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError), connection.makefile("rb") as lines:
            while first := lines.readline():
                words = [
                    lines.read(int(lines.readline()[1:]) + 2)[:-2]
                    for _word in range(int(first[1:]))
                ]
                self.asked += 1
                if not self.silent.is_set():
                    connection.sendall(self._said(*words))

    def _said(self, command: bytes, *words: bytes) -> bytes:
        match command.upper():
            case b"GET":
                value = self.values.get(words[0])
                return b"$-1\r\n" if value is None else b"$%d\r\n%s\r\n" % (len(value), value)
            case b"SET":
                self.values[words[0]] = words[1]
            case b"DEL":
                return b":%d\r\n" % (self.values.pop(words[0], None) is not None)
            case b"FLUSHDB":
                self.values.clear()
        return b"+OK\r\n"


@pytest.fixture
def redis_server():
    """A running server."""
    server = Redis()
    yield server
    server.end()


@pytest.fixture
def share(settings):
    """A function that lets the program keep its pages at an address."""

    def share(address: str) -> FaultTolerantRedisCache:
        settings.CACHES = _make_cache_settings(address)
        return caches["pages"]

    return share


def address_of(server: Redis) -> str:
    return f"redis://kala:felt-green-17@127.0.0.1:{server.port}/3?protocol=2"


def test_every_question_has_an_answer_if_there_is_no_server(share):
    pages = share(f"redis://127.0.0.1:{find_free_port()}")
    for _before_and_after_it_rests in range(2):
        pages.set("page", b"made")
        pages.clear()
        assert pages.delete("page") is False
        assert pages.get("page") is None
        assert pages.get("page", 7) == 7
        assert pages.get_many(["page", "other"]) == {}


def test_what_is_kept_comes_back(share, redis_server):
    pages = share(address_of(redis_server))
    pages.set("page", (b"made", {"Content-Type": "text/html"}))
    assert pages.get("page") == (b"made", {"Content-Type": "text/html"})
    assert re.fullmatch(
        r"kalamazoo-pages:1:[0-9a-f]{16}:page", *map(bytes.decode, redis_server.values)
    )


def test_another_club_and_another_program_read_nothing_of_what_is_kept(
    share, redis_server, settings, monkeypatch
):
    pages = share(address_of(redis_server))
    pages.set("page", b"made")
    assert pages.get("page") == b"made"
    with monkeypatch.context() as updated:
        updated.setattr(cache, "get_program_version", lambda: "another")
        cache._compute_program_hash.cache_clear()
        assert pages.get("page") is None
    settings.SECRET_KEY = settings.SECRET_KEY[::-1]  # another club's
    cache._compute_program_hash.cache_clear()
    assert pages.get("page") is None


def test_server_that_says_nothing_is_left_alone_for_a_while(
    share, redis_server, monkeypatch, caplog
):
    pages = share(address_of(redis_server))
    pages.set("page", b"made")
    redis_server.silent.set()
    began = time.monotonic()
    assert pages.get("page") is None
    assert time.monotonic() - began < 2, "one try of half a second"
    asked = redis_server.asked
    assert [pages.get("page") for _visitor in range(20)] == [None] * 20
    assert redis_server.asked == asked
    redis_server.silent.clear()
    later = time.monotonic() + cache.RETRY_SECONDS
    monkeypatch.setattr(cache, "monotonic", lambda: later)
    assert pages.get("page") == b"made"
    assert caplog.records[-1].getMessage() == "The cache is responding again."


def test_start_tells_of_a_cache_that_does_not_answer(share, redis_server):
    assert get_cache_warning() == "", "each process keeps its own pages"
    share(address_of(redis_server))
    assert get_cache_warning() == ""
    share(f"redis://127.0.0.1:{find_free_port()}/3")
    assert get_cache_warning() == (
        "The Redis server doesn’t answer, so pages for visitors are slower. "
        "Check that it runs and that CACHE_URL is right."
    )


NO_CACHES = [
    "memcached://127.0.0.1:11211",
    "redis:",
    "redis://127.0.0.1:port",
    "redis://127.0.0.1:6379/three",
    "x",
]


@pytest.mark.parametrize("address", NO_CACHES)
def test_address_of_no_cache_is_one_sentence(address, capsys):
    with pytest.raises(SystemExit) as ended:
        _make_cache_settings(address)
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "CACHE_URL isn’t the address of a Redis server. Use redis://name:password@host:6379/3, or remove it to "
        "cache pages in memory.\n"
    )


def test_cache_without_its_package_is_one_sentence(capsys, monkeypatch):
    monkeypatch.setattr("director.settings.find_spec", lambda name: None)
    with pytest.raises(SystemExit) as ended:
        _make_cache_settings("redis://127.0.0.1")
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "CACHE_URL needs the package redis. Install it with python -m pip install redis, or remove CACHE_URL to "
        "cache pages in memory.\n"
    )


def test_database_without_its_driver_is_one_sentence(capsys, monkeypatch):
    monkeypatch.setattr("director.settings.find_spec", lambda name: None)
    with pytest.raises(SystemExit) as ended:
        _make_database_settings("postgres://127.0.0.1/club")
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        'DATABASE_URL needs the package psycopg. Install it with python -m pip install "psycopg[binary]", or remove '
        "DATABASE_URL to use the data folder.\n"
    )


@pytest.mark.parametrize(
    "address", ["redis://localhost", "redis://[::1]:6379/", "rediss://a:b@cache.example:6380/15"]
)
def test_each_cache_has_names_of_its_own(address):
    stores = _make_cache_settings(address)
    assert set(stores) == set(_make_cache_settings(""))
    assert {store["LOCATION"] for store in stores.values()} == {address}
    assert len({store["KEY_PREFIX"] for store in stores.values()}) == len(stores)
