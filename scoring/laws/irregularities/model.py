"""Lines due and lines played, irregularities with a director's choices, and awards by fault.

The number of a pair is unique in the session, whatever its direction.
``SessionLines.name_by_pair`` has the name that people use.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from scoring.bridge.rulings import parse_artificial
from scoring.model import BoardNo, RoundNo

AWARDS_LAW = "Law 12C2(a)"
NOT_DUE_LAW = "Law 82B"
NOT_DUE = "NP"
NOT_DUE_REASON = "not due"
PLAY_LATER = "LATER"
CANCELLED = "VOID"

AWARD_SIGN = "A"
"""The first letter of an artificial score as text."""
BY_FAULT = "by-fault"
"""The key of the choice for which the director sets the fault of each side."""


class SideFault(Enum):
    """The degree of a side's fault for a board that it can't play. [LAWS2017] Law 12C2(a)."""

    NONE = "none"
    PARTLY = "partly"
    FULL = "full"


_SHARES = {SideFault.NONE: "60", SideFault.PARTLY: "50", SideFault.FULL: "40"}
_SIGNS = {SideFault.NONE: "+", SideFault.PARTLY: "", SideFault.FULL: "-"}


SideFaults = tuple[SideFault, SideFault]
"""The faults of N-S and E-W."""
LinePairs = tuple[int, int]
"""The N-S and the E-W pair of a line."""
NO_FAULTS: SideFaults = (SideFault.NONE, SideFault.NONE)
FULL_FAULTS: SideFaults = (SideFault.FULL, SideFault.FULL)


class IrregularityKind(Enum):
    """How a session differs from its plan."""

    PLAYED_TWICE = "played-twice"
    WRONG_BOARD = "wrong-board"
    WRONG_PAIRS = "wrong-pairs"
    TURNED = "turned"
    NOT_PLAYED = "not-played"
    LATE = "late"
    LEFT = "left"
    CUT = "cut"  # a round was shortened
    FOULED = "fouled"


@dataclass(frozen=True, slots=True)
class TableLine:
    """A board of two pairs: due, played or awarded."""

    board_no: BoardNo
    ns: int
    ew: int
    round_no: RoundNo = 0  # 0 if unknown
    table_no: int = 0  # 0 if unknown
    is_void: bool = False  # the director has cancelled the result; both pairs still know the cards
    group: str = ""  # the group of a fouled board


@dataclass(frozen=True, slots=True)
class Absence:
    """The rounds from which a pair is absent."""

    pair: int
    first_round: int
    last_round: int
    has_left: bool = False  # it has gone; otherwise it is late


@dataclass(frozen=True, slots=True)
class SessionLines:
    """All known lines of a session, and what its rulings depend on."""

    due_lines: tuple[TableLine, ...]  # the lines of the movement in force
    started_lines: tuple[TableLine, ...]  # the lines on which the auction began, in playing order
    # With an award instead of a result: "A60/40", "NP" or "LATER".
    awarded_lines: tuple[TableLine, ...] = ()
    last_round_over: int = 0  # this round and all before it are over
    absences: tuple[Absence, ...] = ()
    cancelled_rounds: tuple[int, ...] = ()  # rounds that nobody will play
    winner_count: int = 1
    # The method uses a pair's own average instead of 60 or 40 per cent.
    has_own_average: bool = True
    # The method itself gives 60 per cent to a lone result in a group of a fouled board.
    scores_lone_results: bool = False
    # Lines (board, N-S, E-W) of rounds that are over. They may have been played without being
    # entered.
    missing_results: frozenset[tuple[int, int, int]] = frozenset()
    name_by_pair: Mapping[int, str] = field(default_factory=dict)

    @property
    def last_round(self) -> int:
        """The last round of the movement."""
        return max((line.round_no for line in self.due_lines), default=0)

    def get_name(self, pair: int) -> str:
        """Return the name of *pair* in sentences.

        >>> SessionLines((), ()).get_name(5), SessionLines((), (), name_by_pair={5: "5 N-S"}).get_name(5)
        ('pair 5', '5 N-S')
        """
        return self.name_by_pair.get(pair, f"pair {pair}")


@dataclass(frozen=True, slots=True)
class RuledLine:
    """A line that a choice enters."""

    board_no: BoardNo
    ns: int
    ew: int
    score_text: str  # "VOID" cancels the stored result
    ns_fault: SideFault
    ew_fault: SideFault
    law: str  # the law that the choice follows
    reason: str


@dataclass(frozen=True, slots=True)
class RulingChoice:
    """A possible ruling."""

    key: str  # identifies it within its irregularity
    label: str
    lines: tuple[RuledLine, ...] = ()  # the lines that it enters, none if the result stands


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A difference from the plan."""

    kind: IrregularityKind
    key: str  # the same as long as nothing changes
    description: str
    law: str
    board_nos: tuple[int, ...]
    pairs: tuple[int, ...]  # the pairs concerned
    choices: tuple[RulingChoice, ...]  # the proposed choice first
    is_uncertain: bool = False  # only a missing result suggests it: the board may have been played

    @property
    def is_open(self) -> bool:
        """Whether a choice would enter any line."""
        return any(choice.lines for choice in self.choices)


