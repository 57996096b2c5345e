"""An event with boards for other programs' files.

Frozen records of bare values, from which USEBIO, PBN and the CSV of public sites are written;
nothing is scored here. Points are exact.  Each writer leaves out what its format can't express.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from director.boards.paper.exports import SentPlayer
from director.formats.deals import FiledDeal
from director.formats.result import FiledResult
from director.sheets import Points
from scoring.display import points_text

PROGRAM = "Kalamazoo"
"""What files name as the program that wrote them."""
PROGRAM_VERSION = "0.4.0"
"""The release that files name beside it. A test compares it with ``pyproject.toml``."""


def format_optional_points(points: Points) -> str:
    """Return *points* as files have them, empty where they are not known."""
    return "" if points is None else points_text(points)


@dataclass(frozen=True, slots=True)
class SentPart:
    """What one player scored on *boards*."""

    boards: int
    total: Points = None
    percent: Fraction | None = None


@dataclass(frozen=True, slots=True)
class SentEntry:
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
    players: tuple[SentPlayer, ...]
    boards: int
    total: Points
    percent: Fraction | None
    place: str
    adjustment: Points = None
    parts: tuple[SentPart, ...] = ()

    @property
    def label(self) -> str:
        """Its number with its direction, as files write it: ``"5NS"``."""
        return f"{self.number}{self.direction}"

    @property
    def names(self) -> str:
        """The players' names, or the team's."""
        return self.name or " & ".join(player.name for player in self.players)


@dataclass(frozen=True, slots=True)
class SentLine:
    """A result: both sides, what they did, and points.

    *seats* are the players N, E, S and W, None for unknown ones.
    """

    ns: str
    ew: str
    result: FiledResult
    lead: str
    ns_points: Points
    ew_points: Points
    round_no: int | None = None
    table_no: int | None = None
    seats: tuple[SentPlayer | None, ...] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class SentBoard:
    """A board with its lines by N-S number, *dealer* and *vulnerable*.

    *hand* are its cards, if they are known and everybody may see them.
    """

    board_no: int
    dealer: str
    vulnerable: str
    lines: tuple[SentLine, ...]
    hand: FiledDeal | None = None


@dataclass(frozen=True, slots=True)
class SentMatchBoard:
    """A board of a match, and what it earned the home team."""

    board: SentBoard
    home_points: Points


@dataclass(frozen=True, slots=True)
class SentMatch:
    """A match: labels of both, points of its boards, and what counts in the end."""

    round_no: int | None
    home: str
    away: str
    points: tuple[Points, Points]
    score: tuple[Points, Points]
    boards: tuple[SentMatchBoard, ...]


@dataclass(frozen=True, slots=True)
class SentSection:
    """A section: entries by number, boards, and *matches*.

    *letter* is empty where a session has one section.
    """

    letter: str
    winners: int
    entries: tuple[SentEntry, ...]
    boards: tuple[SentBoard, ...]
    matches: tuple[SentMatch, ...] = ()


@dataclass(frozen=True, slots=True)
class SentSession:
    """One sitting, with its sections in order of letters.

    *method* is the name of its scoring method in files (empty if it has none). *scale* says whether
    matches give victory points, *is_ranked_apart* whether each section has its own places.
    *own_scoring* is the exact scoring in this program's words.
    """

    number: int
    sections: tuple[SentSection, ...]
    method: str
    scale: bool
    date: date
    is_ranked_apart: bool = False
    own_scoring: str = ""


@dataclass(frozen=True, slots=True)
class SentEvent:
    """An event with its *sessions*. *contest* is "pairs", "individual" or "teams".

    *drawn* is ``"swiss"`` or ``"knock-out"`` if rounds are drawn, else empty.  *standings* are the
    final lists, group by group.  The club's number with its union, the charge code and the master
    point scale are empty where they are not known.
    """

    event_id: int
    club: str
    name: str
    date: date
    contest: str
    drawn: str
    sessions: tuple[SentSession, ...]
    standings: tuple[tuple[SentEntry, ...], ...]
    club_number: str = ""
    charge_code: str = ""
    point_scale: str = ""

    @property
    def sections(self) -> Iterator[SentSection]:
        """The sections of all sessions."""
        for session in self.sessions:
            yield from session.sections

    @property
    def is_scored_alike(self) -> bool:
        """Whether all sessions are scored in the same way. Stages may differ."""
        return len({(session.method, session.scale) for session in self.sessions}) == 1

    @property
    def is_divided(self) -> bool:
        """Whether there is more than one section in all."""
        return len(list(self.sections)) > 1
