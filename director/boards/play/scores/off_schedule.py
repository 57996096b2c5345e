"""Store play that differed from the plan: other opponents, turned tables, other cards.

- A table that played *off schedule*: its results, rulings and groups move to the lines that were
  really played, and a ``PlayedRow`` is stored for each table that differs from the plan.
- A fouled board: some tables played it with other cards than were dealt.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

from django.contrib.auth.models import User

from director.boards.movement.lines.dependent_scores import LETTERS, fetch_group_by_line
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import Key
from director.boards.movement.words import format_boards
from director.boards.play.line_store import move_result, restore_voided_results, void_second_score
from director.boards.play.results.acts import record_section_act, update_fouled_flag
from director.boards.refusals import make_board_outside_plan_error
from director.boards.scoring.scored import score_section
from director.core.base.act_kinds import ActKind
from director.core.night.journal import Journal
from director.errors import DeskError
from director.models import FouledLine, PlanRow, PlayedRow, Section
from director.names import join_names


def group_board(
    *, section: Section, board_no: int, groups: Mapping[tuple[int, int], str], user: User | None
) -> None:
    """Divide the lines of *board_no* into groups that are compared separately.

    *groups* are letters by N-S and E-W pair, "" for the cards as dealt. Lines that are not in
    *groups* were played with the cards as dealt. The same groups again change nothing.

    :raises DeskError: if the section does not play the board
    :raises DeskError: if two pairs do not meet on the board, or a letter stands for no group
    :raises ScoringError: if the event's method cannot score groups
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=ActKind.GROUPS, message="", user=user) as journal:
        lines = fetch_section_lines(section)
        if not lines.get_board_lines(board_no):
            raise make_board_outside_plan_error(board_no=board_no, boards=lines.format_boards())
        for (ns, ew), letter in groups.items():
            if lines.find_line(board_no, ns, ew) is None:
                raise DeskError(
                    "pairs-do-not-meet",
                    "{ns} and {ew} don’t meet on board {board_no}. Reload the page.",
                    ns=ns,
                    ew=ew,
                    board_no=board_no,
                )
            if letter and letter not in LETTERS:
                raise DeskError(
                    "no-group-of-cards",
                    "“{letter}” isn’t a group of cards. Choose one of {letters}, or none.",
                    letter=letter,
                    letters=", ".join(LETTERS),
                )
        letter_by_pairs = {pairs: letter for pairs, letter in groups.items() if letter}
        _store_groups(section, board_no, letter_by_pairs, journal)
        journal.message = describe_groups(board_no, letter_by_pairs.values())
        # Scoring again raises if the method can't score groups, which undoes the change.
        if journal.changes:
            score_section(section)


def move_groups(*, section: Section, moves: Mapping[Key, Key], journal: Journal) -> None:
    """Move the groups of lines that were moved to other pairs on the same board.

    *moves* are the new lines by the previous ones. A line that went to another board leaves its group
    behind, since the cards that were played there aren't known yet.
    """
    # The caller may have read the section before it was locked.
    section.refresh_from_db(fields=["is_fouled"])
    letters_by_board: dict[int, dict[tuple[int, int], str]] = defaultdict(dict)
    for line, letter in fetch_group_by_line(section).items():
        board_no, ns, ew = line
        new_board_no, new_ns, new_ew = moves.get(line, line)
        pairs = (new_ns, new_ew) if new_board_no == board_no else (ns, ew)
        letters_by_board[board_no][pairs] = letter
    for board_no, letters in letters_by_board.items():
        _store_groups(section, board_no, letters, journal)


def _store_groups(
    section: Section,
    board_no: int,
    letter_by_pairs: Mapping[tuple[int, int], str],
    journal: Journal,
) -> None:
    """Replace the groups of *board_no* by *letter_by_pairs*, which are by N-S and E-W pair."""
    stored_lines = section.fouled_lines.filter(board_no=board_no)
    if {(line.ns, line.ew): line.letter for line in stored_lines} == letter_by_pairs:
        return
    journal.delete(stored_lines)
    journal.create_all(
        [
            FouledLine(section=section, board_no=board_no, ns=ns, ew=ew, letter=letter)
            for (ns, ew), letter in letter_by_pairs.items()
        ]
    )
    # The section remembers whether any board is fouled, so that most pages need no query.
    update_fouled_flag(section)


