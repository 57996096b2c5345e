"""Responses that aren't pages: a sentence, a file, or a message on the next page."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify

from director.errors import DeskError
from director.models import Event
from movements.errors import MovementError
from scoring.errors import ScoringError


@contextmanager
def show_refusals_as_messages(request: HttpRequest) -> Iterator[None]:
    """Show a refusal raised in the block as a message on the next page."""
    try:
        yield
    except (DeskError, MovementError, ScoringError) as error:
        messages.error(request, str(error))


def make_text_response(text: str, status: int = 422) -> HttpResponse:
    """Return a sentence as the response to a request for a file or a part of a page."""
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")


def make_file_response(
    content: bytes | str, name: str, content_type: str, *, attached: bool = True
) -> HttpResponse:
    """Return a response with the file *name*, to be saved if *attached*, else to be shown."""
    headers = {
        "Content-Disposition": content_disposition_header(as_attachment=attached, filename=name)
    }
    return HttpResponse(content, content_type=content_type, headers=headers)


def make_file_stem(event: Event) -> str:
    """Return the name of a file of *event* without its ending: ``"tuesday-pairs-2026-11-17"``."""
    return f"{slugify(event.name) or 'event'}-{event.date.isoformat()}"
