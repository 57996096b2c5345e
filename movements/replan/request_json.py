"""The input file of ``python -m movements replan``, and the answer as JSON.

Reading collects every problem of the file before it raises. The proposals themselves are made by
:func:`~movements.replan.replanning.replan`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from movements.balance import round_quality
from movements.errors import UnreadablePlanError, UnreadableShapeError
from movements.files.plan_json import plan_from_json, plan_to_json, refuse_other_contests
from movements.model import NOUN_BY_CONTEST, Movement, TableRound
from movements.replan.records import Change, Price, Proposal, ReplanningAnswer, RowChange
from movements.replan.replanning import replan

NUMBER_FIELDS = (
    "pair",
    "other_pair",
    "table",
    "other_table",
    "rounds",
    "boards",
    "first_round",
    "last_round",
)


@dataclass(frozen=True, slots=True)
class ReplanRequest:
    """The arguments of :func:`~movements.replan.replanning.replan` from a file."""

    plan: Movement
    change: Change
    from_round: int
    tables_with_results: tuple[tuple[int, int], ...]
    rows_as_played: tuple[TableRound, ...]
    leavers: tuple[int, ...]
    protected_pairs: tuple[int, ...]
    minutes_used: int | None
    minutes_left: int | None

    def make_answer(self) -> ReplanningAnswer:
        """Return the proposals."""
        return replan(
            self.plan,
            change=self.change,
            from_round=self.from_round,
            tables_with_results=self.tables_with_results,
            rows_as_played=self.rows_as_played,
            leavers=self.leavers,
            protected_pairs=self.protected_pairs,
            minutes_used=self.minutes_used,
            minutes_left=self.minutes_left,
        )


def read_request(data: object) -> ReplanRequest:
    """Return the request in the JSON object *data*.

    >>> from movements.registry import make_plan
    >>> plan = plan_to_json(make_plan("mitchell", tables=5))
    >>> request = read_request({"plan": plan, "from_round": 2, "change": {"kind": "pair-leaves", "pair": 3}})
    >>> (request.from_round, request.change)
    (2, Change(pair-leaves, pair=3))

    :raises UnreadableShapeError: with everything that is missing or wrong.
    """
    if not isinstance(data, Mapping):
        raise _make_unreadable_replan_error(problems=("it isn’t an object with named fields",))
    problems: list[str] = []
    plan = _read_plan(data, problems)
    change = _read_change(data.get("change"), problems)
    from_round = _read_number(data, "from_round", "", problems)
    if from_round is None and "from_round" not in data:
        problems.append('"from_round" is missing')
    tables_with_results = tuple(_read_played_rounds(data, problems))
    rows_as_played = _read_rows_as_played(data, plan, problems)
    minutes_used = _read_number(data, "minutes_used", "", problems)
    minutes_left = _read_number(data, "minutes_left", "", problems)
    leavers = _read_numbers(data, "gone", problems)
    protected_pairs = _read_numbers(data, "keep", problems)
    if problems or plan is None or change is None or from_round is None:
        raise _make_unreadable_replan_error(problems=tuple(problems))
    return ReplanRequest(
        plan=plan,
        change=change,
        from_round=from_round,
        tables_with_results=tables_with_results,
        rows_as_played=rows_as_played,
        leavers=leavers,
        protected_pairs=protected_pairs,
        minutes_used=minutes_used,
        minutes_left=minutes_left,
    )


def _read_plan(data: Mapping[str, object], problems: list[str]) -> Movement | None:
    if "plan" not in data:
        problems.append('"plan" is missing')
        return None
    try:
        plan = plan_from_json(data["plan"])
        refuse_other_contests(plan, NOUN_BY_CONTEST)
    except UnreadablePlanError as error:
        problems.extend(f"plan: {problem}" for problem in error.problems)
        return None
    return plan


def _read_change(data: object, problems: list[str]) -> Change | None:
    if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str):
        problems.append('"change" must be an object with a "kind"')
        return None
    key, leave = data.get("key"), data.get("leave")
    if key is not None and not isinstance(key, str):
        problems.append('change: "key" must be a text')
    if leave is not None and not isinstance(leave, bool):
        problems.append('change: "leave" must be true or false')
    options = data.get("options", {})
    has_text_options = isinstance(options, Mapping) and all(
        isinstance(choice, str) for choice in options.values()
    )
    if not has_text_options:
        problems.append('change: "options" must be an object of texts')
        options = {}
    numbers = {name: _read_number(data, name, "change: ", problems) for name in NUMBER_FIELDS}
    pairs = _read_number(data, "pairs", "change: ", problems)
    return Change(
        data["kind"],
        pairs=1 if pairs is None else pairs,
        key=key if isinstance(key, str) else None,
        options=tuple((str(name), choice) for name, choice in options.items()),
        leave=leave if isinstance(leave, bool) else None,
        **numbers,
    )


def _read_played_rounds(
    data: Mapping[str, object], problems: list[str]
) -> Iterator[tuple[int, int]]:
    for number, entry in enumerate(_read_entries(data, "played", problems), start=1):
        if not isinstance(entry, Mapping):
            problems.append(f"played {number} isn’t an object with named fields")
            continue
        round_no = _read_number(entry, "round", f"played {number}: ", problems)
        table_no = _read_number(entry, "table", f"played {number}: ", problems)
        if round_no is None or table_no is None:
            problems.append(f'played {number} needs "round" and "table"')
        else:
            yield round_no, table_no


def _read_rows_as_played(
    data: Mapping[str, object], plan: Movement | None, problems: list[str]
) -> tuple[TableRound, ...]:
    """Return the rows in "done". A row without boards gets the boards of its set."""
    rows = _read_entries(data, "done", problems)
    if not rows or plan is None:
        return ()
    boards_by_set: dict[object, list[int]] = {
        row.board_set: sorted(row.boards) for row in plan.rows
    }
    completed_rows: list[object] = []
    for row in rows:
        if isinstance(row, Mapping):
            completed_rows.append({"boards": boards_by_set.get(row.get("board_set"), []), **row})
        else:
            completed_rows.append(row)
    try:
        # Rows have no reader of their own: they are read as the rows of the plan.
        return plan_from_json({**plan_to_json(plan), "rows": completed_rows}).rows
    except UnreadablePlanError as error:
        problems.extend(f"done: {problem}" for problem in error.problems)
        return ()


def _read_entries(data: Mapping[str, object], name: str, problems: list[str]) -> Sequence[object]:
    value = data.get(name, [])
    if not isinstance(value, list):
        problems.append(f'"{name}" must be a list')
        return []
    return value


def _read_numbers(data: Mapping[str, object], name: str, problems: list[str]) -> tuple[int, ...]:
    values = _read_entries(data, name, problems)
    # In Python a bool is an int, too.
    numbers = tuple(
        value for value in values if isinstance(value, int) and not isinstance(value, bool)
    )
    if len(numbers) < len(values):
        problems.append(f'"{name}" must hold whole numbers only')
    return numbers


def _read_number(
    data: Mapping[str, object], name: str, location: str, problems: list[str]
) -> int | None:
    value = data.get(name)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 9999:
        problems.append(f'{location}"{name}" must be a whole number')
        return None
    return value


def answer_to_json(answer: ReplanningAnswer) -> dict[str, Any]:
    """Return *answer* as a JSON object.

    >>> from movements.registry import make_plan
    >>> short = replan(make_plan("mitchell", tables=5), change=Change("rounds", rounds=4), from_round=3)
    >>> list(answer_to_json(short)), answer_to_json(short)["proposals"][0]["price"]["boards_lost"]
    (['proposals', 'why_none', 'now', 'stays'], 50)
    """
    return {
        "proposals": [_proposal_to_json(proposal) for proposal in answer.proposals],
        "why_none": answer.problem_text,
        "now": _price_to_json(answer.current_price),
        "stays": _proposal_to_json(answer.unchanged) if answer.unchanged else None,
    }


def _proposal_to_json(proposal: Proposal) -> dict[str, Any]:
    return {
        "title": proposal.title,
        "why": proposal.explanation,
        "price": _price_to_json(proposal.price),
        "new_pairs": list(proposal.new_pairs),
        "clean": proposal.is_clean,
        "gone": list(proposal.leavers),
        "changed_rows": [_row_change_to_json(change) for change in proposal.changed_rows],
        "plan": plan_to_json(proposal.plan),
    }


def _price_to_json(price: Price) -> dict[str, Any]:
    return {
        "sit_outs": price.sit_outs,
        "fairness": round_quality(price.fairness),
        "minutes": price.minutes,
        "minutes_rest": price.remaining_minutes,
        "pairs_moved": price.pairs_moved,
        "boards_lost": price.boards_lost,
        "cards_to_print": list(price.cards_to_print),
        "rematches": price.rematches,
        "boards_for_new": price.newcomer_boards,
        "spare_sets": price.spare_sets,
        "partners_again": price.repeated_partners,
        "boards_each": price.boards_range,
    }


def _row_change_to_json(change: RowChange) -> dict[str, Any]:
    return {
        "round": change.round_no,
        "table": change.table_no,
        "before": _seats_to_json(change.previous_row),
        "now": _seats_to_json(change.new_row),
    }


def _seats_to_json(row: TableRound | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {"ns": row.ns, "ew": row.ew, "board_set": row.board_set, "boards": list(row.boards)}


def _make_unreadable_replan_error(**params: Any) -> UnreadableShapeError:
    return UnreadableShapeError(
        "unreadable-replan", "This can’t be replanned: {listing}.", **params
    )
