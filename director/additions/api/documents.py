"""The OpenAPI document, its page for people, and the answer at unknown addresses."""

import json
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.http import etag
from pydantic import BaseModel, ConfigDict, Field

from director.additions.api.app import API, API_NOT_FOUND_ERROR
from director.additions.api.public import StandingInfo, TravellerInfo
from director.additions.api.reference import (
    JSON_CONTENT_TYPE,
    add_shape,
    group_addresses_by_topic,
    list_shapes,
    make_content,
    split_paragraphs,
)
from director.additions.api.tables import EntryAnswer, OthersQuestion, TableResultInfo
from director.core.base.requests import API_PATH, make_refusal_response

# Addresses from before the API. They are documented here and served elsewhere.
#
# Their shapes are promises too. ``results.json`` and the seasons' files are read by everybody, the
# addresses below ``/t/`` by programs that know the private link of a table.

RESULTS_TOPIC = "Files of results"
TABLES_TOPIC = "Private links of tables"
"""The topics of these addresses in the document."""


class OpenShape(BaseModel):
    """A shape that may have further fields."""

    model_config = ConfigDict(extra="allow")


class ResultsFile(OpenShape):
    """All results of an event. A party has rounds and prizes, and no boards."""

    event: dict[str, Any]
    method: str
    options: dict[str, Any]
    results_in: int
    results_due: int
    boards: list[TravellerInfo]
    standings: list[StandingInfo]
    notes: list[str]


class SeasonFile(OpenShape):
    """The standings of a season."""

    standings: list[dict[str, Any]]


class TableStateInfo(OpenShape):
    """What the phone of a table shows now."""

    version: str
    kind: str = Field(description="boards or party.")
    event: str
    table: int


class PhoneEntryInfo(OpenShape):
    """What a phone sends: a result, a call or a name."""

    key: str = Field(description="New for each entry; repeated, it is stored once.")


class PhoneErrorInfo(OpenShape):
    """Why an entry was refused."""

    error: str


@dataclass(frozen=True, slots=True)
class OlderAddress:
    """An address from before the API."""

    path: str
    operation_id: str  # a promise to programs that were made from the document
    topic: str
    summary: str
    description: str
    shape: type[BaseModel]  # of its answer
    body_shape: type[BaseModel] | None = None  # of a POST; without one it takes a GET

    @property
    def method(self) -> str:
        """The method in lower case, as in the document."""
        return "post" if self.body_shape else "get"


OLDER_ADDRESSES = (
    OlderAddress(
        "/events/{event_id}/results.json",
        "results_file",
        topic=RESULTS_TOPIC,
        summary="All results of an event",
        description="Return every line and the standings of a published event. With ?explain each figure is explained.",
        shape=ResultsFile,
    ),
    OlderAddress(
        "/club-seasons/{season_id}/season.json",
        "season_file",
        topic=RESULTS_TOPIC,
        summary="A season",
        description="Return the standings of a season, of published events only.",
        shape=SeasonFile,
    ),
    OlderAddress(
        "/seasons/{season_id}/season.json",
        "party_season_file",
        topic=RESULTS_TOPIC,
        summary="A season of parties",
        description="Return the standings of a season that was of parties only, under its former number.",
        shape=SeasonFile,
    ),
    OlderAddress(
        "/t/{token}/state.json",
        "table_state",
        topic=TABLES_TOPIC,
        summary="State of a table",
        description="Return what the table plays, what it entered and where it goes next, with an ETag.",
        shape=TableStateInfo,
    ),
    OlderAddress(
        "/t/{token}/boards/{board_no}.json",
        "table_board",
        topic=TABLES_TOPIC,
        summary="Other results of a board",
        description=(
            "Return other tables’ results of a board that this table has entered, if the club shows them. "
            "After that only the director can change the table’s own result."
        ),
        shape=OpenShape,
        body_shape=OpenShape,
    ),
    OlderAddress(
        "/t/{token}/matches/{round_no}.json",
        "table_match",
        topic=TABLES_TOPIC,
        summary="The match of a round",
        description=(
            "Return the match of teams that the table plays in a round. Its result is hidden until a POST to "
            "this address asks for it; after that only the director can change the table’s boards."
        ),
        shape=OpenShape,
    ),
    OlderAddress(
        "/t/{token}/people.json",
        "table_people",
        topic=TABLES_TOPIC,
        summary="Names",
        description="Return names that begin with ?q=, while the table is asked for names.",
        shape=OpenShape,
    ),
    OlderAddress(
        "/t/{token}/results",
        "table_results",
        topic=TABLES_TOPIC,
        summary="Enter a result",
        description="Store a result of the table, or the opponents’ confirmation.",
        shape=EntryAnswer,
        body_shape=PhoneEntryInfo,
    ),
    OlderAddress(
        "/t/{token}/calls",
        "table_calls",
        topic=TABLES_TOPIC,
        summary="Call the director",
        description="Record a call of the table.",
        shape=OpenShape,
        body_shape=PhoneEntryInfo,
    ),
    OlderAddress(
        "/t/{token}/names",
        "table_names",
        topic=TABLES_TOPIC,
        summary="Enter a name",
        description="Store who sits in a seat of the table.",
        shape=OpenShape,
        body_shape=PhoneEntryInfo,
    ),
    OlderAddress(
        "/t/{token}/matches",
        "table_match_word",
        topic=TABLES_TOPIC,
        summary="Confirm a match",
        description="Store what a team says about the result of its match.",
        shape=OpenShape,
        body_shape=PhoneEntryInfo,
    ),
)


