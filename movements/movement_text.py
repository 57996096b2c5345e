"""Movements as the text that the English Bridge Union's scoring program and JSS read and write.

Responsible for movements of pairs: a title line with a code in brackets, a head line (type, tables, boards, boards a
round, rounds, missing pair), and for each table a line of N-S pair, E-W pair and board set, round by round.  Layouts
that this text cannot tell are refused when writing.  Source: [EBUTEXT].
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from movements.errors import FormatTooPoorError
from movements.layout import board_numbers, mark_shared
from movements.model import Plan, SitOut, TableRound
from movements.reading import LARGEST, Problems, Reading, fill_in
from movements.stand_ins import faults_without

TITLE = re.compile(r"(?P<before>[^\[\]]*)\[(?P<code>[^\[\]]*)\](?P<after>[^\[\]]*)")
HEAD = ("type", "tables", "boards", "boards a round", "rounds", "missing pair")
HOWELL, MITCHELL, SWITCHED = 0, 1, 2
WINNERS = {HOWELL: 1, MITCHELL: 2, SWITCHED: 1}
EACH = 3  # numbers for each round: N-S pair, E-W pair, board set
HEAD_LINE = re.compile(r"\d+\s*(,\s*[-\w]*\s*)+")


def plan_to_text(plan: Plan) -> str:
    """Return *plan* as movement text.

    A pair without opponents is given the missing pair as opponents, or 0 if no single number is missing.  Bye-stands,
    promises and remarks are not in the text.

    >>> from movements import make_plan
    >>> print(plan_to_text(make_plan("howell", pairs=3, boards_per_set=2)), end="")
    [howell] Howell
    0,2,6,2,3,4
    1,1,4,1,2,4,2,3,4,3
    2,2,3,1,3,1,2,1,2,3

    :raises FormatTooPoorError: for a plan that would not come back the same.
    """
    _refuse_what_is_lost(plan)
    seats = {(row.table_no, row.round_no): (row.ns, row.ew, row.board_set) for row in plan.rows}
    missing = _missing_pair(plan)
    ew_line = {row.ew for row in plan.rows} if plan.winners == 2 else set()
    for one in plan.sit_outs:
        pair = (missing, one.contestant) if one.contestant in ew_line else (one.contestant, missing)
        seats[one.table_no or 0, one.round_no] = (*pair, one.board_set or 0)
    switched = any(row.arrow_switched for row in plan.rows)
    kind = MITCHELL if plan.winners == 2 else SWITCHED if switched else HOWELL
    lines = [
        f"[{plan.key}] {plan.name}",
        ",".join(map(str, (kind, plan.tables, plan.boards, plan.boards_per_set, plan.rounds, missing))),
    ]
    for table_no in range(1, plan.tables + 1):
        triples = [seats.get((table_no, round_no), (0, 0, 0)) for round_no in range(1, plan.rounds + 1)]
        lines.append(",".join(map(str, (table_no, *(number for triple in triples for number in triple)))))
    return "\n".join(lines) + "\n"


def _missing_pair(plan: Plan) -> int:
    """Return the one number that nobody has, or 0."""
    there = {pair for row in plan.rows for pair in (row.ns, row.ew)} | {one.contestant for one in plan.sit_outs}
    absent = set(range(1, 2 * plan.tables + 1)) - there
    return absent.pop() if len(absent) == 1 and plan.sit_outs else 0


def _refuse_what_is_lost(plan: Plan) -> None:
    plain = [_plain(row, plan.boards_per_set) for row in plan.rows]
    if plan.copies != 1:
        lost = "several copies of the boards"
    elif any(sorted(row.boards) != list(other.boards) for row, other in zip(plan.rows, plain, strict=True)):
        lost = "board numbers that do not follow one another within a set"
    elif any(row.boards != other.boards for row, other in zip(plan.rows, mark_shared(plain), strict=True)):
        lost = "an order of boards of its own"
    elif any(one.table_no is None for one in plan.sit_outs):
        lost = "sit-outs away from any table"
    elif any(row.arrow_switched for row in plan.rows) and any(
        _reads_as_switched(row, plan.tables) != row.arrow_switched for row in plan.rows
    ):
        lost = "arrow-switches where pairs move from line to line"
    else:
        return
    raise FormatTooPoorError(movement=plan.name, form="movement text", lost=lost)


def _plain(row: TableRound, boards_per_set: int) -> TableRound:
    """Return the row as movement text has it: the boards of its set in ascending order, nothing marked."""
    boards = board_numbers(row.board_set, boards_per_set)
    return TableRound(row.round_no, row.table_no, row.ns, row.ew, row.board_set, boards)


def _reads_as_switched(row: TableRound, tables: int) -> bool:
    """Return whether a pair numbered after the tables, and so of the E-W line, holds the N-S cards."""
    return row.ew <= tables < row.ns


def looks_like_text(text: str) -> bool:
    """Return whether *text* begins like movement text: a title with a code in brackets, then a line of numbers.

    >>> looks_like_text("[X9] Two tables\\n0,2,12,4,3,0\\n"), looks_like_text("[]")
    (True, False)
    """
    lines = [line.strip() for line in text[:2000].splitlines() if line.strip()][:2]
    return len(lines) == len(("title", "head")) and bool(TITLE.fullmatch(lines[0]) and HEAD_LINE.fullmatch(lines[1]))


def read_text(text: str) -> Reading:
    """Return the plan of one movement in movement text, and everything that cannot be read.

    A triple with pair 0 or the missing pair is a sit-out, one with two such pairs an empty table.  In a Mitchell whose
    E-W pairs are numbered from 1 again, they get the numbers after the N-S pairs.

    >>> read_text("[X9] Two tables\\n0,2,12,4,3,0\\n1,4,1,1,4,2,2,4,3,3\\n2,2,3,1,3,1,2,1,2,3\\n").plan.boards
    12
    """
    problems = Problems()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    titles = [line for line in lines if TITLE.fullmatch(line)]
    if len(titles) > 1:
        shown = ", ".join(title[:40] for title in titles[:5])
        problems.add(f"The file holds {len(titles)} movements ({shown} ...); give one at a time.")
        return Reading(None, tuple(problems.found))
    title = TITLE.fullmatch(lines[0])
    code, name = (title["code"].strip(), f"{title['before']} {title['after']}".strip()) if title else ("", "")
    head = _read_head(lines[1], problems)
    if not head:
        _judge_rows(lines[2:], lines[1].split(","), problems)
        return Reading(None, tuple(problems.found))
    plan = _read_tables(lines[2:], head, {"key": code or "own", "name": name or "Own movement"}, problems)
    return problems.reading(plan)


def _read_head(line: str, problems: Problems) -> dict[str, int]:
    words = line.split(",")
    if len(words) != len(HEAD):
        problems.add(f"The head line has {len(words)} numbers, not {len(HEAD)}: {', '.join(HEAD)}.")
        return {}
    head = {name: problems.number(word, f"The head line, {name}") for name, word in zip(HEAD, words, strict=True)}
    if head["type"] not in WINNERS:
        problems.add(f"The head line says type {head['type']}; pairs have 0 (Howell), 1 (Mitchell) or 2 (switched).")
    if not head["boards a round"] or head["boards"] % head["boards a round"]:
        problems.add(f"The head line: {head['boards']} boards are no number of sets of {head['boards a round']}.")
    return head


def _judge_rows(lines: Sequence[str], head_words: Sequence[str], problems: Problems) -> None:
    """Name all that is wrong with the lines of tables when the head line does not say what to expect of them."""
    lengths = Counter((len(line.rstrip(",").split(",")) - 1) // EACH for line in lines)
    rounds = max(lengths, key=lambda length: (lengths[length], length), default=0)
    # The last number is the missing pair, unless that is what the line lacks: then it is the rounds.
    last = head_words[-1].strip()
    missing = int(last) if last.isdecimal() and len(last) <= len(str(LARGEST)) and int(last) != rounds else 0
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = []
    head = {"rounds": rounds, "missing pair": missing, "boards a round": 1}
    for line in lines:
        _read_table(line, head, rows, sit_outs, problems)
    if head_words[0].strip() not in (str(HOWELL), str(SWITCHED)):
        rows, sit_outs = _number_on(rows, sit_outs, len(lines))
    problems.found.extend(faults_without({"boards"}, rows, sit_outs, tuple(problems.found)))


def _read_tables(
    lines: Sequence[str], head: dict[str, int], said: dict[str, object], problems: Problems
) -> Plan | None:
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = []
    for line in lines:
        _read_table(line, head, rows, sit_outs, problems)
    if head["tables"] != len(lines):
        problems.add(f"The head line says {head['tables']} tables; there are {len(lines)} lines of tables.")
    if not rows:
        problems.add("No table has two pairs and a board set.")
        return None
    if head["type"] == SWITCHED:
        rows = [replace(row, arrow_switched=_reads_as_switched(row, head["tables"])) for row in rows]
    if head["type"] == MITCHELL:
        rows, sit_outs = _number_on(rows, sit_outs, head["tables"])
    said |= {
        "winners": WINNERS.get(head["type"], 1),
        "tables": head["tables"],
        "rounds": head["rounds"],
        "boards_per_set": head["boards a round"],
        "board_sets": head["boards"] // max(1, head["boards a round"]),
    }
    rows.sort(key=lambda row: (row.round_no, row.table_no))
    sit_outs.sort(key=lambda one: (one.round_no, one.table_no or 0))
    return fill_in(mark_shared(rows), sit_outs, (), said)


def _read_table(
    line: str, head: dict[str, int], rows: list[TableRound], sit_outs: list[SitOut], problems: Problems
) -> None:
    table_no, *numbers = _read_line(line, head["rounds"], problems)
    triples = zip(numbers[::EACH], numbers[1::EACH], numbers[2::EACH], strict=False)
    for round_no, (ns, ew, board_set) in enumerate(triples, start=1):
        pairs = tuple(0 if pair == head["missing pair"] else pair for pair in (ns, ew))
        _seat(pairs, TableRound(round_no, table_no, ns, ew, board_set, ()), head, rows, sit_outs, problems)


def _read_line(line: str, rounds: int, problems: Problems) -> list[int]:
    """Return the table and the numbers of its whole triples; 0 stands for a number that cannot be read."""
    words = line.rstrip(",").split(",")
    table_no = problems.number(words[0], f'The line "{line[:20]}"')
    wanted = 1 + EACH * rounds
    if len(words) != wanted:
        have = f"{len(words) - 1} numbers after its own, not {wanted - 1} (N-S, E-W and board set for {rounds} rounds)"
        problems.add(f"Table {table_no} has {have}.", min(rounds, (len(words) - 1) // EACH + 1) or None, table_no)
    return [table_no] + [
        problems.number(word, f"Table {table_no}, round {at // EACH + 1}", at // EACH + 1, table_no)
        for at, word in enumerate(words[1:wanted])
    ]


def _seat(
    pairs: tuple[int, ...],
    seen: TableRound,
    head: dict[str, int],
    rows: list[TableRound],
    sit_outs: list[SitOut],
    problems: Problems,
) -> None:
    if all(pairs) and seen.board_set:
        rows.append(_plain(seen, max(1, head["boards a round"])))
    elif all(pairs):
        where = f"Round {seen.round_no}, table {seen.table_no}"
        text = f"{where}: pairs {seen.ns} and {seen.ew} have no board set."
        problems.add(text, seen.round_no, seen.table_no)
    elif any(pairs):
        sit_outs.append(SitOut(seen.round_no, max(pairs), seen.table_no, seen.board_set or None))


def _number_on(rows: list[TableRound], sit_outs: list[SitOut], tables: int) -> tuple[list[TableRound], list[SitOut]]:
    """Return both with the E-W pairs numbered on from the N-S pairs, where they were numbered from 1 again."""
    if not {row.ns for row in rows} & {row.ew for row in rows}:
        return rows, sit_outs
    return [replace(row, ew=row.ew + tables) for row in rows], sit_outs
