"""The history page: every act with who and when."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from director.core.base.forms import small_number
from director.core.base.requests import DeskRequest
from director.core.night.history.read import may_undo
from director.models import Act
from director.models.event import SectionPlace

ON_A_PAGE = 25


class Undo(NamedTuple):
    """An undo button: the *act*, the *address*, and the *key*."""

    act: Act
    address: str
    key: str


@dataclass(frozen=True, slots=True)
class History:
    """What a kind adds to the history page.

    *context* makes that of a place's page.  *people* lists those whose acts can be asked for, by
    their numbers; *of_table* and *of_number* find the acts of a table and of one of them.  *undos*
    are those that can be undone now, *where* what says where an act was done, if that is to be
    said.
    """

    context: Callable[[DeskRequest, Any], dict[str, Any]]
    people: Callable[[dict[str, Any]], Sequence[tuple[int, str]]]
    of_table: Callable[[dict[str, Any], int], Q]
    of_number: Callable[[dict[str, Any], int], Q]
    undos: Callable[[dict[str, Any]], Sequence[Undo]]
    where: Callable[[dict[str, Any]], Callable[[Act], str]] = lambda _context: lambda _act: ""


def filter_by_words(words: str) -> Q:
    """Return the filter for acts whose text matches *words*."""
    return Q(words__iregex=rf"(^|[^0-9A-Za-z])({words})([^0-9A-Za-z]|$)")


def says_who(label: str, called: str) -> Q:
    """Return the filter for acts about the contestant *label*."""
    number = re.escape(label)
    before = rf"(?:against |[+]|: |, |and |{called}s? ){number}(?:[^0-9A-Za-z]|$)"
    return Q(words__iregex=rf"{before}|(?:^|[^0-9A-Za-z]){number}(?:[+]| against)")


@require_safe
def history_page(
    request: DeskRequest, session_id: SectionPlace | int, *, history: History
) -> HttpResponse:
    """List the acts of a session's event, latest first.

    ``find``, ``table`` and ``who`` in the address leave out what does not have those words, or is
    about others.
    """
    context = history.context(request, session_id)
    find = request.GET.get("find", "").strip()
    table, who = (small_number(request.GET.get(name, "")) for name in ("table", "who"))
    acts = context["session"].event.acts.select_related("made_by", "undone_by").defer("changes")
    acts = acts.filter(words__icontains=find) if find else acts
    acts = acts.filter(history.of_table(context, table)) if table else acts
    acts = acts.filter(history.of_number(context, who)) if who else acts
    page = Paginator(acts, ON_A_PAGE).get_page(request.GET.get("page"))
    undos = {
        undo.act.pk: undo
        for undo in history.undos(context)
        if may_undo(request.user, undo.act.kind)
    }
    where = history.where(context)
    context |= {
        "rows": [(act, where(act), undos.get(act.pk)) for act in page.object_list],
        "pages": page,
        "find": find,
        "table_no": table or "",
        "who": who,
        "people": history.people(context),
        "is_filtered": bool(find or table or who),
    }
    return render(request, "core/acts.html", context)
