"""The question before somebody undoes or redoes what somebody else did."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render

from director.core.base.requests import DeskRequest
from director.core.night.history import format_redo_question, format_undo_question, may_undo
from director.models import Act

SURE = "sure"
"""The field that names the act again once the question was answered."""
_NOT_SENT_AGAIN = ("csrfmiddlewaretoken", SURE)


def find_undo_question(
    request: DeskRequest, acts: QuerySet[Act], number: int, *, is_redo: bool = False
) -> str:
    """Return the question to ask before act *number* of *acts* is undone, or redone.

    It is empty if the act is the user's own, or if the question was answered. One query.
    """
    if request.POST.get(SURE) == str(number):
        return ""
    act = acts.select_related("made_by", "undone_by").defer("changes").filter(number=number).first()
    # What is undone already changes nothing, and what the role doesn't allow is refused.
    if act is None or (act.undone_at is None) == is_redo or not may_undo(request.user, act.kind):
        return ""
    question_of: Callable[[Act, Any], str] = (
        format_redo_question if is_redo else format_undo_question
    )
    return question_of(act, request.user)


def ask_before_undo(
    request: DeskRequest,
    acts: QuerySet[Act],
    number: int,
    *,
    back: str,
    is_redo: bool = False,
) -> HttpResponse | None:
    """Return the page with the question about act *number*, or None if nothing is to be asked.

    The page sends the same form again, with the number of the act; *back* is where *Cancel* leads.
    """
    question = find_undo_question(request, acts, number, is_redo=is_redo)
    if not question:
        return None
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in _NOT_SENT_AGAIN
        for value in values
    ]
    context = {
        "question": question,
        "verb": "Redo" if is_redo else "Undo",
        "fields": [*fields, (SURE, str(number))],
        "back": back,
    }
    return render(request, "core/undo_question.html", context, status=409)
