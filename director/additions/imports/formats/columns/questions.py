"""Ask about parts of results that no column is known to have."""

from itertools import islice

from director.additions.imports.formats.columns.model import ColumnFile
from director.additions.imports.formats.columns.result_cell import parse_result_cell
from director.formats.headings import FIELDS, find_field

_MAX_CELLS_CHECKED = 200
_PARTS = ("contract", "declarer", "tricks")


def find_unknown_columns(columns: ColumnFile) -> list[int]:
    """Return the positions of the columns with headings that nobody knows."""
    return [
        position
        for position, title in enumerate(columns.headings[: len(columns.fields)])
        if title and not columns.fields[position] and not find_field(title)
    ]


def find_missing_parts(columns: ColumnFile) -> list[str]:
    """Return the parts of contracts that may be in an unknown column, as fields.

    >>> from director.additions.imports.formats.columns.read import find_columns
    >>> find_missing_parts(find_columns(b"Board,NS,EW,Contract,Foo,Tricks,Score\\n1,1,2,4S,x1,10,420"))
    ['declarer']
    """
    known = {field for field in columns.fields if field}
    if "level" in known:
        known.add("contract")
    has_unknown = any(
        position < len(row) and row[position]
        for row in columns.lines
        for position in find_unknown_columns(columns)
    )
    if not has_unknown or known.isdisjoint(_PARTS):
        return []
    position = columns.column_by_field.get("contract", -1)
    contracts = (row[position] for row in columns.lines if 0 <= position < len(row))
    whole_results = [parse_result_cell(cell) for cell in islice(contracts, _MAX_CELLS_CHECKED)]
    known |= {
        part for part in _PARTS if any(parts and getattr(parts, part) for parts in whole_results)
    }
    if "tricks" in known and "declarer" not in known and _names_seats(columns):
        known.add("declarer")
    return [part for part in _PARTS if part not in known]


def _names_seats(columns: ColumnFile) -> bool:
    """Return whether the cells of tricks begin with the declarer, as in ``N +1``."""
    position = columns.column_by_field["tricks"]
    cells = [row[position] for row in columns.lines if position < len(row)]
    return any(cell[:1].isalpha() for cell in cells[:_MAX_CELLS_CHECKED])


def describe_missing_parts(parts: list[str]) -> str:
    """Return the question about *parts*.

    >>> describe_missing_parts(["declarer"]), describe_missing_parts(["contract", "tricks"])
    ('Which column is the declarer?', 'Which columns are the contract and the tricks?')
    """
    names = [f"the {FIELDS[part].split(' or ')[0].lower()}" for part in parts]
    if len(names) == 1:
        return f"Which column is {names[0]}?"
    return f"Which columns are {', '.join(names[:-1])} and {names[-1]}?"
