"""Store that tables played off schedule: turned, or with other opponents or boards.

A change moves the results, rulings and groups of the tables to the lines that were really played,
and stores a ``PlayedRow`` for each table that differs from the plan. *due* is what the plan makes
due, *former* what was stored before the change, *actual* what is stored after it.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

from django.contrib.auth.models import User

from director.boards.movement.acts import TABLES
from director.boards.movement.lines.read import fetch_section_plan
from director.boards.movement.scoring_field import Key
from director.boards.movement.words import format_boards
from director.boards.play.line_store import move_result, restore_voided_results, void_second_score
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.fouled import move_groups
from director.boards.scoring.scored import score_section
from director.boards.sentences import BoardSentences
from director.core.night.history import Journal
from director.errors import DeskError
from director.models import PlanRow, PlayedRow, Section
from director.names import join_names


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table in a round: its pairs and its boards."""

    table_no: int
    ns: int
    ew: int
    boards: tuple[int, ...]


def turn_table(
    *,
    section: Section,
    round_no: int,
    table_no: int,
    user: User | None,
    journal: Journal | None = None,
) -> None:
    """Turn a table: its pairs sat the other way round, and the results go with the pairs.

    With a *journal*, the change is part of the caller's act.

    :raises DeskError: if nobody plays there in that round
    :raises FinalError: if the results are final
    """

    words = f"Round {round_no}, table {table_no}: sat the other way round."
    _play_off_schedule(section, round_no, (table_no,), _turn_pairs, words, user, journal)


def turn_tables(
    *, section: Section, round_no: int, tables: Sequence[int], user: User | None
) -> None:
    """Turn several *tables* of a round in one act, such as after a forgotten arrow-switch.

    :raises DeskError: if nobody plays at one of them in that round
    :raises FinalError: if the results are final
    """
    if len(tables) == 1:
        turn_table(section=section, round_no=round_no, table_no=tables[0], user=user)
        return
    numbers = join_names([str(table_no) for table_no in tables])
    words = f"Round {round_no}, tables {numbers}: sat the other way round."
    _play_off_schedule(section, round_no, tuple(tables), _turn_pairs, words, user)


def _turn_pairs(tables: Sequence[SeatedTable]) -> list[SeatedTable]:
    return [replace(table, ns=table.ew, ew=table.ns) for table in tables]


def swap_table_opponents(
    *, section: Section, round_no: int, first: int, second: int, user: User | None
) -> None:
    """Swap the E-W pairs of two tables. Boards and results stay at the tables.

    :raises DeskError: if nobody plays there in that round, or both are the same table
    :raises FinalError: if the results are final
    """

    def swap_ew_pairs(tables: Sequence[SeatedTable]) -> list[SeatedTable]:
        first_table, second_table = tables
        return [replace(first_table, ew=second_table.ew), replace(second_table, ew=first_table.ew)]

    words = f"Round {round_no}, tables {first} and {second}: E-W sat at each other’s table."
    _play_off_schedule(section, round_no, (first, second), swap_ew_pairs, words, user)


def swap_table_boards(
    *, section: Section, round_no: int, first: int, second: int, user: User | None
) -> None:
    """Swap the boards of two tables. The results go with the pairs, board by board.

    :raises DeskError: if nobody plays there in that round, or both are the same table
    :raises ScoringError: if a result is impossible on its new board
    :raises FinalError: if the results are final
    """

    def swap_boards(tables: Sequence[SeatedTable]) -> list[SeatedTable]:
        first_table, second_table = tables
        return [
            replace(first_table, boards=second_table.boards),
            replace(second_table, boards=first_table.boards),
        ]

    words = f"Round {round_no}, tables {first} and {second}: played each other’s boards."
    _play_off_schedule(section, round_no, (first, second), swap_boards, words, user)


def _play_off_schedule(
    section: Section,
    round_no: int,
    tables: tuple[int, ...],
    change: Callable[[Sequence[SeatedTable]], list[SeatedTable]],
    words: str,
    user: User | None,
    callers_journal: Journal | None = None,
) -> None:
    with (
        nullcontext(callers_journal)
        if callers_journal
        else record_section_act(section=section, kind=TABLES, words=words, user=user) as journal
    ):
        due_tables = _fetch_due_tables(section, round_no)
        stored = due_tables | _fetch_stored_tables(section, round_no)
        tables_with_halves = _fetch_tables_with_halves(section, round_no)
        if len(set(tables)) < len(tables):
            raise DeskError(BoardSentences.SAME_TABLE_TWICE, table_no=tables[0])
        for table_no in tables:
            if table_no not in stored:
                raise DeskError(
                    BoardSentences.NOBODY_AT_TABLE, round_no=round_no, table_no=table_no
                )
            # A played row stands for a whole round, so it can't say what one half played.
            if table_no in tables_with_halves:
                raise DeskError(
                    BoardSentences.TABLE_OF_HALVES, round_no=round_no, table_no=table_no
                )
        former = [stored[table_no] for table_no in tables]
        actual = change(former)
        _move_results(section, former, actual, journal)
        for table in actual:
            _store_played_row(section, round_no, table, due_tables, journal)
        # Raises if the event's method can't score the new lines, which undoes the change.
        score_section(section)


