"""Write movements as text for the English Bridge Union's scoring program and JSS.

Responsible for refusing layouts that this text cannot tell; see :mod:`movements.files.text` for its
grammar.
"""

from collections import Counter
from dataclasses import replace

from movements.errors import MovementError
from movements.files.text import HOWELL, MITCHELL, SWITCHED, WINNERS, plain_row, switched_as_read
from movements.layout import mark_copies
from movements.model import Movement, SitOut
from movements.sentences import MovementSentences


def plan_to_text(plan: Movement) -> str:
    """Return *plan* as movement text.

    A pair without opponents is given the missing pair as opponents, or 0 if no single number is
    missing.  Whoever sits out away from any table stands in a line after the tables, with set 0.
    With two winners the E-W pairs count from 1, unless a number of the N-S line is above the number
    of lines.  Bye-stands, promises and remarks are not in the text.

    >>> from movements import make_plan
    >>> print(plan_to_text(make_plan("howell", pairs=3, boards_per_set=2)), end="")
    [howell] Howell
    0,2,6,2,3,4
    1,4,1,2,4,2,3,4,3
    2,3,1,3,1,2,1,2,3

    :raises MovementError: for a plan that would not come back the same.
    """
    _refuse_what_is_lost(plan)
    return _Writer(plan).text()


class _Writer:
    """A plan being written as text, with the numbers that its pairs get there."""

    def __init__(self, plan: Movement) -> None:
        self.plan = plan
        away = Counter(waiting.round_no for waiting in plan.sit_outs if waiting.table_no is None)
        self.lines = plan.tables + max(away.values(), default=0)
        self.missing = _missing_pair(plan, self.lines)
        self.ew_line = {row.ew for row in plan.rows} if plan.winners == 2 else set()
        self.offset = self.lines if self._counts_ew_from_1() else 0

    def _counts_ew_from_1(self) -> bool:
        """Return whether E-W numbers may begin at 1 too.

        Readers recognise that by numbers on both lines.
        """
        ns_line = {row.ns for row in self.plan.rows}
        if not self.ew_line or max(ns_line) > self.lines or min(self.ew_line) <= self.lines:
            return False
        return bool(ns_line & {pair - self.lines for pair in self.ew_line} - {self.missing})

    def text(self) -> str:
        plan = self.plan
        head = (
            _kind(plan),
            self.lines,
            plan.boards,
            plan.boards_per_set,
            plan.rounds,
            self.missing,
        )
        seats = self._seats()
        lines = [f"[{plan.key}] {plan.name}", ",".join(map(str, head))]
        for line_no in range(1, self.lines + 1):
            triples = [
                seats.get((line_no, round_no), (0, 0, 0)) for round_no in range(1, plan.rounds + 1)
            ]
            lines.append(",".join(str(number) for triple in triples for number in triple))
        return "\n".join(lines) + "\n"

    def _seats(self) -> dict[tuple[int, int], tuple[int, int, int]]:
        """Return the triple of each line and round."""
        seats = {
            (row.table_no, row.round_no): (row.ns, row.ew - self.offset, row.board_set)
            for row in self.plan.rows
        }
        away: Counter[int] = Counter()
        for waiting in self.plan.sit_outs:
            away[waiting.round_no] += waiting.table_no is None
            line_no = waiting.table_no or self.plan.tables + away[waiting.round_no]
            seats[line_no, waiting.round_no] = self._waiting(waiting)
        return seats

    def _waiting(self, waiting: SitOut) -> tuple[int, int, int]:
        pair, board_set = waiting.contestant, waiting.board_set or 0
        if pair in self.ew_line:
            return self._beside(pair - self.offset, waiting), pair - self.offset, board_set
        return pair, max(0, self._beside(pair + self.offset, waiting) - self.offset), board_set

    def _beside(self, twin: int, waiting: SitOut) -> int:
        """Return the placeholder: the pair of that number on the other line, if it plays elsewhere."""
        rows = (row for row in self.plan.rows if row.round_no == waiting.round_no)
        playing = {pair for row in rows for pair in (row.ns, row.ew)}
        has_twin = (
            self.offset and waiting.table_no is None and (twin == self.missing or twin in playing)
        )
        if has_twin:
            return twin
        return self.missing


def _kind(plan: Movement) -> int:
    """Return the type of the head line: that of the Howell unless its switches would not come back."""
    if plan.winners == WINNERS[MITCHELL]:
        return MITCHELL
    is_switched = any(row.arrow_switched for row in plan.rows)
    if is_switched and _reads_back_changed(plan, HOWELL):
        return SWITCHED
    return HOWELL


def _reads_back_changed(plan: Movement, kind: int) -> bool:
    """Return whether other rows of *plan* would be read as arrow-switched from a text of this type."""
    bare = [replace(row, arrow_switched=False) for row in plan.rows]
    back = switched_as_read(bare, plan.sit_outs, kind, plan.tables)
    return [row.arrow_switched for row in back] != [row.arrow_switched for row in plan.rows]


def _missing_pair(plan: Movement, lines: int) -> int:
    """Return the only unused number, or 0."""
    present = {pair for row in plan.rows for pair in (row.ns, row.ew)} | {
        sit_out.contestant for sit_out in plan.sit_outs
    }
    absent = set(range(1, 2 * lines + 1)) - present
    if len(absent) == 1 and plan.sit_outs:
        return absent.pop()
    return 0


def _refuse_what_is_lost(plan: Movement) -> None:
    plain = [plain_row(row, plan.boards_per_set) for row in plan.rows]
    if any(row.players for row in plan.rows):
        lost = "individuals"
    elif plan.contest == "teams":
        lost = "teams"
    elif plan.copies != 1:
        lost = "several copies of the boards"
    elif any(
        sorted(row.boards) != list(other.boards)
        for row, other in zip(plan.rows, plain, strict=True)
    ):
        lost = "gaps in the board numbers of a set"
    elif any(
        row.boards != other.boards for row, other in zip(plan.rows, mark_copies(plain), strict=True)
    ):
        lost = "a custom board order"
    elif _reads_back_changed(plan, _kind(plan)):
        is_switched = any(row.arrow_switched for row in plan.rows)
        if is_switched:
            lost = "arrow-switches with pairs that change lines"
        else:
            lost = "a pair that changes direction at its table"
    else:
        return
    raise MovementError(
        MovementSentences.FORMAT_TOO_POOR, movement=plan.name, form="movement text", lost=lost
    )
