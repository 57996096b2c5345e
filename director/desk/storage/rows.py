"""Many new rows of one table, without a record for each: what a large file of results is stored by."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Field, Model

_BATCH = 5_000
"""How many rows are handed to the database at once; each is a statement of its own that was prepared before."""


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
    prepare = [_prepared(field) for field in fields]
    prepared = (tuple(each(value) for each, value in zip(prepare, row, strict=True)) for row in rows)
    with connection.cursor() as cursor:
        while batch := list(islice(prepared, _BATCH)):
            cursor.executemany(statement, batch)


def _prepared(field: "Field[Any, Any]") -> Callable[[object], Any]:
    """Return what makes of a value of *field* what the database takes; of equal ones it is asked once."""
    known: dict[object, Any] = {}

    def prepare(value: object) -> Any:
        if value not in known:
            known[value] = field.get_db_prep_save(value, connection)
        return known[value]

    return prepare
