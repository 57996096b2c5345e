"""Everything wrong with a plan, found at once.

Responsible for who sits where: numbers in range, gaps, nobody at two tables, nobody forgotten.  The boards are judged
in :mod:`movements.board_faults`, what the plan promises in :mod:`movements.guarantees`.
"""

from collections import defaultdict
from collections.abc import Iterator

from movements import sentences
from movements.board_faults import board_faults
from movements.guarantees import guarantee_faults
from movements.model import Fault, Plan, SitOut, TableRound


def check_plan(plan: Plan) -> tuple[Fault, ...]:
    """Return every fault of *plan*, by round, then table; empty if there is none.

    Works on plans from anywhere, whatever they hold.  Faults without a round come first.

    >>> from dataclasses import replace
    >>> from movements import make_plan
    >>> plan = make_plan("howell", pairs=8)
    >>> check_plan(plan)
    ()
    >>> [fault.text for fault in check_plan(replace(plan, rows=plan.rows[4:]))]
    ['No table plays in round 1; give it rows or renumber the rounds after it.']
    """
    faults = [
        *_count_faults(plan),
        *_place_faults(plan),
        *_contestant_faults(plan),
        *_seat_faults(plan),
        *_sit_out_faults(plan),
        *board_faults(plan),
    ]
    if not faults:
        # Promises about a plan that is broken already would only repeat what is said.
        faults.extend(guarantee_faults(plan))
    return tuple(sorted(faults, key=lambda fault: (fault.round_no or 0, fault.table_no or 0)))


def _count_faults(plan: Plan) -> Iterator[Fault]:
    counts = {
        "contestants": plan.contestants,
        "tables": plan.tables,
        "rounds": plan.rounds,
        "board sets": plan.board_sets,
        "boards per set": plan.boards_per_set,
        "copies": plan.copies,
    }
    for name, count in counts.items():
        if count < 1:
            yield sentences.COUNT_TOO_SMALL.fault(count=count, what=name)
    if plan.winners not in (1, 2):
        yield sentences.WINNERS_UNKNOWN.fault(winners=plan.winners)


def _place_faults(plan: Plan) -> Iterator[Fault]:
    """Rounds and tables outside the plan, missing from it, or used twice."""
    played = {row.round_no for row in plan.rows}
    for round_no in range(1, plan.rounds + 1):
        if round_no not in played:
            yield sentences.ROUND_GAP.fault(round_no)
    used = {row.table_no for row in plan.rows} | {sit_out.table_no for sit_out in plan.sit_outs}
    if None not in used:
        for table_no in range(1, plan.tables + 1):
            if table_no not in used:
                yield sentences.TABLE_GAP.fault(table_no=table_no, tables=plan.tables)
    seen: set[tuple[int, int]] = set()
    for row in plan.rows:
        yield from _row_place_faults(plan, row)
        if (row.round_no, row.table_no) in seen:
            yield sentences.TABLE_TWICE.fault(row.round_no, row.table_no)
        seen.add((row.round_no, row.table_no))


def _row_place_faults(plan: Plan, row: TableRound) -> Iterator[Fault]:
    if not 1 <= row.round_no <= plan.rounds:
        yield sentences.ROUND_UNKNOWN.fault(row.round_no, row.table_no, rounds=plan.rounds)
    if not 1 <= row.table_no <= plan.tables:
        yield sentences.TABLE_UNKNOWN.fault(row.round_no, row.table_no, tables=plan.tables)


def _highest_number(plan: Plan) -> int:
    # A missing pair leaves its number empty, so numbers may run past the count of those who are there.
    return max(plan.contestants, 2 * plan.tables)


