"""Compare a session with its plan, and list the rulings that a director may make."""

from scoring.laws.irregularities.findings import Effect, Effects, find_all
from scoring.laws.irregularities.model import (
    BY_FAULT,
    LATER,
    NOT_DUE,
    VOID,
    Absence,
    Choice,
    Finding,
    Kind,
    PlayedLines,
    RuledLine,
    SideFault,
    TableLine,
    award_text,
    get_due_sides,
    list_fault_lines,
    make_fault_choice,
)

__all__ = [
    "BY_FAULT",
    "LATER",
    "NOT_DUE",
    "VOID",
    "Absence",
    "Choice",
    "Effect",
    "Effects",
    "Finding",
    "Kind",
    "PlayedLines",
    "RuledLine",
    "SideFault",
    "TableLine",
    "award_text",
    "find_all",
    "get_due_sides",
    "list_fault_lines",
    "make_fault_choice",
]
