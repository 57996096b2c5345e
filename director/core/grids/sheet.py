"""A table of a sheet on a page: the columns, titles and rows that a file has, dressed, linked and sortable."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import django_tables2
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django_tables2.columns import BoundColumn
from django_tables2.config import RequestConfig
from django_tables2.data import TableListData
from django_tables2.utils import OrderBy

from director.core.tags.cards import card, contract, percent, points, signed
from director.formats.figures import Column, FileValue, Kind, TableData, Value, column_decimals, file_rows, file_value

# Figures of a grid that can be asked about, and the answer where one was.


@dataclass(frozen=True, slots=True)
class Reason:
    """One side's figure explained: *compared* with what, by which *formula*; *title* says whose, where both stand.

    *by_board* is what a total is the sum of.
    """

    title: str
    compared: str  # empty where nothing is compared
    formula: str
    by_board: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """The figures of a table that can be asked about, row by row, and the one that was."""

    keys: tuple[str, ...]  # "" for a row without a figure
    asked: str = ""
    reasons: tuple[Reason, ...] = ()


# Columns that dress the bare values of a sheet's table for people, each by what it holds.

Record = dict[str, Any]

_BEST_FIRST = (Kind.POINTS, Kind.PERCENT, Kind.SCORE)  # one click shows who did best
_RESULTS = ("tricks", "ns_score", "score")


class SheetColumn(django_tables2.Column):  # type: ignore[misc]  # django-tables2 has no types
    """A column of one kind: figures right aligned, the largest first at the first click, percentages with a bar.

    ``cell`` gives what people read, ``value`` what a file holds; *decimals* is how many the points of the whole table
    are shown with.  *css* adds classes.
    """

    def __init__(self, column: Column, *, decimals: int = 0, css: str = "", visible: bool = True) -> None:
        self.kind = column.kind
        self.decimals = decimals
        self.css = f"{css_classes(column.kind)} {css}".strip()
        self.shows_share = column.kind is Kind.PERCENT and not column.key.startswith("session_")  # a bar a row, no more
        super().__init__(
            verbose_name=column.title,
            default="",
            initial_sort_descending=column.kind in _BEST_FIRST,
            visible=visible,
        )

    def dressed(self, key: str, record: Record) -> str:
        """Return what stands in the column *key* of *record*, as people read it."""
        dress = _DRESS.get(self.kind)
        return dress(record[key], self.decimals) if dress else str(record[key])

    def cell(self, key: str, record: Record) -> str:
        """Return as HTML what stands in the column *key* in the row of *record*: with its sign, link or bar."""
        value, address = record[key], record["links"].get(key)
        if value in self.empty_values:
            return ""
        content = self.dressed(key, record)
        if sign := record["signs"].get(key):
            content = format_html("{}{}", sign, content)
        if self.shows_share and content:
            return format_html("{}{}", content, _bar(content))
        return content if address is None else format_html('<a href="{}">{}</a>', address, content)

    def value(self, value: Value) -> FileValue:
        """Return *value* as a file holds it."""
        return file_value(value, self.kind)


@lru_cache(maxsize=16_384)  # few different ones, and one in every row
def _bar(percent: str) -> SafeString:
    """Return the bar that shows a *percent* figure."""
    return render_to_string("components/share.html", {"percent": percent})


class ContractColumn(SheetColumn):
    """A contract with its suit as a sign; a line without any result says so."""

    empty_values = ()

    def dressed(self, key: str, record: Record) -> str:
        """Return the contract, ``"not in"`` where nothing is, nothing beside a bare score; cards, and what was made."""
        value = record[key]
        is_in = value or any(record.get(result) is not None for result in _RESULTS)
        parts = [contract(str(value)) if value else "" if is_in else "not in"]
        parts += [f"cards {record['group']}"] if record.get("group") else []
        parts += [format_html("made {}", contract(str(record["covered"])))] if record.get("covered") else []
        parts += [str(record["off_schedule"])] if record.get("off_schedule") else []
        return format_html_join(" · ", "{}", ((part,) for part in parts if part))


class LeadColumn(SheetColumn):
    """The card that was led, with its suit as a sign."""

    def dressed(self, key: str, record: Record) -> str:
        """Return the card."""
        return card(str(record[key]))


_BY_KEY = {"contract": ContractColumn, "ruling": ContractColumn, "lead": LeadColumn}


def sheet_column(column: Column, *, decimals: int, css: str, visible: bool) -> SheetColumn:
    """Return the column of a page for *column* of a sheet's table."""
    kind = _BY_KEY.get(column.key.removeprefix("open_").removeprefix("closed_"), SheetColumn)
    return kind(column, decimals=decimals, css=css, visible=visible)


def sort_key(value: Value, kind: Kind) -> Value:
    """Return what *value* is sorted by: figures and places as numbers, text without regard to capitals.

    Numbers within a text sort as numbers: pair A4 comes before A10.

    >>> sort_key("10=", Kind.PLACE), sort_key("ada Ash", Kind.TEXT), sort_key("", Kind.PLACE)
    (10, 'ada ash', None)
    >>> sorted(["A10", "B1", "A4"], key=lambda label: sort_key(label, Kind.TEXT))
    ['A4', 'A10', 'B1']
    """
    if kind is Kind.PLACE:
        place = re.match("[0-9]+", str(value or ""))
        return int(place[0]) if place else None
    if isinstance(value, str):
        return re.sub("[0-9]+", lambda number: number[0].zfill(9), value.casefold()) or None
    return value


def css_classes(kind: Kind) -> str:
    """Return the classes of a column's cells.

    >>> css_classes(Kind.PERCENT), css_classes(Kind.TEXT)
    ('n share', '')
    """
    if kind is Kind.TEXT:
        return ""
    return "n share" if kind is Kind.PERCENT else "n"


_DRESS: dict[Kind, Callable[[Any, int], str]] = {
    Kind.SCORE: lambda score, _decimals: signed(score),
    Kind.POINTS: points,
    Kind.PERCENT: lambda share, _decimals: percent(share),
}


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

    def __init__(  # noqa: PLR0913
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
