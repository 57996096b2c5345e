"""``manage.py serve``: set up what is missing, then serve the whole program on the local network.

A browser opens when somebody starts the program at this machine.
"""

import contextlib
import gc
import os
import socket
import sys
import webbrowser
from argparse import ArgumentParser
from threading import Thread
from typing import Any, NoReturn
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.core.management.base import ALL_CHECKS

from director.core.base.address import detect_lan_address
from director.core.base.locks import ServingLock, find_serving_address
from director.core.club.accounts import get_or_create_welcome_path
from director.core.files.backups.automatic import NightlyBackups
from director.core.files.running.setup import check_data_writable
from director.management.command import REFUSED_STATUS, SentenceCommand, make_refusal
from director.management.server import Server, make_program_server
from director.management.serving import (
    get_https_address,
    lock_data_folder,
    make_start_messages,
    refuse_during_restore,
)

_DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY")
_REMOTE_VARIABLES = ("SSH_CONNECTION", "SSH_TTY")


def has_display(terminal: Any) -> bool:
    """Return whether *terminal* belongs to somebody at this machine who can see windows.

    A service, a test or a terminal on another machine has no use for a browser here. A text browser
    would even take over the terminal.
    """
    return terminal.isatty() and can_show_windows()


def can_show_windows() -> bool:
    """Return whether somebody at this machine can see windows."""
    if any(os.environ.get(name) for name in _REMOTE_VARIABLES):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in _DISPLAY_VARIABLES)


def open_browser(address: str) -> Thread:
    """Open the program at *address*: the welcome page at the first start, later Tonight.

    A browser that can't be started changes nothing: the address is printed too. Return the thread
    that opens it.
    """
    path = get_or_create_welcome_path() or "/"
    # Some browsers return only once they are closed.
    thread = Thread(target=webbrowser.open, args=[f"{address}{path}"], daemon=True)
    thread.start()
    return thread


def find_running_address() -> str | None:
    """Return the address at this machine of the program that serves the data folder, or None."""
    address = find_serving_address(settings.DATA_DIR)
    if not address:
        return None
    parts = urlsplit(address)
    # A browser is signed in at the name by which the first start opened it.
    is_everywhere = parts.hostname in (detect_lan_address(), "localhost")
    return f"http://localhost:{parts.port}" if is_everywhere else address.rstrip("/")


def find_quiet_port(port: int) -> int:
    """Return the first port from *port* at which no other program answers.

    Of ten that are all taken, it is the first.
    """
    for candidate in range(port, port + 10):
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", candidate)):
                return candidate
    return port


HIGHEST_PORT = 65535
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104


