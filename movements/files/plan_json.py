"""Plans as JSON objects, written and read.

Other programs may rely on the shape of the object. Reading checks only whether the object *is* a
plan, and names every missing or wrong field. Whether the plan has faults is the matter of
:func:`movements.check.faults.check_plan`.
"""

from collections.abc import Collection, Mapping
from typing import Any

from movements.errors import UnreadablePlanError
from movements.model import NOUN_BY_CONTEST, ByeStand, FourPlayers, Movement, SitOut, TableRound
from movements.partnerships import number_partnerships

MAX_NUMBER = 9999
"""Limit of the numbers in a plan. A larger one is a mistake or an attack."""

CONTESTS = tuple(NOUN_BY_CONTEST)
"""The contests whose plans can be read."""

SEATS = ("n", "e", "s", "w")


def plan_to_json(plan: Movement) -> dict[str, Any]:
    """Return *plan* as a JSON object that :func:`plan_from_json` reads back unchanged.

    The rows of an individual contest have ``n``, ``e``, ``s`` and ``w`` instead of ``ns`` and
    ``ew``. If pairs or teams are seated player by player, rows have both.

    Fields with a usual value are left out: ``shared`` and ``arrow_switched`` if false, ``table`` and
    ``board_set`` of a sit-out if unknown, ``notes`` if empty, ``copies``,
    ``copy`` and ``first_board`` if 1.

    >>> from movements.registry import make_plan
    >>> plan_to_json(make_plan("mitchell", tables=5, boards_per_set=2))["rows"][0]
    {'round': 1, 'table': 1, 'ns': 1, 'ew': 6, 'board_set': 1, 'boards': [1, 2]}
    """
    data: dict[str, Any] = {
        "key": plan.key,
        "name": plan.name,
        "contest": plan.contest,
        "source": plan.source,
        "options": dict(plan.options),
        "contestants": plan.contestants,
        "winners": plan.winners,
        "tables": plan.tables,
        "rounds": plan.rounds,
        "board_sets": plan.board_sets,
        "boards": plan.boards,
        "boards_per_set": plan.boards_per_set,
        "rows": [_row_to_json(row, plan.contest) for row in plan.rows],
        "sit_outs": [_sit_out_to_json(sit_out) for sit_out in plan.sit_outs],
        "bye_stands": [
            {
                "round": bye_stand.round_no,
                "board_set": bye_stand.board_set,
                "after_table": bye_stand.after_table,
            }
            for bye_stand in plan.bye_stands
        ],
        "guarantees": list(plan.guarantees),
    }
    if plan.notes:
        data["notes"] = list(plan.notes)
    if plan.copies != 1:
        data["copies"] = plan.copies
    if plan.first_board != 1:
        data["first_board"] = plan.first_board
    return data


def _row_to_json(row: TableRound, contest: str) -> dict[str, Any]:
    data: dict[str, Any] = {"round": row.round_no, "table": row.table_no}
    if contest != "individual":
        data |= {"ns": row.ns, "ew": row.ew}
    if row.players:
        data |= dict(zip(SEATS, row.players, strict=True))
    data["board_set"] = row.board_set
    data["boards"] = list(row.boards)
    if row.shared:
        data["shared"] = True
    if row.arrow_switched:
        data["arrow_switched"] = True
    if row.copy_no != 1:
        data["copy"] = row.copy_no
    if row.half:
        data["half"] = row.half
    return data


def _sit_out_to_json(sit_out: SitOut) -> dict[str, int]:
    data = {"round": sit_out.round_no, "contestant": sit_out.contestant}
    if sit_out.table_no is not None:
        data["table"] = sit_out.table_no
    if sit_out.board_set is not None:
        data["board_set"] = sit_out.board_set
    if sit_out.copy_no != 1:
        data["copy"] = sit_out.copy_no
    return data


def plan_from_json(data: object) -> Movement:
    """Return the plan in the JSON object *data*, with rows sorted by round and table.

    The fields ``contestants``, ``winners``, ``tables``, ``rounds``, ``board_sets``, ``boards`` and
    ``rows`` are required. The others may be missing. Unknown fields are ignored.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("howell", pairs=9)
    >>> plan_from_json(plan_to_json(plan)) == plan
    True

    :raises UnreadablePlanError: with every missing or wrong field in ``problems``.
    """
    if not isinstance(data, Mapping):
        raise UnreadablePlanError(
            problems=(f"it is {_describe_value(data)}, not an object with named fields",)
        )
    problems: list[str] = []
    plan = _read_plan(_Fields(data, "", problems), problems)
    if problems:
        raise UnreadablePlanError(problems=tuple(problems))
    return plan


