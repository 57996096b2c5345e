"""Read the people of a list without headings, each line for itself.

Lines of such a list may have more or fewer cells than others, and a number or an address anywhere.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from director.formats.names.headings import FEDERATIONS
from director.formats.names.line_parts import BULLET, MAIL, MARKER
from director.formats.names.nobody import names_nobody
from director.formats.names.person import (
    is_listed_number,
    is_placeholder,
    parse_person,
    split_people,
)
from director.formats.names.row_people import ListedPerson
from director.formats.reading import strip_invisible

_LEADERS = re.compile(r"\s*(?:\.{3,}|…+|_{3,}|-{4,}|·{3,}|(?:\s[.·]){3,})\s*")
_MAX_MARKER = 99
"""The highest number in front of a line that is never a membership number."""
_FEDERATION = re.compile(
    rf"\b(?:{'|'.join(map(re.escape, sorted(FEDERATIONS, key=len, reverse=True)))})\b[ :#.-]*(?=[0-9])",
    re.IGNORECASE,
)
"""The name of a body in front of its number."""
_WIDE_BLANKS = re.compile(r" {2,}|\t+")
_MIN_SHARE_OF_COLUMNS = 0.6


class _Cell(NamedTuple):
    column: int
    text: str
    is_remark: bool


@dataclass(slots=True)
class _Line:
    """The parts of a line: names with what stands behind each, and what nobody has."""

    people: list[ListedPerson] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PeopleLines:
    """The people of a list without headings, what is left out beside them, and lines without a name."""

    people: Sequence[ListedPerson]
    remarks: Sequence[tuple[int, str]]  # each with the index of its column
    cells_left_out: Sequence[tuple[str, str]]  # each with the name beside it
    nameless_lines: Sequence[str]


def unfold_columns(text: str) -> str:
    """Return a *text* of people side by side, parted by many blanks, with a line for each.

    >>> unfold_columns("Ann Ash      Eve Elm\\nBob Birch    Fay Fern").splitlines()
    ['Ann Ash', 'Eve Elm', 'Bob Birch', 'Fay Fern']
    """
    lines = text.splitlines()
    pieces_by_line = [_split_wide(line) for line in lines]
    filled_count = sum(bool(line.strip()) for line in lines)
    several_count = sum(len(pieces) > 1 for pieces in pieces_by_line)
    if not several_count or several_count < filled_count * _MIN_SHARE_OF_COLUMNS:
        return text
    return "\n".join("\n".join(pieces) for pieces in pieces_by_line)


def _split_wide(line: str) -> list[str]:
    """Return the people of a *line* that wide blanks part, or the line.

    A figure or an address belongs to the name in front of it.
    """
    if "\t" in line.strip() or ";" in line or "|" in line:
        return [line]
    pieces: list[str] = []
    for piece in _WIDE_BLANKS.split(line.strip()):
        if (pieces and not any(map(str.isalpha, piece))) or (
            pieces and "@" in piece and " " not in piece
        ):
            pieces[-1] += f" {piece}"
        else:
            pieces.append(piece)
    are_whole = all(_is_whole_person(piece) for piece in pieces)
    return pieces if len(pieces) > 1 and are_whole else [line]


def _is_whole_person(text: str) -> bool:
    name = parse_person(MAIL.sub("", MARKER.sub("", text))).name
    return len(name.split()) > 1 and not any(map(str.isdecimal, name))


def read_people_lines(
    rows: Iterable[Sequence[str]], *, has_commas: bool, remark_columns: Iterable[int] = ()
) -> PeopleLines:
    """Return the people of *rows*, the cells of each line.

    If the list *has_commas* between cells, a comma may also divide a name. Cells in *remark_columns*
    are nobody's, as the same club in most lines.
    """
    lines = _mark_remarks([row for row in rows if any(row)], remark_columns)
    plain_lines = _strip_markers(
        [[cell.text for cell in line if not cell.is_remark] for line in lines]
    )
    # A comma follows a surname in all lines if one proves it, as "Ash, Ada" does for "Ash Elm, Ada May".
    are_surnames_first = has_commas and any(map(_proves_surname_first, plain_lines))
    people: list[ListedPerson] = []
    remarks: list[tuple[int, str]] = []
    cells_left_out: list[tuple[str, str]] = []
    nameless_lines: list[str] = []
    for line, cells in zip(lines, plain_lines, strict=True):
        parsed = _Line()
        if not names_nobody(" ".join(cells)):
            parsed = _parse_line(cells, has_commas=has_commas, is_surname_first=are_surnames_first)
        if not parsed.people:
            nameless_lines.append(", ".join(cell.text for cell in line))
            continue
        people += parsed.people
        remarks += [(cell.column, cell.text) for cell in line if cell.is_remark]
        cells_left_out += [(cell, parsed.people[0].name) for cell in parsed.left_out]
    return PeopleLines(people, remarks, cells_left_out, nameless_lines)


def _mark_remarks(
    rows: Sequence[Sequence[str]], remark_columns: Iterable[int]
) -> list[list[_Cell]]:
    """Return the cells of each row, and whether each is a remark.

    A line may be out of step, so a cell below remarks is one only if its line has what it may be elsewhere.
    """
    indexes = set(remark_columns)
    counting_columns = {index for index in indexes if _counts_lines(rows, index)}
    lines = []
    for row in rows:
        others = [cell for index, cell in enumerate(row) if cell and index not in indexes]
        has_name = any(map(_has_letters, others))
        has_number = any(map(is_listed_number, others))
        line: list[_Cell] = []
        for index, cell in enumerate(row):
            if is_listed_number(cell):
                is_remark = has_number or index in counting_columns
            else:
                is_remark = "@" not in cell and (has_name or not _has_letters(cell))
            if cell:
                line.append(_Cell(index, cell, is_remark=index in indexes and is_remark))
        lines.append(line)
    return lines


def _counts_lines(rows: Sequence[Sequence[str]], index: int) -> bool:
    """Return whether the cells of a column are 1, 2, 3 and so on."""
    cells = [row[index] for row in rows if index < len(row) and row[index]]
    return cells == [str(number) for number in range(1, len(cells) + 1)]


def _has_letters(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and "@" not in cell and not is_listed_number(cell)


def _strip_markers(lines: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return *lines* without the number or the bullet in front of each."""
    marked = [match for line in lines if line and (match := MARKER.match(line[0]))]
    numbers = [int(match["number"]) for match in marked]
    is_count = len(numbers) > 1 and numbers == [*range(numbers[0], numbers[0] + len(numbers))]
    are_all = len(marked) == len(lines)
    stripped = []
    for line in lines:
        cells = list(line)
        if cells:
            cells[0] = BULLET.sub("", cells[0], count=1) if BULLET.match(cells[0]) else cells[0]
            match = MARKER.match(cells[0])
            if match and (is_count or are_all or int(match["number"]) <= _MAX_MARKER):
                cells[0] = cells[0][match.end() :]
        stripped.append([cell for cell in cells if cell])
    return stripped


