"""The sheets that contests add to the sheets of a night.

Each kind is listed after a certain sheet of the night. They draw from :class:`MatchSheets`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from director.additions.contests.draws.contest import find_drawn_contest, make_draw_sheet
from director.additions.contests.paper.brackets import draw_brackets
from director.additions.contests.paper.matches import (
    draw_cross_table,
    draw_match_cards,
    draw_team_sheets,
)
from director.additions.contests.paper.records import DrawSheet, MatchCard, make_match_cards
from director.additions.contests.paper.scored_matches import draw_scored_matches
from director.additions.contests.paper.slips import (
    draw_line_up_slips,
    draw_rosters,
)
from director.additions.contests.paper.swiss_sheets import draw_swiss_table
from director.additions.contests.paper.wall_lists import draw_drawn_rounds, draw_fixtures
from director.additions.contests.scoring.brackets import Bracket, make_section_bracket
from director.additions.contests.scoring.fixtures import FixtureList, make_fixture_list
from director.additions.contests.scoring.match_results import ResultsAfterRound, SessionMatches
from director.additions.contests.scoring.sheets import CrossTable, ScoredMatch, SwissTable
from director.additions.contests.scoring.swiss_table import has_swiss, make_session_swiss_table
from director.boards.contests import get_contest_record
from director.boards.movement.sitters import fetch_line_ups
from director.boards.movement.words import make_heading
from director.boards.paper.section_job import SectionJob, shared_property
from director.boards.paper.sheet_kinds import CHOOSE_MOVEMENT, ENTER_RESULTS
from director.boards.scoring.standings.sheets import SessionResults
from director.models import Section
from director.pdf.page import Pen
from director.pdf.sheet_kinds import SheetKind
from director.sheets import Heading, StandingRow

_NO_MATCHES = (
    "In this movement no two teams meet at two tables with the same boards. Use pick-up slips."
)


class MatchSheets:
    """The contents of contests' sheets, for the *job* of a section."""

    def __init__(self, job: SectionJob) -> None:
        self._job = job
        self.shared_values = job.shared_values

    @shared_property
    def _all_match_cards(self) -> tuple[MatchCard, ...]:
        """A card for every match of two teams that meet at two tables, in all rounds."""
        job = self._job
        section = job.shared_section
        if job.plan is None or not get_contest_record(section).has_halves:
            return ()
        heading = make_heading(section, job.plan)
        teams = job.team_name_by_number
        return make_match_cards(section, job.movement, heading, teams, fetch_line_ups(section))

    @cached_property
    def match_cards(self) -> tuple[MatchCard, ...]:
        """A card for every match of two teams that meet at two tables."""
        cards = self._all_match_cards
        return tuple(card for card in cards if card.round_no in self._job.selection.rounds)

    @property
    def cross_tables(self) -> tuple[CrossTable, ...]:
        """The cross-tables of teams. None before a result is entered, or if rounds are drawn."""
        if self._job.has_results and self.has_cross_table:
            return SessionMatches(self._job.session_results).cross_tables
        return ()

    @property
    def has_cross_table(self) -> bool:
        """Whether matches are played that aren't drawn round by round."""
        session_results = self._job.session_results
        if not session_results.scoring_field.has_matches:
            return False
        return SessionMatches(session_results).has_cross_table

    @property
    def swiss_table(self) -> SwissTable | None:
        """The Swiss table, or None before a result is entered."""
        if self._job.has_results and self.has_swiss_table:
            return make_session_swiss_table(self._job.session_results)
        return None

    @property
    def has_swiss_table(self) -> bool:
        """Whether a section of the session plays a Swiss."""
        return has_swiss(self._job.session_results)

    @cached_property
    def matches(self) -> tuple[ScoredMatch, ...]:
        """Every match of teams with a result, board by board."""
        if not self._job.has_results or not self._job.session_results.scoring_field.has_matches:
            return ()
        selection = self._job.selection
        matches = []
        for match in SessionMatches(self._job.session_results).scored_matches:
            rounds = (match.round_no,) if match.round_no else match.rounds
            is_in_rounds = not rounds or any(number in selection.rounds for number in rounds)
            if is_in_rounds and self._has_team(match):
                matches.append(match)
        return tuple(matches)

    def _has_team(self, match: ScoredMatch) -> bool:
        """Return whether one of the teams of *match* is selected."""
        for team in (match.home, match.away):
            section, number = self._job.session_results.scoring_field.get_section_and_number(
                team.contestant
            )
            if section.get_printed_number(number) in self._job.selection.pairs:
                return True
        return False

    @shared_property
    def draws(self) -> tuple[DrawSheet, ...]:
        """The round that was drawn last, if rounds are drawn one after the other."""
        job = self._job
        heading = make_heading(job.shared_section, job.plan)
        session_results = job.session_results if job.has_results else None
        return _make_draw_sheets(job.shared_section, heading, session_results)

    @cached_property
    def fixtures(self) -> FixtureList | None:
        """The fixtures, if a round robin of teams is played."""
        if not get_contest_record(self._job.section).has_halves:
            return None
        fixture_list = make_fixture_list(
            self._job.session_results,
            self._job.section,
            make_heading(self._job.section, self._job.plan),
        )
        if fixture_list is None:
            return None
        lines = [line for line in fixture_list.lines if line.round_no in self._job.selection.rounds]
        return replace(fixture_list, lines=tuple(lines))

    @cached_property
    def brackets(self) -> tuple[Bracket, ...]:
        """The bracket of the section."""
        bracket = make_section_bracket(self._job.section)
        if bracket:
            return (bracket,)
        return ()