def describe_groups(board_no: int, letters: Iterable[str]) -> str:
    """Return the history's sentence for a board that is now divided into *letters*."""
    groups = ", ".join(["as dealt", *sorted(set(letters))])
    return f"Cards of board {board_no}: {groups}."


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
    message = f"Round {round_no}, table {table_no}: sat the other way round."
    _play_off_schedule(section, round_no, (table_no,), _turn_pairs, message, user, journal)


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
    message = f"Round {round_no}, tables {numbers}: sat the other way round."
    _play_off_schedule(section, round_no, tuple(tables), _turn_pairs, message, user)


def _turn_pairs(tables: Sequence[SeatedTable]) -> list[SeatedTable]:
    return [replace(table, ns=table.ew, ew=table.ns) for table in tables]


def swap_table_opponents(
    *, section: Section, round_no: int, first: int, second: int, user: User | None
) -> None:
    """Swap the E-W pairs of two tables. Boards and results stay at the tables.

    :raises DeskError: if nobody plays there in that round, or both are the same table
    :raises FinalError: if the results are final
    """
    message = f"Round {round_no}, tables {first} and {second}: E-W sat at each other’s table."
    _play_off_schedule(section, round_no, (first, second), _swap_ew_pairs, message, user)


def _swap_ew_pairs(tables: Sequence[SeatedTable]) -> list[SeatedTable]:
    first_table, second_table = tables
    return [replace(first_table, ew=second_table.ew), replace(second_table, ew=first_table.ew)]


def swap_table_boards(
    *, section: Section, round_no: int, first: int, second: int, user: User | None
) -> None:
    """Swap the boards of two tables. The results go with the pairs, board by board.

    :raises DeskError: if nobody plays there in that round, or both are the same table
    :raises ScoringError: if a result is impossible on its new board
    :raises FinalError: if the results are final
    """
    message = f"Round {round_no}, tables {first} and {second}: played each other’s boards."
    _play_off_schedule(section, round_no, (first, second), _swap_boards, message, user)


def _swap_boards(tables: Sequence[SeatedTable]) -> list[SeatedTable]:
    first_table, second_table = tables
    return [
        replace(first_table, boards=second_table.boards),
        replace(second_table, boards=first_table.boards),
    ]


@dataclass(frozen=True, slots=True)
class TableSwaps:
    """What two tables have played in a round if either swap is stored."""

    with_other_opponents: list[SeatedTable]
    with_other_boards: list[SeatedTable]


def fetch_table_swaps(
    section: Section, round_no: int, first: int, second: int
) -> TableSwaps | None:
    """Return what each swap of two tables would make of them, or None if they can't be swapped."""
    seated_tables = _fetch_due_table_by_number(section, round_no)
    seated_tables |= _fetch_stored_table_by_number(section, round_no)
    if first == second or not {first, second} <= seated_tables.keys():
        return None
    tables = [seated_tables[first], seated_tables[second]]
    return TableSwaps(_swap_ew_pairs(tables), _swap_boards(tables))


