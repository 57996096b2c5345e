"""Movements of duplicate contests: who sits where, in which round, with which boards.

Plain Python without dependencies.  Ask for a plan with :func:`make_plan`, judge one with :func:`check_plan`, read where
everybody goes next with :func:`moves_after`.
"""

from movements.errors import MovementError
from movements.balance import Fairness, fairness
from movements.faults import check_plan
from movements.model import (
    ByeStand,
    Fault,
    MovementSpec,
    Option,
    Plan,
    PlanRequest,
    RoundLimits,
    SitOut,
    TableRound,
)
from movements.moves import BoardMove, PairMove, TableMoves, moves_after
from movements.registry import BOARDS_PER_SET, MOVEMENTS, find_movement, legal_rounds, make_plan

__all__ = [
    "BOARDS_PER_SET",
    "MOVEMENTS",
    "BoardMove",
    "ByeStand",
    "Fairness",
    "Fault",
    "MovementError",
    "MovementSpec",
    "Option",
    "PairMove",
    "Plan",
    "PlanRequest",
    "RoundLimits",
    "SitOut",
    "TableMoves",
    "TableRound",
    "check_plan",
    "fairness",
    "find_movement",
    "legal_rounds",
    "make_plan",
    "moves_after",
]
