"""What visitors read once a night is published: standings, cards, travellers, recap."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from director.boards.movement.round_days import fetch_round_days
from director.boards.movement.rounds import are_drawn, count_rounds
from director.boards.movement.scoring_field import APART
from director.boards.pages.steps import make_desk_view
from director.boards.paper.exports.calendar import write_fixtures_calendar
from director.boards.paper.tables.grids import (
    STANDINGS_TEMPLATE,
    list_hidden_columns,
    make_board_table,
    make_recap_tables,
    make_standings_tables,
)
from director.boards.paper.tables.match_grids import (
    make_card_grid,
    make_cross_grid,
    make_match_grid,
)
from director.boards.paper.tables.reading import ResultsContext, make_page_context, serve_to_readers
from director.boards.paper.tables.swiss_grids import make_swiss_grid
from director.boards.play.hands import make_board_hands
from director.boards.play.problems.doubts import list_public_doubts
from director.boards.scoring.brackets import build_brackets
from director.boards.scoring.explanation import explain_board_line, explain_match_board
from director.boards.scoring.fixtures import Fixture, has_fixture_list, list_section_fixtures
from director.boards.scoring.json import serialize_results
from director.boards.scoring.match_results import Matches, SheetsAfter
from director.boards.scoring.match_words import MatchWords
from director.boards.scoring.score_counts import (
    compute_field_average,
    count_scores,
    has_frequencies,
)
from director.boards.scoring.standings.parts import list_played_parts
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.scoring.swiss_table import build_swiss_table, has_swiss
from director.boards.scoring.total_explanation import explain_standings
from director.boards.scoring.units import get_points_word
from director.core.base.answers import make_file_response, make_file_stem
from director.core.base.forms import parse_record_number, parse_small_number
from director.core.base.grids import ExplainedFigures
from director.core.club.next_nights import CALENDAR
from director.core.club.players import fetch_entry_players
from director.core.night.page_cache import kept_for_visitors
from director.core.pages.publishing import render_changes, render_standings
from director.kinds import serialize_doubts


@serve_to_readers
def show_event_results(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Show the standings: of the event, or of one of its sessions."""
    scored, standings = reading.sheets.scored, reading.results.standings
    whys: list[ExplainedFigures] = []
    if not reading.shows_several_sessions:
        standings = reading.sheets.standings
        whys = explain_standings(scored, standings, _get_asked_figure(request))
    tables = make_standings_tables(
        standings, addresses=reading.addresses, request=request, whys=whys
    )
    context = make_page_context(reading, "standings") | {
        "tables": tables,
        "standings": standings,
    }
    return render_standings(request, context, STANDINGS_TEMPLATE)


event_session = kept_for_visitors(show_event_results)
"""The standings of one session of several."""


def show_pair_page(request: HttpRequest, reading: ResultsContext, pair_no: int) -> HttpResponse:
    """Show a pair's card, with links to the other cards of its section."""
    sheets, addresses = reading.sheets, reading.addresses
    card = sheets.card(pair_no)
    if card is None:
        number = sheets.scoring_field.get_present_number(pair_no)
        if number != pair_no and sheets.card(number):
            return redirect(addresses.pair(number))
        raise Http404(f"There is no {sheets.heading.contestant_word} {pair_no}.")
    card = replace(card, lines=tuple(sorted(card.lines, key=lambda line: line.board_no)))
    table = make_card_grid(sheets, card, addresses=addresses, request=request)
    letter = sheets.scoring_field.letter
    section_rows = (
        row for row in sheets.rows_by_number if letter(row.contestant) == letter(pair_no)
    )
    other_pairs = [(row, addresses.pair(row.contestant)) for row in section_rows]
    section, number = sheets.scoring_field.place(pair_no)
    context = make_page_context(reading, "pair") | {
        "card": card,
        "table": table,
        "others": other_pairs,
        "people": fetch_entry_players(reading.results.event.club, section, number),
    }
    context["hidden_columns"] = list_hidden_columns(card.standing)
    context["parts"] = parts = list_played_parts(sheets, card.standing)
    if card.heading.contestant_word == "team" and not parts:
        context["members"] = sheets.players.get(pair_no)
    else:
        context["members"] = ()
    return render(request, "boards/public/pair.html", context)


