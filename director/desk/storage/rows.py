"""Many new rows of one table, without a record for each: what a large file of results is stored by."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import BooleanField, CharField, Field, ForeignKey, IntegerField, Model, TextField

_BATCH = 5_000
"""How many rows are handed to the database at once; each is a statement of its own that was prepared before."""


_AS_THEY_ARE = (IntegerField, CharField, TextField, BooleanField, ForeignKey)
"""Fields whose values any database takes as they are: most cells of most rows."""


def rows_insert(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Store *rows* of *model*, each with a value for every one of *columns*, which are all but its key.

    Nothing is checked but by the database itself, and nobody learns the keys; where they are needed, or rows are few,
    ``bulk_create`` is the way.
    """
    by_name = {field.name: field for field in model._meta.concrete_fields}
    fields = [by_name[name] for name in columns]
    missing = {field.attname for field in model._meta.concrete_fields if not field.primary_key} - {
        field.attname for field in fields
    }
    assert not missing, missing  # noqa: S101  a column without a value would be refused by the database anyhow
    quote = connection.ops.quote_name
    names = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places})"  # noqa: S608  names of ours
    prepare = [(at, _prepared(field)) for at, field in enumerate(fields) if not isinstance(field, _AS_THEY_ARE)]
    prepared = (_row(row, prepare) for row in rows) if prepare else iter(rows)
    with connection.cursor() as cursor:
        while batch := list(islice(prepared, _BATCH)):
            cursor.executemany(statement, batch)


def _row(row: Sequence[object], prepare: "Iterable[tuple[int, Callable[[object], Any]]]") -> Sequence[Any]:
    prepared: list[Any] = list(row)
    for at, of_value in prepare:
        prepared[at] = of_value(prepared[at])
    return prepared


def _prepared(field: "Field[Any, Any]") -> Callable[[object], Any]:
    """Return what makes of a value of *field* what the database takes; of equal ones it is asked once."""
    known: dict[object, Any] = {}

    def prepare(value: object) -> Any:
        if value not in known:
            known[value] = field.get_db_prep_save(value, connection)
        return known[value]

    return prepare
