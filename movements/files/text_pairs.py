"""Read movements as text for the English Bridge Union's scoring program and JSS.

A movement of pairs has a title line with a code in brackets, a head line (type, tables, boards,
boards per round, rounds, missing pair), and a line for each table. A table's line holds a *triple*
for each round: N-S pair, E-W pair and board set. Lines that begin with the number of their table are
read too. Source: [EBUTEXT].

Pairs without opponents are written in several ways, which :func:`parse_pairs_text` describes.
Movements are written as text in :mod:`movements.files.text`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from movements.files.reading import (
    MAX_NUMBER,
    Problems,
    Reading,
    derive_plan,
    list_partial_problems,
)
from movements.layout import list_board_numbers, mark_copies
from movements.model import (
    Movement,
    RoundNo,
    SetNo,
    SitOut,
    TableRound,
)
from movements.moves import switch_home_rows

TITLE_LINE = re.compile(r".*[\[\]].*")
"""A title, also a faulty one. No other line has brackets."""
HEAD_FIELDS = ("type", "tables", "boards", "boards per round", "rounds", "missing pair")
HOWELL, MITCHELL, SWITCHED = 0, 1, 2
WINNERS_BY_TYPE = {HOWELL: 1, MITCHELL: 2, SWITCHED: 1}
NUMBERS_PER_ROUND = 3  # N-S pair, E-W pair, board set
HEAD_LINE = re.compile(r"\d+\s*(,\s*[-\w]*\s*)+")

_CODE = re.compile(r"\[([^\[\]]*)\]")
_ROUND_BRACKETS = str.maketrans("[]", "()")
_MAX_SHOWN_CHARACTERS = 200
"""Characters of a title that a message repeats. Titles written by programs are far shorter."""


@dataclass(frozen=True, slots=True)
class _Triple:
    """One round of one line. A 0 is no pair, no set, or an unreadable number."""

    round_no: RoundNo
    line_no: int
    ns: int
    ew: int
    board_set: SetNo


def to_plain_row(row: TableRound, boards_per_set: int) -> TableRound:
    """Return *row* as in movement text: boards in ascending order, and without marks.

    >>> to_plain_row(TableRound(1, 1, 5, 1, 2, (4, 3), shared=True), boards_per_set=2).boards
    (3, 4)
    """
    boards = list_board_numbers(row.board_set, boards_per_set)
    return TableRound(
        row.round_no, row.table_no, ns=row.ns, ew=row.ew, board_set=row.board_set, boards=boards
    )


def is_read_as_switched(row: TableRound, tables: int) -> bool:
    """Return whether *row* reads as arrow-switched: an E-W pair, numbered after the *tables*, is N-S.

    >>> is_read_as_switched(TableRound(1, 1, 4, 1, 1, (1,)), tables=3)
    True
    """
    return row.ew <= tables < row.ns


def mark_implied_switches(
    rows: Sequence[TableRound], sit_outs: Sequence[SitOut], head_type: int, tables: int
) -> Sequence[TableRound]:
    """Return unmarked *rows* with arrow-switches marked, as a text of type *head_type* implies them.

    In a Howell, a pair that changes direction without leaving its table is arrow-switched.

    >>> rows = [TableRound(1, 1, 4, 1, 1, (1,))]
    >>> [mark_implied_switches(rows, (), kind, tables=3)[0].arrow_switched for kind in (HOWELL, SWITCHED)]
    [False, True]
    """
    if head_type == SWITCHED:
        return [replace(row, arrow_switched=is_read_as_switched(row, tables)) for row in rows]
    if head_type == HOWELL:
        return switch_home_rows(rows, sit_outs)
    return rows


def is_movement_text(text: str) -> bool:
    """Return whether *text* begins like movement text: a title with a code, then numbers.

    >>> is_movement_text("[X9] Two tables\\n0,2,12,4,3,0\\n"), is_movement_text("[]")
    (True, False)
    """
    lines = [line.strip() for line in text[:2000].splitlines() if line.strip()]
    if len(lines) < 2:
        return False
    title, head = lines[:2]
    return "]" in title and bool(HEAD_LINE.fullmatch(head))


def split_movements(text: str) -> tuple[tuple[str, str, int], ...]:
    """Return the movements in a text file: title, lines, and the line number of the title.

    A title with brackets but not exactly one code in them gets a remark. A title without brackets is known by
    the blank line before it and the numbers after it.

    >>> split_movements("[X] One\\n0,1,1,1,1,0\\n1,2,1\\n\\n[Y] Two [Z]\\n0,1,1,1,1,0\\n2,1,1\\n")[1]
    ('[Y] Two [Z] (line 5: needs one code in brackets)', '[Y] Two [Z]\\n0,1,1,1,1,0\\n2,1,1', 5)
    """
    lines = [
        (line_no, line.strip())
        for line_no, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]
    starts = [index for index in range(len(lines)) if _is_title(lines, index)]
    if not starts:
        return ()
    ends = [*starts[1:], len(lines)]
    movements = []
    for start, end in zip(starts, ends, strict=True):
        line_no, title = lines[start]
        movement_text = "\n".join(line for _, line in lines[start:end])
        movements.append((_add_title_problem(line_no, title), movement_text, line_no))
    return tuple(movements)


def _is_title(lines: Sequence[tuple[int, str]], index: int) -> bool:
    """Return whether the line at *index* is a title. *lines* are numbered, without blank ones."""
    line_no, line = lines[index]
    if TITLE_LINE.fullmatch(line):
        return True
    is_after_blank = index == 0 or lines[index - 1][0] < line_no - 1
    if not is_after_blank or index + 1 == len(lines):
        return False
    is_numbers = HEAD_LINE.fullmatch(line)
    return not is_numbers and bool(HEAD_LINE.fullmatch(lines[index + 1][1]))


def _add_title_problem(line_no: int, line: str) -> str:
    if split_title(line):
        return line
    return f"{line} (line {line_no}: needs one code in brackets)"


def parse_pairs_text(text: str, first_line: int = 1) -> Reading:
    """Return the plan of one movement in movement text, and everything that can't be read.

    *first_line* is the number of its title line in the file.

    - A triple with pair 0 or the missing pair is a sit-out; with two of them the table is empty.
    - A triple with set 0 is a sit-out of the pair that doesn't play elsewhere in the round. Its other
      pair is a placeholder. A last line with such triples only isn't a table.
    - In a Mitchell, E-W pairs that are numbered from 1 again get the numbers after the tables. The
      head line may count a table too many; E-W numbers then leave no gap for it.

    >>> parse_pairs_text("[X9] Two tables\\n0,2,12,4,3,0\\n4,1,1,4,2,2,4,3,3\\n2,3,1,3,1,2,1,2,3\\n").plan.boards
    12
    """
    problems = Problems()
    title_line, *further_lines = (line.strip() for line in text.splitlines() if line.strip())
    if not further_lines:
        problems.add(f"Line {first_line}: nothing follows the title.")
        return problems.make_reading(None)
    head_line, *lines = further_lines
    title = split_title(title_line)
    if not title:
        problems.add(f"Line {first_line}: {describe_title_problem(title_line)}.")
    code, name = title or ("", "")
    head = _parse_head(head_line, problems)
    if not head:
        _check_rows(lines, head_line.split(","), problems)
        return Reading(None, tuple(problems.entries))
    stated_fields: dict[str, object] = {"key": code or "own", "name": name or "Custom movement"}
    plan = _read_tables(lines, head, stated_fields, problems)
    return problems.make_reading(plan)


def _parse_head(line: str, problems: Problems) -> dict[str, int]:
    head_cells = line.split(",")
    if len(head_cells) != len(HEAD_FIELDS):
        problems.add(
            f"The head line has {len(head_cells)} numbers, not {len(HEAD_FIELDS)}: {', '.join(HEAD_FIELDS)}."
        )
        return {}
    head = {
        name: problems.parse_number(cell, f"The head line, {name}")
        for name, cell in zip(HEAD_FIELDS, head_cells, strict=True)
    }
    if head["type"] not in WINNERS_BY_TYPE:
        problems.add(
            f"The head line says type {head['type']}. For pairs, use 0 (Howell), 1 (Mitchell) or 2 (switched)."
        )
    if not head["boards per round"] or head["boards"] % head["boards per round"]:
        problems.add(
            f"The head line: {head['boards']} boards can’t be split into sets of {head['boards per round']}."
        )
    return head


def _check_rows(lines: Sequence[str], head_cells: Sequence[str], problems: Problems) -> None:
    """Add the problems of the table lines, with a head line that can't be read."""
    # Most lines have the right length; of two lengths as frequent the longer is likelier.
    round_counts = Counter(len(line.rstrip(",").split(",")) // NUMBERS_PER_ROUND for line in lines)
    rounds = max(round_counts, key=lambda count: (round_counts[count], count), default=0)
    # The last number is the missing pair. If the line lacks that, the last number is the rounds.
    last_cell = head_cells[-1].strip()
    missing_pair = 0
    is_number = last_cell.isdecimal() and len(last_cell) <= len(str(MAX_NUMBER))
    if is_number and int(last_cell) != rounds:
        missing_pair = int(last_cell)
    is_mitchell = head_cells[0].strip() not in (str(HOWELL), str(SWITCHED))
    head = {
        "type": MITCHELL if is_mitchell else HOWELL,
        "tables": len(lines),
        "rounds": rounds,
        "missing pair": missing_pair,
        "boards per round": 1,
    }
    triples, _tables = _number_pairs(_read_all_triples(lines, rounds, problems), head)
    rows, sit_outs = _make_rows_and_sit_outs(triples, head, problems)
    problems.entries.extend(
        list_partial_problems({"boards"}, rows, sit_outs, tuple(problems.entries))
    )


def _read_tables(
    lines: Sequence[str], head: dict[str, int], stated_fields: dict[str, object], problems: Problems
) -> Movement | None:
    triples, last_ns = _number_pairs(_read_all_triples(lines, head["rounds"], problems), head)
    rows, sit_outs = _make_rows_and_sit_outs(triples, head, problems)
    if head["tables"] != len(lines):
        problems.add(
            f"The head line says {head['tables']} tables, but there are {len(lines)} table lines."
        )
    if not rows:
        problems.add("No table has two pairs and a board set.")
        return None
    rows = list(mark_implied_switches(rows, sit_outs, head["type"], last_ns))
    lines_without_table = len(lines) - _get_last_table(triples)
    stated_fields |= {
        "winners": WINNERS_BY_TYPE.get(head["type"], 1),
        "tables": head["tables"] - lines_without_table,
        "rounds": head["rounds"],
        "boards_per_set": head["boards per round"],
        "board_sets": head["boards"] // max(1, head["boards per round"]),
    }
    rows.sort(key=lambda row: (row.round_no, row.table_no))
    sit_outs.sort(key=lambda sit_out: (sit_out.round_no, sit_out.table_no or 0))
    return derive_plan(mark_copies(rows), sit_outs, (), stated_fields)


def _read_all_triples(lines: Sequence[str], rounds: int, problems: Problems) -> list[_Triple]:
    """Return the triples of every line, line by line."""
    lines_of_cells = [line.rstrip(",").split(",") for line in lines]
    is_numbered = are_lines_numbered(lines_of_cells, NUMBERS_PER_ROUND)
    triples = []
    for line_no, cells in enumerate(lines_of_cells, start=1):
        numbers = cells[1:] if is_numbered else cells
        expected = NUMBERS_PER_ROUND * rounds
        if len(numbers) != expected:
            numbering_note = " after its own" if is_numbered else ""
            first_wrong_round = min(rounds, len(numbers) // NUMBERS_PER_ROUND + 1) or None
            problems.add(
                f"Table {line_no} has {len(numbers)} numbers{numbering_note}, not {expected} "
                f"(N-S, E-W and board set for {rounds} rounds).",
                first_wrong_round,
                line_no,
            )
        triples += _read_triples(line_no, numbers[:expected], problems)
    return triples


def are_lines_numbered(lines: Sequence[Sequence[str]], numbers_per_round: int) -> bool:
    """Return whether every line begins with its own number, before the rounds.

    >>> are_lines_numbered([["1", "4", "1", "1"], ["2", "2", "3", "1"]], numbers_per_round=3)
    True
    """
    for line_no, cells in enumerate(lines, start=1):
        if cells[0].strip() != str(line_no):
            return False
    # The pairs of round 1 may be numbered like the tables. A line's own number makes one number too
    # many for whole rounds.
    remainders = Counter(len(cells) % numbers_per_round for cells in lines)
    return remainders[1] > remainders[0]


def _read_triples(line_no: int, cells: Sequence[str], problems: Problems) -> list[_Triple]:
    numbers = []
    for index, cell in enumerate(cells):
        round_no = index // NUMBERS_PER_ROUND + 1
        location = f"Table {line_no}, round {round_no}"
        numbers.append(problems.parse_number(cell, location, round_no, line_no))
    # An incomplete triple at the end is left out.
    columns = (numbers[start::NUMBERS_PER_ROUND] for start in range(NUMBERS_PER_ROUND))
    return [
        _Triple(round_no, line_no, ns=ns, ew=ew, board_set=board_set)
        for round_no, (ns, ew, board_set) in enumerate(zip(*columns, strict=False), start=1)
    ]


def _make_rows_and_sit_outs(
    triples: Sequence[_Triple], head: dict[str, int], problems: Problems
) -> tuple[list[TableRound], list[SitOut]]:
    boards_per_set = max(1, head["boards per round"])
    rows = []
    playing: set[tuple[int, int]] = set()
    for triple in triples:
        if _is_played(triple):
            row = TableRound(
                triple.round_no,
                triple.line_no,
                ns=triple.ns,
                ew=triple.ew,
                board_set=triple.board_set,
                boards=(),
            )
            rows.append(to_plain_row(row, boards_per_set))
            playing |= {(triple.round_no, triple.ns), (triple.round_no, triple.ew)}
    last_table = _get_last_table(triples)
    sit_outs = []
    for triple in triples:
        if _is_played(triple):
            continue
        for pair in _list_sitting_pairs(triple, playing, problems):
            table_no = triple.line_no if triple.line_no <= last_table else None
            sit_outs.append(SitOut(triple.round_no, pair, table_no, triple.board_set or None))
    return rows, sit_outs


def _is_played(triple: _Triple) -> bool:
    return bool(triple.ns and triple.ew and triple.board_set)


def _list_sitting_pairs(
    triple: _Triple, playing: set[tuple[int, int]], problems: Problems
) -> list[int]:
    """Return the pair of *triple* that sits out, or no pair. *playing* are rounds with pairs."""
    pairs = {triple.ns, triple.ew} - {0}
    if not triple.board_set:
        pairs -= {pair for pair in pairs if (triple.round_no, pair) in playing}
    if len(pairs) > 1:
        location = f"Round {triple.round_no}, table {triple.line_no}"
        text = f"{location}: pairs {triple.ns} and {triple.ew} have no board set."
        problems.add(text, triple.round_no, triple.line_no)
        return []
    return list(pairs)


def _number_pairs(
    triples: Sequence[_Triple], head: dict[str, int]
) -> tuple[Sequence[_Triple], int]:
    """Return the triples with the pair numbers of the plan, and the last number of the N-S line.

    The missing pair becomes 0.
    """
    tables, missing_pair = head["tables"], head["missing pair"]
    if head["type"] == MITCHELL:
        triples = _number_ew_after_tables(triples, tables, missing_pair)
    triples = [
        replace(
            triple,
            ns=0 if triple.ns == missing_pair else triple.ns,
            ew=0 if triple.ew == missing_pair else triple.ew,
        )
        for triple in triples
    ]
    last_table = _get_last_table(triples)
    pairs = {pair for triple in triples if triple.board_set for pair in (triple.ns, triple.ew)}
    has_ns_after_last_table = any(last_table < pair <= tables for pair in pairs)
    if head["type"] == HOWELL or last_table == tables or has_ns_after_last_table:
        return triples, tables
    # The head counts lines that aren't tables, and the N-S line has no pairs for them. So E-W pairs
    # are numbered on from the tables in play.
    excess = tables - last_table
    new_numbers = {pair: pair - excess if pair > tables else pair for pair in pairs}
    renumbered = [
        replace(triple, ns=new_numbers.get(triple.ns, 0), ew=new_numbers.get(triple.ew, 0))
        for triple in triples
    ]
    return renumbered, last_table


def _get_last_table(triples: Sequence[_Triple]) -> int:
    """Return the number of the last line with a board set. Lines after it aren't tables."""
    return max((triple.line_no for triple in triples if triple.board_set), default=0)


def _number_ew_after_tables(
    triples: Sequence[_Triple], tables: int, missing_pair: int
) -> Sequence[_Triple]:
    """Number E-W pairs after the tables if they begin at 1 like the N-S pairs."""
    played_triples = [triple for triple in triples if triple.board_set]
    ns = {triple.ns for triple in played_triples}
    ew = {triple.ew for triple in played_triples}
    if not (ns & ew) - {0, missing_pair}:
        return triples
    return [replace(triple, ew=triple.ew + tables if triple.ew else 0) for triple in triples]


def split_title(line: str) -> tuple[str, str] | None:
    """Return the code and name of a title line, or None if it isn't clear what its code is.

    A title without brackets has no code.

    A single bracket elsewhere is a typing error: it becomes a round one if that closes another, else
    it is removed.

    >>> split_title("[F27] Full Howell (SBU 6T 33B HOW] (Set 1 at 1)")
    ('F27', 'Full Howell (SBU 6T 33B HOW) (Set 1 at 1)')
    >>> split_title("Night ] [X]"), split_title("[X] Night [new]")
    (('X', 'Night'), None)
    """
    if not TITLE_LINE.fullmatch(line):
        return "", " ".join(line.split())
    codes = list(_CODE.finditer(line))
    if len(codes) != 1:
        return None
    (code,) = codes
    name = f"{line[: code.start()].strip()} {line[code.end() :].strip()}".strip()
    rounded = name.translate(_ROUND_BRACKETS)
    if _is_balanced(rounded):
        name = rounded
    else:
        name = name.replace("[", "").replace("]", "")
    return code[1].strip(), " ".join(name.split())


def _is_balanced(text: str) -> bool:
    depth = 0
    for letter in text:
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
        if depth < 0:
            return False
    return depth == 0


def describe_title_problem(line: str) -> str:
    """Return the problem of a title line that :func:`split_title` can't read."""
    shown_line = line if len(line) <= _MAX_SHOWN_CHARACTERS else f"{line[:_MAX_SHOWN_CHARACTERS]}…"
    return f'the title "{shown_line}" needs one code in brackets and no others, as in [M5] Mitchell'