def refuse_other_contests(plan: Movement, contests: Collection[str]) -> None:
    """Raise an error unless *plan* is for one of the *contests*.

    >>> from movements.registry import make_plan
    >>> refuse_other_contests(make_plan("howell", pairs=9), ["pairs"])

    :raises UnreadablePlanError: naming the contests that can be read.
    """
    if plan.contest not in contests:
        contests_text = " or ".join(f"{NOUN_BY_CONTEST[contest]}s" for contest in contests)
        problem = f'"contest" is "{plan.contest}", but must be {contests_text}'
        raise UnreadablePlanError(problems=(problem,))


class _Fields:
    """The fields of a JSON object, read by type.

    Missing and wrong fields are added to *problems* after their *location*, such as ``"row 4: "``. A
    method then returns a default value, so that all problems of an object are found.
    """

    def __init__(self, data: Mapping[str, object], place: str, problems: list[str]) -> None:
        self.data = data
        self.location = place
        self.problems = problems

    def _add_problem(self, name: str, problem: str) -> None:
        self.problems.append(f'{self.location}"{name}" {problem}')

    def read_number(self, name: str) -> int:
        """Return a required whole number."""
        value = self.read_number_or_none(name)
        if name not in self.data:
            self._add_problem(name, "is missing")
        return value or 0

    def read_number_or_none(self, name: str) -> int | None:
        """Return a whole number, or None if the field is missing."""
        value = self.data.get(name)
        if isinstance(value, int) and _is_number(value):
            return value
        if name in self.data:
            self._add_problem(
                name, f"must be a whole number up to {MAX_NUMBER}, not {_describe_value(value)}"
            )
        return None

    def read_numbers(self, name: str) -> tuple[int, ...]:
        """Return a required list of whole numbers."""
        values = self.read_entries(name, is_required=True)
        wrong_values = [value for value in values if not _is_number(value)]
        if wrong_values:
            self._add_problem(
                name,
                f"must contain only whole numbers up to {MAX_NUMBER}, "
                f"not {_describe_value(wrong_values[0])}",
            )
        return tuple(value for value in values if isinstance(value, int))

    def read_text(self, name: str, default: str) -> str:
        """Return a text, or *default* if the field is missing."""
        value = self.data.get(name, default)
        if not isinstance(value, str):
            self._add_problem(name, f"must be a text, not {_describe_value(value)}")
            return default
        return value

    def read_flag(self, name: str) -> bool:
        """Return a truth value, or false if the field is missing."""
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            self._add_problem(name, f"must be true or false, not {_describe_value(value)}")
        return value is True

    def read_entries(self, name: str, *, is_required: bool = False) -> list[object]:
        """Return a list, which is empty if the field is missing."""
        value = self.data.get(name, [])
        if is_required and name not in self.data:
            self._add_problem(name, "is missing")
        if not isinstance(value, list):
            self._add_problem(name, f"must be a list, not {_describe_value(value)}")
            return []
        return value

    def read_objects(self, name: str, noun: str, *, is_required: bool = False) -> "list[_Fields]":
        """Return the objects of a list, each with its place for messages: "row 4"."""
        objects = []
        for number, value in enumerate(self.read_entries(name, is_required=is_required), start=1):
            if isinstance(value, Mapping):
                objects.append(_Fields(value, f"{noun} {number}: ", self.problems))
            else:
                self.problems.append(
                    f"{noun} {number} is {_describe_value(value)}, not an object with named fields"
                )
        return objects

    def read_texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts, which is empty if the field is missing."""
        values = self.read_entries(name)
        if not all(isinstance(value, str) for value in values):
            self._add_problem(name, "must hold texts only")
        return tuple(str(value) for value in values)

    def read_text_pairs(self, name: str) -> tuple[tuple[str, str], ...]:
        """Return the names and values of an object of texts, empty if the field is missing."""
        value = self.data.get(name, {})
        if not isinstance(value, Mapping) or not all(
            isinstance(text, str) for text in value.values()
        ):
            self._add_problem(name, "must be an object of texts")
            return ()
        return tuple((str(key), str(text)) for key, text in value.items())


def _read_plan(fields: _Fields, problems: list[str]) -> Movement:
    contest = fields.read_text("contest", "pairs")
    if contest not in CONTESTS:
        problems.append(f'"contest" is "{contest}", but must be {" or ".join(CONTESTS)}')
    rows = [_read_row(row, contest) for row in fields.read_objects("rows", "row", is_required=True)]
    rows.sort(key=lambda row: (row.round_no, row.table_no))
    sit_outs = [_read_sit_out(entry) for entry in fields.read_objects("sit_outs", "sit-out")]
    board_sets = fields.read_number("board_sets")
    boards = fields.read_number("boards")
    return Movement(
        key=fields.read_text("key", "own"),
        name=fields.read_text("name", "Custom movement"),
        contest=contest,
        source=fields.read_text("source", ""),
        options=fields.read_text_pairs("options"),
        contestants=fields.read_number("contestants"),
        winners=fields.read_number("winners"),
        tables=fields.read_number("tables"),
        rounds=fields.read_number("rounds"),
        boards_per_set=_read_boards_per_set(fields, board_sets, boards),
        board_sets=board_sets,
        rows=number_partnerships(rows) if contest == "individual" else tuple(rows),
        sit_outs=tuple(sit_outs),
        bye_stands=tuple(
            ByeStand(
                entry.read_number("round"),
                entry.read_number("board_set"),
                entry.read_number("after_table"),
            )
            for entry in fields.read_objects("bye_stands", "bye-stand")
        ),
        guarantees=fields.read_texts("guarantees"),
        notes=fields.read_texts("notes"),
        copies=_read_number_or_one(fields, "copies"),
        first_board=_read_number_or_one(fields, "first_board"),
    )


def _read_boards_per_set(fields: _Fields, board_sets: int, boards: int) -> int:
    """Return the number of boards in a set, derived from the others if it isn't stated."""
    boards_per_set = fields.read_number_or_none("boards_per_set")
    sets = f"{board_sets} sets"
    if boards_per_set is not None:
        sets += f" of {boards_per_set}"
    elif board_sets > 0:
        boards_per_set = boards // board_sets
    else:
        boards_per_set = 0
    if board_sets > 0 and "boards" in fields.data and boards_per_set * board_sets != boards:
        fields.problems.append(f'"boards" is {boards}, but must be {sets}')
    return boards_per_set


