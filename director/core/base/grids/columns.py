"""Columns of tables on pages: the values of a file as text and HTML.

The columns and rows of a table come from ``director.formats``, the same as for files. A subclass of
:class:`SheetColumn` turns a value into text and HTML. ``sheet`` decides which columns a table has,
and in what order.
"""

import html
import re
from collections.abc import Callable
from copy import copy
from functools import lru_cache
from numbers import Rational
from typing import Any, Self

import django_tables2
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from director.core.base.tags.cards import card, contract, format_points, percent, signed
from director.formats.figures import Column, FileValue, Kind, Value, to_file_value
from director.names import get_family_name
from director.sheets import MINUS

Record = dict[str, Any]

_NO_BREAK = "\N{NO-BREAK SPACE}"
_LARGEST_FIRST = (Kind.POINTS, Kind.PERCENT, Kind.SCORE)
"""Kinds of columns whose first click sorts the largest first, to show who did best."""

NO_FIGURE = "–"
"""The sign in place of a figure that would say nothing."""


class SheetColumn(django_tables2.Column):  # type: ignore[misc]  # django-tables2 has no types
    """A column of a table on a page: figures aligned right, percentages with a bar.

    A table declares how its columns are shown. Key, title and kind come from the column of the
    file (:meth:`fill`). Declared are:

    - *visible*: false if another part of the page shows the same; files still have the column;
    - *hide_on*: left out on a ``"phone"``, or on a ``"tablet"`` and everything narrower;
    - *number_of*: the column of names that a phone shows this number before, if all rows have names;
    - *said_once*: if all rows have the same value, shown beside the caption instead;
    - *row_header*: names its row, for screen readers.

    :meth:`cell` returns HTML for people, :meth:`value` the value for a file.
    """

    def __init__(
        self,
        *,
        visible: bool = True,
        hide_on: str = "",
        number_of: str = "",
        said_once: bool = False,
        row_header: bool = False,
    ) -> None:
        super().__init__(default="", visible=visible)
        self.hide_on = hide_on
        self.number_of = number_of
        self.said_once = said_once
        self.row_header = row_header
        self.kind = Kind.TEXT
        self.decimals = 0
        self.css = ""
        self.shows_share = False

    def fill(self, column: Column, decimals: int, hide_on: str, *, visible: bool) -> Self:
        """Return a copy that shows *column* of a file, its points with *decimals*."""
        filled = copy(self)
        filled.verbose_name = column.title
        filled.visible = visible
        filled.initial_sort_descending = column.kind in _LARGEST_FIRST
        filled.kind = column.kind
        filled.decimals = decimals
        # A row has one bar, so percentages of single sessions have none.
        filled.shows_share = column.kind is Kind.PERCENT and not column.key.startswith("session_")
        classes = []
        if column.kind is not Kind.TEXT:
            classes.append("n")
        if filled.shows_share:
            classes.append("pct")
        classes.append(f"c-{column.key}")
        if hide_on:
            classes.append("wide")
        if hide_on == "tablet":
            classes.append("roomy")
        filled.css = " ".join(classes)
        return filled

    def format_text(self, key: str, record: Record) -> str:
        """Return the text of column *key* in *record*."""
        formatter = _FORMATTERS.get(self.kind)
        if formatter:
            return formatter(record[key], self.decimals)
        return str(record[key])

    def cell(self, key: str, record: Record, why: str = "") -> str:
        """Return the HTML of column *key* in *record*, with its sign, link or bar.

        *why* is the address that explains the figure, or "" if it has no explanation.
        """
        value = record[key]
        # Most are figures, which are slow to compare with what isn't one.
        if not isinstance(value, Rational) and value in self.empty_values:
            # The dash is the only sign that stands alone, the others mark a figure.
            if record["signs"].get(key) == NO_FIGURE:
                return NO_FIGURE
            return ""
        # Each part is escaped here and joined, since format_html() takes most of the time of a page.
        # conditional_escape() takes a fifth: it looks at each call whether the text is a lazy one.
        text = self.format_text(key, record)
        if not isinstance(text, SafeString):
            text = html.escape(text)
        content = text
        if sign := record["signs"].get(key):
            content = f"{sign if isinstance(sign, SafeString) else html.escape(sign)}{content}"
        address = record["links"].get(key)
        if address is not None:
            content = f'<a href="{html.escape(address)}">{content}</a>'
        elif why:
            content = _make_why_link(text, html.escape(why), record)
        if self.shows_share and text:
            content = f"{content}{_render_bar(text)}"
        return mark_safe(content)  # noqa: S308  each part is escaped

    def value(self, value: Value) -> FileValue:
        """Return *value* as it is written to files."""
        return to_file_value(value, self.kind)


def _make_why_link(text: str, address: str, record: Record) -> str:
    """Return the *text* of a figure as a link to *address*, which explains it. Both are escaped."""
    key, described_by = html.escape(record["why"]), ""
    if record["reasons"]:
        described_by = f' aria-describedby="because-{key}"'
    return (
        f'<a class="why-of" href="{address}#why-{key}" hx-get="{address}" id="why-{key}" '
        f'aria-expanded="{"true" if record["reasons"] else "false"}" '
        f'aria-label="{text}, why?"{described_by}>{text}</a>'
    )


@lru_cache(maxsize=16_384)  # every row has a bar, and many are the same
def _render_bar(percent: str) -> SafeString:
    return render_to_string("components/share.html", {"percent": percent})


class ContractColumn(SheetColumn):
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
    over = tricks - 6 - int(contract_text[0])
    if over:
        return f"{over:+d}".replace("-", MINUS)
    return "="


class SideColumn(SheetColumn):
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


class LeadColumn(SheetColumn):
    """The card that was led, with its suit as a sign."""

    def format_text(self, key: str, record: Record) -> str:
        """Return the card."""
        return card(str(record[key]))


def make_sort_key(value: Value, kind: Kind) -> Value:
    """Return the sort key of *value*: figures and places as numbers, text without case.

    Numbers within a text sort as numbers: pair A4 comes before A10.

    >>> make_sort_key("10=", Kind.PLACE), make_sort_key("ada Ash", Kind.TEXT), make_sort_key("", Kind.PLACE)
    (10, 'ada ash', None)
    >>> sorted(["A10", "B1", "A4"], key=lambda label: make_sort_key(label, Kind.TEXT))
    ['A4', 'A10', 'B1']
    """
    if kind is Kind.PLACE:
        place = re.match("[0-9]+", str(value or ""))
        if place:
            return int(place[0])
        return None
    if isinstance(value, str):
        # With leading zeros, text is in the order of its numbers.
        return re.sub("[0-9]+", lambda match: match[0].zfill(9), value.casefold()) or None
    return value


_FORMATTERS: dict[Kind, Callable[[Any, int], str]] = {
    Kind.SCORE: lambda score, _decimals: signed(score),
    Kind.POINTS: format_points,
    Kind.PERCENT: lambda share, _decimals: percent(share),
}
