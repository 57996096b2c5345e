"""What was done at a party."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from director.desk.journal.views import acts_page
from director.party.parties import party_of_session
from director.party.shell import party_shell


@require_safe
def party_acts(request: HttpRequest, session_id: int) -> HttpResponse:
    """List the acts of a party, the latest first."""
    party = party_of_session(session_id)
    own = {"back": reverse("party_play", args=[session_id]), "back_name": "Play"}
    return acts_page(request, party.session.event, party_shell(party, "play") | own | {"who": "players"})