def _read_row(row: _Fields, contest: str) -> TableRound:
    is_individual = contest == "individual"
    has_players = is_individual or bool(set(SEATS) & set(row.data))
    return TableRound(
        round_no=row.read_number("round"),
        table_no=row.read_number("table"),
        ns=0 if is_individual else row.read_number("ns"),
        ew=0 if is_individual else row.read_number("ew"),
        board_set=row.read_number("board_set"),
        boards=row.read_numbers("boards"),
        shared=row.read_flag("shared"),
        arrow_switched=row.read_flag("arrow_switched"),
        copy_no=_read_number_or_one(row, "copy"),
        players=_read_players(row) if has_players else None,
        half=row.read_number("half") if "half" in row.data else 0,
    )


def _read_players(row: _Fields) -> FourPlayers:
    north, east, south, west = (row.read_number(seat) for seat in SEATS)
    return north, east, south, west


def _read_sit_out(entry: _Fields) -> SitOut:
    return SitOut(
        round_no=entry.read_number("round"),
        contestant=entry.read_number("contestant"),
        table_no=entry.read_number_or_none("table"),
        board_set=entry.read_number_or_none("board_set"),
        copy_no=_read_number_or_one(entry, "copy"),
    )


def _read_number_or_one(fields: _Fields, name: str) -> int:
    number = fields.read_number_or_none(name)
    if number is None:
        return 1
    return number


def _is_number(value: object) -> bool:
    return (
        isinstance(value, int)
        and not isinstance(value, bool)
        and -MAX_NUMBER <= value <= MAX_NUMBER
    )


def _describe_value(value: object) -> str:
    """Describe *value* in a few words for a message."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > 64:
        # Python refuses to write out integers of thousands of digits.
        return "a huge one"
    text = str(value)
    if len(text) > 20:
        text = text[:17] + "..."
    return f'"{text}"' if isinstance(value, str) else text
