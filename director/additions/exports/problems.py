"""A problem for which a receiver would reject an event's file, with links to where it is solved."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.sheets import Link

MAX_LINKS = 12
"""Problems of one kind listed with a link. The rest are only counted."""


@dataclass(frozen=True, slots=True)
class ExportProblem:
    """A problem in *words*, with *links* to where it can be solved. *more* are not listed."""

    words: str
    links: tuple[Link, ...]
    more: int = 0


def make_export_problem(sentence: str, links: Sequence[Link]) -> ExportProblem:
    """Return the problem of *sentence*, whose first letter becomes a capital, with *links*."""
    return ExportProblem(
        f"{sentence[0].upper()}{sentence[1:]}",
        tuple(links[:MAX_LINKS]),
        more=max(0, len(links) - MAX_LINKS),
    )


def count_text(count: int, singular: str, plural: str) -> str:
    """Return *count* with its noun and verb.

    >>> count_text(1, "result is", "results are"), count_text(2, "result is", "results are")
    ('1 result is', '2 results are')
    """
    return f"{count} {singular if count == 1 else plural}"
