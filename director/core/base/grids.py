"""Tables on pages: sortable columns with links and signs, from the rows of a file.

The columns and rows of a table come from ``director.formats``, the same as for files. A subclass of
:class:`TableColumn` turns a value into text and HTML. A :class:`PageTable` adds addresses, signs,
sorting and pages of rows, and leaves out columns that say nothing. A figure can be a link to its
explanation, a :class:`ScoreExplanation`, which is then shown below the row. :data:`ColumnWithTexts` is a column
of such a table on paper.
"""

import html
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import Any, ClassVar, Self, cast

import django_tables2
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django_tables2.config import RequestConfig
from django_tables2.data import TableListData
from django_tables2.utils import OrderBy

from director.core.base.bars import Bar, choose_bar_scale, make_bar
from director.core.base.pictures import PictureScale
from director.core.base.tags.cards import card, contract, format_points, percent, signed
from director.formats.figures import (
    Column,
    ColumnKind,
    FileValue,
    TableData,
    Value,
    compute_column_decimals,
    to_file_value,
)
from director.names import get_family_name
from director.pdf.tables import PaperColumn
from director.pdf.words import format_percent_column, format_points_column, format_score
from director.sheets import MINUS, Points
from scoring.display import get_common_decimals

Record = dict[str, Any]

_NO_BREAK = "\N{NO-BREAK SPACE}"
_LARGEST_FIRST = (ColumnKind.POINTS, ColumnKind.PERCENT, ColumnKind.SCORE)
"""Kinds of columns whose first click sorts the largest first, to show who did best."""

NO_VALUE_SIGN = "–"
"""The sign in place of a figure that would say nothing."""


class TableColumn(django_tables2.Column):  # type: ignore[misc]  # django-tables2 has no types
    """A column of a table on a page: figures aligned right, some with a bar.

    A table declares how its columns are shown. Key, title and kind come from the column of the
    file (:meth:`make_filled_copy`). :meth:`render_cell` returns HTML for people, :meth:`value` the
    value for a file.
    """

    def __init__(
        self,
        *,
        # False if another part of the page shows the same. Files still have the column.
        visible: bool = True,
        hide_on: str = "",  # "phone", or "tablet" and everything narrower
        numbered_key: str = "",  # a column of names, before which phones show this number
        is_stated_once: bool = False,  # one value of all rows is shown beside the caption instead
        is_row_header: bool = False,  # names its row, for screen readers
    ) -> None:
        super().__init__(default="", visible=visible)
        self.hide_on = hide_on
        self.numbered_key = numbered_key
        self.is_stated_once = is_stated_once
        self.is_row_header = is_row_header
        self.kind = ColumnKind.TEXT
        self.formatter: Callable[[Any, int], str] | None = None
        self.decimals = 0
        self.css_classes = ""
        self.bar_scale: PictureScale | None = None

    def make_filled_copy(
        self,
        column: Column,
        decimals: int,
        hide_on: str,
        *,
        visible: bool,
        bar_scale: PictureScale | None = None,
    ) -> Self:
        """Return a copy that shows *column* of a file, its points with *decimals*.

        Figures have a bar on the *bar_scale*, if there is one.
        """
        filled_column = copy(self)
        filled_column.verbose_name = column.title
        filled_column.visible = visible
        filled_column.initial_sort_descending = column.kind in _LARGEST_FIRST
        filled_column.kind = column.kind
        filled_column.formatter = _FORMATTERS.get(column.kind)
        filled_column.decimals = decimals
        filled_column.bar_scale = bar_scale
        classes = []
        if column.kind is not ColumnKind.TEXT:
            classes.append("n")
        if bar_scale:
            classes.append("pct")
        classes.append(f"c-{column.key}")
        if hide_on:
            classes.append("wide")
        if hide_on == "tablet":
            classes.append("roomy")
        filled_column.css_classes = " ".join(classes)
        return filled_column

    def format_text(self, key: str, record: Record) -> str:
        """Return the text of column *key* in *record*."""
        if self.formatter:
            return self.formatter(record[key], self.decimals)
        return str(record[key])

    def render_cell(self, key: str, record: Record, explanation_address: str = "") -> str:
        """Return the HTML of column *key* in *record*, with its sign, link or bar.

        *explanation_address* is the address that explains the figure, or "" if it has no explanation.
        """
        value = record[key]
        # Most values are figures, which are slow to compare with values of other types.
        if (value is None or isinstance(value, str)) and value in self.empty_values:
            # The dash is the only sign that stands alone, the others mark a figure.
            if record["signs"].get(key) == NO_VALUE_SIGN:
                return NO_VALUE_SIGN
            return ""
        # Each part is escaped here and joined, since format_html() takes most of the time of a page.
        # conditional_escape() takes a fifth: it looks at each call whether the text is a lazy one.
        text = self.format_text(key, record)
        if not isinstance(text, SafeString):
            text = _escape(text)
        content = text
        if sign := record["signs"].get(key):
            content = f"{sign if isinstance(sign, SafeString) else _escape(sign)}{content}"
        address = record["links"].get(key)
        if address is not None:
            content = f'<a href="{_escape(address)}">{content}</a>'
        elif explanation_address:
            content = _make_explanation_link(text, _escape(explanation_address), record)
        if self.bar_scale and text:
            content = f"{content}{_render_bar(make_bar(value, self.bar_scale))}"
        return SafeString(content)  # each part is escaped

    def value(self, value: Value) -> FileValue:
        """Return *value* as it is written to files."""
        return to_file_value(value, self.kind)