def format_award(ns: SideFault | None, ew: SideFault | None, *, has_own_average: bool) -> str:
    """Return the artificial score for both sides' faults, None for a side that wasn't due.

    With *has_own_average* a side gets its own average of the other boards, if that is above 60 or
    below 40.

    >>> none, full = SideFault.NONE, SideFault.FULL
    >>> format_award(none, full, has_own_average=True), format_award(None, none, has_own_average=False)
    ('A60+/40-', 'ANP/60')

    Source: [LAWS2017] Law 12C2(a) and (c).
    """
    shares = [_get_share(fault, has_own_average) for fault in (ns, ew)]
    # Two shares of two digits need no separator: A6040.
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
    session: SessionLines,
    board_no: BoardNo,
    ns: int,
    ew: int,
    faults: tuple[SideFault | None, SideFault | None],
    law: str,
    reason: str,
) -> RuledLine:
    """Return the line with the awards that the laws give both sides for their *faults*."""
    ns_fault, ew_fault = faults
    score_text = format_award(ns_fault, ew_fault, has_own_average=session.has_own_average)
    return RuledLine(
        board_no=board_no,
        ns=ns,
        ew=ew,
        score_text=score_text,
        ns_fault=ns_fault or SideFault.NONE,
        ew_fault=ew_fault or SideFault.NONE,
        law=law,
        reason=reason,
    )


def make_unawarded_line(line: TableLine, score_text: str, law: str, reason: str) -> RuledLine:
    """Return *line* with a *score_text* that awards nothing: not due, to be played later, or void."""
    return RuledLine(
        board_no=line.board_no,
        ns=line.ns,
        ew=line.ew,
        score_text=score_text,
        ns_fault=SideFault.NONE,
        ew_fault=SideFault.NONE,
        law=law,
        reason=reason,
    )


def make_award_choice(
    session: SessionLines,
    lines: tuple[TableLine, ...],
    faults: SideFaults,
    reason: str = "not played",
) -> RulingChoice:
    """Return the choice of awards by *faults* on *lines*, with a *reason*."""
    key = f"award-{_SHARES[faults[0]]}-{_SHARES[faults[1]]}"
    label = format_sentence("Award {awards}", awards=_describe_awards(session, lines[0], faults))
    awards = (
        make_award_line(
            session, line.board_no, line.ns, line.ew, faults, AWARDS_LAW, format_sentence(reason)
        )
        for line in lines
    )
    return RulingChoice(key, label, tuple(awards))


def _describe_awards(session: SessionLines, line: TableLine, faults: SideFaults) -> str:
    """Return the awards of both sides of *line* in words."""
    ns_share, ew_share = map(format_share, faults)
    if ns_share == ew_share:
        return f"{ns_share} each"
    return f"{ns_share} to {session.get_name(line.ns)}, {ew_share} to {session.get_name(line.ew)}"


def list_lines_with_faults(irregularity: Irregularity) -> tuple[RuledLine, ...]:
    """Return the awards of *irregularity* whose faults the director can set.

    The first choice that has awards decides.
    """
    for choice in irregularity.choices:
        awards = tuple(line for line in choice.lines if line.score_text.startswith(AWARD_SIGN))
        if awards:
            return awards
    return ()


def get_due_sides(line: RuledLine) -> tuple[bool, bool]:
    """Return whether the board of an award was due for N-S, and whether for E-W."""
    award = parse_artificial(line.score_text)
    return award.ns is not None, award.ew is not None


def make_fault_choice(
    session: SessionLines,
    irregularity: Irregularity,
    faults_by_pairs: Mapping[LinePairs, SideFaults],
) -> RulingChoice:
    """Return the choice with the faults that the director sets, by N-S and E-W pair.

    Awards that aren't in *faults_by_pairs* keep the proposed faults. Other lines of the proposal don't
    change. A side for which a board wasn't due gets nothing.

    Source: [LAWS2017] Law 12C2(a).
    """
    awards = list_lines_with_faults(irregularity)
    proposed_lines: tuple[RuledLine, ...] = ()
    for choice in irregularity.choices:
        if awards and awards[0] in choice.lines:
            proposed_lines = choice.lines
            break
    lines = []
    for line in proposed_lines:
        if line not in awards:
            lines.append(line)
            continue
        proposed_faults = (line.ns_fault, line.ew_fault)
        ns_fault, ew_fault = faults_by_pairs.get((line.ns, line.ew), proposed_faults)
        is_ns_due, is_ew_due = get_due_sides(line)
        due_faults = (ns_fault if is_ns_due else None, ew_fault if is_ew_due else None)
        award = make_award_line(
            session, line.board_no, line.ns, line.ew, due_faults, line.law, line.reason
        )
        lines.append(award)
    return RulingChoice(
        BY_FAULT, format_sentence("Average plus, average or average minus"), tuple(lines)
    )


def make_not_due_choice(
    lines: tuple[TableLine, ...], label: str = "Not due: no score for either side"
) -> RulingChoice:
    """Return the choice that *lines* were never due."""
    reason = format_sentence(NOT_DUE_REASON)
    score_text = f"{NOT_DUE}: {NOT_DUE_REASON}"
    ruled_lines = tuple(
        make_unawarded_line(line, score_text, NOT_DUE_LAW, reason) for line in lines
    )
    return RulingChoice("not-due", format_sentence(label), ruled_lines)


def format_sentence(text: str, /, **params: object) -> str:
    """Return *text* with *params* filled in, and a capital even if it begins with a parameter.

    >>> format_sentence("{who} came late.", who="pair 5")
    'Pair 5 came late.'
    """
    sentence = text.format(**params)
    return sentence[:1].upper() + sentence[1:]
