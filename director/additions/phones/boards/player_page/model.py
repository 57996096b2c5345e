"""What a pair is shown by its private address while results are not published."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class PageLine:
    """A result of the pair, with its share of the top if the pair may see it."""

    board_no: int
    opponents_text: str  # label and names
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
    contestant_word: str  # "pair", "player", "team"
    label: str
    names: str
    rounds: tuple[PageRound, ...]
    lines: tuple[PageLine, ...]
    clock_words: str  # "Round 3 is running.", "" where the clock is not shown
    ends_at: datetime | None
    game: str
    average: Fraction | None = None  # of the shares that are shown
    next_round_to_draw: int = 0  # the round that is to be drawn next, 0 if all are known
    knocked_out_after: int = 0  # the last round of a team that is out, as far as the draw tells it
    has_withdrawn: bool = False
    held_back: str = ""  # boards with results that the other half of the team may still play
    compares: bool = True  # whether the club shows what other tables made
    to_compare: str = ""  # the boards whose other results the pair may ask for

    @property
    def current_round(self) -> PageRound | None:
        """The round that the pair plays or goes to, or None after the last."""
        return next(iter(self.current_places), None)

    @property
    def current_places(self) -> tuple[PageRound, ...]:
        """The pair's places in the current round. A team has one for each half."""
        return tuple(row for row in self.rounds if row.is_now and not row.is_over)

    @property
    def next_places(self) -> tuple[PageRound, ...]:
        """The pair's places in the round after the current one."""
        if self.current_round is None:
            return ()
        current_no = self.current_round.round_no
        later_rounds = [row.round_no for row in self.rounds if row.round_no > current_no]
        next_no = min(later_rounds, default=0)
        return tuple(row for row in self.rounds if row.round_no == next_no)

    @property
    def compared_count(self) -> int:
        """The number of boards whose share is shown."""
        return sum(line.percent is not None for line in self.lines)
