"""What results ask an application that knows matches. Without one, nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionResults
from director.formats.figures import TableData
from director.hooks import Hook
from director.sheets import Points


@dataclass(frozen=True, slots=True)
class ShownStatement:
    """What a team said about the result of its match.

    *is_current* says whether the result is still the one that it saw. *sentence* says all of it.
    """

    is_right: bool
    is_current: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class MatchTeam:
    """A team of a match, with what it said about the result."""

    label: str
    names: str
    statement: ShownStatement | None = None


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """The result of a match, as the phones at its tables show it.

    *boards* have a number and the points of both teams each. *mark* is another one after every change
    of the result.
    """

    home: MatchTeam
    away: MatchTeam
    score: tuple[Points, Points]
    unit: str
    board_unit: str
    boards: Sequence[tuple[int, Points, Points]]
    notes: Sequence[str]
    mark: str


class MatchResults:
    """The matches of an event: for Results, programs, files and phones."""

    def find_match(
        self, sheets: SessionResults, home: int, away: int, round_no: int
    ) -> MatchSheet | None:
        """Return the match of *home* and *away* in *round_no*, or None if they play none.

        :raises ScoringError: if the results can't be scored
        """
        return None

    def serialize_matches(self, results: EventResults) -> Mapping[str, object]:
        """Return the matches and brackets of *results* for programs."""
        return {}

    def get_makers_by_table(self, results: EventResults) -> dict[str, Callable[[], TableData]]:
        """Return functions that build the tables of matches for files, by name."""
        return {}


MATCH_RESULTS = Hook(MatchResults())
