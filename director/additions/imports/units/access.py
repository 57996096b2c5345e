"""Read the rows of a Microsoft Access database, within limits of size and time.

The package ``access_parser`` returns a table column by column and mixes up rows that it could only
read in part.  Here each row stays together, long texts are left out, and endless chains of pages
are refused before parsing.
"""

import logging
import re
import struct
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from access_parser import AccessParser
from access_parser.access_parser import AccessTable

from director.formats.errors import ImportFileError

MAX_BYTES = 32_000_000
MAX_ROWS = 200_000
MAX_SECONDS = 20
_MAX_CATALOG_ROWS = 2_000
_ROWS_PER_CLOCK_CHECK = 100  # Reading the clock takes longer than reading a row.
_MAX_CHAIN_PAGES = 64
_CATALOG_PAGE = 2
_TABLE_TYPE = 1
_ACCESS_97_PAGE_SIZE = 2048
_OFFSET_MASK = 0x1FFF
"""The bits of a row's place that aren't flags."""
_DATA_PAGE, _DEFINITION_PAGE = b"\x01\x01", b"\x02\x01"

_WHOLE_NUMBER = re.compile("[0-9]{1,18}", re.ASCII)

Row = dict[str, Any]

logging.getLogger("access_parser").addHandler(logging.NullHandler())
logging.getLogger("access_parser").propagate = False


class AccessFile:
    """The database in *data*.

    *unreadable_tables* are damaged tables that the results don't need, in the order of reading.

    :raises ImportFileError: if *data* isn't a database, is damaged, or is larger than any real one
    """

    def __init__(self, data: bytes) -> None:
        if len(data) > MAX_BYTES:
            raise _make_bws_too_large_error(what=f"{len(data) // 1_000_000} MB")
        _refuse_overgrown_file(data)
        # The time of this thread only, since others may keep the machine busy.
        self._deadline = time.thread_time() + MAX_SECONDS
        self.unreadable_tables: dict[str, None] = {}
        try:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "night.bws")
                path.write_bytes(data)
                self._database = _Database(str(path), self._deadline)
        except ImportFileError:
            raise
        except Exception as error:  # A damaged file can raise any error in the package.
            raise _make_bws_broken_error() from error

    def read_rows(self, table: str, wanted_texts: Collection[str] | None = None) -> list[Row]:
        """Return the rows of *table* by column name, in stored order.

        The list is empty if the database has no such table. *wanted_texts* limits a large table to rows
        with one of these texts or numbers. A few other rows may remain.
        """
        try:
            return self._database.read_table_rows(table, _encode_needles(wanted_texts))
        except ImportFileError:
            raise
        except Exception as error:  # A damaged file can raise any error in the package.
            raise _make_bws_broken_error() from error

    def read_optional_rows(
        self, table: str, wanted_texts: Collection[str] | None = None
    ) -> list[Row]:
        """Return the rows of a *table* that the results don't need, as ``read_rows``.

        A damaged table is added to ``unreadable_tables`` and has no rows.
        """
        try:
            return self.read_rows(table, wanted_texts)
        except ImportFileError as error:
            if error.code != "bws-broken":
                raise
            self.unreadable_tables[table] = None
            return []

    def count_rows(self, table: str) -> int:
        """Return how many rows *table* says it has, 0 without such a table or if it is damaged."""
        try:
            return self._database.count_rows(table)
        except Exception:  # A damaged file can raise any error in the package.
            return 0

    def has_table(self, table: str) -> bool:
        """Return whether the database has such a table."""
        return table in self._database.catalog


class _Database(AccessParser):  # type: ignore[misc]  # the package has no types
    def __init__(self, path: str, deadline: float) -> None:
        self._deadline = deadline
        super().__init__(path)

    def parse_msys_table(self) -> dict[str, object]:
        """Skip the display settings, which can hang on chains of pages."""
        return {}

    def read_table_rows(self, name: str, needles: Sequence[bytes] | None) -> list[Row]:
        offset = self.catalog.get(name)
        table = None if offset is None else self._tables_with_data.get(offset * self.page_size)
        if table is None:
            return []
        return self._open_table(table).read_rows(needles)

    def count_rows(self, name: str) -> int:
        offset = self.catalog.get(name)
        table = None if offset is None else self._tables_with_data.get(offset * self.page_size)
        return 0 if table is None else int(self._open_table(table).table_header.number_of_rows)

    def _parse_catalog(self) -> dict[str, int]:
        rows = self._open_table(self._tables_with_data[_CATALOG_PAGE * self.page_size]).read_rows()
        return {row["Name"]: row["Id"] for row in rows if row.get("Type") == _TABLE_TYPE}

    def _open_table(self, table: object) -> "_AccessRows":
        return _AccessRows(
            self._deadline, table, self.version, self.page_size, self._data_pages, self._table_defs
        )


