"""What visitors read once a night is published: standings, cards, travellers, recap."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from director.boards.results.read.frequencies import field_average, score_counts
from director.boards.results.read.held import sheets_at
from director.boards.results.read.json import results_json
from director.boards.results.read.sheets import SectionSheets
from director.boards.results.read.versions import event_versions
from director.boards.results.read.why import why_board, why_card, why_standings
from director.boards.sections import section_to_read
from director.desk.publish.kept import kept_for_visitors
from director.models import Section
from director.pairs.results.grids import board_table, card_table, pair_address, recap_sheet_table, standings_tables
from scoring import ScoringError

Page = Callable[..., HttpResponse]


def for_readers(page: Page) -> Page:
    """Return *page* with the sheets of the section at hand; visitors get it once the night is published.

    A page that shows figures of a night that cannot be scored gives way to one that says why.
    """

    @login_not_required
    @wraps(page)
    def answer(request: HttpRequest, event_id: int, **numbers: int) -> HttpResponse:
        section = section_to_read(event_id, by_director=request.user.is_authenticated)
        try:
            return page(request, sheets_at(getattr(request, "mark", ""), section), **numbers)
        except ScoringError as error:
            return _unscored(request, section, str(error))

    return answer


@for_readers
def event_standings(request: HttpRequest, sheets: SectionSheets) -> HttpResponse:
    """Show the standings."""
    tables = standings_tables(
        sheets.standings,
        event_id=sheets.section.session.event_id,
        request=request,
        whys=[why_standings(sheets.scored, group, _asked(request)) for group in sheets.standings.groups],
    )
    context = _context(sheets.section, sheets, "standings") | {"tables": tables}
    return render(request, "pairs/public/standings.html", context)


@kept_for_visitors
@for_readers
def event_pair(request: HttpRequest, sheets: SectionSheets, pair_no: int) -> HttpResponse:
    """Show a pair's card."""
    card = sheets.card(pair_no)
    if card is None:
        raise Http404(f"There is no pair {pair_no}.")
    event_id = sheets.section.session.event_id
    table = card_table(
        card,
        event_id=event_id,
        request=request,
        why=why_card(sheets.scored, card, _asked(request)),
    )
    others = [(row, pair_address(event_id, row.contestant)) for row in sheets.rows_by_number]
    context = _context(sheets.section, sheets, "pair") | {"card": card, "table": table, "others": others}
    return render(request, "pairs/public/pair.html", context)


@kept_for_visitors
@for_readers
def event_board(request: HttpRequest, sheets: SectionSheets, board_no: int) -> HttpResponse:
    """Show a board's traveller, how often each score was made and the field's average."""
    numbers = sheets.board_numbers
    if board_no not in numbers:
        raise Http404(f"There is no board {board_no}.")
    at = numbers.index(board_no)
    board = sheets.board(board_no)
    table = board_table(
        board,
        event_id=sheets.section.session.event_id,
        request=request,
        why=why_board(sheets.scored, board, _asked(request)),
    )
    context = _context(sheets.section, sheets, "board") | {
        "board": board,
        "table": table,
        "counts": score_counts(board),
        "average": field_average(board),
        "before": numbers[at - 1] if at else None,
        "after": numbers[at + 1] if at + 1 < len(numbers) else None,
    }
    return render(request, "pairs/public/board.html", context)


@kept_for_visitors
@for_readers
def event_recap(request: HttpRequest, sheets: SectionSheets) -> HttpResponse:
    """Show the whole field, board by board."""
    table = recap_sheet_table(sheets.recap, event_id=sheets.section.session.event_id, request=request)
    return render(request, "pairs/public/recap.html", _context(sheets.section, sheets, "recap") | {"table": table})


@for_readers
def event_changes(request: HttpRequest, sheets: SectionSheets) -> HttpResponse:
    """Show what was changed after publishing, and what the standings were each time."""
    context = _context(sheets.section, sheets, "changes")
    versions = event_versions(sheets.section.session.event)
    return render(request, "pairs/public/changes.html", context | {"versions": versions})


@for_readers
def event_json(request: HttpRequest, sheets: SectionSheets) -> HttpResponse:
    """Answer with the results for programs; with ``?explain`` every figure says why it is what it is."""
    answer = results_json(sheets.scored, sheets, explain="explain" in request.GET)
    return JsonResponse(answer, json_dumps_params={"indent": 1})


def _unscored(request: HttpRequest, section: Section, reason: str) -> HttpResponse:
    """Answer with why there are no standings, as JSON to a program."""
    if request.resolver_match and request.resolver_match.url_name == "event_json":
        return JsonResponse({"error": reason}, status=409)
    return render(request, "pairs/public/unscored.html", _context(section) | {"reason": reason}, status=409)


def _asked(request: HttpRequest) -> str:
    """Return the key of the figure that a visitor asks about."""
    return request.GET.get("why", "")


def _context(section: Section, sheets: SectionSheets | None = None, page: str = "") -> dict[str, object]:
    """Return what every page of an event shows: what it is, which *page* is open, which others there are."""
    return {
        "section": section,
        "session": section.session,
        "event": section.session.event,
        "sheets": sheets,
        "page": page,
    }
