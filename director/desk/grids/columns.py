"""Columns that dress the bare values of a sheet's table for people, each by what it holds."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import django_tables2
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from director.desk.tags.cards import card, contract, percent, points, signed
from director.files.figures import Column, FileValue, Kind, Value, file_value

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
