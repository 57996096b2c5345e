"""Beside the play of a party: the private addresses of its tables."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from director.desk.requests import DeskRequest
from director.desk.tables.page import addresses_act, addresses_context
from director.party.models import Party
from director.party.parties import party_of_session
from director.party.shell import party_shell


@require_safe
def party_tables(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show the tables with their addresses."""
    party = party_of_session(session_id)
    links = {"act_url": reverse("party_tables_addresses", args=[session_id])}
    addresses = addresses_context(request, party.session, _tables(party))
    return render(request, "party/tables.html", party_shell(party, "play") | addresses | links)


@require_POST
def party_tables_addresses(request: DeskRequest, session_id: int) -> HttpResponse:
    """Give tables their private addresses, a new one, or close them."""
    party = party_of_session(session_id)
    addresses_act(request, party.session, _tables(party))
    return redirect("party_tables", session_id=session_id)


def _tables(party: Party) -> int:
    """Return how many tables the latest round has, 0 before the draw."""
    latest = party.played_rounds.order_by("-round_no").first()
    return max((table["table"] for table in latest.seating), default=0) if latest else 0
