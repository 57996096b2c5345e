"""A time limit for a whole exchange with a server."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self

FindSocket = Callable[[], socket.socket | None]


class Deadline:
    """Shuts a socket down when *seconds* are over.

    The timeout of a socket starts again with every byte, so a server that drips bytes could hold a
    thread for hours.
    """

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._find_socket: FindSocket = lambda: None
        self._timer = threading.Timer(seconds, self._expire)
        self._timer.daemon = True

    def watch(self, find_socket: FindSocket) -> None:
        """Shut the socket that *find_socket* returns, now if the time is over already."""
        self._find_socket = find_socket
        if self.is_over:
            self._shut_socket()

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._timer.cancel()

    def _expire(self) -> None:
        self.is_over = True
        self._shut_socket()

    def _shut_socket(self) -> None:
        open_socket = self._find_socket()
        if open_socket is None:
            return
        # It may have been closed in between. The method of a TLS socket itself would also remove
        # its TLS state, which the reading thread still needs.
        with suppress(OSError):
            socket.socket.shutdown(open_socket, socket.SHUT_RDWR)
