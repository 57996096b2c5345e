"""Plans in and out of files: our own JSON, a CSV grid, and movement text.

Responsible for telling which of the three a file is and for judging what it holds: everything that
cannot be read and everything wrong with the rest, all at once.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeGuard

from movements.check.faults import check_plan
from movements.errors import SHOWN_PROBLEMS, MovementError, UnreadablePlanError
from movements.files.csv_grid import plan_to_csv, read_csv
from movements.files.plan_json import (
    CONTESTS,
    SEATS,
    plan_from_json,
    plan_to_json,
    refuse_other_contests,
)
from movements.files.reading import LARGEST, Reading, fill_in
from movements.files.text import faults_without, looks_like_text, read_text, text_movements
from movements.files.text_writer import plan_to_text
from movements.model import Fault, Movement
from movements.sentences import MovementSentences

FOLLOWING = frozenset(
    {"sit-out-missing", "contestant-count", "round-gap", "table-gap", "never-plays", "shared-alone"}
)
"""Faults that a line left out as unreadable brings about by itself, so that they say nothing of the plan."""

BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Examination:
    """The plan in a file as far as it could be read, and every fault, by round, then table.

    >>> examine("round,table 1\\n1,1-2/1\\n2,1-2/1\\n").faults[0].code
    'board-twice'
    """

    plan: Movement
    faults: tuple[Fault, ...]


def plan_to_json_text(plan: Movement) -> str:
    """Return *plan* as the text of a JSON file.

    >>> from movements import make_plan
    >>> plan_to_json_text(make_plan("howell", pairs=8))[:16]
    '{"key": "howell"'
    """
    return json.dumps(plan_to_json(plan), ensure_ascii=False) + "\n"


WRITERS: dict[str, Callable[[Movement], str]] = {
    "json": plan_to_json_text,
    "csv": plan_to_csv,
    "text": plan_to_text,
}
"""How a plan is written, by the name of the format."""


def write_plan(plan: Movement, form: str) -> str:
    """Return *plan* as the text of a file in one of the formats ``json``, ``csv`` and ``text``.

    >>> from movements import make_plan
    >>> write_plan(make_plan("howell", pairs=8, boards_per_set=3), "text").splitlines()[1]
    '0,4,21,3,7,0'

    :raises MovementError: for movement text, if the plan would not come back the same.
    """
    return WRITERS[form](plan)


def read_plan(text: str, movement: str | None = None) -> Movement:
    """Return the plan in a file of any of the three formats.

    Of several, *movement* chooses one by number or title.

    >>> from movements import make_plan
    >>> plan = make_plan("mitchell", pairs=13)
    >>> all(read_plan(write_plan(plan, form)).rows == plan.rows for form in WRITERS)
    True

    :raises UnreadablePlanError: with everything that cannot be read in ``problems``.
    :raises MovementError: for a file of several when none is chosen.
    :raises MovementError: if no movement of the file, or more than one, is the one chosen.
    """
    reading = _read(text, movement)
    if reading.plan is None or reading.problems:
        raise UnreadablePlanError(
            problems=tuple(fault.text.removesuffix(".") for fault in reading.problems)
        )
    return reading.plan


def examine(
    text: str, movement: str | None = None, *, contests: Sequence[str] = CONTESTS
) -> Examination:
    """Return the plan in a file with all its faults, if it is for one of the *contests*.

    *movement* chooses one of a file of several, by its number from 1, its title, its code or words
    of the title.  A line that cannot be read is one fault, of code "unreadable"; the rest of the
    file is judged without it.

    >>> examine("round,table 1\\n1,1-2/1\\n2,1-\\n").faults[0].text
    'Round 2, table 1: "1-" must look like 5-12/3 (N-S pair, E-W pair, board set).'

    :raises UnreadablePlanError: if there is nothing of a plan in the file.
    :raises MovementError: for a file of several when none is chosen.
    :raises MovementError: if no movement of the file, or more than one, is the one chosen.
    """
    reading = _read(text, movement)
    if reading.plan is None:
        raise UnreadablePlanError(
            problems=tuple(fault.text.removesuffix(".") for fault in reading.problems)
        )
    refuse_other_contests(reading.plan, contests)
    plan_faults = (
        fault for fault in check_plan(reading.plan) if not _follows(fault, reading.incomplete)
    )
    faults = sorted(
        (*reading.problems, *plan_faults),
        key=lambda fault: (fault.round_no or 0, fault.table_no or 0),
    )
    return Examination(reading.plan, tuple(faults))


def _follows(fault: Fault, incomplete: Set[int | None]) -> bool:
    """Return whether *fault* may be due to unreadable rows in the *incomplete* rounds."""
    anywhere = None in incomplete or fault.round_no is None
    return (
        fault.code in FOLLOWING and bool(incomplete) and (anywhere or fault.round_no in incomplete)
    )


def looks_like_csv(text: str) -> bool:
    """Return whether the first line that is not a remark has the columns of a grid or list.

    >>> looks_like_csv("# winners: 2\\nround;table 1\\n"), looks_like_csv("{}")
    (True, False)
    """
    lines = (line.strip().lstrip('"') for line in text.splitlines())
    head = next((line for line in lines if line and not line.startswith("#")), "")
    return bool(re.search(r"[,;\t]", head)) and head[0] not in "[{"


def movement_titles(text: str) -> tuple[str, ...]:
    """Return the titles of the movements in a file with several, in order. Empty for any other
    file.

    >>> movement_titles("[X] One\\n0,1,1,1,1,0\\n1,2,1\\n\\n[Y] Two\\n0,1,1,1,1,0\\n2,1,1\\n")
    ('[X] One', '[Y] Two')
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    if looks_like_text(text):
        titles = tuple(title for title, _, _ in text_movements(text))
        if len(titles) > 1:
            return titles
        return ()
    try:
        data = None if looks_like_csv(text) else json.loads(text)
    except (ValueError, RecursionError):
        return ()
    if _is_list_of_plans(data):
        return _titles(data)
    return ()


