"""What was due and what was done, and what follows: findings, each with the choices a director has.

A pair is a number that no other pair of the session has, in either direction; what people call it is in
``Night.names``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class SideFault(Enum):
    """How far a side is to blame for a board that it cannot play, or can no longer play: [LAWS2017] Law 12C2(a)."""

    NONE = "none"
    PARTLY = "partly"
    FULL = "full"


class Kind(Enum):
    """What sort of thing happened."""

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
    """A board on which *ns* and *ew* began the auction, and the round and table where they did, 0 if not known.

    *is_void*: the director has cancelled it; the cards are known to both all the same.  *group* is the form of the
    cards on a fouled board.
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
    """What a director has given two pairs on a board in place of a result: ``"A60/40"``, ``"NP"``, ``"LATER"``."""

    board_no: int
    ns: int
    ew: int
    text: str


@dataclass(frozen=True, slots=True)
class Absence:
    """A pair that was not there from *first_round* to *last_round*: it came late, or left and did not come back."""

    pair: int
    first_round: int
    last_round: int
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class Night:
    """All there is to know: *due* by the movement in force, *done* in the order of play, and what is *awarded*.

    Rounds up to *rounds_over* are over.  Rounds in *cut* will not be played by anybody.  *has_own_average*: whether the
    scoring method knows a pair's own average in place of 60 or 40 per cent; *rates_small_groups*: whether it gives a
    result alone in its form of a fouled board 60 per cent by itself.  *awaited* are lines (board, N-S, E-W) that may
    only not have been entered yet, though their round is over.
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
        """Return what people call *pair*.

        >>> Night((), ()).name(5), Night((), (), names={5: "5 N-S"}).name(5)
        ('pair 5', '5 N-S')
        """
        return self.names.get(pair, f"pair {pair}")


@dataclass(frozen=True, slots=True)
class RuledLine:
    """A line that a choice writes: *text* as it is entered, with the fault of each side, the *law* and *words* for it.

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
    """What a director may do: in *words*, and the lines it writes, none where what was done stands.

    *key* names it within its finding.
    """

    key: str
    words: str
    lines: tuple[RuledLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What happened, in one sentence of *words*, the *law*, and the *choices*, the one to propose first.

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
        """Whether there is something to settle; what stands by law is only told."""
        return any(choice.lines for choice in self.choices)
