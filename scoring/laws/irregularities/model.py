"""Lines due and lines played, findings with a director's choices, and awards by the fault of each side.

The number of a pair is unique in the session, whatever its direction. ``PlayedLines.names`` has its
name for people.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from scoring.bridge.rulings import read_artificial


class SideFault(Enum):
    """The degree of a side's fault for a board that it can't play. [LAWS2017] Law 12C2(a)."""

    NONE = "none"
    PARTLY = "partly"
    FULL = "full"


class Kind(Enum):
    """The kind of a finding."""

    PLAYED_TWICE = "played-twice"
    WRONG_BOARD = "wrong-board"
    WRONG_PAIRS = "wrong-pairs"
    TURNED = "turned"
    NOT_PLAYED = "not-played"
    LATE = "late"
    LEFT = "left"
    CUT = "cut"
    FOULED = "fouled"


@dataclass(frozen=True, slots=True)
class TableLine:
    """A board of *ns* and *ew*: due, played or awarded, with its round and table, 0 if unknown.

    A played line *is_void* if the director has cancelled it; both pairs know the cards all the same.
    *group* is the group of a fouled board.
    """

    board_no: int
    ns: int
    ew: int
    round_no: int = 0
    table_no: int = 0
    is_void: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Absence:
    """A pair absent from *first_round* to *last_round*: late, or gone if it *has_left*."""

    pair: int
    first_round: int
    last_round: int
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class PlayedLines:
    """All known lines, by what they are.

    - *due* are those of the movement in force.
    - *done* are those on which the auction began, in playing order.
    - *awarded* are those with an award instead of a result: ``"A60/40"``, ``"NP"``, ``"LATER"``.
    - Rounds up to *rounds_over* are over. Rounds in *cut* won't be played by anybody.
    - *has_own_average* is whether the method uses a pair's own average instead of 60 or 40 per cent.
    - *rates_small_groups* is whether the method itself gives 60 per cent to a lone result in a group
      of a fouled board.
    - *awaited* are lines (board, N-S, E-W) of rounds that are over, but perhaps only not entered.
    """

    due: tuple[TableLine, ...]
    done: tuple[TableLine, ...]
    awarded: tuple[TableLine, ...] = ()
    rounds_over: int = 0
    absences: tuple[Absence, ...] = ()
    cut: tuple[int, ...] = ()
    winners: int = 1
    has_own_average: bool = True
    rates_small_groups: bool = False
    awaited: frozenset[tuple[int, int, int]] = frozenset()
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def last_round(self) -> int:
        """The last round of the movement."""
        return max((line.round_no for line in self.due), default=0)

    def name(self, pair: int) -> str:
        """Return the name of *pair* in sentences.

        >>> PlayedLines((), ()).name(5), PlayedLines((), (), names={5: "5 N-S"}).name(5)
        ('pair 5', '5 N-S')
        """
        return self.names.get(pair, f"pair {pair}")


@dataclass(frozen=True, slots=True)
class RuledLine:
    """A line that a choice enters: *text*, the fault of each side, the *law* and the reason.

    The text ``"VOID"`` cancels the stored result.
    """

    board_no: int
    ns: int
    ew: int
    text: str
    ns_fault: SideFault
    ew_fault: SideFault
    law: str
    words: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible ruling in *words*, with the lines that it enters. None if the result stands.

    *key* identifies it within its finding.
    """

    key: str
    words: str
    lines: tuple[RuledLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference from the plan: *words*, *law* and *choices*, the proposed choice first.

    *key* stays the same as long as nothing changes. *pairs* are the pairs concerned. A finding
    *is_question* if nothing but a missing result suggests it: it may only not be entered.
    """

    kind: Kind
    key: str
    words: str
    law: str
    boards: tuple[int, ...]
    pairs: tuple[int, ...]
    choices: tuple[Choice, ...]
    is_question: bool = False

    @property
    def is_open(self) -> bool:
        """Whether a choice would enter any line."""
        return any(choice.lines for choice in self.choices)


AWARDS_LAW = "Law 12C2(a)"
NOT_DUE_LAW = "Law 82B"
NOT_DUE = "NP"
NOT_DUE_REASON = "not due"
LATER = "LATER"
VOID = "VOID"
_SHARES = {SideFault.NONE: "60", SideFault.PARTLY: "50", SideFault.FULL: "40"}
_SIGNS = {SideFault.NONE: "+", SideFault.PARTLY: "", SideFault.FULL: "-"}
AWARD_SIGN = "A"
"""The beginning of the text of an artificial score."""
BY_FAULT = "by-fault"
"""The key of the choice for which the director sets the fault of each side."""
Faults = tuple[SideFault, SideFault]
"""The faults of N-S and E-W."""
Sides = tuple[int, int]
"""The N-S and the E-W pair of a line."""
NEITHER: Faults = (SideFault.NONE, SideFault.NONE)
FULL_BOTH: Faults = (SideFault.FULL, SideFault.FULL)


def award_text(ns: SideFault | None, ew: SideFault | None, *, has_own_average: bool) -> str:
    """Return the artificial score for the faults of both sides, None for a side that wasn't due.

    With *has_own_average* a side gets its own average of the other boards, if that is above 60 or
    below 40.

    >>> none, full = SideFault.NONE, SideFault.FULL
    >>> award_text(none, full, has_own_average=True), award_text(None, none, has_own_average=False)
    ('A60+/40-', 'ANP/60')

    Source: [LAWS2017] Law 12C2(a) and (c).
    """
    shares = [_get_share(fault, has_own_average) for fault in (ns, ew)]
    # Two shares of two digits need no separator.
    if all(len(share) == 2 and share.isdigit() for share in shares):
        return f"A{''.join(shares)}"
    return f"A{'/'.join(shares)}"


def format_share(fault: SideFault) -> str:
    """Return the share for a *fault* in words: ``"60%"``."""
    return f"{_SHARES[fault]}%"


def _get_share(fault: SideFault | None, has_own_average: bool) -> str:
    if fault is None:
        return NOT_DUE
    if has_own_average:
        return f"{_SHARES[fault]}{_SIGNS[fault]}"
    return _SHARES[fault]


def make_award_line(
    session: PlayedLines,
    board_no: int,
    ns: int,
    ew: int,
    faults: tuple[SideFault | None, SideFault | None],
    law: str,
    words: str,
) -> RuledLine:
    """Return the line with the awards that the laws give both sides for their *faults*."""
    ns_fault, ew_fault = faults
    text = award_text(ns_fault, ew_fault, has_own_average=session.has_own_average)
    return RuledLine(
        board_no,
        ns,
        ew,
        text,
        ns_fault or SideFault.NONE,
        ew_fault or SideFault.NONE,
        law,
        words,
    )


def make_unawarded_line(line: TableLine, text: str, law: str, words: str) -> RuledLine:
    """Return *line* with a *text* that awards nothing: not due, later or void."""
    return RuledLine(
        line.board_no, line.ns, line.ew, text, SideFault.NONE, SideFault.NONE, law, words
    )


def make_award_choice(
    session: PlayedLines,
    lines: tuple[TableLine, ...],
    faults: Faults,
    reason: str = "not played",
) -> Choice:
    """Return the choice of awards by *faults* on *lines*, with a *reason*."""
    key = f"award-{_SHARES[faults[0]]}-{_SHARES[faults[1]]}"
    words = say("Award {awards}", awards=_describe_awards(session, lines[0], faults))
    awards = (
        make_award_line(session, line.board_no, line.ns, line.ew, faults, AWARDS_LAW, say(reason))
        for line in lines
    )
    return Choice(key, words, tuple(awards))


def _describe_awards(session: PlayedLines, line: TableLine, faults: Faults) -> str:
    """Return the awards of both sides of *line* in words."""
    ns_share, ew_share = map(format_share, faults)
    if ns_share == ew_share:
        return f"{ns_share} each"
    return f"{ns_share} to {session.name(line.ns)}, {ew_share} to {session.name(line.ew)}"


def list_fault_lines(finding: Finding) -> tuple[RuledLine, ...]:
    """Return the lines of *finding* on which the director can set faults.

    They are the awards of the first choice that has any.
    """
    for choice in finding.choices:
        awards = tuple(line for line in choice.lines if line.text.startswith(AWARD_SIGN))
        if awards:
            return awards
    return ()


def get_due_sides(line: RuledLine) -> tuple[bool, bool]:
    """Return for which sides of an award the board was due, N-S first."""
    award = read_artificial(line.text)
    return award.ns is not None, award.ew is not None


def make_fault_choice(
    session: PlayedLines, finding: Finding, faults: Mapping[Sides, Faults]
) -> Choice:
    """Return the choice with the *faults* that the director sets, by N-S and E-W pair.

    Awards without faults there keep the proposed ones, and other lines of the proposal are not
    changed. A side for which a board was not due gets nothing.

    Source: [LAWS2017] Law 12C2(a).
    """
    awards = list_fault_lines(finding)
    proposed_lines: tuple[RuledLine, ...] = ()
    for choice in finding.choices:
        if awards and awards[0] in choice.lines:
            proposed_lines = choice.lines
            break
    lines = []
    for line in proposed_lines:
        if line in awards:
            ns_fault, ew_fault = faults.get((line.ns, line.ew), (line.ns_fault, line.ew_fault))
            is_ns_due, is_ew_due = get_due_sides(line)
            sides = (ns_fault if is_ns_due else None, ew_fault if is_ew_due else None)
            award = make_award_line(
                session, line.board_no, line.ns, line.ew, sides, line.law, line.words
            )
            lines.append(award)
        else:
            lines.append(line)
    return Choice(BY_FAULT, say("Average plus, average or average minus"), tuple(lines))


def make_not_due_choice(
    lines: tuple[TableLine, ...], text: str = "Not due: no score for either side"
) -> Choice:
    """Return the choice that *lines* were never due."""
    reason = say("not due")
    stored_text = f"{NOT_DUE}: {NOT_DUE_REASON}"
    not_due = tuple(make_unawarded_line(line, stored_text, NOT_DUE_LAW, reason) for line in lines)
    return Choice("not-due", say(text), not_due)


def say(text: str, /, **params: object) -> str:
    """Return *text* about *params*, with a capital even if its first word is a parameter.

    >>> say("{who} came late.", who="pair 5")
    'Pair 5 came late.'
    """
    said = text.format(**params)
    return said[:1].upper() + said[1:]
