"""What was done at an event: every act with who and when, also those that were undone."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from director.core.forms import small_number
from director.models import Act
from director.models.event import SectionPlace

ON_A_PAGE = 200


@dataclass(frozen=True, slots=True)
class History:
    """How a kind fills the page of what was done.

    *context* makes that of a place's page, *back* is the name of the address that leads here, *called* says how
    those are called whose numbers are told, *where* what says where an act was done, if that is to be said.
    """

    context: Callable[[Any], dict[str, Any]]
    back: str
    called: Callable[[dict[str, Any]], str]
    where: Callable[[dict[str, Any]], Callable[[Act], str]] = lambda _context: lambda _act: ""


@require_safe
def history_page(request: HttpRequest, session_id: SectionPlace | int, *, history: History) -> HttpResponse:
    """List what was done at the event of a session, the latest first."""
    context = history.context(session_id)
    where = history.where(context)
    acts = context["session"].event.acts.select_related("made_by", "undone_by").defer("changes")
    pages = Paginator(acts, ON_A_PAGE)
    page = pages.get_page(small_number(request.GET.get("page", "")) or 1)
    context |= {"acts": page.object_list, "rows": [(act, where(act)) for act in page.object_list]}
    context |= {"page": page.number, "pages": pages.num_pages, "numbers": pages.page_range}
    context |= {"who": f"{history.called(context)}s", "back": reverse(history.back, args=[session_id])}
    return render(request, "core/acts.html", context)
