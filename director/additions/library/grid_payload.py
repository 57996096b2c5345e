"""What the editor shows of a grid after every change."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from director.boards.movement.offers import assess_movement, format_facts
from director.boards.movement.words import format_runs
from movements.files.formats import write_plan
from movements.files.grid import GridExamination
from movements.model import Movement, PlanProblem
from movements.partnerships import count_opponent_rounds_by_couple

MAX_LISTED = 100
"""Problems and warnings that are listed; the rest are only counted."""
MAX_SQUARE = 40
"""Rows and columns of the largest table of meetings. A larger one can't be read."""


def make_grid_payload(examination: GridExamination) -> dict[str, Any]:
    """Return the JSON about a grid that the editor asks for after every change.

    ``facts`` and ``meetings`` are about the rounds typed so far, and empty while those have problems.
    ``text`` is the movement as a CSV grid.
    """
    plan = examination.plan
    payload: dict[str, Any] = {
        "problems": _serialize_problems(examination.problems),
        "unlisted_problems": max(0, len(examination.problems) - MAX_LISTED),
        "warnings": _serialize_problems(examination.warnings),
        "empty_rounds": "",
        "is_ready": examination.is_ready,
        "sit_outs": {},
        "facts": [],
        "meetings": None,
        "text": "",
    }
    if examination.empty_rounds:
        payload["empty_rounds"] = format_runs(examination.empty_rounds, "round")
    if plan is None:
        return payload
    payload |= {"sit_outs": _format_sit_outs(plan), "text": write_plan(plan, "csv")}
    if len(examination.problems) == len(examination.incomplete):
        played_rounds = {row.round_no for row in plan.rows}
        begun_plan = replace(plan, rounds=len(played_rounds))
        payload |= {"facts": _list_facts(begun_plan), "meetings": _make_meeting_table(begun_plan)}
    return payload


def _serialize_problems(problems: Sequence[PlanProblem]) -> list[dict[str, object]]:
    return [
        {
            "round": problem.round_no,
            "table": problem.table_no,
            "contestant": problem.contestant,
            "is_of_boards": problem.board_no is not None,
            "text": problem.text,
        }
        for problem in problems[:MAX_LISTED]
    ]


def _format_sit_outs(plan: Movement) -> dict[int, str]:
    """Return who sits out, by round, as "7, 12"."""
    numbers_by_round: dict[int, list[str]] = {}
    for sit_out in plan.sit_outs:
        numbers_by_round.setdefault(sit_out.round_no, []).append(str(sit_out.contestant))
    return {round_no: ", ".join(numbers) for round_no, numbers in numbers_by_round.items()}


def _list_facts(plan: Movement) -> list[tuple[str, str]]:
    """Return names and figures of *plan*, as pages of a movement show them."""
    facts = format_facts(assess_movement(plan))
    return [
        (f"{plan.contestant_noun}s".capitalize(), str(plan.contestants)),
        ("Boards", str(plan.boards)),
        (f"Boards per {plan.contestant_noun}", facts.boards),
        ("Winners", facts.winners),
        ("Fairness", facts.fairness),
        ("Opponents met", facts.opponents_met),
        ("Sit-outs", facts.sit_outs),
        ("Length", facts.duration),
    ]


def _make_meeting_table(plan: Movement) -> dict[str, object] | None:
    """Return the rounds in which each two meet, as a table. None if it would be too large.

    With two winners its rows are the N-S pairs and its columns the E-W pairs.
    """
    couples: Counter[tuple[int, int]] = Counter()
    rows: Iterable[int]
    columns: Iterable[int]
    if plan.contest == "individual":
        couples = count_opponent_rounds_by_couple(plan)
        rows = columns = {number for couple in couples for number in couple}
    else:
        for row in plan.rows:
            couples[row.ns, row.ew] += 1
        rows = {row.ns for row in plan.rows}
        columns = {row.ew for row in plan.rows}
        if plan.winners == 1:
            rows = columns = rows | columns
    rows, columns = sorted(rows), sorted(columns)
    if max(len(rows), len(columns)) > MAX_SQUARE:
        return None
    counts = []
    for row_number in rows:
        # With one direction each, nobody is counted twice: the other order is then missing.
        counts.append(
            [
                couples[row_number, column_number] + couples[column_number, row_number]
                for column_number in columns
            ]
        )
    return {"rows": rows, "columns": columns, "counts": counts}
