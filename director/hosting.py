"""Settings of gunicorn, for a club that needs more than one process.

``gunicorn --config python:director.hosting``.

The program is loaded once and prepared as by ``serve``. Then two processes of sixteen threads
answer requests. gunicorn reads this module before Django is set up, so modules that need Django are
imported within functions. docs/hosting.md describes the proxy and the database around it.
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
preload_app = True  # all processes have the same program, signing key and version of the pages
# Seconds. Longer than a proxy keeps its end open, or the proxy would send a request into a connection
# that is just being closed.
keepalive = 75
timeout = 60  # seconds after which a process that does nothing at all is replaced
graceful_timeout = 30  # seconds in which running requests may end when the program is stopped
control_socket_disable = True

_held_locks: list[Any] = []  # keeps the lock on the data folder for the life of this process


def application() -> Callable[..., Any]:
    """Return the WSGI application, which trusts its proxy as by ``serve``."""
    from django.conf import settings

    from director.management.server import wrap_for_proxy
    from director.wsgi import application as program

    return wrap_for_proxy(program, proxy=settings.PROXY)


def on_starting(server: Any) -> None:
    """Migrate the database, lock the data folder, and print the first director's link."""
    from django.core.management import CommandError, call_command
    from django.db import connections

    from director.core.files.running.setup import prepare_data
    from director.management.serving import (
        list_resource_warnings,
        lock_data_folder,
        refuse_during_restore,
    )

    try:
        prepare_data()
        _held_locks.append(lock_data_folder(f"http://{server.cfg.bind[0]}/"))
        refuse_during_restore()
        call_command("prepare")
        for warning in list_resource_warnings(server.cfg.workers):
            sys.stdout.write(f"{warning}\n")
        # Text that is still in the buffer would be written again by every forked process.
        sys.stdout.flush()
    except CommandError as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(2) from None
    finally:
        # Forked processes must not share a connection.
        connections.close_all()
    # The collector leaves the objects loaded so far alone, so their memory stays shared.
    gc.freeze()


def post_worker_init(worker: Any) -> None:
    """Start the threads of nightly backups and of the lock on the database in a new process."""
    from director.core.base.locks import ServingLock
    from director.core.files.backups.automatic import NightlyBackups

    ServingLock(f"http://{worker.cfg.bind[0]}/").start()
    NightlyBackups().start()
