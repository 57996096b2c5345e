"""From faults to awards: texts of lines and sentences."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.bridge.artificial import read_artificial
from scoring.bridge.rulings import LineState
from scoring.errors import ScoringError
from scoring.laws.irregularities.model import (
    Choice,
    DueLine,
    Finding,
    PlayedLines,
    RuledLine,
    SideFault,
)
from scoring.laws.irregularities.sentences import FindingSentence, FindingSentences
from scoring.method import ScoringMethod
from scoring.model import Board, Field, Line
from scoring.ranking import Key, contestant_keys

AWARDS_LAW = "Law 12C2(a)"
NOT_DUE_LAW = "Law 82B"
NOT_DUE = "NP"
NOT_DUE_REASON = "not due"
LATER = "LATER"
VOID = "VOID"
_SHARES = {SideFault.NONE: "60", SideFault.PARTLY: "50", SideFault.FULL: "40"}
_SIGNS = {SideFault.NONE: "+", SideFault.PARTLY: "", SideFault.FULL: "-"}
AWARD_SIGN = "A"
"""How the text of an artificial score begins."""
BY_FAULT = "by-fault"
"""The key of the choice in which the director sets the fault of each side."""
Both = tuple[SideFault, SideFault]
Couple = tuple[int, int]
NEITHER: Both = (SideFault.NONE, SideFault.NONE)
FULL_BOTH: Both = (SideFault.FULL, SideFault.FULL)


def award_text(ns: SideFault | None, ew: SideFault | None, *, has_own_average: bool) -> str:
    """Return the artificial score for the faults of both sides.

    *has_own_average*: whether a side gets its own average of the other boards where that is above
    60, or below 40.

    >>> none, full = SideFault.NONE, SideFault.FULL
    >>> award_text(none, full, has_own_average=True), award_text(None, none, has_own_average=False)
    ('A60+/40-', 'ANP/60')

    Source: [LAWS2017] Law 12C2(a) and (c).
    """
    sides = [_share(fault, has_own_average) for fault in (ns, ew)]
    if all(len(share) == 2 and share.isdigit() for share in sides):
        return f"A{''.join(sides)}"
    return f"A{'/'.join(sides)}"


def share_text(fault: SideFault) -> str:
    """Return the usual text of the share for a *fault*: ``"60%"``."""
    return f"{_SHARES[fault]}%"


def _share(fault: SideFault | None, has_own_average: bool) -> str:
    if fault is None:
        return NOT_DUE
    return _SHARES[fault] + (_SIGNS[fault] if has_own_average else "")


def line_by_laws(
    night: PlayedLines,
    board_no: int,
    ns: int,
    ew: int,
    faults: tuple[SideFault | None, SideFault | None],
    law: str,
    words: str,
) -> RuledLine:
    """Return the line with the awards that the laws give both sides for their *faults*."""
    text = award_text(*faults, has_own_average=night.has_own_average)
    return RuledLine(
        board_no, ns, ew, text, faults[0] or SideFault.NONE, faults[1] or SideFault.NONE, law, words
    )


def plain(line: DueLine, text: str, law: str, words: str) -> RuledLine:
    """Return the line of *line* with *text* that gives nothing: not due, later, void."""
    return RuledLine(
        line.board_no, line.ns, line.ew, text, SideFault.NONE, SideFault.NONE, law, words
    )


def award_choice(
    night: PlayedLines,
    lines: tuple[DueLine, ...],
    faults: Both,
    reason: FindingSentence = FindingSentences.REASON_FAULT,
) -> Choice:
    """Return the choice of awards by *faults* on *lines*, with a *reason*."""
    key = f"award-{_SHARES[faults[0]]}-{_SHARES[faults[1]]}"
    said = FindingSentences.CHOICE_AWARD.says(awards=both_text(night, lines[0], faults))
    given = (
        line_by_laws(night, line.board_no, line.ns, line.ew, faults, AWARDS_LAW, reason.says())
        for line in lines
    )
    return Choice(key, said, tuple(given))


def both_text(night: PlayedLines, line: DueLine, faults: Both) -> str:
    """Return the awards of both sides of *line* in words."""
    if faults[0] is faults[1]:
        return f"{share_text(faults[0])} each"
    return f"{share_text(faults[0])} to {night.name(line.ns)}, {share_text(faults[1])} to {night.name(line.ew)}"


def lines_by_fault(finding: Finding) -> tuple[RuledLine, ...]:
    """Return the lines of *finding* on which faults can be set.

    They are those of the first choice that has any; none where nobody is to be blamed.
    """
    for choice in finding.choices:
        if awards := tuple(line for line in choice.lines if line.text.startswith(AWARD_SIGN)):
            return awards
    return ()


def is_due(line: RuledLine) -> tuple[bool, bool]:
    """Return for which sides of an award the board was due at all, N-S first."""
    given = read_artificial(line.text)
    return given.ns is not None, given.ew is not None


def by_fault(night: PlayedLines, finding: Finding, faults: Mapping[Couple, Both]) -> Choice:
    """Return the choice for the *faults* that the director finds.

    *faults* are by the N-S and the E-W pair of a line; who is not named there has those that are
    proposed first.  All else that this proposal writes stays, and a side for which a board was not
    due gets nothing.

    Source: [LAWS2017] Law 12C2(a).
    """
    awards = lines_by_fault(finding)
    base = next(
        (choice for choice in finding.choices if awards and awards[0] in choice.lines),
        Choice("", ""),
    )
    lines = []
    for line in base.lines:
        if line in awards:
            ns, ew = faults.get((line.ns, line.ew), (line.ns_fault, line.ew_fault))
            of_ns, of_ew = is_due(line)
            sides = (ns if of_ns else None, ew if of_ew else None)
            lines.append(
                line_by_laws(night, line.board_no, line.ns, line.ew, sides, line.law, line.words)
            )
        else:
            lines.append(line)
    return Choice(BY_FAULT, FindingSentences.CHOICE_BY_FAULT.says(), tuple(lines))


def not_due_choice(
    lines: tuple[DueLine, ...], said: FindingSentence = FindingSentences.CHOICE_NOT_DUE
) -> Choice:
    """Return the choice that *lines* were never due."""
    words = FindingSentences.REASON_NOT_DUE.says()
    not_due = tuple(
        plain(line, f"{NOT_DUE}: {NOT_DUE_REASON}", NOT_DUE_LAW, words) for line in lines
    )
    return Choice("not-due", said.says(), not_due)


# What a choice does to the figures of those whom it concerns, before and after.


@dataclass(frozen=True, slots=True)
class Effect:
    """The figure of *pair* now and after a choice.

    ``None`` where there is nothing to make one of.
    """

    pair: int
    before: Fraction | None
    after: Fraction | None
    is_percent: bool = True


class Effects:
    """The effects of choices on a *field*, which is ranked once for each.

    *key_of* gives the direction and number in *field* of a pair of the night.

    >>> from scoring.laws.irregularities.model import SideFault
    >>> from scoring.registry import find_method
    >>> field = Field(1, (Board(1, (Line(1, 2, 420), Line(3, 4, 450))), Board(2, (Line(3, 4, 50),))))
    >>> line = RuledLine(2, 1, 2, "A60+/NP", SideFault.NONE, SideFault.NONE, "Law 12C2(a)", "robbed")
    >>> effects = Effects(field, find_method("matchpoints"), {}, lambda pair: (None, pair))
    >>> [(seen.pair, str(seen.before), str(seen.after)) for seen in effects.of(Choice("award", "Award", (line,)))]
    [(1, '0', '30'), (2, '100', '100')]
    """

    def __init__(
        self,
        field: Field,
        method: ScoringMethod,
        options: Mapping[str, str],
        key_of: Callable[[int], Key],
        section: str = "",
    ) -> None:
        self._field, self._method, self._options = field, method, options
        self._key_of, self._section = key_of, section
        self._is_percent = "%" in method.accepts
        self._before = self._figures(field)

    def of(self, choice: Choice, pairs: Iterable[int] = ()) -> tuple[Effect, ...]:
        """Return the figures of the pairs of *choice* and of *pairs*."""
        concerned = dict.fromkeys([pair for line in choice.lines for pair in (line.ns, line.ew)])
        try:
            after = self._after(choice.lines) if choice.lines else self._before
        except ScoringError:
            return ()
        keys = {pair: self._key_of(pair) for pair in (*concerned, *pairs)}
        return tuple(
            Effect(pair, self._before.get(key), after.get(key), self._is_percent)
            for pair, key in keys.items()
        )

    def _after(self, lines: Iterable[RuledLine]) -> dict[Key, Fraction | None]:
        return self._figures(field_after(self._field, lines, self._key_of, self._section))

    def _figures(self, field: Field) -> dict[Key, Fraction | None]:
        if not any(board.lines for board in field.boards):
            return {}
        standings = self._method.rank(field, self._options).standings
        return {
            (seen.direction, seen.contestant): seen.percent if self._is_percent else seen.total
            for seen in standings
        }


def field_after(
    field: Field, ruled: Iterable[RuledLine], key_of: Callable[[int], Key], section: str = ""
) -> Field:
    """Return *field* with the lines that a choice writes, boards without any line left out."""
    by_board: dict[int, list[RuledLine]] = {}
    for line in ruled:
        by_board.setdefault(line.board_no, []).append(line)
    boards = {board.board_no: board for board in field.boards}
    for board_no, lines in by_board.items():
        boards[board_no] = _board_after(
            field, boards.get(board_no) or Board(board_no, ()), lines, key_of, section
        )
    return replace(field, boards=tuple(board for board in boards.values() if board.lines))


def _board_after(
    field: Field, board: Board, ruled: list[RuledLine], key_of: Callable[[int], Key], section: str
) -> Board:
    """Return *board* with the *ruled* lines."""
    couples = [{key_of(line.ns), key_of(line.ew)} for line in ruled]
    concerned = set()
    for couple in couples:
        concerned.update(couple)
    kept = []
    for line in board.lines:
        keys = set(contestant_keys(field, line))
        if keys not in couples and (line.has_result or not keys & concerned):
            kept.append(line)
    given = [
        _line(line, key_of(line.ns)[1], key_of(line.ew)[1], section)
        for line in ruled
        if line.text != VOID
    ]
    return replace(board, lines=(*kept, *given))


def _line(line: RuledLine, ns: int, ew: int, section: str) -> Line:
    if line.text.startswith(NOT_DUE):
        return Line(ns, ew, state=LineState.NOT_PLAYED, reason=line.words, section=section)
    if line.text == LATER:
        return Line(ns, ew, state=LineState.TO_BE_PLAYED, section=section)
    return Line(ns, ew, artificial=read_artificial(line.text), section=section)
