"""What a correction changed in the standings: figures and places before and after."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Groups = Sequence[Mapping[str, Any]]
"""Standings as text by group, as a version stores them."""


class FigureChange(NamedTuple):
    """A figure of the standings with its *unit*, before and after a correction."""

    unit: str  # "%", " VPs"
    value_before: str
    value_after: str

    def __str__(self) -> str:
        if self.value_before == self.value_after:
            return f"{self.value_after}{self.unit}"
        return f"{self.value_before}{self.unit} → {self.value_after}{self.unit}"


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """The *figures* and the place of a contestant before and after a correction."""

    names: str
    figures: tuple[FigureChange, ...]
    place_before: str  # "3="
    place_after: str

    @property
    def is_any(self) -> bool:
        """Whether the place or a figure changed."""
        return self.place_before != self.place_after or any(
            figure.value_before != figure.value_after for figure in self.figures
        )

    @property
    def figures_text(self) -> str:
        """The figures in words: ``"8 IMPs → 12 IMPs, 51.85 VPs → 54.10 VPs"``."""
        return ", ".join(map(str, self.figures))

    @property
    def place_text(self) -> str:
        """The places in words: ``"7th → 5th"``, or ``"still 7th"``."""
        if self.place_before == self.place_after:
            return f"still {format_ordinal_place(self.place_after)}"
        before = format_ordinal_place(self.place_before)
        after = format_ordinal_place(self.place_after)
        return f"{before} → {after}"

    @property
    def text(self) -> str:
        """The change in a line.

        >>> PlaceChange("Penn & Ives", (FigureChange("%", "36.90", "41.67"),), "7", "5").text
        'Penn & Ives 36.90% → 41.67%, 7th → 5th'
        """
        return f"{self.names} {self.figures_text}, {self.place_text}"


def format_ordinal_place(place: str) -> str:
    """Return a place as an ordinal number.

    >>> [format_ordinal_place(place) for place in ("1", "2=", "3", "12", "23=", "111", "")]
    ['1st', '2nd=', '3rd', '12th', '23rd=', '111th', '–']
    """
    digits = place.removesuffix("=")
    if not digits:
        return "–"
    ending = {"1": "st", "2": "nd", "3": "rd"}.get(digits[-1], "th")
    if digits[-2:] in ("11", "12", "13"):
        ending = "th"
    return f"{digits}{ending}{place.removeprefix(digits)}"


def add_change_sentences(text: str, changes: Iterable[PlaceChange]) -> str:
    """Return the message *text* with a sentence for each of *changes*."""
    for change in changes:
        text += f" {change.text}."
    return text


def find_place_changes(groups_before: Groups, groups_after: Groups) -> list[PlaceChange]:
    """Return everybody whose figure or place differs between two versions of standings.

    A contestant that only one of them has is left out.
    """
    rows_before = {}
    for group in groups_before:
        for row in group["rows"]:
            rows_before[group["title"], row["pair"]] = row
    changes = []
    for group in groups_after:
        for row in group["rows"]:
            row_before = rows_before.get((group["title"], row["pair"]))
            if row_before is not None and _differ(row_before, row):
                changes.append(_make_place_change(row_before, row))
    return changes


_COMPARED_KEYS = ("place", "total", "percent")


def _differ(row_before: Mapping[str, str], row: Mapping[str, str]) -> bool:
    # A version lacks the keys of figures that it doesn't have.
    return any(row_before.get(key, "") != row.get(key, "") for key in _COMPARED_KEYS)


def _make_place_change(row_before: Mapping[str, str], row: Mapping[str, str]) -> PlaceChange:
    # A percentage says more than a total, but only if both versions have it.
    name, unit = "total", ""
    if row.get("percent") and row_before.get("percent"):
        name, unit = "percent", "%"
    figure = FigureChange(unit, row_before.get(name, ""), row.get(name, ""))
    return PlaceChange(
        names=row["names"] or row["pair"],
        figures=(figure,),
        place_before=row_before["place"],
        place_after=row["place"],
    )
