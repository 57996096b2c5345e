"""What visitors read once a night is published: standings, cards, travellers, recap."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from director.boards.pages.steps import make_desk_view
from director.boards.paper.tables.grids import (
    STANDINGS_TEMPLATE,
    list_hidden_columns,
    make_board_table,
    make_card_grid,
    make_recap_tables,
    make_standings_tables,
)
from director.boards.paper.tables.reading import ResultsContext, make_page_context, serve_to_readers
from director.boards.play.hands import make_board_hands
from director.boards.play.problems.doubts import list_public_doubts
from director.boards.scoring.explanation import explain_board_line
from director.boards.scoring.json import serialize_results
from director.boards.scoring.score_counts import (
    compute_field_average,
    count_scores,
    has_frequencies,
)
from director.boards.scoring.standings.parts import list_played_parts
from director.boards.scoring.total_explanation import explain_standings
from director.boards.scoring.units import get_points_word
from director.core.base.forms import parse_record_number
from director.core.base.grids import ExplainedFigures
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
session_results_pair = make_desk_view(show_pair_page, "standings")
session_results_board = make_desk_view(show_board_page, "boards")
session_results_recap = make_desk_view(show_recap_page, "recap")
