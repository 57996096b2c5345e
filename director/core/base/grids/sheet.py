"""Tables on pages: sortable columns with links and signs, from the rows of a file."""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, ClassVar

import django_tables2
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django_tables2.config import RequestConfig
from django_tables2.data import TableListData
from django_tables2.utils import OrderBy

from director.core.base.grids.columns import Record, SheetColumn, sort_key
from director.formats.figures import Kind, TableData, Value, column_decimals

# Figures of a grid that can be asked about, and the answer where one was.


@dataclass(frozen=True, slots=True)
class Reason:
    """An explained figure: what it was *compared* with, and the *formula*.

    *boards* are the numbers and points that a total is the sum of, *share* the percentage it makes.
    """

    title: str
    compared: str  # empty where nothing is compared
    formula: str
    boards: tuple[tuple[int, str], ...] = ()
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
    """A table on a page, made of the columns and rows of a file.

    A subclass declares how its columns are shown; a column that it does not declare is shown as
    :class:`SheetColumn` does.  ``Meta.sequence`` names the columns that stand before all others,
    ``Meta.attrs`` the class by which the stylesheet lays the table out.  The figure that can be
    asked about is in the first column of ``explains`` that has any.

    *links* gives, for the key of a column, an address for each row, *signs* what stands before its
    figure or in place of it.  *prefix* tells several tables of one page apart. With *why* the
    figure of a row asks why it is so, and the one that was asked about is followed by the answer.
    """

    explains: ClassVar[tuple[str, ...]] = ()

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
        declared = {
            column.key: self.base_columns.get(column.key, _PLAIN) for column in data.columns
        }
        values = {
            column.key: [row[at] for row in data.rows] for at, column in enumerate(data.columns)
        }
        # A phone shows these numbers before the names, if every row has a name.
        numbers = {
            key: column.number_of
            for key, column in declared.items()
            if column.number_of in values and all(values[column.number_of])
        }
        constant = _constant_columns(data, declared, values)
        self.note = " · ".join(filter(None, (note, *constant.values())))
        records = _records(data, links or {}, signs or {}, numbers, why)
        columns = self._columns(data, declared, values, numbers, constant)
        keys = [key for key, _column in columns]
        super().__init__(
            SheetData(records),
            extra_columns=columns,
            sequence=keys,
            exclude=self.base_columns.keys() - keys,
            empty_text="No results have been entered.",
            prefix=prefix,
        )
        pages = {"per_page": MOST_ROWS, "silent": True} if len(records) > MOST_ROWS else False
        RequestConfig(request, paginate=pages).configure(self)

    @property
    def explains_totals(self) -> bool:
        """Whether a figure can be pressed to see how it was worked out."""
        return self.why is not None and any(self.why.keys)

    @property
    def lines(self) -> Iterator[tuple[Record, str]]:
        """The rows of the page, each with its cells as HTML.

        A page has thousands of cells; made by a template, each would cost ten times as long.
        """
        columns = []
        for bound in self.columns:
            tag = '<th scope="row" class="{}">' if bound.column.row_header else '<td class="{}">'
            end = mark_safe("</th>") if bound.column.row_header else mark_safe("</td>")
            columns.append((bound.name, bound.column, format_html(tag, bound.column.css), end))
        explained = [key for key in self.explains if any(key == shown for shown, *_rest in columns)]
        for row in self.paginated_rows:
            record = row.record
            if record["why"]:
                about = next((key for key in explained if record[key] is not None), "")
            else:
                about = ""
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

    def _columns(
        self,
        data: TableData,
        declared: Mapping[str, SheetColumn],
        values: Mapping[str, Sequence[Value]],
        numbers: Collection[str],
        constant: Collection[str],
    ) -> list[tuple[str, SheetColumn]]:
        """Return the columns of *data* as they are declared, in the order of ``Meta.sequence``."""
        percents = {column.key for column in data.columns if column.kind is Kind.PERCENT}
        # A method without percentages leaves these columns empty.
        empty = {key for key in percents if all(value is None for value in values[key])}
        hide_on = _hidden_on(declared, numbers, percents - empty)
        columns = []
        for column, decimals in zip(data.columns, column_decimals(data), strict=True):
            key = column.key
            visible = declared[key].visible and key not in empty and key not in constant
            filled = declared[key].fill(column, decimals, hide_on.get(key, ""), visible=visible)
            columns.append((key, filled))
        # The columns of the sequence come first, in its order. The sort keeps the order of the others.
        before = [name for name in self._meta.sequence or () if name != "..."]
        return sorted(columns, key=lambda named: (*before, named[0]).index(named[0]))


_PLAIN = SheetColumn()
_SAID_BY_PERCENT = ("total", "points", "ns_points", "ew_points")


def _hidden_on(
    declared: Mapping[str, SheetColumn], numbers: Collection[str], percents: Set[str]
) -> dict[str, str]:
    """Return the columns that narrow windows leave out, and on which."""
    hide_on = {key: column.hide_on for key, column in declared.items() if column.hide_on}
    for key in declared:
        if key in numbers or key.startswith("session_"):
            hide_on.setdefault(key, "phone")
    if percents - hide_on.keys():
        for key in _SAID_BY_PERCENT:
            hide_on.setdefault(key, "phone")
    return hide_on


def _constant_columns(
    data: TableData,
    declared: Mapping[str, SheetColumn],
    values: Mapping[str, Sequence[Value]],
) -> dict[str, str]:
    """Return the columns said once, with the value that all rows have."""
    constant = {}
    for column in data.columns:
        if declared[column.key].said_once and len(set(values[column.key])) == 1:
            value = values[column.key][0]
            title = column.title.lower()
            if value == 1:
                title = title.removesuffix("s")
            constant[column.key] = f"{value} {title}"
    return constant


def _first(pair: tuple[Any, Record]) -> Any:
    return pair[0]


def _records(
    data: TableData, links: Links, signs: Signs, numbers: Mapping[str, str], why: Why | None
) -> list[Record]:
    """Return the rows of *data* by column key, with ``links``, ``signs`` and ``leads``.

    *numbers* stand before the names of their columns.  ``why`` is the key by which a row's figures
    are asked about, ``reasons`` the answer where they were.
    """
    keys = [column.key for column in data.columns]
    records: list[Record] = [dict(zip(keys, row, strict=True)) for row in data.rows]
    for index, record in enumerate(records):
        record["links"] = {key: addresses[index] for key, addresses in links.items()}
        record["signs"] = {key: before[index] for key, before in signs.items()}
        for number, names in numbers.items():
            sign = record["signs"].get(names, "")
            record["signs"][names] = format_html(
                '<span data-no="{}"></span>{}', record[number], sign
            )
        record["leads"] = record.get("place") in ("1", "1=")
        record["why"] = why.keys[index] if why else ""
        if why and why.asked and why.asked == why.keys[index]:
            record["reasons"] = why.reasons
        else:
            record["reasons"] = ()
    return records
