"""Compare a session with its plan, and list the rulings that a director may make."""

from scoring.laws.irregularities.awards import (
    BY_FAULT,
    LATER,
    NOT_DUE,
    VOID,
    award_text,
    get_due_sides,
    list_fault_lines,
    make_fault_choice,
)
from scoring.laws.irregularities.effects import Effect, Effects
from scoring.laws.irregularities.findings import find_all
from scoring.laws.irregularities.model import (
    Absence,
    AwardedLine,
    Choice,
    DoneLine,
    DueLine,
    Finding,
    Kind,
    PlayedLines,
    RuledLine,
    SideFault,
)

__all__ = [
    "BY_FAULT",
    "LATER",
    "NOT_DUE",
    "VOID",
    "Absence",
    "AwardedLine",
    "Choice",
    "DoneLine",
    "DueLine",
    "Effect",
    "Effects",
    "Finding",
    "Kind",
    "PlayedLines",
    "RuledLine",
    "SideFault",
    "award_text",
    "find_all",
    "get_due_sides",
    "list_fault_lines",
    "make_fault_choice",
]
