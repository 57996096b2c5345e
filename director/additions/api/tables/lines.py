"""A token's rights, and the lines that the tables of its session have to report."""

from typing import Any

from django.http import Http404, HttpRequest
from ninja import Query, Router
from pydantic import BaseModel, ConfigDict, Field

from director.additions.api.paging import ListPage, PageQuery, make_page
from director.additions.api.tokens import TokenSent, get_token, is_for_session
from director.core.base.lru_cache import LruCache
from director.core.base.versions import fetch_event_version
from director.core.night.phones import make_program_device
from director.kinds import Json, get_event_kind
from director.models import ApiToken, Session, TableWord

ApiLineKey = tuple[str | int | None, ...]
_BOARD_RESULT_FIELDS = {"result", "score"}
_PARTY_RESULT_FIELDS = {"winner", "points", "hands"}

router = Router(tags=["Tables"], auth=TokenSent())
CACHED_SESSIONS = 4
SESSION_LINES_CACHE = LruCache[list[Json]](CACHED_SESSIONS)
"""The lines of the sessions that were requested last, by version."""


class TokenInfo(BaseModel):
    """What a token allows."""

    name: str
    right: str = Field(description="read or enter.")
    event: int
    session: int | None = Field(description="The only session that it is for, or null.")
    sessions: list[int] = Field(description="The sessions that it is for.")
    expires_at: str


class LinesQuery(PageQuery):
    """Lines, of all tables or of some."""

    section: str | None = Field(None, max_length=2, description="The letter of a section.")
    table: int | None = Field(None, ge=1, le=9999, description="The number of a table.")
    round: int | None = Field(None, ge=1, le=9999, description="The number of a round.")
    missing: bool = Field(False, description="Only lines without a result.")


class LineInfo(BaseModel):
    """What a table has to report: a board, or at a party a whole round.

    Where partners change, a line has the players by seat too, as n, e, s and w. A table of a party
    has sides, and once reported winner and points.
    """

    model_config = ConfigDict(extra="allow")

    section: str | None = None
    round: int | None
    table: int | None
    board: int | None = None
    ns: int | None = None
    ew: int | None = None
    is_entered: bool
    result: str | None = Field(None, description="As the desk shows it: 4SS=.")
    score: int | None = Field(None, description="From the N-S side.")
    is_void: bool | None = Field(None, description="True if its match is void and needs no result.")


@router.get("/token", response=TokenInfo, summary="Your token", url_name="api_token")
def show_token(request: HttpRequest) -> dict[str, Any]:
    """Return what the token of the request allows, and until when."""
    sent_token = get_valid_token(request)
    if sent_token.session_id:
        sessions = [sent_token.session_id]
    else:
        sessions = list(
            Session.objects.filter(event=sent_token.event_id)
            .order_by("number")
            .values_list("pk", flat=True)
        )
    return {
        "name": sent_token.name,
        "right": sent_token.right,
        "event": sent_token.event_id,
        "session": sent_token.session_id,
        "sessions": sessions,
        "expires_at": sent_token.expires_at.isoformat(),
    }


@router.get(
    "/sessions/{number:session_id}/lines",
    response=ListPage[LineInfo],
    exclude_unset=True,
    summary="Lines of a session",
    url_name="api_lines",
)
def list_lines(request: HttpRequest, session_id: int, query: Query[LinesQuery]) -> dict[str, Any]:
    """Return what the tables of a session have to report, and whether it is entered.

    With the right to read, lines have all results so far; with the right to enter, only those that
    the same token entered. Other results of a board have an address of their own.
    """
    session = get_token_session(request, session_id)
    requested_lines = [line for line in get_session_lines(session) if is_requested(query, line)]
    token = get_valid_token(request)
    if token.right != ApiToken.Right.READ:
        # Tables still play these boards, and nobody would know that they have seen the results.
        entered_keys = _fetch_entered_line_keys(token, session)
        for index, line in enumerate(requested_lines):
            if _get_line_key(line) not in entered_keys:
                requested_lines[index] = _without_result(line)
    return make_page(request, query, requested_lines, to_json=dict)


def _get_line_key(line: Json) -> ApiLineKey:
    """Return the key of *line*: with the board and pairs, or at a party with the round."""
    if "board" in line:
        return line["section"], line["table"], line["board"], line["ns"], line["ew"]
    return line.get("section"), line["table"], line["round"]


def _without_result(line: Json) -> Json:
    """Return *line* with empty result fields or, at a party, without them."""
    fields = {name: value for name, value in line.items() if name not in _PARTY_RESULT_FIELDS}
    return fields | dict.fromkeys(_BOARD_RESULT_FIELDS & line.keys())


def _fetch_entered_line_keys(token: ApiToken, session: Session) -> set[ApiLineKey]:
    """Return the keys of the lines whose results *token* entered. One query."""
    words = TableWord.objects.filter(
        access__session=session,
        kind=TableWord.Kind.RESULT,
        device=make_program_device(token.pk),
        version__isnull=False,
    )
    columns = ("access__section__letter", "access__table_no", "round_no", "board_no", "ns", "ew")
    keys: set[ApiLineKey] = set()
    for letter, table_no, round_no, board_no, ns, ew in words.values_list(*columns):
        if board_no:
            keys.add((letter, table_no, board_no, ns, ew))
        else:
            keys.add((letter, table_no, round_no))
    return keys


def is_requested(query: LinesQuery, line: Json) -> bool:
    """Return whether *query* asks for *line*."""
    if query.missing and line["is_entered"]:
        return False
    wanted_values = {"section": query.section, "table": query.table, "round": query.round}
    return all(value is None or line.get(name) == value for name, value in wanted_values.items())


def get_session_lines(session: Session) -> list[Json]:
    """Return what the tables of *session* have to report, made once per version."""
    event = session.event
    # *event* may have been read before the version, so its change number is part of the key; see
    # ``get_event_results``.
    return SESSION_LINES_CACHE.get_or_make(
        lambda: fetch_event_version(event.pk),
        lambda: get_event_kind(event).list_table_lines(session),
        session.pk,
        event.change_no,
    )


def get_token_session(request: HttpRequest, session_id: int) -> Session:
    """Return the session that the token of *request* is for, with event and club.

    :raises Http404: if the token isn't for the session
    """
    token = get_valid_token(request)
    if not is_for_session(token, session_id, token.event_id):
        raise Http404
    sessions = Session.objects.select_related("event__club")
    session = sessions.filter(pk=session_id, event=token.event_id).first()
    if session is None:
        raise Http404
    return session


def get_valid_token(request: HttpRequest) -> ApiToken:
    """Return the token of *request*.

    :raises Http404: without one
    """
    token = get_token(request)
    if token is None:
        raise Http404
    return token