class _AccessRows(AccessTable):  # type: ignore[misc]  # the package has no types
    def __init__(self, deadline: float, *of_table: object) -> None:
        self._deadline = deadline
        self._rows: list[Row] = []
        self._needles: Sequence[bytes] | None = None
        self._seen_row_count = self._skipped_row_count = 0
        super().__init__(*of_table)

    def read_rows(self, needles: Sequence[bytes] | None = None) -> list[Row]:
        """Return the rows with one of *needles*, or all."""
        self._needles = needles
        self._drop_freed_pages()
        self.parse()
        if len(self._rows) + self._skipped_row_count < self.table_header.number_of_rows:
            raise _make_bws_broken_error()
        return self._rows

    def _drop_freed_pages(self) -> None:
        """Leave out pages that the table doesn't use: they hold the rows of an earlier night."""
        used_numbers = _read_used_page_numbers(self.table.value, self._data_pages, self.page_size)
        if used_numbers is not None:
            own_pages = set(self.table.linked_pages)
            used_pages = (self._data_pages.get(number * self.page_size) for number in used_numbers)
            self.table.linked_pages = [page for page in used_pages if page in own_pages]

    def _parse_row(self, record: bytes) -> None:
        self._seen_row_count += 1
        if (
            self._seen_row_count % _ROWS_PER_CLOCK_CHECK == 1
            and time.thread_time() > self._deadline
        ):
            raise ImportFileError(
                "bws-slow",
                "Reading the database takes longer than {seconds} seconds. Choose a file with one "
                "session.",
                seconds=MAX_SECONDS,
            )
        if self._needles is not None:
            # A text is stored as UTF-16 or with one byte for each character: see _encode_needles().
            compact_record = record.replace(b"\0", b"")
            if not any(needle in compact_record for needle in self._needles):
                self._skipped_row_count += 1
                return
        self.parsed_table: dict[str, list[Any]] = defaultdict(list)
        super()._parse_row(record)
        if self.parsed_table:
            self._rows.append(
                {name: values[0] for name, values in self.parsed_table.items() if values}
            )

    def _parse_memo(self, *_where: object, **_how: object) -> str:
        return ""


def _read_used_page_numbers(
    definition: bytes, data_pages: Mapping[int, bytes], page_size: int
) -> list[int] | None:
    """Return the pages that a table uses, or None if its map of them can't be read.

    The *definition* of the table says on which page the map is and which row it is there. It is a
    kind (0 if the row holds all bits), the number of the first page, and a bit for each page.
    """
    is_access_97 = page_size == _ACCESS_97_PAGE_SIZE
    try:
        (pointer,) = struct.unpack_from("<I", definition, 35 if is_access_97 else 55)
        row_no, page = pointer & 0xFF, data_pages[(pointer >> 8) * page_size]
        count_offset = 8 if is_access_97 else 12
        (row_count,) = struct.unpack_from("<H", page, count_offset)
        starts = struct.unpack_from(f"<{row_count}H", page, count_offset + 2)
        # Rows are stored from the end of the page, so a row ends where the one before it starts.
        stop = starts[row_no - 1] & _OFFSET_MASK if row_no else page_size
        row = page[starts[row_no] & _OFFSET_MASK : stop]
        kind, first_page = struct.unpack_from("<BI", row)
    except (struct.error, KeyError, IndexError):
        return None
    if kind:
        return None
    bits = int.from_bytes(row[5:], "little")
    return [first_page + place for place in range(bits.bit_length()) if bits >> place & 1]


def _encode_needles(texts: Collection[str] | None) -> tuple[bytes, ...] | None:
    """Return the bytes of *texts* as the database may write them."""
    if texts is None:
        return None
    needles = {
        text.encode(code, "ignore") for text in texts for code in ("utf-8", "latin-1", "utf-16-le")
    }
    needles |= {int(text).to_bytes(8, "little") for text in texts if _WHOLE_NUMBER.fullmatch(text)}
    return tuple({needle.replace(b"\0", b"") for needle in needles})


def _refuse_overgrown_file(data: bytes) -> None:
    """Raise if there are too many rows or an endless chain of definitions."""
    # The byte is the version, and 0 is Access 97. The slice takes a file that is too short for it.
    page_size = _ACCESS_97_PAGE_SIZE if data[0x14:0x15] == b"\x00" else 4096
    count_offset = 8 if page_size == _ACCESS_97_PAGE_SIZE else 12
    row_counts: Counter[int] = Counter()
    next_page_by_page: dict[int, int] = {}
    for page_no, start in enumerate(range(0, len(data) - page_size + 1, page_size)):
        kind = data[start : start + 2]
        if kind == _DATA_PAGE:
            (table_page,) = struct.unpack_from("<I", data, start + 4)
            (count,) = struct.unpack_from("<H", data, start + count_offset)
            row_counts[table_page] += count
        elif kind == _DEFINITION_PAGE:
            (next_page_by_page[page_no],) = struct.unpack_from("<I", data, start + 4)
    if row_counts.total() > MAX_ROWS or row_counts[_CATALOG_PAGE] > _MAX_CATALOG_ROWS:
        raise _make_bws_too_large_error(what=f"{row_counts.total()} rows")
    if any(
        len(list(_follow_chain(page_no, next_page_by_page))) > _MAX_CHAIN_PAGES
        for page_no in next_page_by_page
    ):
        raise _make_bws_broken_error()


def _follow_chain(page_no: int, next_page_by_page: dict[int, int]) -> Iterator[int]:
    """Yield linked pages from *page_no* on, slightly more than allowed."""
    for _step in range(_MAX_CHAIN_PAGES + 1):
        if not page_no:
            return
        yield page_no
        page_no = next_page_by_page.get(page_no, 0)


def _make_bws_broken_error() -> ImportFileError:
    return ImportFileError(
        "bws-broken",
        "The database can’t be read here. Close the Bridgemate program and copy the file "
        "again, or export the results as USEBIO, PBN or CSV.",
    )


def _make_bws_too_large_error(*, what: object) -> ImportFileError:
    return ImportFileError(
        "bws-too-large",
        "The database has {what}, too many for one session. Choose a file with one session.",
        what=what,
    )
