"""What a pair is shown by its private address while results are not published."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class PageLine:
    """A result of the pair: entry, its score, and its share of the top if it may see it."""

    board_no: int
    against: str  # label and names
    text: str
    score: int | None
    percent: Fraction | None = None


@dataclass(frozen=True, slots=True)
class PageRound:
    """A round of the pair. Without boards it sits out."""

    round_no: int
    table: str  # "3", "B3", ""
    side: str  # "N-S", "E-W", of a single player "North"; "" in a sit-out
    opponents: str  # label
    names: str
    boards: str  # "4–6"
    is_over: bool = False
    is_now: bool = False
    partner: str = ""  # number and name, of a single player

    @property
    def sits_out(self) -> bool:
        """Whether the pair has no opponents."""
        return not self.boards


@dataclass(frozen=True, slots=True)
class PageSession:
    """All that a pair is shown before the results are published."""

    club: str
    event: str
    called: str  # "pair", "player", "team"
    label: str
    names: str
    rounds: tuple[PageRound, ...]
    lines: tuple[PageLine, ...]
    clock_words: str  # "Round 3 is running.", "" where the clock is not shown
    ends_at: datetime | None
    game: str
    average: Fraction | None = None  # of the shares that are shown
    to_draw: int = 0  # the round that is to be drawn next, 0 where all are known
    out_in: int = 0  # the round in which a team was knocked out, as far as the draw tells it
    has_withdrawn: bool = False
    held_back: str = ""  # the boards of a team that are entered, and not shown while its other half may play them
    compares: bool = True  # whether the club shows what other tables made
    to_compare: str = ""  # the boards whose other results it may ask for

    @property
    def now(self) -> PageRound | None:
        """The round that the pair plays or goes to, or None after the last."""
        return next(iter(self.places_now), None)

    @property
    def places_now(self) -> tuple[PageRound, ...]:
        """Where it plays in that round: in two places, where the halves of a team play."""
        return tuple(row for row in self.rounds if row.is_now and not row.is_over)

    @property
    def places_after(self) -> tuple[PageRound, ...]:
        """Where it plays in the round after it."""
        now = self.now.round_no if self.now else 0
        later = [row.round_no for row in self.rounds if now and row.round_no > now]
        return tuple(row for row in self.rounds if later and row.round_no == min(later))

    @property
    def with_percent(self) -> int:
        """Of how many boards the share is shown."""
        return sum(line.percent is not None for line in self.lines)
