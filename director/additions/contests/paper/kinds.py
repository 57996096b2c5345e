"""The sheets that contests print, beside those of a night.

Each stands in lists after a sheet of the night. They draw from ``job.contest``, which is
:class:`~director.additions.contests.paper.sheets.MatchSheets`.
"""

from collections.abc import Mapping

from director.additions.contests.paper.brackets import draw_brackets
from director.additions.contests.paper.captain_links import draw_captain_slips
from director.additions.contests.paper.drawn_rounds import draw_drawn_rounds
from director.additions.contests.paper.fixtures import draw_fixtures
from director.additions.contests.paper.line_up_slips import draw_line_up_slips
from director.additions.contests.paper.matches import (
    draw_cross_table,
    draw_match_cards,
    draw_team_sheets,
)
from director.additions.contests.paper.rosters import draw_rosters
from director.additions.contests.paper.scored_matches import draw_scored_matches
from director.additions.contests.paper.swiss import draw_swiss_table
from director.boards.paper.section_job import SectionJob
from director.boards.paper.sheet_kinds import CHOOSE, FOR_SCORERS, SCORE
from director.pdf.page import Pen
from director.pdf.sheet_kinds import NEEDS_NETWORK, SheetKind

_NO_MATCHES = (
    "In this movement no two teams meet at two tables with the same boards. Use pick-up slips."
)


def _explain_no_captain_slips(job: SectionJob) -> str:
    """Return why the links of captains can't be printed, or "" if none were created."""
    if job.is_for_reading:
        return FOR_SCORERS
    if job.has_plan and not job.has_addresses:
        return NEEDS_NETWORK
    return ""


def _explain_no_matches(job: SectionJob) -> str:
    if job.has_plan and not job.contest.match_cards:
        return _NO_MATCHES
    return ""


def _draw_fixtures(pen: Pen, job: SectionJob) -> None:
    if job.contest.fixtures:
        draw_fixtures(pen, job.contest.fixtures)


def _draw_cross_table(pen: Pen, job: SectionJob) -> None:
    if job.contest.cross_table:
        draw_cross_table(pen, job.contest.cross_table)


def _draw_swiss_table(pen: Pen, job: SectionJob) -> None:
    if job.contest.swiss_table:
        draw_swiss_table(pen, job.contest.swiss_table)


SHEET_KINDS: Mapping[str, tuple[SheetKind[SectionJob], ...]] = {
    "trump-slips": (
        SheetKind(
            "match-cards",
            "Match cards",
            "One per match: both tables side by side. IMPs, victory points, and lines for both to sign.",
            CHOOSE,
            lambda job: bool(job.contest.match_cards),
            lambda pen, job: draw_match_cards(pen, job.contest.match_cards),
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
            CHOOSE,
            lambda job: bool(job.contest.match_cards),
            lambda pen, job: draw_team_sheets(pen, job.contest.match_cards),
            explain_unsuitable=_explain_no_matches,
            suitable_contestants=("team",),
        ),
        SheetKind(
            "line-up-slips",
            "Line-up slips",
            "One per team and round: the captain hands in who sits where.",
            CHOOSE,
            lambda job: bool(job.contest.match_cards),
            lambda pen, job: draw_line_up_slips(pen, job.contest.match_cards),
            explain_unsuitable=_explain_no_matches,
            depends_on_plan=True,
            is_rare=True,
            suitable_contestants=("team",),
        ),
        SheetKind(
            "captain-links",
            "Captains’ links",
            "One per team: the code of the captain’s page. For sending and confirming results.",
            "create the links first, at Captains’ links",
            lambda job: bool(job.contest.captain_slips),
            lambda pen, job: draw_captain_slips(pen, job.contest.captain_slips),
            explain_unsuitable=_explain_no_captain_slips,
            is_special=True,
            extra_field="address",
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
            lambda job: bool(job.contest.draws),
            lambda pen, job: draw_drawn_rounds(pen, job.contest.draws),
            is_special=True,
            preselected_in="before",
        ),
        SheetKind(
            "fixtures",
            "Fixtures",
            "Every round of a league: who plays whom. With dates, venues, scores and postponed matches.",
            "choose a round robin first",
            lambda job: bool(job.contest.fixtures and job.contest.fixtures.lines),
            _draw_fixtures,
            is_special=True,
            suitable_contestants=("team",),
        ),
        SheetKind(
            "bracket",
            "Knock-out bracket",
            "First round to final: who has won so far. With seeds, sit-outs and scores.",
            "start a knock-out first",
            lambda job: bool(job.contest.brackets),
            lambda pen, job: draw_brackets(pen, job.contest.brackets),
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
            lambda job: bool(job.contest.swiss_table),
            _draw_swiss_table,
            is_special=True,
            made_from="results",
            suitable_contestants=("pair", "team"),
        ),
        SheetKind(
            "cross-table",
            "Cross-table",
            "All teams against all: the score of each match.",
            SCORE,
            lambda job: bool(job.contest.cross_table),
            _draw_cross_table,
            is_special=True,
            made_from="results",
            suitable_contestants=("team",),
        ),
        SheetKind(
            "scored-matches",
            "Scored match cards",
            "One per match: both tables side by side, for the captains. Results, IMPs, running total "
            "and score, board by board.",
            SCORE,
            lambda job: bool(job.contest.matches),
            lambda pen, job: draw_scored_matches(pen, job.contest.matches),
            made_from="results",
            suitable_contestants=("team",),
        ),
    ),
}
"""The kinds of sheets by the key of the kind that they follow in lists."""
