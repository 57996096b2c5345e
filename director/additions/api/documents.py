"""The OpenAPI document, the page that shows it to people, and the answer at unknown addresses."""

import json
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import etag
from pydantic import BaseModel, Field

from director.additions.api.app import API
from director.additions.api.existing import add_older_addresses
from director.additions.api.reference import group_addresses_by_topic, list_shapes, split_paragraphs
from director.additions.api.sentences import ApiSentences
from director.additions.api.shapes import JSON, add_shape, make_content
from director.additions.api.tables.entries import OthersQuestion, TableResultInfo
from director.core.base.answers import API_PATH, make_refusal_response

VERSION_PATH = f"{API_PATH.lstrip('/')}v1/"


class ErrorInfo(BaseModel):
    """The answer to any request that can't be answered."""

    code: str = Field(description="It never changes, so a program can act on it.")
    error: str = Field(description="One sentence for people.")
    where: str = Field(description="The part of the request that is wrong, or empty.")


ERRORS = {
    "400": "The request is damaged, or was sent to a name that this program doesn't answer to.",
    "404": "Nothing is at this address, or it isn't published.",
    "405": "The address doesn't take this method: Allow says which it takes.",
    "422": "A value is wrong or missing.",
    "429": "Too many requests: wait as long as Retry-After says.",
    "503": "The database is busy: send it again in a few seconds.",
    "507": "The disk or database is full or damaged, so nothing was stored: tell the director.",
}
"""The errors of every address."""
TOKEN_ERRORS = {
    "401": "The token is missing or wrong, or it has been revoked or has expired.",
    "403": "The token may not do this, or the director has blocked the program at the table.",
}
"""The errors of addresses that need a token. Others answer 401 to a wrong one too."""
SENT_ERRORS = {"413": "More was sent than the program takes."}
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
    # Through JSON, in which statuses are texts, as the page and the loop below expect them.
    document: dict[str, Any] = json.loads(json.dumps(schema))
    document["servers"] = [{"url": "/"}]
    for shape in (ErrorInfo, TableResultInfo, OthersQuestion):
        add_shape(document, shape)
    for methods in document["paths"].values():
        for method, operation in methods.items():
            errors = ERRORS | {"401": TOKEN_ERRORS["401"]}
            if "security" in operation:
                errors |= TOKEN_ERRORS
            if method == "post":
                errors |= SENT_ERRORS
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
    return HttpResponse(_make_openapi_text(), content_type=JSON)


def show_docs(request: HttpRequest) -> HttpResponse:
    """Show the OpenAPI document to people, without scripts."""
    document = make_openapi_document()
    context = {
        "introduction": split_paragraphs(document["info"]),
        "topics": group_addresses_by_topic(document),
        "shapes": list_shapes(document),
    }
    return render(request, "additions/api/docs.html", context)


def answer_unknown_address(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer at any other address below the version."""
    return make_refusal_response(ApiSentences.API_NOT_FOUND, HTTPStatus.NOT_FOUND)
