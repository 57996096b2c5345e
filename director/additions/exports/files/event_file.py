"""An event with boards for other programs' files.

Frozen records of bare values, from which USEBIO, PBN and the CSV of public sites are written;
nothing is scored here. Points are exact.  Each writer leaves out what its format can't express.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from director.boards.paper.exports import ExportedPlayer
from director.formats.deals import DealInFile
from director.formats.result import ResultInFile
from director.sheets import Points
from scoring.display import format_rounded

WRITER_NAME = "Kalamazoo"
"""What files name as the program that wrote them."""


def format_optional_points(points: Points) -> str:
    """Return *points* as files have them, empty where they are not known."""
    return "" if points is None else format_rounded(points)


@dataclass(frozen=True, slots=True)
class ExportedPart:
    """What one player scored on *board_count*."""

    board_count: int
    total: Points = None
    percent: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ExportedEntry:
    """A pair, player or team with its final figures.

    *number* is its number within its *section* (a letter, empty if there is one section),
    *direction* ``"NS"``, ``"EW"`` or empty; *group* is the direction it is ranked in.  *name* is a
    team's name.  *adjustment* is the part of the total that doesn't come from boards: penalties,
    carry-over, handicaps; None without any.  If some *players* played only a part, *parts* has the
    figures of each, in the same order.
    """

    number: int
    direction: str
    section: str
    group: str
    name: str
    players: tuple[ExportedPlayer, ...]
    board_count: int
    total: Points
    percent: Fraction | None
    rank: str
    adjustment: Points = None
    parts: tuple[ExportedPart, ...] = ()

    @property
    def label(self) -> str:
        """Its number with its direction, as files write it: ``"5NS"``."""
        return f"{self.number}{self.direction}"

    @property
    def names(self) -> str:
        """The players' names, or the team's."""
        return self.name or " & ".join(player.name for player in self.players)


@dataclass(frozen=True, slots=True)
class ExportedLine:
    """A result: both sides, what they did, and points.

    *seats* are the players N, E, S and W, None for unknown ones. *seat_numbers* are their numbers in
    an event of single players, in the same order, else empty.
    """

    ns: str
    ew: str
    result: ResultInFile
    lead: str
    ns_points: Points
    ew_points: Points
    round_no: int | None = None
    table_no: int | None = None
    seats: tuple[ExportedPlayer | None, ...] = (None, None, None, None)
    seat_numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportedBoard:
    """A board with its lines by N-S number, *dealer* and *vulnerability*.

    *hand* are its cards, if they are known and everybody may see them.
    """

    board_no: int
    dealer: str
    vulnerability: str
    lines: tuple[ExportedLine, ...]
    hand: DealInFile | None = None


@dataclass(frozen=True, slots=True)
class ExportedMatchBoard:
    """A board of a match, and what it earned the home team."""

    board: ExportedBoard
    home_points: Points


@dataclass(frozen=True, slots=True)
class ExportedMatch:
    """A match: labels of both, points of its boards, and what counts in the end.

    *boards* are those with results, *board_numbers* all boards that belong to it.
    """

    round_no: int | None
    home: str
    away: str
    points: tuple[Points, Points]
    score: tuple[Points, Points]
    boards: tuple[ExportedMatchBoard, ...]
    board_numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportedSection:
    """A section: entries by number, boards, and *matches*.

    *letter* is empty where a session has one section.
    """

    letter: str
    winner_count: int
    entries: tuple[ExportedEntry, ...]
    boards: tuple[ExportedBoard, ...]
    matches: tuple[ExportedMatch, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportedSession:
    """One sitting, with its sections in order of letters.

    *method* is the name of its scoring method in files (empty if it has none). *has_scale* says whether
    matches give victory points, *is_ranked_apart* whether each section has its own places.
    *scoring_description* is the exact scoring in this program's words.
    """

    number: int
    sections: tuple[ExportedSection, ...]
    method: str
    has_scale: bool
    date: date
    is_ranked_apart: bool = False
    scoring_description: str = ""


@dataclass(frozen=True, slots=True)
class ExportedEvent:
    """An event with its *sessions*. *contest* is "pairs", "individual" or "teams".

    *draw_kind* is ``"swiss"`` or ``"knock-out"`` if rounds are drawn, else empty.  *standings* are the
    final lists, group by group.  The club's number with its union, the charge code and the master
    point scale are empty where they are not known.
    """

    event_id: int
    club: str
    name: str
    date: date
    contest: str
    draw_kind: str
    sessions: tuple[ExportedSession, ...]
    standings: tuple[tuple[ExportedEntry, ...], ...]
    club_number: str = ""
    charge_code: str = ""
    point_scale: str = ""

    @property
    def sections(self) -> Iterator[ExportedSection]:
        """The sections of all sessions."""
        for session in self.sessions:
            yield from session.sections

    @property
    def has_one_scoring(self) -> bool:
        """Whether all sessions are scored in the same way. Stages may differ."""
        return len({(session.method, session.has_scale) for session in self.sessions}) == 1

    @property
    def has_several_sections(self) -> bool:
        """Whether there is more than one section in all."""
        return len(list(self.sections)) > 1
