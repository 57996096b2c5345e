"""Nights that many tests begin with: made by the services once in a process, then laid row by row.

Everything a test sees of such a night was written by the services; only the repetition is saved.  A
thorough run (``CI`` set), a database with something in it and one that is not SQLite have every
night made anew.

What many tests do to such a night, such as entering its results, is done by the services once for
each state of the database (:func:`replay_rows`).
"""

import hashlib
import os
import pickle
from collections.abc import Callable
from functools import cache, wraps
from typing import ParamSpec, TypeVar

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model

THOROUGH = bool(os.environ.get("CI"))

P = ParamSpec("P")
T = TypeVar("T")
Rows = dict[str, list[tuple]]


def cache_rows(make: Callable[P, T]) -> Callable[P, T]:
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
            kept[asked] = pickle.dumps(found), read_all_rows()
            return found
        insert_rows(kept[asked][1])
        return pickle.loads(kept[asked][0])  # noqa: S301

    return made


def replay_rows(write: Callable[P, None]) -> Callable[P, None]:
    """Return a function that does what *write* does, from the second time on by storing the same changes again.

    They are stored again only in a database of the same records. *write* must depend on them and
    on its arguments alone, write only the program's own records, and return nothing.
    """
    kept: dict[str, tuple[Rows, Rows]] = {}

    @wraps(write)
    def written(*args: P.args, **kwargs: P.kwargs) -> None:
        if THOROUGH or connection.vendor != "sqlite":
            write(*args, **kwargs)
            return
        rows_before = read_all_rows()
        asked = (
            [*map(_identify, args)],
            [(name, _identify(kwargs[name])) for name in sorted(kwargs)],
        )
        state = hashlib.sha256(repr((asked, rows_before)).encode()).hexdigest()
        if state in kept:
            _apply_changes(*kept[state])
            return
        write(*args, **kwargs)
        rows_after = read_all_rows()
        kept[state] = (
            _subtract_rows(rows_before, rows_after),
            _subtract_rows(rows_after, rows_before),
        )

    return written


def _identify(value: object) -> object:
    return (value._meta.label, value.pk) if isinstance(value, Model) else value


def _subtract_rows(rows: Rows, others: Rows) -> Rows:
    """Return the tables of *rows* that are not the same in *others*, without the rows that are."""
    less: Rows = {}
    for table in rows:
        if rows[table] != others[table]:
            same = set(others[table])
            less[table] = [row for row in rows[table] if row not in same]
    return less


def _apply_changes(rows_gone: Rows, rows_new: Rows) -> None:
    """Delete *rows_gone* and store *rows_new*."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table, those in rows_gone.items():
            if table != "sqlite_sequence" and those:
                key = _list_columns(table).partition(", ")[0]
                keys = [row[:1] for row in those]
                cursor.executemany(f'DELETE FROM "{table}" WHERE {key} = %s', keys)  # noqa: S608
        insert_rows(rows_new)


@cache
def list_tables() -> tuple[str, ...]:
    """Return the names of the program's own tables."""
    return tuple(
        model._meta.db_table
        for model in apps.get_app_config("director").get_models(include_auto_created=True)
    )


def is_empty() -> bool:
    """Whether the program has no record yet, whatever accounts there are."""
    with connection.cursor() as cursor:
        each = (f'SELECT EXISTS (SELECT 1 FROM "{table}")' for table in list_tables())  # noqa: S608
        cursor.execute(" UNION ALL ".join(each))
        return not any(found for (found,) in cursor.fetchall())


def read_all_rows() -> Rows:
    """Return all rows of the program's own tables, and last how far their numbers are counted."""
    with connection.cursor() as cursor:
        rows = {
            table: cursor.execute(f'SELECT {_list_columns(table)} FROM "{table}"').fetchall()  # noqa: S608
            for table in list_tables()
        }
        counted = cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name").fetchall()
    return rows | {
        "sqlite_sequence": [(table, number) for table, number in counted if table in rows]
    }


def insert_rows(rows: Rows) -> None:
    """Store *rows* as they are, with the numbers they had."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table, those in rows.items():
            if table == "sqlite_sequence":
                cursor.executemany(
                    "DELETE FROM sqlite_sequence WHERE name = %s", [(name,) for name, _ in those]
                )
            if those:
                places = ", ".join(["%s"] * len(those[0]))
                columns = "name, seq" if table == "sqlite_sequence" else _list_columns(table)
                cursor.executemany(f'INSERT INTO "{table}" ({columns}) VALUES ({places})', those)  # noqa: S608


@cache
def _list_columns(table: str) -> str:
    """Return the columns of *table* by name: their order depends on the migrations that made it."""
    models = apps.get_app_config("director").get_models(include_auto_created=True)
    model = next(model for model in models if model._meta.db_table == table)
    return ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
