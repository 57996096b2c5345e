"""Tables on pages: sortable columns with links and signs, from the rows of a file."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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

from director.core.base.tags.cards import MINUS, card, contract, percent, points, signed
from director.formats.figures import (
    Column,
    FileValue,
    Kind,
    TableData,
    Value,
    column_decimals,
    file_value,
)
from director.names import family_name

# Figures of a grid that can be asked about, and the answer where one was.


@dataclass(frozen=True, slots=True)
class Reason:
    """An explained figure: what it was *compared* with, and the *formula*.

    *by_board* is what a total is the sum of, *share* the percentage it makes.
    """

    title: str
    compared: str  # empty where nothing is compared
    formula: str
    by_board: str = ""
    share: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """The figures of a table that can be asked about, row by row, and the one that was.

    The answer may end with the template *part*, which gets what is *shown*; *back* is the key that
    closes it.
    """

    keys: tuple[str, ...]  # "" for a row without a figure
    asked: str = ""
    reasons: tuple[Reason, ...] = ()
    back: str = ""
    part: str = ""
    shown: Any = None


# Columns that dress the bare values of a sheet's table for people, each by what it holds.

Record = dict[str, Any]

_WHY = (
    '<a class="why-of" href="{0}#why-{1}" hx-get="{0}" id="why-{1}"'
    ' aria-expanded="{2}" aria-label="{3}, why?"{4}>{3}</a>'
)
_NO_BREAK = "\N{NO-BREAK SPACE}"
_BEST_FIRST = (Kind.POINTS, Kind.PERCENT, Kind.SCORE)  # one click shows who did best


class SheetColumn(django_tables2.Column):  # type: ignore[misc]  # django-tables2 has no types
    """A column of one kind: figures right aligned, percentages with a bar.

    ``cell`` gives what people read, ``value`` what a file holds; *decimals* is how many the points
    of the whole table are shown with.  *css* adds classes.
    """

    def __init__(
        self, column: Column, *, decimals: int = 0, css: str = "", visible: bool = True
    ) -> None:
        self.kind = column.kind
        self.decimals = decimals
        self.shows_share = column.kind is Kind.PERCENT and not column.key.startswith(
            "session_"
        )  # one bar per row
        self.css = f"{'n ' * (column.kind is not Kind.TEXT)}{'pct ' * self.shows_share}{css}"
        super().__init__(
            verbose_name=column.title,
            default="",
            initial_sort_descending=column.kind in _BEST_FIRST,
            visible=visible,
        )

    def dressed(self, key: str, record: Record) -> str:
        """Return the text of column *key* in *record*."""
        dress = _DRESS.get(self.kind)
        return dress(record[key], self.decimals) if dress else str(record[key])

    def cell(self, key: str, record: Record, why: str = "") -> str:
        """Return the HTML of column *key* in *record*, with its sign, link or bar.

        *why* is the address that answers why the figure is what it is, empty for one that is not
        asked about.
        """
        value, address = record[key], record["links"].get(key)
        if value in self.empty_values:
            return ""
        content = shown = self.dressed(key, record)
        if sign := record["signs"].get(key):
            content = format_html("{}{}", sign, content)
        if address is not None:
            content = format_html('<a href="{}">{}</a>', address, content)
        elif why:
            state = (
                ("true", shown, format_html(' aria-describedby="because-{}"', record["why"]))
                if record["reasons"]
                else ("false", shown, "")
            )
            content = format_html(_WHY, why, record["why"], *state)
        return format_html("{}{}", content, _bar(shown)) if self.shows_share and shown else content

    def value(self, value: Value) -> FileValue:
        """Return *value* as a file holds it."""
        return file_value(value, self.kind)


@lru_cache(maxsize=16_384)  # few different ones, and one in every row
def _bar(percent: str) -> SafeString:
    """Return the bar that shows a *percent* figure."""
    return render_to_string("components/share.html", {"percent": percent})


class ContractColumn(SheetColumn):
    """A contract with its suit as a sign, and who declares it."""

    empty_values = ()

    def dressed(self, key: str, record: Record) -> str:
        """Return the contract, the deal, or the tricks."""
        value, by = record[key], record.get(key.replace("contract", "declarer"))
        parts = [contract(str(value)) if value else ""]
        if value and by and key != "ruling":
            result = _result(str(value), record.get("tricks")) if key == "contract" else ""
            beside = format_html('<span data-result="{}"></span>', result) if result else ""
            parts = [format_html("{}{}{}{}", parts[0], _NO_BREAK, by, beside)]
        parts += [f"cards {record['group']}"] if record.get("group") else []
        parts += (
            [format_html("made {}", contract(str(record["covered"])))]
            if record.get("covered")
            else []
        )
        parts += [str(record["off_schedule"])] if record.get("off_schedule") else []
        return format_html_join(" · ", "{}", ((part,) for part in parts if part))


def _result(contract_text: str, tricks: object) -> str:
    """Return the result of a contract for phones, such as "+1" or "=".

    >>> _result("4HX", 10), _result("3NT", 7), _result("PASS", None)
    ('=', '−2', '')
    """
    if not isinstance(tricks, int) or not contract_text[:1].isdecimal():
        return ""
    over = tricks - 6 - int(contract_text[0])
    return f"{over:+d}".replace("-", MINUS) if over else "="


class SideColumn(SheetColumn):
    """The names of a side, shortened to family names on phones."""

    def dressed(self, key: str, record: Record) -> str:
        """Return the names, with the short ones beside them."""
        players = (
            str(record[key]).partition(": ")[0].split(" & ")
        )  # of a team without who of it sat there
        brief = " & ".join(map(family_name, players) if len(players) > 1 else players)
        return format_html('<span data-brief="{}">{}</span>', brief, record[key])


class LeadColumn(SheetColumn):
    """The card that was led, with its suit as a sign."""

    def dressed(self, key: str, record: Record) -> str:
        """Return the card."""
        return card(str(record[key]))


_BY_KEY = {"contract": ContractColumn, "ruling": ContractColumn, "lead": LeadColumn}


def sort_key(value: Value, kind: Kind) -> Value:
    """Return the sort key of *value*: figures and places as numbers, text without case.

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
    """Rows sorted by value. Empty cells come last in both directions."""

    data: list[Record]

    def order_by(self, aliases: Sequence[str]) -> None:
        """Sort the rows by *aliases*: column keys, with ``-`` before them for the largest first."""
        for alias in reversed(aliases):
            order = OrderBy(alias)
            kind = self.table.columns[order.bare].column.kind
            keyed = [(sort_key(record[order.bare], kind), record) for record in self.data]
            filled = sorted(
                (pair for pair in keyed if pair[0] is not None),
                key=_first,
                reverse=order.is_descending,
            )
            self.data = [record for _key, record in filled] + [
                record for key, record in keyed if key is None
            ]