def _fetch_due_tables(section: Section, round_no: int) -> dict[int, SeatedTable]:
    plan = fetch_section_plan(section)
    rows = plan.rows.filter(round_no=round_no) if plan else ()
    return {
        row.table_no: SeatedTable(row.table_no, row.ns, row.ew, tuple(row.boards)) for row in rows
    }


def _fetch_stored_tables(section: Section, round_no: int) -> dict[int, SeatedTable]:
    """Return the tables of a round that are stored as played off schedule."""
    rows = section.played_rows.filter(round_no=round_no)
    return {
        row.table_no: SeatedTable(row.table_no, row.ns, row.ew, tuple(row.boards)) for row in rows
    }


def _fetch_tables_with_halves(section: Section, round_no: int) -> set[int]:
    """Return the tables that play two half matches in a round. One query."""
    rows = PlanRow.objects.filter(
        plan__section=section, plan__in_force=True, round_no=round_no, half__gt=0
    )
    return set(rows.values_list("table_no", flat=True))


def _move_results(
    section: Section, former: Sequence[SeatedTable], actual: Sequence[SeatedTable], journal: Journal
) -> None:
    """Move the results of the tables to the lines that were really played."""
    moves = _compute_line_moves(former, actual)
    _refuse_occupied_lines(section, moves)
    boards = {board_no for board_no, _ns, _ew in (*moves, *moves.values())}
    locked = section.results.select_for_update(of=("self",)).filter(board_no__in=boards)
    moved_results = []
    for result in locked.order_by("pk"):
        new_key = moves.get((result.board_no, result.ns, result.ew))
        if new_key:
            moved_results.append((result, new_key))
    # All results are moved before second scores are looked for, since two may change places.
    for result, new_key in moved_results:
        move_result(
            result=result, new_line=new_key, journal=journal, game=section.session.event.game
        )
    for result, _new_key in moved_results:
        void_second_score(section=section, result=result, journal=journal)
    restore_voided_results(section=section, boards=boards, journal=journal)
    _move_rulings(section, moves, journal)
    move_groups(section=section, moves=moves, journal=journal)


def _compute_line_moves(
    former: Sequence[SeatedTable], actual: Sequence[SeatedTable]
) -> dict[Key, Key]:
    """Return the new line of each line of the tables, board by board in playing order.

    :raises DeskError: if a table would play more or fewer boards than before
    """
    moves: dict[Key, Key] = {}
    for former_table, actual_table in zip(former, actual, strict=True):
        if len(former_table.boards) != len(actual_table.boards):
            raise DeskError(
                BoardSentences.BOARDS_DO_NOT_MATCH,
                was=format_boards(former_table.boards),
                now=format_boards(actual_table.boards),
            )
        for board_no, new_board_no in zip(former_table.boards, actual_table.boards, strict=True):
            moves[board_no, former_table.ns, former_table.ew] = (
                new_board_no,
                actual_table.ns,
                actual_table.ew,
            )
    return moves


def _refuse_occupied_lines(section: Section, moves: Mapping[Key, Key]) -> None:
    """Raise if a result would overwrite one that is not moved itself."""
    stored_keys = {(result.board_no, result.ns, result.ew) for result in section.results.all()}
    for key, new_key in moves.items():
        if key in stored_keys and new_key in stored_keys and new_key not in moves:
            board_no, ns, ew = new_key
            raise DeskError(
                BoardSentences.LINE_STANDS_ALREADY,
                board_no=board_no,
                ns=section.label(ns),
                ew=section.label(ew),
            )


def _move_rulings(section: Section, moves: Mapping[Key, Key], journal: Journal) -> None:
    """Move rulings along with their lines.

    If the penalized pair sat elsewhere, the pair that really sat there gets the penalty.
    """
    for (board_no, ns, ew), (new_board_no, new_ns, new_ew) in moves.items():
        for ruling in section.rulings.filter(board_no=board_no, ns=ns, ew=ew):
            penalized = ruling.penalty_to
            if penalized is not None and penalized not in (new_ns, new_ew):
                penalized = new_ns if penalized == ns else new_ew
            journal.change(
                ruling, board_no=new_board_no, ns=new_ns, ew=new_ew, penalty_to=penalized
            )


def _store_played_row(
    section: Section,
    round_no: int,
    table: SeatedTable,
    due_tables: Mapping[int, SeatedTable],
    journal: Journal,
) -> None:
    """Store what *table* played, or delete its row if that is what was due."""
    rows = section.played_rows.filter(round_no=round_no, table_no=table.table_no)
    row = rows.first()
    if table == due_tables.get(table.table_no):
        journal.delete(rows)
    elif row:
        journal.change(row, ns=table.ns, ew=table.ew, boards=list(table.boards))
    else:
        row = PlayedRow(
            section=section,
            round_no=round_no,
            table_no=table.table_no,
            ns=table.ns,
            ew=table.ew,
            boards=list(table.boards),
        )
        journal.create_all([row])
