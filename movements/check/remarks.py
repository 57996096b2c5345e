"""What a director should know about a plan although it isn't a fault.

A movement in which opponents meet twice is legal, and often wanted.
"""

from collections.abc import Iterator

from movements.model import Fault, Movement, TableRound, join_with_and
from movements.sentences import MovementSentences


def find_plan_remarks(plan: Movement) -> tuple[Fault, ...]:
    """Return remarks about *plan*, by round, then table, written as faults are.

    Opponents meet again, a board set is never played, or only one table plays it. With one winner,
    some sit in one direction only and are never compared with the others. Single players meet again in
    every movement, so they aren't mentioned.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", tables=4, rounds=4, options={"even": "skip"})
    >>> find_plan_remarks(plan)[0].text
    'Pairs 1 and 5 meet again at table 1 in round 4. They met in round 1.'
    """
    remarks = [
        *_find_repeat_meetings(plan),
        *_find_unplayed_sets(plan),
        *_find_uncompared_sets(plan),
        *_find_uncompared_lines(plan),
    ]
    return tuple(sorted(remarks, key=lambda remark: (remark.round_no or 0, remark.table_no or 0)))


def _find_repeat_meetings(plan: Movement) -> Iterator[Fault]:
    if plan.contest == "individual":
        return
    first_rounds: dict[tuple[int, int], int] = {}
    reported_meetings = set()
    for row in plan.rows:
        couple = (min(row.ns, row.ew), max(row.ns, row.ew))
        first_round = first_rounds.setdefault(couple, row.round_no)
        # Two teams meet at two tables in a round, which is one meeting.
        meeting = (couple, row.round_no)
        is_repeat = first_round != row.round_no and meeting not in reported_meetings
        if is_repeat and row.ns != row.ew:
            reported_meetings.add(meeting)
            yield MovementSentences.MEETS_AGAIN.fault(
                row.round_no,
                row.table_no,
                called=plan.called,
                first=couple[0],
                second=couple[1],
                former_round=first_round,
            )


def _find_unplayed_sets(plan: Movement) -> Iterator[Fault]:
    unplayed = set(range(1, plan.board_sets + 1)) - _group_rows_by_set(plan).keys()
    # A set that only waits at a half table is there all the same.
    for sit_out in plan.sit_outs:
        unplayed.discard(sit_out.board_set or 0)
    if unplayed:
        yield MovementSentences.SETS_UNPLAYED.fault(sets=join_with_and(sorted(unplayed)))


def _find_uncompared_sets(plan: Movement) -> Iterator[Fault]:
    rows_by_set = _group_rows_by_set(plan)
    single_rows = [rows[0] for rows in rows_by_set.values() if len(rows) == 1]
    # While most sets are played once, the movement is only beginning.
    if len(single_rows) * 2 > len(rows_by_set):
        return
    for row in single_rows:
        yield MovementSentences.SET_UNCOMPARED.fault(
            row.round_no, row.table_no, board_no=min(row.boards), board_set=row.board_set
        )


def _find_uncompared_lines(plan: Movement) -> Iterator[Fault]:
    """Yield a remark if pairs with one winner sit in two lines that never change directions."""
    if plan.contest != "pairs" or plan.winners != 1:
        return
    ns_line = set()
    ew_line = set()
    for row in plan.rows:
        ns, ew = (row.ew, row.ns) if row.arrow_switched else (row.ns, row.ew)
        ns_line.add(ns)
        ew_line.add(ew)
    if ns_line and not ns_line & ew_line:
        yield MovementSentences.LINES_UNCOMPARED.fault()


def _group_rows_by_set(plan: Movement) -> dict[int, list[TableRound]]:
    rows_by_set: dict[int, list[TableRound]] = {}
    for row in plan.rows:
        rows_by_set.setdefault(row.board_set, []).append(row)
    return rows_by_set
