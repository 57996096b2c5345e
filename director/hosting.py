"""Settings of gunicorn, for a club that needs more than one process.

``gunicorn --config python:director.hosting``.

The program is loaded once and made ready as ``serve`` makes it, then two processes of sixteen
threads answer.  gunicorn reads this module before Django is set up, so whatever asks Django is
imported where it is used.  What belongs in front of it and behind it is in docs/hosting.md.
"""

import gc
import os
import sys
from collections.abc import Callable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "director.settings")

wsgi_app = "director.hosting:application()"
bind = "127.0.0.1:8000"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 16
preload_app = True  # one program, one signing key and one version of the pages for all processes
keepalive = 75  # seconds; longer than a proxy keeps its own end, or it sends into connections that are just closed
timeout = 60  # seconds after which a process that does nothing at all is replaced
graceful_timeout = 30  # seconds that an answer under way may take when the program is stopped
control_socket_disable = True

_taken: list[Any] = []  # the right to serve the data folder, for as long as this process lives


def application() -> Callable[..., Any]:
    """Return the program, which believes its proxy as ``serve`` does."""
    from django.conf import settings

    from director.management.server import behind_proxy
    from director.wsgi import application as program

    return behind_proxy(program, proxy=settings.PROXY)


def on_starting(server: Any) -> None:
    """Bring the database up to date, take the data folder, and say where the first director begins."""
    from django.core.management import CommandError, call_command
    from django.db import connections

    from director.core.files.running.setup import data_prepare
    from director.management.serving import lock_folder, shared_words

    try:
        data_prepare()
        _taken.append(lock_folder(f"http://{server.cfg.bind[0]}/"))
        call_command("prepare")
        for words in shared_words(server.cfg.workers):
            sys.stdout.write(f"{words}\n")
        sys.stdout.flush()  # what waits to be written would be written by every process
    except CommandError as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(2) from None
    finally:
        connections.close_all()  # no process may use the connection of another
    gc.freeze()


def post_worker_init(_worker: Any) -> None:
    """Let one process look after the nightly backups."""
    from director.core.files.backups.automatic import NightlyBackups

    NightlyBackups().start()
