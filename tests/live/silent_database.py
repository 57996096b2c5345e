"""Servers that accept a connection and then fall silent, as a hanging PostgreSQL or a lost network does."""

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self


class SilentServer:
    """A door to the server at *target* that can fall silent. Without a target it is always silent."""

    def __init__(self, target: tuple[str, int] | None = None) -> None:
        self._target = target
        self._is_open = threading.Event()
        self._is_open.set()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self._listener.getsockname()[1]
        self._sockets: list[socket.socket] = []

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._is_open.set()
        for opened in (self._listener, *self._sockets):
            with contextlib.suppress(OSError):
                opened.shutdown(socket.SHUT_RDWR)
            opened.close()

    def fall_silent(self) -> None:
        """Pass nothing on, and leave all connections open."""
        self._is_open.clear()

    def answer_again(self) -> None:
        """Pass on what has been sent meanwhile, and what is sent."""
        self._is_open.set()

    def _accept(self) -> None:
        while True:
            try:
                client, _address = self._listener.accept()
            except OSError:
                return
            self._sockets.append(client)
            if self._target:
                server = socket.create_connection(self._target)
                self._sockets.append(server)
                for source, sink in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while content := source.recv(65536):
                self._is_open.wait()
                sink.sendall(content)
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)
