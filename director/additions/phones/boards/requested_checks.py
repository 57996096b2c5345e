"""Requests of the director that a table checks a result.

The table's phone shows the request, and the director gets the answer.
"""

import secrets

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import Key, fetch_section
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.undoing import describe_line
from director.core.base.act_kinds import ActKind
from director.core.base.forms import PageForm
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_send
from director.core.base.shown_refusals import show_refusals_as_messages
from director.core.night.phone_entries import hash_key
from director.core.night.table_settings import get_table_settings
from director.errors import DeskError
from director.models import Access, Section, TableWord
from director.models.event import SectionRef


def request_check(*, section: Section, line: Key, user: User | None) -> int:
    """Ask the table of *line* to check its result, and return the table's number.

    Asking again changes nothing.

    :raises DeskError: if the line has no result, or its table has no phone
    """
    board_no, ns, ew = line
    # The text of the act is set below, once a question has been stored.
    with record_section_act(section=section, kind=ActKind.SETTLED, message="", user=user) as act:
        section_line = fetch_section_lines(section).find_line(*line)
        if section_line is None or not section_line.is_entered or not section_line.table_no:
            raise DeskError(
                "nothing-to-look-at",
                "Board {board_no} no longer has a result to check.",
                board_no=board_no,
            )
        table_no = section_line.table_no
        access = Access.objects.filter(
            section=section, table_no=table_no, revoked_at__isnull=True
        ).first()
        has_link = access is not None and access.is_open
        if not has_link or get_table_settings(section, table_no).entry == "paper":
            raise DeskError(
                "no-phone-to-ask",
                "Table {table_no} has no phone to ask. Go there, or create its link first.",
                table_no=table_no,
            )
        questions = _filter_open_questions(section).filter(
            board_no=board_no, ns=ns, ew=ew, agreed_at__isnull=True
        )
        if not questions.exists():
            question = TableWord(
                access=access,
                key=hash_key(secrets.token_urlsafe(16)),
                kind=TableWord.Kind.LOOK,
                board_no=board_no,
                round_no=section_line.round_no,
                ns=ns,
                ew=ew,
                text=section_line.text,
                ns_score=section_line.ns_score,
                heard_at=timezone.now(),
                status=201,
            )
            act.create_all([question])
            act.message = f"Table {table_no} was asked to check: {describe_line(section, line)}."
    return table_no


def close_check_request(*, section: Section, question_no: int, user: User | None) -> None:
    """Close the request *question_no*, whose answer was read or is no longer expected.

    Closing again changes nothing.
    """
    with record_section_act(section=section, kind=ActKind.SETTLED, message="", user=user) as act:
        for question in _filter_open_questions(section).filter(pk=question_no):
            act.change(question, dropped_at=timezone.now())
            outcome = "read" if question.agreed_at else "no longer expected"
            line = (question.board_no or 0, question.ns or 0, question.ew or 0)
            table_no = question.access.table_no
            act.message = f"Answer from table {table_no} {outcome}: {describe_line(section, line)}."


def _filter_open_questions(section: Section) -> QuerySet[TableWord]:
    return TableWord.objects.filter(
        access__section=section, kind=TableWord.Kind.LOOK, dropped_at__isnull=True
    )


class CheckRequestForm(PageForm):
    """A line that a table is asked to check (``7-1-6``), or whose answer was read."""

    line = forms.RegexField(r"^[0-9]{1,4}-[0-9]{1,4}-[0-9]{1,4}$", required=False)
    read = forms.RegexField(r"^[0-9]{1,18}$", required=False)


@require_role_to_send(Role.SCORER)
@require_POST
def change_check_request(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Ask a table to look at a result again, or note that its answer was read."""
    section, form = fetch_section(ref), CheckRequestForm(request.POST)
    line = answer_number = ""
    if form.is_valid():
        line = form.cleaned_data["line"]
        answer_number = form.cleaned_data["read"]
    with show_refusals_as_messages(request):
        if answer_number:
            close_check_request(section=section, question_no=int(answer_number), user=request.user)
        elif line:
            board_no, ns, ew = map(int, line.split("-"))
            table_no = request_check(section=section, line=(board_no, ns, ew), user=request.user)
            messages.success(request, f"Table {table_no} was asked to check board {board_no}.")
        else:
            messages.warning(
                request, "This page is out of date. Open step 4, Play, and try again there."
            )
    return redirect("session_play", ref=ref)