def _read(text: str, movement: str | None) -> Reading:
    text = text.removeprefix(BYTE_ORDER_MARK)
    if looks_like_text(text):
        parts = text_movements(text)
        _, own_lines, first_line = parts[_place([title for title, _, _ in parts], movement)]
        return read_text(own_lines, first_line)
    if looks_like_csv(text):
        return read_csv(text)
    data = json.loads(text)
    return _read_json(data[_place(_titles(data), movement)] if _is_list_of_plans(data) else data)


def _is_list_of_plans(data: object) -> TypeGuard[list[Mapping[str, object]]]:
    return (
        isinstance(data, list)
        and bool(data)
        and all(isinstance(item, Mapping) and "rows" in item for item in data)
    )


def _titles(data: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
    return tuple(str(item.get("name", "Custom movement")) for item in data)


def _place(titles: Sequence[str], movement: str | None) -> int:
    """Return the index of *movement*, which is optional if there is one title."""
    wanted = (movement or "").strip().casefold()
    if not wanted and len(titles) == 1:
        return 0
    if not wanted:
        raise MovementError(
            MovementSentences.SEVERAL_MOVEMENTS, count=len(titles), listing=_numbered_titles(titles)
        )
    if wanted.isdecimal() and 1 <= int(wanted) <= len(titles):
        return int(wanted) - 1
    names = [title.casefold() for title in titles]
    tests: tuple[Callable[[str], bool], ...] = (
        lambda name: name == wanted,
        lambda name: f"[{wanted}]" in name,
        lambda name: wanted in name and not wanted.isdecimal(),
    )
    for is_meant in tests:
        places = [at for at, name in enumerate(names) if is_meant(name)]
        if len(places) == 1:
            return places[0]
    raise MovementError(
        MovementSentences.NO_SUCH_MOVEMENT,
        wanted=str(movement)[:40],
        listing=_numbered_titles(titles),
    )


def _numbered_titles(titles: Sequence[str]) -> str:
    """Return the first twenty *titles* with their numbers."""
    shown = [
        f"{number}. {title[:60]}" for number, title in enumerate(titles[:SHOWN_PROBLEMS], start=1)
    ]
    more = [f"and {len(titles) - SHOWN_PROBLEMS} more"] if len(titles) > SHOWN_PROBLEMS else []
    return "; ".join([*shown, *more])


def _read_json(data: object) -> Reading:
    try:
        return Reading(plan_from_json(data), ())
    except UnreadablePlanError as error:
        rows = data.get("rows") if isinstance(data, Mapping) else None
        if not isinstance(data, Mapping) or not isinstance(rows, list):
            raise
        return _read_faulty_json(data, rows, error)


ROW = re.compile(r"row (\d+)(?:: | (?=is ))")
FIELD = re.compile(r'"(\w+)" ')
COUNTS = ("contestants", "winners", "tables", "rounds", "board_sets", "boards")
STAND_INS: dict[str, object] = {
    "round": 0,
    "table": 0,
    "ns": 1,
    "ew": 1,
    "board_set": 1,
    "boards": [1],
}
"""What every row must have, with what it is given, for its reading only, where no row has it."""
STAND_INS_OF_PLAYERS = {
    name: value for name, value in STAND_INS.items() if name not in ("ns", "ew")
} | {seat: number for number, seat in enumerate(SEATS, start=1)}
"""The same where the rows name single players."""


def _read_faulty_json(
    data: Mapping[str, object], rows: list[object], error: UnreadablePlanError
) -> Reading:
    contest = _contest(data)
    stand_ins = STAND_INS_OF_PLAYERS if contest == "individual" else STAND_INS
    nowhere = [name for name in stand_ins if rows and all(_lacks(row, name) for row in rows)]
    if not nowhere:
        problems = tuple(_fault_at_row(problem, rows) for problem in error.problems)
        return _without_unreadable_rows(data, rows, problems, error)
    told = {f'"{name}" is missing' for name in nowhere}
    others = [problem for problem in error.problems if ROW.sub("", problem, count=1) not in told]
    problems = (
        *(MovementSentences.MISSING_IN_EVERY_ROW.fault(part=name) for name in nowhere),
        *(_fault_at_row(problem, rows) for problem in others),
    )
    if contest == "individual":
        return Reading(None, problems)
    given = {name: STAND_INS[name] for name in nowhere}
    sound = [given | dict(row) for row in _sound(rows, others) if isinstance(row, Mapping)]
    alone = plan_from_json(dict.fromkeys(COUNTS, 1) | {"rows": sound}).rows
    return Reading(None, problems + faults_without(frozenset(nowhere), alone, (), problems))


def _contest(data: Mapping[str, object]) -> str:
    told = data.get("contest")
    if isinstance(told, str) and told in CONTESTS:
        return told
    return CONTESTS[0]


def _lacks(row: object, name: str) -> bool:
    return isinstance(row, Mapping) and name not in row


def _sound(rows: list[object], problems: Sequence[str]) -> list[object]:
    """Return the rows that no problem names."""
    spoilt = {int(number[1]) for problem in problems if (number := ROW.match(problem))}
    return [row for number, row in enumerate(rows, start=1) if number not in spoilt]


def _fault_at_row(problem: str, rows: list[object]) -> Fault:
    """Return the problem as a fault at the round and table that its row names."""
    number = ROW.match(problem)
    row = rows[int(number[1]) - 1] if number else None
    round_no, table_no = (_number(row, name) for name in ("round", "table"))
    if number and round_no and table_no:
        problem = f"Round {round_no}, table {table_no}: {problem[number.end() :]}"
    return Fault("unreadable", f"{problem[:1].upper()}{problem[1:]}.", round_no, table_no)


def _number(row: object, name: str) -> int | None:
    value = row.get(name) if isinstance(row, Mapping) else None
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= LARGEST:
        return value
    return None


def _without_unreadable_rows(
    data: Mapping[str, object],
    rows: list[object],
    problems: tuple[Fault, ...],
    error: UnreadablePlanError,
) -> Reading:
    """Return the plan without unreadable rows. Missing counts are derived from the others."""
    sound = _sound(rows, error.problems)
    fields = {name[1] for problem in error.problems if (name := FIELD.match(problem))}
    if fields & {"boards", "board_sets", "boards_per_set"}:
        fields |= {"boards", "board_sets", "boards_per_set"}
    try:
        contest = _contest(data)
        rows_alone = plan_from_json(
            dict.fromkeys(COUNTS, 1) | {"contest": contest, "rows": sound}
        ).rows
        alone = fill_in(rows_alone, said={"contest": contest})
        counted = {
            name: getattr(alone, name) for name in (*COUNTS, "boards_per_set") if name in fields
        }
        plan = plan_from_json({**data, **counted, "rows": sound})
    except UnreadablePlanError:
        return Reading(None, problems)
    named = zip(error.problems, problems, strict=True)
    incomplete = frozenset(fault.round_no for problem, fault in named if ROW.match(problem))
    return Reading(plan if sound else None, problems, incomplete)
