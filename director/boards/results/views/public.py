"""What visitors read once a night is published: standings, cards, travellers, recap."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from director.boards.hands.read import board_hands
from director.boards.results.grids import board_table, card_table, recap_sheet_table, standings_tables
from director.boards.results.match_grids import cross_grid, match_grid
from director.boards.results.read.brackets import brackets
from director.boards.results.read.json import results_json
from director.boards.results.read.matches import Matches, SheetsAfter
from director.boards.results.read.places import field_average, score_counts
from director.boards.results.read.why import why_board, why_card, why_match, why_standings
from director.boards.results.reading import Reading, for_readers, page_context
from director.core.grids.sheet import Why
from director.core.publishing.kept import kept_for_visitors
from director.core.publishing.views import changes_answer


@for_readers
def event_results(request: HttpRequest, reading: Reading) -> HttpResponse:
    """Show the standings: of the event, or of one of its sessions."""
    scored, standings = reading.sheets.scored, reading.results.standings
    whys: list[Why] = []
    if not reading.is_whole:
        standings = reading.sheets.standings
        whys = [why_standings(scored, group, _asked(request)) for group in standings.groups]
    tables = standings_tables(standings, at=reading.at, request=request, whys=whys)
    context = page_context(reading, "standings") | {"tables": tables, "standings": standings}
    return render(request, "boards/public/standings.html", context)


event_session = kept_for_visitors(event_results)
"""The standings of one session of several."""


@kept_for_visitors
@for_readers
def event_pair(request: HttpRequest, reading: Reading, pair_no: int) -> HttpResponse:
    """Show a pair's card, with links to the others of its section: of all sections they would be thousands."""
    sheets, at = reading.sheets, reading.at
    card = sheets.card(pair_no)
    if card is None:
        number = sheets.sitting.number_now(pair_no)
        if number != pair_no and sheets.card(number):
            return redirect(at.pair(number))
        raise Http404(f"There is no {sheets.heading.called} {pair_no}.")
    table = card_table(card, at=at, request=request, why=why_card(sheets.scored, card, _asked(request)))
    letter = sheets.sitting.letter
    beside = (row for row in sheets.rows_by_number if letter(row.contestant) == letter(pair_no))
    others = [(row, at.pair(row.contestant)) for row in beside]
    context = page_context(reading, "pair") | {"card": card, "table": table, "others": others}
    return render(request, "boards/public/pair.html", context)


@kept_for_visitors
@for_readers
def event_board(request: HttpRequest, reading: Reading, board_no: int) -> HttpResponse:
    """Show a board's traveller, how often each score was made and the field's average."""
    sheets, at = reading.sheets, reading.at
    numbers = sheets.board_numbers
    if board_no not in numbers:
        raise Http404(f"There is no board {board_no}.")
    place = numbers.index(board_no)
    board = sheets.board(board_no)
    context = page_context(reading, "board") | {
        "board": board,
        "table": board_table(board, at=at, request=request, why=why_board(sheets.scored, board, _asked(request))),
        "hands": board_hands(sheets.sitting, sheets.hands_seen, board_no),
        "counts": score_counts(board),
        "average": field_average(board),
        "before": (numbers[place - 1], at.board(numbers[place - 1])) if place else None,
        "after": (numbers[place + 1], at.board(numbers[place + 1])) if place + 1 < len(numbers) else None,
    }
    return render(request, "boards/public/board.html", context)


@kept_for_visitors
@for_readers
def event_recap(request: HttpRequest, reading: Reading) -> HttpResponse:
    """Show the whole field, board by board."""
    table = recap_sheet_table(reading.sheets.recap, at=reading.at, request=request)
    return render(request, "boards/public/recap.html", page_context(reading, "recap") | {"table": table})


@kept_for_visitors
@for_readers
def event_matches(request: HttpRequest, reading: Reading) -> HttpResponse:
    """Show all teams against all, and the standings after any round."""
    matches = _matches(reading)
    rounds = matches.rounds
    asked = request.GET.get("after", "")
    after = next((round_no for round_no in rounds if str(round_no) == asked), rounds[-1] if rounds else 0)
    sheets = reading.sheets if not rounds or after == rounds[-1] else SheetsAfter(reading.sheets, after)
    context = page_context(reading, "matches") | {
        "brackets": brackets(reading.sheets),
        "cross": cross_grid(matches.cross_table, at=reading.at, request=request),
        "tables": standings_tables(sheets.standings, at=reading.at, request=request),
        "standings": sheets.standings,
        "rounds": rounds,
        "after": after,
    }
    return render(request, "boards/public/matches.html", context)


@kept_for_visitors
@for_readers
def event_match(request: HttpRequest, reading: Reading, home: int, away: int) -> HttpResponse:
    """Show one match board by board, both tables side by side."""
    match = _matches(reading).match(home, away)
    if match is None:
        raise Http404(f"{home} and {away} have no match.")
    why = why_match(reading.sheets.scored, match, _asked(request))
    table = match_grid(match, at=reading.at, request=request, why=why)
    context = page_context(reading, "matches") | {"match": match, "table": table}
    return render(request, "boards/public/match.html", context)


def _matches(reading: Reading) -> Matches:
    matches = Matches(reading.sheets)
    if not matches.are_played:
        raise Http404("No matches are played here.")
    return matches


@for_readers
def event_changes(request: HttpRequest, reading: Reading) -> HttpResponse:
    """Show what was changed after publishing, and what the standings were each time."""
    return changes_answer(request, page_context(reading, "changes"))


@for_readers
def event_json(request: HttpRequest, reading: Reading) -> HttpResponse:
    """Answer with the results for programs; with ``?explain`` every figure says why it is what it is."""
    answer = results_json(reading.results, explain="explain" in request.GET)
    return JsonResponse(answer, json_dumps_params={"indent": 1})


def _asked(request: HttpRequest) -> str:
    """Return the key of the figure that a visitor asks about."""
    return request.GET.get("why", "")
