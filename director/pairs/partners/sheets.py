"""Frozen records of who partners whom from session to session."""

from dataclasses import dataclass

from director.sheets import Heading


@dataclass(frozen=True, slots=True)
class Partnership:
    """Two players who play together in one session, or one who has no partner."""

    numbers: str  # "12–1", "3"
    names: str  # "Ada Ash & Bert Birch"; empty where nobody is named


@dataclass(frozen=True, slots=True)
class PartnerSession:
    """Who partners whom in one session."""

    number: int
    pairs: tuple[Partnership, ...]
    alone: Partnership | None  # who sits out


@dataclass(frozen=True, slots=True)
class PartnerSheet:
    """Who partners whom from session to session."""

    heading: Heading
    size: str  # "12 players, 11 sessions"
    sessions: tuple[PartnerSession, ...]
    numbering: str  # who has which numbers, a whole sentence; empty where any player may have any
    promises: tuple[str, ...]  # whole sentences
    source: str
    has_names: bool
