"""The page Practice: what can be practised, and the tip of each step with what it can invent."""

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from director.core.base.requests import DeskRequest
from director.core.night.practice import (
    PracticeDesk,
    delete_practice,
    fetch_practice_sessions,
    find_practice_session,
    get_or_create_practice_club,
)
from director.core.night.practice_tags import make_practice_context
from director.event_kinds import EventKind, get_event_kind, list_event_kinds
from director.models import Session

HTTP_NO_CONTENT = 204


def show_practice(request: HttpRequest) -> HttpResponse:
    """Offer every game that can be practised. A POST opens its event, a new one if there is none."""
    if request.method == "POST":
        return _open_practice(request.POST.get("contest", ""))
    sessions_by_contest = {session.event.contest: session for session in fetch_practice_sessions()}
    choices = [
        (kind, kind.practice, sessions_by_contest.get(kind.contest))
        for kind in list_event_kinds()
        if kind.practice
    ]
    return render(request, "core/practice/choose.html", {"nav": "tonight", "choices": choices})


def _open_practice(contest: str) -> HttpResponse:
    for kind in list_event_kinds():
        if kind.practice and kind.contest == contest:
            with transaction.atomic():
                session = find_practice_session(contest) or kind.practice.create_event(
                    get_or_create_practice_club(), timezone.localdate()
                )
            return redirect(_get_step_url_name(kind, "field"), ref=session.pk)
    raise Http404


@require_POST
def fill_practice(request: DeskRequest, number: int, step: str) -> HttpResponse:
    """Invent what is missing in *step* of a practice event.

    *number* is that of its session. 404 if there is none, or nothing to invent in the step.
    """
    session, desk = _get_practice_session(number)
    if step not in desk.invented_steps:
        raise Http404
    messages.success(request, desk.fill_step(session, step, request.user))
    url_name = _get_step_url_name(get_event_kind(session.event), step)
    return redirect(url_name, ref=session.pk)


@require_safe
def show_practice_tip(request: HttpRequest, number: int, step: str) -> HttpResponse:
    """Return the tip of *step*, for a page that shows another one. Nothing if it shows this one."""
    session, desk = _get_practice_session(number)
    context = make_practice_context(desk, desk.fetch_night(session), step)
    if request.GET.get("shown") == context["tip"].mark:
        return HttpResponse(status=HTTP_NO_CONTENT)
    return render(request, "core/practice/_tip.html", {"practice": context})


@require_POST
def remove_practice(request: HttpRequest, number: int) -> HttpResponse:
    """Delete a practice event and go home. Once it is deleted, there is nothing more to do."""
    session = Session.objects.filter(pk=number, event__club__is_practice=True).first()
    if session:
        delete_practice(session)
    messages.success(request, "Practice event deleted.")
    return redirect("tonight")


def _get_step_url_name(kind: EventKind, step: str) -> str:
    """Return the name of the URL of *step* of events of *kind*."""
    return kind.event_link[1].replace("_open", f"_{step}")


def _get_practice_session(session_id: int) -> tuple[Session, PracticeDesk]:
    session = next(
        (session for session in fetch_practice_sessions() if session.pk == session_id), None
    )
    desk = get_event_kind(session.event).practice if session else None
    if session is None or desk is None:
        raise Http404
    return session, desk
