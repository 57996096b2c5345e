"""Take the number, section and direction of a contestant from its label.

Files have them in columns of their own, pages in one column.
"""

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase

from director.formats.figures import Column, Kind, TableData, Value


def parse_pair_number(label: str) -> int:
    """Return the number in the label of a pair.

    With two winners, a N-S and an E-W pair can have the same number.

    >>> parse_pair_number("12"), parse_pair_number("B5 E-W")
    (12, 5)
    """
    return int(parse_side_number(label))


def parse_side_number(label: str) -> str | int:
    """Return the number of a side within its section, or both numbers of two single players.

    >>> parse_side_number("B5 E-W"), parse_side_number("A2+4")
    (5, '2+4')
    """
    number = label.split(maxsplit=1)[0].lstrip(ascii_uppercase)
    if "+" in number:
        return number
    return int(number)


def parse_pair_section(label: str) -> str:
    """Return the letter of a pair's section, or ``""`` if the session has only one.

    >>> parse_pair_section("12"), parse_pair_section("B5 E-W")
    ('', 'B')
    """
    return label[: -len(label.lstrip(ascii_uppercase))]


def get_called_number(label: str) -> Value:
    """Return the number of a contestant, or its whole label if that names a section.

    >>> get_called_number("12"), get_called_number("B5")
    (12, 'B5')
    """
    if parse_pair_section(label):
        return label
    return parse_pair_number(label)


def parse_pair_side(label: str) -> str:
    """Return the direction in the label of a pair, or ``""`` if it has none.

    A list of several sections or sessions can rank pairs of both directions together, and then
    only the direction distinguishes two pairs with one number.

    >>> parse_pair_side("12"), parse_pair_side("B5 E-W")
    ('', 'E-W')
    """
    return label.partition(" ")[2]


NO_BREAK_HYPHEN = "\N{NON-BREAKING HYPHEN}"
# Opponents have the section of the row too, because sections don't meet.
_NUMBER_KEYS = ("pair_no", "ns_no", "ew_no", "opponents_no")


def as_called(table: TableData, *, is_mixed: bool = False) -> TableData:
    """Return *table* with the section and number of a pair in one column, as a page shows it.

    The column includes the direction if *is_mixed*, in a list with pairs of both directions that
    can share a number.
    """
    keys = [column.key for column in table.columns]
    joined_keys = ("section", "direction") if is_mixed else ("section",)
    joined_indexes = [keys.index(key) for key in joined_keys if key in keys]
    if not joined_indexes:
        return table
    columns = []
    for column in table.columns:
        if column.key in _NUMBER_KEYS:
            columns.append(_make_label_column(column))
        elif column.key not in joined_keys:
            columns.append(column)
    rows = []
    for row in table.rows:
        value_by_key = dict(zip(keys, row, strict=True))
        section = value_by_key.get("section", "")
        direction = value_by_key.get("direction", "") if is_mixed else ""
        labelled_row: list[Value] = []
        for key, value in zip(keys, row, strict=True):
            if key in _NUMBER_KEYS:
                labelled_row.append(_join_label(section, value, direction))
            elif key not in joined_keys:
                labelled_row.append(value)
        rows.append(tuple(labelled_row))
    return TableData(
        table.title,
        tuple(columns),
        tuple(rows),
        block_columns=_count_left(table.block_columns, joined_indexes),
        fixed_columns=_count_left(table.fixed_columns, joined_indexes),
    )


def _count_left(column_count: int, removed_indexes: Sequence[int]) -> int:
    """Return how many of the first *column_count* columns are left without the removed ones."""
    return column_count - sum(index < column_count for index in removed_indexes)


def _join_label(section: Value, number: Value, direction: Value) -> str:
    return f"{section}{number} {direction}".strip().replace("-", NO_BREAK_HYPHEN)


def _make_label_column(column: Column) -> Column:
    """Return the *column* of a number as one for labels, with a title (N-S) that can't wrap."""
    return replace(column, kind=Kind.TEXT, title=column.title.replace("-", NO_BREAK_HYPHEN))
