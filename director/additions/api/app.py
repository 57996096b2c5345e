"""The whole interface: its addresses, and the answers to requests that fail."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, ValidationError
from ninja.operation import Operation

from director.additions.api.gate import refuse_token
from director.additions.api.public import club_router, event_router, results_router
from director.additions.api.tables import WRONG_VALUE_ERROR, table_router
from director.core.base.refusals import TABLES_CLOSED_ERROR
from director.core.base.requests import make_error_response, make_refusal_response
from director.errors import BlockedPhoneError, DeskError, FinalError
from movements.errors import MovementError
from scoring.errors import ScoringError

API_NOT_FOUND_ERROR = (
    "not-found",
    "Nothing is at this address, or its results aren’t published. See /api/v1/docs for "
    "all addresses.",
)


_ONE_OF_TEXT = "one of {choices}"

_VALUE_MISSING_ERROR = (
    "value-missing",
    "“{name}” is missing. Add it.",
)

DESCRIPTION = """
Results of a club that are published, for other programs. With a token, a program reads or enters
results of one event or session, until the token expires. A director makes it at Club → Programs. Send
it as `Authorization: Bearer kz_…`.

Every error is JSON: `code` never changes, `error` is one sentence, `where` names the wrong part of
the request. Send `If-None-Match` with the `ETag` of the last answer: while nothing has changed you
get 304 without a body, at the price of one query.
"""


class ProgramsApi(NinjaAPI):
    """The interface, whose operations are named by what they do.

    Programs that are made from the document call functions of these names, so a name mustn't change
    when a function moves to another module.
    """

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of the function that answers."""
        return operation.view_func.__name__


API = ProgramsApi(
    title="Kalamazoo",
    version="1",
    description=DESCRIPTION.strip(),
    openapi_url=None,
    docs_url=None,
    urls_namespace="api-v1",
)
for _router in (club_router, event_router, results_router, table_router):
    API.add_router("", _router)

_DESCRIPTIONS_BY_FAULT_TYPE = {
    "greater_than_equal": lambda context: "a number from {least} on".format(least=context["ge"]),
    "less_than_equal": lambda context: "a number up to {most}".format(most=context["le"]),
    "string_too_long": lambda context: "a text of at most {most} characters".format(
        most=context["max_length"]
    ),
    "literal_error": lambda context: _ONE_OF_TEXT.format(choices=context["expected"]),
    "enum": lambda context: _ONE_OF_TEXT.format(choices=context["expected"]),
}


@API.exception_handler(Http404)
def _answer_not_found(_request: HttpRequest, _error: Http404) -> HttpResponse:
    return make_refusal_response(*API_NOT_FOUND_ERROR, HTTPStatus.NOT_FOUND)


@API.exception_handler(AuthenticationError)
def _answer_missing_token(_request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
    return refuse_token(
        "no-token", "This address needs a token. A director makes one at Club → Programs."
    )


@API.exception_handler(PermissionDenied)
def _answer_beyond_token(_request: HttpRequest, _error: PermissionDenied) -> HttpResponse:
    return make_refusal_response(
        "token-only-reads",
        "This token may only read. Use one that may enter results.",
        HTTPStatus.FORBIDDEN,
    )


@API.exception_handler(BlockedPhoneError)
def _answer_shut_phone(_request: HttpRequest, error: BlockedPhoneError) -> HttpResponse:
    return make_error_response(error.code, str(error), HTTPStatus.FORBIDDEN)


@API.exception_handler(FinalError)
def _answer_final_event(_request: HttpRequest, _error: FinalError) -> HttpResponse:
    # Its own sentence tells directors to reopen the event, which programs can't do.
    return make_refusal_response(*TABLES_CLOSED_ERROR, HTTPStatus.UNPROCESSABLE_ENTITY)


@API.exception_handler(ScoringError)
def _answer_unscored_event(request: HttpRequest, error: ScoringError) -> HttpResponse:
    # What was read can't be scored as it is; what was sent can be corrected and sent again.
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if request.method == "GET":
        status = HTTPStatus.CONFLICT
    return make_error_response(error.code, str(error), status)


@API.exception_handler(DeskError)
@API.exception_handler(MovementError)
def _answer_refusal(_request: HttpRequest, error: DeskError | MovementError) -> HttpResponse:
    where = str(getattr(error, "field", "") or error.params.get("field", ""))
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if "needs_confirmation" not in error.params:
        return make_error_response(error.code, str(error), status, where=where)
    # The same entry is stored if it is sent again with "right": true.
    return make_error_response(error.code, str(error), status, where=where, asks_again=True)


@API.exception_handler(ValidationError)
def _answer_wrong_value(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    # One error at a time: the first one is often the reason of the others.
    error_details = error.errors[0]
    name = _get_value_name(error_details["loc"])
    if error_details["type"] == "missing":
        code, text = _VALUE_MISSING_ERROR
        message = text.format(name=name)
    else:
        code, text = WRONG_VALUE_ERROR
        message = text.format(name=name, what=_describe_valid_value(error_details))
    return make_error_response(code, message, HTTPStatus.UNPROCESSABLE_ENTITY, where=name)


def _get_value_name(location: tuple[str | int, ...]) -> str:
    """Return the name of a wrong value, without the names of the parts around it.

    >>> _get_value_name(("query", "query", "page"))
    'page'
    """
    return str(location[-1])


def _describe_valid_value(error_details: Mapping[str, Any]) -> str:
    """Return what a value must be, in words."""
    kind = str(error_details["type"])
    if kind in _DESCRIPTIONS_BY_FAULT_TYPE:
        return _DESCRIPTIONS_BY_FAULT_TYPE[kind](error_details["ctx"])
    if kind.startswith("int"):
        return "a whole number"
    if kind.startswith("bool"):
        return "true or false"
    if kind.startswith("date"):
        return "a date such as 2026-11-17"
    return "as /api/v1/docs describes it"
