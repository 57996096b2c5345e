"""What was done at a party: every act with who and when, also those that were undone."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from director.desk.forms.numbers import small_number
from director.party.parties import party_of_session
from director.party.shell import party_shell

ON_A_PAGE = 200


@require_safe
def party_acts(request: HttpRequest, session_id: int) -> HttpResponse:
    """List the acts of a party, the latest first."""
    party = party_of_session(session_id)
    acts = party.acts.select_related("made_by", "undone_by").defer("changes")
    pages = Paginator(acts, ON_A_PAGE)
    page = pages.get_page(small_number(request.GET.get("page", "")) or 1)
    context = {"acts": page.object_list, "page": page.number, "pages": pages.num_pages, "numbers": pages.page_range}
    return render(request, "party/acts.html", party_shell(party, "play") | context)