class SheetTable(django_tables2.Table):  # type: ignore[misc]  # django-tables2 has no types
    """A table on a page. Subclasses set what differs.

    *links* gives, for the key of a column, an address for each row, *signs* what stands before its
    figure or in place of it.  *prefix* tells several tables of one page apart. With *why* the
    figure of a row asks why it is so, and the one that was asked about is followed by the answer.
    """

    hidden: ClassVar[frozenset[str]] = frozenset()  # in the file, but said elsewhere on the page
    wide: ClassVar[frozenset[str]] = frozenset()  # left out on a phone
    roomy: ClassVar[frozenset[str]] = (
        frozenset()
    )  # left out where the window is narrower than that of a desk, too
    named: ClassVar[
        Mapping[str, str]
    ] = {}  # numbers that a phone shows before the name, where everybody has one
    brief: ClassVar[frozenset[str]] = (
        frozenset()
    )  # names of which a phone shows those of the families
    alike: ClassVar[frozenset[str]] = (
        frozenset()
    )  # said once beside the caption where every row has the same
    first: ClassVar[tuple[str, ...]] = ()  # the columns before all others
    asks: ClassVar[
        tuple[str, ...]
    ] = ()  # the figure that is asked about is in the first of these that has any
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
        self.caption, self.html_id = caption, f"{prefix}table"
        self.why = why
        asked = request.GET.copy()
        asked.pop("why", None)
        self._asked = asked.urlencode()
        self._same = self._constant_columns(data)
        self.note = " · ".join(filter(None, (note, *self._same.values())))
        records = _records(data, links or {}, signs or {}, why)
        columns = self._columns(data, records)
        super().__init__(
            SheetData(records),
            extra_columns=columns,
            empty_text="No results have been entered.",
            prefix=prefix,
        )
        pages = {"per_page": MOST_ROWS, "silent": True} if len(records) > MOST_ROWS else False
        RequestConfig(request, paginate=pages).configure(self)

    @property
    def lines(self) -> Iterator[tuple[Record, str]]:
        """The rows of the page, each with its cells as HTML.

        A page has thousands of cells; made by a template, each would cost ten times as long.
        """
        columns = [(bound.name, bound.column, *self._tags(bound)) for bound in self.columns]
        asks = [key for key in self.asks if any(key == shown for shown, *_rest in columns)]
        for row in self.paginated_rows:
            record = row.record
            about = (
                next((key for key in asks if record[key] is not None), "") if record["why"] else ""
            )
            cells = (
                (
                    start,
                    column.cell(key, record, self._why_address(record) if key == about else ""),
                    end,
                )
                for key, column, start, end in columns
            )
            yield record, format_html_join("", "{}{}{}", cells)

    def _why_address(self, record: Record) -> str:
        """Return the address that explains the figure of *record*, or closes the explanation."""
        key = self.why.back if self.why and record["reasons"] else record["why"]
        return "?" + "&".join(filter(None, (self._asked, key and f"why={key}")))

    def _tags(self, bound: BoundColumn) -> tuple[str, str]:
        """Return the HTML before and after every cell of a column."""
        if bound.name == self.row_header:
            return format_html('<th scope="row" class="{}">', bound.column.css), mark_safe("</th>")
        return format_html('<td class="{}">', bound.column.css), mark_safe("</td>")

    def _columns(self, data: TableData, records: Iterable[Record]) -> list[tuple[str, SheetColumn]]:
        decimals = column_decimals(data)
        shares = [
            (at, column.key)
            for at, column in enumerate(data.columns)
            if column.kind is Kind.PERCENT
        ]
        idle = {
            key for at, key in shares if all(row[at] is None for row in data.rows)
        }  # the method knows none
        whole = {
            column.key
            for at, column in enumerate(data.columns)
            if all(row[at] for row in data.rows)
        }
        before = {number: names for number, names in self.named.items() if names in whole}
        for record in records:
            for number, names in before.items():
                sign = record["signs"].get(names, "")
                record["signs"][names] = format_html(
                    '<span data-no="{}"></span>{}', record[number], sign
                )
        wide = set(self.wide | self.roomy) | before.keys()
        wide |= {column.key for column in data.columns if column.key.startswith("session_")}
        if any(key not in idle | wide for _at, key in shares):
            wide |= {"total", "points", "ns_points", "ew_points"}  # the percentage says as much
        columns = [
            (
                column.key,
                _BY_KEY.get(
                    column.key.removeprefix("open_").removeprefix("closed_"),
                    SideColumn if column.key in self.brief else SheetColumn,
                )(
                    column,
                    decimals=decimals[index],
                    css=f"c-{column.key}{' wide' * (column.key in wide)}{' roomy' * (column.key in self.roomy)}",
                    visible=column.key not in self.hidden | idle | self._same.keys(),
                ),
            )
            for index, column in enumerate(data.columns)
        ]
        return sorted(columns, key=lambda column: (*self.first, column[0]).index(column[0]))

    def _constant_columns(self, data: TableData) -> dict[str, str]:
        """Return the columns of ``alike`` with one value in all rows, and the value."""
        return {
            column.key: f"{data.rows[0][at]} {column.title.lower()}"
            for at, column in enumerate(data.columns)
            if column.key in self.alike and len({row[at] for row in data.rows}) == 1
        }


def _first(pair: tuple[Any, Record]) -> Any:
    return pair[0]


def _records(data: TableData, links: Links, signs: Signs, why: Why | None) -> list[Record]:
    """Return the rows of *data* by column key, with ``links``, ``signs`` and ``leads``.

    ``why`` is the key by which a row's figures are asked about, ``reasons`` the answer where they
    were.
    """
    keys = [column.key for column in data.columns]
    records: list[Record] = [dict(zip(keys, row, strict=True)) for row in data.rows]
    for index, record in enumerate(records):
        record["links"] = {key: addresses[index] for key, addresses in links.items()}
        record["signs"] = {key: before[index] for key, before in signs.items()}
        record["leads"] = record.get("place") in ("1", "1=")
        record["why"] = why.keys[index] if why else ""
        record["reasons"] = (
            why.reasons if why and why.asked and why.asked == why.keys[index] else ()
        )
    return records
