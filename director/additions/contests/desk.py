"""Drawn rounds and matches, as the pages of a night ask for them."""

from collections.abc import Callable, Collection, Sequence

from django.http import HttpRequest
from django.urls import reverse

from director.additions.contests.matches.reported import (
    are_matches_entered_first,
    get_match_path,
    get_matches_path,
)
from director.additions.contests.paper.exports import get_match_table_makers_by_name
from director.additions.contests.paper.grids import make_card_grid
from director.additions.contests.scoring.due_matches import list_due_matches, list_withdrawn_teams
from director.additions.contests.scoring.fixtures import has_fixture_list
from director.additions.contests.scoring.match_results import SessionMatches
from director.additions.contests.scoring.match_words import find_match_sheet
from director.additions.contests.scoring.results import (
    add_matches_to_rows,
    complete_ranking,
    serialize_matches,
)
from director.boards.movement.lines.section_lines import SectionLines
from director.boards.movement.sections import ScoringField
from director.boards.play.scores.undoing import EntryPage
from director.boards.scoring.extras import PairPenalty
from director.boards.scoring.hooks import Matches, MatchPaths, MatchSheet
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.tables.addresses import ResultAddresses
from director.core.base.grids import PageTable
from director.core.base.tags.additions import Tab
from director.formats.figures import TableData
from director.models import Section
from director.sheets import PairCard, StandingRow
from scoring.model import DueMatch, Field, Ranking


class ContestMatches(Matches):
    """The matches of teams and of pairs: ranked, shown, printed and sent."""

    parts_folder = "additions/contests/parts"

    def list_due_matches(
        self, scoring_field: ScoringField, lines: SectionLines, penalties: Collection[PairPenalty]
    ) -> tuple[DueMatch, ...]:
        """Return every match that *lines* contain, with the field's numbers."""
        return list_due_matches(scoring_field, lines, penalties)

    def list_withdrawn_teams(
        self, scoring_field: ScoringField, lines: SectionLines
    ) -> tuple[int, ...]:
        """Return the teams that withdrew from a round robin, in the order of their withdrawal."""
        return list_withdrawn_teams(scoring_field, lines)

    def complete_ranking(
        self, scoring_field: ScoringField, field: Field, lines: SectionLines, ranking: Ranking
    ) -> tuple[Field, Ranking]:
        """Return *field* and its *ranking* with average byes and the places of a knock-out."""
        return complete_ranking(scoring_field, field, lines, ranking)

    def add_matches_to_rows(
        self,
        scoring_field: ScoringField,
        lines: SectionLines,
        ranking: Ranking,
        rows: list[StandingRow],
    ) -> list[StandingRow]:
        """Return *rows* with each contestant's matches, and what its score is made of."""
        return add_matches_to_rows(scoring_field, lines, ranking, rows)

    def find_match(
        self, session_results: SessionResults, home: int, away: int, round_no: int
    ) -> MatchSheet | None:
        """Return the match of *home* and *away*, with what both teams said about it."""
        return find_match_sheet(SessionMatches(session_results), home, away, round_no)

    def serialize_matches(self, results: EventResults) -> dict[str, object]:
        """Return the matches and brackets of *results* for programs."""
        return serialize_matches(results)

    def get_table_makers_by_name(self, results: EventResults) -> dict[str, Callable[[], TableData]]:
        """Return functions that build the tables of matches for files, by name."""
        return get_match_table_makers_by_name(results)

    def make_card_grid(
        self,
        session_results: SessionResults,
        card: PairCard,
        *,
        addresses: ResultAddresses,
        request: HttpRequest,
    ) -> PageTable | None:
        """Return the card of a team match by match, or None if it is shown board by board."""
        return make_card_grid(session_results, card, addresses=addresses, request=request)

    def list_results_tabs(self, section: Section, session_results: SessionResults) -> Sequence[Tab]:
        """Return the tab Fixtures, if each round of matches is known at once."""
        has_fixtures = session_results.scoring_field.has_matches and has_fixture_list(
            session_results, section
        )
        if not has_fixtures:
            return ()
        return [Tab("fixtures", "Fixtures", reverse("session_results_fixtures", args=[section]))]

    def list_directors_tabs(self, section: Section) -> Sequence[Tab]:
        """Return the tab Next stage, except for an event that was played elsewhere."""
        if section.session.event.source:
            return ()
        return [Tab("stage", "Next stage", reverse("session_results_stage", args=[section]))]

    def find_entry_address(self, section: Section, page_kind: str) -> str:
        """Return the address of the matches, if they are asked for or are entered before boards."""
        if page_kind == "match" or (not page_kind and are_matches_entered_first(section)):
            return reverse("session_scores_matches", args=[section.ref])
        return ""

    def get_match_paths(
        self, section: Section, session_results: SessionResults, entry_page: EntryPage
    ) -> MatchPaths:
        """Return the paths to the results by match, and to one table's match in a round."""
        return MatchPaths(
            all_matches=get_matches_path(section, session_results),
            own_match=get_match_path(section, session_results, entry_page),
        )
