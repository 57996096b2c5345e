"""Lines due and lines played, and the findings with a director's choices.

The number of a pair is unique in the session, whatever its direction. ``PlayedLines.names`` has its
name for people.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


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
class DueLine:
    """A board that *ns* and *ew* play by the movement in force, with its round and table."""

    board_no: int
    ns: int
    ew: int
    round_no: int
    table_no: int


@dataclass(frozen=True, slots=True)
class DoneLine:
    """A board on which *ns* and *ew* began the auction, with round and table, 0 if unknown.

    It *is_void* if the director has cancelled it; both pairs know the cards all the same. *group* is
    the group of a fouled board.
    """

    board_no: int
    ns: int
    ew: int
    round_no: int
    table_no: int
    is_void: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class AwardedLine:
    """An award to two pairs instead of a result: ``"A60/40"``, ``"NP"``, ``"LATER"``."""

    board_no: int
    ns: int
    ew: int
    text: str


@dataclass(frozen=True, slots=True)
class Absence:
    """A pair absent from *first_round* to *last_round*: late, or gone if it *has_left*."""

    pair: int
    first_round: int
    last_round: int
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class PlayedLines:
    """All known lines: *due* by the movement in force, *done* in playing order, and *awarded*.

    - Rounds up to *rounds_over* are over. Rounds in *cut* won't be played by anybody.
    - *has_own_average* is whether the method uses a pair's own average instead of 60 or 40 per cent.
    - *rates_small_groups* is whether the method itself gives 60 per cent to a lone result in a group
      of a fouled board.
    - *awaited* are lines (board, N-S, E-W) of rounds that are over, but perhaps only not entered.
    """

    due: tuple[DueLine, ...]
    done: tuple[DoneLine, ...]
    awarded: tuple[AwardedLine, ...] = ()
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