def show_board_page(request: HttpRequest, reading: ResultsContext, board_no: int) -> HttpResponse:
    """Show a board's traveller, how often each score was made and the field's average."""
    sheets, addresses = reading.sheets, reading.addresses
    numbers = sheets.board_numbers
    if board_no not in numbers:
        raise Http404(f"There is no board {board_no}.")
    index = numbers.index(board_no)
    board = sheets.board(board_no)
    why = explain_board_line(sheets.scored, board, _get_asked_figure(request))
    own_number = parse_record_number(request.GET.get("own", ""))
    previous_board = next_board = None
    if index > 0:
        previous_board = (numbers[index - 1], addresses.board(numbers[index - 1]))
    if index + 1 < len(numbers):
        next_board = (numbers[index + 1], addresses.board(numbers[index + 1]))
    counts = count_scores(board)
    context = make_page_context(reading, "board") | {
        "board": board,
        "table": make_board_table(
            board, addresses=addresses, request=request, why=why, own_number=own_number
        ),
        "hands": make_board_hands(sheets.scoring_field, sheets.visible_hands, board_no),
        "counts": counts if has_frequencies(counts) else (),
        # In matches the same score has other points in each of them.
        "counts_have_points": not sheets.scoring_field.has_matches,
        "points_word": get_points_word(board.heading),
        "average": compute_field_average(board),
        "before": previous_board,
        "after": next_board,
    }
    return render(request, "boards/public/board.html", context)


def show_recap_page(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Show the whole field, board by board."""
    tables = make_recap_tables(reading.sheets.recap, addresses=reading.addresses, request=request)
    return render(
        request,
        "boards/public/recap.html",
        make_page_context(reading, "recap") | {"tables": tables},
    )


def _list_round_dates(sheets: SessionSheets) -> tuple[str, ...]:
    """Return the rounds of drawn contests by their dates, empty if there is one date."""
    if not are_drawn(sheets.plans.values()):
        return ()
    days = fetch_round_days(sheets.scoring_field.session)
    return days.sentences(count_rounds(sheets.plans.values()))


def show_matches_page(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Show the Swiss table, bracket or cross-table, and the standings after any round."""
    return render(request, "boards/public/matches.html", _make_matches_context(request, reading))


def show_desk_matches_page(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Show the same with what the teams said on their phones about their matches."""
    context = _make_matches_context(request, reading)
    context["said_matches"] = [
        (said_match, reading.addresses.match(*said_match.sheet.teams))
        for said_match in MatchWords(Matches(reading.sheets)).all
    ]
    return render(request, "boards/public/matches.html", context)


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
        request, "boards/public/match.html", make_match_context(request, reading, home, away)
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
    why = explain_match_board(reading.sheets.scored, match, _get_asked_figure(request))
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


@serve_to_readers
def show_event_changes(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Show the corrections after publishing, and each version of the standings."""
    return render_changes(request, make_page_context(reading, "changes"))


@serve_to_readers
def render_event_json(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Answer with the results for programs, explained with ``?explain``."""
    answer = serialize_results(reading.results, explain="explain" in request.GET)
    answer |= serialize_doubts(list_public_doubts(reading.results.sessions))
    return JsonResponse(answer, json_dumps_params={"indent": 1})


def _get_asked_figure(request: HttpRequest) -> str:
    """Return the key of the figure that a visitor asks about."""
    return request.GET.get("why", "")


# The pages that visitors and the desk share, each in its frame.

event_pair = kept_for_visitors(serve_to_readers(show_pair_page))
event_board = kept_for_visitors(serve_to_readers(show_board_page))
event_recap = kept_for_visitors(serve_to_readers(show_recap_page))
event_matches = kept_for_visitors(serve_to_readers(show_matches_page))
event_match = kept_for_visitors(serve_to_readers(show_match_page))
event_fixtures_calendar = kept_for_visitors(serve_to_readers(download_fixtures_calendar))
session_results_pair = make_desk_view(show_pair_page, "standings")
session_results_board = make_desk_view(show_board_page, "boards")
session_results_recap = make_desk_view(show_recap_page, "recap")
session_results_matches = make_desk_view(show_desk_matches_page, "matches")
