"""The lines that the tables of a session have to report, and results that programs enter."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import Query, Router
from pydantic import BaseModel, ConfigDict, Field

from director.additions.api.gate import (
    ListPage,
    PageQuery,
    TokenSent,
    get_token,
    is_for_session,
    make_page,
)
from director.additions.api.reference import make_content
from director.core.base.requests import make_error_response, make_refusal_response
from director.core.base.versions import LruCache, fetch_event_version
from director.core.files.kind_parts import FiledKind
from director.core.night.hooks import PHONE_DESK
from director.core.night.kind_parts import Json, PhoneAnswer, ResultsReader, TableApi
from director.core.night.links import (
    fetch_access,
    fetch_open_accesses_by_table,
    find_open_address,
    is_closed_by_director,
    open_table_addresses,
)
from director.core.night.phone_entries import make_phone_entry, read_json
from director.core.night.phones import (
    BOTH_SIDES,
    make_program_device,
    record_phone_contact,
    refuse_blocked_device,
    store_phone,
)
from director.errors import BlockedPhoneError, DeskError
from director.event_kinds import ask_kind
from director.models import Access, ApiToken, Section, Session, TableWord

WRONG_VALUE_ERROR = (
    "wrong-value",
    "“{name}” has a wrong value. It must be {what}.",
)


# A token's rights, and the lines that the tables of its session have to report.

ApiLineKey = tuple[str | int | None, ...]
_BOARD_RESULT_FIELDS = {"result", "score"}
_PARTY_RESULT_FIELDS = {"winner", "points", "hands"}

table_router = Router(tags=["Tables"], auth=TokenSent())
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


@table_router.get("/token", response=TokenInfo, summary="Your token", url_name="api_token")
def show_token(request: HttpRequest) -> dict[str, Any]:
    """Return what the token of the request allows, and until when."""
    api_token = get_valid_token(request)
    if api_token.session_id:
        sessions = [api_token.session_id]
    else:
        sessions = list(
            Session.objects.filter(event=api_token.event_id)
            .order_by("number")
            .values_list("pk", flat=True)
        )
    return {
        "name": api_token.name,
        "right": api_token.right,
        "event": api_token.event_id,
        "session": api_token.session_id,
        "sessions": sessions,
        "expires_at": api_token.expires_at.isoformat(),
    }


@table_router.get(
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
    session = fetch_token_session(request, session_id)
    requested_lines = [line for line in get_session_lines(session) if is_requested(query, line)]
    token = get_valid_token(request)
    if token.right != ApiToken.Right.READ:
        # Tables still play these boards, and nobody would know that they have seen the results.
        entered_keys = _fetch_entered_line_keys(token, session)
        for index, line in enumerate(requested_lines):
            if _get_line_key(line) not in entered_keys:
                requested_lines[index] = _hide_result(line)
    return make_page(request, query, requested_lines, to_json=dict)


def _get_line_key(line: Json) -> ApiLineKey:
    """Return the key of *line*: with the board and pairs, or at a party with the round."""
    if "board" in line:
        return line["section"], line["table"], line["board"], line["ns"], line["ew"]
    return line.get("section"), line["table"], line["round"]


def _hide_result(line: Json) -> Json:
    """Return *line* with empty result fields or, at a party, without them."""
    fields = {name: value for name, value in line.items() if name not in _PARTY_RESULT_FIELDS}
    return fields | dict.fromkeys(_BOARD_RESULT_FIELDS & line.keys())


def _fetch_entered_line_keys(token: ApiToken, session: Session) -> set[ApiLineKey]:
    """Return the keys of the lines whose results *token* entered. One query."""
    entries = TableWord.objects.filter(
        access__session=session,
        kind=TableWord.Kind.RESULT,
        device=make_program_device(token.pk),
        version__isnull=False,
    )
    columns = ("access__section__letter", "access__table_no", "round_no", "board_no", "ns", "ew")
    keys: set[ApiLineKey] = set()
    for letter, table_no, round_no, board_no, ns, ew in entries.values_list(*columns):
        if board_no:
            keys.add((letter, table_no, board_no, ns, ew))
        else:
            keys.add((letter, table_no, round_no))
    return keys


def is_requested(query: LinesQuery, line: Json) -> bool:
    """Return whether *query* asks for *line*."""
    if query.missing and line["is_entered"]:
        return False
    requested_values = {"section": query.section, "table": query.table, "round": query.round}
    return all(value is None or line.get(name) == value for name, value in requested_values.items())


def get_session_lines(session: Session) -> list[Json]:
    """Return what the tables of *session* have to report, made once per version."""
    event = session.event
    # *event* may have been read before the version, so its change number is part of the key; see
    # ``make_event_results``.
    return SESSION_LINES_CACHE.get_or_make(
        lambda: fetch_event_version(event.pk),
        lambda: ask_kind(event, FiledKind).list_table_lines(session),
        session.pk,
        event.change_no,
    )


def fetch_token_session(request: HttpRequest, session_id: int) -> Session:
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


# Results that programs enter: the same as from a phone at the table, by the same service.

CONFLICT_CODE = "conflict"
"""The code of an entry that differs from the stored result."""
MAX_NUMBER = 9999
MAX_SECTION_LETTERS = 2
"""Letters of a section: the one after Z is AA."""


class TableResultInfo(BaseModel):
    """A result of one table. A party has fields of its own, as its tables' private links take them.

    Send `result` as the desk takes it, or contract, declarer and tricks.
    """

    model_config = ConfigDict(extra="allow")

    key: str = Field(
        description="Any text that is new for each entry, of at most 200 characters. "
        "Sent again with the same key, an entry is stored once and gets the same answer."
    )
    section: str | None = Field(None, description="The letter; missing for a party.")
    table: int
    board: int | None = Field(None, description="Missing for a party.")
    ns: int | None = Field(None, description="The N-S pair; by default the one of the round.")
    ew: int | None = Field(None, description="The E-W pair; by default the one of the round.")
    result: str | None = Field(None, description="Such as 4SS=, 3NTXE-2 or PASS.")
    contract: str | None = Field(None, description="Such as 4S, 3NTX or PASS.")
    declarer: str | None = Field(None, description="N, E, S or W.")
    tricks: int | None = Field(None, description="From 0 to 13.")
    lead: str | None = Field(None, description="Such as HK.")
    confirm: bool | None = Field(None, description="Whether the opponents have agreed.")
    right: bool | None = Field(
        None, description="True to store a result that was asked about (asks_again)."
    )


class EntryAnswer(BaseModel):
    """A stored result."""

    model_config = ConfigDict(extra="allow")

    stored: bool
    board: int | None = None
    result: str | None = None
    score: int | None = Field(None, description="From the N-S side.")
    waits_for: str | None = Field(None, description="opponents, director or null.")


class OthersQuestion(BaseModel):
    """A board whose other results a table wants to see."""

    section: str = Field(description="The letter.")
    table: int
    board: int


class OthersInfo(BaseModel):
    """The results of a board, the best for N-S first."""

    model_config = ConfigDict(extra="allow")

    board: int
    lines: list[dict[str, Any]] = Field(
        description="Pairs, result, score and percentage for N-S; own marks the table’s own."
    )


class ConflictInfo(BaseModel):
    """A result that differs from the stored one. The director decides between them."""

    model_config = ConfigDict(extra="allow")

    code: str
    error: str
    where: str
    stands: dict[str, Any] | None = Field(None, description="The result that counts.")
    yours: dict[str, Any] | None = Field(None, description="The result that was sent.")


_OTHERS_BODY = {"requestBody": {"required": True, "content": make_content(OthersQuestion)}}
_RESULT_BODY = {"requestBody": {"required": True, "content": make_content(TableResultInfo)}}


@table_router.post(
    "/sessions/{number:session_id}/results",
    response={200: EntryAnswer, 201: EntryAnswer, 409: ConflictInfo},
    summary="Enter a result",
    url_name="api_enter",
    openapi_extra=_RESULT_BODY,
)
def enter(request: HttpRequest, session_id: int) -> HttpResponse:
    """Store a result, before it is answered. It may be at most 8,000 bytes.

    200 repeats the answer to an entry that was sent before. 409 means that another result stands:
    both are kept, and the director decides. 403 means that the director has closed the link of the
    table or blocked the program there. 422 says why an entry can't be stored.
    """
    token, session, table_api = _authorize_entry(request, session_id)
    data = read_json(request)
    access = _get_or_create_access(session, data)
    return _make_json_response(_store_entry(table_api, access, data, token))


@table_router.post(
    "/sessions/{number:session_id}/others",
    response={200: OthersInfo},
    summary="Show other results of a board",
    url_name="api_others",
    openapi_extra=_OTHERS_BODY,
)
def others(request: HttpRequest, session_id: int) -> HttpResponse:
    """Return the results of a board at all tables, for a table that has entered it.

    The players then know other results, so only the director can change theirs. Ask only when a
    player wants to see them. 404 means that this table may not see the results of the board yet.
    """
    token, session, table_api = _authorize_entry(request, session_id)
    data = read_json(request)
    board_no = _read_number(data, "board", "the number of a board")
    access = _get_or_create_access(session, data)
    address = find_open_address(access.token)
    if address is None:
        raise _make_closed_error(access.table_no)
    refuse_blocked_device(address.phones_by_device, make_program_device(token.pk))
    other_results = table_api.reveal_board(
        fetch_access(address), board_no, reader=ResultsReader.PROGRAM
    )
    if other_results is None:
        return make_refusal_response(
            "others-hidden",
            "This table may not see other results of board {board_no} yet.",
            HTTPStatus.NOT_FOUND,
            board_no=board_no,
        )
    return JsonResponse(other_results)


def _store_entry(table_api: TableApi, access: Access, data: Json, token: ApiToken) -> PhoneAnswer:
    """Store a program's entry as if a phone of the table had sent it.

    The program has a record at the table: the director sees it there and can block it.

    :raises DeskError: if the entry isn't allowed now
    """
    device = make_program_device(token.pk)
    record_phone_contact(access.pk, device=device, side=BOTH_SIDES, unsent_count=0)
    address = find_open_address(access.token)
    if address is None:
        raise _make_closed_error(access.table_no)
    if device not in address.phones_by_device:
        store_phone(access.pk, device=device, side=BOTH_SIDES, program_id=token.pk)
    return table_api.store_result(fetch_access(address), make_phone_entry(data, device=device))


def _make_closed_error(table_no: int | None) -> BlockedPhoneError:
    return BlockedPhoneError(
        "table-link-closed",
        "The director has closed the link of table {table_no}. Ask the director to create "
        "links again.",
        table_no=table_no,
    )


def _authorize_entry(request: HttpRequest, session_id: int) -> tuple[ApiToken, Session, TableApi]:
    """Return the token of *request*, its session, and how tables enter results there.

    :raises PermissionDenied: if the token may only read
    :raises DeskError: if tables of this kind of event enter nothing
    """
    token = get_valid_token(request)
    if token.right != ApiToken.Right.ENTER:
        raise PermissionDenied
    session = fetch_token_session(request, session_id)
    table_api = PHONE_DESK.answers.find_table_api(session.event)
    if table_api is None:
        raise DeskError(
            "no-entries-here", "Programs can’t enter results of this event. Use the desk."
        )
    return token, session, table_api


def _get_or_create_access(session: Session, data: Json) -> Access:
    """Return the open private link of the table in *data*, made if it has none yet.

    :raises BlockedPhoneError: if the director has closed the link
    :raises DeskError: if nothing is played at the table
    """
    letter = _read_section_letter(data)
    table_no = _read_number(data, "table", "the number of a table")
    is_played = any(
        line["table"] == table_no and line.get("section") == letter
        for line in get_session_lines(session)
    )
    if not is_played and letter:
        raise DeskError(
            "no-table",
            "Table {table_no} of section “{section}” plays nothing. Use a table that /lines names.",
            table_no=table_no,
            section=letter,
        )
    if not is_played:
        raise DeskError(
            "no-table-here",
            "Table {table_no} plays nothing. Use a table that /lines names, with its section if "
            "it has one.",
            table_no=table_no,
        )
    section: Section | None = None
    if letter:
        section = session.sections.get(letter=letter)
        section.session = session
    access = fetch_open_accesses_by_table(session, section).get(table_no)
    if access:
        return access
    if is_closed_by_director(session, section, table_no):
        raise _make_closed_error(table_no)
    return open_table_addresses(session=session, section=section, tables=[table_no])[table_no]


def _read_section_letter(data: Json) -> str | None:
    letter = data.get("section")
    is_letter = isinstance(letter, str) and len(letter) <= MAX_SECTION_LETTERS
    if letter is not None and not is_letter:
        description = "the letter of a section, or missing for a party"
        raise DeskError(*WRONG_VALUE_ERROR, name="section", what=description, field="section")
    return letter or None


def _read_number(data: Json, name: str, description: str) -> int:
    number = data.get(name)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number <= MAX_NUMBER:
        raise DeskError(*WRONG_VALUE_ERROR, name=name, what=description.format(), field=name)
    return number


def _make_json_response(answer: PhoneAnswer) -> HttpResponse:
    """Return the answer of the table's API, with a code if it is a refusal."""
    if answer.status < HTTPStatus.BAD_REQUEST:
        return JsonResponse(answer.body, status=answer.status)
    further_fields = {name: value for name, value in answer.body.items() if name != "error"}
    return make_error_response(CONFLICT_CODE, answer.body["error"], answer.status, **further_fields)
