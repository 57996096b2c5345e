"""Columns that dress the bare values of a sheet's table for people, each by what it holds."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import django_tables2
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join

from director.desk.tags.cards import contract, percent, points, signed
from director.files.figures import FileValue, file_value
from director.files.grid import Column, Kind, Value

Record = dict[str, Any]

_BEST_FIRST = (Kind.POINTS, Kind.PERCENT, Kind.SCORE)  # one click shows who did best
_RESULTS = ("tricks", "ns_score", "score")


class SheetColumn(django_tables2.Column):
    """A column of one kind: figures right aligned, the largest first at the first click, percentages with a bar.

    ``render`` gives what people read, ``value`` what a file holds; *decimals* is how many the points of the whole table
    are shown with.  A column with *links* makes a link of every cell whose record has one; *css* adds classes.
    """

    def __init__(
        self, column: Column, *, decimals: int = 0, links: bool = False, css: str = "", **settings: object
    ) -> None:
        self.kind = column.kind
        self.decimals = decimals
        self.css = f"{css_classes(column.kind)} {css}".strip()
        self.shows_share = column.kind is Kind.PERCENT
        super().__init__(
            verbose_name=column.title,
            default="",
            linkify=_link_from(column.key) if links else False,
            initial_sort_descending=column.kind in _BEST_FIRST,
            **settings,
        )

    def render(self, value: Value, record: Record) -> str:
        """Return *value* as people read it."""
        return _DRESS.get(self.kind, _plain)(value, self.decimals)

    def cell(self, key: str, record: Record) -> str:
        """Return as HTML what stands in the column *key* in the row of *record*: with its link, or its bar."""
        value, address = record[key], record["links"].get(key)
        if value in self.empty_values:
            return ""
        content = self.render(value, record)
        if self.shows_share and content:
            return format_html("{}{}", content, render_to_string("components/share.html", {"percent": content}))
        return content if address is None else format_html('<a href="{}">{}</a>', address, content)

    def value(self, value: Value) -> FileValue:
        """Return *value* as a file holds it."""
        return file_value(value, self.kind)


class ContractColumn(SheetColumn):
    """A contract with its suit as a sign; a line without any result says so."""

    empty_values = ()

    def render(self, value: Value, record: Record) -> str:
        """Return the contract, ``"not in"`` where nothing is, nothing beside a bare score; and which cards it was."""
        is_in = value or any(record.get(key) is not None for key in _RESULTS)
        parts = [contract(str(value)) if value else "" if is_in else "not in"]
        parts += [f"cards {record['group']}"] if record.get("group") else []
        return format_html_join(" · ", "{}", ((part,) for part in parts if part))


def sheet_column(column: Column, **settings: object) -> SheetColumn:
    """Return the column of a page for *column* of a sheet's table."""
    kind = ContractColumn if column.key in ("contract", "ruling") else SheetColumn
    return kind(column, **settings)


def sort_key(value: Value, kind: Kind) -> Value:
    """Return what *value* is sorted by: figures and places as numbers, text without regard to capitals.

    >>> sort_key("10=", Kind.PLACE), sort_key("ada Ash", Kind.TEXT), sort_key("", Kind.PLACE)
    (10, 'ada ash', None)
    """
    if kind is Kind.PLACE:
        place = re.match("[0-9]+", str(value or ""))
        return int(place[0]) if place else None
    return (value.casefold() or None) if isinstance(value, str) else value


def css_classes(kind: Kind) -> str:
    """Return the classes of a column's cells.

    >>> css_classes(Kind.PERCENT), css_classes(Kind.TEXT)
    ('n share', '')
    """
    if kind is Kind.TEXT:
        return ""
    return "n share" if kind is Kind.PERCENT else "n"


def _link_from(key: str) -> Callable[..., str | None]:
    """Return what finds the link of column *key* in a record."""

    def link(record: Record) -> str | None:
        return record["links"].get(key)

    return link


def _plain(value: Value, decimals: int) -> str:
    return str(value)


def _points(value: Fraction | int, decimals: int) -> str:
    return points(value, decimals)


def _percent(value: Fraction, decimals: int) -> str:
    return percent(value)


def _score(value: int, decimals: int) -> str:
    return signed(value)


_DRESS: dict[Kind, Callable[[Any, int], str]] = {
    Kind.SCORE: _score,
    Kind.POINTS: _points,
    Kind.PERCENT: _percent,
}
