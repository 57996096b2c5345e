"""What was done at an event: every act with who and when, also those that were undone."""

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from director.desk.forms import small_number
from director.models import Act, Event

ON_A_PAGE = 200


def acts_page(
    request: HttpRequest, event: Event, context: dict[str, Any], *, where: Callable[[Act], str] = lambda _act: ""
) -> HttpResponse:
    """List the acts of *event*, the latest first, each with *where* it was done, if that is to be said.

    Of the kind's own the *context* holds ``base``, the frame of its pages, ``back`` and ``back_name``, the step that
    leads here, and ``who`` is called by numbers.
    """
    acts = event.acts.select_related("made_by", "undone_by").defer("changes")
    pages = Paginator(acts, ON_A_PAGE)
    page = pages.get_page(small_number(request.GET.get("page", "")) or 1)
    context |= {"acts": page.object_list, "rows": [(act, where(act)) for act in page.object_list]}
    context |= {"page": page.number, "pages": pages.num_pages, "numbers": pages.page_range}
    return render(request, "desk/acts.html", context)
