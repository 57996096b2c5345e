"""Boards of a published event: their travellers, and their hands once everybody has played them."""

from typing import Any

from django.http import Http404, HttpRequest
from ninja import Query, Router
from pydantic import BaseModel, ConfigDict, Field

from director.additions.api.paging import ListPage, PageQuery, make_page
from director.additions.api.public.events import get_readable_event
from director.additions.api.public.results import SessionQuery
from director.additions.api.versions import get_event_results

router = Router(tags=["Results"])
HAND_FIELDS = ("deal", "makeable", "par", "deals")


class BoardsQuery(PageQuery, SessionQuery):
    """A page of boards, of all sessions or of one."""


class TravellerLineInfo(BaseModel):
    """A result of a board, with the points that it gave.

    Players by seat (n, e, s, w) take the place of ns and ew where partners change. It may have
    further fields, as in ``results.json``: honours, lead, settled, off_schedule, players.
    """

    model_config = ConfigDict(extra="allow")

    section: str | None = None
    ns: int | list[int] | None = None
    ew: int | list[int] | None = None
    contract: str | None = None
    declarer: str | None = None
    tricks: int | str | None = None
    score: int | str | None = Field(None, description="From the N-S side.")
    ns_points: str | None = Field(None, description="Exact: 7/3 is a fraction.")
    ew_points: str | None = None


class BoardInfo(BaseModel):
    """A board, and how many results it has."""

    board: int
    session: int | None = Field(None, description="If the event has several.")
    top: str | None
    results: int
    has_hand: bool = Field(description="Whether everybody has played it and its deal is known.")


class TravellerInfo(BaseModel):
    """All results of a board."""

    board: int
    session: int | None = Field(None, description="If the event has several.")
    top: str | None
    trump: str | None = Field(None, description="At whist, once it is known.")
    lines: list[TravellerLineInfo]


class SectionHandInfo(BaseModel):
    """The deal of one section."""

    section: str
    deal: str
    makeable: str | None = None
    par: int | None = None


class HandInfo(BaseModel):
    """The deal of a board that every table has played."""

    board: int
    session: int | None = Field(None, description="If the event has several.")
    deal: str | None = Field(None, description="The four hands, as PBN writes them.")
    makeable: str | None = Field(
        None, description="20 figures from 0 to d: tricks of N, S, E, W in NT, S, H, D, C."
    )
    par: int | None = Field(None, description="The par score from the N-S side.")
    deals: list[SectionHandInfo] | None = Field(None, description="If sections played other deals.")


@router.get(
    "/events/{number:event_id}/boards",
    response=ListPage[BoardInfo],
    exclude_unset=True,
    summary="Boards",
    url_name="api_boards",
)
def boards(request: HttpRequest, event_id: int, query: Query[BoardsQuery]) -> dict[str, Any]:
    """Return the boards of an event. A party has none."""
    all_boards = _get_boards(request, event_id, query.session)
    return make_page(request, query, all_boards, _make_board_json)


@router.get(
    "/events/{number:event_id}/boards/{number:board_no}",
    response=TravellerInfo,
    exclude_unset=True,
    summary="A traveller",
    url_name="api_board",
)
def board(
    request: HttpRequest, event_id: int, board_no: int, query: Query[SessionQuery]
) -> dict[str, Any]:
    """Return the results of a board. Of several sessions it is the first one with that board."""
    for found_board in _get_boards(request, event_id, query.session):
        if found_board["board"] == board_no:
            return _make_traveller_json(found_board)
    raise Http404


@router.get(
    "/events/{number:event_id}/travellers",
    response=ListPage[TravellerInfo],
    exclude_unset=True,
    summary="Travellers",
    url_name="api_travellers",
)
def travellers(request: HttpRequest, event_id: int, query: Query[BoardsQuery]) -> dict[str, Any]:
    """Return the boards of an event with all results."""
    all_boards = _get_boards(request, event_id, query.session)
    return make_page(request, query, all_boards, _make_traveller_json)


@router.get(
    "/events/{number:event_id}/hands",
    response=ListPage[HandInfo],
    exclude_unset=True,
    summary="Hands",
    url_name="api_hands",
)
def hands(request: HttpRequest, event_id: int, query: Query[BoardsQuery]) -> dict[str, Any]:
    """Return the deals that everybody may see: no table has still to play them, here or elsewhere."""
    all_boards = _get_boards(request, event_id, query.session)
    boards_with_hand = [board for board in all_boards if _has_hand(board)]
    return make_page(request, query, boards_with_hand, _make_hand_json)


def _get_boards(
    request: HttpRequest, event_id: int, session_no: int | None
) -> list[dict[str, Any]]:
    """Return an event's boards, or those of one session, in the shape of ``results.json``."""
    event = get_readable_event(request, event_id)
    all_boards: list[dict[str, Any]] = get_event_results(event)["boards"]
    if session_no is None:
        return all_boards
    # Boards of an only session name no session.
    return [board for board in all_boards if board.get("session", 1) == session_no]


def _has_hand(board: dict[str, Any]) -> bool:
    return "deal" in board or "deals" in board


def _get_board_place(board: dict[str, Any]) -> dict[str, Any]:
    return {name: board[name] for name in ("session", "board") if name in board}


def _make_board_json(board: dict[str, Any]) -> dict[str, Any]:
    # A line whose result is missing has a place on the traveller, but no score.
    results = sum(line["score"] is not None for line in board["lines"])
    return {
        **_get_board_place(board),
        "top": board["top"],
        "results": results,
        "has_hand": _has_hand(board),
    }


def _make_traveller_json(board: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in board.items() if name not in HAND_FIELDS}


def _make_hand_json(board: dict[str, Any]) -> dict[str, Any]:
    names = ("session", "board", *HAND_FIELDS)
    return {name: board[name] for name in names if name in board}
