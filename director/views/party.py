"""What the pages of a party share, and the way into them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from director.models import Party, PartyAct
from director.selectors.party import party_night, party_of_session


def party_shell(party: Party, step: str) -> dict[str, object]:
    """Return the context of a party's page: its night, which of the tabs is open, and what can be undone."""
    return {
        "nav": "tonight",
        "night": party_night(party),
        "party": party,
        "session": party.session,
        "step": step,
        "undo": latest_act(party),
    }


def latest_act(party: Party) -> PartyAct | None:
    """Return what can be undone next, if anything."""
    return party.acts.filter(undone_at__isnull=True).defer("changes").first()


def party_open(request: HttpRequest, session_id: int) -> HttpResponse:
    """Go to the step of the party that needs the hostess."""
    night = party_night(party_of_session(session_id))
    return redirect(night.next_step.url_name, session_id=session_id)
