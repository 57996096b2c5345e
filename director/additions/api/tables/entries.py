"""Results that programs enter: the same as from a phone at the table, by the same service."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Router
from pydantic import BaseModel, ConfigDict, Field

from director.additions import find_table_api
from director.additions.api.sentences import ApiSentences
from director.additions.api.shapes import make_content
from director.additions.api.tables.lines import (
    get_session_lines,
    get_token_session,
    get_valid_token,
)
from director.additions.api.tokens import TokenSent
from director.core.base.answers import make_error_response, make_refusal_response
from director.core.night.links import (
    fetch_access,
    fetch_open_tables,
    find_open_address,
    is_closed_by_director,
    open_tables_to_phones,
)
from director.core.night.phone_entries import parse_phone_entry, read_json
from director.core.night.phones import (
    BOTH,
    keep_phone,
    make_program_device,
    record_phone_contact,
    refuse_shut,
)
from director.errors import DeskError, Phrase, ShutPhoneError
from director.kinds import Json, PhoneAnswer, ResultsReader, TableApi
from director.models import Access, ApiToken, Section, Session

router = Router(tags=["Tables"], auth=TokenSent())
CONFLICT = "conflict"
"""The code of an entry that differs from the stored result."""
MAX_NUMBER = 9999
MAX_LETTERS = 2
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
        description="Pairs, result, score and percentage for N-S; own marks the table's own."
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


@router.post(
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


@router.post(
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
    board_no = _parse_number(data, "board", ApiSentences.NUMBER_OF_BOARD)
    access = _get_or_create_access(session, data)
    address = find_open_address(access.token)
    if address is None:
        raise _make_closed_error(access.table_no)
    refuse_shut(address.phones, make_program_device(token.pk))
    other_results = table_api.reveal_board(
        fetch_access(address), board_no, reader=ResultsReader.PROGRAM
    )
    if other_results is None:
        return make_refusal_response(
            ApiSentences.OTHERS_HIDDEN, HTTPStatus.NOT_FOUND, board_no=board_no
        )
    return JsonResponse(other_results)


def _store_entry(table_api: TableApi, access: Access, data: Json, token: ApiToken) -> PhoneAnswer:
    """Store a program's entry as if a phone of the table had sent it.

    The program has a record at the table: the director sees it there and can block it.

    :raises DeskError: if the entry isn't allowed now
    """
    device = make_program_device(token.pk)
    record_phone_contact(access.pk, device=device, side=BOTH, unsent_entries=0)
    address = find_open_address(access.token)
    if address is None:
        raise _make_closed_error(access.table_no)
    if device not in address.phones:
        keep_phone(access.pk, device=device, side=BOTH, program_id=token.pk)
    return table_api.store_result(fetch_access(address), parse_phone_entry(data, device=device))


def _make_closed_error(table_no: int | None) -> ShutPhoneError:
    return ShutPhoneError(ApiSentences.TABLE_LINK_CLOSED, table_no=table_no)


def _authorize_entry(request: HttpRequest, session_id: int) -> tuple[ApiToken, Session, TableApi]:
    """Return the token of *request*, its session, and how tables enter results there.

    :raises PermissionDenied: if the token may only read
    :raises DeskError: if tables of this kind of event enter nothing
    """
    token = get_valid_token(request)
    if token.right != ApiToken.Right.ENTER:
        raise PermissionDenied
    session = get_token_session(request, session_id)
    table_api: TableApi | None = find_table_api(session.event)
    if table_api is None:
        raise DeskError(ApiSentences.NO_ENTRIES_HERE)
    return token, session, table_api


def _get_or_create_access(session: Session, data: Json) -> Access:
    """Return the open private link of the table in *data*, made if it has none yet.

    :raises ShutPhoneError: if the director has closed the link
    :raises DeskError: if nothing is played at the table
    """
    letter = _parse_section(data)
    table_no = _parse_number(data, "table", ApiSentences.NUMBER_OF_TABLE)
    is_played = any(
        line["table"] == table_no and line.get("section") == letter
        for line in get_session_lines(session)
    )
    if not is_played and letter:
        raise DeskError(ApiSentences.NO_TABLE, table_no=table_no, section=letter)
    if not is_played:
        raise DeskError(ApiSentences.NO_TABLE_HERE, table_no=table_no)
    section: Section | None = None
    if letter:
        section = session.sections.get(letter=letter)
        section.session = session
    access = fetch_open_tables(session, section).get(table_no)
    if access:
        return access
    if is_closed_by_director(session, section, table_no):
        raise _make_closed_error(table_no)
    return open_tables_to_phones(session=session, section=section, tables=[table_no])[table_no]


def _parse_section(data: Json) -> str | None:
    letter = data.get("section")
    is_letter = isinstance(letter, str) and len(letter) <= MAX_LETTERS
    if letter is not None and not is_letter:
        what = ApiSentences.SECTION_LETTER.format()
        raise DeskError(ApiSentences.WRONG_VALUE, name="section", what=what, field="section")
    return letter or None


def _parse_number(data: Json, name: str, wanted: Phrase) -> int:
    number = data.get(name)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number <= MAX_NUMBER:
        raise DeskError(ApiSentences.WRONG_VALUE, name=name, what=wanted.format(), field=name)
    return number


def _make_json_response(answer: PhoneAnswer) -> HttpResponse:
    """Return the answer of the table's API, with a code if it is a refusal."""
    if answer.status < HTTPStatus.BAD_REQUEST:
        return JsonResponse(answer.body, status=answer.status)
    further_fields = {name: value for name, value in answer.body.items() if name != "error"}
    return make_error_response(CONFLICT, answer.body["error"], answer.status, **further_fields)
