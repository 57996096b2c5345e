"""Queries that are composed once: Django takes longer to compose one with joins than SQLite to run it.

They are those that every page of a night, an entry of a result or a look of a phone or visitor asks.
All others are plain querysets.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

Value = int | str | date
RecordT = TypeVar("RecordT", bound=Model)

_FIRST_NUMBER = 32_000
"""The placeholder of a first number: no query has it as a constant, and the smallest field holds it."""
_FIRST_DAY = date(9000, 1, 1)
"""The placeholder of a first day."""


class ComposedQuery:
    """A query whose SQL is composed at its first call, and filled with the values of each call.

    *select_rows* takes numbers, texts or days and returns a queryset of ``values_list``. It is called
    with placeholders, so it may do nothing with a value but filter by it.

    >>> from director.models import Event
    >>> names = ComposedQuery(lambda event_id: Event.objects.filter(pk=event_id).values_list("name"))
    >>> names.fetch_rows(7)  # doctest: +SKIP
    [('Thursday pairs',)]
    """

    def __init__(self, select_rows: Callable[..., QuerySet[Any, Any]]) -> None:
        self._select_rows = select_rows
        self._composed: dict[tuple[str, int], tuple[str, tuple[Any, ...]]] = {}

    def fetch_rows(self, *values: Value) -> list[tuple[Any, ...]]:
        """Return the columns of each row as the database's driver gives them. One query.

        No field converts them: with SQLite a time has no zone, and that of an expression is text.
        """
        placeholders = [_make_placeholder(value, place) for place, value in enumerate(values)]
        key = (connection.vendor, len(values))
        if key not in self._composed:
            self._composed[key] = self._select_rows(*placeholders).query.sql_with_params()
        sql, params = self._composed[key]
        value_by_placeholder = dict(
            zip(map(_adapt, placeholders), map(_adapt, values), strict=True)
        )
        with connection.cursor() as cursor:
            cursor.execute(sql, [value_by_placeholder.get(param, param) for param in params])
            fetched_rows: list[tuple[Any, ...]] = cursor.fetchall()
        return fetched_rows


class ComposedRecords(Generic[RecordT]):
    """Records of *model* by a :class:`ComposedQuery`, with those that their *related* fields name.

    A path such as ``"session__event"`` follows the path to its parent. *annotations* are those of
    *select_records* that the records have too, each with a function that reads its column.
    """

    def __init__(
        self,
        model: type[RecordT],
        select_records: Callable[..., QuerySet[RecordT]],
        *,
        related: Sequence[str] = (),
        annotations: Mapping[str, Callable[[Any], Any]] | None = None,
    ) -> None:
        self._model = model
        self._related = related
        self._annotations = annotations or {}
        self._query = ComposedQuery(
            lambda *values: select_records(*values).values_list(*self._iter_columns())
        )

    def fetch_records(self, *values: Value) -> list[RecordT]:
        """Return the records that the query finds with *values*. One query."""
        return [self._make_record(iter(row)) for row in self._query.fetch_rows(*values)]

    def _iter_columns(self) -> Iterator[str]:
        yield from _list_columns(self._model)
        for path in self._related:
            model: Any = self._model
            for name in path.split("__"):
                model = model._meta.get_field(name).related_model
            yield from (f"{path}__{column}" for column in _list_columns(model))
        yield from self._annotations

    def _make_record(self, columns: Iterator[Any]) -> RecordT:
        record = _read_record(self._model, columns)
        for path in self._related:
            parent: Any = record
            *parent_names, name = path.split("__")
            for parent_name in parent_names:
                parent = getattr(parent, parent_name)
            related = _read_record(parent._meta.get_field(name).related_model, columns)
            setattr(parent, name, None if related.pk is None else related)
        for name, read_column in self._annotations.items():
            setattr(record, name, read_column(next(columns)))
        return record


def with_utc_zone(moment: datetime | str) -> datetime:
    """Return *moment* with its time zone.

    From raw SQL on SQLite a column has none, which means UTC, and an expression is text.
    """
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    if moment.tzinfo:
        return moment
    return moment.replace(tzinfo=UTC)


def _list_columns(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def _read_record(model: type[RecordT], columns: Iterator[Any]) -> RecordT:
    """Return a record of *model* from the next of *columns*."""
    values = []
    for field in model._meta.concrete_fields:
        value = next(columns)
        if isinstance(value, datetime):
            value = with_utc_zone(value)
        elif hasattr(field, "from_db_value"):
            value = field.from_db_value(value, None, connection)
        values.append(value)
    return model.from_db(connection.alias, _list_columns(model), values)


def _make_placeholder(value: Value, place: int) -> Value:
    """Return what stands for *value* while the query is composed: of its type, and found nowhere else."""
    if isinstance(value, date):
        return _FIRST_DAY + timedelta(days=place)
    if isinstance(value, str):
        return f"\x1d{place}"
    return _FIRST_NUMBER + place


def _adapt(value: Value) -> Any:
    """Return *value* as the database's driver takes it."""
    return connection.ops.adapt_datefield_value(value) if isinstance(value, date) else value
