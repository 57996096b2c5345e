"""From faults to awards: the text of a line, and what is said of it."""

from collections.abc import Mapping

from scoring.bridge.artificial import read_artificial
from scoring.laws.happened.model import Choice, DueLine, Finding, Night, RuledLine, SideFault
from scoring.laws.happened.sentences import (
    CHOICE_AWARD,
    CHOICE_BY_FAULT,
    CHOICE_NOT_DUE,
    REASON_FAULT,
    REASON_NOT_DUE,
    Sentence,
)

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
    """Return the artificial score for the faults of both sides; ``None`` is a side for which the board was not due.

    *has_own_average*: whether a side gets its own average of the other boards where that is above 60, or below 40.

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
    """Return what people call the share for a *fault*: ``"60 %"``."""
    return f"{_SHARES[fault]} %"


def _share(fault: SideFault | None, has_own_average: bool) -> str:
    if fault is None:
        return NOT_DUE
    return _SHARES[fault] + (_SIGNS[fault] if has_own_average else "")


def ruled(
    night: Night,
    board_no: int,
    ns: int,
    ew: int,
    faults: tuple[SideFault | None, SideFault | None],
    law: str,
    words: str,
) -> RuledLine:
    """Return the line that gives both sides what the laws say of their *faults*."""
    text = award_text(*faults, has_own_average=night.has_own_average)
    return RuledLine(board_no, ns, ew, text, faults[0] or SideFault.NONE, faults[1] or SideFault.NONE, law, words)


def plain(line: DueLine, text: str, law: str, words: str) -> RuledLine:
    """Return the line of *line* with *text* that gives nothing: not due, later, void."""
    return RuledLine(line.board_no, line.ns, line.ew, text, SideFault.NONE, SideFault.NONE, law, words)


def award_choice(night: Night, lines: tuple[DueLine, ...], faults: Both, reason: Sentence = REASON_FAULT) -> Choice:
    """Return the choice of awards by *faults* for both sides of *lines*, with a *reason* that is said of each."""
    key = f"award-{_SHARES[faults[0]]}-{_SHARES[faults[1]]}"
    said = CHOICE_AWARD.says(awards=both_text(night, lines[0], faults))
    given = (ruled(night, line.board_no, line.ns, line.ew, faults, AWARDS_LAW, reason.says()) for line in lines)
    return Choice(key, said, tuple(given))


def both_text(night: Night, line: DueLine, faults: Both) -> str:
    """Return what both sides of *line* get, in words."""
    if faults[0] is faults[1]:
        return f"{share_text(faults[0])} each"
    return f"{share_text(faults[0])} to {night.name(line.ns)}, {share_text(faults[1])} to {night.name(line.ew)}"


def lines_by_fault(finding: Finding) -> tuple[RuledLine, ...]:
    """Return the lines of *finding* on which a director may set the fault of each side: those that an award is for.

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


def by_fault(night: Night, finding: Finding, faults: Mapping[Couple, Both]) -> Choice:
    """Return the choice that gives both sides what the laws say of the *faults* that the director finds.

    *faults* are by the N-S and the E-W pair of a line; who is not named there has those that are proposed first.  All
    else that this proposal writes stays, and a side for which a board was not due gets nothing.

    Source: [LAWS2017] Law 12C2(a).
    """
    awards = lines_by_fault(finding)
    base = next((choice for choice in finding.choices if awards and awards[0] in choice.lines), Choice("", ""))
    lines = []
    for line in base.lines:
        if line in awards:
            ns, ew = faults.get((line.ns, line.ew), (line.ns_fault, line.ew_fault))
            of_ns, of_ew = is_due(line)
            sides = (ns if of_ns else None, ew if of_ew else None)
            lines.append(ruled(night, line.board_no, line.ns, line.ew, sides, line.law, line.words))
        else:
            lines.append(line)
    return Choice(BY_FAULT, CHOICE_BY_FAULT.says(), tuple(lines))


def not_due_choice(lines: tuple[DueLine, ...], said: Sentence = CHOICE_NOT_DUE) -> Choice:
    """Return the choice that *lines* were never due: no points, and percentages over fewer boards."""
    words = REASON_NOT_DUE.says()
    not_due = tuple(plain(line, f"{NOT_DUE}: {NOT_DUE_REASON}", NOT_DUE_LAW, words) for line in lines)
    return Choice("not-due", said.says(), not_due)
