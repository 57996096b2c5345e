"""Plans in and out of files: our own JSON, a CSV grid, movement text, and the YAML of BridgeScorer.

A reader needn't name the format. :func:`parse_plan` accepts only a file without problems.
:func:`examine_text` also returns what can be read of a faulty file, with everything that can't be read and
every fault of the rest. :func:`make_compact_text` is for databases that hold many plans. The formats
themselves are in the other modules of this folder; only reading faulty JSON is here.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeGuard

from movements.check.faults import check_plan
from movements.errors import SHOWN_PROBLEMS, MovementError, UnreadablePlanError
from movements.files.bridgescorer import plan_to_yaml
from movements.files.csv_grid import parse_csv, plan_to_csv
from movements.files.plan_json import (
    CONTESTS,
    SEATS,
    plan_from_json,
    plan_to_json,
    refuse_other_contests,
)
from movements.files.reading import MAX_NUMBER, Reading, derive_plan, list_partial_problems
from movements.files.seat_lists import HANDS, list_seat_lists
from movements.files.text import parse_text, plan_to_text
from movements.files.text_pairs import is_movement_text, split_movements
from movements.model import Movement, PlanProblem, make_problem

CONSEQUENCE_CODES = frozenset(
    {"sit-out-missing", "contestant-count", "round-gap", "table-gap", "never-plays", "shared-alone"}
)
"""Codes of faults that an unreadable line causes, so that the plan itself may be right."""

BYTE_ORDER_MARK = "\ufeff"
"""Some programs put it before the first character of a file."""

ROW_PATTERN = re.compile(r"row (\d+)(?:: | (?=is ))")
FIELD_PATTERN = re.compile(r'"(\w+)" ')
COUNT_FIELDS = ("contestants", "winners", "tables", "rounds", "board_sets", "boards")
STAND_IN_VALUES: dict[str, object] = {
    "round": 0,
    "table": 0,
    "ns": 1,
    "ew": 1,
    "board_set": 1,
    "boards": [1],
}
"""The fields of a row, with values by which rows can be read if all of them lack the field."""
PLAYER_STAND_IN_VALUES = {
    name: value for name, value in STAND_IN_VALUES.items() if name not in ("ns", "ew")
} | {seat: number for number, seat in enumerate(SEATS, start=1)}
"""The same for rows of single players."""

SMALLEST_FIRST = ("csv", "json")
"""Formats that can hold a whole plan. A grid takes about a sixth of the bytes of JSON."""


@dataclass(frozen=True, slots=True)
class Examination:
    """The readable part of the plan in a file, and every fault, by round, then table.

    >>> examine_text("round,table 1\\n1,1-2/1\\n2,1-2/1\\n").problems[0].code
    'board-twice'
    """

    plan: Movement
    problems: tuple[PlanProblem, ...]


def plan_to_json_text(plan: Movement) -> str:
    """Return *plan* as the text of a JSON file.

    >>> from movements.registry import make_plan
    >>> plan_to_json_text(make_plan("howell", pairs=8))[:16]
    '{"key": "howell"'
    """
    return json.dumps(plan_to_json(plan), ensure_ascii=False) + "\n"


WRITERS: dict[str, Callable[[Movement], str]] = {
    "json": plan_to_json_text,
    "csv": plan_to_csv,
    "text": plan_to_text,
    "yaml": plan_to_yaml,
}
"""The functions that write a plan, by the name of the format."""


def write_plan(plan: Movement, format_name: str) -> str:
    """Return *plan* as the text of a file in one of the formats of ``WRITERS``.

    >>> from movements.registry import make_plan
    >>> write_plan(make_plan("howell", pairs=8, boards_per_set=3), "text").splitlines()[1]
    '0,4,21,3,7,0'

    :raises MovementError: for movement text and YAML, if the plan wouldn't be read back the same.
    """
    return WRITERS[format_name](plan)


def parse_plan(text: str, movement: str | None = None) -> Movement:
    """Return the plan in a file of any of the formats.

    If the file has several, *movement* chooses one as in :func:`examine_text`.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", pairs=13)
    >>> all(parse_plan(write_plan(plan, form)).rows == plan.rows for form in WRITERS)
    True

    :raises UnreadablePlanError: with everything that can't be read in ``problems``.
    :raises MovementError: if the file has several movements and *movement* doesn't choose one.
    """
    reading = _parse_file_text(text, movement)
    if reading.plan is None or reading.problems:
        raise UnreadablePlanError(
            problems=tuple(problem.text.removesuffix(".") for problem in reading.problems)
        )
    return reading.plan


def examine_text(
    text: str, movement: str | None = None, *, contests: Sequence[str] = CONTESTS
) -> Examination:
    """Return the plan in a file with all its faults, if it is for one of the *contests*.

    If the file has several plans, *movement* chooses one by its number from 1, its title, its code
    or words of the title. A line that can't be read is a fault with the code "unreadable", and the
    rest of the file is checked without it.

    >>> examine_text("round,table 1\\n1,1-2/1\\n2,1-\\n").problems[0].text
    'Round 2, table 1: "1-" must look like 5-12/3 (N-S pair, E-W pair, board set).'

    :raises UnreadablePlanError: if no part of a plan can be read.
    :raises MovementError: if the file has several movements and *movement* doesn't choose one.
    """
    reading = _parse_file_text(text, movement)
    if reading.plan is None:
        raise UnreadablePlanError(
            problems=tuple(problem.text.removesuffix(".") for problem in reading.problems)
        )
    refuse_other_contests(reading.plan, contests)
    return Examination(reading.plan, list_reading_problems(reading))


def list_reading_problems(reading: Reading) -> tuple[PlanProblem, ...]:
    """Return everything that can't be read and every fault of the rest, by round, then table."""
    problems = list(reading.problems)
    if reading.plan:
        for problem in check_plan(reading.plan):
            if not is_consequence(problem, reading.incomplete_rounds):
                problems.append(problem)
    problems.sort(key=lambda fault: (fault.round_no or 0, fault.table_no or 0))
    return tuple(problems)


