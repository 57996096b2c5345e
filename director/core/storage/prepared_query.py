"""Questions to the database that are put together once: for what phones ask that takes longer than the answer.

PostgreSQL plans each once too, for every connection, which takes it three times as long as answering.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import (
    BooleanField,
    CharField,
    Expression,
    Field,
    ForeignKey,
    IntegerField,
    Model,
    QuerySet,
    TextField,
)
from django.db.models.query import ModelIterable
from django.db.models.sql.compiler import SQLCompiler

Converters = Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]
Maker = Callable[[Sequence[Any]], Any]


@dataclass(frozen=True, slots=True)
class _Name:
    """Stands among the values of a question for one of a *field* that is given each time."""

    name: str
    field: "Field[Any, Any]"


class Parameter(Expression):
    """In a condition of a :class:`Question`: a value that is given each time it is asked."""

    def __init__(self, name: str, output_field: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field=output_field or IntegerField())
        self.name = name

    def as_sql(self, _compiler: SQLCompiler, _connection: Any) -> Any:
        """Return the place of the value."""
        return "%s", (_Name(self.name, self.output_field),)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question as one kind of database is asked it, what makes of each column what it stands for, and of a row."""

    sql: str
    values: Sequence[Any]
    converters: Converters
    made_of: Maker


class Question:
    """What *rows* finds, with :class:`Parameter` in its conditions, put together when it is first asked.

    *rows* is called once; nothing else in it may change from time to time.
    """

    def __init__(self, rows: Callable[[], QuerySet[Any, Any]]) -> None:
        self._rows = rows
        self._asked: dict[str, _Asked] = {}

    def answers(self, **given: Any) -> list[Any]:
        """Return what there is, as the queryset gives it: records, or rows of values as lists; one query."""
        asked = self._asked.get(connection.vendor) or self._put_together()
        parameters = [
            value.field.get_db_prep_value(given[value.name], connection) if isinstance(value, _Name) else value
            for value in asked.values
        ]
        rows = [list(row) for row in _answer(asked.sql, parameters)]
        for row in rows:
            for place, convert, column in asked.converters:
                for each in convert:
                    row[place] = each(row[place], column, connection)
        return [asked.made_of(row) for row in rows]

    def _put_together(self) -> _Asked:
        queryset = self._rows()
        compiler = queryset.query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        by_place = compiler.get_converters([column for column, *_sql in compiler.select])
        is_of_records = issubclass(queryset._iterable_class, ModelIterable)
        made_of = _maker(compiler.klass_info or {}, compiler.select) if is_of_records else list
        converters = [(place, *how) for place, how in by_place.items()]
        asked = _Asked(sql, values, converters, made_of)
        self._asked[connection.vendor] = asked
        return asked


def _maker(asked: dict[str, Any], select: Sequence[Any]) -> Maker:
    """Return what makes a record of a row, with those it was asked with, each of which there is."""
    columns = asked["select_fields"]
    names = [select[column][0].target.attname for column in columns]
    others = [(other["local_setter"], _maker(other, select)) for other in asked.get("related_klass_infos", ())]

    def made_of(row: Sequence[Any]) -> Any:
        record = asked["model"].from_db(connection.alias, names, [row[column] for column in columns])
        for put, other in others:
            put(record, other(row))
        return record

    return made_of


def _answer(sql: str, values: Sequence[Any]) -> list[Sequence[Any]]:
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return list(cursor.fetchall())
    from django.db.backends.postgresql import base  # only with that database's client

    of_server: Any = getattr(base, "ServerBindingCursor")  # noqa: B009  as its stubs do not have it
    connection.ensure_connection()
    with connection.wrap_database_errors, of_server(connection.connection) as bare:
        cursor = (connection.make_debug_cursor if connection.queries_logged else connection.make_cursor)(bare)
        cursor.execute(sql, values)
        return list(cursor.fetchall())


# Many new rows of one table, without a record for each: what a large file of results is stored by.

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
