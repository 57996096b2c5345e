"""Scoring: from a contract and its tricks to points, from points to places.

Plain Python with exact arithmetic: ``int`` and ``Fraction`` throughout, rounded only in
``format_percent`` and ``points_text``. Movements, names and pages are left to other packages.

Five names are found here. Others are imported from the module that defines them.

>>> from scoring import Board, Field, Line, parse_entry, rank_field
>>> scores = [parse_entry(text).ns_score(board_no=1) for text in ("4SN=", "3NTN+1")]
>>> scores
[420, 430]
>>> lines = (Line(1, 3, scores[0]), Line(2, 4, scores[1]))
>>> ranking = rank_field("matchpoints", Field(winner_count=2, boards=(Board(1, lines),)))
>>> [(standing.rank, standing.contestant) for standing in ranking.standings]
[(1, 2), (2, 1), (1, 3), (2, 4)]
"""

from importlib import import_module
from typing import Any

MODULE_BY_NAME = {
    "parse_entry": "scoring.bridge.entries",
    "Board": "scoring.model",
    "Field": "scoring.model",
    "Line": "scoring.model",
    "rank_field": "scoring.registry",
}


def __getattr__(name: str) -> Any:
    """Return one of the five names. Its module is loaded when it is asked for."""
    if name not in MODULE_BY_NAME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(MODULE_BY_NAME[name]), name)