def _play_off_schedule(
    section: Section,
    round_no: int,
    tables: tuple[int, ...],
    rearrange: Callable[[Sequence[SeatedTable]], list[SeatedTable]],
    message: str,
    user: User | None,
    callers_journal: Journal | None = None,
) -> None:
    with (
        nullcontext(callers_journal)
        if callers_journal
        else record_section_act(
            section=section, kind=ActKind.TABLES, message=message, user=user
        ) as journal
    ):
        due_tables = _fetch_due_table_by_number(section, round_no)
        seated_tables = due_tables | _fetch_stored_table_by_number(section, round_no)
        tables_with_halves = _fetch_tables_with_halves(section, round_no)
        if len(set(tables)) < len(tables):
            raise DeskError(
                "same-table-twice",
                "You chose table {table_no} twice. Choose two different tables.",
                table_no=tables[0],
            )
        for table_no in tables:
            if table_no not in seated_tables:
                raise DeskError(
                    "nobody-at-table",
                    "Nobody plays at table {table_no} in round {round_no}. Choose another.",
                    round_no=round_no,
                    table_no=table_no,
                )
            # A played row stands for a whole round, so it can't say what one half played.
            if table_no in tables_with_halves:
                raise DeskError(
                    "table-of-halves",
                    "Table {table_no} plays two half matches in round {round_no}, so you can’t exchange "
                    "its boards. Correct the results one by one.",
                    round_no=round_no,
                    table_no=table_no,
                )
        previous_tables = [seated_tables[table_no] for table_no in tables]
        actual_tables = rearrange(previous_tables)
        _move_results(section, previous_tables, actual_tables, journal)
        for table in actual_tables:
            _store_played_row(section, round_no, table, due_tables, journal)
        # Raises if the event's method can't score the new lines, which undoes the change.
        score_section(section)


def _fetch_due_table_by_number(section: Section, round_no: int) -> dict[int, SeatedTable]:
    plan = section.plan
    rows = plan.rows.filter(round_no=round_no) if plan else ()
    return {
        row.table_no: SeatedTable(row.table_no, row.ns, row.ew, tuple(row.boards)) for row in rows
    }


def _fetch_stored_table_by_number(section: Section, round_no: int) -> dict[int, SeatedTable]:
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
    section: Section,
    previous_tables: Sequence[SeatedTable],
    actual_tables: Sequence[SeatedTable],
    journal: Journal,
) -> None:
    """Move the results of the tables to the lines that were really played."""
    moves = _compute_new_line_by_line(previous_tables, actual_tables)
    _refuse_occupied_lines(section, moves)
    boards = {board_no for board_no, _ns, _ew in (*moves, *moves.values())}
    locked_results = section.results.select_for_update(of=("self",)).filter(board_no__in=boards)
    moved_results = []
    for result in locked_results.order_by("pk"):
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


def _compute_new_line_by_line(
    previous_tables: Sequence[SeatedTable], actual_tables: Sequence[SeatedTable]
) -> dict[Key, Key]:
    """Return the new line of each line of the tables, board by board in playing order.

    :raises DeskError: if a table would play more or fewer boards than before
    """
    moves: dict[Key, Key] = {}
    for previous_table, actual_table in zip(previous_tables, actual_tables, strict=True):
        if len(previous_table.boards) != len(actual_table.boards):
            raise DeskError(
                "boards-do-not-match",
                "Boards {was} and {now} are different numbers of boards. Correct the results one by "
                "one.",
                was=format_boards(previous_table.boards),
                now=format_boards(actual_table.boards),
            )
        for board_no, new_board_no in zip(previous_table.boards, actual_table.boards, strict=True):
            moves[board_no, previous_table.ns, previous_table.ew] = (
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
                "line-stands-already",
                "Board {board_no}, {ns} against {ew}, already has a result from another table. If "
                "it’s wrong, delete it first.",
                board_no=board_no,
                ns=section.get_label(ns),
                ew=section.get_label(ew),
            )


def _move_rulings(section: Section, moves: Mapping[Key, Key], journal: Journal) -> None:
    """Move rulings along with their lines.

    If the penalized pair sat elsewhere, the pair that really sat there gets the penalty.
    """
    for (board_no, ns, ew), (new_board_no, new_ns, new_ew) in moves.items():
        for ruling in section.rulings.filter(board_no=board_no, ns=ns, ew=ew):
            penalized_no = ruling.penalty_to
            if penalized_no is not None and penalized_no not in (new_ns, new_ew):
                penalized_no = new_ns if penalized_no == ns else new_ew
            journal.change(
                ruling, board_no=new_board_no, ns=new_ns, ew=new_ew, penalty_to=penalized_no
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
