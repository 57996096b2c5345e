"""Records of a file of results, as it states them."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from director.formats.deals.model import FiledDeal
from director.formats.errors import Doubt


@dataclass(frozen=True, slots=True)
class SourcePlayer:
    """A person as the file names them."""

    name: str
    national_id: str
    club_id: str


@dataclass(frozen=True, slots=True)
class SourcePair:
    """A pair and, where the file gives them, its official *total*, *percent* and *place*.

    *direction* is ``"NS"`` or ``"EW"`` with two winners and empty with one; *number* alone tells
    the pairs of one direction apart.  *number_text* is the number as it stands in the file;
    *adjustment* is what it adds to the total besides the boards.  Figures have the decimals that
    the file prints.
    """

    number_text: str
    number: int
    direction: str
    players: tuple[SourcePlayer, ...]
    total: Decimal | None
    percent: Decimal | None
    place: int | None
    adjustment: Decimal | None = None


class SourceLine(NamedTuple):
    """A result in the file. A named tuple, since a dataclass is slower to make.

    *contract* is canonical (``"4SX"``, ``"PASS"``) or empty; *declarer* a seat, a side or empty;
    *tricks* all that declarer won; *score* is seen from the N-S side; *artificial* is canonical
    (``"A6040"``) and then there is no score. A line with neither contract, score nor artificial
    score was not played.  The points are the official ones. *ruled* is a weighted or split score in
    this program's own words, where it wrote the file; of duplicate auction it is the whole result
    as it is typed (``"3HS+1 NS30"``).
    """

    ns_no: int
    ew_no: int
    contract: str
    declarer: str
    lead: str
    tricks: int | None
    score: int | None
    artificial: str | None
    ns_points: Decimal | None
    ew_points: Decimal | None
    ruled: str = ""

    def between(self, ns_no: int, ew_no: int) -> "SourceLine":
        """Return the same result of other pairs."""
        return SourceLine._make((ns_no, ew_no, *self[2:]))


@dataclass(frozen=True, slots=True)
class SourceRound:
    """One table in one round of the movement that a file tells: who met, with which boards.

    The numbers are those of the pairs as people call them; 0 is nobody, so that the other side sat
    out.
    """

    round_no: int
    table_no: int
    ns_no: int
    ew_no: int
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SourceBoard:
    """A board with its lines in the order of the file."""

    board_no: int
    lines: tuple[SourceLine, ...]


@dataclass(frozen=True, slots=True)
class SourceSection:
    """Pairs that share their boards.

    *name* is what the file calls them, empty if it does not; *place* what sentences say, where
    there are several. *rounds* are the movement and *hands* the cards of the boards, where the file
    tells them.
    """

    name: str
    place: str
    winners: int
    pairs: tuple[SourcePair, ...]
    boards: tuple[SourceBoard, ...]
    rounds: tuple[SourceRound, ...] = ()
    hands: tuple[FiledDeal, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceEvent:
    """A pairs event with its *sessions*, each at least one section.

    *date* is ``None`` where the file has none.  *scoring* is one of ``SCORINGS``; *warnings* are
    what a person should look at, in the order of the file.  *game* is what was played:
    ``"bridge"``, ``"auction"`` or ``"auction-1914"``.
    """

    club: str
    club_id: str
    identifier: str
    title: str
    description: str
    date: date | None
    program: str
    program_version: str
    scoring: str
    sessions: tuple[tuple[SourceSection, ...], ...]
    warnings: tuple[Doubt, ...] = field(default=(), compare=False)
    game: str = "bridge"

    @property
    def sections(self) -> tuple[SourceSection, ...]:
        """The sections of all sessions."""
        return tuple(section for session in self.sessions for section in session)


SCORINGS = ("matchpoints", "cross-imps", "butler", "aggregate")
"""How an event was scored, in words that do not change with the version of the format."""
