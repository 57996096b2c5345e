"""Process a form once, however often it is sent (docs/decisions/idempotency.md)."""

import contextlib
import zlib
from collections.abc import Callable
from contextvars import ContextVar
from datetime import timedelta
from hashlib import sha256
from http import HTTPStatus
from urllib.parse import urlsplit

from django.contrib.messages import add_message, get_messages, warning
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone

from director.core.base.requests import DeskRequest
from director.core.base.sentences import DeskSentences
from director.core.base.storage.advisory_lock import one_at_a_time
from director.models import Submission

FIELD = "idempotency_key"
"""The hidden box of every form; the tag ``csrf_token`` draws it."""
KEPT_FOR = timedelta(days=1)

_current: ContextVar[str] = ContextVar("submission", default="")


class AnswerOnce:
    """Answer a form that was sent before as the first time, without asking the view.

    Only what a view has done is kept: a redirect, and what it answers to htmx.  A refusal is found
    out anew each time, and so is a page or a file, which change nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: DeskRequest) -> HttpResponseBase:
        """Answer *request*."""
        if (
            request.method != "POST"
            or not request.user.is_authenticated
            or not request.POST.get(FIELD)
        ):
            return self.get_response(request)
        key = _key_of(request)
        with one_at_a_time(key):
            if before := Submission.objects.filter(key=key).first():
                return _answer_again(request, before)
            return self._answer(request, key)

    def _answer(self, request: DeskRequest, key: str) -> HttpResponseBase:
        token = _current.set(key)
        try:
            response = self.get_response(request)
        finally:
            _current.reset(token)
        with contextlib.suppress(
            DatabaseError
        ):  # what was asked for is done, and this answer says so
            if isinstance(response, HttpResponse) and _is_kept(request, response):
                _keep(request, key, response)
            else:
                Submission.objects.filter(key=key).delete()
        return response


def note_submission() -> None:
    """Mark the current form as done, in the transaction of what it does.

    If the program ends before its answer is kept, the form is still not done a second time.
    """
    if key := _current.get():
        Submission.objects.get_or_create(key=key, defaults={"made_at": timezone.now()})


def _key_of(request: DeskRequest) -> str:
    """Return the key of this form with its content and account."""
    own = (FIELD, "csrfmiddlewaretoken")
    sent = [(name, values) for name, values in sorted(request.POST.lists()) if name not in own]
    files = []
    for name, uploads in sorted(request.FILES.lists()):
        for upload in uploads:
            digest = sha256()
            for chunk in upload.chunks():
                digest.update(chunk)
            upload.seek(0)
            files.append((name, upload.name, digest.hexdigest()))
    first = request.POST.getlist(FIELD)[
        0
    ]  # a page that offers to send once more adds its own behind
    of = (request.user.pk, first, request.get_full_path(), bool(request.htmx), sent, files)
    return sha256(repr(of).encode()).hexdigest()


def _is_kept(request: DeskRequest, response: HttpResponse) -> bool:
    return response.status_code == HTTPStatus.FOUND or (
        bool(request.htmx) and response.status_code < HTTPStatus.MULTIPLE_CHOICES
    )


def _keep(request: DeskRequest, key: str, response: HttpResponse) -> None:
    answer = {
        "made_at": timezone.now(),
        "status": response.status_code,
        "headers": dict(response.headers),
        "content": zlib.compress(response.content, level=1),
        "messages": list(
            getattr(get_messages(request), "_queued_messages", ())
        ),  # those of this request alone
    }
    Submission.objects.update_or_create(key=key, defaults=answer)
    Submission.objects.filter(made_at__lt=timezone.now() - KEPT_FOR).delete()


def _answer_again(request: DeskRequest, before: Submission) -> HttpResponse:
    if before.status is None:  # the program ended before it could answer
        if request.htmx:
            return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Refresh": "true"})
        return redirect("/" + urlsplit(request.headers.get("Referer", "")).path.lstrip("/"))
    for message in before.messages:
        add_message(request, message.level, message.message, message.extra_tags)
    if before.messages:  # what they say may be undone by now
        warning(request, DeskSentences.SENT_BEFORE.says())
    if before.status == HTTPStatus.FOUND:
        return redirect(before.headers["Location"])
    return HttpResponse(
        zlib.decompress(before.content), status=before.status, headers=before.headers
    )
