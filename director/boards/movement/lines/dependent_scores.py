"""Lines whose score follows from the other tables, settled as far as those are in.

All are settled from the scores as made, so that no order matters; where the other tables have none yet a line stays as
it is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from director.boards.movement.acts import GROUPS, section_acts
from director.boards.movement.lines.marks import Mark, Revoked, Shifted, WrongCards
from director.boards.movement.scoring_field import Key, ScoringField
from director.core.night.history.read import standing_acts
from director.models import Act, FouledLine, Section
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
    """A board with every mark settled that can be, and for each line that changed (by its place) why, a sentence."""

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
    average, kept, given = map(noted_text, (Fraction(sum(others), len(others)), counted.offenders, counted.victims))
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


def _settle_shifted(board: Board, shifted: set[int], lines: list[Line], why: dict[int, str]) -> None:
    """Give the average to those who are fewer: who played the hands exchanged, or who played them as dealt."""
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


# Fouled boards: which lines of a board were played with other cards, and are compared with each other only.

FOULED = FouledLine._meta.label_lower
LETTERS = ("B", "C", "D")
"""Groups besides the first, which has the cards as they were dealt and no letter."""


def section_groups(section: Section) -> dict[Key, str]:
    """Return the group of every line of *section* that is not in the first of its board; a query where there is one."""
    stored = section.fouled_lines.values_list("board_no", "ns", "ew", "letter") if section.is_fouled else ()
    return {(board_no, ns, ew): letter for board_no, ns, ew, letter in stored}


def field_groups(scoring_field: ScoringField) -> dict[Key, str]:
    """Return the groups of all sections; other cards in two sections are not the same other cards."""
    if not scoring_field.is_divided:
        return section_groups(scoring_field.sections[0])
    return {
        scoring_field.key(section, line): f"{letter} of section {section.letter}"
        for section in scoring_field.sections
        for line, letter in section_groups(section).items()
    }


def board_groups(section: Section, board_no: int) -> dict[tuple[int, int], str]:
    """Return the group of every line of *board_no* that is not in the first, by N-S and E-W pair."""
    return {(ns, ew): letter for (board, ns, ew), letter in section_groups(section).items() if board == board_no}


def groups_act(section: Section, board_no: int) -> Act | None:
    """Return the latest act that said who played other cards on *board_no* and stands; one query."""
    acts = standing_acts(section_acts(section, (GROUPS,)))
    return next((act for act in acts if board_no in fouled_boards(act)), None)


def fouled_boards(act: Act) -> set[int]:
    """Return the boards of which *act* said that other cards were played, or were not."""
    lines = (change["before"] or change["after"] for change in act.changes if change["model"] == FOULED)
    return {line["board_no"] for line in lines}


def lone_words(board_no: int, groups: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a sentence for each of several *groups* of *board_no* that has only one table, given what it is called.

    >>> lone_words(7, {"": ["1 against 4", "2 against 5"], "B": ["3 against 6"]})
    ['Board 7: 3 against 6 is alone in group B, so it’s compared with nobody. Choose another group if that’s wrong.']
    """
    by_letter = {letter: list(tables) for letter, tables in groups.items()}
    return [
        f"Board {board_no}: {tables[0]} is alone {f'in group {letter}' if letter else 'with the cards as dealt'}, so "
        "it’s compared with nobody. Choose another group if that’s wrong."
        for letter, tables in by_letter.items()
        if len(tables) == 1 and len(groups) > 1
    ]
