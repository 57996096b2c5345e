"""Find all faults of a plan in one pass.

Responsible for who sits where: numbers in range, gaps, nobody at two tables, nobody forgotten.  The
boards are judged in :mod:`movements.check.boards`, players who change partners in
:mod:`movements.check.players`, what the plan promises in :mod:`movements.check.guarantees`.
"""

from collections import defaultdict
from collections.abc import Iterator

from movements.check.boards import board_faults
from movements.check.guarantees import guarantee_faults
from movements.check.players import player_faults
from movements.model import Fault, Movement, SitOut, TableRound, listed
from movements.sentences import MovementSentences


def check_plan(plan: Movement) -> tuple[Fault, ...]:
    """Return every fault of *plan*, by round, then table.

    Empty if there is none.

    Works on plans from anywhere, whatever they hold.  Faults without a round come first.

    >>> from dataclasses import replace
    >>> from movements import make_plan
    >>> plan = make_plan("howell", pairs=8)
    >>> check_plan(plan)
    ()
    >>> [fault.text for fault in check_plan(replace(plan, rows=plan.rows[4:]))]
    ['Round 1 has no tables in play. Add rows, or renumber the later rounds.']
    """
    faults = [
        *_count_faults(plan),
        *_place_faults(plan),
        *_contestant_faults(plan),
        *_seat_faults(plan),
        *player_faults(plan),
        *_sit_out_faults(plan),
        *board_faults(plan),
    ]
    if not faults:
        # Promises about a plan that is broken already would only repeat what is said.
        faults.extend(guarantee_faults(plan))
    return tuple(sorted(faults, key=lambda fault: (fault.round_no or 0, fault.table_no or 0)))


def _count_faults(plan: Movement) -> Iterator[Fault]:
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
            yield MovementSentences.COUNT_TOO_SMALL.fault(count=count, what=name)
    if plan.winners not in (1, 2):
        yield MovementSentences.WINNERS_UNKNOWN.fault(winners=plan.winners, called=plan.called)


def _place_faults(plan: Movement) -> Iterator[Fault]:
    """Rounds and tables outside the plan, missing from it, or used twice."""
    played = {row.round_no for row in plan.rows}
    for round_no in range(1, plan.rounds + 1):
        if round_no not in played:
            yield MovementSentences.ROUND_GAP.fault(round_no)
    used = {row.table_no for row in plan.rows} | {sit_out.table_no for sit_out in plan.sit_outs}
    if None not in used:
        for table_no in range(1, plan.tables + 1):
            if table_no not in used:
                yield MovementSentences.TABLE_GAP.fault(table_no=table_no, tables=plan.tables)
    seen: set[tuple[int, int, int]] = set()
    for row in plan.rows:
        yield from _row_place_faults(plan, row)
        if (row.round_no, row.table_no, row.half) in seen:
            yield MovementSentences.TABLE_TWICE.fault(row.round_no, row.table_no)
        seen.add((row.round_no, row.table_no, row.half))


def _row_place_faults(plan: Movement, row: TableRound) -> Iterator[Fault]:
    if not 1 <= row.round_no <= plan.rounds:
        yield MovementSentences.ROUND_UNKNOWN.fault(row.round_no, row.table_no, rounds=plan.rounds)
    if not 1 <= row.table_no <= plan.tables:
        yield MovementSentences.TABLE_UNKNOWN.fault(row.round_no, row.table_no, tables=plan.tables)


def _highest_number(plan: Movement) -> int:
    # A missing contestant leaves its number empty, so numbers may run past the count of those who
    # are there.
    seats = {"pairs": 2, "individual": 4}.get(plan.contest, 0)
    highest = max(plan.contestants, seats * plan.tables)
    numbers = _numbers(plan)
    if plan.contest != "pairs" or len(numbers) != plan.contestants:
        return highest
    # A pair that left before it played keeps its number, so each empty number may move a late pair
    # up by one.
    empty = highest - sum(1 <= number <= highest for number in numbers)
    return max([highest, *(number for number in numbers if number <= highest + empty)])


def _numbers(plan: Movement) -> set[int]:
    seated: set[int] = set()
    for row in plan.rows:
        seated.update(plan.contestants_at(row))
    return seated | {sit_out.contestant for sit_out in plan.sit_outs}


def _contestant_faults(plan: Movement) -> Iterator[Fault]:
    highest = _highest_number(plan)
    numbers = _numbers(plan)
    known = {number for number in numbers if 1 <= number <= highest}
    if len(known) != plan.contestants:
        yield MovementSentences.CONTESTANT_COUNT.fault(
            contestants=plan.contestants, known=len(known), called=plan.called
        )
    for row in plan.rows:
        for number in sorted(set(plan.contestants_at(row)) - known):
            yield MovementSentences.CONTESTANT_UNKNOWN.fault(
                row.round_no, row.table_no, number, called=plan.called, highest=highest
            )
    for sit_out in plan.sit_outs:
        if sit_out.contestant not in known:
            place = (sit_out.round_no, sit_out.table_no, sit_out.contestant)
            yield MovementSentences.SITTER_UNKNOWN.fault(
                *place, called=plan.called, highest=highest
            )


