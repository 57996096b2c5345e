"""The private page of a pair: its seats and results, and its card once they are published."""

from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from typing import NamedTuple

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import parse_etags
from django.views.decorators.http import require_http_methods, require_safe

from director.additions.phones.boards.player_view import read_player_page, reveal_compared_results
from director.boards.play.hands import make_board_hands
from director.boards.scoring.explanation import explain_board_line
from director.boards.scoring.standings.event import EventResults, get_cached_results
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.tables.addresses import ResultAddresses
from director.boards.tables.grids import make_board_table, make_card_grid
from director.core.base.roles import can_direct
from director.core.base.versions import EventVersion
from director.core.night.links.finding import AddressHolder, OpenAddress, fetch_access
from director.core.night.links.requests import resolve_token
from director.core.night.page_cache import cache_event_page, get_program_version
from director.core.night.table_api import ResultsReader
from director.models import Access, Event
from scoring.errors import ScoringError

CACHE_SECONDS = 3600
"""Seconds for which the server remembers the tag of a pair's page, to answer 304."""


@dataclass(frozen=True, slots=True)
class OwnCardAddresses(ResultAddresses):
    """Links of a pair's own card: boards by its private link, other pairs by public pages."""

    token: str = ""

    def get_board_address(self, board_no: int) -> str:
        """Return the private address of a board's traveller."""
        return reverse("own_board", args=[self.token, board_no])


@require_http_methods(["GET", "HEAD", "POST"])
@resolve_token(AddressHolder.PAIR)
def show_own_page(request: HttpRequest, *, address: OpenAddress) -> HttpResponse:
    """Show a pair its seats and results, or its scorecard once the event is published.

    A POST reveals other tables' results on its boards, as far as it may see them.
    """
    return _render_own_page(request, address, 0)


@require_safe
@resolve_token(AddressHolder.PAIR)
def show_own_board(request: HttpRequest, *, address: OpenAddress, board_no: int) -> HttpResponse:
    """Show a board of a published event to a pair."""
    return _render_own_page(request, address, board_no)


def _render_own_page(
    request: HttpRequest, open_address: OpenAddress, board_no: int
) -> HttpResponse:
    """Show the pair its seats and results, or its card once published.

    A POST reveals its comparison with other tables.  Once the results are final, the address
    redirects to the public pages.
    """
    if request.method == "POST":
        return _reveal_comparison(request, open_address)
    if not open_address.is_published:
        if board_no or open_address.is_final:
            return HttpResponse(status=HTTPStatus.NOT_FOUND)
        return _render_unpublished_page(request, open_address)
    if open_address.is_final:
        own_card = _fetch_own_card(fetch_access(open_address), version=None)
        address = own_card.addresses.get_pair_address(own_card.pair_no)
        if board_no:
            address = f"{own_card.addresses.get_board_address(board_no)}?own={own_card.pair_no}"
        return redirect(address)
    return _render_published_page(
        request, event_id=open_address.event_id, open_address=open_address, board_no=board_no
    )


def _reveal_comparison(request: HttpRequest, open_address: OpenAddress) -> HttpResponse:
    """Compare the pair's results with those of other tables, and show the page again."""
    if not open_address.is_published and not open_address.is_final:
        reveal_compared_results(fetch_access(open_address), reader=_choose_reader(request))
        # The event hasn't changed, but the page shows more now.
        caches["tables"].delete(_get_cache_key(open_address))
    return redirect("own_page", token=open_address.token)


def _choose_reader(request: HttpRequest) -> ResultsReader:
    # A director who looks leaves no mark for the players.
    if can_direct(request):
        return ResultsReader.DESK
    return ResultsReader.PAIR


def _get_cache_key(open_address: OpenAddress) -> str:
    return f"own-{open_address.access_id}"


def _render_unpublished_page(request: HttpRequest, open_address: OpenAddress) -> HttpResponse:
    """Show the pair's seats and results, or answer 304 if its phone has the page."""
    cache, cache_key = caches["tables"], _get_cache_key(open_address)
    cached = cache.get(cache_key)
    if cached:
        cached_mark, cached_tag = cached
        if cached_mark == open_address.version_mark and _has_browser_page(request, cached_tag):
            return _make_not_modified_response(cached_tag)
    reader = _choose_reader(request)
    player_page = read_player_page(fetch_access(open_address), reader=reader)
    tag = sha256(f"{player_page!r}{get_program_version()}".encode()).hexdigest()[:20]
    if reader.is_player:
        cache.set(cache_key, (open_address.version_mark, tag), CACHE_SECONDS)
    if _has_browser_page(request, tag):
        return _make_not_modified_response(tag)
    response = render(
        request,
        "additions/phones/player_page/night.html",
        {"page": player_page, "now": timezone.now(), "tag": tag},
    )
    return _with_etag(response, tag)


