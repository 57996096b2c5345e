"""Lines whose score depends on the results of other tables.

All are settled from the scores as made, so that no order matters; where the other tables have none
yet a line stays as it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from director.boards.movement.lines.marks import Mark, Revoked, Shifted, WrongCards
from scoring import (
    Board,
    Line,
    LineState,
    OffendingSide,
    noted_text,
    score_by_fault,
    score_shifted_hands,
    tricks_at_other_tables,
)

_TIMES = {1: "once", 2: "twice"}
_REVOKE_LAW, _REVOKE_LAW_1900 = "[HOYLE1926] pp. 58-59", "[WDW1900] p. 65"
_CARDS_LAW = "[HOYLE1926] p. 43, law 4"
_AVERAGE = f"the table takes the average ({_CARDS_LAW})"
_SIDES = {OffendingSide.NS: "N-S", OffendingSide.EW: "E-W"}
_SHIFTED_LAW = "[HOYLE1926] p. 43, law 5"


@dataclass(frozen=True, slots=True)
class Dependent:
    """A board with every mark settled as far as possible, and the reasons by line."""

    board: Board
    why: dict[int, str]


def settle(board: Board, marks: Mapping[int, Mark]) -> Dependent:
    """Return *board* with the lines settled that have *marks*, by their places on it."""
    lines = list(board.lines)
    why: dict[int, str] = {}
    shifted = {at for at, mark in marks.items() if isinstance(mark, Shifted)}
    if shifted:
        _settle_shifted(board, shifted, lines, why)
    for at, mark in marks.items():
        line = board.lines[at]
        if not any(_is_compared(line, other) for other in board.lines):
            continue
        if isinstance(mark, Revoked):
            lines[at], why[at] = _revoke(board, line, mark)
        elif isinstance(mark, WrongCards):
            lines[at], why[at] = _wrong_cards(board, line, mark.fault)
    return Dependent(replace(board, lines=tuple(lines)), why)


def _is_compared(line: Line, other: Line) -> bool:
    """Return whether *other* is another table with a score, of the same cards."""
    return other is not line and other.group == line.group and other.score is not None


def _revoke(board: Board, line: Line, revoked: Revoked) -> tuple[Line, str]:
    tricks, others = tricks_at_other_tables(board, line.ns, revoked.side)
    counted = revoked.settle(tricks, others)
    law = _REVOKE_LAW_1900 if revoked.is_1900 else _REVOKE_LAW
    side, other = ("N-S", "E-W") if revoked.side == "NS" else ("E-W", "N-S")
    times = _TIMES.get(revoked.revokes, f"{revoked.revokes} times")
    average, kept, given = map(
        noted_text, (Fraction(sum(others), len(others)), counted.offenders, counted.victims)
    )
    score = counted.offenders if revoked.side == "NS" else counted.victims
    return line._replace(score=score), (  # type: ignore[arg-type]  # as made it is whole, settled it may be an average
        f"{side} made {tricks} and revoked {times}; at the other tables {side} won at least {min(others)} and "
        f"{average} on average, so {side} count {kept} and {other} {given} ({law})."
    )


def _wrong_cards(board: Board, line: Line, fault: OffendingSide) -> tuple[Line, str]:
    at = board.lines.index(line)
    as_ruled = score_by_fault(board, line.ns, fault).lines[at]
    if as_ruled.score is None:
        return as_ruled._replace(
            state=LineState.ARTIFICIAL
        ), f"Both sides had a hand with the wrong number of cards: {_AVERAGE}."
    what = "lowest" if fault is OffendingSide.NS else "highest"
    return as_ruled._replace(state=LineState.PLAYED), (
        f"{_SIDES[fault]} had a hand with the wrong number of cards and get the worst result of the other tables, "
        f"the {what} score of N-S there: {noted_text(as_ruled.score)} ({_CARDS_LAW})."
    )


def _settle_shifted(
    board: Board, shifted: set[int], lines: list[Line], why: dict[int, str]
) -> None:
    """Give the average to the smaller group: those who played the hands exchanged, or not."""
    averaged = score_shifted_hands(board, {board.lines[at].ns for at in shifted})
    tables = sum(line.score is not None for line in board.lines)
    for at, (before, after) in enumerate(zip(board.lines, averaged.lines, strict=True)):
        if after is not before:
            lines[at] = after._replace(state=LineState.ARTIFICIAL)
            played = "exchanged" if at in shifted else "as they were dealt"
            why[at] = (
                f"Two hands were exchanged at {len(shifted)} of {tables} tables; a table that played them {played} "
                f"takes the average ({_SHIFTED_LAW})."
            )
