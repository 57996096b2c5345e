"""Boards of the field by round and half, where rounds or halves are separate matches.

If every round is a match of its own, a board played in two rounds must be compared within each.
Half matches of three teams split a board once more. A :class:`Slot` names such a board.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple, TypeAlias

from director.boards.contests import CONTESTS
from director.boards.movement.lines.entries import LineEntry
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.scoring_field import Key, ScoringField
from scoring.bridge.rulings import LineState

_WITHOUT_RESULT = (LineState.NOT_PLAYED, LineState.TO_BE_PLAYED)


class Slot(NamedTuple):
    """A board of the field. Several slots of a board differ in the round or in the half match."""

    board_no: int
    round_no: int | None = None
    is_half: bool = False


PlayedLines: TypeAlias = dict[Slot, list[SectionLine]]
"""The lines of every board in the field."""


def make_slot_function(
    scoring_field: ScoringField, lines: SectionLines
) -> Callable[[SectionLine], Slot] | None:
    """Return the function from a line to its slot, or None if the board number is enough.

    Lines off schedule have the round in which their section plays the board. Pairs of two sections
    that play a board in different rounds are compared all the same.
    """
    if not lines.is_by_round:
        return None
    halves = {(line.round_no, frozenset((line.ns, line.ew))) for line in lines.all if line.is_half}
    due_lines = [line for line in lines.all if line.round_no and not line.is_off_schedule]
    section_rounds = {
        (line.board_no, scoring_field.letter(line.ns)): line.round_no for line in due_lines
    }
    # In a match of three over two rounds, the two tables of a board are in different rounds. The
    # board is of the later, which overwrites the earlier here.
    match_rounds = {
        (line.board_no, frozenset((line.ns, line.ew))): line.round_no for line in due_lines
    }
    boards = {line.board_no for line in due_lines}
    boards_in_rounds = {(line.board_no, line.round_no) for line in due_lines}
    has_repeats = len(boards_in_rounds) > len(boards)
    if has_repeats and not CONTESTS[scoring_field.event.contest].has_halves:
        return None

    def slot(line: SectionLine) -> Slot:
        sides = frozenset((line.ns, line.ew))
        round_no = match_rounds.get((line.board_no, sides))
        if not round_no:
            section_key = (line.board_no, scoring_field.letter(line.ns))
            round_no = section_rounds.get(section_key, line.round_no)
        return Slot(line.board_no, round_no, (round_no, sides) in halves)

    return slot


def collect_played_lines(
    scoring_field: ScoringField, lines: SectionLines, entered: dict[Key, LineEntry]
) -> PlayedLines:
    """Return the lines of each board that can be compared.

    Boards and pairs without any result yet are left out of the field, even if their boards are
    marked as not played or to be played later. So are the boards of void matches.
    """
    void_keys: set[Key] = set()
    if lines.has_void_matches:
        void_keys = {line[:3] for line in lines.all if line.is_void}
    # Many lines share an entry, so the state is looked up once per entry object.
    entries = {id(entry): entry for entry in entered.values()}
    ids_without_result = {entry_id for entry_id, entry in entries.items() if not is_compared(entry)}
    pairs: set[int] = set()
    boards: set[int] = set()
    for key, entry in entered.items():
        if id(entry) not in ids_without_result and key not in void_keys:
            board_no, ns, ew = key
            pairs.update((ns, ew))
            boards.add(board_no)
    slot_of = make_slot_function(scoring_field, lines)
    played: PlayedLines = {}
    for board_no in lines.boards:
        if board_no not in boards:
            continue
        compared = [
            line
            for line in lines.get_board_lines(board_no)
            if line.ns in pairs and line.ew in pairs and line[:3] in entered and not line.is_void
        ]
        if slot_of is None:
            if compared:
                played[Slot(board_no)] = compared
        else:
            for line in compared:
                played.setdefault(slot_of(line), []).append(line)
    return played


def replace_played_lines(played: PlayedLines, changed: Collection[SectionLine]) -> PlayedLines:
    """Return *played* with the *changed* lines, which had results before and have others now."""
    lines_by_key = {line[:3]: line for line in changed}
    boards = {line.board_no for line in changed}
    return {
        slot: [lines_by_key.get(line[:3], line) for line in lines]
        if slot.board_no in boards
        else lines
        for slot, lines in played.items()
    }


def is_compared(entry: LineEntry) -> bool:
    """Return whether *entry* is a result, so that its board and its pairs are in the field."""
    return entry.state not in _WITHOUT_RESULT
