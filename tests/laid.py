"""Nights that many tests begin with: made by the services once in a process, then laid row by row.

Everything a test sees of such a night was written by the services; only the repetition is saved.  A
thorough run (``CI`` set), a database with something in it and one that is not SQLite have every
night made anew.
"""

import os
import pickle
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.apps import apps
from django.db import connection, transaction

THOROUGH = bool(os.environ.get("CI"))

P = ParamSpec("P")
T = TypeVar("T")
Rows = dict[str, list[tuple]]


def laid(make: Callable[P, T]) -> Callable[P, T]:
    """Return a function that does what *make* does, from the second time on by storing the same rows again.

    *make* must depend on its arguments alone, write only the program's own records, and take no
    records.
    """
    kept: dict[str, tuple[bytes, Rows]] = {}

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> T:
        if THOROUGH or connection.vendor != "sqlite" or not is_empty():
            return make(*args, **kwargs)
        asked = repr((args, sorted(kwargs.items())))
        if asked not in kept:
            found = make(*args, **kwargs)
            kept[asked] = pickle.dumps(found), stored()
            return found
        lay(kept[asked][1])
        return pickle.loads(kept[asked][0])  # noqa: S301

    return made


def tables() -> list[str]:
    """Return the names of the program's own tables."""
    return [
        model._meta.db_table
        for model in apps.get_app_config("director").get_models(include_auto_created=True)
    ]


def is_empty() -> bool:
    """Whether the program has no record yet, whatever accounts there are."""
    with connection.cursor() as cursor:
        each = (f'SELECT EXISTS (SELECT 1 FROM "{table}")' for table in tables())  # noqa: S608
        cursor.execute(" UNION ALL ".join(each))
        return not any(found for (found,) in cursor.fetchall())


def stored() -> Rows:
    """Return all rows of the program's own tables, and last how far their numbers are counted."""
    with connection.cursor() as cursor:
        rows = {
            table: cursor.execute(f'SELECT {_named(table)} FROM "{table}"').fetchall()  # noqa: S608
            for table in tables()
        }
        counted = cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name").fetchall()
    return rows | {
        "sqlite_sequence": [(table, number) for table, number in counted if table in rows]
    }


def lay(rows: Rows) -> None:
    """Store *rows* as they are, with the numbers they had."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table, those in rows.items():
            if table == "sqlite_sequence":
                cursor.executemany(
                    "DELETE FROM sqlite_sequence WHERE name = %s", [(name,) for name, _ in those]
                )
            if those:
                places = ", ".join(["%s"] * len(those[0]))
                columns = "name, seq" if table == "sqlite_sequence" else _named(table)
                cursor.executemany(f'INSERT INTO "{table}" ({columns}) VALUES ({places})', those)  # noqa: S608


def _named(table: str) -> str:
    """Return the columns of *table* by name: their order depends on the migrations that made it."""
    models = apps.get_app_config("director").get_models(include_auto_created=True)
    model = next(model for model in models if model._meta.db_table == table)
    return ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
