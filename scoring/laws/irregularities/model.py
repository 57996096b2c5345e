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
