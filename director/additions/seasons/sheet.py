"""Records of a season's page: its events and everybody's place."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from director.core.base.tags.cards import party_figure
from scoring.display import percent_text, points_text
from scoring.season import EventResult


def format_season_figure(value: Fraction, *, is_average: bool) -> str:
    """Return a figure as text: ``"54.17"`` for an average, else ``"12"``, ``"7½"``, ``"3.33"``."""
    if is_average:
        return percent_text(value)
    # Halves are written as ½, and other fractions as decimals.
    text = party_figure(value) if value.denominator <= 2 else points_text(value)
    return text.replace("-", "−")


@dataclass(frozen=True, slots=True)
class SeasonEventSheet:
    """An event of a season. *exclusion_reason* says why it earns nothing, or is empty."""

    event_id: int
    name: str
    date: date
    entrants: int
    is_published: bool
    is_provisional: bool
    exclusion_reason: str = ""


@dataclass(frozen=True, slots=True)
class SeasonCell:
    """A contestant's points for one event (None if absent), with the *handicap* in them."""

    event: SeasonEventSheet
    points: Fraction | None
    is_counted: bool
    result: EventResult | None
    text: str = ""
    handicap: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class ClubSeasonRow:
    """One contestant's place."""

    place: str
    key: str  # numbers of people, "3-17", or the name of a team
    name: str
    events_played: int
    wins: int
    cells: tuple[SeasonCell, ...]
    attendance: int
    total: Fraction
    total_text: str
    people: tuple[tuple[int, str], ...] = ()  # keys and names of a player or of a pair
    group: str = ""  # the prize group, if each has standings of its own
    games_played: int = 0  # of all events that earn points, also of those that are struck out

    @property
    def points(self) -> tuple[Fraction | None, ...]:
        """The points of each event, None if absent."""
        return tuple(cell.points for cell in self.cells)

    @property
    def is_leader(self) -> bool:
        """Whether the contestant is first, alone or with others."""
        return self.place in ("1", "1=")


@dataclass(frozen=True, slots=True)
class ClubSeasonSheet:
    """The page of a season. *counted_events* are the events that earn points, by date."""

    club: str
    name: str
    contestant_title: str  # "Player", "Pair" or "Team"
    rule: str
    events: tuple[SeasonEventSheet, ...]
    counted_events: tuple[SeasonEventSheet, ...]
    rows: tuple[ClubSeasonRow, ...]
    nameless: int
    has_attendance: bool
    has_groups: bool
    has_games: bool  # whether every event counts games, as parties do
    is_average: bool
    note: str = ""  # a setting that has no effect yet

    @property
    def leaders(self) -> tuple[str, ...]:
        """The names of the contestants in first place."""
        return tuple(row.name for row in self.rows if row.is_leader)

    @property
    def is_provisional(self) -> bool:
        """Whether a result of an event can still change."""
        return any(event.is_provisional for event in self.counted_events)
