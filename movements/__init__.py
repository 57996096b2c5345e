"""Movements of duplicate contests: who sits where, in which round, with which boards.

Plain Python without Django. ``registry`` makes a plan, ``check`` judges it, ``moves`` says where
everybody goes next, ``advice`` suggests a movement, and ``replan`` continues after a change.

Five names are found here. Others are imported from the module that defines them.

>>> from movements import check_plan, get_moves_by_table, make_plan
>>> plan = make_plan("mitchell", pairs=8, boards_per_set=3)
>>> plan.rows[0].ns, plan.rows[0].ew, plan.rows[0].boards
(1, 5, (1, 2, 3))
>>> check_plan(plan)
()
>>> get_moves_by_table(plan, round_no=1)[1].ew.table_no
2
"""

from importlib import import_module
from typing import Any

MODULE_BY_NAME = {
    "list_movements": "movements.registry",
    "make_plan": "movements.registry",
    "check_plan": "movements.check.faults",
    "get_moves_by_table": "movements.moves",
    "advise": "movements.advice.advise",
}


def __getattr__(name: str) -> Any:
    """Return one of the five names. Its module is loaded when it is asked for."""
    if name not in MODULE_BY_NAME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(MODULE_BY_NAME[name]), name)
