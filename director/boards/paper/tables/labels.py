"""How contestants are called in columns.

Numbers and sections are taken from labels, in two columns or in one.
"""

from dataclasses import replace
from string import ascii_uppercase

from director.formats.figures import Column, Kind, TableData, Value


def pair_number(label: str) -> int:
    """Return the number by which people call a pair.

    With two winners, a N-S and an E-W pair have the same number.

    >>> pair_number("12"), pair_number("B5 E-W")
    (12, 5)
    """
    return int(pair_called(label))


def pair_called(label: str) -> str | int:
    """Return what people call a side within its section.

    It is a number, or both numbers of two single players.

    >>> pair_called("B5 E-W"), pair_called("A2+4")
    (5, '2+4')
    """
    own = label.split(maxsplit=1)[0].lstrip(ascii_uppercase)
    if "+" in own:
        return own
    return int(own)


def pair_section(label: str) -> str:
    """Return the letter of a pair's section, ``""`` where there is only one.

    >>> pair_section("12"), pair_section("B5 E-W")
    ('', 'B')
    """
    return label[: -len(label.lstrip(ascii_uppercase))]


def pair_side(label: str) -> str:
    """Return the direction that is part of what people call a pair, ``""`` where none is.

    A list of several sections, or after several sessions, may rank pairs of both directions
    together, and of those that share a number nothing else tells which is which.

    >>> pair_side("12"), pair_side("B5 E-W")
    ('', 'E-W')
    """
    return label.partition(" ")[2]


NO_BREAK_HYPHEN = "\N{NON-BREAKING HYPHEN}"
_NUMBERS = ("pair_no", "ns_no", "ew_no", "opponents_no")  # opponents are of the same section


def as_called(table: TableData, *, is_mixed: bool = False) -> TableData:
    """Return *table* as a page shows it: a pair's section and number in one column, as people call it.

    Where it *is_mixed*, of pairs of both directions that share numbers, their direction is there
    too.
    """
    keys = [column.key for column in table.columns]
    joined = [
        keys.index(key)
        for key in ("section", "direction")
        if key in keys and (key == "section" or is_mixed)
    ]
    if not joined:
        return table
    numbers = [index for index, key in enumerate(keys) if key in _NUMBERS]
    columns = [
        _unbroken(column) if i in numbers else column for i, column in enumerate(table.columns)
    ]
    rows = []
    for row in table.rows:
        rows.append(
            tuple(
                _name_of_pair(value, dict(zip(keys, row, strict=True)), is_mixed=is_mixed)
                if i in numbers
                else value
                for i, value in enumerate(row)
                if i not in joined
            )
        )
    left = [column for i, column in enumerate(columns) if i not in joined]
    block, fixed = (
        columns - sum(at < columns for at in joined)
        for columns in (table.block_columns, table.fixed_columns)
    )
    return TableData(table.title, tuple(left), tuple(rows), block, fixed)


def _name_of_pair(number: Value, row: dict[str, Value], *, is_mixed: bool) -> str:
    """Return what people call the pair of *number* in *row*."""
    side = row.get("direction", "") if is_mixed else ""
    return f"{row.get('section', '')}{number} {side}".strip().replace("-", NO_BREAK_HYPHEN)


def _unbroken(column: Column) -> Column:
    """Return the column of a number as one of letters and numbers, whose title (N-S) is not broken in two."""
    return replace(column, kind=Kind.TEXT, title=column.title.replace("-", NO_BREAK_HYPHEN))
