"""Beside step 1: more sections and sessions, and fewer."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from director.boards.movement.sections import fetch_section
from director.boards.play.sessions import (
    add_section,
    add_session,
    remove_section,
    remove_session,
)
from director.core.base.forms import parse_small_number
from director.core.base.refusals import GoneError
from director.core.base.requests import DeskRequest
from director.errors import DeskError
from director.models.event import SectionRef


@require_POST
def add_next_section(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Add the next section and go to its Field."""
    section = fetch_section(session_id)
    try:
        new_section = add_section(
            section=section, letter=request.POST.get("letter", ""), user=request.user
        )
    except DeskError as error:
        return _redirect_with_refusal(request, session_id, error)
    messages.success(request, f"Section {new_section.letter} added. Choose its movement.")
    return redirect("session_field", session_id=new_section)


@require_POST
def remove_open_section(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Remove the section of the address and go to the first one that stays."""
    try:
        section = fetch_section(session_id)
    except GoneError:  # The button was pressed twice.
        return redirect("session_field", session_id=session_id.session_id)
    try:
        remove_section(section=section, user=request.user)
    except DeskError as error:
        return _redirect_with_refusal(request, session_id, error)
    messages.success(request, f"Section {section.letter} removed.")
    return redirect("session_field", session_id=section.session)


@require_POST
def add_next_session(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Add the next session, its seats as in the last one or empty, and go to its Seats."""
    section = fetch_section(session_id)
    number = parse_small_number(request.POST.get("number", ""))
    is_seated = request.POST.get("seats") != "empty"
    try:
        session = add_session(
            section=section, number=number, is_seated=is_seated, user=request.user
        )
    except DeskError as error:
        return _redirect_with_refusal(request, session_id, error)
    messages.success(request, f"Session {session.number} added.")
    return redirect("session_seats", session_id=session)


@require_POST
def remove_last_session(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Remove the last session, whichever is open, and go to the first."""
    section = fetch_section(session_id)
    event = section.session.event
    session = event.sessions.order_by("number").last() or section.session
    # If the button was pressed twice, the session is gone and another one is the last.
    if session.number != parse_small_number(request.POST.get("number", "")):
        return redirect("session_field", session_id=event.sessions.order_by("number").first())
    try:
        remove_session(session=session, user=request.user)
    except DeskError as error:
        return _redirect_with_refusal(request, session_id, error)
    messages.success(request, f"Session {session.number} removed.")
    return redirect("session_field", session_id=event.sessions.order_by("number").first())


def _redirect_with_refusal(
    request: DeskRequest, session_id: SectionRef, error: DeskError
) -> HttpResponse:
    messages.error(request, str(error))
    return redirect("session_field", session_id=session_id)