@lru_cache(maxsize=16_384)  # names, addresses and most figures are the same at the next look
def _escape(text: str) -> str:
    return html.escape(text)


def _make_explanation_link(text: str, address: str, record: Record) -> str:
    """Return the *text* of a figure as a link to *address*, which explains it. Both are escaped."""
    key = _escape(record["explanation_key"])
    described_by = ""
    if record["explanations"]:
        described_by = f' aria-describedby="because-{key}"'
    return (
        f'<a class="why-of" href="{address}#why-{key}" hx-get="{address}" id="why-{key}" '
        f'aria-expanded="{"true" if record["explanations"] else "false"}" '
        f'aria-label="{text}, why?"{described_by}>{text}</a>'
    )


@lru_cache(maxsize=16_384)  # every row has a bar, and many are the same
def _render_bar(bar: Bar) -> SafeString:
    return render_to_string("core/pictures/_bar.html", {"bar": bar})


class ContractColumn(TableColumn):
    """A contract with its suit as a sign, and its declarer."""

    empty_values = ()  # a line without a contract may still have remarks

    def format_text(self, key: str, record: Record) -> str:
        """Return the contract with its declarer, and remarks about the line."""
        value = record[key]
        declarer = record.get(key.replace("contract", "declarer"))
        main_part = contract(str(value)) if value else ""
        if value and declarer and key != "ruling":
            result_html = ""
            if key == "contract":
                # Phones have no column of tricks, so their style shows the result here.
                result = _format_result(str(value), record.get("tricks"))
                if result:
                    result_html = format_html('<span data-result="{}"></span>', result)
            main_part = format_html("{}{}{}{}", main_part, _NO_BREAK, declarer, result_html)
        parts = [main_part]
        if record.get("group"):
            parts.append(f"cards {record['group']}")
        if record.get("covered"):
            parts.append(format_html("made {}", contract(str(record["covered"]))))
        if record.get("off_schedule"):
            parts.append(str(record["off_schedule"]))
        return format_html_join(" · ", "{}", ((part,) for part in parts if part))


def _format_result(contract_text: str, tricks: object) -> str:
    """Return the result of a contract for phones, such as "+1" or "=".

    >>> _format_result("4HX", 10), _format_result("3NT", 7), _format_result("PASS", None)
    ('=', '−2', '')
    """
    if not isinstance(tricks, int) or not contract_text[:1].isdecimal():
        return ""
    overtricks = tricks - 6 - int(contract_text[0])
    if overtricks:
        return f"{overtricks:+d}".replace("-", MINUS)
    return "="


class SideColumn(TableColumn):
    """The names of a side, shortened to family names on phones."""

    def format_text(self, key: str, record: Record) -> str:
        """Return the names, with family names for phones beside them."""
        return _format_side(str(record[key]))


@lru_cache(maxsize=4096)  # the same names are on every page of an event
def _format_side(names: str) -> SafeString:
    # A team's name may be followed by a colon and its players at the table.
    team_or_players = names.partition(": ")[0]
    players = team_or_players.split(" & ")
    if len(players) > 1:
        players = list(map(get_family_name, players))
    return format_html('<span data-brief="{}">{}</span>', " & ".join(players), names)


