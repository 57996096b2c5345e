"""Everything wrong with a plan, found at once.

Responsible for who sits where: numbers in range, gaps, nobody at two tables, nobody forgotten.  The boards are judged
in :mod:`movements.board_faults`, what the plan promises in :mod:`movements.guarantees`.
"""

from collections import defaultdict
from collections.abc import Iterator

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
            yield Fault("count-too-small", f"The plan says {count} {name}; there must be at least 1.")
    if plan.winners not in (1, 2):
        yield Fault("winners-unknown", f"The plan says {plan.winners} winners; a contest of pairs has 1 or 2.")


def _place_faults(plan: Plan) -> Iterator[Fault]:
    """Rounds and tables outside the plan, missing from it, or used twice."""
    played = {row.round_no for row in plan.rows}
    for round_no in range(1, plan.rounds + 1):
        if round_no not in played:
            text = f"No table plays in round {round_no}; give it rows or renumber the rounds after it."
            yield Fault("round-gap", text, round_no=round_no)
    used = {row.table_no for row in plan.rows} | {sit_out.table_no for sit_out in plan.sit_outs}
    if None not in used:
        for table_no in range(1, plan.tables + 1):
            if table_no not in used:
                text = f"Table {table_no} is never used, though the plan has {plan.tables} tables."
                yield Fault("table-gap", text, table_no=table_no)
    seen: set[tuple[int, int]] = set()
    for row in plan.rows:
        yield from _row_place_faults(plan, row)
        if (row.round_no, row.table_no) in seen:
            text = f"Table {row.table_no} is listed twice in round {row.round_no}; a table plays once a round."
            yield Fault("table-twice", text, row.round_no, row.table_no)
        seen.add((row.round_no, row.table_no))


def _row_place_faults(plan: Plan, row: TableRound) -> Iterator[Fault]:
    if not 1 <= row.round_no <= plan.rounds:
        text = f"Table {row.table_no} is listed in round {row.round_no}; the plan has rounds 1 to {plan.rounds}."
        yield Fault("round-unknown", text, row.round_no, row.table_no)
    if not 1 <= row.table_no <= plan.tables:
        text = f"Round {row.round_no} uses table {row.table_no}; the plan has tables 1 to {plan.tables}."
        yield Fault("table-unknown", text, row.round_no, row.table_no)


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
        text = f"The plan is for {plan.contestants} pairs, but {len(known)} pair numbers occur in it."
        yield Fault("contestant-count", text)
    for row in plan.rows:
        for pair in {row.ns, row.ew} - known:
            text = f"Pair {pair} plays {_at(row)}; pair numbers run from 1 to {highest}."
            yield Fault("contestant-unknown", text, row.round_no, row.table_no, pair)
    for sit_out in plan.sit_outs:
        if sit_out.contestant not in known:
            text = f"Pair {sit_out.contestant} sits out round {sit_out.round_no}; pair numbers run from 1 to {highest}."
            yield Fault("contestant-unknown", text, sit_out.round_no, sit_out.table_no, sit_out.contestant)


def _seat_faults(plan: Plan) -> Iterator[Fault]:
    """Pairs against themselves, at two tables at once, or on both sides of a two-winner plan."""
    seats: dict[tuple[int, int], TableRound] = {}
    lines: dict[int, tuple[str, TableRound]] = {}
    for row in plan.rows:
        if row.ns == row.ew:
            text = f"Pair {row.ns} plays against itself {_at(row)}."
            yield Fault("pair-against-itself", text, row.round_no, row.table_no, row.ns)
            continue
        for pair, side in ((row.ns, "N-S"), (row.ew, "E-W")):
            first = seats.setdefault((row.round_no, pair), row)
            if first is not row:
                text = (
                    f"Pair {pair} is at tables {first.table_no} and {row.table_no} in round {row.round_no}; "
                    "it can only be at one."
                )
                yield Fault("pair-twice", text, row.round_no, row.table_no, pair)
            line, since = lines.setdefault(pair, (side, row))
            if plan.winners == 2 and line != side:
                text = (
                    f"Pair {pair} sits {side} {_at(row)} but {line} {_at(since)}; "
                    "with two winners nobody changes sides."
                )
                yield Fault("line-changed", text, row.round_no, row.table_no, pair)


def _sit_out_faults(plan: Plan) -> Iterator[Fault]:
    """Sit-outs that are missing, listed twice, or contradicted by the rows."""
    playing = {(row.round_no, pair): row for row in plan.rows for pair in (row.ns, row.ew)}
    tables = {(row.round_no, row.table_no): row for row in plan.rows}
    waiting: dict[tuple[int, int], SitOut] = {}
    for sit_out in plan.sit_outs:
        at_once = playing.get((sit_out.round_no, sit_out.contestant))
        at_table = None if sit_out.table_no is None else tables.get((sit_out.round_no, sit_out.table_no))
        pair, when = sit_out.contestant, f"round {sit_out.round_no}"
        place = (sit_out.round_no, sit_out.table_no, pair)
        if not 1 <= sit_out.round_no <= plan.rounds:
            yield Fault(
                "round-unknown", f"Pair {pair} sits out {when}; the plan has rounds 1 to {plan.rounds}.", *place
            )
        if sit_out.table_no is not None and not 1 <= sit_out.table_no <= plan.tables:
            text = f"Pair {pair} waits at table {sit_out.table_no} in {when}; the plan has tables 1 to {plan.tables}."
            yield Fault("table-unknown", text, *place)
        if (sit_out.round_no, pair) in waiting:
            yield Fault("sit-out-twice", f"Pair {pair} is listed twice as sitting out {when}.", *place)
        if at_once:
            text = f"Pair {pair} sits out {when} and yet plays at table {at_once.table_no}."
            yield Fault("sit-out-contradicts", text, *place)
        elif at_table:
            text = (
                f"Pair {pair} waits at table {sit_out.table_no} in {when}, where {at_table.ns} and {at_table.ew} play."
            )
            yield Fault("sit-out-contradicts", text, *place)
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
            text = f"Pair {pair} neither plays nor sits out in round {round_no}; seat it or list the sit-out."
            yield Fault("sit-out-missing", text, round_no, contestant=pair)


def _idle(plan: Plan, players: set[int]) -> Iterator[Fault]:
    for pair in sorted({sit_out.contestant for sit_out in plan.sit_outs} - players):
        text = f"Pair {pair} sits out every round; take it out of the plan or give it opponents."
        yield Fault("never-plays", text, contestant=pair)


def _at(row: TableRound) -> str:
    return f"at table {row.table_no} in round {row.round_no}"
