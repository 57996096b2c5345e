"""The hook through which scores and pages of boards reach the application with matches.

Without that application, every method of :class:`Matches` answers that there are none. What follows
from a plan alone is asked of its format (``director/boards/movement/formats.py``).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest

from director.boards.movement.lines.section_lines import SectionLines
from director.boards.movement.sections import ScoringField
from director.boards.scoring.extras import PairPenalty
from director.core.base.grids import PageTable
from director.core.base.tags.additions import Tab
from director.formats.figures import TableData
from director.hooks import Hook
from director.models import Section
from director.sheets import PairCard, Points, StandingRow
from scoring.model import DueMatch, Field, Ranking

if TYPE_CHECKING:  # rooms above scoring, and modules that import this one
    from director.boards.play.scores.undoing import EntryPage
    from director.boards.scoring.standings.event import EventResults
    from director.boards.scoring.standings.sheets import SessionResults
    from director.boards.tables.addresses import ResultAddresses


@dataclass(frozen=True, slots=True)
class ShownStatement:
    """What a team said about the result of its match."""

    is_right: bool  # whether the team confirmed the result
    is_current: bool  # whether the result has stayed the same since
    sentence: str  # the statement for people: who said what, when, and whether it is current


@dataclass(frozen=True, slots=True)
class MatchTeam:
    """A team of a match, with what it said about the result."""

    label: str
    names: str
    statement: ShownStatement | None = None


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board of a match, with the points of both teams or None while a result is missing."""

    board_no: int
    home_points: Points
    away_points: Points


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """The result of a match, as the phones at its tables show it."""

    home: MatchTeam
    away: MatchTeam
    score: tuple[Points, Points]  # of home and away
    unit: str  # of the score, such as victory points
    board_unit: str  # of the points on a board, such as IMPs
    boards: Sequence[ShownBoard]
    notes: Sequence[str]  # rulings and adjustments that changed the score
    # Differs after every change of the result. A phone sends it back, so a team can't confirm a
    # result that was corrected meanwhile.
    version: str


@dataclass(frozen=True, slots=True)
class MatchPaths:
    """Paths of pages where matches are entered, each "" if there is no such page."""

    all_matches: str = ""  # of a section
    own_match: str = ""  # of the match to which a page of Scores belongs


class Matches:
    """The matches of a field, of a session and of an event."""

    parts_folder: str = ""
    """The templates that ``contest_part`` renders into pages of boards are in this folder."""

    # The ranking of a field

    def list_due_matches(
        self, scoring_field: ScoringField, lines: SectionLines, penalties: Collection[PairPenalty]
    ) -> Sequence[DueMatch]:
        """Return the matches that *scoring_field* waits for.

        *lines* are those of the field, and *penalties* its awards and penalties.
        """
        return ()

    def list_withdrawn_teams(
        self, scoring_field: ScoringField, lines: SectionLines
    ) -> Sequence[int]:
        """Return the teams that withdrew from a round robin, in the order of their withdrawal."""
        return ()

    def complete_ranking(
        self, scoring_field: ScoringField, field: Field, lines: SectionLines, ranking: Ranking
    ) -> tuple[Field, Ranking]:
        """Return *field* and its *ranking* with what depends on the scores of its matches."""
        return field, ranking

    def add_matches_to_rows(
        self,
        scoring_field: ScoringField,
        lines: SectionLines,
        ranking: Ranking,
        rows: list[StandingRow],
    ) -> list[StandingRow]:
        """Return *rows* of the standings with their matches."""
        return rows

    # Results, files, programs and phones

    def find_match(
        self, session_results: "SessionResults", home: int, away: int, round_no: int
    ) -> MatchSheet | None:
        """Return the match of *home* and *away* in *round_no*, or None if they play none.

        :raises ScoringError: if the results can't be scored
        """
        return None

    def serialize_matches(self, results: "EventResults") -> Mapping[str, object]:
        """Return the matches and brackets of *results* for programs."""
        return {}

    def get_table_makers_by_name(
        self, results: "EventResults"
    ) -> dict[str, Callable[[], TableData]]:
        """Return functions that build the tables of matches for files, by name.

        They aren't built yet, because most files contain only some of them.
        """
        return {}

    def make_card_grid(
        self,
        session_results: "SessionResults",
        card: PairCard,
        *,
        addresses: "ResultAddresses",
        request: HttpRequest,
    ) -> PageTable | None:
        """Return the card of a team match by match, or None if it is shown board by board."""
        return None

    def list_results_tabs(
        self, section: Section, session_results: "SessionResults"
    ) -> Sequence[Tab]:
        """Return the tabs of matches that everybody sees in Results."""
        return ()

    def list_directors_tabs(self, section: Section) -> Sequence[Tab]:
        """Return the tabs of matches in the menu beside the tabs, which only directors see."""
        return ()

    # Play and Scores

    def find_entry_address(self, section: Section, page_kind: str) -> str:
        """Return the address where matches of *section* are entered, if Scores begins there, or "".

        *page_kind* is the requested kind of page: ``"match"``, ``"table"`` or ``"board"``, or "" to
        begin wherever the contest does.
        """
        return ""

    def get_match_paths(
        self, section: Section, session_results: "SessionResults", entry_page: "EntryPage"
    ) -> MatchPaths:
        """Return the paths to all matches of *section* and to the match on *entry_page*."""
        return MatchPaths()


MATCHES = Hook(Matches())