class LeadColumn(TableColumn):
    """The card that was led, with its suit as a sign."""

    def format_text(self, key: str, record: Record) -> str:
        """Return the card."""
        return card(str(record[key]))


def make_sort_key(value: Value, kind: ColumnKind) -> Value:
    """Return the sort key of *value*: figures and ranks as numbers, text without case.

    Numbers within a text sort as numbers: pair A4 comes before A10.

    >>> make_sort_key("10=", ColumnKind.PLACE), make_sort_key("ada Ash", ColumnKind.TEXT), make_sort_key("", ColumnKind.PLACE)
    (10, 'ada ash', None)
    >>> sorted(["A10", "B1", "A4"], key=lambda label: make_sort_key(label, ColumnKind.TEXT))
    ['A4', 'A10', 'B1']
    """
    if kind is ColumnKind.PLACE:
        rank_match = re.match("[0-9]+", str(value or ""))
        if rank_match:
            return int(rank_match[0])
        return None
    if isinstance(value, str):
        # With leading zeros, text is in the order of its numbers.
        return re.sub("[0-9]+", lambda match: match[0].zfill(9), value.casefold()) or None
    return value


_FORMATTERS: dict[ColumnKind, Callable[[Any, int], str]] = {
    ColumnKind.SCORE: lambda score, _decimals: signed(score),
    ColumnKind.POINTS: format_points,
    ColumnKind.PERCENT: lambda share, _decimals: percent(share),
}


_IRREGULAR_SINGULARS = {"matches": "match"}
"""Singulars that aren't the plural without its last letter."""


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """The explanation of a figure."""

    title: str
    comparison: str  # the results that were compared, or "" if none were
    formula: str
    boards: tuple[tuple[int, str], ...] = ()  # numbers and points that add up to the figure
    share: str = ""  # the figure as a percentage
    sums: TableData | None = None  # other parts of a total with their running sum

    @property
    def sum_rows(self) -> Iterator[tuple[str, list[str]]]:
        """The rows of *sums*, each with its name and its figures as text."""
        if self.sums is None:
            return
        _first, *decimals = compute_column_decimals(self.sums)
        for name, *figures in self.sums.rows:
            texts = []
            for figure, column_decimals in zip(figures, decimals, strict=True):
                if isinstance(figure, str):
                    texts.append(figure)
                else:
                    texts.append(format_points(cast(Points, figure), column_decimals))
            yield str(name), texts


@dataclass(frozen=True, slots=True)
class ExplainedScores:
    """The figures of a table that can be explained, one in each row, and an open explanation."""

    keys: tuple[str, ...]  # one per row, "" for a row without a figure
    explained_key: str = ""  # the figure whose explanation is open
    explanations: tuple[ScoreExplanation, ...] = ()  # of that figure
    closing_key: str = ""  # the key in the link that closes the explanation
    part: str = ""  # a template at the end of the explanation
    part_args: Any = None  # what the template is rendered with


AddressesByColumn = Mapping[str, Sequence[str | None]]
"""Addresses by column key, one per row. None is a cell without a link."""
SignsByColumn = Mapping[str, Sequence[str]]
"""Signs by column key, one per row, shown before the figure or instead of it."""

MAX_ROWS = 500
"""Rows on one page of a table. A field of hundreds of tables has more; files and paper hold all."""


class SortedTableData(TableListData):  # type: ignore[misc]  # django-tables2 has no types
    """Rows sorted by value. Empty cells come last in both directions."""

    data: list[Record]

    def order_by(self, aliases: Sequence[str]) -> None:
        """Sort the rows by *aliases*: column keys, with ``-`` before them for the largest first."""
        # From the last alias to the first, since each sort keeps the order of equal rows.
        for alias in reversed(aliases):
            order = OrderBy(alias)
            kind = self.table.columns[order.bare].column.kind
            filled_records: list[tuple[Any, Record]] = []
            empty_records: list[Record] = []
            for record in self.data:
                key = make_sort_key(record[order.bare], kind)
                if key is None:
                    empty_records.append(record)
                else:
                    filled_records.append((key, record))
            filled_records.sort(key=itemgetter(0), reverse=order.is_descending)
            self.data = [record for _key, record in filled_records] + empty_records


