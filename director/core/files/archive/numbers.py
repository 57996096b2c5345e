"""New numbers for the records of a file, never used here before."""

from django.db import connection
from django.db.models import Model


def reserve_numbers(model: type[Model], count: int) -> int:
    """Reserve *count* consecutive primary keys of *model*, and return the first.

    The numbers follow the highest that was ever used, also by records deleted since: an undo may
    restore such a record under its old number.
    """
    table, column = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, column])
            (sequence,) = cursor.fetchone()
            cursor.execute("SELECT nextval(%s)", [sequence])
            (first,) = cursor.fetchone()
            cursor.execute("SELECT setval(%s, %s)", [sequence, first + count - 1])
            return int(first)
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
        # A table has no row in sqlite_sequence until something was stored in it.
        first = row[0] + 1 if row else 1
        if row:
            cursor.execute(
                "UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [first + count - 1, table]
            )
        else:
            cursor.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)",
                [table, first + count - 1],
            )
        return int(first)
