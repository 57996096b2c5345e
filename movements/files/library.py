"""Read and write files with many movements, so that a broken one doesn't stop the others.

Also reads the binary files of ACBLscore, which hold one movement and end in ``.MOV``.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from movements.errors import MovementError, UnreadablePlanError
from movements.files.csv_grid import parse_csv
from movements.files.formats import (
    BYTE_ORDER_MARK,
    is_csv_text,
    is_list_of_plans,
    list_reading_problems,
    read_json,
)
from movements.files.plan_json import plan_to_json
from movements.files.reading import Problems, Reading, choose_default_boards
from movements.files.seat_lists import SeatList, list_json_seat_lists, list_seat_lists
from movements.files.text import parse_text, plan_to_text, without_copies
from movements.files.text_pairs import (
    HOWELL,
    MITCHELL,
    NUMBERS_PER_ROUND,
    is_movement_text,
    parse_pairs_text,
    split_movements,
)
from movements.model import Movement

BEGINS_LIKE_JSON = re.compile(r"""\s*[\[{]\s*[\[{"\]}]""")
"""A title of movement text begins with a bracket too, but a letter or a figure follows."""
NOTE_FIELD = "note"
"""The field of a plan's JSON object that a library adds. Other readers ignore it."""

_FIELDS_OF_PLAN = {"rows", "board_sets", "contestants", "winners"}
_OTHER_JSON = (
    "This JSON isn’t a movement of this program or of BridgeScorer. Save it there as text, with a "
    "line for each table and round: round, table, N-S, E-W and boards."
)

FILE_MARK = b"\x5d\x8d"

FIRST_TABLE = 707
TEXT_TYPE_BY_MOV_TYPE = {0: MITCHELL, 1: HOWELL}
"""The type in movement text of each type here."""


@dataclass(frozen=True, slots=True)
class LibraryItem:
    """One movement of a file.

    >>> LibraryItem("Ours", line_no=0, plan=None, problems=("Nothing can be read.",)).note
    ''
    """

    title: str  # as the file has it
    line_no: int  # the line of its title, 0 if the format has no lines
    plan: Movement | None  # None if it can't be read or has problems
    problems: tuple[str, ...]  # sentences about what is wrong, at least one without a plan
    note: str = ""  # the club's remark


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
    return tuple(_parse_items(content.removeprefix(BYTE_ORDER_MARK), name))


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
            data[NOTE_FIELD] = note
        objects.append(data)
    lines = [json.dumps(data, ensure_ascii=False) for data in objects]
    return "[\n" + ",\n".join(lines) + "\n]\n"


class LibraryText(NamedTuple):
    """A file of movement text with many movements.

    >>> LibraryText("", refusals=()).refusals
    ()
    """

    text: str
    refusals: tuple[str, ...]  # sentences about the movements that the format can't say


def library_to_text(plans: Iterable[Movement]) -> LibraryText:
    """Return *plans* as one file of movement text. Plans that the format can't hold are left out.

    The format has no copies of the boards and no order within a set: where two tables play a set in
    one round, a reader lets them share it.

    >>> from movements.registry import make_plan
    >>> plans = [make_plan("web-mitchell", pairs=16), make_plan("howell", pairs=8)]
    >>> library_to_text(plans).text.count("[")
    2

    :return: the movements in their order, with a blank line between two
    """
    texts: list[str] = []
    refusals: list[str] = []
    for plan in plans:
        try:
            texts.append(plan_to_text(without_copies(plan)))
        except MovementError as error:
            refusals.append(str(error))
    return LibraryText("\n".join(texts), tuple(refusals))


def is_acblscore(content: bytes) -> bool:
    """Return whether *content* is a file of ACBLscore, which isn't text.

    >>> is_acblscore(b"8 pairs, 7 rounds")
    False
    """
    return is_mov_content(content)


def _parse_items(text: str, name: str) -> Iterator[LibraryItem]:
    if not is_movement_text(text) and (seat_lists := list_seat_lists(text)):
        yield from _read_seat_lists(seat_lists, name)
        return
    if not is_movement_text(text) and is_csv_text(text):
        yield _make_item(name, 1, parse_csv(text))
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
            yield _make_item(title, first_line, parse_text(movement_text, first_line))
        return
    if seat_lists := list_json_seat_lists(data):
        yield from _read_seat_lists(seat_lists, name)
        return
    if not is_list_of_plans(data):
        data = [data]
    for value in data:
        yield _read_json_item(value, name)


def _read_seat_lists(seat_lists: Iterable[SeatList], name: str) -> Iterator[LibraryItem]:
    for seat_list in seat_lists:
        yield _make_item(seat_list.title or name, 0, seat_list.read(name), seat_list.note)


def _describe_json_problem(text: str, error: ValueError) -> str:
    """Return why *text* is no movement: where its JSON breaks off, or that it has no known form."""
    if isinstance(error, json.JSONDecodeError) and BEGINS_LIKE_JSON.match(text):
        return f"its JSON breaks off in line {error.lineno}"
    return "it isn’t JSON, a CSV grid, movement text, guide cards or a file of ACBLscore"


def _read_json_item(data: object, name: str) -> LibraryItem:
    title, note = name, ""
    if isinstance(data, Mapping):
        if not data.keys() & _FIELDS_OF_PLAN:
            return LibraryItem(title, 0, plan=None, problems=(_OTHER_JSON,))
        title = str(data.get("name", name))
        note = str(data.get(NOTE_FIELD, ""))
    try:
        reading = read_json(data)
    except UnreadablePlanError as error:
        return LibraryItem(title, 0, plan=None, problems=(str(error),), note=note)
    return _make_item(title, 0, reading, note)


def _make_item(title: str, line_no: int, reading: Reading, note: str = "") -> LibraryItem:
    """Return the item of *reading*, without its plan if that has faults."""
    problems = tuple(problem.text for problem in list_reading_problems(reading))
    if problems:
        return LibraryItem(title, line_no, plan=None, problems=problems, note=note)
    return LibraryItem(title, line_no, plan=reading.plan, problems=(), note=note)


# The layout of ``.MOV`` was worked out from files, not published. All numbers are single bytes:
#
# - 0 and 1: the mark ``5D 8D``;
# - 2 to 5: type (0 Mitchell, 1 Howell), tables, rounds and board sets;
# - 6 to 605: text, filled up with blanks;
# - 606 to 706: nothing that a plan needs;
# - from 707 on, table by table and round by round: N-S pair, E-W pair and board set.
#
# A file doesn't say how many boards a set has, so the plan has the usual number.


TEXT_START, TEXT_STOP = 6, 606


def is_mov_content(content: bytes) -> bool:
    """Return whether *content* begins like a file of ACBLscore.

    >>> is_mov_content(b"\\x5d\\x8d\\x01\\x04"), is_mov_content(b"[M5] Mitchell")
    (True, False)
    """
    return content.startswith(FILE_MARK)


def read_mov(content: bytes, name: str = "Custom movement") -> Reading:
    """Return the plan in a file of ACBLscore, and everything that can't be read.

    *name* is the name of a movement whose file has no text.

    >>> read_mov(b"\\x5d\\x8d\\x01\\x02").problems[0].text
    'The file ends after 4 bytes, before the first table.'
    """
    problems = Problems()
    if not is_mov_content(content):
        problems.add("The file doesn’t begin with 5D 8D, as movements of ACBLscore do.")
        return problems.make_reading(None)
    if len(content) < FIRST_TABLE:
        problems.add(f"The file ends after {len(content)} bytes, before the first table.")
        return problems.make_reading(None)
    mov_type, tables, rounds, board_sets = content[2:6]
    if mov_type not in TEXT_TYPE_BY_MOV_TYPE:
        problems.add(f"The file says type {mov_type}. Use 0 (Mitchell) or 1 (Howell).")
        return problems.make_reading(None)
    line_length = NUMBERS_PER_ROUND * rounds
    expected = FIRST_TABLE + tables * line_length
    # Some programs fill the last block of a file with zeros.
    if len(content) < expected or any(content[expected:]):
        problems.add(
            f"The file has {len(content)} bytes, but {tables} tables and {rounds} rounds need {expected}."
        )
        return problems.make_reading(None)
    boards_per_set = choose_default_boards(rounds)
    head = (
        TEXT_TYPE_BY_MOV_TYPE[mov_type],
        tables,
        board_sets * boards_per_set,
        boards_per_set,
        rounds,
        0,
    )
    # Movement text has the same numbers in the same order, so its reader does the rest.
    lines = [f"[own] {_read_title(content) or name}", ",".join(map(str, head))]
    for start in range(FIRST_TABLE, expected, line_length or 1):
        lines.append(",".join(map(str, content[start : start + line_length])))
    return parse_pairs_text("\n".join(lines))


def _read_title(content: bytes) -> str:
    """Return the text of the file on one line, without brackets."""
    text = content[TEXT_START:TEXT_STOP].decode("cp437")
    title_words = "".join(letter if letter.isprintable() else " " for letter in text).split()
    return " ".join(title_words).replace("[", "(").replace("]", ")")
