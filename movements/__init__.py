"""Movements of duplicate contests: who sits where, in which round, with which boards.

Plain Python without dependencies.  Ask for a plan with :func:`make_plan`, judge one with :func:`check_plan`, read where
everybody goes next with :func:`moves_after`.
"""

from movements.advice import Advice, advise, assess
from movements.advice_facts import round_minutes
from movements.balance import BestAbsence, Fairness, best_absence, fairness, shown_quality
from movements.errors import (
    BoardsPerSetOutOfRangeError,
    BoardsWantedError,
    ChoiceDoesNotFitError,
    ChoicesContradictError,
    MovementError,
    NeedsEvenTablesError,
    NeedsOddPairsError,
    NobodyToMeetError,
    NoProgressiveSystemError,
    NoSuchRoundError,
    PaceError,
    RoundsOutOfRangeError,
    SizeMissingError,
    TablesAndPairsDisagreeError,
    TooLittleTimeError,
    UnknownChoiceError,
    UnknownMovementError,
    UnknownOptionError,
    UnreadableFileError,
    UnreadablePlanError,
    UnsupportedSizeError,
    WrongUnitError,
)
from movements.faults import check_plan
from movements.fingerprint import fingerprint
from movements.guarantees import GUARANTEES, Guarantee
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
from movements.plan_json import plan_from_json, plan_to_json
from movements.registry import BOARDS_PER_SET, MOVEMENTS, find_movement, legal_rounds, make_plan

__all__ = [
    "BOARDS_PER_SET",
    "GUARANTEES",
    "MOVEMENTS",
    "Advice",
    "BestAbsence",
    "BoardMove",
    "BoardsPerSetOutOfRangeError",
    "BoardsWantedError",
    "ByeStand",
    "ChoiceDoesNotFitError",
    "ChoicesContradictError",
    "Fairness",
    "Fault",
    "Guarantee",
    "MovementError",
    "MovementSpec",
    "NeedsEvenTablesError",
    "NeedsOddPairsError",
    "NoProgressiveSystemError",
    "NoSuchRoundError",
    "NobodyToMeetError",
    "Option",
    "PaceError",
    "PairMove",
    "Plan",
    "PlanRequest",
    "RoundLimits",
    "RoundsOutOfRangeError",
    "SitOut",
    "SizeMissingError",
    "TableMoves",
    "TableRound",
    "TablesAndPairsDisagreeError",
    "TooLittleTimeError",
    "UnknownChoiceError",
    "UnknownMovementError",
    "UnknownOptionError",
    "UnreadableFileError",
    "UnreadablePlanError",
    "UnsupportedSizeError",
    "WrongUnitError",
    "advise",
    "assess",
    "best_absence",
    "check_plan",
    "fairness",
    "find_movement",
    "fingerprint",
    "legal_rounds",
    "make_plan",
    "moves_after",
    "plan_from_json",
    "plan_to_json",
    "round_minutes",
    "shown_quality",
]
