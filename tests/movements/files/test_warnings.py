"""Warnings on plans: what a director should know although it isn't a fault."""

from dataclasses import replace

from movements.files.grid import list_plan_warnings
from movements.registry import make_plan

NEVER = (
    "Nobody changes direction, so N-S and E-W pairs are compared only where they meet. Choose two winners, "
    "or switch arrows in some rounds."
)


def texts(plan) -> list[str]:
    return [warning.text for warning in list_plan_warnings(plan)]


def test_two_lines_with_one_winner_get_a_warning():
    mitchell = make_plan("mitchell", tables=7)
    assert NEVER not in texts(mitchell)
    assert NEVER in texts(replace(mitchell, winners=1))


def test_one_switched_round_joins_the_lines():
    mitchell = make_plan("mitchell", tables=7)
    rows = tuple(replace(row, arrow_switched=row.round_no == 7) for row in mitchell.rows)
    assert NEVER not in texts(replace(mitchell, winners=1, rows=rows))
