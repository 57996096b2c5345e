"""Move an entry, or all of a board, from the wrong board to the right one in one step.

The boards are *source* and *target*. If both have a result, the results are exchanged. Both lines
keep their previous values.
"""

from typing import NamedTuple

from django.contrib.auth.models import User

from director.boards.movement.lines.entries import LATER, parse_line_entry
from director.boards.movement.lines.section_lines import SectionLine, fetch_section_lines
from director.boards.movement.sections import Key
from director.boards.play.line_store import (
    NO_ENTRY,
    EntryFields,
    lock_result,
    make_entry_fields,
    restore_voided_results,
    store_played_result,
    void_second_score,
)
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.result import fetch_played_line
from director.core.base.act_kinds import ActKind
from director.core.night.journal import Journal
from director.errors import DeskError
from director.models import Result, Section


def move_entry(
    *,
    section: Section,
    line: Key,
    target_board: int,
    user: User | None,
    shown_text: str | None = None,
    journal: Journal | None = None,
) -> Result:
    """Move the result of *line* to *target_board* in the same round, and return it.

    A result on *target_board* moves to the board of *line*. Each contract is scored again for the
    vulnerability of its new board. The pairs needn't have been due to play *target_board*.

    :param shown_text: what the page showed for *line*, or None if it wasn't shown
    :param journal: of the act that the move is part of, or None for an act of its own
    :raises DeskError: if *line* has no result or another one than *shown_text*, if either line has
        an award, or if the section doesn't play *target_board*
    :raises ScoringError: if a result is impossible on the other board
    :raises FinalError: if the results are final
    """
    if journal:
        return _move_to_board(section, line, target_board, shown_text, journal)
    with record_section_act(section=section, kind=ActKind.RESULT, message="", user=user) as act:
        return _move_to_board(section, line, target_board, shown_text, act)


class BoardMove(NamedTuple):
    """A result that goes to another board, with its N-S score on both."""

    key: Key
    target_board: int
    text: str
    previous_score: int | None
    new_score: int | None
    is_due: bool  # the pairs meet on the other board too


def list_board_moves(section: Section, first_board: int, second_board: int) -> list[BoardMove]:
    """Return what becomes of each result if the two boards were taken for each other.

    :raises DeskError: if the section doesn't play *second_board*
    :raises ScoringError: if a result is impossible on the other board
    """
    lines = fetch_section_lines(section)
    if not lines.get_board_lines(second_board):
        raise DeskError(
            "board-not-played",
            "Board {board_no} isn’t played here. Choose another board.",
            board_no=second_board,
        )
    game = section.session.event.game
    moves = []
    for source, target in ((first_board, second_board), (second_board, first_board)):
        due_pairs = {(line.ns, line.ew) for line in lines.get_board_lines(target)}
        for line in lines.get_board_lines(source):
            if line.text in ("", LATER):
                continue
            entry = parse_line_entry(line.text, game=game)
            entry.check(target)
            fields = make_entry_fields(entry, target, "")
            key = (source, line.ns, line.ew)
            is_due = (line.ns, line.ew) in due_pairs
            moves.append(BoardMove(key, target, line.text, line.ns_score, fields.ns_score, is_due))
    return moves


def move_board(*, section: Section, moves: list[BoardMove], user: User | None) -> None:
    """Make *moves*, as :func:`list_board_moves` listed them, in one act.

    :raises DeskError: as :func:`move_entry`; also if a result has changed since
    """
    first_board, target_board = moves[0].key[0], moves[0].target_board
    moved_pairs = set()
    with record_section_act(section=section, kind=ActKind.RESULT, message="", user=user) as act:
        for move in moves:
            # A result of the same pairs on the other board has come back in exchange.
            if move.key[1:] in moved_pairs:
                continue
            moved_pairs.add(move.key[1:])
            move_entry(
                section=section,
                line=move.key,
                target_board=move.target_board,
                user=user,
                shown_text=move.text,
                journal=act,
            )
        act.message = f"Results of board {first_board} moved to board {target_board}."
        if any(move.target_board == first_board for move in moves):
            act.message = f"Results of boards {first_board} and {target_board} swapped."


