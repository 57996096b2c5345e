"""Read and write files with many movements, so that a broken one doesn't stop the others."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from movements.errors import MovementError, UnreadablePlanError
from movements.files.csv_grid import read_csv
from movements.files.formats import (
    BYTE_ORDER_MARK,
    find_reading_faults,
    is_list_of_plans,
    looks_like_csv,
    read_json,
)
from movements.files.mov import looks_like_mov, read_mov
from movements.files.plan_json import plan_to_json
from movements.files.reading import Reading
from movements.files.text.pairs import looks_like_text, split_movements
from movements.files.text.reader import read_text
from movements.files.text.writer import plan_to_text, without_copies
from movements.model import Movement

BEGINS_LIKE_JSON = re.compile(r"""\s*[\[{]\s*[\[{"\]}]""")
"""A title of movement text begins with a bracket too, but a letter or a figure follows."""
NOTE = "note"
"""The field of a plan's JSON object that a library adds. Other readers ignore it."""


@dataclass(frozen=True, slots=True)
class LibraryItem:
    """One movement of a file.

    - ``title``: as the file has it;
    - ``line_no``: the line of its title, 0 if the format has no lines;
    - ``plan``: None if it can't be read or has faults;
    - ``problems``: sentences about what is wrong, at least one without a plan;
    - ``note``: the club's remark.

    >>> LibraryItem("Ours", line_no=0, plan=None, problems=("Nothing can be read.",)).note
    ''
    """

    title: str
    line_no: int
    plan: Movement | None
    problems: tuple[str, ...]
    note: str = ""


def read_library(content: str | bytes, name: str = "") -> tuple[LibraryItem, ...]:
    """Return every movement of a file in any format, in order.

    *content* is bytes for an ACBLscore file, otherwise text. *name* is the title of movements that
    have none.

    >>> text = "[X] One\\n0,1,1,1,1,0\\n1,2,1\\n\\n[Y] Two\\n0,1,1,1,1,0\\n1,1,1\\n"
    >>> [(item.title, item.line_no, item.problems) for item in read_library(text)]
    [('[X] One', 1, ()), ('[Y] Two', 5, ('Pair 1 plays against itself at table 1 in round 1.',))]

    :raises UnreadablePlanError: if the file isn't of any of the formats
    """
    if isinstance(content, bytes):
        return (_make_item(name, 0, read_mov(content, name or "Custom movement")),)
    return tuple(_read_items(content.removeprefix(BYTE_ORDER_MARK), name))


def library_to_json(plans: "list[tuple[Movement, str]]") -> str:
    """Return the text of a JSON file with *plans*, each with its note.

    :func:`read_library` reads all of them back.

    >>> from movements.registry import make_plan
    >>> text = library_to_json([(make_plan("howell", pairs=8), "For the summer")])
    >>> "For the summer" in text
    True
    """
    objects = []
    for plan, note in plans:
        data = plan_to_json(plan)
        if note:
            data[NOTE] = note
        objects.append(data)
    lines = [json.dumps(data, ensure_ascii=False) for data in objects]
    return "[\n" + ",\n".join(lines) + "\n]\n"


class LibraryText(NamedTuple):
    """A file of movement text with many movements.

    *left_out* are sentences about the movements that the format can't say.

    >>> LibraryText("", left_out=()).left_out
    ()
    """

    text: str
    left_out: tuple[str, ...]


def library_to_text(plans: Iterable[Movement]) -> LibraryText:
    """Return *plans* as one file of movement text, without those that it can't say.

    The format has no copies of the boards and no order within a set: where two tables play a set in
    one round, a reader lets them share it.

    >>> from movements.registry import make_plan
    >>> plans = [make_plan("web-mitchell", pairs=16), make_plan("howell", pairs=8)]
    >>> library_to_text(plans).text.count("[")
    2

    :return: the movements in their order, with a blank line between two
    """
    texts: list[str] = []
    left_out: list[str] = []
    for plan in plans:
        try:
            texts.append(plan_to_text(without_copies(plan)))
        except MovementError as error:
            left_out.append(str(error))
    return LibraryText("\n".join(texts), tuple(left_out))


def is_acblscore(content: bytes) -> bool:
    """Return whether *content* is a file of ACBLscore, which isn't text.

    >>> is_acblscore(b"8 pairs, 7 rounds")
    False
    """
    return looks_like_mov(content)


def _read_items(text: str, name: str) -> Iterator[LibraryItem]:
    if not looks_like_text(text) and looks_like_csv(text):
        yield _make_item(name, 1, read_csv(text))
        return
    try:
        data = json.loads(text)
    except RecursionError:
        raise UnreadablePlanError(problems=("it is nested too deeply",)) from None
    except ValueError as error:
        movements = split_movements(text)
        if BEGINS_LIKE_JSON.match(text) or not movements:
            raise UnreadablePlanError(problems=(_describe_json_problem(text, error),)) from None
        for _title, movement_text, first_line in movements:
            # The title as it is: what is wrong with it is among the problems.
            title = movement_text.partition("\n")[0]
            yield _make_item(title, first_line, read_text(movement_text, first_line))
        return
    if not is_list_of_plans(data):
        data = [data]
    for value in data:
        yield _read_json_item(value, name)


def _describe_json_problem(text: str, error: ValueError) -> str:
    """Return why *text* is no movement: where its JSON breaks off, or that it has no known form."""
    if isinstance(error, json.JSONDecodeError) and BEGINS_LIKE_JSON.match(text):
        return f"its JSON breaks off in line {error.lineno}"
    return "it isn't JSON, a CSV grid, movement text or a file of ACBLscore"


def _read_json_item(data: object, name: str) -> LibraryItem:
    title, note = name, ""
    if isinstance(data, Mapping):
        title = str(data.get("name", name))
        note = str(data.get(NOTE, ""))
    try:
        reading = read_json(data)
    except UnreadablePlanError as error:
        return LibraryItem(title, 0, None, (str(error),), note)
    return _make_item(title, 0, reading, note)


def _make_item(title: str, line_no: int, reading: Reading, note: str = "") -> LibraryItem:
    """Return the item of *reading*, without its plan if that has faults."""
    problems = tuple(fault.text for fault in find_reading_faults(reading))
    if problems:
        return LibraryItem(title, line_no, None, problems, note)
    return LibraryItem(title, line_no, reading.plan, (), note)