class Command(SentenceCommand):
    """Migrate, keep the secret key, print the address with its QR code, serve with waitress."""

    requires_system_checks = ALL_CHECKS
    _is_desktop = False
    help = "Start Kalamazoo on the local network. Creates the database if needed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read ``--host`` (default: every address of this machine), ``--port`` and ``--no-browser``."""
        parser.add_argument(
            "--host",
            default="0.0.0.0",  # noqa: S104
            help="address to listen on (default: all of this machine)",
        )
        parser.add_argument(
            "--port", type=int, default=8000, help="port to listen on (default: 8000)"
        )
        parser.add_argument(
            "--no-browser",
            action="store_false",
            dest="browser",
            help="don’t open a browser (a server or a terminal without a display never does)",
        )
        parser.add_argument(
            "--desktop",
            action="store_true",
            help="start as a double click does: show the program in a browser, also if it is already running",
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Announce a slow first start, then check the program and serve.

        A second double click only shows the program that is running.
        """
        self._is_desktop = bool(options.get("desktop"))
        if self._is_desktop and (address := find_running_address()):
            self.stdout.write(f"Kalamazoo is already running at {address}/")
            if can_show_windows():
                open_browser(address).join()
            return None
        # Before the checks, which would create an empty database.
        database = settings.DATABASES["default"]
        if database["ENGINE"].endswith("sqlite3") and not os.path.exists(database["NAME"]):
            # It takes seconds on an old machine, and nobody should think that the program hangs.
            self.stdout.write("First start: preparing the database …")
            self.stdout.flush()
        return super().execute(*args, **options)

    def handle(
        self, *_args: object, host: str, port: int, browser: bool, desktop: bool, **_options: object
    ) -> None:
        """Serve until Ctrl+C."""
        if desktop:
            port = find_quiet_port(port)
        host_name = host
        if host in EVERYWHERE:
            host_name = detect_lan_address() or "localhost"
        address = f"http://{host_name}:{port}/"
        with (
            lock_data_folder(address),
            contextlib.suppress(KeyboardInterrupt),
        ):
            server = _open_server(host, port)
            # All that is loaded by now stays, so the garbage collector needn't search it again.
            gc.freeze()
            check_data_writable()
            refuse_during_restore()
            ServingLock(address).start()
            self._print_addresses(host, port)
            NightlyBackups().start()
            # A double click needn't come from a terminal.
            is_seen = has_display(self.stdout) or (desktop and can_show_windows())
            if browser and not settings.HTTPS and is_seen:
                # The server listens already, so the browser waits for its first answer.
                open_browser(_get_own_address(host, port))
            server.run()

    def _exit_with_message(self, message: str) -> NoReturn:
        """Refuse to start. The window of a double click would close before anybody has read why."""
        is_own_window = self._is_desktop and getattr(sys, "frozen", False)
        if is_own_window and sys.stdin and sys.stdin.isatty():
            self.stderr.write(message)
            input("Press Enter to close this window.")
            raise SystemExit(REFUSED_STATUS)
        super()._exit_with_message(message)

    def _print_addresses(self, host: str, port: int) -> None:
        """Print the addresses for this machine and for phones, and the first director's link."""
        write = self.stdout.write
        is_everywhere = host in EVERYWHERE
        address = _get_own_address(host, port)
        if settings.HTTPS:
            write(f"\nKalamazoo listens at      {address}/ for the HTTPS server\n")
            address = get_https_address()
        else:
            write(f"\nKalamazoo runs at         {address}/")
        network_host = detect_lan_address() if is_everywhere and not settings.HTTPS else ""
        if network_host:
            network_address = f"http://{network_host}:{port}/"
            write(f"On the club’s network at  {network_address}\n")
            write(render_qr_code(network_address, self.stdout.encoding))
        for text in make_start_messages(address):
            write(f"\n{text}\n")
        write(f"Data folder: {settings.DATA_DIR}\nStop with Ctrl+C.\n")
        self.stdout.flush()


def _get_own_address(host: str, port: int) -> str:
    """Return the address of the program for this machine."""
    own_host = "localhost" if host in EVERYWHERE else host
    return f"http://{own_host}:{port}"


def _open_server(host: str, port: int) -> Server:
    """Return the server, listening already.

    :raises CommandError: if it cannot listen there
    """
    # Imported late: the application needs the secret key, which the setup stores before this.
    from director.wsgi import application

    if not 0 < port <= HIGHEST_PORT:
        raise make_refusal(
            "There is no port {port}. Choose one from 1 to {highest}, such as 8000.",
            port=port,
            highest=HIGHEST_PORT,
        )
    try:
        return make_program_server(application, host=host, port=port, proxy=settings.PROXY)
    except ValueError as error:
        raise make_refusal(
            "“{host}” isn’t an address of this computer. Leave --host out, or use one such as "
            "127.0.0.1.",
            host=host,
        ) from error
    except OSError as error:
        other_port = port + 1 if port < HIGHEST_PORT else 8000
        raise make_refusal(
            "Port {port} of {host} can’t be used ({reason}). If Kalamazoo isn’t already running, "
            "try another port: serve --port {other}",
            port=port,
            host=host,
            reason=error.strerror,
            other=other_port,
        ) from error


def render_qr_code(address: str, encoding: str | None = None) -> str:
    """Return the QR code of *address* for a terminal.

    It is empty if the terminal can't show one.
    """
    code = segno.make(address, error="l")
    rows = [[bool(cell) for cell in row] for row in code.matrix_iter(border=2)]
    # Each line of text shows two rows, as the upper and lower halves of its letters.
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    glyphs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    lines = [
        "".join(glyphs[top, bottom] for top, bottom in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]
    text = "\n".join("  " + line for line in lines)
    try:
        text.encode(encoding or sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return text
