"""Errors for programs, which read the addresses below ``/api/``: a code and a sentence as JSON."""

from django.http import HttpRequest, JsonResponse

API_PATH = "/api/"
"""The beginning of all addresses for programs."""


def is_for_program(request: HttpRequest) -> bool:
    """Return whether *request* asks an address for programs, which never gets a page."""
    return request.path_info.startswith(API_PATH)


def error_answer(
    code: str, sentence: str, status: int, *, where: str = "", **more: object
) -> JsonResponse:
    """Return an error for a program. *where* is the part of the request that is wrong.

    *more* are further fields of the answer.

    >>> error_answer("not-found", "Nothing is at this address.", 404).content
    b'{"code": "not-found", "error": "Nothing is at this address.", "where": ""}'
    """
    payload = {"code": code, "error": sentence, "where": where, **more}
    return JsonResponse(payload, status=status, headers={"Cache-Control": "no-store"})