def _get_sheets(job: SectionJob) -> MatchSheets:
    """Return the sheets of contests for *job*, made at the first call."""
    return job.get_added_sheets(MatchSheets)


def _make_draw_sheets(
    section: Section, heading: Heading, session_results: SessionResults | None
) -> tuple[DrawSheet, ...]:
    """Return the round that was drawn last, with the standings that it was drawn from."""
    contest = find_drawn_contest(section)
    if contest is None:
        return ()
    sheet = make_draw_sheet(contest, heading)
    round_before = len(contest.rounds) - 1
    if contest.is_knockout or not round_before or session_results is None:
        return (sheet,)
    title = f"Standings after round {round_before}, in {SessionMatches(session_results).unit}"
    standings = tuple(_rank_after_round(section, session_results, round_before))
    return (replace(sheet, standings=standings, standings_title=title),)


def _rank_after_round(
    section: Section, session_results: SessionResults, round_no: int
) -> Iterator[StandingRow]:
    """Yield the contestants of *section* by place after *round_no*, as visitors read them."""
    for row in ResultsAfterRound(session_results, round_no).rows:
        section_of_row, _number = session_results.scoring_field.get_section_and_number(
            row.contestant
        )
        if row.place and section_of_row.pk == section.pk:
            yield row


def _explain_no_matches(job: SectionJob) -> str:
    if job.has_plan and not _get_sheets(job).match_cards:
        return _NO_MATCHES
    return ""


def _has_fixtures(job: SectionJob) -> bool:
    fixtures = _get_sheets(job).fixtures
    return bool(fixtures and fixtures.lines)


def _draw_fixtures(pen: Pen, job: SectionJob) -> None:
    if fixtures := _get_sheets(job).fixtures:
        draw_fixtures(pen, fixtures)


def _draw_cross_table(pen: Pen, job: SectionJob) -> None:
    for cross_table in _get_sheets(job).cross_tables:
        draw_cross_table(pen, cross_table)


def _draw_swiss_table(pen: Pen, job: SectionJob) -> None:
    if swiss_table := _get_sheets(job).swiss_table:
        draw_swiss_table(pen, swiss_table)


