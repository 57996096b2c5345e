"""Tables that played otherwise than planned: turned, or with other opponents or boards."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

from django.contrib.auth.models import User

from director.boards.movement.acts import TABLES
from director.boards.movement.lines.read import section_plan
from director.boards.movement.scoring_field import Key
from director.boards.movement.words import boards_text
from director.boards.play.line_store import move_result, restore_voided_results, void_second_score
from director.boards.play.results.acts import section_act
from director.boards.play.scores.fouled import move_groups
from director.boards.scoring.scored import section_scored
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal
from director.errors import DeskError
from director.models import PlanRow, PlayedRow, Section


@dataclass(frozen=True, slots=True)
class AtTable:
    """Who sat at a table in a round, and with which boards."""

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

    *journal*: it is part of this act of the caller.

    :raises DeskError: if nobody plays there in that round
    :raises FinalError: if the results are final
    """

    def turned(at: Sequence[AtTable]) -> list[AtTable]:
        return [replace(table, ns=table.ew, ew=table.ns) for table in at]

    words = f"Round {round_no}, table {table_no}: sat the other way round."
    _play_off_schedule(section, round_no, (table_no,), turned, words, user, journal)


def tables_swap_opponents(
    *, section: Section, round_no: int, first: int, second: int, user: User | None
) -> None:
    """Swap the E-W pairs of two tables. Boards and results stay at the tables.

    :raises DeskError: if nobody plays there in that round, or both are the same table
    :raises FinalError: if the results are final
    """

    def swapped(at: Sequence[AtTable]) -> list[AtTable]:
        near, far = at
        return [replace(near, ew=far.ew), replace(far, ew=near.ew)]

    words = f"Round {round_no}, tables {first} and {second}: E-W sat at each other’s table."
    _play_off_schedule(section, round_no, (first, second), swapped, words, user)


def tables_swap_boards(
    *, section: Section, round_no: int, first: int, second: int, user: User | None
) -> None:
    """Swap the boards of two tables. The results go with the pairs, board by board.

    :raises DeskError: if nobody plays there in that round, or both are the same table
    :raises ScoringError: if a result cannot be on the board that it was made on
    :raises FinalError: if the results are final
    """

    def swapped(at: Sequence[AtTable]) -> list[AtTable]:
        near, far = at
        return [replace(near, boards=far.boards), replace(far, boards=near.boards)]

    words = f"Round {round_no}, tables {first} and {second}: played each other’s boards."
    _play_off_schedule(section, round_no, (first, second), swapped, words, user)


def _play_off_schedule(
    section: Section,
    round_no: int,
    tables: tuple[int, ...],
    change: Callable[[Sequence[AtTable]], list[AtTable]],
    words: str,
    user: User | None,
    of: Journal | None = None,
) -> None:
    with (
        nullcontext(of)
        if of
        else section_act(section=section, kind=TABLES, words=words, user=user) as journal
    ):
        due, now = _due(section, round_no), _now(section, round_no)
        if len(set(tables)) < len(tables):
            raise DeskError(BoardSentences.SAME_TABLE_TWICE, table_no=tables[0])
        for table_no in tables:
            if table_no not in now:
                raise DeskError(
                    BoardSentences.NOBODY_AT_TABLE, round_no=round_no, table_no=table_no
                )
            if table_no in _with_halves(section, round_no):
                raise DeskError(
                    BoardSentences.TABLE_OF_HALVES, round_no=round_no, table_no=table_no
                )
        former = [now[table_no] for table_no in tables]
        wanted = change(former)
        _move_results(section, former, wanted, journal)
        for table in wanted:
            _keep(section, round_no, table, due, journal)
        section_scored(section)


def _with_halves(section: Section, round_no: int) -> set[int]:
    """Return the tables that play two half matches in a round. One query."""
    rows = PlanRow.objects.filter(
        plan__section=section, plan__in_force=True, round_no=round_no, half__gt=0
    )
    return set(rows.values_list("table_no", flat=True))


