"""The form by which directors ask a table to check a result."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from director.additions.phones.boards.look import ask_table, close_look
from director.boards.movement.sections import fetch_section
from director.core.base.answers import show_refusals_as_messages
from director.core.base.forms import PageForm
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_send
from director.models.event import SectionRef


class LookForm(PageForm):
    """A line that a table is asked to check (``7-1-6``), or whose answer was read."""

    line = forms.RegexField(r"^[0-9]{1,4}-[0-9]{1,4}-[0-9]{1,4}$", required=False)
    read = forms.RegexField(r"^[0-9]{1,18}$", required=False)


@require_role_to_send(Role.SCORER)
@require_POST
def request_result_check(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Ask a table to look at a result again, or note that its answer was read."""
    section, form = fetch_section(session_id), LookForm(request.POST)
    line = answer_number = ""
    if form.is_valid():
        line = form.cleaned_data["line"]
        answer_number = form.cleaned_data["read"]
    with show_refusals_as_messages(request):
        if answer_number:
            close_look(section=section, number=int(answer_number), user=request.user)
        elif line:
            board_no, ns, ew = map(int, line.split("-"))
            table_no = ask_table(section=section, line=(board_no, ns, ew), user=request.user)
            messages.success(request, f"Table {table_no} was asked to check board {board_no}.")
        else:
            messages.warning(
                request, "This page is out of date. Open step 4, Play, and try again there."
            )
    return redirect("session_play", session_id=session_id)
