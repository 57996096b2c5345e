"""A whole event put together again: the rounds as played, and those proposed for the rest."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from movements.check.guarantees import GUARANTEES
from movements.layout import Meeting, mark_copies
from movements.model import ByeStand, Movement, SitOut, TableRound
from movements.replan.state import PlayState, everybody


def meeting_of(row: TableRound) -> Meeting:
    """Return who meets whom in *row*."""
    return Meeting(
        row.round_no, row.table_no, row.ns, row.ew, row.board_set, row.copy_no, row.arrow_switched
    )


def full_plan(  # noqa: PLR0913
    night: PlayState,
    rest: Iterable[Meeting],
    *,
    rounds: int | None = None,
    waits: Iterable[SitOut] = (),
    boards: int | None = None,
    stands: Sequence[ByeStand] | None = None,
    also: Iterable[int] = (),
    kept: tuple[TableRound, ...] | None = None,
    like: Movement | None = None,
    notes: tuple[str, ...] | None = None,
) -> Movement:
    """Return the plan of the whole night with the meetings *rest* from ``night.from_round`` on.

    *waits* say where pairs wait; everybody else who has no opponents sits out without a place.
    *boards* is the number a round has from now on, *stands* where sets rest (those of the plan in
    force, unless said), *also* the numbers of new pairs, *kept* what was played if it is not what
    the night holds, *like* the plan whose name is taken.

    >>> from movements import check_plan, make_plan
    >>> plan = make_plan("mitchell", tables=5, boards_per_set=2)
    >>> night = PlayState(plan, 3)
    >>> full_plan(night, map(meeting_of, night.due)).rows == plan.rows
    True
    """
    source = like or night.plan
    before = night.kept if kept is None else kept
    rows, empty = _without_gaps(night, (*before, *_rows(night, rest, boards)), rounds or night.last)
    last = (rounds or night.last) - len(empty)
    everyone = (
        everybody(night.plan) | {pair for row in rows for pair in (row.ns, row.ew)} | set(also)
    )
    playing = {pair for row in rows for pair in (row.ns, row.ew)}
    sit_outs = _sit_outs(
        night,
        rows,
        (*night.kept_waits, *_known_sit_outs(waits, night, empty)),
        everyone & playing,
        last,
    )
    sit_outs = _with_unused_tables(night, rows, sit_outs)
    used = {(row.round_no, row.board_set) for row in rows}
    resting = night.plan.bye_stands if stands is None else (*_stands_before(night), *stands)
    board_sets = max([night.plan.board_sets, *(row.board_set for row in rows)])
    winners = night.plan.winners if like is None else _winners(like, rows)
    plan = replace(
        night.plan,
        key=source.key,
        name=_name_of_round(source.name, night.from_round),
        source=source.source,
        options=source.options,
        contestants=len(everyone & playing),
        copies=max([night.plan.copies, *(row.copy_no for row in rows)]),
        winners=winners,
        tables=max([night.plan.tables, *(row.table_no for row in rows)]),
        rounds=last,
        board_sets=board_sets,
        rows=rows,
        sit_outs=sit_outs,
        bye_stands=tuple(
            stand
            for stand in resting
            if stand.round_no <= last and (stand.round_no, stand.board_set) not in used
        ),
        guarantees=(),
        notes=night.plan.notes if notes is None else notes,
    )
    return with_promises(plan, source.guarantees)


def remaining_plan(night: PlayState) -> Movement:
    """Return the plan in force as far as it can go on: itself where everything was played as it was due.

    >>> from movements import make_plan
    >>> plan = make_plan("mitchell", tables=5)
    >>> remaining_plan(PlayState(plan, 3)) is plan
    True
    """
    is_due = not night.told and not night.replays and not night.void
    if is_due:
        return night.plan
    return full_plan(night, map(meeting_of, night.due))


def _winners(like: Movement, rows: Sequence[TableRound]) -> int:
    """Return 2 where *like* has two winners and nobody has changed sides."""
    if not {row.ns for row in rows} & {row.ew for row in rows}:
        return like.winners
    return 1


def _with_unused_tables(
    night: PlayState, rows: Sequence[TableRound], sit_outs: tuple[SitOut, ...]
) -> tuple[SitOut, ...]:
    """Return *sit_outs* without places at tables that are never used.

    Nobody waits at a table that isn't there.
    """
    tables = {row.table_no for row in rows} | {wait.table_no for wait in sit_outs}
    if tables >= set(range(1, night.plan.tables + 1)) or None in tables:
        return sit_outs
    return tuple(
        SitOut(wait.round_no, wait.contestant) if wait.round_no >= night.from_round else wait
        for wait in sit_outs
    )


def with_promises(plan: Movement, promised: Iterable[str]) -> Movement:
    """Return *plan* with those of the guarantees *promised* that it keeps."""
    return replace(
        plan,
        guarantees=tuple(
            key for key in promised if key in GUARANTEES and GUARANTEES[key].holds(plan)
        ),
    )


def _without_gaps(
    night: PlayState, rows: tuple[TableRound, ...], last: int
) -> tuple[tuple[TableRound, ...], tuple[int, ...]]:
    """Return *rows* without empty rounds, and the rounds that were empty.

    Later rounds move up.
    """
    used = {row.round_no for row in rows}
    empty = tuple(number for number in range(night.from_round, last + 1) if number not in used)
    if not empty:
        return rows, ()
    return tuple(
        replace(row, round_no=row.round_no - sum(number < row.round_no for number in empty))
        for row in rows
    ), empty


def _known_sit_outs(
    waits: Iterable[SitOut], night: PlayState, empty: tuple[int, ...]
) -> tuple[SitOut, ...]:
    """Return where pairs wait.

    It isn't known if rounds have moved up.
    """
    if empty:
        return ()
    return (*waits, *night.due_waits)


def _name_of_round(name: str, round_no: int) -> str:
    return f"{name.split(', changed from round', maxsplit=1)[0]}, changed from round {round_no}"


def _stands_before(night: PlayState) -> tuple[ByeStand, ...]:
    return tuple(stand for stand in night.plan.bye_stands if stand.round_no < night.from_round)


def _rows(night: PlayState, rest: Iterable[Meeting], boards: int | None) -> tuple[TableRound, ...]:
    rows = []
    for meeting in sorted(rest, key=lambda meeting: (meeting.round_no, meeting.table_no)):
        each = boards or night.boards_in.get(meeting.round_no, night.plan.boards_per_set)
        rows.append(
            TableRound(
                meeting.round_no,
                meeting.table_no,
                meeting.ns,
                meeting.ew,
                meeting.board_set,
                night.boards_of[meeting.board_set][:each],
                arrow_switched=meeting.arrow_switched,
                copy_no=meeting.copy_no,
            )
        )
    due = {(row.round_no, row.table_no): row for row in night.due}
    return tuple(
        _as_it_was(row, due.get((row.round_no, row.table_no))) for row in mark_copies(rows)
    )


def _as_it_was(row: TableRound, due: TableRound | None) -> TableRound:
    """Return *row* in the order of boards that the plan in force has, where it has the row."""
    if (
        due is not None
        and replace(row, boards=due.boards) == due
        and len(row.boards) == len(due.boards)
    ):
        return due
    return row


def _sit_outs(
    night: PlayState,
    rows: Sequence[TableRound],
    told: Iterable[SitOut],
    everyone: set[int],
    last: int,
) -> tuple[SitOut, ...]:
    seated = {(row.round_no, pair) for row in rows for pair in (row.ns, row.ew)}
    tables = {(row.round_no, row.table_no) for row in rows}
    places: dict[tuple[int, int], SitOut] = {}
    for wait in told:
        if wait.round_no >= night.from_round and (wait.round_no, wait.table_no) in tables:
            places.setdefault(
                (wait.round_no, wait.contestant), SitOut(wait.round_no, wait.contestant)
            )
        places.setdefault((wait.round_no, wait.contestant), wait)
    sit_outs = [
        places.get((round_no, pair), SitOut(round_no, pair))
        for round_no in range(1, last + 1)
        for pair in sorted(everyone)
        if (round_no, pair) not in seated
    ]
    return tuple(
        sorted(sit_outs, key=lambda wait: (wait.round_no, wait.table_no or 0, wait.contestant))
    )
