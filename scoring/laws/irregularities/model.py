"""Lines due and lines played, and the findings with a director's choices.

A pair is a number that no other pair of the session has, in either direction; what people call it
is in ``PlayedLines.names``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class SideFault(Enum):
    """The degree of a side's fault for a board that it can't play: [LAWS2017] Law 12C2(a)."""

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
class DueLine:
    """A board that *ns* and *ew* are to play by the movement in force, in a round at a table."""

    board_no: int
    ns: int
    ew: int
    round_no: int
    table_no: int


@dataclass(frozen=True, slots=True)
class DoneLine:
    """A board on which *ns* and *ew* began the auction, with round and table, 0 if not known.

    *is_void*: the director has cancelled it; the cards are known to both all the same.  *group* is
    the form of the cards on a fouled board.
    """

    board_no: int
    ns: int
    ew: int
    round_no: int
    table_no: int
    is_void: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Awarded:
    """The award of two pairs on a board in place of a result: ``"A60/40"``, ``"NP"``, ``"LATER"``."""

    board_no: int
    ns: int
    ew: int
    text: str


@dataclass(frozen=True, slots=True)
class Absence:
    """A pair absent from *first_round* to *last_round*. It came late, or left for good."""

    pair: int
    first_round: int
    last_round: int
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class PlayedLines:
    """All known lines: *due* by the movement in force, *done* in the order of play, and *awarded*.

    Rounds up to *rounds_over* are over.  Rounds in *cut* will not be played by anybody.
    *has_own_average*: whether the scoring method knows a pair's own average in place of 60 or 40
    per cent; *rates_small_groups*: whether it gives a result alone in its form of a fouled board 60
    per cent by itself.  *awaited* are lines (board, N-S, E-W) that may only not have been entered
    yet, though their round is over.
    """

    due: tuple[DueLine, ...]
    done: tuple[DoneLine, ...]
    awarded: tuple[Awarded, ...] = ()
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
        """Return the usual name of *pair*.

        >>> PlayedLines((), ()).name(5), PlayedLines((), (), names={5: "5 N-S"}).name(5)
        ('pair 5', '5 N-S')
        """
        return self.names.get(pair, f"pair {pair}")


@dataclass(frozen=True, slots=True)
class RuledLine:
    """A line that a choice enters: *text*, the fault of each side, the *law* and *words* for it.

    ``"VOID"`` cancels what was done on it.
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
    """A possible ruling in *words*, with the lines that it enters.

    No lines if the result stands.

    *key* names it within its finding.
    """

    key: str
    words: str
    lines: tuple[RuledLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference from the plan: *words*, *law* and *choices*, the proposed one first.

    *key* stays the same as long as nothing changes; *pairs* are those whom it concerns.
    """

    kind: Kind
    key: str
    words: str
    law: str
    boards: tuple[int, ...]
    pairs: tuple[int, ...]
    choices: tuple[Choice, ...]

    @property
    def is_open(self) -> bool:
        """Whether there is something to settle."""
        return any(choice.lines for choice in self.choices)


# What is said of what happened and of the choices: each with a code that stays, and named
# parameters.


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with a stable *code* and a *template* with named parameters."""

    code: str
    template: str

    def says(self, **params: object) -> str:
        """Return the sentence about *params*, with a capital.

        >>> Sentence("late", "{who} came late.").says(who="pair 5")
        'Pair 5 came late.'
        """
        text = self.template.format(**params)
        return text[:1].upper() + text[1:]


TWICE = Sentence(
    "twice", "{ns} and {ew} played {boards}{where}, which {seen} had played before{cause}."
)
WRONG_BOARD = Sentence(
    "wrong-board", "{ns} and {ew} played {boards}{where}, which they weren't due to play{cause}."
)
WRONG_PAIRS = Sentence(
    "wrong-pairs", "{ns} and {ew} played {boards}{where}; {due_ns} and {due_ew} were due{cause}."
)
TURNED = Sentence("turned", "Wrong direction: {ns} sat N-S and {ew} E-W on {boards}{where}.")
NOT_PLAYED = Sentence("not-played", "{ns} and {ew} haven't played {boards}, due{where}{cause}.")
NOBODY = Sentence("nobody", "No table finished round {round_no}: every table missed {boards}.")
LATE = Sentence("late", "{who} was missing {rounds}: {boards} with {others}.")
LEFT_EARLY = Sentence(
    "left-early",
    "{who} withdrew before half of the session, after round {after}: {boards} are left.",
)
LEFT_LATE = Sentence(
    "left-late", "{who} withdrew after half of the session, after round {after}: {boards} are left."
)
CUT = Sentence("cut", "{rounds} won't be played: {lines} results are dropped{switch}.")
FOULED = Sentence("fouled", "Board {board_no} is fouled: groups of {sizes} results.")
LONE = Sentence("lone", "Board {board_no} was fouled for {ns} and {ew} only.")

EXCHANGED = Sentence("exchanged", ": tables {first} and {second} swapped boards")
MOVED_WRONG = Sentence(
    "moved-wrong", ": the E-W pairs of {tables} tables moved to the wrong tables"
)
FROM_STAND = Sentence("from-stand", ": this set wasn't in play in this round")
PLAYED_INSTEAD = Sentence("played-instead", "; they played {boards} instead")
SWITCHED = Sentence(
    "switched", "; the arrow-switch is lost too, so N-S and E-W need separate rankings"
)

CHOICE_STANDS = Sentence("choice-stands", "Keep the score")
CHOICE_STANDS_AWARD = Sentence("choice-stands-award", "Keep the score; {awards}")
CHOICE_VOID = Sentence("choice-void", "Cancel it; keep the first score{awards}")
CHOICE_AWARD = Sentence("choice-award", "Award {awards}")
CHOICE_BY_FAULT = Sentence("choice-by-fault", "Average plus, average or average minus")
CHOICE_LATE = Sentence("choice-late", "Play it later, {when}")
CHOICE_NOT_DUE = Sentence("choice-not-due", "Not due: no score for either side")
CHOICE_WAITED = Sentence("choice-waited", "Not due for {who}; {share} for the pairs that waited")
CHOICE_CANCEL = Sentence(
    "choice-cancel", "Treat as never entered: cancel its scores, opponents sit out"
)
CHOICE_KEEP = Sentence(
    "choice-keep", "Scores count; for the rest {share} to {who}, {others} to its opponents"
)
CHOICE_KEEP_BARE = Sentence("choice-keep-bare", "Scores count; the rest isn't due")

REASON_ELSEWHERE = Sentence("reason-elsewhere", "played elsewhere")
REASON_ROBBED = Sentence("reason-robbed", "can't be played: {who} played it elsewhere")
REASON_TWICE = Sentence("reason-twice", "board played twice")
REASON_NOT_DUE = Sentence("reason-not-due", "not due")
REASON_LATER = Sentence("reason-later", "to be played later")
REASON_FAULT = Sentence("reason-fault", "not played")
REASON_ABSENT = Sentence("reason-absent", "{who} was missing")
REASON_LEFT = Sentence("reason-left", "{who} withdrew before half")
REASON_LONE = Sentence("reason-lone", "fouled board")
