"""The private page of a pair: during play its seats and results, afterwards its card."""

from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import parse_etags

from director.boards.pages.player_page.read import own_night
from director.boards.paper.tables.grids import ResultAddresses, board_table
from director.boards.paper.tables.match_grids import card_grid
from director.boards.play.hands.read import board_hands
from director.boards.scoring.explanation import why_board
from director.boards.scoring.standings.cache import results_at
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.base.roles import may_direct
from director.core.base.versions import EventVersion
from director.core.night.phones.read import OpenAddress, fetch_access
from director.core.night.publishing.page_cache import kept_for_visitors, program_version
from director.models import Access, Event
from scoring import ScoringError

KEPT_SECONDS = 3600
"""How long it is remembered that a page is still the one that a phone has."""


@dataclass(frozen=True, slots=True)
class AtOwn(ResultAddresses):
    """Links of a pair's own card: boards by its private link, other pairs by public pages."""

    token: str = ""

    def board(self, board_no: int) -> str:
        """Return the private address of a board's traveller."""
        return reverse("own_board", args=[self.token, board_no])


def own_page(request: HttpRequest, seen: OpenAddress, board_no: int) -> HttpResponse:
    """Show the pair its seats and results, or its card once published.

    Once they are final the address leads on to the public pages.
    """
    if not seen.is_published:
        if board_no or seen.is_final:
            return HttpResponse(status=HTTPStatus.NOT_FOUND)
        return _unpublished_page(request, seen)
    if seen.is_final:
        _sheets, at, pair_no = _place(fetch_access(seen), None)
        return redirect(f"{at.board(board_no)}?own={pair_no}" if board_no else at.pair(pair_no))
    return _published_page(request, event_id=seen.event_id, seen=seen, board_no=board_no)


def _unpublished_page(request: HttpRequest, seen: OpenAddress) -> HttpResponse:
    """Show where the pair sits and its results, or 304 if its phone has the page.

    What is remembered was shown to players, so that it is marked as seen already.
    """
    cache, name = caches["tables"], f"own-{seen.access_id}"
    kept = cache.get(name)
    if kept and kept[0] == seen.mark and _is_held(request, kept[1]):
        return _as_before(kept[1])
    by_players = not may_direct(request)
    night = own_night(fetch_access(seen), by_players=by_players)
    tag = sha256(f"{night!r}{program_version()}".encode()).hexdigest()[:20]
    if by_players:
        cache.set(name, (seen.mark, tag), KEPT_SECONDS)
    if _is_held(request, tag):
        return _as_before(tag)
    answer = render(
        request,
        "boards/player_page/night.html",
        {"night": night, "now": timezone.now(), "tag": tag},
    )
    return _with_etag(answer, tag)


def _as_before(tag: str) -> HttpResponse:
    return _with_etag(HttpResponseNotModified(), tag)


def _with_etag(answer: HttpResponse, tag: str) -> HttpResponse:
    answer.headers["ETag"] = f'"{tag}"'
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _is_held(request: HttpRequest, tag: str) -> bool:
    return f'"{tag}"' in {
        held.removeprefix("W/") for held in parse_etags(request.headers.get("If-None-Match", ""))
    }


@kept_for_visitors
def _published_page(
    request: HttpRequest, *, event_id: int, seen: OpenAddress, board_no: int
) -> HttpResponse:
    """Show the card of the pair, or a board, as the public pages do."""
    sheets, at, pair_no = _place(fetch_access(seen), getattr(request, "version", None), seen.token)
    asked = request.GET.get("why", "")
    context = {
        "event": sheets.scoring_field.event,
        "sheets": sheets,
        "home": reverse("own_page", args=[seen.token]),
        "standings": ResultAddresses(event_id, at.session_no).standings,
    }
    try:
        if board_no:
            if board_no not in sheets.board_numbers:
                return HttpResponse(status=HTTPStatus.NOT_FOUND)
            board = sheets.board(board_no)
            table = board_table(
                board,
                at=at,
                request=request,
                why=why_board(sheets.scored, board, asked),
                own=pair_no,
            )
            context |= {"table": table, "board": board, "boards": _turn(sheets, at, board_no)}
            context["hands"] = board_hands(sheets.scoring_field, sheets.visible_hands, board_no)
            return render(request, "boards/player_page/board.html", context)
        card = sheets.card(pair_no)
        if card is None:
            return HttpResponse(status=HTTPStatus.NOT_FOUND)
        table = card_grid(sheets, card, at=at, request=request)
        return render(
            request, "boards/player_page/card.html", context | {"table": table, "card": card}
        )
    except ScoringError as error:
        return render(
            request,
            "boards/player_page/unscored.html",
            context | {"reason": str(error)},
            status=HTTPStatus.CONFLICT,
        )


def _place(
    access: Access, version: EventVersion | None, token: str = ""
) -> tuple[SessionSheets, ResultAddresses, int]:
    """Return the session's sheets, the pages' links, and the pair's number."""
    event, session = access.session.event, access.session
    if version:  # the event was read before its version, perhaps by a request of before
        event = Event.objects.select_related("club").get(pk=event.pk)
    results: EventResults = results_at(version, event)
    session_no = session.number if results.has_several else 0
    sheets = (results.session(session_no) if session_no else None) or results.first
    at = (
        AtOwn(event.pk, session_no, token=token) if token else ResultAddresses(event.pk, session_no)
    )
    pair_no = access.entry.pair_no if access.entry else 0
    section = next(
        section for section in sheets.scoring_field.sections if section.pk == access.section_id
    )
    return sheets, at, sheets.scoring_field.pair(section, pair_no)


def _turn(
    sheets: SessionSheets, at: ResultAddresses, board_no: int
) -> dict[str, tuple[int, str] | None]:
    """Return the boards before and after *board_no* with their addresses."""
    numbers = sheets.board_numbers
    place = numbers.index(board_no)
    before = numbers[place - 1] if place else None
    after = numbers[place + 1] if place + 1 < len(numbers) else None
    return {
        "before": (before, at.board(before)) if before else None,
        "after": (after, at.board(after)) if after else None,
    }