def _seat_faults(plan: Movement) -> Iterator[Fault]:
    """Report contestants against themselves, pairs at two tables, and changed lines in a two-winner
    plan.
    """
    seats: dict[tuple[int, int], TableRound] = {}
    lines: dict[int, tuple[str, TableRound]] = {}
    at_home = _home_rounds(plan)
    for row in plan.rows:
        if row.ns == row.ew and plan.contest != "individual" and row.round_no not in at_home:
            yield MovementSentences.PAIR_AGAINST_ITSELF.fault(
                row.round_no, row.table_no, row.ns, called=plan.called
            )
            continue
        for number, side in _sides(plan, row):
            first = seats.setdefault((row.round_no, number), row)
            if first is not row and plan.contest == "pairs":
                yield MovementSentences.PAIR_TWICE.fault(
                    row.round_no, row.table_no, number, first=first.table_no
                )
            line, since = lines.setdefault(number, (side, row))
            if plan.winners == 2 and line != side:
                yield MovementSentences.LINE_CHANGED.fault(
                    row.round_no,
                    row.table_no,
                    number,
                    called=plan.called,
                    side=side,
                    former=line,
                    former_table=since.table_no,
                    former_round=since.round_no,
                )


def _home_rounds(plan: Movement) -> set[int]:
    """Return the rounds in which both halves of every team play at one table.

    Those boards are compared with other pairs.
    """
    if plan.contest != "teams":
        return set()
    return {row.round_no for row in plan.rows} - {
        row.round_no for row in plan.rows if row.ns != row.ew
    }


def _sides(plan: Movement, row: TableRound) -> Iterator[tuple[int, str]]:
    """Yield who of the contest sits at a table, and on which side."""
    numbers = plan.contestants_at(row)
    yield from ((number, ("N-S", "E-W")[place % 2]) for place, number in enumerate(numbers))


def _sit_out_faults(plan: Movement) -> Iterator[Fault]:
    """Sit-outs that are missing, listed twice, or contradicted by the rows."""
    playing = {
        (row.round_no, number): row for row in plan.rows for number in plan.contestants_at(row)
    }
    tables = {(row.round_no, row.table_no): row for row in plan.rows}
    waiting: dict[tuple[int, int], SitOut] = {}
    for sit_out in plan.sit_outs:
        at_once = playing.get((sit_out.round_no, sit_out.contestant))
        if sit_out.table_no is None:
            at_table = None
        else:
            at_table = tables.get((sit_out.round_no, sit_out.table_no))
        number, called = sit_out.contestant, plan.called
        place = (sit_out.round_no, sit_out.table_no, number)
        if not 1 <= sit_out.round_no <= plan.rounds:
            yield MovementSentences.SIT_OUT_ROUND_UNKNOWN.fault(
                *place, called=called, rounds=plan.rounds
            )
        if sit_out.table_no is not None and not 1 <= sit_out.table_no <= plan.tables:
            yield MovementSentences.SIT_OUT_TABLE_UNKNOWN.fault(
                *place, called=called, tables=plan.tables
            )
        if (sit_out.round_no, number) in waiting:
            yield MovementSentences.SIT_OUT_TWICE.fault(*place, called=called)
        if at_once and plan.contest != "teams":  # one half of a team may wait while the other plays
            yield MovementSentences.SITS_OUT_AND_PLAYS.fault(
                *place, called=called, playing=at_once.table_no
            )
        elif at_table:
            others = listed(plan.contestants_at(at_table))
            yield MovementSentences.WAITS_WHERE_OTHERS_PLAY.fault(
                *place, called=called, others=others
            )
        waiting[sit_out.round_no, number] = sit_out
    yield from _forgotten(plan, set(playing) | set(waiting))
    yield from _idle(plan, {number for _, number in playing})


def _forgotten(plan: Movement, accounted: set[tuple[int, int]]) -> Iterator[Fault]:
    by_round: defaultdict[int, set[int]] = defaultdict(set)
    for round_no, number in accounted:
        by_round[round_no].add(number)
    everybody = {number for _, number in accounted if 1 <= number <= _highest_number(plan)}
    for round_no in sorted({row.round_no for row in plan.rows if 1 <= row.round_no <= plan.rounds}):
        for number in sorted(everybody - by_round[round_no]):
            yield MovementSentences.SIT_OUT_MISSING.fault(
                round_no, contestant=number, called=plan.called
            )


def _idle(plan: Movement, players: set[int]) -> Iterator[Fault]:
    for number in sorted({sit_out.contestant for sit_out in plan.sit_outs} - players):
        yield MovementSentences.NEVER_PLAYS.fault(contestant=number, called=plan.called)
