"""Nights that many tests begin with: made by the services once, then laid row by row.

Everything a test sees of such a night was written by the services; only the repetition is saved.  A
thorough run (``CI`` set), a database with something in it and one that is not SQLite have every
night made anew.

What many tests do to such a night, such as entering its results, is done by the services once for
each state of the database (:func:`replay_rows`).

What one worker has made is kept in a folder for the others and for later runs of the same day
(:func:`keep_rows_in`), as long as no source that it follows from changes.
"""

import hashlib
import os
import pickle
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import cache, wraps
from importlib.metadata import version
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model

THOROUGH = bool(os.environ.get("CI"))

P = ParamSpec("P")
T = TypeVar("T")
Rows = dict[str, list[tuple]]
ROOT = Path(__file__).parent.parent
SOURCES = ("director", "movements", "scoring", "templates", "tests")
"""The folders whose code and data the nights follow from: tests make them, and import each other."""
SOURCE_SUFFIXES = frozenset({".py", ".csv", ".html", ".txt"})
KEPT_FOLDERS = 4
"""How many states of the sources have their rows kept: two branches, and runs beside each other."""


class _Shelf:
    """What a function has made, by what it was asked: for this process, and in files for others.

    A function within another one or of an object may follow from what surrounds it, which no source
    tells, and an argument without a text of its own means another one in each process: what is
    made of them stays here.

    What a function of a test module has made is kept as long as no test module changes.
    """

    folder: Path | None = None
    """Where the files are, None as long as nobody has named a folder."""

    def __init__(self, make: Callable[..., object]) -> None:
        self._name = f"{make.__module__}.{make.__qualname__}"
        self._is_in_test_module = ".test_" in make.__module__
        self._is_shared = "<locals>" not in self._name and not hasattr(make, "__self__")
        self._kept: dict[str, Any] = {}

    def find(self, asked: str) -> Any:
        """Return what was made for *asked*, or None."""
        if asked not in self._kept and (path := self._find_path(asked)):
            with suppress(OSError, EOFError, pickle.UnpicklingError):
                self._kept[asked] = pickle.loads(path.read_bytes())  # noqa: S301
        return self._kept.get(asked)

    def store(self, asked: str, made: Any) -> None:
        """Keep what was *made* for *asked*, unless another worker was first."""
        path = self._find_path(asked)
        if path and not path.exists():
            part = path.with_suffix(f".{os.getpid()}")
            with suppress(FileNotFoundError):  # five other states of the sources came meanwhile
                part.write_bytes(pickle.dumps(made))
                part.replace(path)
        elif path and self.find(asked):  # rows are replayed on those of the first alone
            return
        self._kept[asked] = made

    def _find_path(self, asked: str) -> Path | None:
        if self.folder is None or not self._is_shared or " at 0x" in asked:
            return None
        digest = compute_digest_of_test_modules() if self._is_in_test_module else ""
        name = f"{self._name} {digest} {asked}"
        return self.folder / hashlib.sha256(name.encode()).hexdigest()[:32]


def keep_rows_in(folder: Path) -> None:
    """Keep what is made from now on in *folder*, and lay what other processes have put there.

    What they made of other sources or on another day is elsewhere; the oldest of it is deleted.
    """
    _Shelf.folder = folder / compute_digest(datetime.now(UTC).date())  # an event may be of tonight
    _Shelf.folder.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):  # another worker may delete it first
        newest_first = sorted(folder.iterdir(), key=lambda path: -path.stat().st_mtime)
        for former in newest_first[KEPT_FOLDERS:]:
            shutil.rmtree(former, ignore_errors=True)


def compute_digest(day: date) -> str:
    """Return what is the same as long as nights would be made alike on this *day*: sources, versions, settings.

    Test modules don't count: whoever writes a test finds the nights of the run before.
    """
    settings = os.environ.get("DJANGO_SETTINGS_MODULE")
    digest = hashlib.sha256(f"{sys.version} {version('django')} {settings} {day}".encode())
    for path in _list_sources():
        if not _is_test_module(path):
            _add_file(digest, path)
    return digest.hexdigest()[:16]


@cache
def compute_digest_of_test_modules() -> str:
    """Return what is the same as long as no test module changes."""
    digest = hashlib.sha256()
    for path in filter(_is_test_module, _list_sources()):
        _add_file(digest, path)
    return digest.hexdigest()[:16]


def _list_sources() -> list[Path]:
    return [
        path
        for source in SOURCES
        for path in sorted((ROOT / source).rglob("*"))
        if path.suffix in SOURCE_SUFFIXES
    ]


def _is_test_module(path: Path) -> bool:
    return path.name.startswith("test_") and path.suffix == ".py"


def _add_file(digest: "hashlib._Hash", path: Path) -> None:
    digest.update(f"{path.relative_to(ROOT)} ".encode())
    digest.update(path.read_bytes())


def cache_rows(make: Callable[P, T]) -> Callable[P, T]:
    """Return a function that does what *make* does, from the second time on by storing the same rows again.

    *make* must depend on its arguments alone, write only the program's own records, and take no
    records.
    """
    shelf = _Shelf(make)

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> T:
        if THOROUGH or connection.vendor != "sqlite" or not is_empty():
            return make(*args, **kwargs)
        asked = repr((args, sorted(kwargs.items())))
        kept: tuple[bytes, Rows] | None = shelf.find(asked)
        if kept is None:
            found = make(*args, **kwargs)
            shelf.store(asked, (pickle.dumps(found), read_all_rows()))
            return found
        insert_rows(kept[1])
        return pickle.loads(kept[0])  # noqa: S301

    return made


def replay_rows(write: Callable[P, None]) -> Callable[P, None]:
    """Return a function that does what *write* does, from the second time on by storing the same changes again.

    They are stored again only in a database of the same records. *write* must depend on them and
    on its arguments alone, write only the program's own records, and return nothing.
    """
    shelf = _Shelf(write)

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
        state = f"{asked} {hashlib.sha256(repr(rows_before).encode()).hexdigest()}"
        kept: tuple[Rows, Rows] | None = shelf.find(state)
        if kept:
            _apply_changes(*kept)
            return
        write(*args, **kwargs)
        rows_after = read_all_rows()
        changes = (
            _subtract_rows(rows_before, rows_after),
            _subtract_rows(rows_after, rows_before),
        )
        shelf.store(state, changes)

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
