"""The web server of ``manage.py serve``.

How many connections it keeps, for whom, and which proxy it trusts.

A browser keeps two or three connections open, so a club of 400 phones holds more than a thousand,
nearly all of them idle.  An idle one may be closed at any time without harm: the browser opens
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

MOST_CONNECTIONS = 4000
"""How many connections are kept at once where the system allows so many."""
RESERVED_FILES = 100
"""How many open files are left for the database, the program's own files and uploads."""
WITHOUT_POLL = 400
"""How many connections are kept where the system can only wait for 512 sockets at once, as Windows can."""
THREADS = 8
IDLE_SECONDS = 60
"""After how long an unused connection is closed; pages that ask for news ask every 8 to 15 seconds."""
CLEANUP_SECONDS = 10
"""How often the server looks for connections to close."""
SIGN_IN_AT = "/sign-in/"
PROXY_HEADERS = {"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"}

Server: TypeAlias = BaseWSGIServer | MultiSocketServer


class ProgramThreads(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """The threads that answer, and one for passwords.

    These are checked one at a time anyway, so who signs in waits in a queue, not in a thread that
    could answer others.
    """

    def __init__(self) -> None:
        super().__init__()
        self.set_thread_count(THREADS)
        self.sign_ins = ThreadedTaskDispatcher()
        self.sign_ins.set_thread_count(1)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads."""
        self.sign_ins.shutdown(cancel_pending, timeout)
        return bool(super().shutdown(cancel_pending, timeout))

    def add_task(self, task: HTTPChannel) -> None:
        """Let *task* wait for its turn."""
        path = getattr(task.requests[0], "path", "")  # what cannot be read has none
        if path == SIGN_IN_AT and task.requests[0].command == "POST":
            self.sign_ins.add_task(task)
        else:
            super().add_task(task)


def program_server(
    application: Callable[..., Any],
    *,
    host: str,
    port: int,
    proxy: str = "",
    most: int | None = None,
) -> Server:
    """Return a listening server for *application*.

    ``run()`` serves until it is closed.

    *proxy* is the address of a proxy in front of the program (``*`` for any): it is believed when
    it says for whom it asks, under which name and whether by HTTPS.  *most* is the number of
    connections kept, else what the system allows.

    :raises ValueError: if *host* is no address of this machine
    :raises OSError: if it cannot be listened on
    """
    trust = {"trusted_proxy": proxy, "trusted_proxy_headers": PROXY_HEADERS} if proxy else {}
    server: Server = waitress.create_server(
        application,
        host=host,
        port=port,
        _dispatcher=ProgramThreads(),
        ident="Kalamazoo",
        connection_limit=most or most_connections(),
        channel_timeout=IDLE_SECONDS,
        cleanup_interval=CLEANUP_SECONDS,
        backlog=1024,
        asyncore_use_poll=hasattr(select, "poll"),
        clear_untrusted_proxy_headers=True,
        log_untrusted_proxy_headers=bool(proxy),
        **trust,
    )
    for listener in listeners(server):
        listener.channel_class = _channel_opener(exempt=proxy)
    return server


def behind_proxy(application: Callable[..., Any], *, proxy: str) -> Callable[..., Any]:
    """Return *application* for a server that knows no proxies.

    Only the headers that *proxy* sends are trusted.

    So an answer is for who asked it, and guesses at passwords count for the address they come from.
    """
    believed: Callable[..., Any] = proxy_headers_middleware(
        application,
        trusted_proxy=proxy or None,
        trusted_proxy_headers=PROXY_HEADERS,
        log_untrusted=bool(proxy),
    )
    return believed


def most_connections() -> int:
    """Return how many connections are possible.

    The system is asked for as many as it allows.
    """
    if not hasattr(select, "poll"):
        return WITHOUT_POLL
    import resource  # not on Windows, which has no poll either

    wanted = MOST_CONNECTIONS + RESERVED_FILES
    allowed, ceiling = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        raised = wanted if ceiling == resource.RLIM_INFINITY else min(wanted, ceiling)
        with contextlib.suppress(
            ValueError, OSError
        ):  # some systems name a ceiling that they do not keep
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, ceiling))
            allowed = raised
    if allowed == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return min(MOST_CONNECTIONS, allowed - RESERVED_FILES)


def listeners(server: Server) -> list[BaseWSGIServer]:
    """Return the listening sockets of *server*: a name such as localhost may stand for two addresses."""
    return [entry for entry in _map(server).values() if isinstance(entry, BaseWSGIServer)]


def open_channels(server: Server) -> list[HTTPChannel]:
    """Return the connections that *server* keeps."""
    return [entry for entry in _map(server).values() if isinstance(entry, HTTPChannel)]


def _map(server: Server) -> dict[int, Any]:
    connections: dict[int, Any] = (
        server.map if isinstance(server, MultiSocketServer) else server._map
    )
    return connections


def _channel_opener(*, exempt: str) -> Callable[..., HTTPChannel | None]:
    """Return what accepts a new connection.

    It makes room, or refuses an address that has its share.

    One address may hold half of all connections: a whole club behind one router fits in, and nobody
    can take all.  The proxy *exempt* asks for everybody, so it has no share.
    """
    from director.management.body_limits import (
        Channel,  # asks for records: gunicorn is not so far when it reads this module
    )

    def opened(
        server: BaseWSGIServer, sock: socket.socket, addr: Any, adj: Adjustments, map: Any
    ) -> HTTPChannel | None:
        channels = [
            entry
            for entry in map.values()
            if isinstance(entry, HTTPChannel) and not entry.will_close
        ]
        if exempt not in ("*", addr[0]):
            same = [channel for channel in channels if channel.addr[0] == addr[0]]
            if len(same) >= adj.connection_limit // 2 and not _idlest_closed(same):
                sock.close()
                return None
        # At the limit itself the listener stops accepting, so the one that has waited for nothing
        # longest goes before.
        if len(map) >= adj.connection_limit * 9 // 10:
            _idlest_closed(channels)
        return Channel(server, sock, addr, adj, map=map)

    return opened


def _idlest_closed(channels: list[HTTPChannel]) -> bool:
    """Close the longest idle of *channels*.

    ``False`` if each is being answered.

    One on which half a request has come is idle too, or somebody who never sends the rest could
    hold it; it goes last.
    """
    idle = [
        channel for channel in channels if not channel.requests and not channel.total_outbufs_len
    ]
    if not idle:
        return False
    idlest = min(idle, key=lambda channel: (channel.request is not None, channel.last_activity))
    idlest.will_close = True  # the loop closes it next; closed here, its number could go to a new one in the same turn
    return True
