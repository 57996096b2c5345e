"""What the pages of a party share, and the way into them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from director.desk.journal.read import act_to_redo, act_to_undo
from director.party.models import Party
from director.party.parties import party_night, party_of_session


def party_shell(party: Party, step: str) -> dict[str, Any]:
    """Return the context of a party's page: its night, which of the tabs is open, and what can be undone."""
    return {
        "nav": "tonight",
        "night": party_night(party),
        "party": party,
        "session": party.session,
        "step": step,
        **undo_context(party),
    }


def undo_context(party: Party) -> dict[str, object]:
    """Return what can be undone next and what done again, if anything."""
    acts = party.acts.defer("changes")
    return {"undo": act_to_undo(acts), "redo": act_to_redo(acts)}


def party_open(_request: HttpRequest, session_id: int) -> HttpResponse:
    """Go to the step of the party that needs the director."""
    night = party_night(party_of_session(session_id))
    return redirect(night.next_step.url_name, session_id=session_id)