class PageTable(django_tables2.Table):  # type: ignore[misc]  # django-tables2 has no types
    """A table on a page that shows the rows of a file.

    A column is shown as its ``page`` says, or else as :class:`TableColumn` does; a subclass declares
    what it shows in another way.
    ``Meta.sequence`` names the columns before all others, ``Meta.attrs`` the class for the
    stylesheet. ``explainable_keys`` names columns with an explainable figure: a row uses the first of
    them that has a value. Percentages have bars, and in a table without percentages the column
    ``bar_key`` has them.

    *links* and *signs* hold addresses and signs by column key. *prefix* distinguishes several tables
    on one page. Bars are on the *bar_scale*, or else on a scale of their own column.
    """

    explainable_keys: ClassVar[tuple[str, ...]] = ()
    bar_key: ClassVar[str] = ""

    def __init__(  # noqa: PLR0913
        self,
        data: TableData,
        *,
        request: HttpRequest,
        caption: str = "",
        note: str = "",
        links: AddressesByColumn | None = None,
        signs: SignsByColumn | None = None,
        prefix: str = "",
        explained_scores: ExplainedScores | None = None,
        bar_scale: PictureScale | None = None,
        has_bars: bool = True,
    ) -> None:
        self.request = request
        self._has_bars = has_bars
        self._bar_scale = bar_scale
        self.caption = caption
        self.element_id = f"{prefix}table"
        self.explained_scores = explained_scores
        other_params = request.GET.copy()
        other_params.pop("why", None)
        self._other_params = other_params.urlencode()
        declared = {}
        values = {}
        for column, column_values in zip(data.columns, data.list_columns_of_values(), strict=True):
            page = column.page or _PLAIN_COLUMN
            declared[column.key] = self.base_columns.get(column.key, page)
            values[column.key] = column_values
        # A phone shows these numbers before the names, if every row has a name.
        names_key_by_number_key = {
            key: column.numbered_key
            for key, column in declared.items()
            if column.numbered_key in values and all(values[column.numbered_key])
        }
        constant_phrases = _make_constant_phrases_by_key(data, declared, values)
        self.note = " · ".join(filter(None, (note, *constant_phrases.values())))
        records = _make_records(
            data, links or {}, signs or {}, names_key_by_number_key, explained_scores
        )
        columns = self._make_columns(
            data, declared, values, names_key_by_number_key, constant_phrases
        )
        keys = [key for key, _column in columns]
        super().__init__(
            SortedTableData(records),
            extra_columns=columns,
            sequence=keys,
            exclude=self.base_columns.keys() - keys,
            empty_text="No results have been entered.",
            prefix=prefix,
        )
        paginate: dict[str, object] | bool = False
        if len(records) > MAX_ROWS:
            # *silent* shows the last page for a page number that is too high.
            paginate = {"per_page": MAX_ROWS, "silent": True}
        RequestConfig(request, paginate=paginate).configure(self)

    @property
    def html(self) -> SafeString:
        """The table as HTML."""
        text: SafeString = self.as_html(self.request)
        return text

    @property
    def has_explanations(self) -> bool:
        """Whether a figure can be pressed to see how it was calculated."""
        return self.explained_scores is not None and any(self.explained_scores.keys)

    @property
    def html_parts(self) -> Iterator[tuple[SafeString, Record | None]]:
        """The rows of the page as HTML, as far as the next with an open explanation, and that record.

        A page has thousands of cells. A template would take ten times as long for each.
        """
        rows: list[str] = []
        for record, cells in self.html_rows:
            rows.append(
                f'<tr class="lead">{cells}</tr>' if record["leads"] else f"<tr>{cells}</tr>"
            )
            if record["explanations"]:
                yield SafeString("\n".join(rows)), record
                rows = []
        if rows:
            yield SafeString("\n".join(rows)), None

    @property
    def html_rows(self) -> Iterator[tuple[Record, str]]:
        """The records of the page, each with its cells as HTML."""
        columns = []
        for bound_column in self.columns:
            column = bound_column.column
            if column.is_row_header:
                start_tag, end_tag = '<th scope="row" class="{}">', "</th>"
            else:
                start_tag, end_tag = '<td class="{}">', "</td>"
            start_tag = format_html(start_tag, column.css_classes)
            columns.append((bound_column.name, column, start_tag, end_tag))
        shown_keys = [key for key, *_rest in columns]
        explained_keys = [key for key in self.explainable_keys if key in shown_keys]
        # The records, not the rows of django-tables2, which would be another object for each.
        for record in self.paginated_rows.data:
            explained_key = ""
            if record["explanation_key"]:
                explained_key = next((key for key in explained_keys if record[key] is not None), "")
            cells: list[str] = []
            for key, column, start_tag, end_tag in columns:
                address = self._make_explanation_address(record) if key == explained_key else ""
                cells += (start_tag, column.render_cell(key, record, address), end_tag)
            yield record, SafeString("".join(cells))  # each cell is escaped

    def _make_explanation_address(self, record: Record) -> str:
        """Return the address that explains the figure of *record*, or closes the explanation."""
        key = record["explanation_key"]
        if self.explained_scores and record["explanations"]:
            key = self.explained_scores.closing_key
        explanation_param = f"why={key}" if key else ""
        return "?" + "&".join(filter(None, (self._other_params, explanation_param)))

    def _make_columns(
        self,
        data: TableData,
        columns_by_key: Mapping[str, TableColumn],
        values_by_key: Mapping[str, Sequence[Value]],
        number_keys: Collection[str],
        constant_keys: Collection[str],
    ) -> list[tuple[str, TableColumn]]:
        """Return the columns as declared, those in ``Meta.sequence`` first."""
        percent_keys = {column.key for column in data.columns if column.kind is ColumnKind.PERCENT}
        # A method without percentages leaves these columns empty.
        empty_keys = {
            key for key in percent_keys if all(value is None for value in values_by_key[key])
        }
        hide_on = _choose_hidden_columns(columns_by_key, number_keys, percent_keys - empty_keys)
        # A row has one bar, so percentages of single sessions have none.
        bar_keys = {key for key in percent_keys - empty_keys if not key.startswith("session_")}
        if not bar_keys and self.bar_key:
            bar_keys = {self.bar_key}
        columns = []
        for column, decimals in zip(data.columns, compute_column_decimals(data), strict=True):
            key = column.key
            visible = (
                columns_by_key[key].visible and key not in empty_keys and key not in constant_keys
            )
            filled_column = columns_by_key[key].make_filled_copy(
                column,
                decimals,
                hide_on.get(key, ""),
                visible=visible,
                bar_scale=self._choose_bar_scale(column, values_by_key[key], bar_keys),
            )
            columns.append((key, filled_column))
        first_keys = [name for name in self._meta.sequence or () if name != "..."]
        ranks = {key: rank for rank, key in enumerate(first_keys)}
        # The sort is stable, so all other columns keep their order behind them.
        return sorted(columns, key=lambda named: ranks.get(named[0], len(ranks)))

    def _choose_bar_scale(
        self, column: Column, values: Sequence[Value], bar_keys: Collection[str]
    ) -> PictureScale | None:
        """Return the scale for the bars of *column*, or None if it has none."""
        if column.key not in bar_keys or not self._has_bars:
            return None
        figures = [value for value in values if isinstance(value, int | Fraction)]
        # A bar only says something beside others.
        if len(figures) < 2:
            return None
        if self._bar_scale:
            return self._bar_scale
        return choose_bar_scale(figures, are_percentages=column.kind is ColumnKind.PERCENT)


