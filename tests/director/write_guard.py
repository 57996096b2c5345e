"""A guard: every write of what a page can show is counted in its own transaction, by whatever way it came.

A page is kept under the numbers of changes of its event and club, so a write that forgets to count
would leave an old page for good.  While a test runs, every statement of its connection is looked
at.  One of the program that changes a row of an event, a person or a club, is waiting until the
transaction counts the event or the club; a transaction that ends without having done so fails the
test.  What no result changes is counted by a number of its own, which is asked for in the same way.

What a test writes by itself, past the program, is counted for it, so that the next page shows it.
"""

import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from threading import get_ident
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.db.models import Model
from django.db.transaction import Atomic, get_connection

import director
from director.core.club.people import get_session_paths_by_player_model
from director.core.files.event_file import get_event_paths_by_model
from director.models import (
    Access,
    Act,
    Award,
    Club,
    Event,
    FormerMovement,
    NextNight,
    Person,
    PersonNumber,
    Result,
    ResultVersion,
    SavedMovement,
    Season,
    SeasonEvent,
    StandingsVersion,
    TablePhone,
    TableWord,
)
from director.models.change_number import _do_nothing
from director.party.models import PartyResult

OF_CLUB: tuple[type[Model], ...] = (
    Club,
    Person,
    PersonNumber,
    Season,
    SeasonEvent,
    NextNight,
    SavedMovement,
    FormerMovement,
)
"""What pages of several events show: it is counted by its club."""
NOT_SHOWN: dict[type[Model], str] = {
    Access: "a private address is looked up by itself at each request",
    TablePhone: "phones are told beside what is kept",
    StandingsVersion: "a version is due from the correction on, which counts, and completed when read",
    TableWord: "the words of a table are asked for with its address; what others see of a match is counted",
}
"""Records of an event that no kept page follows from, and why."""
_WRITE = re.compile(
    r'\s*(INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "?(\w+)"?(.*)', re.IGNORECASE | re.DOTALL
)
_COUNTS = re.compile(r'"change_no"\s*=\s*\(?"')
_COUNTS_SETUP = re.compile(r'"setup_no"\s*=\s*\(?"')
_PROGRAM = str(Path(director.__file__).parent)
_RECORDS = tuple(
    str(Path(director.__file__).parent / folder / "models") for folder in ("", "party")
)
_ACCOUNT_GONE = re.compile(r' SET "\w+_by_id" = NULL WHERE "\w+"."\w+_by_id" ')
_MIGRATION = re.compile(
    r"/(?:django/db|director)/migrations/|/boards/movement/lines/entries\.py$"
)  # the latter is for migrations
_EVENT, _SETUP, _CLUB = "event", "setup", "club"
RESULTS: tuple[type[Model], ...] = (Act, Result, ResultVersion, Award, PartyResult)
"""Records of an event that its setup doesn't follow from."""


@cache
def map_counted_tables() -> dict[str, str]:
    """Return the tables whose writes are to be counted, each with whose number counts them."""
    of_event = {
        model._meta.db_table: _EVENT if model in RESULTS else _SETUP
        for model in get_event_paths_by_model()
        if model not in NOT_SHOWN
    }
    return of_event | {model._meta.db_table: _CLUB for model in OF_CLUB}


@cache
def tables_of_people() -> set[str]:
    """Return the tables that say who plays: their club may count them, for all its events at once."""
    return {model._meta.db_table for model in get_session_paths_by_player_model()}


@dataclass(frozen=True)
class _Write:
    """A statement of the program: whose number it needs or counts, at which depth of transactions, and where from."""

    whose: str
    depth: int
    table: str = ""
    place: str = ""


