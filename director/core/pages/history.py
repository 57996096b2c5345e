"""The history page: every act with its maker and time."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest
from director.core.night.history import SETTINGS_KINDS, find_act_to_undo, may_undo
from director.models import Act, Event
from director.models.event import SectionRef

ACTS_PER_PAGE = 25

# Not \b, which PostgreSQL and SQLite write differently.
_WORD_START = "(^|[^0-9A-Za-z])"
_WORD_END = "([^0-9A-Za-z]|$)"


class HistoryUndoButton(NamedTuple):
    """A button that posts the number of *act* as *field_name* to *address*, to undo the act."""

    act: Act
    address: str
    field_name: str


def _omit_place(_context: dict[str, Any]) -> Callable[[Act], str]:
    return lambda _act: ""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """The part of the history page that differs between kinds of event.

    All functions but *make_context* take the context that it returned.

    - *make_context*: returns the context of a results page, with the ``session``.
    - *list_contestants*: returns numbers and names, of which one can be chosen as a filter.
    - *filter_by_table*, *filter_by_number*: return the filter for acts about a table or a contestant.
    - *list_undo_buttons*: returns a button for each act that can be undone now.
    - *make_place_labeller*: returns the function that names the place of an act, such as its section,
      or returns "". It is made once a page, so that places are read by one query.
    """

    make_context: Callable[[DeskRequest, Any], dict[str, Any]]
    list_contestants: Callable[[dict[str, Any]], Sequence[tuple[int, str]]]
    filter_by_table: Callable[[dict[str, Any], int], Q]
    filter_by_number: Callable[[dict[str, Any], int], Q]
    list_undo_buttons: Callable[[dict[str, Any]], Sequence[HistoryUndoButton]]
    make_place_labeller: Callable[[dict[str, Any]], Callable[[Act], str]] = _omit_place


def filter_by_words(words: str) -> Q:
    """Return the filter for acts whose text has *words*, a regular expression, as whole words."""
    return Q(words__iregex=rf"{_WORD_START}({words}){_WORD_END}")


def filter_by_contestant(label: str, contestant_word: str) -> Q:
    """Return the filter for acts about the contestant *label*, such as "5".

    An act's text has many other numbers, so *label* must follow the word for a contestant or a sign
    of a list, or come before an opponent: "Pairs 3 and 5", "5 against 7", "5+6".
    """
    number = re.escape(label)
    before_number = f"(against |[+]|: |, |and |{contestant_word}s? )"
    after_number = "([+]| against)"
    pattern = f"{before_number}{number}{_WORD_END}|{_WORD_START}{number}{after_number}"
    return Q(words__iregex=pattern)


def _find_settings_button(event: Event) -> list[HistoryUndoButton]:
    """Return the button that undoes the latest change of the settings of *event*."""
    act = find_act_to_undo(event.acts.filter(kind__in=SETTINGS_KINDS))
    if act is None:
        return []
    address = reverse("event_settings_undo", args=[event.pk, act.number])
    return [HistoryUndoButton(act, address, "number")]


@require_safe
def show_history(
    request: DeskRequest, session_id: SectionRef | int, *, history: HistoryPage
) -> HttpResponse:
    """List the acts of a session's event, latest first.

    ``?find=``, ``?table=`` and ``?who=`` narrow the list to a text, a table and a contestant.
    """
    context = history.make_context(request, session_id)
    search_text = request.GET.get("find", "").strip()
    table_no = parse_small_number(request.GET.get("table", ""))
    contestant_no = parse_small_number(request.GET.get("who", ""))
    # The changes of an act can be large and aren't shown.
    acts = context["session"].event.acts.select_related("made_by", "undone_by").defer("changes")
    if search_text:
        acts = acts.filter(words__icontains=search_text)
    if table_no:
        acts = acts.filter(history.filter_by_table(context, table_no))
    if contestant_no:
        acts = acts.filter(history.filter_by_number(context, contestant_no))
    page = Paginator(acts, ACTS_PER_PAGE).get_page(request.GET.get("page"))
    button_by_act = {}
    settings_button = _find_settings_button(context["session"].event)
    for button in [*history.list_undo_buttons(context), *settings_button]:
        if may_undo(request.user, button.act.kind):
            button_by_act[button.act.pk] = button
    label_place = history.make_place_labeller(context)
    context |= {
        "rows": [(act, label_place(act), button_by_act.get(act.pk)) for act in page.object_list],
        "pages": page,
        "find": search_text,
        "table_no": table_no or "",
        "who": contestant_no,
        "contestants": history.list_contestants(context),
        "is_filtered": bool(search_text or table_no or contestant_no),
    }
    return render(request, "core/acts.html", context)
