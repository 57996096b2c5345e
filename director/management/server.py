"""The web server of ``manage.py serve``: its connections, its threads, and the proxy it trusts.

A browser keeps two or three connections open, so a club of 400 phones holds more than a thousand,
nearly all of them idle. An idle one may be closed at any time without harm: the browser opens
another with its next request.
"""

import contextlib
import select
import socket
from collections.abc import Callable
from typing import Any, TypeAlias

import waitress
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.proxy_headers import proxy_headers_middleware
from waitress.server import BaseWSGIServer, MultiSocketServer
from waitress.task import ThreadedTaskDispatcher

MAX_CONNECTIONS = 4000
"""Connections that are open at once, if the system allows so many."""
RESERVED_FILES = 100
"""Open files that are left for the database, the program's own files and uploads."""
MAX_CONNECTIONS_WITHOUT_POLL = 400
"""Connections on systems without poll(), such as Windows, which can wait for 512 sockets at most."""
THREADS = 8
IDLE_SECONDS = 60
"""Seconds until an unused connection is closed. Pages that update themselves ask every 8 to 15."""
CLEANUP_SECONDS = 10
"""Seconds between two searches for idle connections."""
SIGN_IN_PATH = "/sign-in/"
PROXY_HEADERS = {"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"}

Server: TypeAlias = BaseWSGIServer | MultiSocketServer


class ProgramThreads(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """The threads that answer requests, and one more for passwords.

    Passwords are checked one at a time anyway, so sign-ins wait in a queue of their own and don't
    block threads that could answer others.
    """

    def __init__(self) -> None:
        super().__init__()
        self.set_thread_count(THREADS)
        self.sign_in_threads = ThreadedTaskDispatcher()
        self.sign_in_threads.set_thread_count(1)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads."""
        self.sign_in_threads.shutdown(cancel_pending, timeout)
        return bool(super().shutdown(cancel_pending, timeout))

    def add_task(self, task: HTTPChannel) -> None:
        """Add *task* to the queue for sign-ins or for other requests."""
        path = getattr(task.requests[0], "path", "")  # An unreadable request has no path.
        if path == SIGN_IN_PATH and task.requests[0].command == "POST":
            self.sign_in_threads.add_task(task)
        else:
            super().add_task(task)


def make_program_server(
    application: Callable[..., Any],
    *,
    host: str,
    port: int,
    proxy: str = "",
    max_connections: int | None = None,
) -> Server:
    """Return a listening server for *application*. Its ``run()`` serves until it is closed.

    *proxy* is the address of a proxy in front of the program (``*`` for any). Its headers about
    the client, the host name and HTTPS are trusted. *max_connections* is the limit of connections, by default
    what the system allows.

    :raises ValueError: if *host* is no address of this machine
    :raises OSError: if the server can't listen there
    """
    proxy_settings = (
        {"trusted_proxy": proxy, "trusted_proxy_headers": PROXY_HEADERS} if proxy else {}
    )
    server: Server = waitress.create_server(
        application,
        host=host,
        port=port,
        _dispatcher=ProgramThreads(),
        ident="Kalamazoo",
        connection_limit=max_connections or raise_connection_limit(),
        channel_timeout=IDLE_SECONDS,
        cleanup_interval=CLEANUP_SECONDS,
        backlog=1024,
        asyncore_use_poll=hasattr(select, "poll"),
        clear_untrusted_proxy_headers=True,
        log_untrusted_proxy_headers=bool(proxy),
        **proxy_settings,
    )
    for listener in get_listeners(server):
        listener.channel_class = _make_channel_opener(exempt_address=proxy)
    return server


def wrap_for_proxy(application: Callable[..., Any], *, proxy: str) -> Callable[..., Any]:
    """Return *application* for a server without support for proxies.

    Only the headers that *proxy* sends are trusted. The program then knows the address of each
    client, by which it also counts guesses at passwords.
    """
    wrapped: Callable[..., Any] = proxy_headers_middleware(
        application,
        trusted_proxy=proxy or None,
        trusted_proxy_headers=PROXY_HEADERS,
        log_untrusted=bool(proxy),
    )
    return wrapped


def raise_connection_limit() -> int:
    """Raise the limit of open files. Return the possible number of connections."""
    if not hasattr(select, "poll"):
        return MAX_CONNECTIONS_WITHOUT_POLL
    import resource  # not on Windows, which has no poll either

    needed_files = MAX_CONNECTIONS + RESERVED_FILES
    soft_limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft_limit != resource.RLIM_INFINITY and soft_limit < needed_files:
        new_limit = needed_files
        if hard_limit != resource.RLIM_INFINITY:
            new_limit = min(needed_files, hard_limit)
        # Some systems report a hard limit that they don't accept.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (new_limit, hard_limit))
            soft_limit = new_limit
    if soft_limit == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return min(MAX_CONNECTIONS, soft_limit - RESERVED_FILES)


def get_listeners(server: Server) -> list[BaseWSGIServer]:
    """Return the listening sockets of *server*. A name such as localhost can have two addresses."""
    return [
        entry
        for entry in _get_connection_by_file_no(server).values()
        if isinstance(entry, BaseWSGIServer)
    ]


def _get_connection_by_file_no(server: Server) -> dict[int, Any]:
    connections: dict[int, Any] = (
        server.map if isinstance(server, MultiSocketServer) else server._map
    )
    return connections


def _make_channel_opener(*, exempt_address: str) -> Callable[..., HTTPChannel | None]:
    """Return a function that opens a new connection, or refuses an address with too many.

    One address may have half of all connections: enough for a whole club behind one router, but
    nobody can take all. The proxy *exempt_address* connects for everybody, so it has no such limit.
    """
    # body_limits imports models, and gunicorn imports this module before Django is set up.
    from director.management.body_limits import RefusalChannel

    def open_channel(
        server: BaseWSGIServer, sock: socket.socket, addr: Any, adj: Adjustments, map: Any
    ) -> HTTPChannel | None:
        channels = [
            entry
            for entry in map.values()
            if isinstance(entry, HTTPChannel) and not entry.will_close
        ]
        if exempt_address not in ("*", addr[0]):
            same_address = [channel for channel in channels if channel.addr[0] == addr[0]]
            has_too_many = len(same_address) >= adj.connection_limit // 2
            if has_too_many and not _close_longest_idle(same_address):
                sock.close()
                return None
        # At the limit itself the listener stops accepting, so the longest idle connection is closed
        # earlier.
        if len(map) >= adj.connection_limit * 9 // 10:
            _close_longest_idle(channels)
        return RefusalChannel(server, sock, addr, adj, map=map)

    return open_channel


def _close_longest_idle(channels: list[HTTPChannel]) -> bool:
    """Close the longest idle of *channels*. Return False if all are being answered.

    A connection with half a request is idle too, or somebody who never sends the rest could keep
    it. Such connections are closed last.
    """
    idle_channels = [
        channel for channel in channels if not channel.requests and not channel.total_outbufs_len
    ]
    if not idle_channels:
        return False
    longest_idle = min(
        idle_channels, key=lambda channel: (channel.request is not None, channel.last_activity)
    )
    # The loop closes it next. If it were closed here, a new connection could get its file number
    # while the loop still has events for the old one.
    longest_idle.will_close = True
    return True
