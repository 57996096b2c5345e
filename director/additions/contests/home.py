"""The home of a contest over weeks or months: table, fixtures that are due, bracket, latest results."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from director.additions.contests.captains.matches import (
    find_awaited_captains,
    has_captains,
    list_match_disputes,
)
from director.additions.contests.captains.rulings import list_ruling_requests
from director.additions.contests.draws.notices import list_section_notices
from director.additions.contests.scoring.brackets import build_brackets
from director.additions.contests.scoring.fixtures import Fixture, list_section_fixtures
from director.boards.pages.steps import make_session_context
from director.boards.tables.grids import make_standings_tables, read_desk_results
from director.models import Section

MAX_LATEST = 6
"""Latest results on the page. The others are at Fixtures."""


def show_home(request: HttpRequest, section: Section, *, refused: str = "") -> HttpResponse:
    """Show the matches that are due or overdue, the table, the bracket and the latest results."""
    reading = read_desk_results(section)
    sheets = reading.sheets
    fixtures = [
        fixture for fixture in list_section_fixtures(sheets, section) if fixture.is_scheduled
    ]
    awaited = find_awaited_captains(section, sheets)
    context: dict[str, Any] = make_session_context(section, "play") | {
        "refused": refused,
        "disputes": list_match_disputes(section, sheets),
        "ruling_requests": list_ruling_requests(section),
        "draw_notices": list_section_notices(section),
        "has_captains": has_captains(section, section.plan),
        "played": sum(not fixture.is_open for fixture in fixtures),
        "matches": len(fixtures),
        "overdue": [fixture for fixture in fixtures if fixture.is_overdue],
        "due": list_due_fixtures(fixtures),
        "postponed": [each for each in fixtures if each.is_open and each.is_postponed],
        "latest": [(each, awaited.get(each.key, "")) for each in list_latest_results(fixtures)],
        "brackets": build_brackets(sheets),
        "tables": make_standings_tables(
            sheets.standings, addresses=reading.addresses, request=request
        ),
    }
    return render(request, "additions/contests/home.html", context, status=422 if refused else 200)


def list_due_fixtures(fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Return the open matches of the round that is due next, those with a date first.

    Without dates it is the first round with an open match.
    """
    waiting = [
        fixture
        for fixture in fixtures
        if fixture.is_open and not fixture.is_postponed and not fixture.is_overdue
    ]
    if not waiting:
        return []
    dated = [fixture for fixture in waiting if fixture.due_date]
    first = min(dated, key=_get_due_day) if dated else waiting[0]
    return [fixture for fixture in waiting if fixture.round_no == first.round_no]


def _get_due_day(fixture: Fixture) -> datetime.date:
    return fixture.due_date or datetime.date.max


def list_latest_results(fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Return the matches whose results were entered last, the latest first."""
    entered = [
        (fixture.stored_match.entered_at, fixture)
        for fixture in fixtures
        if fixture.is_finished and fixture.stored_match and fixture.stored_match.entered_at
    ]
    # Matches of one time stay in the order of rounds.
    entered.sort(key=lambda pair: pair[0], reverse=True)
    return [fixture for _entered_at, fixture in entered[:MAX_LATEST]]
