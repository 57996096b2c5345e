"""Flat records of a file with one result per line, before sections are made from them.

Pairs are known by number, or by the names of the players in the seats.
"""

import re
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from director.additions.imports.formats.source.matches import IMPS, MatchInFile
from director.additions.imports.formats.source.model import OwnScoring, SourcePlayer, SourceRound
from director.formats.deals import DealInFile
from director.formats.errors import ImportFileError
from director.formats.result import ResultInFile
from scoring.hands.card_languages import SuitLetters

MAX_PAIR_NUMBER = 16_000
"""The largest number of a pair. E-W numbers are stored after N-S numbers, all below 32,768."""
MAX_PLAYER_NUMBER = 1000
"""The largest number of a single player. Larger numbers are for partnerships."""
_PARTNERS = re.compile(r"(?P<first>[0-9]{1,4})\s*\+\s*(?P<second>[0-9]{1,4})")
_LABEL = re.compile(
    r"(?P<before>[A-Za-z]{0,2})[ -]?0*(?P<number>[0-9]{1,5})\s*(?P<after>N-?S|E-?W|N|E)?",
    re.IGNORECASE,
)
_DIRECTION_BY_LETTERS = {"N": "NS", "NS": "NS", "E": "EW", "EW": "EW"}


@dataclass(frozen=True, slots=True)
class Label:
    """The *number* and *direction* by which a file names a pair."""

    number: int
    direction: str = ""


class FlatLine(NamedTuple):
    """A result with its contestants and its place in the file.

    - *ns*, *ew*: the labels of the sides, if they have any.
    - *seats*: the names of N, E, S and W.
    - *players*: the numbers of single players N, E, S and W.
    - *is_turned*: as in ``SourceLine``.
    """

    where: str
    board_no: int
    result: ResultInFile
    ns: Label | None = None
    ew: Label | None = None
    seats: tuple[str, ...] = ()
    lead: str = ""
    ns_points: Decimal | None = None
    ew_points: Decimal | None = None
    round_no: int | None = None
    table_no: int | None = None
    ns_percent: Decimal | None = None
    ew_percent: Decimal | None = None
    players: tuple[int, ...] = ()
    is_turned: bool = False


def scale_percents(lines: list[FlatLine]) -> list[FlatLine]:
    """Return *lines* with percentages from 0 to 100. A spreadsheet may have fractions of 1."""
    figures = [figure for line in lines for figure in (line.ns_percent, line.ew_percent) if figure]
    if not figures or max(figures) > 1:
        return lines
    return [
        line._replace(
            ns_percent=line.ns_percent and line.ns_percent.scaleb(2),
            ew_percent=line.ew_percent and line.ew_percent.scaleb(2),
        )
        for line in lines
    ]


@dataclass(frozen=True, slots=True)
class FlatPair:
    """A contestant's players and official figures in a file. *name* is a team's name."""

    label: Label
    players: tuple[SourcePlayer, ...] = ()
    total: Decimal | None = None
    percent: Decimal | None = None
    rank: int | None = None
    board_count: int | None = None  # boards played
    name: str = ""


@dataclass(slots=True)
class FlatSection:
    """A section with results, contestants, movement and deals.

    - *is_by_team*: the labels of its lines are numbers of teams.
    - *unplayed_lines*: lines of this program's file without a result, such as those of *matches* that
      were entered without boards.
    - *is_own_file*: this program wrote the file. Its lines name the players of their round, and the
      same pairs can replay a board.
    """

    session: str = ""
    name: str = ""
    winner_count: int = 0  # 0: the file does not say
    lines: list[FlatLine] = field(default_factory=list)
    pairs: list[FlatPair] = field(default_factory=list)
    rounds: tuple[SourceRound, ...] = ()
    hands: list[DealInFile | ImportFileError] = field(default_factory=list)
    is_by_team: bool = False
    is_own_file: bool = False
    unplayed_lines: list[FlatLine] = field(default_factory=list)
    matches: list[MatchInFile] = field(default_factory=list)
    match_unit: str = IMPS

    @property
    def has_results(self) -> bool:
        """Whether it has a result of a board or of a match."""
        return bool(self.lines or self.matches)


@dataclass(frozen=True, slots=True)
class EventHead:
    """A file's data about the event as a whole.

    - *contest*: ``"pairs"``, ``"teams"`` or ``"individual"`` from the file or the director, or "".
    - *own_scoring*: the scoring in a file of this program.
    - *possible_dates*: two dates if the day or the month may come first.
    - *suit_letters*: as in ``SourceEvent``.
    """

    scoring: str
    title: str = ""
    club: str = ""
    event_date: date | None = None
    possible_dates: tuple[date, ...] = ()
    program: str = ""
    game: str = "bridge"
    contest: str = ""
    own_scoring: OwnScoring | None = None
    suit_letters: SuitLetters | None = None


@lru_cache(maxsize=65_536)
def parse_partners(text: str) -> tuple[int, int] | None:
    """Return the numbers of two single players who are partners, or None.

    >>> parse_partners("2+14"), parse_partners("5")
    ((2, 14), None)
    """
    match = _PARTNERS.fullmatch(text.strip())
    if match is None:
        return None
    first, second = int(match["first"]), int(match["second"])
    if 1 <= first <= MAX_PLAYER_NUMBER and 1 <= second <= MAX_PLAYER_NUMBER:
        return first, second
    return None


def parse_partner_seats(ns: str, ew: str) -> tuple[int, ...]:
    """Return the players N, E, S and W of two sides such as ``"2+4"``, or () for other sides.

    >>> parse_partner_seats("2+4", "1+8"), parse_partner_seats("2", "1")
    ((2, 1, 4, 8), ())
    """
    ns_players = parse_partners(ns)
    ew_players = parse_partners(ew)
    if not ns_players or not ew_players:
        return ()
    north, south = ns_players
    east, west = ew_players
    return north, east, south, west


@lru_cache(maxsize=65_536)  # Every pair is on many lines.
def parse_label(text: str) -> Label | None:
    """Return the pair's label in *text*, or None.

    >>> parse_label("5NS"), parse_label("12"), parse_label("N 3"), parse_label("Ash")
    (Label(number=5, direction='NS'), Label(number=12, direction=''), Label(number=3, direction='NS'), None)
    """
    match = _LABEL.fullmatch(text.strip().removesuffix(".0"))
    if match is None or not 1 <= int(match["number"]) <= MAX_PAIR_NUMBER:
        return None
    side_letters = (match["after"] or match["before"]).upper().replace("-", "")
    return Label(int(match["number"]), _DIRECTION_BY_LETTERS.get(side_letters, ""))
