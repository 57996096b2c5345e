"""Compare a session with its plan, and list the rulings that a director may make."""

from scoring.laws.irregularities.findings import Effect, EffectCalculator, list_irregularities
from scoring.laws.irregularities.model import (
    BY_FAULT,
    CANCELLED,
    NOT_DUE,
    PLAY_LATER,
    Absence,
    Irregularity,
    IrregularityKind,
    RuledLine,
    RulingChoice,
    SessionLines,
    SideFault,
    TableLine,
    format_award,
    get_due_sides,
    list_lines_with_faults,
    make_fault_choice,
)

__all__ = [
    "BY_FAULT",
    "CANCELLED",
    "NOT_DUE",
    "PLAY_LATER",
    "Absence",
    "Effect",
    "EffectCalculator",
    "Irregularity",
    "IrregularityKind",
    "RuledLine",
    "RulingChoice",
    "SessionLines",
    "SideFault",
    "TableLine",
    "format_award",
    "get_due_sides",
    "list_irregularities",
    "list_lines_with_faults",
    "make_fault_choice",
]
