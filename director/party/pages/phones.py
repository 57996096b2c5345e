"""The private links of a party's tables, and the phones that use them."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_send
from director.core.pages.phones.page import PhonesPage, admit_or_refuse_phone, find_new_phone_tables
from director.party.movement.parties import get_party_by_session
from director.party.pages.shell import make_party_context


@require_safe
def show_new_phones(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show new phones at tables, as a part of Play."""
    if not request.htmx:
        return redirect("party_play", session_id=session_id)
    party = get_party_by_session(session_id)
    return render(
        request,
        "party/phones/_came.html",
        {"session": party.session, "came": find_new_phone_tables(party.session)},
    )


@require_role_to_send(Role.SCORER)
@require_POST
def refuse_or_admit_phone(request: DeskRequest, session_id: int) -> HttpResponse:
    """Let a phone at a table in, or refuse it."""
    admit_or_refuse_phone(request, get_party_by_session(session_id).session)
    return redirect("party_play", session_id=session_id)


def _count_tables(context: dict[str, Any]) -> int:
    """Return the number of tables in the latest round, 0 before the draw."""
    latest_round = context["party"].played_rounds.order_by("-round_no").first()
    if latest_round is None:
        return 0
    # Those who wait at a table are stored like a table of their own.
    table_numbers = [table["table"] for table in latest_round.seating if not table.get("waits_at")]
    return max(table_numbers, default=0)


PHONES = PhonesPage(
    "party",
    lambda place: make_party_context(get_party_by_session(place), "play"),
    _count_tables,
    "party/phones/_none.html",
)
