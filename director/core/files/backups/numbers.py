"""Record numbers (primary keys), which are never used twice.

The history, merges and lists of people name records that were deleted, and an undo restores them
under their number. So each table counts on after the highest number that it ever gave, also in a
database that was restored or migrated.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import chain
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Field, ForeignKey, Max, Model

from director.models import Act, PeopleList, Person, PersonMerge


@cache
def get_foreign_keys(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    """Return the fields of *model* that refer to another record."""
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


def get_numbering_model(model: type[Model]) -> type[Model]:
    """Return the model that assigns the primary keys of *model*.

    It is another model if the primary key of *model* is a foreign key.
    """
    key: Field[Any, Any] = model._meta.pk
    if isinstance(key, ForeignKey):
        return get_numbering_model(key.related_model)
    return model


def fetch_last_keys_by_label(models: Iterable[type[Model]]) -> dict[str, int]:
    """Return the highest number that each of *models* ever gave, by label."""
    keys_by_label = {}
    with connection.cursor() as cursor:
        for model in _iter_numbering_models(models):
            cursor.execute(*_make_last_number_query(model))
            row = cursor.fetchone()
            if row and row[0]:
                keys_by_label[model._meta.label_lower] = int(row[0])
    return keys_by_label


def _iter_numbering_models(models: Iterable[type[Model]]) -> Iterator[type[Model]]:
    return (model for model in models if get_numbering_model(model) is model)


def _make_last_number_query(model: type[Model]) -> tuple[str, list[str]]:
    if connection.vendor == "postgresql":
        query = "SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)"
        return query, _get_number_column(model)
    # A table has no row in sqlite_sequence until something was stored in it.
    return "SELECT seq FROM sqlite_sequence WHERE name = %s", [model._meta.db_table]


def _get_number_column(model: type[Model]) -> list[str]:
    return [connection.ops.quote_name(model._meta.db_table), str(model._meta.pk.column)]


def raise_numbers(keys_by_model: Mapping[type[Model], int]) -> None:
    """Make each model continue after its number in *keys_by_model*, unless it is beyond that already."""
    with connection.cursor() as cursor:
        for model, number in keys_by_model.items():
            if connection.vendor == "postgresql":
                cursor.execute(
                    "SELECT setval(name, GREATEST(%s, pg_sequence_last_value(name))) "
                    "FROM (SELECT pg_get_serial_sequence(%s, %s)::regclass AS name) AS sequence",
                    [number, *_get_number_column(model)],
                )
            else:
                _raise_sqlite_number(cursor, model._meta.db_table, number)


def _raise_sqlite_number(cursor: Any, table: str, number: int) -> None:
    cursor.execute("SELECT 1 FROM sqlite_sequence WHERE name = %s", [table])
    if cursor.fetchone():
        cursor.execute(
            "UPDATE sqlite_sequence SET seq = max(seq, %s) WHERE name = %s", [number, table]
        )
    else:
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])


def reserve_numbers(model: type[Model], count: int) -> int:
    """Reserve *count* consecutive primary keys of *model*, and return the first.

    Nobody else may store records of *model* until the transaction ends.
    """
    last_number = fetch_last_keys_by_label([model]).get(model._meta.label_lower, 0)
    raise_numbers({model: last_number + count})
    return last_number + 1


def raise_all_numbers(models: Iterable[type[Model]], last_keys_by_label: Mapping[str, int]) -> None:
    """Make *models* continue after all numbers in use, and after *last_keys_by_label* by label.

    Numbers are in use in stored rows, and in the history, merges and lists of people.
    """
    keys_by_model = collect_history_keys_by_model()
    for model in _iter_numbering_models(models):
        stored_key = model._base_manager.aggregate(last=Max("pk"))["last"] or 0
        last_key = last_keys_by_label.get(model._meta.label_lower, 0)
        keys_by_model[model] = max(keys_by_model[model], stored_key, last_key)
    raise_numbers({model: number for model, number in keys_by_model.items() if number})


@contextmanager
def preserve_numbers() -> Iterator[None]:
    """Make every model continue after its last number, also after a migration in the block.

    SQLite often copies a table to change it, and the copy would continue after its last row.
    """
    rows: list[tuple[str, int]] = []
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite" and "sqlite_sequence" in _fetch_sqlite_tables(cursor):
            cursor.execute("SELECT name, seq FROM sqlite_sequence")
            rows = cursor.fetchall()
    yield
    with transaction.atomic():
        with connection.cursor() as cursor:
            tables = _fetch_sqlite_tables(cursor) if rows else set()
            for table, number in rows:
                if table in tables:
                    _raise_sqlite_number(cursor, table, number)
        raise_numbers(collect_history_keys_by_model())


def _fetch_sqlite_tables(cursor: Any) -> set[str]:
    cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {name for (name,) in cursor.fetchall()}


def collect_history_keys_by_model() -> defaultdict[type[Model], int]:
    """Return the highest numbers that the history, merges and lists of people name."""
    keys_by_model: defaultdict[type[Model], int] = defaultdict(int)
    for model, number in chain(_iter_history_keys(), _iter_merge_keys(), _iter_people_list_keys()):
        if isinstance(number, int):
            numbering_model = get_numbering_model(model)
            keys_by_model[numbering_model] = max(keys_by_model[numbering_model], number)
    return keys_by_model


def _iter_history_keys() -> Iterator[tuple[type[Model], Any]]:
    models = {model._meta.label_lower: model for model in apps.get_models()}
    for changes in Act.objects.values_list("changes", flat=True).iterator():
        for change in changes:
            model = models.get(change["model"])
            if model is None:
                continue
            yield model, change["pk"]
            for side in ("before", "after"):
                fields = change[side] or {}
                for key in get_foreign_keys(model):
                    yield key.related_model, fields.get(key.attname)


def _iter_merge_keys() -> Iterator[tuple[type[Model], Any]]:
    for person_record in PersonMerge.objects.values_list("was", flat=True):
        yield Person, person_record["pk"]


def _iter_people_list_keys() -> Iterator[tuple[type[Model], Any]]:
    for added, changed in PeopleList.objects.values_list("added", "changed"):
        for key in (*added, *changed):
            yield Person, int(key)
