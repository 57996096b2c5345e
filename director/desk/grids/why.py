"""Figures of a grid that can be asked about, and the answer where one was."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """One side's figure explained: *compared* with what, by which *formula*; *title* says whose, where both stand."""

    title: str
    compared: str  # empty where nothing is compared
    formula: str


@dataclass(frozen=True, slots=True)
class Why:
    """The figures of a table that can be asked about, row by row, and the one that was."""

    keys: tuple[str, ...]  # "" for a row without a figure
    asked: str = ""
    reasons: tuple[Reason, ...] = ()
