"""Figures of a grid that can be asked about, and the answer where one was."""

from dataclasses import dataclass


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
