"""Columns of tables on pages: what a file holds as bare values, dressed for people."""

import re
from collections.abc import Callable
from copy import copy
from functools import lru_cache
from typing import Any, Self

import django_tables2
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from director.core.base.tags.cards import MINUS, card, contract, percent, points, signed
from director.formats.figures import Column, FileValue, Kind, Value, file_value
from director.names import family_name

Record = dict[str, Any]

_WHY = (
    '<a class="why-of" href="{0}#why-{1}" hx-get="{0}" id="why-{1}"'
    ' aria-expanded="{2}" aria-label="{3}, why?"{4}>{3}</a>'
)
_NO_BREAK = "\N{NO-BREAK SPACE}"
_BEST_FIRST = (Kind.POINTS, Kind.PERCENT, Kind.SCORE)  # one click shows who did best


class SheetColumn(django_tables2.Column):  # type: ignore[misc]  # django-tables2 has no types
    """A column of a table on a page: figures aligned right, percentages with a bar.

    A table declares how its columns are shown; key, title and kind come from the column of the
    file (:meth:`fill`).  Declared are:

    - *visible*: false where another part of the page says the same; files still have the column;
    - *hide_on*: left out on a ``"phone"``, or on a ``"tablet"`` and everything narrower;
    - *number_of*: the column of names before which a phone shows this number, if every row has a
      name;
    - *said_once*: said beside the caption instead where every row has the same value;
    - *row_header*: names its row, for screen readers.

    ``cell`` gives what people read, ``value`` what a file holds.
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
        filled.initial_sort_descending = column.kind in _BEST_FIRST
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

    def dressed(self, key: str, record: Record) -> str:
        """Return the text of column *key* in *record*."""
        dress = _DRESS.get(self.kind)
        if dress:
            return dress(record[key], self.decimals)
        return str(record[key])

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
        if record.get("group"):
            parts += [f"cards {record['group']}"]
        if record.get("covered"):
            parts += [format_html("made {}", contract(str(record["covered"])))]
        if record.get("off_schedule"):
            parts += [str(record["off_schedule"])]
        return format_html_join(" · ", "{}", ((part,) for part in parts if part))


def _result(contract_text: str, tricks: object) -> str:
    """Return the result of a contract for phones, such as "+1" or "=".

    >>> _result("4HX", 10), _result("3NT", 7), _result("PASS", None)
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
        if place:
            return int(place[0])
        return None
    if isinstance(value, str):
        return re.sub("[0-9]+", lambda number: number[0].zfill(9), value.casefold()) or None
    return value


_DRESS: dict[Kind, Callable[[Any, int], str]] = {
    Kind.SCORE: lambda score, _decimals: signed(score),
    Kind.POINTS: points,
    Kind.PERCENT: lambda share, _decimals: percent(share),
}
