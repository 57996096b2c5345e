"""Records of a file of results, as it states them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Generic, NamedTuple, TypeVar

from director.additions.imports.formats.source.own_words import OwnScoring
from director.formats.deals import FiledDeal
from director.formats.errors import Doubt
from director.formats.result import FiledResult


@dataclass(frozen=True, slots=True)
class SourcePlayer:
    """A person as the file names them."""

    name: str
    national_id: str
    club_id: str


Who = TypeVar("Who")


@dataclass(frozen=True, slots=True)
class PlayersOfRounds(Generic[Who]):
    """The *players* of a pair from round *first_round* to round *last_round*.

    They are players as the file names them, or the people of the club that they are.
    """

    first_round: int
    last_round: int
    players: tuple[Who, ...]


@dataclass(frozen=True, slots=True)
class SourcePair:
    """A contestant with its official *total*, *percent* and *place*, if the file has them.

    It is a pair, or a team or single player in an event of those.  *direction* is ``"NS"`` or
    ``"EW"`` with two winners and empty with one; *number* is unique within a direction.
    *number_text* is the number as the file writes it; *name* is that of a team; *adjustment* is the
    part of the total that doesn't come from boards.  Figures have the decimals that the file prints.
    *earlier_players* are the players of the rounds before they were replaced.
    """

    number_text: str
    number: int
    direction: str
    players: tuple[SourcePlayer, ...]
    total: Decimal | None
    percent: Decimal | None
    place: int | None
    adjustment: Decimal | None = None
    name: str = ""
    earlier_players: tuple[PlayersOfRounds[SourcePlayer], ...] = ()


class SourceLine(NamedTuple):
    """A result in the file. A named tuple, since a dataclass is slower to make.

    *ns_no* and *ew_no* are pairs, teams or partnerships of single players. The points are the
    official ones, and so are the percentages of the board's top, which some files have in place of
    points.  If the line *is_turned*, the pairs sat the other way round: *result* is that of the
    table, and all other fields are those of the pairs' own directions.
    """

    ns_no: int
    ew_no: int
    result: FiledResult
    lead: str = ""
    ns_points: Decimal | None = None
    ew_points: Decimal | None = None
    ns_percent: Decimal | None = None
    ew_percent: Decimal | None = None
    is_turned: bool = False

    def with_pairs(self, ns_no: int, ew_no: int) -> "SourceLine":
        """Return the same result of other pairs."""
        return SourceLine._make((ns_no, ew_no, *self[2:]))


@dataclass(frozen=True, slots=True)
class SourceRound:
    """One table in one round of the movement in a file: both sides and the boards.

    The sides have the numbers of lines; 0 means that the other side sat out.  *players* are the
    single players who sit N, E, S and W.  If the table *is_turned*, the pairs sat the other way
    round, against their directions.
    """

    round_no: int
    table_no: int
    ns_no: int
    ew_no: int
    boards: tuple[int, ...]
    players: tuple[int, ...] = ()
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class SourceBoard:
    """A board with its lines in the order of the file."""

    board_no: int
    lines: tuple[SourceLine, ...]


@dataclass(frozen=True, slots=True)
class SourceSection:
    """Contestants that share their boards.

    *name* is the section's name in the file, or empty; *place* its name in sentences, if there are
    several. *rounds* are the movement and *hands* the cards of the boards, if the file has them.
    *partners* are the two players of each partnership in an event of single players.
    """

    name: str
    place: str
    winners: int
    pairs: tuple[SourcePair, ...]
    boards: tuple[SourceBoard, ...]
    rounds: tuple[SourceRound, ...] = ()
    hands: tuple[FiledDeal, ...] = ()
    partners: Mapping[int, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SourceEvent:
    """An event with its *sessions*, each at least one section.

    *contest* is ``"pairs"``, ``"teams"`` or ``"individual"``.  *date* is None if the file has none.
    *scoring* is one of ``SCORINGS``, for teams of ``TEAM_SCORINGS``; *warnings* are problems for the
    director to review, in the order of the file, and *left_out* name what has no use
    here.  *game* is ``"bridge"``, ``"auction"`` or ``"auction-1914"``.
    *own_scoring* is the exact scoring, which only files of this program name.
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
    contest: str = "pairs"
    own_scoring: OwnScoring | None = None
    left_out: tuple[Doubt, ...] = field(default=(), compare=False)

    @property
    def sections(self) -> tuple[SourceSection, ...]:
        """The sections of all sessions."""
        return tuple(section for session in self.sessions for section in session)


SCORINGS = ("matchpoints", "cross-imps", "butler", "aggregate")
"""Scoring methods, in words that don't depend on the version of the format."""
TEAM_SCORINGS = ("imps", "bam", "hybrid")
"""Scoring methods of teams. The first is the usual one."""