class Watch:
    """What the transactions of one connection have written, and what they have counted."""

    def __init__(self) -> None:
        self.base = self.depth
        self.failures: list[str] = []
        self._waiting: list[_Write] = []
        self._counted: list[_Write] = []

    @property
    def depth(self) -> int:
        """How many transactions and savepoints are open."""
        return len(connection.savepoint_ids) + connection.in_atomic_block

    def __call__(
        self, execute: Any, sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        """Look at a statement."""
        answer = execute(sql, params, many, context)
        if (found := _find_write(sql)) and (whose := map_counted_tables().get(found[1])):
            self._written(*found, whose)
        return answer

    def _written(self, what: str, table: str, rest: str, whose: str) -> None:
        is_number = table in (Event._meta.db_table, Club._meta.db_table)
        if is_number and (not what.startswith("UPDATE") or _COUNTS.search(rest)):
            of = _EVENT if table == Event._meta.db_table else _CLUB
            self._counted.append(_Write(of, self.depth))
            if of == _EVENT and (not what.startswith("UPDATE") or _COUNTS_SETUP.search(rest)):
                self._counted.append(_Write(_SETUP, self.depth))
        elif what.startswith("INSERT") and table == Person._meta.db_table:
            return  # nobody is shown before an event names them
        elif _ACCOUNT_GONE.match(rest):
            return  # who did something is on no page that is kept
        elif place := _place():
            if place != "migration":
                self._waiting.append(_Write(whose, self.depth, table, place))
        else:
            self._count_for_test()
        if self.depth <= self.base:
            self._settle()

    def _count_for_test(self) -> None:
        """Count what a test wrote past the program, past the queries that it may be counting."""
        raw: Any = connection.connection
        with suppress(sqlite3.OperationalError):  # a database of an older version has no numbers
            raw.execute(
                "UPDATE director_event"
                " SET change_no = change_no + 1, desk_no = desk_no + 1, setup_no = setup_no + 1"
            )
            raw.execute("UPDATE director_club SET change_no = change_no + 1")

    def ended(self, *, is_rolled_back: bool) -> None:
        """Look at what a transaction has done that has just ended, or a savepoint."""
        now = self.depth
        for writes in (self._waiting, self._counted):
            outer = [write for write in writes if write.depth <= now]
            inner = [replace(write, depth=now) for write in writes if write.depth > now]
            writes[:] = outer if is_rolled_back else outer + inner
        if now <= self.base:
            self._settle()

    def _settle(self) -> None:
        counted = {write.whose for write in self._counted}
        self.failures += [
            f"{write.place} writes {write.table} in a transaction that doesn’t count its {write.whose}"
            for write in self._waiting
            if write.whose not in counted
            and not (write.table in tables_of_people() and _CLUB in counted)
        ]
        self._waiting.clear()
        self._counted.clear()
        if (
            self.base
        ):  # a test that is rolled back at its end: as far as it goes, this was committed
            connection.run_on_commit = [
                each for each in connection.run_on_commit if each[1] is not _do_nothing
            ]


@lru_cache(maxsize=4096)  # a run has the same few hundred statements a million times
def _find_write(sql: str) -> tuple[str, str, str] | None:
    """Return what *sql* does, to which table and the rest of it, or None if it only reads."""
    found = _WRITE.match(sql)
    return (found[1].upper(), found[2], found[3]) if found else None


def _place() -> str:
    """Return where in the program a statement comes from, an empty text for one of a test.

    A migration comes before any page of its program.
    """
    frame: Any = sys._getframe(2)
    place = ""
    while frame:
        path = frame.f_code.co_filename
        owner = _owner(path)
        if owner == "migration":
            return "migration"
        if not place and owner == "program":
            place = f"{path.removeprefix(_PROGRAM)}:{frame.f_lineno} {frame.f_code.co_name}"
        frame = frame.f_back
    return place


@cache  # a stack has a hundred frames of the same few files
def _owner(path: str) -> str:
    """Return whether the source *path* is of a migration, of the program, or an empty text for others."""
    if _MIGRATION.search(path):
        return "migration"
    is_program = path.startswith(_PROGRAM) and not path.startswith(_RECORDS)
    return "program" if is_program else ""


@contextmanager
def watch_writes() -> Iterator[Watch]:
    """Watch the connection of this thread: each thread has its own."""
    watch, leave, thread = Watch(), Atomic.__exit__, get_ident()

    def exit_watched(self: Atomic, exc_type: Any, *error: Any) -> None:
        is_rolled_back = exc_type is not None or get_connection(self.using).needs_rollback
        try:
            leave(self, exc_type, *error)
        finally:
            if get_ident() == thread and self.using in (None, connection.alias):
                watch.ended(is_rolled_back=is_rolled_back)

    with patch.object(Atomic, "__exit__", exit_watched), connection.execute_wrapper(watch):
        yield watch