def add_older_addresses(document: dict[str, Any]) -> None:
    """Add the older addresses and their shapes to an OpenAPI *document*."""
    for address in filter(_is_served, OLDER_ADDRESSES):
        for shape in (address.shape, address.body_shape, PhoneErrorInfo):
            if shape:
                add_shape(document, shape)
        document["paths"][address.path] = {address.method: _make_operation(address)}


def _is_served(address: OlderAddress) -> bool:
    """Return whether this installation has the address. It may be without seasons, for example."""
    try:
        resolve(re.sub("{.+?}", "1", address.path))
    except Resolver404:
        return False
    return True


def _make_operation(address: OlderAddress) -> dict[str, Any]:
    responses = {"200": {"description": "OK", "content": make_content(address.shape)}}
    operation: dict[str, Any] = {
        "operationId": address.operation_id,
        "summary": address.summary,
        "description": address.description,
        "tags": [address.topic],
        "parameters": [_make_parameter(path_name) for path_name in _list_path_names(address.path)],
        "responses": responses,
    }
    if address.topic == TABLES_TOPIC:
        responses["404"] = {"description": "The link is wrong, expired or revoked."}
        responses["429"] = {"description": "Too many wrong links from one network."}
    if address.body_shape:
        operation["requestBody"] = {"required": True, "content": make_content(address.body_shape)}
        responses["201"] = {"description": "Stored", "content": make_content(address.shape)}
        error = make_content(PhoneErrorInfo)
        responses["409"] = {"description": "Another value stands.", "content": error}
        responses["422"] = {"description": "It can’t be stored.", "content": error}
    return operation


def _list_path_names(path: str) -> list[str]:
    """Return the names of the values in a path.

    >>> _list_path_names("/t/{token}/boards/{board_no}.json")
    ['token', 'board_no']
    """
    return [part.partition("}")[0] for part in path.split("{")[1:]]


def _make_parameter(name: str) -> dict[str, Any]:
    kind = "string" if name == "token" else "integer"
    return {"in": "path", "name": name, "required": True, "schema": {"type": kind}}


VERSION_PATH = f"{API_PATH.lstrip('/')}v1/"


class ErrorInfo(BaseModel):
    """The body of every error response."""

    code: str = Field(description="It never changes, so a program can act on it.")
    error: str = Field(description="One sentence for people.")
    where: str = Field(description="The part of the request that is wrong, or empty.")


ERROR_DESCRIPTIONS = {
    "400": "The request is damaged, or was sent to a name that this program doesn’t answer to.",
    "404": "Nothing is at this address, or it isn’t published.",
    "405": "The address doesn’t take this method: Allow says which it takes.",
    "422": "A value is wrong or missing.",
    "429": "Too many requests: wait as long as Retry-After says.",
    "503": "The database is busy: send it again in a few seconds.",
    "507": "The disk or database is full or damaged, so nothing was stored: tell the director.",
}
"""The errors of every address."""
TOKEN_ERROR_DESCRIPTIONS = {
    "401": "The token is missing or wrong, or it has been revoked or has expired.",
    "403": "The token may not do this, or the director has blocked the program at the table.",
}
"""The errors of addresses that need a token. Others answer 401 to a wrong one too."""
POST_ERROR_DESCRIPTIONS = {"413": "More was sent than the program takes."}
"""The errors of addresses that take a POST."""


def serve_index(request: HttpRequest) -> HttpResponse:
    """Answer with the addresses to begin with."""
    names = ("openapi", "docs", "clubs", "events", "parties", "players")
    addresses = {name: reverse(f"api_{name}") for name in names}
    return JsonResponse({"version": API.version, **addresses})


@cache
def make_openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document of all addresses, made from their code."""
    schema = API.get_openapi_schema(path_prefix=VERSION_PATH)
    # JSON turns the status numbers into texts, as the page and the loop below expect them.
    document: dict[str, Any] = json.loads(json.dumps(schema))
    document["servers"] = [{"url": "/"}]
    for shape in (ErrorInfo, TableResultInfo, OthersQuestion):
        add_shape(document, shape)
    for methods in document["paths"].values():
        for method, operation in methods.items():
            errors = ERROR_DESCRIPTIONS | {"401": TOKEN_ERROR_DESCRIPTIONS["401"]}
            if "security" in operation:
                errors |= TOKEN_ERROR_DESCRIPTIONS
            if method == "post":
                errors |= POST_ERROR_DESCRIPTIONS
            for status, description in errors.items():
                answer = {"description": description, "content": make_content(ErrorInfo)}
                operation["responses"].setdefault(status, answer)
            operation["responses"] = dict(sorted(operation["responses"].items()))
    add_older_addresses(document)
    return document


@cache
def _make_openapi_text() -> str:
    return json.dumps(make_openapi_document(), ensure_ascii=False, indent=1)


def _compute_openapi_etag(_request: HttpRequest) -> str:
    digest = sha256(_make_openapi_text().encode()).hexdigest()
    return f'"{digest[:32]}"'


@etag(_compute_openapi_etag)
def serve_openapi(request: HttpRequest) -> HttpResponse:
    """Answer with the OpenAPI document."""
    return HttpResponse(_make_openapi_text(), content_type=JSON_CONTENT_TYPE)


def show_docs(request: HttpRequest) -> HttpResponse:
    """Show the OpenAPI document to people, without scripts."""
    document = make_openapi_document()
    context = {
        "introduction": split_paragraphs(document["info"]),
        "topics": group_addresses_by_topic(document),
        "shapes": list_shapes(document),
    }
    return render(request, "additions/api/docs.html", context)


def refuse_unknown_address(request: HttpRequest, rest: str) -> HttpResponse:
    """Refuse any other address below ``/api/v1/``."""
    return make_refusal_response(*API_NOT_FOUND_ERROR, HTTPStatus.NOT_FOUND)
