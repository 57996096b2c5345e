"""One process at a time, where several share a database."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from django.db import connection, transaction


@contextmanager
def alone_with(*names: str) -> Iterator[None]:
    """Wait until no other process is in such a block with any of *names*; what the block stores, the next one reads.

    On PostgreSQL the block is a transaction.  On SQLite it is left as it is: one process serves a folder there, and
    a lock would keep everybody from storing anything meanwhile.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        for number in sorted(map(_number, names)):  # in one order everywhere, so that no two wait for each other
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
        yield


def _number(name: str) -> int:
    """Return the number of *name* among the locks of the database, eight bytes with a sign."""
    return int.from_bytes(sha256(f"kalamazoo {name}".encode()).digest()[:8], signed=True)
