"""What visitors and the desk read of matches: tables, brackets, fixtures, and one match by boards."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from director.additions.contests.paper.exports import write_fixtures_calendar
from director.additions.contests.paper.grids import (
    explain_match_board,
    make_cross_grid,
    make_match_grid,
    make_swiss_grid,
)
from director.additions.contests.scoring.brackets import build_brackets
from director.additions.contests.scoring.fixtures import (
    Fixture,
    has_fixture_list,
    list_section_fixtures,
)
from director.additions.contests.scoring.match_results import Matches, SheetsAfter
from director.additions.contests.scoring.match_words import MatchWords
from director.additions.contests.scoring.swiss_table import build_swiss_table, has_swiss
from director.boards.movement.round_days import fetch_round_days
from director.boards.movement.rounds import are_drawn, count_rounds
from director.boards.movement.scoring_field import APART
from director.boards.pages.steps import make_desk_view
from director.boards.paper.tables.grids import make_standings_tables
from director.boards.paper.tables.reading import ResultsContext, make_page_context, serve_to_readers
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.base.answers import make_file_response, make_file_stem
from director.core.base.forms import parse_small_number
from director.core.club.next_nights import CALENDAR
from director.core.night.page_cache import kept_for_visitors


def _list_round_dates(sheets: SessionSheets) -> tuple[str, ...]:
    """Return the rounds of drawn contests by their dates, empty if there is one date."""
    if not are_drawn(sheets.plans.values()):
        return ()
    days = fetch_round_days(sheets.scoring_field.session)
    return days.sentences(count_rounds(sheets.plans.values()))


def show_matches_page(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Show the Swiss table, bracket or cross-table, and the standings after any round."""
    return render(
        request, "additions/contests/public/matches.html", _make_matches_context(request, reading)
    )


def show_desk_matches_page(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Show the same with what the teams said on their phones about their matches."""
    context = _make_matches_context(request, reading)
    context["said_matches"] = [
        (said_match, reading.addresses.match(*said_match.sheet.teams))
        for said_match in MatchWords(Matches(reading.sheets)).all
    ]
    return render(request, "additions/contests/public/matches.html", context)


def _make_matches_context(request: HttpRequest, reading: ResultsContext) -> dict[str, Any]:
    matches = _get_matches_or_404(reading)
    rounds = matches.rounds
    after_param = request.GET.get("after", "")
    after_round = next(
        (round_no for round_no in rounds if str(round_no) == after_param),
        rounds[-1] if rounds else 0,
    )
    if not rounds or after_round == rounds[-1]:
        sheets = reading.sheets
    else:
        sheets = SheetsAfter(reading.sheets, after_round)
    tables = make_standings_tables(sheets.standings, addresses=reading.addresses, request=request)
    cross = swiss = None
    if has_swiss(reading.sheets):
        swiss = make_swiss_grid(
            build_swiss_table(reading.sheets), addresses=reading.addresses, request=request
        )
        # The Swiss table has the standings after the last round.
        if sheets is reading.sheets:
            tables = []
    elif matches.has_cross_table:
        cross = make_cross_grid(matches.cross_table, addresses=reading.addresses, request=request)
    fixtures = _list_league_fixtures(reading.sheets)
    # The cross-table has the scores of what is played, once for each of the two teams.
    are_in_table = cross is not None and not _has_repeated_meetings(fixtures)
    if are_in_table:
        fixtures = [fixture for fixture in fixtures if not fixture.is_finished]
    return make_page_context(reading, "matches") | {
        "brackets": build_brackets(reading.sheets),
        "cross": cross,
        "swiss": swiss,
        "tables": tables,
        "standings": sheets.standings,
        "rounds": rounds[:-1] if swiss else rounds,
        "round_dates": _list_round_dates(reading.sheets),
        "after": after_round,
        "fixtures": fixtures,
        "fixtures_title": "Matches without a score" if are_in_table else "Fixtures",
        "fixtures_have_scores": any(fixture.is_finished for fixture in fixtures),
        "fixtures_have_places": any(fixture.has_place for fixture in fixtures),
        "fixtures_have_days": any(fixture.due_date for fixture in fixtures),
    }


def download_fixtures_calendar(_request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Answer with the fixtures as an iCalendar file."""
    event = reading.results.event
    content = write_fixtures_calendar(event, reading.sheets)
    return make_file_response(content, f"{make_file_stem(event)}.ics", CALENDAR, attached=False)


def _has_repeated_meetings(fixtures: Sequence[Fixture]) -> bool:
    """Return whether two teams have several matches, which the cross-table adds up."""
    meetings = Counter(
        (frozenset((fixture.home_no, fixture.away_no)), fixture.section_id) for fixture in fixtures
    )
    return any(matches > 1 for matches in meetings.values())


def _list_league_fixtures(sheets: SessionSheets) -> list[Fixture]:
    """Return the matches of all sections that have a list of fixtures, by round."""
    fixtures: list[Fixture] = []
    for section in sheets.scoring_field.sections:
        plan = sheets.plans.get(section.pk)
        if plan and has_fixture_list(section, plan):
            fixtures += list_section_fixtures(sheets, section)
    return fixtures


def show_match_page(
    request: HttpRequest, reading: ResultsContext, home: int, away: int
) -> HttpResponse:
    """Show one match board by board, both tables side by side."""
    return render(
        request, "additions/contests/match.html", make_match_context(request, reading, home, away)
    )


def make_match_context(
    request: HttpRequest, reading: ResultsContext, home: int, away: int
) -> dict[str, Any]:
    """Return the context of the page of a match."""
    scoring_field, section = reading.sheets.scoring_field, reading.desk_context.get("section")
    # On the desk's pages the teams have the numbers of their section.
    if section and max(home, away) < APART:
        home, away = (scoring_field.pair(section, team) for team in (home, away))
    match = _get_matches_or_404(reading).match(
        home, away, parse_small_number(request.GET.get("round", ""))
    )
    if match is None:
        raise Http404(f"{home} and {away} have no match.")
    why = explain_match_board(reading.sheets.scored, match, request.GET.get("why", ""))
    table = make_match_grid(match, addresses=reading.addresses, request=request, why=why)
    return make_page_context(reading, "matches") | {
        "match": match,
        "table": table,
        "address": reading.addresses.match(home, away),
    }


def _get_matches_or_404(reading: ResultsContext) -> Matches:
    matches = Matches(reading.sheets)
    if not reading.sheets.scoring_field.has_matches:
        raise Http404("No matches are played here.")
    return matches


event_matches = kept_for_visitors(serve_to_readers(show_matches_page))
event_match = kept_for_visitors(serve_to_readers(show_match_page))
event_fixtures_calendar = kept_for_visitors(serve_to_readers(download_fixtures_calendar))
session_results_matches = make_desk_view(show_desk_matches_page, "matches")