def is_consequence(problem: PlanProblem, incomplete_rounds: Set[int | None]) -> bool:
    """Return whether *problem* may be due to unreadable rows in the *incomplete_rounds*."""
    if problem.code not in CONSEQUENCE_CODES or not incomplete_rounds:
        return False
    is_unplaced = None in incomplete_rounds or problem.round_no is None
    return is_unplaced or problem.round_no in incomplete_rounds


def is_csv_text(text: str) -> bool:
    """Return whether the first line that isn't a comment has the columns of a grid or list.

    >>> is_csv_text("# winners: 2\\nround;table 1\\n"), is_csv_text("{}")
    (True, False)
    """
    lines = (line.strip().lstrip('"') for line in text.splitlines())
    first_line = next((line for line in lines if line and not line.startswith("#")), "")
    # JSON has commas too, but begins with a bracket.
    return bool(re.search(r"[,;\t]", first_line)) and first_line[0] not in "[{"


def list_movement_titles(text: str) -> tuple[str, ...]:
    """Return the titles in a file with several movements, in order. Empty for any other file.

    >>> list_movement_titles("[X] One\\n0,1,1,1,1,0\\n1,2,1\\n\\n[Y] Two\\n0,1,1,1,1,0\\n2,1,1\\n")
    ('[X] One', '[Y] Two')
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    if is_movement_text(text):
        titles = tuple(title for title, _, _ in split_movements(text))
        if len(titles) > 1:
            return titles
        return ()
    if is_csv_text(text) or HANDS.search(text):
        return ()
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return ()
    if is_list_of_plans(data):
        return _list_titles(data)
    return ()


def _parse_file_text(text: str, movement: str | None) -> Reading:
    text = text.removeprefix(BYTE_ORDER_MARK)
    if is_movement_text(text):
        movements = split_movements(text)
        index = _get_movement_index([title for title, _, _ in movements], movement)
        _title, movement_text, first_line = movements[index]
        return parse_text(movement_text, first_line)
    if HANDS.search(text):
        [seat_list] = list_seat_lists(text)
        return seat_list.read(seat_list.title)
    if is_csv_text(text):
        return parse_csv(text)
    data = json.loads(text)
    if is_list_of_plans(data):
        data = data[_get_movement_index(_list_titles(data), movement)]
    return read_json(data)


def is_list_of_plans(data: object) -> TypeGuard[list[Mapping[str, object]]]:
    """Return whether *data* is a list of objects that may be plans, and not empty."""
    return (
        isinstance(data, list)
        and bool(data)
        and all(isinstance(item, Mapping) and "rows" in item for item in data)
    )


def _list_titles(data: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
    return tuple(str(item.get("name", "Custom movement")) for item in data)


def _get_movement_index(titles: Sequence[str], movement: str | None) -> int:
    """Return the index of *movement*, which is optional if there is one title."""
    choice = (movement or "").strip().casefold()
    if not choice:
        if len(titles) == 1:
            return 0
        raise MovementError(
            "several-movements",
            "The file has {count} movements: {listing}. Choose one by number or title.",
            count=len(titles),
            listing=_format_numbered_titles(titles),
        )
    if choice.isdecimal() and 1 <= int(choice) <= len(titles):
        return int(choice) - 1
    names = [title.casefold() for title in titles]
    # From the strictest test to the loosest; the first that only one title passes decides.
    title_tests: tuple[Callable[[str], bool], ...] = (
        lambda name: name == choice,
        lambda name: f"[{choice}]" in name,
        lambda name: choice in name and not choice.isdecimal(),
    )
    for is_chosen in title_tests:
        indexes = [index for index, name in enumerate(names) if is_chosen(name)]
        if len(indexes) == 1:
            return indexes[0]
    raise MovementError(
        "no-such-movement",
        '"{wanted}" doesn’t match one movement in the file. Choose from {listing}.',
        wanted=str(movement)[:40],
        listing=_format_numbered_titles(titles),
    )


def _format_numbered_titles(titles: Sequence[str]) -> str:
    """Return the first twenty *titles* with their numbers."""
    parts = [
        f"{number}. {title[:60]}" for number, title in enumerate(titles[:SHOWN_PROBLEMS], start=1)
    ]
    if len(titles) > SHOWN_PROBLEMS:
        parts.append(f"and {len(titles) - SHOWN_PROBLEMS} more")
    return "; ".join(parts)


def read_json(data: object) -> Reading:
    """Return the plan in a JSON object, and everything that can't be read.

    :raises UnreadablePlanError: if no row of a plan can be read
    """
    try:
        return Reading(plan_from_json(data), ())
    except UnreadablePlanError as error:
        rows = data.get("rows") if isinstance(data, Mapping) else None
        if not isinstance(data, Mapping) or not isinstance(rows, list):
            raise
        return _read_partial_json(data, rows, error)


def _read_partial_json(
    data: Mapping[str, object], rows: list[object], error: UnreadablePlanError
) -> Reading:
    contest = _get_contest(data)
    stand_ins = PLAYER_STAND_IN_VALUES if contest == "individual" else STAND_IN_VALUES
    missing_fields = [
        name for name in stand_ins if rows and all(_is_missing_field(row, name) for row in rows)
    ]
    if not missing_fields:
        problems = tuple(_make_row_problem(problem, rows) for problem in error.problems)
        return _without_unreadable_rows(data, rows, problems, error)
    # A field that all rows lack is one problem, not one for each row.
    missing_texts = {f'"{name}" is missing' for name in missing_fields}
    other_problems = [
        problem
        for problem in error.problems
        if ROW_PATTERN.sub("", problem, count=1) not in missing_texts
    ]
    problems = (
        *(
            make_problem("unreadable", '"{part}" is missing in every row.', part=name)
            for name in missing_fields
        ),
        *(_make_row_problem(problem, rows) for problem in other_problems),
    )
    if contest == "individual":
        return Reading(None, problems)
    stand_ins = {name: STAND_IN_VALUES[name] for name in missing_fields}
    completed_rows = [
        stand_ins | dict(row)
        for row in _without_faulty_rows(rows, other_problems)
        if isinstance(row, Mapping)
    ]
    parsed_rows = plan_from_json(dict.fromkeys(COUNT_FIELDS, 1) | {"rows": completed_rows}).rows
    partial_problems = list_partial_problems(frozenset(missing_fields), parsed_rows, (), problems)
    return Reading(None, problems + partial_problems)


def _get_contest(data: Mapping[str, object]) -> str:
    contest = data.get("contest")
    if isinstance(contest, str) and contest in CONTESTS:
        return contest
    return CONTESTS[0]


def _is_missing_field(row: object, name: str) -> bool:
    return isinstance(row, Mapping) and name not in row


def _without_faulty_rows(rows: list[object], problems: Sequence[str]) -> list[object]:
    """Return the rows that no problem names."""
    faulty_numbers = set()
    for problem in problems:
        if match := ROW_PATTERN.match(problem):
            faulty_numbers.add(int(match[1]))
    return [row for number, row in enumerate(rows, start=1) if number not in faulty_numbers]


def _make_row_problem(problem: str, rows: list[object]) -> PlanProblem:
    """Return *problem* as a fault, at the round and table of the row that it names."""
    match = ROW_PATTERN.match(problem)
    row = rows[int(match[1]) - 1] if match else None
    round_no = _get_row_number(row, "round")
    table_no = _get_row_number(row, "table")
    if match and round_no and table_no:
        problem = f"Round {round_no}, table {table_no}: {problem[match.end() :]}"
    return PlanProblem("unreadable", f"{problem[:1].upper()}{problem[1:]}.", round_no, table_no)


def _get_row_number(row: object, name: str) -> int | None:
    value = row.get(name) if isinstance(row, Mapping) else None
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MAX_NUMBER:
        return value
    return None


def _without_unreadable_rows(
    data: Mapping[str, object],
    rows: list[object],
    problems: tuple[PlanProblem, ...],
    error: UnreadablePlanError,
) -> Reading:
    """Return the plan of the sound rows, with unreadable counts derived from them.

    *problems* are the faults of *error*, in the same order.
    """
    sound_rows = _without_faulty_rows(rows, error.problems)
    faulty_fields = set()
    for problem in error.problems:
        if match := FIELD_PATTERN.match(problem):
            faulty_fields.add(match[1])
    # These three must fit together, so one that is wrong makes all of them uncertain.
    board_fields = {"boards", "board_sets", "boards_per_set"}
    if faulty_fields & board_fields:
        faulty_fields |= board_fields
    try:
        contest = _get_contest(data)
        parsed = plan_from_json(
            dict.fromkeys(COUNT_FIELDS, 1) | {"contest": contest, "rows": sound_rows}
        )
        derived_plan = derive_plan(parsed.rows, stated_fields={"contest": contest})
        derived_counts = {
            name: getattr(derived_plan, name)
            for name in (*COUNT_FIELDS, "boards_per_set")
            if name in faulty_fields
        }
        plan = plan_from_json({**data, **derived_counts, "rows": sound_rows})
    except UnreadablePlanError:
        return Reading(None, problems)
    incomplete_rounds = set()
    for problem, row_problem in zip(error.problems, problems, strict=True):
        if ROW_PATTERN.match(problem):
            incomplete_rounds.add(row_problem.round_no)
    return Reading(plan if sound_rows else None, problems, frozenset(incomplete_rounds))


def make_compact_text(plan: Movement) -> str:
    """Return the smallest text that :func:`parse_plan` reads back as *plan*.

    Its rows must be sorted by round and table. A grid can't hold every plan: a table that plays two
    half matches in a round has one cell.

    >>> from movements.registry import make_plan
    >>> make_compact_text(make_plan("howell", pairs=8))[:13]
    '# key: howell'

    :raises ValueError: if the rows aren't sorted
    """
    for format_name in SMALLEST_FIRST:
        text = write_plan(plan, format_name)
        # A line break in a note makes the grid look like a file of another format.
        with suppress(ValueError):
            if parse_plan(text) == plan:
                return text
    message = f"The rows of {plan.name} aren’t sorted."
    raise ValueError(message)
