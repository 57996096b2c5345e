"""Process a form once, however often it is sent (docs/decisions/journal.md)."""

import contextlib
import zlib
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from http import HTTPStatus
from time import monotonic
from urllib.parse import urlsplit

from django.contrib.messages import add_message, get_messages, warning
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone

from director.core.base.locks import hold_named_lock
from director.core.base.requests import DeskRequest
from director.models import Submission

KEY_FIELD = "idempotency_key"
"""The hidden field of every form, which the tag ``submission_key`` adds."""
STORED_RESPONSE_AGE = timedelta(days=1)
CLEARING_INTERVAL = timedelta(hours=1)
"""How often old answers are deleted, which is a write transaction of its own."""


@dataclass(slots=True)
class _SubmittedForm:
    """A form that a view processes: its *key*, and whether an act may have recorded it."""

    key: str
    is_recorded: bool = False


_current_form: ContextVar[_SubmittedForm | None] = ContextVar("submission", default=None)
_next_clearing_at = 0.0


class IdempotencyMiddleware:
    """Middleware that repeats the response to a form that was sent before, without the view.

    Only responses that follow a change are stored: a redirect, or a success for htmx. A refusal, a
    page or a file changes nothing, so the view may make it again.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: DeskRequest) -> HttpResponseBase:
        """Return the stored response to *request*, or call the view."""
        is_desk_form = request.method == "POST" and request.user.is_authenticated
        if not is_desk_form or not request.POST.get(KEY_FIELD):
            return self.get_response(request)
        key = _hash_submitted_form(request)
        # The second press of a double click waits here until the first has been answered.
        with hold_named_lock(key):
            submission = Submission.objects.filter(key=key).first()
            if submission:
                return _restore_response(request, submission)
            return self._make_and_store_response(request, key)

    def _make_and_store_response(self, request: DeskRequest, key: str) -> HttpResponseBase:
        form = _SubmittedForm(key)
        token = _current_form.set(form)
        try:
            response = self.get_response(request)
        finally:
            _current_form.reset(token)
        # The view has done its work, so an error here mustn't hide its response.
        with contextlib.suppress(DatabaseError):
            if isinstance(response, HttpResponse) and _is_change_response(request, response):
                _store_response(request, key, response)
                _delete_old_submissions()
            elif form.is_recorded:
                Submission.objects.filter(key=key).delete()
        return response


def record_submission() -> None:
    """Mark the current form as done, within the transaction of its change.

    If the program ends before the response is stored, the form still isn't processed again.
    """
    form = _current_form.get()
    if form is None:
        return
    form.is_recorded = True
    # The second act of a form finds the key there. An insert needs no savepoint and no query before.
    submission = Submission(key=form.key, made_at=timezone.now())
    Submission.objects.bulk_create([submission], ignore_conflicts=True)


def _hash_submitted_form(request: DeskRequest) -> str:
    """Return a hash of the form's key, its content and its sender.

    The same key with other content is another form, such as one corrected after a refusal.
    """
    hidden_fields = (KEY_FIELD, "csrfmiddlewaretoken")
    fields = [
        (name, values) for name, values in sorted(request.POST.lists()) if name not in hidden_fields
    ]
    files = []
    for name, uploads in sorted(request.FILES.lists()):
        for upload in uploads:
            digest = sha256()
            for chunk in upload.chunks():
                digest.update(chunk)
            upload.seek(0)  # for the view, which reads the file after this
            files.append((name, upload.name, digest.hexdigest()))
    # A page that offers to send a form once more adds a second key behind that of the form.
    form_key = request.POST.getlist(KEY_FIELD)[0]
    identity = (
        request.user.pk,
        form_key,
        request.get_full_path(),
        bool(request.htmx),
        fields,
        files,
    )
    return sha256(repr(identity).encode()).hexdigest()


def _is_change_response(request: DeskRequest, response: HttpResponse) -> bool:
    """Return whether *response* is one that views give only after a change."""
    if response.status_code == HTTPStatus.FOUND:
        return True
    return bool(request.htmx) and response.status_code < HTTPStatus.MULTIPLE_CHOICES


def _store_response(request: DeskRequest, key: str, response: HttpResponse) -> None:
    submission = Submission(
        key=key,
        made_at=timezone.now(),
        status=response.status_code,
        headers=dict(response.headers),
        content=zlib.compress(response.content, level=1),
        # The messages added by this request. Others were queued before and aren't repeated.
        messages=list(getattr(get_messages(request), "_queued_messages", ())),
    )
    # One statement, whether an act has recorded the key or not.
    Submission.objects.bulk_create(
        [submission],
        update_conflicts=True,
        unique_fields=["key"],
        update_fields=["made_at", "status", "headers", "content", "messages"],
    )


def _delete_old_submissions() -> None:
    global _next_clearing_at  # noqa: PLW0603  once an hour in each process
    if monotonic() < _next_clearing_at:
        return
    _next_clearing_at = monotonic() + CLEARING_INTERVAL.total_seconds()
    Submission.objects.filter(made_at__lt=timezone.now() - STORED_RESPONSE_AGE).delete()


def _restore_response(request: DeskRequest, submission: Submission) -> HttpResponse:
    if submission.status is None:
        # The program ended before it could answer, so the page that sent the form is shown again.
        if request.htmx:
            return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Refresh": "true"})
        # Only the path, so that a forged Referer can't lead to another site.
        return redirect("/" + urlsplit(request.headers.get("Referer", "")).path.lstrip("/"))
    for message in submission.messages:
        add_message(request, message.level, message.message, extra_tags=message.extra_tags)
    if submission.messages:
        # The change that the messages report may have been undone since.
        warning(
            request,
            (
                "This was already sent and saved. If you have undone it since, enter it on a new "
                "page."
            ),
        )
    if submission.status == HTTPStatus.FOUND:
        return redirect(submission.headers["Location"])
    return HttpResponse(
        zlib.decompress(submission.content), status=submission.status, headers=submission.headers
    )