_PLAIN_COLUMN = TableColumn()
_KEYS_REPLACED_BY_PERCENT = ("total", "points", "ns_points", "ew_points")
"""Columns that a phone can do without if the table has percentages."""


def _choose_hidden_columns(
    columns_by_key: Mapping[str, TableColumn], number_keys: Collection[str], percent_keys: Set[str]
) -> dict[str, str]:
    """Return the columns that narrow windows leave out, each with ``"phone"`` or ``"tablet"``."""
    hide_on = {key: column.hide_on for key, column in columns_by_key.items() if column.hide_on}
    for key in columns_by_key:
        if key in number_keys:
            hide_on.setdefault(key, "phone")
    if percent_keys - hide_on.keys():
        for key in _KEYS_REPLACED_BY_PERCENT:
            hide_on.setdefault(key, "phone")
    return hide_on


def _make_constant_phrases_by_key(
    data: TableData,
    columns_by_key: Mapping[str, TableColumn],
    values_by_key: Mapping[str, Sequence[Value]],
) -> dict[str, str]:
    """Return the columns to say once, each with the value of all rows as a phrase."""
    phrases_by_key = {}
    for column in data.columns:
        if columns_by_key[column.key].is_stated_once and len(set(values_by_key[column.key])) == 1:
            value = values_by_key[column.key][0]
            title = column.title.lower()
            if value == 1:
                title = _IRREGULAR_SINGULARS.get(title) or title.removesuffix("s")
            phrases_by_key[column.key] = f"{value} {title}"
    return phrases_by_key


