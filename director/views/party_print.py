"""Step 3 of a party: what is printed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from director.selectors.party import party_of_session
from director.selectors.party_sheets import party_sheets
from director.views.party import party_shell


@require_safe
def party_print(request: HttpRequest, session_id: int) -> HttpResponse:
    """Show the list of tables and names that the browser prints."""
    party = party_of_session(session_id)
    return render(request, "director/party_print.html", party_shell(party, "print") | {"sheets": party_sheets(party)})
