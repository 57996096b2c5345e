"""Read movements as text for the English Bridge Union's scoring program and JSS.

Responsible for movements of pairs: a title line with a code in brackets, a head line (type, tables,
boards, boards a round, rounds, missing pair), and for each table a line of N-S pair, E-W pair and
board set, round by round.  Lines that begin with the number of their table are read too.  Source:
[EBUTEXT].
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

from movements.check.faults import check_plan
from movements.files.reading import LARGEST, Problems, Reading, fill_in
from movements.files.titles import title_fault, title_parts
from movements.layout import board_numbers, mark_copies
from movements.model import Fault, Movement, SitOut, TableRound
from movements.moves import switched_at_home

# What is wrong with rows that all lack something, as far as it can be told without it.
#
# Responsible for which faults still mean something when, say, no row names its E-W pair.

PLACES = frozenset({"round-gap", "table-gap"})
SEATS = PLACES | {
    "table-twice",
    "pair-twice",
    "pair-against-itself",
    "sit-out-twice",
    "sit-out-contradicts",
}
BOARDS = frozenset({"board-twice"})
JUDGED = {
    "round": frozenset({"table-gap"}),
    "table": frozenset({"round-gap"}),
    "ns": SEATS | BOARDS,
    "ew": SEATS | BOARDS,
    "board_set": SEATS | BOARDS,
    "boards": SEATS,
}
"""The faults that can be told without this part of a row."""


def faults_without(
    missing: Set[str],
    rows: Iterable[TableRound],
    sit_outs: Sequence[SitOut],
    problems: Iterable[Fault],
) -> tuple[Fault, ...]:
    """Return the faults of *rows* that do not hang on the *missing* parts, by round, then table.

    The rows may hold anything in the place of what is missing.  *problems* tell what else could not
    be read: a gap there is none of the plan's.

    >>> rows = [TableRound(1, 1, 1, 0, 1, (1,)), TableRound(1, 2, 1, 0, 2, (2,))]
    >>> [fault.text for fault in faults_without({"ew"}, rows, (), ())]
    ['Pair 1 is at tables 1 and 2 in round 1. Choose one.']
    """
    unknown = missing & {"ns", "ew"}
    # Each unknown pair gets a number that nobody else has.
    seated = [
        replace(
            row,
            ns=-2 * at if "ns" in unknown else row.ns,
            ew=-2 * at - 1 if "ew" in unknown else row.ew,
        )
        for at, row in enumerate(rows, start=1)
    ]
    unread = {problem.round_no or 0 for problem in problems}
    known = {row.round_no for row in seated} | {number for number in unread if number <= LARGEST}
    plan = fill_in(seated, () if unknown else sit_outs, (), {"rounds": max(known, default=0)})
    codes = frozenset(SEATS | BOARDS).intersection(*(JUDGED[name] for name in missing))
    if any(unread):
        codes -= {"table-gap"}
    return tuple(
        fault
        for fault in check_plan(plan)
        if fault.code in codes and not (fault.code == "round-gap" and fault.round_no in unread)
    )


TITLE_LINE = re.compile(r".*[\[\]].*")
"""A title or what was meant as one: no other line has brackets."""
HEAD = ("type", "tables", "boards", "boards per round", "rounds", "missing pair")
HOWELL, MITCHELL, SWITCHED = 0, 1, 2
WINNERS = {HOWELL: 1, MITCHELL: 2, SWITCHED: 1}
EACH = 3  # numbers for each round: N-S pair, E-W pair, board set
HEAD_LINE = re.compile(r"\d+\s*(,\s*[-\w]*\s*)+")


@dataclass(frozen=True, slots=True)
class _Triple:
    """One round of one line. 0 stands for nobody, for no set, and for anything unreadable."""

    round_no: int
    line_no: int
    ns: int
    ew: int
    board_set: int


def plain_row(row: TableRound, boards_per_set: int) -> TableRound:
    """Return the row as movement text has it: the boards of its set in ascending order, nothing marked.

    >>> plain_row(TableRound(1, 1, 5, 1, 2, (4, 3), shared=True), boards_per_set=2).boards
    (3, 4)
    """
    boards = board_numbers(row.board_set, boards_per_set)
    return TableRound(row.round_no, row.table_no, row.ns, row.ew, row.board_set, boards)


def reads_as_switched(row: TableRound, tables: int) -> bool:
    """Return whether a pair numbered after the *tables*, and so of the E-W line, holds the N-S cards.

    >>> reads_as_switched(TableRound(1, 1, 4, 1, 1, (1,)), tables=3)
    True
    """
    return row.ew <= tables < row.ns


def switched_as_read(
    rows: Sequence[TableRound], sit_outs: Sequence[SitOut], kind: int, tables: int
) -> Sequence[TableRound]:
    """Return *rows*, none of them marked yet, arrow-switched as a text of this *kind* means them.

    With the type of the Howell, who keeps a table and is turned there shows by itself.

    >>> rows = [TableRound(1, 1, 4, 1, 1, (1,))]
    >>> [switched_as_read(rows, (), kind, tables=3)[0].arrow_switched for kind in (HOWELL, SWITCHED)]
    [False, True]
    """
    if kind == SWITCHED:
        return [replace(row, arrow_switched=reads_as_switched(row, tables)) for row in rows]
    if kind == HOWELL:
        return switched_at_home(rows, sit_outs)
    return rows


def looks_like_text(text: str) -> bool:
    """Return whether *text* begins like movement text: a title with a code, then numbers.

    >>> looks_like_text("[X9] Two tables\\n0,2,12,4,3,0\\n"), looks_like_text("[]")
    (True, False)
    """
    lines = [line.strip() for line in text[:2000].splitlines() if line.strip()][:2]
    return (
        len(lines) == len(("title", "head"))
        and "]" in lines[0]
        and bool(HEAD_LINE.fullmatch(lines[1]))
    )


def text_movements(text: str) -> tuple[tuple[str, str, int], ...]:
    """Return the movements in a text file: title, lines, and the line number of the title.

    A title without its one code in brackets says so.

    >>> text_movements("[X] One\\n0,1,1,1,1,0\\n1,2,1\\n\\n[Y] Two [Z]\\n0,1,1,1,1,0\\n2,1,1\\n")[1]
    ('[Y] Two [Z] (line 5: needs one code in brackets)', '[Y] Two [Z]\\n0,1,1,1,1,0\\n2,1,1', 5)
    """
    lines = [
        (line_no, line.strip())
        for line_no, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]
    starts = [at for at, (_, line) in enumerate(lines) if TITLE_LINE.fullmatch(line)]
    ends = [*starts[1:], len(lines)]
    return tuple(
        (_title(*lines[start]), "\n".join(line for _, line in lines[start:end]), lines[start][0])
        for start, end in zip(starts, ends, strict=True)
    )


def _title(line_no: int, line: str) -> str:
    if title_parts(line):
        return line
    return f"{line} (line {line_no}: needs one code in brackets)"


def read_text(text: str, first_line: int = 1) -> Reading:
    """Return the plan of one movement in movement text, and everything that cannot be read.

    *first_line* is where its title stands in the file.

    A triple with pair 0 or the missing pair is a sit-out, one with two such pairs an empty table.
    A triple with set 0 is a sit-out of the pair that does not play elsewhere in the round; the
    other number is a placeholder, and a last line with nothing else is no table.  In a Mitchell
    whose E-W pairs are numbered from 1 again, they get the numbers after the tables; one that
    counts a table more than play has no pairs there.

    >>> read_text("[X9] Two tables\\n0,2,12,4,3,0\\n4,1,1,4,2,2,4,3,3\\n2,3,1,3,1,2,1,2,3\\n").plan.boards
    12
    """
    problems = Problems()
    title_line, head_line, *lines = (line.strip() for line in text.splitlines() if line.strip())
    title = title_parts(title_line)
    if not title:
        problems.add(f"Line {first_line}: {title_fault(title_line)}.")
    code, name = title or ("", "")
    head = _read_head(head_line, problems)
    if not head:
        _judge_rows(lines, head_line.split(","), problems)
        return Reading(None, tuple(problems.found))
    plan = _read_tables(
        lines, head, {"key": code or "own", "name": name or "Custom movement"}, problems
    )
    return problems.reading(plan)


def _read_head(line: str, problems: Problems) -> dict[str, int]:
    words = line.split(",")
    if len(words) != len(HEAD):
        problems.add(f"The head line has {len(words)} numbers, not {len(HEAD)}: {', '.join(HEAD)}.")
        return {}
    head = {
        name: problems.number(word, f"The head line, {name}")
        for name, word in zip(HEAD, words, strict=True)
    }
    if head["type"] not in WINNERS:
        problems.add(
            f"The head line says type {head['type']}. For pairs, use 0 (Howell), 1 (Mitchell) or 2 (switched)."
        )
    if not head["boards per round"] or head["boards"] % head["boards per round"]:
        problems.add(
            f"The head line: {head['boards']} boards can't be split into sets of {head['boards per round']}."
        )
    return head


def _judge_rows(lines: Sequence[str], head_words: Sequence[str], problems: Problems) -> None:
    """Report all problems of the table lines if the head line doesn't say their number."""
    lengths = Counter(len(line.rstrip(",").split(",")) // EACH for line in lines)
    rounds = max(lengths, key=lambda length: (lengths[length], length), default=0)
    # The last number is the missing pair, unless that is what the line lacks: then it is the
    # rounds.
    last = head_words[-1].strip()
    if last.isdecimal() and len(last) <= len(str(LARGEST)) and int(last) != rounds:
        missing = int(last)
    else:
        missing = 0
    is_mitchell = head_words[0].strip() not in (str(HOWELL), str(SWITCHED))
    head = {
        "type": MITCHELL if is_mitchell else HOWELL,
        "tables": len(lines),
        "rounds": rounds,
        "missing pair": missing,
        "boards per round": 1,
    }
    rows, sit_outs = _seats(
        _number_triples(_triples(lines, rounds, problems), head)[0], head, problems
    )
    problems.found.extend(faults_without({"boards"}, rows, sit_outs, tuple(problems.found)))


def _read_tables(
    lines: Sequence[str], head: dict[str, int], said: dict[str, object], problems: Problems
) -> Movement | None:
    triples, ns_line = _number_triples(_triples(lines, head["rounds"], problems), head)
    rows, sit_outs = _seats(triples, head, problems)
    if head["tables"] != len(lines):
        problems.add(
            f"The head line says {head['tables']} tables, but there are {len(lines)} table lines."
        )
    if not rows:
        problems.add("No table has two pairs and a board set.")
        return None
    rows = list(switched_as_read(rows, sit_outs, head["type"], ns_line))
    said |= {
        "winners": WINNERS.get(head["type"], 1),
        "tables": head["tables"] - (len(lines) - _last_table(triples)),
        "rounds": head["rounds"],
        "boards_per_set": head["boards per round"],
        "board_sets": head["boards"] // max(1, head["boards per round"]),
    }
    rows.sort(key=lambda row: (row.round_no, row.table_no))
    sit_outs.sort(key=lambda waiting: (waiting.round_no, waiting.table_no or 0))
    return fill_in(mark_copies(rows), sit_outs, (), said)


def _last_table(triples: Sequence[_Triple]) -> int:
    """Return the last line that is a table: a set is played or waits there."""
    return max((triple.line_no for triple in triples if triple.board_set), default=0)


def _triples(lines: Sequence[str], rounds: int, problems: Problems) -> list[_Triple]:
    """Return the triples of every line, round by round."""
    words = [line.rstrip(",").split(",") for line in lines]
    is_numbered = _is_numbered(words)
    return [
        triple
        for line_no, line in enumerate(words, start=1)
        for triple in _read_line(line_no, line, is_numbered, rounds, problems)
    ]


def _is_numbered(lines: Sequence[Sequence[str]]) -> bool:
    """Return whether every line begins with its own number, which most of them then have over the triples."""
    over = Counter(len(words) % EACH for words in lines)
    in_order = all(words[0].strip() == str(line_no) for line_no, words in enumerate(lines, start=1))
    return in_order and over[1] > over[0]


def _read_line(
    line_no: int, words: list[str], is_numbered: bool, rounds: int, problems: Problems
) -> list[_Triple]:
    numbers, wanted = words[is_numbered:], EACH * rounds
    if len(numbers) != wanted:
        after = " after its own" if is_numbered else ""
        have = f"{len(numbers)} numbers{after}, not {wanted} (N-S, E-W and board set for {rounds} rounds)"
        problems.add(
            f"Table {line_no} has {have}.", min(rounds, len(numbers) // EACH + 1) or None, line_no
        )
    read = [
        problems.number(word, f"Table {line_no}, round {at // EACH + 1}", at // EACH + 1, line_no)
        for at, word in enumerate(numbers[:wanted])
    ]
    whole = zip(read[::EACH], read[1::EACH], read[2::EACH], strict=False)
    return [_Triple(round_no, line_no, *triple) for round_no, triple in enumerate(whole, start=1)]


def _seats(
    triples: Sequence[_Triple], head: dict[str, int], problems: Problems
) -> tuple[list[TableRound], list[SitOut]]:
    """Return who plays and who sits out."""
    each = max(1, head["boards per round"])
    in_play = [triple for triple in triples if triple.ns and triple.ew and triple.board_set]
    rows = [
        plain_row(TableRound(*_place(triple), triple.ns, triple.ew, triple.board_set, ()), each)
        for triple in in_play
    ]
    playing = {(row.round_no, pair) for row in rows for pair in (row.ns, row.ew)}
    last = _last_table(triples)
    sit_outs = [
        SitOut(
            triple.round_no,
            pair,
            triple.line_no if triple.line_no <= last else None,
            triple.board_set or None,
        )
        for triple in triples
        if triple not in in_play
        for pair in _waiting(triple, playing, problems)
    ]
    return rows, sit_outs


def _place(triple: _Triple) -> tuple[int, int]:
    return triple.round_no, triple.line_no


def _waiting(triple: _Triple, playing: set[tuple[int, int]], problems: Problems) -> list[int]:
    """Return the pair, if any, that sits out by a triple with one pair or no set."""
    pairs = {triple.ns, triple.ew} - {0}
    if not triple.board_set:
        pairs -= {pair for pair in pairs if (triple.round_no, pair) in playing}
    if len(pairs) > 1:
        where = f"Round {triple.round_no}, table {triple.line_no}"
        text = f"{where}: pairs {triple.ns} and {triple.ew} have no board set."
        problems.add(text, triple.round_no, triple.line_no)
        return []
    return list(pairs)


def _number_triples(
    triples: Sequence[_Triple], head: dict[str, int]
) -> tuple[Sequence[_Triple], int]:
    """Return the triples with the numbers of the plan, 0 for the missing pair, and the last N-S
    number.
    """
    tables, missing = head["tables"], head["missing pair"]
    if head["type"] == MITCHELL:
        triples = _numbered_on(triples, tables, missing)
    triples = [
        replace(
            triple, ns=triple.ns * (triple.ns != missing), ew=triple.ew * (triple.ew != missing)
        )
        for triple in triples
    ]
    last = _last_table(triples)
    at_tables = {pair for triple in triples if triple.board_set for pair in (triple.ns, triple.ew)}
    if head["type"] == HOWELL or any(last < pair <= tables for pair in at_tables) or last == tables:
        return triples, tables
    # The head counts a line that is no table and gives the N-S line no pair more: E-W follow the
    # tables of play.
    number = {pair: pair - (tables - last) if pair > tables else pair for pair in at_tables}
    return [
        replace(triple, ns=number.get(triple.ns, 0), ew=number.get(triple.ew, 0))
        for triple in triples
    ], last


def _numbered_on(triples: Sequence[_Triple], tables: int, missing: int) -> Sequence[_Triple]:
    """Renumber E-W pairs after the tables if they were numbered from 1 as well."""
    played = [triple for triple in triples if triple.board_set]
    ns, ew = {triple.ns for triple in played}, {triple.ew for triple in played}
    if not (ns & ew) - {0, missing}:
        return triples
    return [replace(triple, ew=triple.ew + tables if triple.ew else 0) for triple in triples]