def _make_records(
    data: TableData,
    links: AddressesByColumn,
    signs: SignsByColumn,
    names_key_by_number_key: Mapping[str, str],
    explained_scores: ExplainedScores | None,
) -> list[Record]:
    """Return the rows of *data* by column key, with ``links``, ``signs`` and ``leads``.

    *names_key_by_number_key* has columns of numbers, which a phone shows before a column of names.
    A record's ``explanation_key`` is the key of its explainable figure. Its ``explanations`` are empty
    unless they are open.
    """
    keys = [column.key for column in data.columns]
    records: list[Record] = [dict(zip(keys, row, strict=True)) for row in data.rows]
    for index, record in enumerate(records):
        record["links"] = {key: addresses[index] for key, addresses in links.items()}
        record["signs"] = {key: column_signs[index] for key, column_signs in signs.items()}
        for number_key, names_key in names_key_by_number_key.items():
            sign = record["signs"].get(names_key, "")
            if not isinstance(sign, SafeString):
                sign = html.escape(sign)
            number = html.escape(str(record[number_key]))
            # The style shows the attribute on phones only.
            record["signs"][names_key] = SafeString(f'<span data-no="{number}"></span>{sign}')
        record["leads"] = record.get("place") in ("1", "1=")
        record["explanation_key"] = ""
        record["explanations"] = ()
        if explained_scores:
            key = explained_scores.keys[index]
            record["explanation_key"] = key
            if key and key == explained_scores.explained_key:
                record["explanations"] = explained_scores.explanations
    return records


# Tables on paper: the values of a file as text, in the columns of a printed list.


ColumnWithTexts = tuple[PaperColumn, tuple[str, ...]]
"""A column with its texts, one for each row."""


def list_printed_columns(
    table: TableData,
    required_keys: Collection[str] = (),
    *,
    texts_by_key: Mapping[str, tuple[str, ...]] | None = None,
    format_points: Callable[[Sequence[Any]], tuple[str, ...]] | None = None,
) -> list[ColumnWithTexts]:
    """Return the columns of *table* that are declared for paper.

    A column without any text is left out, unless it is one of *required_keys*. Points are formatted
    by *format_points*, by default with equal decimals. Paper may say more than a file does: a column
    in *texts_by_key* has those texts instead of its values.
    """
    columns_with_values: list[tuple[Column, Sequence[Any]]] = list(
        zip(table.columns, table.list_columns_of_values(), strict=True)
    )
    texts_by_key = texts_by_key or {}
    points_by_group: dict[str, list[Any]] = {}
    for column, values in columns_with_values:
        if column.kind is ColumnKind.POINTS:
            points_by_group.setdefault(column.group or column.key, []).extend(values)
    printed_columns = []
    for column, values in columns_with_values:
        if column.paper is None:
            continue
        if column.key in texts_by_key:
            texts = texts_by_key[column.key]
        elif column.kind is ColumnKind.POINTS and format_points:
            texts = format_points(values)
        elif column.kind is ColumnKind.POINTS:
            decimals = get_common_decimals(points_by_group[column.group or column.key])
            texts = format_points_column(values, decimals)
        else:
            texts = _PRINT_FORMATTERS.get(column.kind, _format_texts)(values)
        if column.paper.can_wrap:
            # A percent sign stays on the line of its figure.
            texts = tuple(text.replace(" %", "\N{NO-BREAK SPACE}%") for text in texts)
        if column.key in required_keys or any(texts):
            title = column.paper.title or column.title
            printed_columns.append((replace(column.paper, title=title), texts))
    return printed_columns


def _format_texts(values: Sequence[Any]) -> tuple[str, ...]:
    texts = ("" if value is None else str(value) for value in values)
    # The unbreakable hyphen of pages can't be searched for in a PDF.
    return tuple(text.replace("\N{NON-BREAKING HYPHEN}", "-") for text in texts)


_PRINT_FORMATTERS: dict[ColumnKind, Callable[[Sequence[Any]], tuple[str, ...]]] = {
    ColumnKind.SCORE: lambda values: tuple(map(format_score, values)),
    ColumnKind.PERCENT: format_percent_column,
}
