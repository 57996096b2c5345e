"""The smallest text of a plan that says all of it, for databases that hold many plans."""

from contextlib import suppress

from movements.files.formats import read_plan, write_plan
from movements.model import Movement

SMALLEST_FIRST = ("csv", "json")
"""Formats that can hold a whole plan. A grid takes about a sixth of the bytes of JSON."""


def compact_text(plan: Movement) -> str:
    """Return the smallest text that :func:`movements.files.formats.read_plan` reads back as *plan*.

    Its rows must be sorted by round and table. A grid can't hold every plan: a table that plays two
    half matches in a round has one cell.

    >>> from movements.registry import make_plan
    >>> compact_text(make_plan("howell", pairs=8))[:13]
    '# key: howell'

    :raises ValueError: if the rows aren't sorted
    """
    for form in SMALLEST_FIRST:
        text = write_plan(plan, form)
        # A line break in a note makes the grid look like a file of another format.
        with suppress(ValueError):
            if read_plan(text) == plan:
                return text
    message = f"The rows of {plan.name} aren't sorted."
    raise ValueError(message)
