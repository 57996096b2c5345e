"""The page of a pair, or of whoever else is ranked, by its private address: each kind of event has its own."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from director.desk.tables.read import Seen, Whose
from director.desk.tables.token import by_token
from director.kinds import event_kinds


@require_safe
@by_token(Whose.PAIR)
def own_page(request: HttpRequest, *, seen: Seen) -> HttpResponse:
    """Show what concerns the pair: where it sits, what it made so far, and its card once that is published."""
    return _page(request, seen, 0)


@require_safe
@by_token(Whose.PAIR)
def own_board(request: HttpRequest, *, seen: Seen, board_no: int) -> HttpResponse:
    """Show a board of a published night."""
    return _page(request, seen, board_no)


def _page(request: HttpRequest, seen: Seen, board_no: int) -> HttpResponse:
    page = next(kind.own_page for kind in event_kinds() if kind.contest == seen.contest)
    return page(request, seen, board_no) if page else HttpResponse(status=HTTPStatus.NOT_FOUND)
