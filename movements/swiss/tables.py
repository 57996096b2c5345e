"""The tables of a drawn round: from which end of the room they are filled, and which are locked.

In some rooms the high numbers are next to the stage, or a table is broken or kept for a player who
can't move about. Rounds that are drawn already keep their tables.

Source: [WATTMATT].
"""

from collections.abc import Collection, Sequence
from itertools import chain, count, islice

TEAM_TABLES, PAIR_TABLES, TRIANGLE_TABLES = 2, 1, 3
"""The tables of a match of teams, of a match of pairs, and of a three-way match of teams."""

_MAX_DIGITS = 3
"""Digits of the number of a table."""


def list_match_tables(
    match_sizes: list[int],
    *,
    locked_tables: Collection[int] = (),
    is_from_far_end: bool = False,
    room_size: int = 0,
) -> tuple[tuple[int, ...], ...]:
    """Return the tables of each match, which needs as many as *match_sizes* says.

    The first match has the first tables, or the last ones if *is_from_far_end*. *locked_tables* are
    left out. *room_size* is how many tables the room has in use, by default as many as are needed.

    >>> list_match_tables([2, 2, 2], locked_tables={3})
    ((1, 2), (4, 5), (6, 7))
    >>> list_match_tables([2, 2], is_from_far_end=True), list_match_tables([1, 1], is_from_far_end=True, room_size=3)
    (((3, 4), (1, 2)), ((3,), (2,)))
    """
    needed_count = sum(match_sizes)
    usable_tables = (table for table in count(1) if table not in locked_tables)
    tables = list(islice(usable_tables, max(needed_count, room_size)))
    if is_from_far_end:
        # The tables that are left over are at the near end.
        tables = tables[len(tables) - needed_count :]
        match_sizes = match_sizes[::-1]
    groups = []
    first = 0
    for size in match_sizes:
        groups.append(tuple(tables[first : first + size]))
        first += size
    return tuple(reversed(groups)) if is_from_far_end else tuple(groups)


def fill_free_tables(
    match_sizes: Sequence[int],
    kept_tables: Sequence[tuple[int, ...]],
    *,
    previous_tables: Collection[int],
    locked_tables: Collection[int] = (),
) -> tuple[tuple[int, ...], ...]:
    """Return the tables of each match. Matches with *kept_tables* stay there, () is a new match.

    New matches take the others of *previous_tables* first, in order.

    >>> fill_free_tables([1, 1, 1], [(1,), (3,), ()], previous_tables=[1, 2, 3, 4])
    ((1,), (3,), (2,))
    >>> fill_free_tables([2, 2], [(3, 4), ()], previous_tables=[3, 4], locked_tables=[1])
    ((3, 4), (2, 5))
    """
    taken_tables = {table for tables in kept_tables for table in tables}
    further_tables = (
        table for table in count(1) if table not in {*previous_tables, *locked_tables}
    )
    free_tables = chain(sorted({*previous_tables} - taken_tables), further_tables)
    return tuple(
        tables or tuple(islice(free_tables, size))
        for size, tables in zip(match_sizes, kept_tables, strict=True)
    )


def parse_tables(text: str) -> tuple[int, ...]:
    """Return the table numbers of *text*, in order, each once. Anything else is left out.

    >>> parse_tables("7, 3 7 x 0"), parse_tables("")
    ((3, 7), ())
    """
    words = text.replace(",", " ").split()
    numbers = {int(word) for word in words if word.isdecimal() and len(word) <= _MAX_DIGITS}
    return tuple(sorted(numbers - {0}))