def _due(section: Section, round_no: int) -> dict[int, AtTable]:
    """Return what the movement makes due at each table of a round."""
    plan = section_plan(section)
    rows = plan.rows.filter(round_no=round_no) if plan else ()
    return {row.table_no: AtTable(row.table_no, row.ns, row.ew, tuple(row.boards)) for row in rows}


def _now(section: Section, round_no: int) -> dict[int, AtTable]:
    """Return who sat at each table of a round, as far as that is known."""
    played = section.played_rows.filter(round_no=round_no)
    otherwise = {
        row.table_no: AtTable(row.table_no, row.ns, row.ew, tuple(row.boards)) for row in played
    }
    return _due(section, round_no) | otherwise


def _move_results(
    section: Section, former: Sequence[AtTable], wanted: Sequence[AtTable], journal: Journal
) -> None:
    """Move the results of the tables to the lines that they really played.

    What is a second score of a pair on a board then is void, and what no longer is one counts
    again.
    """
    moves: dict[Key, Key] = {}
    for was, now in zip(former, wanted, strict=True):
        if len(was.boards) != len(now.boards):
            raise DeskError(
                BoardSentences.BOARDS_DO_NOT_MATCH,
                was=boards_text(was.boards),
                now=boards_text(now.boards),
            )
        for before, after in zip(was.boards, now.boards, strict=True):
            moves[before, was.ns, was.ew] = (after, now.ns, now.ew)
    _refuse_occupied(section, moves)
    boards = {board_no for board_no, *_ in (*moves, *moves.values())}
    stored = section.results.select_for_update(of=("self",)).filter(board_no__in=boards)
    moved = [
        (result, to)
        for result in stored.order_by("pk")
        if (to := moves.get((result.board_no, result.ns, result.ew)))
    ]
    for result, to in moved:
        move_result(result=result, to=to, journal=journal, game=section.session.event.game)
    for result, _to in moved:
        void_second_score(section=section, result=result, journal=journal)
    restore_voided_results(section=section, boards=boards, journal=journal)
    _move_rulings(section, moves, journal)
    move_groups(section=section, moves=moves, journal=journal)


def _move_rulings(section: Section, moves: Mapping[Key, Key], journal: Journal) -> None:
    """Move rulings along with the lines that were moved.

    A penalty of a pair that sat elsewhere is that of the pair that sat there.
    """
    for former, (board_no, ns, ew) in moves.items():
        for ruling in section.rulings.filter(board_no=former[0], ns=former[1], ew=former[2]):
            loser = ruling.penalty_to
            if loser is not None and loser not in (ns, ew):
                loser = ns if loser == former[1] else ew
            journal.change(ruling, board_no=board_no, ns=ns, ew=ew, penalty_to=loser)


def _refuse_occupied(section: Section, moves: Mapping[Key, Key]) -> None:
    """Refuse to overwrite a result."""
    stored = {(result.board_no, result.ns, result.ew) for result in section.results.all()}
    for before, (board_no, ns, ew) in moves.items():
        if before in stored and (board_no, ns, ew) in stored and (board_no, ns, ew) not in moves:
            raise DeskError(
                BoardSentences.LINE_STANDS_ALREADY,
                board_no=board_no,
                ns=section.label(ns),
                ew=section.label(ew),
            )


def _keep(
    section: Section, round_no: int, table: AtTable, due: Mapping[int, AtTable], journal: Journal
) -> None:
    """Store how *table* played, unless that is what was planned."""
    stored = section.played_rows.filter(round_no=round_no, table_no=table.table_no)
    row = stored.first()
    if table == due.get(table.table_no):
        journal.delete(stored)
    elif row:
        journal.change(row, ns=table.ns, ew=table.ew, boards=list(table.boards))
    else:
        seats = {"ns": table.ns, "ew": table.ew, "boards": list(table.boards)}
        journal.create_all(
            [PlayedRow(section=section, round_no=round_no, table_no=table.table_no, **seats)]
        )
