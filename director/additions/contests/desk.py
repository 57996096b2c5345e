"""Drawn rounds and matches, as the pages of a night ask for them."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from django.http import HttpRequest
from django.urls import reverse

from director.additions.contests.draws.contest import compute_second_final_round
from director.additions.contests.draws.notices import fetch_draw_doubts, list_draw_notices
from director.additions.contests.draws.offers import DrawnOffer, list_drawn_offers
from director.additions.contests.lineups import renew_line_ups
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
from director.boards.movement.lines.section_lines import (
    SectionLines,
    fetch_section_lines,
    has_matches,
)
from director.boards.movement.offers import MovementPreferences
from director.boards.movement.rounds import is_drawn
from director.boards.movement.sections import ScoringField
from director.boards.movement.sitters import Sitter
from director.boards.pages.hooks import MatchPages
from director.boards.play.hooks import DrawnRounds, MatchPlay
from director.boards.play.problems.doubts import get_section_prefix, make_doubt
from director.boards.play.scores.undoing import EntryPage
from director.boards.scoring.extras import PairPenalty
from director.boards.scoring.hooks import MatchRanking
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.hooks import MatchResults, MatchSheet
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.tables.addresses import ResultAddresses
from director.boards.tables.hooks import MatchTables
from director.core.base.grids import PageTable
from director.core.night.journal import Journal
from director.core.night.kind_parts import DoubtKind, OpenDoubt
from director.formats.figures import TableData
from director.models import Entry, Plan, Section
from director.sheets import PairCard, StandingRow
from scoring.model import DueMatch, Field, Ranking


class DrawnContests(DrawnRounds):
    """Swiss, knock-outs and other contests that are drawn round by round."""

    can_draw = True

    def get_draw_address(self, section: Section) -> str:
        """Return the address where the next round of *section* is drawn."""
        return reverse("session_draw", args=[section.ref])

    def get_fixtures_address(self, section: Section) -> str:
        """Return the address of the fixtures of *section*."""
        return reverse("session_results_fixtures", args=[section.ref])

    def compute_second_final_round(self, section: Section, plan: Plan | None) -> int:
        """Return the round of the second final that a double elimination needs now, or 0."""
        return compute_second_final_round(section, plan)


class RankedMatches(MatchRanking):
    """The matches of a field, of teams or of pairs."""

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


class ShownMatches(MatchResults):
    """The matches of an event on pages, in files and on phones."""

    def find_match(
        self, sheets: SessionResults, home: int, away: int, round_no: int
    ) -> MatchSheet | None:
        """Return the match of *home* and *away*, with what both teams said about it."""
        return find_match_sheet(SessionMatches(sheets), home, away, round_no)

    def serialize_matches(self, results: EventResults) -> dict[str, object]:
        """Return the matches and brackets of *results* for programs."""
        return serialize_matches(results)

    def get_makers_by_table(self, results: EventResults) -> dict[str, Callable[[], TableData]]:
        """Return functions that build the tables of matches for files, by name."""
        return get_match_table_makers_by_name(results)


class CardsByMatch(MatchTables):
    """Cards of teams, match by match."""

    def make_card_grid(
        self,
        sheets: SessionResults,
        card: PairCard,
        *,
        addresses: ResultAddresses,
        request: HttpRequest,
    ) -> PageTable | None:
        """Return the card of a team match by match, or None if it is shown board by board."""
        return make_card_grid(sheets, card, addresses=addresses, request=request)


class PlayedMatches(MatchPlay):
    """Doubts about matches and draws, and line-ups."""

    def iter_stored_doubts(
        self, section: Section, plan: Plan, sheets: SessionResults | None
    ) -> Iterator[OpenDoubt]:
        """Return the doubts about drawn rounds, and void matches."""
        if is_drawn(plan.key):
            lines = (
                sheets.get_section_lines(section) if sheets else fetch_section_lines(section, plan)
            )
            yield from _iter_draw_doubts(section, plan, lines)
        if has_matches(plan):
            yield from _iter_void_doubts(section, sheets)

    def replace_lineup_members(
        self,
        members: Mapping[Entry, tuple[Mapping[int, Sitter], Mapping[int, Sitter]]],
        from_round: int,
        journal: Journal,
    ) -> None:
        """Give the seats of replaced members to the newcomers, from *from_round* on."""
        renew_line_ups(members, from_round, journal)


class PagesOfMatches(MatchPages):
    """Pages of matches and drawn rounds, and what leads to them."""

    parts_folder = "additions/contests/parts"

    def list_drawn_offers(self, preferences: MovementPreferences) -> tuple[DrawnOffer, ...]:
        """Return the drawn contests for a number of teams, none for pairs and players."""
        return list_drawn_offers(preferences)

    def list_draw_notices(
        self, section: Section, plan: Plan | None, lines: SectionLines
    ) -> tuple[str, ...] | None:
        """Return what was corrected since the last round was drawn."""
        return list_draw_notices(section, plan, lines)

    def find_entry_address(self, section: Section, page_kind: str) -> str:
        """Return the address of the matches, if they are asked for or are entered before boards."""
        if page_kind == "match" or (not page_kind and are_matches_entered_first(section)):
            return reverse("session_scores_matches", args=[section.ref])
        return ""

    def get_match_addresses(
        self, section: Section, sheets: SessionResults, entry_page: EntryPage
    ) -> tuple[str, str]:
        """Return the addresses of the results by match, and of one table's match in a round."""
        return get_matches_path(section, sheets), get_match_path(section, sheets, entry_page)

    def list_results_tabs(
        self, section: Section, sheets: SessionResults, *, is_further: bool
    ) -> Sequence[tuple[str, str, str]]:
        """Return the tab Fixtures, or with *is_further* the tab for the next stage."""
        if is_further:
            return _list_stage_tabs(section)
        return _list_fixtures_tabs(section, sheets)


def _list_fixtures_tabs(section: Section, sheets: SessionResults) -> Sequence[tuple[str, str, str]]:
    """Return the tab Fixtures, if each round of matches is known at once."""
    if not (sheets.scoring_field.has_matches and has_fixture_list(sheets, section)):
        return ()
    return [("fixtures", "Fixtures", reverse("session_results_fixtures", args=[section]))]


def _list_stage_tabs(section: Section) -> Sequence[tuple[str, str, str]]:
    if section.session.event.source:
        return ()
    return [("stage", "Next stage", reverse("session_results_stage", args=[section]))]


def _iter_draw_doubts(section: Section, plan: Plan, lines: SectionLines) -> Iterator[OpenDoubt]:
    address = reverse("session_draw", args=[section])
    for doubt in fetch_draw_doubts(section, plan, lines):
        kind = DoubtKind.TURNED_WINNER if doubt.has_reversed_winner else DoubtKind.STALE_DRAW
        yield OpenDoubt(
            kind=kind,
            message=f"{get_section_prefix(section)}{doubt.reason}",
            label=doubt.label,
            name="Settle the draw",
            address=address,
        )


def _iter_void_doubts(
    section: Section, session_results: SessionResults | None
) -> Iterator[OpenDoubt]:
    if session_results:
        void_count = sum(
            match.is_void
            for match in session_results.get_section_lines(section).stored_matches.values()
        )
    else:
        void_count = section.matches.filter(is_void=True).count()
    if void_count:
        description = f"{void_count} match{'es' if void_count > 1 else ''} void"
        address = reverse("session_results_matches", args=[section])
        yield make_doubt(section, DoubtKind.VOID, description, "Check matches", address)
