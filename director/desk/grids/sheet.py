"""A table of a sheet on a page: the columns, titles and rows that a file has, dressed, linked and sortable."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import django_tables2
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django_tables2.columns import BoundColumn
from django_tables2.config import RequestConfig
from django_tables2.data import TableListData
from django_tables2.utils import OrderBy

from director.desk.grids.columns import Record, SheetColumn, sheet_column, sort_key
from director.desk.grids.why import Why
from director.files.figures import Kind, TableData, column_decimals, file_rows

Links = Mapping[str, Sequence[str | None]]
Signs = Mapping[str, Sequence[str]]

MOST_ROWS = 500
"""How many rows a page shows of a table, which a field of hundreds of tables exceeds; files and paper hold them all."""


class SheetData(TableListData):  # type: ignore[misc]  # django-tables2 has no types
    """Rows that are sorted by what a column holds, not by how it is written; empty cells come last either way."""

    data: list[Record]

    def order_by(self, aliases: Sequence[str]) -> None:
        """Sort the rows by *aliases*: column keys, with ``-`` before them for the largest first."""
        for alias in reversed(aliases):
            order = OrderBy(alias)
            kind = self.table.columns[order.bare].column.kind
            keyed = [(sort_key(record[order.bare], kind), record) for record in self.data]
            filled = sorted((pair for pair in keyed if pair[0] is not None), key=_first, reverse=order.is_descending)
            self.data = [record for _key, record in filled] + [record for key, record in keyed if key is None]


class SheetTable(django_tables2.Table):  # type: ignore[misc]  # django-tables2 has no types
    """A sheet's table on a page; what differs between tables is said by its subclasses.

    *links* gives, for the key of a column, an address for each row, *signs* what stands before its figure.  *prefix*
    tells several tables of one page apart.
    With *why* each row that has a figure asks why, and the one that was asked about is followed by the answer.
    """

    hidden: ClassVar[frozenset[str]] = frozenset()  # in the file, but said elsewhere on the page
    wide: ClassVar[frozenset[str]] = frozenset()  # left out on a phone
    row_header: ClassVar[str] = ""  # the column that names its row
    layout: ClassVar[str] = ""  # the class by which the stylesheet lays the table out

    def __init__(
        self,
        data: TableData,
        *,
        request: HttpRequest,
        caption: str = "",
        note: str = "",
        links: Links | None = None,
        signs: Signs | None = None,
        prefix: str = "",
        why: Why | None = None,
    ) -> None:
        self.caption, self.note, self.html_id = caption, note, f"{prefix}table"
        self.why = why
        records = _records(data, links or {}, signs or {}, why)
        columns = self._columns(data)
        super().__init__(SheetData(records), extra_columns=columns, empty_text="Nothing is in yet.", prefix=prefix)
        pages = {"per_page": MOST_ROWS, "silent": True} if len(records) > MOST_ROWS else False
        RequestConfig(request, paginate=pages).configure(self)

    @property
    def lines(self) -> Iterator[tuple[Record, str]]:
        """The rows of the page, each with its cells as HTML.

        A page has thousands of cells; made by a template, each would cost ten times as long.
        """
        columns = [(bound.name, bound.column, *self._tags(bound)) for bound in self.columns]
        for row in self.paginated_rows:
            cells = ((start, column.cell(key, row.record), end) for key, column, start, end in columns)
            yield row.record, format_html_join("", "{}{}{}", cells)

    def _tags(self, bound: BoundColumn) -> tuple[str, str]:
        """Return what stands before and after every cell of a column."""
        if bound.name == self.row_header:
            return format_html('<th scope="row" class="{}">', bound.column.css), mark_safe("</th>")
        start = format_html('<td class="{}" data-label="{}">', bound.column.css, bound.header)
        return start, mark_safe("</td>")

    def _columns(self, data: TableData) -> list[tuple[str, SheetColumn]]:
        decimals = column_decimals(data.columns, file_rows(data))
        return [
            (
                column.key,
                sheet_column(
                    column,
                    decimals=decimals[index],
                    css=f"c-{column.key} wide" if column.key in self.wide else f"c-{column.key}",
                    visible=column.key not in self.hidden and not _is_idle(data, index),
                ),
            )
            for index, column in enumerate(data.columns)
        ]


def _is_idle(data: TableData, index: int) -> bool:
    """Return whether a column holds percentages that no row has, because the scoring method knows none."""
    return data.columns[index].kind is Kind.PERCENT and all(row[index] is None for row in data.rows)


def _first(pair: tuple[Any, Record]) -> Any:
    return pair[0]


def _records(data: TableData, links: Links, signs: Signs, why: Why | None) -> list[Record]:
    """Return the rows of *data* by column key, each with its ``links`` and ``signs`` and whether it ``leads``.

    ``why`` is the key by which a row's figures are asked about, ``reasons`` the answer where they were.
    """
    keys = [column.key for column in data.columns]
    records: list[Record] = [dict(zip(keys, row, strict=True)) for row in data.rows]
    for index, record in enumerate(records):
        record["links"] = {key: addresses[index] for key, addresses in links.items()}
        record["signs"] = {key: before[index] for key, before in signs.items()}
        record["leads"] = record.get("place") in ("1", "1=")
        record["why"] = why.keys[index] if why else ""
        record["reasons"] = why.reasons if why and why.asked and why.asked == why.keys[index] else ()
    return records
