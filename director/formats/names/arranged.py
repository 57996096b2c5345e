"""Arrange a list for Seats: a line for each pair, player or team, in the form that its reader knows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from director.formats.headings import normalize_heading
from director.formats.names.headings import (
    CAPTAIN,
    DIRECTION,
    GROUP,
    GUESTS,
    NAME,
    PLACE,
    ROW_NUMBER,
    TABLE,
    TEAM,
    VISITOR,
    match_list_column,
)
from director.formats.names.person import is_placeholder, parse_person
from director.formats.names.row_people import ListedPerson, assign_players, is_yes, read_row_people
from director.formats.names.tables.reading import read_list_table
from director.formats.names.tables.rows import read_list_text
from director.formats.names.tables.table import PAIRS, PLAYERS_OF_TEAMS, TEAMS, PeopleTable
from director.names import make_name_key

UNIT_SEPARATOR = "\x1f"
"""Stands between the two pairs of a table in one line."""


@dataclass(frozen=True, slots=True)
class ArrangedList:
    """The lines of a list in the form that the readers of lines know, and what is *left_out*."""

    text: str
    left_out: Sequence[str] = ()


def arrange_list(source: str | bytes, shape: str) -> ArrangedList:
    """Return a list for Seats as lines, each in the place of its own.

    >>> arrange_list("Paar;Vorname;Name;Vorname;Name\\n1;Ada;Ash;Bert;Birch", PAIRS).text
    '\\n1 Ada Ash\\tBert Birch'

    :raises ImportFileError: if nobody knows what columns hold, see ``needs_column_answers``
    :raises ImportFileError: if the file is damaged, too large or no list
    """
    table = read_list_table(source, shape)
    if table is None:
        return ArrangedList(_without_heading_line(read_list_text(source)))
    lines = [""] * max(table.line_nos, default=0)
    for line_no, text in _iter_lines(table):
        lines[line_no - 1] = text
    return ArrangedList("\n".join(lines), table.left_out)


_BETWEEN_HEADINGS = re.compile(r"\s*(?:&|\+|/|\sand\s)\s*")


def _without_heading_line(text: str) -> str:
    """Return *text* without what its first line is, if that is a heading such as *Paar* or *Lag*."""
    lines = text.splitlines()
    for index, line in enumerate(lines):
        if line.strip():
            parts = _BETWEEN_HEADINGS.split(line.strip().rstrip(":"))
            columns = list(map(match_list_column, parts))
            is_heading = columns[0].field in (PLACE, TEAM, TABLE, ROW_NUMBER)
            if len(parts) > 1:
                is_heading = all(column.field and not column.is_compass for column in columns)
            if is_heading:
                lines[index] = ""
                return "\n".join(lines)
            break
    return text


def _iter_lines(table: PeopleTable) -> Iterator[tuple[int, str]]:
    if table.shape == TEAMS or (table.shape == PLAYERS_OF_TEAMS and table.has_field(TEAM)):
        yield from _iter_team_lines(table)
    elif table.shape == PAIRS:
        yield from _iter_pair_lines(table)
    else:
        yield from _iter_player_lines(table)


def _get_cell(table: PeopleTable, row: Sequence[str], wanted: str) -> str:
    for column, cell in zip(table.columns, row, strict=False):
        if column.field == wanted and cell:
            return cell
    return ""


def _iter_player_lines(table: PeopleTable) -> Iterator[tuple[int, str]]:
    for line_no, row in zip(table.line_nos, table.rows, strict=True):
        labels = [person.label for person in read_row_people(table, row).values()]
        labels += _list_guests(table, row, labels)
        place = _get_cell(table, row, PLACE)
        text = f"{place} {' & '.join(labels)}".strip()
        if group := _parse_group(_get_cell(table, row, GROUP)):
            text += f"\t{group}"
        yield line_no, text


_MAX_GUESTS = 4


def _list_guests(table: PeopleTable, row: Sequence[str], labels: Sequence[str]) -> list[str]:
    """Return whom somebody brings: names, or a place for each."""
    visitor = _get_cell(table, row, VISITOR)
    guests = _get_cell(table, row, GUESTS)
    if len(visitor.split()) > 1 and not any(map(str.isdigit, visitor)):
        return [visitor]
    if not guests or not labels:
        return []
    if guests.isdecimal():
        return [f"Guest of {labels[0]}"] * min(int(guests), _MAX_GUESTS)
    if is_yes(guests):
        return [f"Guest of {labels[0]}"]
    return [guests] if len(guests.split()) > 1 or is_placeholder(guests) else []


_GROUP_WORDS = {"green": "A", "girl": "A", "white": "B", "boy": "B"}
_GROUP_LETTERS = {
    **dict.fromkeys(["a", "f", "w", "k", "d", "v", "z", "l"], "A"),
    **dict.fromkeys(["b", "m", "h", "g", "e"], "B"),
}


def _parse_group(cell: str) -> str:
    """Return the seat group that a column of groups or of sexes says.

    >>> _parse_group("F"), _parse_group("Herr"), _parse_group("?")
    ('A', 'B', '')
    """
    key = normalize_heading(cell.casefold())
    return _GROUP_WORDS.get(key) or _GROUP_LETTERS.get(key[:1], "")


def _iter_pair_lines(table: PeopleTable) -> Iterator[tuple[int, str]]:
    rows = [read_row_people(table, row) for row in table.rows]
    seats = {column.player_no for column in table.columns if column.is_compass}
    if seats and not table.has_field(DIRECTION):
        for line_no, row, people in zip(table.line_nos, table.rows, rows, strict=True):
            # Both pairs of a table have its number, so it is nobody's.
            place = "" if {1, 3} <= seats else _get_cell(table, row, PLACE)
            yield line_no, f"{place} {_format_table(people)}".strip()
        return
    pending: tuple[int, str, list[str]] | None = None
    for line_no, row, people in zip(table.line_nos, table.rows, rows, strict=True):
        place = _format_place(table, row)
        labels = [person.label for person in people.values()]
        if len(labels) == 1 and pending and place in ("", pending[1]):
            # A line for each player: the second of a pair repeats its number or leaves it out.
            yield pending[0], f"{pending[1]} {pending[2][0]}\t{labels[0]}".strip()
            pending = None
            continue
        if pending:
            yield pending[0], f"{pending[1]} {pending[2][0]}".strip()
            pending = None
        if len(labels) == 1 and place and not _is_of_two(labels[0]):
            pending = line_no, place, labels
        else:
            names = "\t".join(labels)
            yield line_no, f"{place} {names}".strip()
    if pending:
        yield pending[0], f"{pending[1]} {pending[2][0]}".strip()


_BETWEEN_TWO = re.compile(r"&|\+|/|\sand\s|\s[-‐‑–—−]\s|[–—]|,.*,", re.IGNORECASE)


def _is_of_two(label: str) -> bool:
    return _BETWEEN_TWO.search(label) is not None


def _format_place(table: PeopleTable, row: Sequence[str]) -> str:
    number = _get_cell(table, row, PLACE)
    direction = re.sub(r"[\W_]", "", _get_cell(table, row, DIRECTION)).upper()
    if direction in ("NS", "EW"):
        return f"{number} {direction[0]}-{direction[1]}".strip()
    return number


def _format_table(people: Mapping[int, ListedPerson]) -> str:
    sides = []
    for direction, seats in (("N-S", (1, 2)), ("E-W", (3, 4))):
        labels = [people[seat].label for seat in seats if seat in people]
        if labels:
            names = "\t".join(labels)
            sides.append(f"{direction} {names}")
    return UNIT_SEPARATOR.join(sides)


def _iter_team_lines(table: PeopleTable) -> Iterator[tuple[int, str]]:
    is_long = max(assign_players(table.columns), default=0) < 2 and not table.has_field(CAPTAIN)
    teams: list[tuple[int, str, str, list[str]]] = []
    for line_no, row in zip(table.line_nos, table.rows, strict=True):
        name = _get_cell(table, row, TEAM).replace(":", " ")
        place = _get_cell(table, row, PLACE)
        labels = _list_team_players(table, row)
        is_same = bool(teams) and name in ("", teams[-1][2]) and place in ("", teams[-1][1])
        if is_long and is_same and (name or place or labels):
            teams[-1][3].extend(labels)
        else:
            teams.append((line_no, place, name, labels))
    for line_no, place, name, labels in teams:
        players = "; ".join(labels)
        yield (
            line_no,
            f"{place} {name}: {players}".strip() if name else f"{place} {players}".strip(),
        )


def _list_team_players(table: PeopleTable, row: Sequence[str]) -> list[str]:
    labels = []
    people = read_row_people(table, row)
    cells = _get_name_by_column(table, row)
    for player_no, person in people.items():
        parts = _split_cell(cells.get(player_no, ""))
        labels += [parse_person(part).label or part for part in parts] if parts else [person.label]
    captain = parse_person(_get_cell(table, row, CAPTAIN)).label
    if not captain:
        return labels
    keys = [make_name_key(label) for label in labels]
    if make_name_key(captain) in keys:
        index = keys.index(make_name_key(captain))
        labels[index] = f"{labels[index]} (captain)"
        return labels
    return [f"{captain} (captain)", *labels]


def _get_name_by_column(table: PeopleTable, row: Sequence[str]) -> dict[int, str]:
    """Return the cells of whole names in *row* by the number of the player."""
    owners = assign_players(table.columns)
    return {
        owner: cell
        for column, owner, cell in zip(table.columns, owners, row, strict=False)
        if column.field == NAME
    }


_BETWEEN_PLAYERS = (
    re.compile(r"[;\n]"),
    re.compile(r"&|\+|/|\sand\s", re.IGNORECASE),
    re.compile(r"\s[-–—]\s"),
    re.compile(r","),
)


def _split_cell(cell: str) -> list[str]:
    """Return the players in a *cell* of several, or an empty list for one name.

    >>> _split_cell("Ann Ash, Bob Birch"), _split_cell("Ash, Ann"), _split_cell("Ann Ash")
    (['Ann Ash', 'Bob Birch'], [], [])
    """
    for separator in _BETWEEN_PLAYERS:
        parts = [part.strip() for part in separator.split(cell) if part.strip()]
        if len(parts) < 2:
            continue
        is_one = separator is _BETWEEN_PLAYERS[-1] and len(parts) == 2
        is_one = is_one and min(len(part.split()) for part in parts) == 1
        return [] if is_one else parts
    return []
