"""Counting what a page asks of the database: queries, and rows that come back."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.db.backends.utils import CursorDebugWrapper
from django.test.utils import CaptureQueriesContext


@dataclass
class Cost:
    """How many queries were asked, and how many rows were read of the answers."""

    queries: int = 0
    rows: int = 0


@contextmanager
def count_cost() -> Iterator[Cost]:
    """Yield what holds, once the block is left, the cost of what was done in it."""
    cost = Cost()

    class Cursor(CursorDebugWrapper):
        def __getattr__(self, name: str) -> Any:
            found = super().__getattr__(name)
            return self._counted(found) if name.startswith("fetch") else found

        def _counted(self, fetch: Any) -> Any:
            def counted(*args: Any) -> Any:
                rows = fetch(*args)
                cost.rows += len(rows) if isinstance(rows, list) else rows is not None
                return rows

            return counted

    with (
        patch.object(connection, "make_debug_cursor", lambda cursor: Cursor(cursor, connection)),
        CaptureQueriesContext(connection) as queries,
    ):
        yield cost
    cost.queries = len(queries)