SHEET_KINDS: Mapping[str, tuple[SheetKind[SectionJob], ...]] = {
    "trump-slips": (
        SheetKind(
            "match-cards",
            "Match cards",
            "One per match: both tables side by side. IMPs, victory points, and lines for both to sign.",
            CHOOSE_MOVEMENT,
            lambda job: bool(_get_sheets(job).match_cards),
            lambda pen, job: draw_match_cards(pen, _get_sheets(job).match_cards),
            explain_unsuitable=_explain_no_matches,
            preselected_in="before",
            depends_on_plan=True,
            suitable_contestants=("team",),
        ),
        SheetKind(
            "team-sheets",
            "Team score sheets",
            "One per half of a team: to keep the score of a match. Contract, result, plus and minus "
            "on every board, and IMPs to compare.",
            CHOOSE_MOVEMENT,
            lambda job: bool(_get_sheets(job).match_cards),
            lambda pen, job: draw_team_sheets(pen, _get_sheets(job).match_cards),
            explain_unsuitable=_explain_no_matches,
            suitable_contestants=("team",),
        ),
        SheetKind(
            "line-up-slips",
            "Line-up slips",
            "One per team and round: the captain hands in who sits where.",
            CHOOSE_MOVEMENT,
            lambda job: bool(_get_sheets(job).match_cards),
            lambda pen, job: draw_line_up_slips(pen, _get_sheets(job).match_cards),
            explain_unsuitable=_explain_no_matches,
            depends_on_plan=True,
            is_folded_away=True,
            suitable_contestants=("team",),
        ),
    ),
    "personal-guides": (
        SheetKind(
            "team-lists",
            "Team lists",
            "One per team: where its players sit, for the captain.",
            "choose a movement that seats the players of teams first",
            lambda job: any(guide.team_no for guide in job.guides),
            lambda pen, job: draw_rosters(pen, job.guides),
            is_special=True,
            made_from="teams",
            depends_on_plan=True,
            suitable_contestants=("team",),
        ),
    ),
    "seating-list": (
        SheetKind(
            "draw",
            "Draw of the round",
            "Latest round: who plays whom at which table.",
            "draw a round first",
            lambda job: bool(_get_sheets(job).draws),
            lambda pen, job: draw_drawn_rounds(pen, _get_sheets(job).draws),
            is_special=True,
            preselected_in="before",
        ),
        SheetKind(
            "fixtures",
            "Fixtures",
            "Every round of a round robin: who plays whom. With scores, remarks and postponed matches.",
            "choose a round robin first",
            _has_fixtures,
            _draw_fixtures,
            is_special=True,
            suitable_contestants=("team",),
        ),
        SheetKind(
            "bracket",
            "Knock-out bracket",
            "First round to final: who has won so far. With seeds, sit-outs and scores.",
            "start a knock-out first",
            lambda job: bool(_get_sheets(job).brackets),
            lambda pen, job: draw_brackets(pen, _get_sheets(job).brackets),
            is_special=True,
            suitable_contestants=("team",),
        ),
    ),
    "recap": (
        SheetKind(
            "swiss-table",
            "Swiss table",
            "{Pair}s by rounds: opponent, score and total so far.",
            "start a Swiss and enter results first",
            lambda job: bool(_get_sheets(job).swiss_table),
            _draw_swiss_table,
            is_special=True,
            is_suitable=lambda job: _get_sheets(job).has_swiss_table,
            made_from="results",
            suitable_contestants=("pair", "team"),
        ),
        SheetKind(
            "cross-table",
            "Cross-table",
            "All teams against all: the score of each match.",
            ENTER_RESULTS,
            lambda job: bool(_get_sheets(job).cross_tables),
            _draw_cross_table,
            is_special=True,
            is_suitable=lambda job: _get_sheets(job).has_cross_table,
            made_from="results",
            suitable_contestants=("team",),
        ),
        SheetKind(
            "scored-matches",
            "Scored match cards",
            "One per match: both tables side by side, for the captains. Results, IMPs, running total "
            "and score, board by board.",
            ENTER_RESULTS,
            lambda job: bool(_get_sheets(job).matches),
            lambda pen, job: draw_scored_matches(pen, _get_sheets(job).matches),
            made_from="results",
            suitable_contestants=("team",),
        ),
    ),
}
"""The kinds of sheets by the key of the kind that they follow in lists."""