def _proves_surname_first(cells: Sequence[str]) -> bool:
    return (
        len(cells) == 2
        and len(cells[0].split()) == 1
        and all(any(map(str.isalpha, cell)) and "@" not in cell for cell in cells)
        and not any(map(is_listed_number, cells))
    )


@dataclass(slots=True)
class _Parts:
    """The cells of a line by what they are. A number or an address has the count of names before it."""

    names: list[str] = field(default_factory=list)
    numbers: list[tuple[int, str]] = field(default_factory=list)
    mails: list[tuple[int, str]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def _sort_cells(cells: Iterable[str]) -> _Parts:
    parts = _Parts()
    for cell in cells:
        for mail in MAIL.finditer(cell):
            parts.mails.append((len(parts.names), mail["mail"].rstrip(".")))
        for piece in _LEADERS.split(MAIL.sub(" ", cell)):
            text = strip_invisible(piece).strip(" ,;|")
            text = _FEDERATION.sub("", text)
            if is_listed_number(text):
                parts.numbers.append((len(parts.names), text))
            elif any(map(str.isalpha, text)) and not names_nobody(text):
                parts.names.append(text)
            elif text:
                parts.left_out.append(text)
    return parts


def _parse_line(cells: Sequence[str], *, has_commas: bool, is_surname_first: bool) -> _Line:
    parts = _sort_cells(cells)
    names = parts.names
    if has_commas:
        names = _join_divided_names(names, is_surname_first=is_surname_first)
    people: list[ListedPerson] = []
    order_by_name: list[int] = []
    for order, name in enumerate(names):
        for text in split_people(name):
            person = parse_person(text)
            if person.name and not is_placeholder(person.name) and not names_nobody(person.name):
                people.append(
                    ListedPerson(person.name, person.number, is_visitor=person.is_visitor)
                )
                order_by_name.append(order)
    line = _Line(people, parts.left_out)
    if names is not parts.names:
        # A joined name has no cell of its own any more.
        order_by_name = list(range(len(people)))
    _give_numbers(line, parts, order_by_name)
    return line


def _join_divided_names(names: list[str], *, is_surname_first: bool) -> list[str]:
    """Return the *names* of a line with a name that a comma divides as one.

    ``SMITH, John (1234567)`` is one person, although a comma also divides cells.
    """
    # "Smith", "SMITH" or "John (1234567)" isn't a whole name, so a comma within a name divided it.
    is_divided = len(names) == 2 and (
        is_surname_first
        or min(len(parse_person(name).name.split()) for name in names) == 1
        or names[0].isupper()
        or "(" in names[1]
    )
    if len(names) < 2:
        return names
    joined = split_people(", ".join(names))
    return joined if is_divided or len(joined) > 1 else names


def _give_numbers(line: _Line, parts: _Parts, order_by_name: Sequence[int]) -> None:
    """Give each number and address to the person of its line.

    One person has the first of each. Of several, the one in front of it has it.
    """
    for kind, entries in (("number", parts.numbers), ("email", parts.mails)):
        for name_count, text in entries:
            index: int | None = 0
            if len(line.people) > 1:
                index = _find_owner(order_by_name, name_count)
            if index is not None and line.people and not getattr(line.people[index], kind):
                line.people[index] = (
                    replace(line.people[index], number=text)
                    if kind == "number"
                    else replace(line.people[index], email=text)
                )
            else:
                line.left_out.append(text)


def _find_owner(order_by_name: Sequence[int], name_count: int) -> int | None:
    """Return the index of the one person in the cell before, or None if there are two or none."""
    owners = [index for index, order in enumerate(order_by_name) if order == name_count - 1]
    return owners[0] if len(owners) == 1 else None
