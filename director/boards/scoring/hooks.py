"""What a room asks an application that knows matches, about a field, a session or an event.

What follows from a plan alone is asked of its format (``director/boards/movement/formats.py``).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest

from director.boards.movement.lines.section_lines import SectionLines
from director.boards.movement.sections import ScoringField
from director.boards.scoring.extras import PairPenalty
from director.core.base.grids import PageTable
from director.formats.figures import TableData
from director.hooks import Hook
from director.models import Section
from director.sheets import PairCard, Points, StandingRow
from scoring.model import DueMatch, Field, Ranking

if TYPE_CHECKING:  # the rooms above name what they ask
    from director.boards.play.scores.undoing import EntryPage
    from director.boards.scoring.standings.event import EventResults
    from director.boards.scoring.standings.sheets import SessionResults
    from director.boards.tables.addresses import ResultAddresses


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


class Matches:
    """The matches of a field, of a session and of an event. Without an application, none."""

    parts_folder: str = ""
    """The folder of its templates for parts of pages (``contest_part``), or ""."""

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

    def get_makers_by_table(self, results: "EventResults") -> dict[str, Callable[[], TableData]]:
        """Return functions that build the tables of matches for files, by name."""
        return {}

    def make_card_grid(
        self,
        session_results: "SessionResults",
        card: PairCard,
        *,
        addresses: "ResultAddresses",
        request: HttpRequest,
    ) -> "PageTable | None":
        """Return the card of a team match by match, or None if it is shown board by board."""
        return None

    def list_results_tabs(
        self, section: Section, session_results: "SessionResults", *, is_further: bool
    ) -> Sequence[tuple[str, str, str]]:
        """Return the tabs of matches in Results: a key, a name and an address each.

        If *is_further*, return the tabs of the menu that directors see.
        """
        return ()

    # Play and Scores

    def find_entry_address(self, section: Section, page_kind: str) -> str:
        """Return the address where matches of *section* are entered, if Scores begins there, or "".

        *page_kind* is what was asked for: ``"match"``, another kind of page, or "" if any will do.
        """
        return ""

    def get_match_addresses(
        self, section: Section, session_results: "SessionResults", entry_page: "EntryPage"
    ) -> tuple[str, str]:
        """Return the addresses of all matches of *section*, and of the match on *entry_page*, or "".

        *session_results* are the results of its session.
        """
        return "", ""


MATCHES = Hook(Matches())
