"""An event with boards as files for other programs tell it: who played, what was made, what it earned.

Frozen records of bare values, from which USEBIO, PBN and the CSV of public sites are written;
nothing is scored here. Points are exact.  Whatever a format has no word for is left out by its
writer, not here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from director.formats.deals.model import FiledDeal
from director.sheets import Points

PROGRAM = "Kalamazoo"
"""What files name as the program that wrote them."""


@dataclass(frozen=True, slots=True)
class SentPlayer:
    """A person by *name*, with the *number* the federation or the club knows them by, which may be empty.

    *family* is the part of the name that lists are sorted by, empty where it is not known.
    """

    name: str
    number: str = ""
    family: str = ""


@dataclass(frozen=True, slots=True)
class SentPart:
    """What one player made on the *boards* that they played; figures are ``None`` where they are those of all."""

    boards: int
    total: Points = None
    percent: Fraction | None = None


@dataclass(frozen=True, slots=True)
class SentEntry:
    """A pair, a player or a team with what it has in the end.

    *number* is what people call it within its *section* (a letter, empty where there is one),
    *direction* ``"NS"``, ``"EW"`` or empty; *group* is the direction it is ranked in.  *name* is
    what a team calls itself.  *adjustment* is what is in the total besides boards: penalties,
    carry-over, handicaps; ``None`` without any.  Where some of the *players* played only a part,
    *parts* has what each made, in the same order.
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
        """The names of its players, or what it is called."""
        return self.name or " & ".join(player.name for player in self.players)


@dataclass(frozen=True, slots=True)
class SentLine:
    """One result: labels of the two sides, what was made, and what it earned.

    *contract* is ``"4SX"``, ``"PASS"`` or empty; *declarer* a seat or empty; *tricks* are all that
    declarer won; *score* is seen from N-S; *artificial* (``"A6040"``) stands in place of all these.
    *ruled* is what a director gave that no other program has words for, as it is typed (``"60%
    4SS=, 40% 4SS-1"``).  *seats* are those who sat N, E, S and W, ``None`` where nobody knows.
    """

    ns: str
    ew: str
    contract: str
    declarer: str
    tricks: int | None
    lead: str
    score: int | None
    artificial: str
    ns_points: Points
    ew_points: Points
    round_no: int | None = None
    table_no: int | None = None
    seats: tuple[SentPlayer | None, ...] = (None, None, None, None)
    ruled: str = ""


@dataclass(frozen=True, slots=True)
class SentBoard:
    """A board with its lines in order of N-S number; *dealer* is a seat, *vulnerable* ``"None"``, ``"N-S"``…

    *hand* are its cards, once everybody may see them and where they are known.
    """

    board_no: int
    dealer: str
    vulnerable: str
    lines: tuple[SentLine, ...]
    hand: FiledDeal | None = None


@dataclass(frozen=True, slots=True)
class SentMatchBoard:
    """One board of a match: its lines, and what it brought the home team."""

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
    """Those who share boards, in order of number, with the *matches* that their boards make, if any.

    *letter* is empty where a session has one section.
    """

    letter: str
    winners: int
    entries: tuple[SentEntry, ...]
    boards: tuple[SentBoard, ...]
    matches: tuple[SentMatch, ...] = ()


@dataclass(frozen=True, slots=True)
class SentSession:
    """One sitting, with its sections in order of letters."""

    number: int
    sections: tuple[SentSection, ...]


@dataclass(frozen=True, slots=True)
class SentEvent:
    """An event with its *sessions*; *contest* is ``"pairs"``, ``"individual"`` or ``"teams"``.

    *drawn* is ``"swiss"`` or ``"knock-out"`` where rounds are drawn, else empty.  *method* is what
    files call the scoring of boards (empty where they have no word), *method_name* what it is
    called here; *scale* says whether matches bring victory points.  *standings* are the lists after
    all sessions, group by group.
    """

    event_id: int
    club: str
    name: str
    date: date
    contest: str
    drawn: str
    method: str
    method_name: str
    scale: bool
    sessions: tuple[SentSession, ...]
    standings: tuple[tuple[SentEntry, ...], ...]

    @property
    def sections(self) -> Iterator[SentSection]:
        """The sections of all sessions."""
        for session in self.sessions:
            yield from session.sections

    @property
    def is_divided(self) -> bool:
        """Whether there is more than one section in all."""
        return len(list(self.sections)) > 1
