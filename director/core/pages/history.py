"""The history page: every act with its maker and time."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest
from director.core.night.history.read import may_undo
from director.models import Act
from director.models.event import SectionRef

ACTS_PER_PAGE = 25


class Undo(NamedTuple):
    """An undo button: the *act* to undo, the *address* to post to, and the *key* to send."""

    act: Act
    address: str
    key: str


@dataclass(frozen=True, slots=True)
class History:
    """What a kind of event adds to the history page.

    - *context*: makes the context of a place's page.
    - *people*: lists the people to filter by, with their numbers.
    - *of_table*, *of_number*: return the filter for acts of a table, or of one of *people*.
    - *undos*: the acts that can be undone now.
    - *place_of_act*: returns the function that says where an act was done, or an empty string.
    """

    context: Callable[[DeskRequest, Any], dict[str, Any]]
    people: Callable[[dict[str, Any]], Sequence[tuple[int, str]]]
    of_table: Callable[[dict[str, Any], int], Q]
    of_number: Callable[[dict[str, Any], int], Q]
    undos: Callable[[dict[str, Any]], Sequence[Undo]]
    place_of_act: Callable[[dict[str, Any]], Callable[[Act], str]] = lambda _context: (
        lambda _act: ""
    )


def filter_by_words(words: str) -> Q:
    """Return the filter for acts whose text has *words*, a regular expression, as whole words."""
    # Not \b, which PostgreSQL and SQLite write differently.
    return Q(words__iregex=rf"(^|[^0-9A-Za-z])({words})([^0-9A-Za-z]|$)")


def filter_by_contestant(label: str, contestant_word: str) -> Q:
    """Return the filter for acts about the contestant *label*."""
    number = re.escape(label)
    in_lists = rf"(?:against |[+]|: |, |and |{contestant_word}s? ){number}(?:[^0-9A-Za-z]|$)"
    return Q(words__iregex=rf"{in_lists}|(?:^|[^0-9A-Za-z]){number}(?:[+]| against)")


@require_safe
def show_history(
    request: DeskRequest, session_id: SectionRef | int, *, history: History
) -> HttpResponse:
    """List the acts of a session's event, latest first.

    ``?find=``, ``?table=`` and ``?who=`` narrow the list to a text, a table and a contestant.
    """
    context = history.context(request, session_id)
    search_text = request.GET.get("find", "").strip()
    table_no = parse_small_number(request.GET.get("table", ""))
    contestant = parse_small_number(request.GET.get("who", ""))
    # The changes of an act can be large and aren't shown.
    acts = context["session"].event.acts.select_related("made_by", "undone_by").defer("changes")
    if search_text:
        acts = acts.filter(words__icontains=search_text)
    if table_no:
        acts = acts.filter(history.of_table(context, table_no))
    if contestant:
        acts = acts.filter(history.of_number(context, contestant))
    page = Paginator(acts, ACTS_PER_PAGE).get_page(request.GET.get("page"))
    undo_by_act = {
        undo.act.pk: undo
        for undo in history.undos(context)
        if may_undo(request.user, undo.act.kind)
    }
    where = history.place_of_act(context)
    context |= {
        "rows": [(act, where(act), undo_by_act.get(act.pk)) for act in page.object_list],
        "pages": page,
        "find": search_text,
        "table_no": table_no or "",
        "who": contestant,
        "people": history.people(context),
        "is_filtered": bool(search_text or table_no or contestant),
    }
    return render(request, "core/acts.html", context)
