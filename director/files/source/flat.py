"""Results that stand one a line, as most formats have them: what their readers say of each, before it is put together.

Pairs are known by number, or by the names of those who sat there.
"""

import re
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from director.files.deals.model import FiledDeal
from director.files.errors import ImportFileError
from director.files.source.model import SourcePlayer, SourceRound
from director.files.source.results import Made

LARGEST = 16_000
"""The largest number of a pair: E-W numbers are stored after the N-S numbers, and both below 32,768."""
_LABEL = re.compile(
    r"(?P<before>[A-Za-z]{0,2})[ -]?0*(?P<number>[0-9]{1,5})\s*(?P<after>N-?S|E-?W|N|E)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Label:
    """What a file calls a pair: its *number*, and the *direction* that stands with it, if any."""

    number: int
    direction: str = ""


class FlatLine(NamedTuple):
    """One result: where it stands, who met (by label, else by the names in *seats*), and what was made."""

    where: str
    board_no: int
    result: Made
    ns: Label | None = None
    ew: Label | None = None
    seats: tuple[str, ...] = ()  # who sat N, E, S and W
    lead: str = ""
    ns_points: Decimal | None = None
    ew_points: Decimal | None = None
    round_no: int | None = None
    table_no: int | None = None


@dataclass(frozen=True, slots=True)
class FlatPair:
    """What a file says of a pair besides its results."""

    label: Label
    players: tuple[SourcePlayer, ...] = ()
    total: Decimal | None = None
    percent: Decimal | None = None
    place: int | None = None
    boards: int | None = None  # how many it played


@dataclass(slots=True)
class FlatSection:
    """A section of a session: its results, what is said of its pairs, and movement and cards where they are told."""

    session: str = ""
    name: str = ""
    winners: int = 0  # 0: the file does not say
    lines: list[FlatLine] = field(default_factory=list)
    pairs: list[FlatPair] = field(default_factory=list)
    rounds: tuple[SourceRound, ...] = ()
    hands: list[FiledDeal | ImportFileError] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Head:
    """What a file says of the event as a whole."""

    scoring: str
    title: str = ""
    club: str = ""
    on: date | None = None
    program: str = ""


@lru_cache(maxsize=65_536)  # every pair stands on many lines
def read_label(text: str) -> Label | None:
    """Return what *text* calls a pair, ``None`` where it is no number of a pair.

    >>> read_label("5NS"), read_label("12"), read_label("N 3"), read_label("Ash")
    (Label(number=5, direction='NS'), Label(number=12, direction=''), Label(number=3, direction='NS'), None)
    """
    match = _LABEL.fullmatch(text.strip().removesuffix(".0"))
    if match is None or not 1 <= int(match["number"]) <= LARGEST:
        return None
    signs = (match["after"] or match["before"]).upper().replace("-", "")
    return Label(int(match["number"]), {"N": "NS", "NS": "NS", "E": "EW", "EW": "EW"}.get(signs, ""))