def _move_to_board(
    section: Section, key: Key, target_board: int, shown_text: str | None, journal: Journal
) -> Result:
    board_no, ns, ew = key
    if board_no == target_board:
        raise DeskError(
            "moved-to-itself",
            "The result is already on board {board_no}. Choose another board.",
            board_no=board_no,
        )
    source_line = fetch_played_line(section, key)
    source_result = lock_result(section, source_line)
    current_text = source_result.counted if source_result else ""
    if source_result is None or not current_text or shown_text not in (None, current_text):
        raise DeskError(
            "not-there-to-move",
            "Board {board_no}, {pairs}: the result is now {stands}, so nothing was moved. Check "
            "it and choose again.",
            board_no=board_no,
            pairs=_format_pairs(section, source_line),
            stands=current_text or "nothing",
        )
    # If the pairs were not due on the target board, they played it where this result was entered.
    round_and_table = None
    if source_result.round_no and source_result.table_no:
        round_and_table = (source_result.round_no, source_result.table_no)
    target_line = fetch_played_line(section, (target_board, ns, ew), round_and_table)
    target_result = lock_result(section, target_line)
    _refuse_award(section, source_line, source_result)
    # LATER isn't a result: a board that is still to be played stays where it is due.
    swapped_result = None
    if target_result and target_result.counted not in ("", LATER):
        _refuse_award(section, target_line, target_result)
        swapped_result = target_result
    game = section.session.event.game
    target_value = _rescore_on_board(source_result, target_board, game)
    source_value = _rescore_on_board(swapped_result, board_no, game) if swapped_result else NO_ENTRY
    moved_result = store_played_result(
        section=section,
        line=target_line,
        result=target_result,
        value=target_value,
        journal=journal,
    )
    store_played_result(
        section=section,
        line=source_line,
        result=source_result,
        value=source_value,
        journal=journal,
    )
    for result in (moved_result, source_result):
        void_second_score(section=section, result=result, journal=journal)
    restore_voided_results(section=section, boards=[board_no, target_board], journal=journal)
    journal.message = _describe_move(section, source_line, target_line, target_value, source_value)
    return moved_result


def _refuse_award(section: Section, line: SectionLine, result: Result) -> None:
    # An award was decided for its own board and can't be played on another one.
    if result.awards.filter(in_force=True).exists():
        raise DeskError(
            "given-not-moved",
            "Board {board_no}, {pairs}: {text} is a ruling, so you can’t move it. Delete it on "
            "its line first.",
            board_no=line.board_no,
            pairs=_format_pairs(section, line),
            text=result.counted,
        )


def _rescore_on_board(result: Result, board_no: int, game: str) -> EntryFields:
    """Return the table's result on the line of *result* as it scores on *board_no*."""
    entry = parse_line_entry(result.text, game=game)
    entry.check(board_no)
    return make_entry_fields(entry, board_no, result.lead)


def _describe_move(
    section: Section,
    source: SectionLine,
    target: SectionLine,
    target_value: EntryFields,
    source_value: EntryFields,
) -> str:
    """Return the history's sentence for the move."""
    pairs = _format_pairs(section, source)
    text = target_value.text
    if source_value.text:
        return (
            f"Boards {source.board_no} and {target.board_no} swapped, {pairs}: "
            f"board {target.board_no} is {text}, board {source.board_no} is {source_value.text}."
        )
    return f"Moved from board {source.board_no} to board {target.board_no}, {pairs}: {text}."


def _format_pairs(section: Section, line: SectionLine) -> str:
    return f"{section.get_label(line.ns)} against {section.get_label(line.ew)}"
