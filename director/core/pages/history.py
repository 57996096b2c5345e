"""The history page: every act with its maker and time, and the question before an undo of somebody else."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views import View

from director.core.base.act_kinds import can_undo
from director.core.base.forms import parse_small_number
from director.core.base.idempotency import KEY_FIELD
from director.core.base.requests import DeskRequest
from director.core.night.history import (
    SETTINGS_KINDS,
    find_act_to_undo,
    format_redo_question,
    format_undo_question,
)
from director.models import Act, Event
from director.models.event import SectionRef

ACTS_PER_PAGE = 25

# Not \b, which PostgreSQL and SQLite write differently.
_WORD_START_PATTERN = "(^|[^0-9A-Za-z])"
_WORD_END_PATTERN = "([^0-9A-Za-z]|$)"


class HistoryUndoButton(NamedTuple):
    """A button that posts the number of *act* as *field_name* to *address*, to undo the act."""

    act: Act
    address: str
    field_name: str


class HistoryView(View, ABC):
    """The history page of a kind of event.

    The other methods take the context that :meth:`make_context` returned.
    """

    http_method_names = ("get", "head")

    @abstractmethod
    def make_context(self, request: DeskRequest, ref: Any) -> dict[str, Any]:
        """Return the context of a page of Results, with the ``session``."""

    @abstractmethod
    def list_contestants(self, context: dict[str, Any]) -> Sequence[tuple[int, str]]:
        """Return numbers and names, of which one can be chosen as a filter."""

    @abstractmethod
    def filter_by_table(self, context: dict[str, Any], table_no: int) -> Q:
        """Return the filter for acts about a table."""

    @abstractmethod
    def filter_by_number(self, context: dict[str, Any], number: int) -> Q:
        """Return the filter for acts about a contestant."""

    @abstractmethod
    def list_undo_buttons(self, context: dict[str, Any]) -> Sequence[HistoryUndoButton]:
        """Return a button for each act that can be undone now."""

    def make_section_labeller(self, _context: dict[str, Any]) -> Callable[[Act], str]:
        """Return the function that names the place of an act, such as its section, or returns "".

        It is made once a page, so that places are read by one query.
        """
        return lambda _act: ""

    def get(self, request: DeskRequest, ref: SectionRef | int) -> HttpResponse:
        """List the acts of a session's event, latest first.

        ``?find=``, ``?table=`` and ``?who=`` narrow the list to a text, a table and a contestant.
        """
        context = self.make_context(request, ref)
        search_text = request.GET.get("find", "").strip()
        table_no = parse_small_number(request.GET.get("table", ""))
        contestant_no = parse_small_number(request.GET.get("who", ""))
        # The changes of an act can be large and aren't shown.
        acts = context["session"].event.acts.select_related("made_by", "undone_by").defer("changes")
        if search_text:
            acts = acts.filter(words__icontains=search_text)
        if table_no:
            acts = acts.filter(self.filter_by_table(context, table_no))
        if contestant_no:
            acts = acts.filter(self.filter_by_number(context, contestant_no))
        page = Paginator(acts, ACTS_PER_PAGE).get_page(request.GET.get("page"))
        buttons_by_act = {}
        settings_button = _list_settings_buttons(context["session"].event)
        for button in [*self.list_undo_buttons(context), *settings_button]:
            if can_undo(request.user, button.act.kind):
                buttons_by_act[button.act.pk] = button
        get_section_label = self.make_section_labeller(context)
        context |= {
            "rows": [
                (act, get_section_label(act), buttons_by_act.get(act.pk))
                for act in page.object_list
            ],
            "pages": page,
            "find": search_text,
            "table_no": table_no or "",
            "who": contestant_no,
            "contestants": self.list_contestants(context),
            "is_filtered": bool(search_text or table_no or contestant_no),
        }
        return render(request, "core/acts.html", context)


def make_text_filter(text_pattern: str) -> Q:
    """Return the filter for acts whose text has *text_pattern*, a regular expression, as whole words."""
    return Q(words__iregex=rf"{_WORD_START_PATTERN}({text_pattern}){_WORD_END_PATTERN}")


def make_contestant_filter(label: str, contestant_noun: str) -> Q:
    """Return the filter for acts about the contestant *label*, such as "5".

    An act's text has many other numbers, so *label* must follow the word for a contestant or a sign
    of a list, or come before an opponent: "Pairs 3 and 5", "5 against 7", "5+6".
    """
    number = re.escape(label)
    before_number = f"(against |[+]|: |, |and |{contestant_noun}s? )"
    after_number = "([+]| against)"
    pattern = (
        f"{before_number}{number}{_WORD_END_PATTERN}|{_WORD_START_PATTERN}{number}{after_number}"
    )
    return Q(words__iregex=pattern)


def _list_settings_buttons(event: Event) -> list[HistoryUndoButton]:
    """Return the button that undoes the latest change of the settings of *event*."""
    act = find_act_to_undo(event.acts.filter(kind__in=SETTINGS_KINDS))
    if act is None:
        return []
    address = reverse("event_settings_undo", args=[event.pk, act.number])
    return [HistoryUndoButton(act, address, "number")]


CONFIRMED_FIELD = "sure"
"""The field that names the act again once the question was answered."""
_UNREPEATED_FIELDS = ("csrfmiddlewaretoken", KEY_FIELD, CONFIRMED_FIELD)


def fetch_undo_question(
    request: DeskRequest, acts: QuerySet[Act], number: int, *, is_redo: bool = False
) -> str:
    """Return the question to ask before act *number* of *acts* is undone, or redone.

    It is empty if nothing is to be asked about the act, or if the question was answered.
    """
    if request.POST.get(CONFIRMED_FIELD) == str(number):
        return ""
    act = acts.select_related("made_by", "undone_by").filter(number=number).first()
    # What is undone already changes nothing, and what the role doesn't allow is refused.
    if act is None or (act.undone_at is None) == is_redo or not can_undo(request.user, act.kind):
        return ""
    format_question: Callable[[Act, Any], str] = (
        format_redo_question if is_redo else format_undo_question
    )
    return format_question(act, request.user)


def find_undo_question_page(
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
    question = fetch_undo_question(request, acts, number, is_redo=is_redo)
    if not question:
        return None
    verb = "Redo" if is_redo else "Undo"
    return render_question(
        request, {"question": question, "verb": verb, "back": back}, answer=str(number)
    )


def render_question(
    request: HttpRequest, context: Mapping[str, object], *, answer: str
) -> HttpResponse:
    """Show the *question* of *context*, whose button *verb* sends the same form with the *answer*."""
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in _UNREPEATED_FIELDS
        for value in values
    ]
    page_context = {**context, "fields": [*fields, (CONFIRMED_FIELD, answer)]}
    if not getattr(request, "htmx", False):
        return render(request, "core/question.html", page_context, status=409)
    # The button asked for a part of its page, but the question takes the whole page.
    response = render(request, "core/question.html", page_context, status=422)
    response["HX-Retarget"] = response["HX-Reselect"] = "#main"
    response["HX-Reswap"] = "outerHTML"
    return response
