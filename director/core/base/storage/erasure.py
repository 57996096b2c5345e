"""Overwrite the traces of deleted rows in SQLite's files."""

from django.db import connection


def overwrite_deleted_rows() -> None:
    """Overwrite what deleted rows left in the database's file and its write-ahead log.

    PostgreSQL reuses the room of deleted rows by itself, and its files are open to nobody but the
    server.
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        # Rows deleted by versions without secure_delete are still in free pages: VACUUM writes the
        # file again without them. That takes 5 s for 100 MB.
        cursor.execute("VACUUM")
        # The log holds the pages as they were before.
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
