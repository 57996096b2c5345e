"""Drawn rounds, matches and captains, as the pages of a night ask for them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from director.additions import ContestDesk
from director.additions.contests.captains.read import (
    MatchDispute,
    fetch_captains_version,
    has_captains,
    list_match_disputes,
)
from director.additions.contests.captains.rulings import RulingRequest, list_ruling_requests
from director.additions.contests.draws.notices import fetch_draw_doubts, list_draw_notices
from director.additions.contests.draws.offers import DrawnOffer, list_drawn_offers
from director.additions.contests.draws.read import find_contest, find_second_final, make_draw_sheet
from director.additions.contests.home import show_home
from director.additions.contests.leagues.write import has_next_league
from director.boards.movement.cards.sheets import DrawSheet
from director.boards.movement.lines.section_lines import (
    SectionLines,
    fetch_section_lines,
    has_matches,
)
from director.boards.movement.offers import MovementWishes
from director.boards.movement.rounds import is_drawn, is_round_robin
from director.boards.play.problems.doubts import get_place_prefix, make_doubt
from director.boards.scoring.fixtures import has_fixture_list
from director.boards.scoring.match_results import Matches, SheetsAfter
from director.boards.scoring.standings.sheets import SessionSheets
from director.kinds import DoubtKind, OpenDoubt
from director.models import Plan, Section
from director.sheets import Heading, StandingRow
from scoring.errors import ScoringError


class MatchDesk(ContestDesk):
    """Contests of matches, of teams and of pairs."""

    enters_matches = True

    def find_second_final(self, section: Section, plan: Plan | None) -> int:
        """Return the round of the second final that a double elimination needs now, or 0."""
        return find_second_final(section, plan)

    def list_drawn_offers(self, wishes: MovementWishes) -> tuple[DrawnOffer, ...]:
        """Return the drawn contests for a number of teams, none for pairs and players."""
        return list_drawn_offers(wishes)

    def show_home(self, request: HttpRequest, section: Section, *, refused: str) -> HttpResponse:
        """Show the matches that are due, the table, the bracket and the latest results."""
        return show_home(request, section, refused=refused)

    def list_draw_notices(
        self, section: Section, plan: Plan | None, lines: SectionLines
    ) -> tuple[str, ...] | None:
        """Return what was corrected since the last round was drawn."""
        return list_draw_notices(section, plan, lines)

    def has_captains(self, section: Section, plan: Plan | None) -> bool:
        """Return whether captains send results and ask for rulings."""
        return has_captains(section, plan)

    def list_match_disputes(self, section: Section) -> Sequence[MatchDispute]:
        """Return the results of matches on which captains disagree."""
        return list_match_disputes(section)

    def list_ruling_requests(self, section: Section) -> Sequence[RulingRequest]:
        """Return what captains ask the director."""
        return list_ruling_requests(section)

    def fetch_captains_version(self, section: Section) -> dict[str, Any]:
        """Return values that change with what captains have sent."""
        return fetch_captains_version(section)

    def list_stored_doubts(
        self, section: Section, plan: Plan, sheets: SessionSheets | None
    ) -> Iterator[OpenDoubt]:
        """Return the doubts about drawn rounds, and void matches."""
        if is_drawn(plan.key):
            lines = sheets.lines_of(section) if sheets else fetch_section_lines(section, plan)
            yield from _find_draw_doubts(section, plan, lines)
        if has_matches(plan):
            yield from _find_void_matches(section, sheets)

    def find_disputed_matches(
        self, section: Section, plan: Plan, sheets: SessionSheets | None
    ) -> Iterator[OpenDoubt]:
        """Return the doubt about matches on which captains disagree."""
        if not has_matches(plan):
            return
        try:
            count = len(list_match_disputes(section, sheets))
        except ScoringError:  # the page shows this problem elsewhere
            return
        if count:
            text = f"{count} match{'es' if count > 1 else ''} disputed"
            address = reverse("session_results_fixtures", args=[section])
            yield make_doubt(section, DoubtKind.DISPUTED, text, "Settle matches", address)

    def list_results_tabs(
        self, section: Section, sheets: SessionSheets
    ) -> Sequence[tuple[str, str, str]]:
        """Return the tab Fixtures, if each round of matches is known at once."""
        plan = sheets.plans.get(section.pk)
        is_listed = sheets.scoring_field.has_matches and plan and has_fixture_list(section, plan)
        if not is_listed:
            return ()
        return [("fixtures", "Fixtures", reverse("session_results_fixtures", args=[section]))]

    def list_further_tabs(
        self, section: Section, sheets: SessionSheets
    ) -> Sequence[tuple[str, str, str]]:
        """Return the next stage and, of a league, that of the next year."""
        tabs = []
        if not section.session.event.source:
            address = reverse("session_results_stage", args=[section])
            tabs.append(("stage", "Next stage", address))
        plan = sheets.plans.get(section.pk)
        if plan and is_round_robin(plan) and has_next_league(section, plan):
            address = reverse("session_results_next_league", args=[section])
            tabs.append(("next-league", "Next year’s league", address))
        return tabs

    def make_draw_sheets(
        self, section: Section, heading: Heading, sheets: SessionSheets | None
    ) -> tuple[DrawSheet, ...]:
        """Return the round that was drawn last, with the standings that it was drawn from."""
        contest = find_contest(section)
        if contest is None:
            return ()
        sheet = make_draw_sheet(contest, heading)
        round_before = len(contest.rounds) - 1
        if contest.is_knockout or not round_before or sheets is None:
            return (sheet,)
        title = f"Standings after round {round_before}, in {Matches(sheets).unit}"
        standings = tuple(_rank_after_round(section, sheets, round_before))
        return (replace(sheet, standings=standings, standings_title=title),)


def _rank_after_round(
    section: Section, sheets: SessionSheets, round_no: int
) -> Iterator[StandingRow]:
    """Yield the contestants of *section* by place after *round_no*, as visitors read them."""
    for row in SheetsAfter(sheets, round_no).rows:
        section_of_row, _number = sheets.scoring_field.place(row.contestant)
        if row.place and section_of_row.pk == section.pk:
            yield row


def _find_draw_doubts(section: Section, plan: Plan, lines: SectionLines) -> Iterator[OpenDoubt]:
    address = reverse("session_draw", args=[section])
    for doubt in fetch_draw_doubts(section, plan, lines):
        kind = DoubtKind.TURNED_WINNER if doubt.is_of_winner else DoubtKind.STALE_DRAW
        yield OpenDoubt(
            kind=kind,
            words=f"{get_place_prefix(section)}{doubt.words}",
            label=f"Round {doubt.round_no}: {kind.value}",
            name="Settle the draw",
            address=address,
        )


def _find_void_matches(section: Section, sheets: SessionSheets | None) -> Iterator[OpenDoubt]:
    if sheets:
        count = sum(match.is_void for match in sheets.lines_of(section).stored_matches.values())
    else:
        count = section.matches.filter(is_void=True).count()
    if count:
        text = f"{count} match{'es' if count > 1 else ''} void"
        address = reverse("session_results_matches", args=[section])
        yield make_doubt(section, DoubtKind.VOID, text, "Check matches", address)
