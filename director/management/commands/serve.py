"""``manage.py serve``: set up what is missing, then serve the whole program on the local network."""

import contextlib
import gc
import sys
from argparse import ArgumentParser

import segno
from django.conf import settings
from django.core.management.base import ALL_CHECKS

from director.core.base.address import lan_address
from director.core.files.backups.automatic import NightlyBackups
from director.core.files.running.setup import data_writable
from director.management.command import SentenceCommand, refusal
from director.management.sentences import CommandSentences
from director.management.server import Server, program_server
from director.management.serving import first_words, https_address, lock_folder

HIGHEST_PORT = 65535
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104


class Command(SentenceCommand):
    """Migrate, keep the secret key, print the address with its QR code, serve with waitress."""

    requires_system_checks = ALL_CHECKS
    help = "Start Kalamazoo on the local network. Creates the database if needed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read ``--host`` (default: every address of this machine) and ``--port``."""
        parser.add_argument(
            "--host",
            default="0.0.0.0",  # noqa: S104
            help="address to listen on (default: all of this machine)",
        )
        parser.add_argument(
            "--port", type=int, default=8000, help="port to listen on (default: 8000)"
        )

    def handle(self, *_args: object, host: str, port: int, **_options: object) -> None:
        """Serve until Ctrl+C."""
        where = (lan_address() or "localhost") if host in EVERYWHERE else host
        with lock_folder(f"http://{where}:{port}/"), contextlib.suppress(KeyboardInterrupt):
            server = _server(host, port)
            gc.freeze()  # what is loaded by now stays: looking through it for what can go costs every answer a share
            data_writable()
            self._say_address(host, port)
            NightlyBackups().start()
            server.run()

    def _say_address(self, host: str, port: int) -> None:
        """Print where the program is found, for this machine and for phones, and the first director's link."""
        out = self.stdout.write
        everywhere = host in EVERYWHERE
        here = f"http://{'localhost' if everywhere else host}:{port}"
        if settings.HTTPS:
            out(f"\nKalamazoo listens at      {here}/ for the HTTPS server\n")
            here = https_address()
        else:
            out(f"\nKalamazoo runs at         {here}/")
        own = lan_address() if everywhere and not settings.HTTPS else ""
        if own:
            network = f"http://{own}:{port}"
            out(f"On the club's network at  {network}/\n")
            out(qr_text(network + "/", self.stdout.encoding))
        for words in first_words(here):
            out(f"\n{words}\n")
        out(f"Data folder: {settings.DATA_DIR}\nStop with Ctrl+C.\n")
        self.stdout.flush()


def _server(host: str, port: int) -> Server:
    """Return the server, listening already.

    :raises CommandError: if it cannot listen there
    """
    from director.wsgi import (
        application,
    )  # after the secret key is kept, and never for the other commands

    if not 0 < port <= HIGHEST_PORT:
        raise refusal(CommandSentences.NO_PORT, port=port, highest=HIGHEST_PORT)
    try:
        return program_server(application, host=host, port=port, proxy=settings.PROXY)
    except ValueError as error:
        raise refusal(CommandSentences.NO_ADDRESS_HERE, host=host) from error
    except OSError as error:
        other = port + 1 if port < HIGHEST_PORT else 8000
        raise refusal(
            CommandSentences.PORT_IN_USE, port=port, host=host, reason=error.strerror, other=other
        ) from error


def qr_text(address: str, encoding: str | None = None) -> str:
    """Return the QR code of *address* for a terminal.

    It is empty if the terminal can't show one.
    """
    code = segno.make(address, error="l")
    rows = [[bool(cell) for cell in row] for row in code.matrix_iter(border=2)]
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