def _make_not_modified_response(tag: str) -> HttpResponse:
    return _with_etag(HttpResponseNotModified(), tag)


def _with_etag(response: HttpResponse, tag: str) -> HttpResponse:
    response.headers["ETag"] = f'"{tag}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _has_browser_page(request: HttpRequest, tag: str) -> bool:
    return f'"{tag}"' in {
        browser_tag.removeprefix("W/")
        for browser_tag in parse_etags(request.headers.get("If-None-Match", ""))
    }


@cache_event_page
def _render_published_page(
    request: HttpRequest, *, event_id: int, open_address: OpenAddress, board_no: int
) -> HttpResponse:
    """Show the card of the pair, or a board, as the public pages do."""
    own_card = _fetch_own_card(
        fetch_access(open_address),
        version=getattr(request, "version", None),
        token=open_address.token,
    )
    context = {
        "event": own_card.session_results.scoring_field.event,
        "sheets": own_card.session_results,
        "home": reverse("own_page", args=[open_address.token]),
        "standings": ResultAddresses(event_id, own_card.addresses.session_no).standings_address,
    }
    try:
        if board_no:
            return _render_own_board(request, own_card, board_no, context)
        return _render_own_card(request, own_card, context)
    except ScoringError as error:
        return render(
            request,
            "additions/phones/player_page/unscored.html",
            context | {"reason": str(error)},
            status=HTTPStatus.CONFLICT,
        )


class OwnCard(NamedTuple):
    """A pair's number with the sheets of its session and the links of its pages."""

    session_results: SessionResults
    addresses: ResultAddresses
    pair_no: int


def _render_own_board(
    request: HttpRequest, own_card: OwnCard, board_no: int, context: dict[str, object]
) -> HttpResponse:
    session_results, addresses, pair_no = own_card
    if board_no not in session_results.board_numbers:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    board = session_results.get_board_sheet(board_no)
    table = make_board_table(
        board,
        addresses=addresses,
        request=request,
        explained_scores=explain_board_line(
            session_results.scored, board, request.GET.get("why", "")
        ),
        own_number=pair_no,
    )
    board_context = {
        "table": table,
        "board": board,
        "neighbours": _make_neighbour_links(session_results, addresses, board_no),
        "hands": make_board_hands(
            session_results.scoring_field, session_results.visible_hands_by_key, board_no
        ),
    }
    return render(request, "additions/phones/player_page/board.html", context | board_context)


def _render_own_card(
    request: HttpRequest, own_card: OwnCard, context: dict[str, object]
) -> HttpResponse:
    session_results, addresses, pair_no = own_card
    card = session_results.find_card(pair_no)
    if card is None:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    table = make_card_grid(session_results, card, addresses=addresses, request=request)
    return render(
        request, "additions/phones/player_page/card.html", context | {"table": table, "card": card}
    )


def _fetch_own_card(access: Access, *, version: EventVersion | None, token: str = "") -> OwnCard:
    """Return the card of *access*'s pair. With a *token*, boards are linked privately."""
    event, session = access.session.event, access.session
    # The event may be older than *version*: an earlier request may have read it.
    if version:
        event = Event.objects.select_related("club").get(pk=event.pk)
    event_results: EventResults = get_cached_results(version, event)
    session_no = session.number if event_results.has_several_sessions else 0
    session_results = event_results.first_session
    if session_no:
        session_results = event_results.find_session(session_no) or session_results
    addresses = ResultAddresses(event.pk, session_no)
    if token:
        addresses = OwnCardAddresses(event.pk, session_no, token=token)
    pair_no = access.entry.pair_no if access.entry else 0
    section = next(
        section
        for section in session_results.scoring_field.sections
        if section.pk == access.section_id
    )
    return OwnCard(
        session_results, addresses, session_results.scoring_field.get_field_number(section, pair_no)
    )


def _make_neighbour_links(
    session_results: SessionResults, addresses: ResultAddresses, board_no: int
) -> dict[str, tuple[int, str] | None]:
    """Return the numbers and addresses of the boards before and after *board_no*."""
    board_nos = session_results.board_numbers
    index = board_nos.index(board_no)
    previous_board = board_nos[index - 1] if index else None
    next_board = board_nos[index + 1] if index + 1 < len(board_nos) else None
    return {
        "before": _make_board_link(addresses, previous_board),
        "after": _make_board_link(addresses, next_board),
    }


def _make_board_link(addresses: ResultAddresses, board_no: int | None) -> tuple[int, str] | None:
    if board_no is None:
        return None
    return board_no, addresses.get_board_address(board_no)
