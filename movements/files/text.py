"""Movement text of the English Bridge Union's scoring program and JSS: read and written.

:mod:`movements.files.text_pairs` describes the format and reads pairs,
:mod:`movements.files.text_contests` teams and individuals. Plans that text can't represent are refused
here, with what would be lost.
"""

from collections import Counter
from dataclasses import replace

from movements.errors import MovementError
from movements.files.reading import Reading
from movements.files.text_contests import find_contest, format_contest_lines, parse_contest
from movements.files.text_pairs import (
    HOWELL,
    MITCHELL,
    SWITCHED,
    WINNERS_BY_TYPE,
    mark_implied_switches,
    parse_pairs_text,
    to_plain_row,
)
from movements.layout import mark_copies, with_first_board
from movements.model import Movement, SitOut


def parse_text(text: str, first_line: int = 1) -> Reading:
    """Return the plan of one movement in movement text, and everything that can't be read.

    *first_line* is the number of its title line in the file.

    >>> reading = parse_text("[X] Four players\\n3,1,3,1,3,4\\n1,2,3,4,1,1,3,2,4,2,1,4,2,3,3\\n")
    >>> reading.plan.contest, reading.plan.rows[0].players
    ('individual', (1, 3, 2, 4))
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    contest = find_contest(lines[1], lines[2:]) if len(lines) > 1 else None
    if contest is None:
        return parse_pairs_text(text, first_line)
    return parse_contest(contest, lines[0], lines[1], lines[2:], first_line)


def plan_to_text(plan: Movement) -> str:
    """Return *plan* as movement text.

    A pair without opponents plays against the missing pair, or against 0 if there isn't exactly one
    missing number. A pair that sits out away from any table is in a line after the tables, with
    set 0. With two winners, E-W pairs are numbered from 1, unless a N-S number exceeds the number of
    lines. Sets are numbered, not boards. Bye-stands, guarantees and notes are left out.

    >>> from movements.registry import make_plan
    >>> print(plan_to_text(make_plan("howell", pairs=3, boards_per_set=2)), end="")
    [howell] Howell
    0,2,6,2,3,4
    1,4,1,2,4,2,3,4,3
    2,3,1,3,1,2,1,2,3

    :raises MovementError: if the plan wouldn't be read back the same.
    """
    plan = with_first_board(plan, 1)
    lost_part = _describe_lost_part(plan)
    if lost_part:
        raise make_format_too_poor_error(
            movement=plan.name,
            form="movement text",
            lost=lost_part,
        )
    if plan.contest == "pairs":
        return _Writer(plan).format_text()
    text = "\n".join([f"[{plan.key}] {plan.name}", *format_contest_lines(plan)]) + "\n"
    read_back = parse_text(text).plan
    if read_back is None or _collect_play_facts(read_back) != _collect_play_facts(plan):
        raise make_format_too_poor_error(
            movement=plan.name,
            form="movement text",
            lost="where they sit out, or who wins",
        )
    return text


def _collect_play_facts(plan: Movement) -> tuple[object, ...]:
    """Return what movement text must keep of a *plan* of teams or individuals."""
    return plan.contestants, plan.winners, plan.rows, plan.sit_outs


def without_copies(plan: Movement) -> Movement:
    """Return *plan* with one copy of the boards, which tables with the same set share.

    >>> from movements.registry import make_plan
    >>> plan = without_copies(make_plan("web-mitchell", pairs=16))
    >>> plan.copies, any(row.shared for row in plan.rows)
    (1, True)
    """
    rows = [
        replace(row, boards=tuple(sorted(row.boards)), shared=False, copy_no=1) for row in plan.rows
    ]
    sit_outs = tuple(replace(sit_out, copy_no=1) for sit_out in plan.sit_outs)
    return replace(plan, copies=1, rows=mark_copies(rows), sit_outs=sit_outs)


class _Writer:
    """The writer of one plan. *offset* is subtracted from E-W numbers if they begin at 1."""

    def __init__(self, plan: Movement) -> None:
        self.plan = plan
        away_counts = Counter(
            sit_out.round_no for sit_out in plan.sit_outs if sit_out.table_no is None
        )
        self.line_count = plan.tables + max(away_counts.values(), default=0)
        self.missing_pair = _get_missing_pair(plan, self.line_count)
        self.ew_pairs = {row.ew for row in plan.rows} if plan.winners == 2 else set()
        self.offset = self.line_count if self._can_number_ew_from_1() else 0

    def _can_number_ew_from_1(self) -> bool:
        """Return whether E-W numbers can begin at 1 too and be read back."""
        ns_pairs = {row.ns for row in self.plan.rows}
        if not self.ew_pairs or max(ns_pairs) > self.line_count:
            return False
        if min(self.ew_pairs) <= self.line_count:
            return False
        # A reader recognises such numbers if one of them is also a N-S number.
        numbers = {pair - self.line_count for pair in self.ew_pairs} - {self.missing_pair}
        return bool(ns_pairs & numbers)

    def format_text(self) -> str:
        plan = self.plan
        head = (
            _choose_head_type(plan),
            self.line_count,
            plan.boards,
            plan.boards_per_set,
            plan.rounds,
            self.missing_pair,
        )
        triples = self._make_triples()
        lines = [f"[{plan.key}] {plan.name}", ",".join(map(str, head))]
        for line_no in range(1, self.line_count + 1):
            numbers: list[int] = []
            for round_no in range(1, plan.rounds + 1):
                numbers += triples.get((line_no, round_no), (0, 0, 0))
            lines.append(",".join(map(str, numbers)))
        return "\n".join(lines) + "\n"

    def _make_triples(self) -> dict[tuple[int, int], tuple[int, int, int]]:
        """Return N-S pair, E-W pair and board set by line and round."""
        triples = {
            (row.table_no, row.round_no): (row.ns, row.ew - self.offset, row.board_set)
            for row in self.plan.rows
        }
        away_counts: Counter[int] = Counter()
        for sit_out in self.plan.sit_outs:
            if sit_out.table_no is None:
                away_counts[sit_out.round_no] += 1
            line_no = sit_out.table_no or self.plan.tables + away_counts[sit_out.round_no]
            triples[line_no, sit_out.round_no] = self._make_sit_out_triple(sit_out)
        return triples

    def _make_sit_out_triple(self, sit_out: SitOut) -> tuple[int, int, int]:
        pair = sit_out.contestant
        board_set = sit_out.board_set or 0
        if pair in self.ew_pairs:
            ns = self._choose_placeholder(pair - self.offset, sit_out)
            return ns, pair - self.offset, board_set
        ew = self._choose_placeholder(pair + self.offset, sit_out) - self.offset
        return pair, max(0, ew), board_set

    def _choose_placeholder(self, twin_pair: int, sit_out: SitOut) -> int:
        """Return the pair to write as the opponent of a pair that sits out.

        *twin_pair* is the pair with the same number on the other line. It is the placeholder of a pair
        away from any table if it plays elsewhere: the reader then knows which of the two sits out.
        """
        if self.offset and sit_out.table_no is None:
            rows = (row for row in self.plan.rows if row.round_no == sit_out.round_no)
            playing = {pair for row in rows for pair in (row.ns, row.ew)}
            if twin_pair == self.missing_pair or twin_pair in playing:
                return twin_pair
        return self.missing_pair


def _choose_head_type(plan: Movement) -> int:
    """Return the type in the head line: a Howell, unless its arrow-switches would be lost."""
    if plan.winners == WINNERS_BY_TYPE[MITCHELL]:
        return MITCHELL
    is_switched = any(row.arrow_switched for row in plan.rows)
    if is_switched and _changes_switches(plan, HOWELL):
        return SWITCHED
    return HOWELL


def _changes_switches(plan: Movement, head_type: int) -> bool:
    """Return whether a text of type *head_type* would be read back with other arrow-switches."""
    unmarked_rows = [replace(row, arrow_switched=False) for row in plan.rows]
    rows_read = mark_implied_switches(unmarked_rows, plan.sit_outs, head_type, plan.tables)
    return [row.arrow_switched for row in rows_read] != [row.arrow_switched for row in plan.rows]


def _get_missing_pair(plan: Movement, lines: int) -> int:
    """Return the only unused number, or 0."""
    used_numbers = {sit_out.contestant for sit_out in plan.sit_outs}
    for row in plan.rows:
        used_numbers |= {row.ns, row.ew}
    unused_numbers = set(range(1, 2 * lines + 1)) - used_numbers
    if len(unused_numbers) == 1 and plan.sit_outs:
        return unused_numbers.pop()
    return 0


def _describe_lost_part(plan: Movement) -> str:
    """Return the part of *plan* that movement text can't represent, or ""."""
    if plan.contest != "individual" and any(row.players or row.half for row in plan.rows):
        return "players of pairs or teams, or three teams at a table"
    if plan.contest != "pairs" and plan.arrow_switches:
        return "arrow-switches of teams and individuals"
    if plan.copies != 1:
        return "several copies of the boards"
    if plan.contest != "pairs":
        return _describe_lost_boards(plan)
    return _describe_lost_boards(plan) or _describe_lost_switches(plan)


def _describe_lost_boards(plan: Movement) -> str:
    plain_rows = [to_plain_row(row, plan.boards_per_set) for row in plan.rows]
    for row, plain_row in zip(plan.rows, plain_rows, strict=True):
        if sorted(row.boards) != list(plain_row.boards):
            return "gaps in the board numbers of a set"
    # A reader gives tables that share a set their own order of boards.
    for row, row_read in zip(plan.rows, mark_copies(plain_rows), strict=True):
        if row.boards != row_read.boards:
            return "a custom board order"
    return ""


def _describe_lost_switches(plan: Movement) -> str:
    if _changes_switches(plan, _choose_head_type(plan)):
        if any(row.arrow_switched for row in plan.rows):
            return "arrow-switches with pairs that change lines"
        return "a pair that changes direction at its table"
    return ""


def make_format_too_poor_error(*, movement: object, form: object, lost: object) -> MovementError:
    return MovementError(
        "format-too-poor",
        "{movement} can’t be written as {form}, which doesn’t support {lost}. Use JSON or CSV.",
        movement=movement,
        form=form,
        lost=lost,
    )