def _contestant_faults(plan: Plan) -> Iterator[Fault]:
    highest = _highest_number(plan)
    numbers = {pair for row in plan.rows for pair in (row.ns, row.ew)} | {
        sit_out.contestant for sit_out in plan.sit_outs
    }
    known = {number for number in numbers if 1 <= number <= highest}
    if len(known) != plan.contestants:
        yield sentences.CONTESTANT_COUNT.fault(pairs=plan.contestants, known=len(known))
    for row in plan.rows:
        for pair in {row.ns, row.ew} - known:
            yield sentences.PAIR_UNKNOWN.fault(row.round_no, row.table_no, pair, highest=highest)
    for sit_out in plan.sit_outs:
        if sit_out.contestant not in known:
            place = (sit_out.round_no, sit_out.table_no, sit_out.contestant)
            yield sentences.SITTER_UNKNOWN.fault(*place, highest=highest)


def _seat_faults(plan: Plan) -> Iterator[Fault]:
    """Pairs against themselves, at two tables at once, or on both sides of a two-winner plan."""
    seats: dict[tuple[int, int], TableRound] = {}
    lines: dict[int, tuple[str, TableRound]] = {}
    for row in plan.rows:
        if row.ns == row.ew:
            yield sentences.PAIR_AGAINST_ITSELF.fault(row.round_no, row.table_no, row.ns)
            continue
        for pair, side in ((row.ns, "N-S"), (row.ew, "E-W")):
            first = seats.setdefault((row.round_no, pair), row)
            if first is not row:
                yield sentences.PAIR_TWICE.fault(row.round_no, row.table_no, pair, first=first.table_no)
            line, since = lines.setdefault(pair, (side, row))
            if plan.winners == 2 and line != side:
                yield sentences.LINE_CHANGED.fault(
                    row.round_no,
                    row.table_no,
                    pair,
                    side=side,
                    former=line,
                    former_table=since.table_no,
                    former_round=since.round_no,
                )


def _sit_out_faults(plan: Plan) -> Iterator[Fault]:
    """Sit-outs that are missing, listed twice, or contradicted by the rows."""
    playing = {(row.round_no, pair): row for row in plan.rows for pair in (row.ns, row.ew)}
    tables = {(row.round_no, row.table_no): row for row in plan.rows}
    waiting: dict[tuple[int, int], SitOut] = {}
    for sit_out in plan.sit_outs:
        at_once = playing.get((sit_out.round_no, sit_out.contestant))
        at_table = None if sit_out.table_no is None else tables.get((sit_out.round_no, sit_out.table_no))
        pair = sit_out.contestant
        place = (sit_out.round_no, sit_out.table_no, pair)
        if not 1 <= sit_out.round_no <= plan.rounds:
            yield sentences.SIT_OUT_ROUND_UNKNOWN.fault(*place, rounds=plan.rounds)
        if sit_out.table_no is not None and not 1 <= sit_out.table_no <= plan.tables:
            yield sentences.SIT_OUT_TABLE_UNKNOWN.fault(*place, tables=plan.tables)
        if (sit_out.round_no, pair) in waiting:
            yield sentences.SIT_OUT_TWICE.fault(*place)
        if at_once:
            yield sentences.SITS_OUT_AND_PLAYS.fault(*place, playing=at_once.table_no)
        elif at_table:
            yield sentences.WAITS_WHERE_OTHERS_PLAY.fault(*place, ns=at_table.ns, ew=at_table.ew)
        waiting[sit_out.round_no, pair] = sit_out
    yield from _forgotten(plan, set(playing) | set(waiting))
    yield from _idle(plan, {pair for _, pair in playing})


def _forgotten(plan: Plan, accounted: set[tuple[int, int]]) -> Iterator[Fault]:
    pairs_by_round: defaultdict[int, set[int]] = defaultdict(set)
    for round_no, pair in accounted:
        pairs_by_round[round_no].add(pair)
    everybody = {pair for _, pair in accounted if 1 <= pair <= _highest_number(plan)}
    for round_no in sorted({row.round_no for row in plan.rows if 1 <= row.round_no <= plan.rounds}):
        for pair in sorted(everybody - pairs_by_round[round_no]):
            yield sentences.SIT_OUT_MISSING.fault(round_no, contestant=pair)


def _idle(plan: Plan, players: set[int]) -> Iterator[Fault]:
    for pair in sorted({sit_out.contestant for sit_out in plan.sit_outs} - players):
        yield sentences.NEVER_PLAYS.fault(contestant=pair)
