"""Queries that are composed once: Django takes longer to compose one with joins than SQLite to run it.

The SQL is composed at the first call and filled in with a few keys at each. It leans on a private
part of Django (``compiler.as_sql``), so it is kept to the queries by which a page of the night, an entry
of a result or a phone's look would be noticeably slower. All others are plain querysets.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")
Value = int | str | date
Values = Value | tuple[int, ...] | tuple[str, ...]
"""A value, or a list of keys for a lookup with ``in``."""

_FIRST_NUMBER = 32_000
"""The placeholder of a first number: no query has it as a constant, and the smallest field holds it."""
_FIRST_DAY = date(9000, 1, 1)
"""The placeholder of a first day."""


@dataclass(frozen=True)
class _ComposedQuery(Generic[Row]):
    """A queryset of placeholders, and what a compiler has made of it for one kind of database.

    *positions* has an item for each of *params*: the position of the value that takes its place,
    or None if it stays as it is.
    """

    rows: QuerySet[Any, Row]
    compiler: SQLCompiler
    sql: str
    params: tuple[Any, ...]
    positions: tuple[int | None, ...]
    converters: Mapping[int, Any]  # by column, as the compiler finds them anew for each answer


class PreparedQuery(Generic[Row]):
    """A query that is composed at its first call, and filled with the values of each call.

    *make_rows* takes as many values as each call and returns the queryset: of records, of
    ``values`` or of ``values_list``, without ``prefetch_related``. It only ever sees placeholders,
    so it may do nothing with a value but filter by it.

    >>> from director.models import Event
    >>> names = PreparedQuery(lambda event_id: Event.objects.filter(pk=event_id).values_list("name"))
    >>> names.fetch_rows(7)  # doctest: +SKIP
    [('Thursday pairs',)]
    """

    def __init__(self, make_rows: Callable[..., QuerySet[Any, Row]]) -> None:
        self._make_rows = make_rows
        self._composed_by_shape: dict[tuple[str | int, ...], _ComposedQuery[Row]] = {}

    def fetch_rows(self, *values: Values) -> list[Row]:
        """Return what the query finds with *values* in their places. One query.

        A list must not be empty. The query is composed for each length of a list, so a list should
        be as short as the rows of a page.
        """
        composed, params = self._fill_params(values)
        # A compiler belongs to the connection of one thread, and what it has composed to all.
        compiler: Any = copy(composed.compiler)
        compiler.connection = connection
        compiler.as_sql = lambda *_args, **_kwargs: (composed.sql, params)
        compiler.get_converters = lambda _columns: composed.converters
        rows = composed.rows.all()
        query: Any = rows.query
        query.get_compiler = lambda *_args, **_kwargs: compiler
        return list(rows)

    def fetch_raw_rows(self, *values: Values) -> list[tuple[Any, ...]]:
        """Return the columns of each row as the database's driver gives them. One query.

        No field converts them: with SQLite a time has no zone, and that of an expression is text.
        It takes half as long as ``fetch_rows``, where a whole answer takes half a millisecond.
        """
        composed, params = self._fill_params(values)
        with connection.cursor() as cursor:
            cursor.execute(composed.sql, params)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows

    def find_row(self, *values: Values) -> Row | None:
        """Return the first row that the query finds, or None. One query.

        The query should be ordered and limited to one row, or find one at most.
        """
        return next(iter(self.fetch_rows(*values)), None)

    def _fill_params(self, values: Sequence[Values]) -> tuple[_ComposedQuery[Row], tuple[Any, ...]]:
        """Return the composed query, and its parameters with *values* in their places."""
        shape: list[str | int] = [connection.vendor]
        stored_values: list[Any] = []
        for value in values:
            if isinstance(value, tuple):
                shape.append(len(value))
                stored_values += value
            else:
                shape.append(0)
                is_plain = isinstance(value, int | str)
                stored_values.append(value if is_plain else _adapt_value(value))
        composed = self._composed_by_shape.get(tuple(shape))
        if composed is None:
            composed = _compose_query(self._make_rows, values)
            self._composed_by_shape[tuple(shape)] = composed
        filled = zip(composed.params, composed.positions, strict=True)
        return composed, tuple(
            param if position is None else stored_values[position] for param, position in filled
        )


def _compose_query(
    make_rows: Callable[..., QuerySet[Any, Row]], values: Sequence[Values]
) -> _ComposedQuery[Row]:
    stored_placeholders: list[Any] = []
    placeholders: list[Any] = []
    for value in values:
        start = len(stored_placeholders)
        parts = value if isinstance(value, tuple) else (value,)
        made = [_make_placeholder(part, position) for position, part in enumerate(parts, start)]
        placeholders.append(tuple(made) if isinstance(value, tuple) else made[0])
        stored_placeholders += map(_adapt_value, made)
    rows = make_rows(*placeholders)
    compiler = rows.query.get_compiler(rows.db)
    sql, params = compiler.as_sql()
    positions = tuple(
        stored_placeholders.index(param) if param in stored_placeholders else None
        for param in params
    )
    columns: Sequence[Any] = compiler.select or ()
    converters = compiler.get_converters([column for column, *_sql in columns])
    return _ComposedQuery(rows, compiler, sql, tuple(params), positions, converters)


def _make_placeholder(value: Value, position: int) -> Value:
    """Return what stands for *value* while a query is composed: of its type, and found nowhere else."""
    if isinstance(value, date):
        return _FIRST_DAY + timedelta(days=position)
    if isinstance(value, str):
        return f"\x1d{position}\x1d"
    return _FIRST_NUMBER + position


def _adapt_value(value: Value) -> Any:
    """Return *value* as the database's driver takes it."""
    if isinstance(value, date):
        return connection.ops.adapt_datefield_value(value)
    return value
