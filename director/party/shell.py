"""What the pages of a party share, and the way into them."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from director.desk.journal.read import act_to_redo, act_to_undo
from director.errors import DoneBeforeError
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


def party_pressed(request: HttpRequest, session_id: int) -> Party:
    """Return the party in which a button was pressed, with the name by which the press is known if it is sent again.

    What was sent is part of the name: other boxes under a page's old name are another press.
    """
    party = party_of_session(session_id)
    if name := request.POST.get("press", ""):
        sent = [(box, values) for box, values in sorted(request.POST.lists()) if box != "csrfmiddlewaretoken"]
        party.press = hashlib.sha256(repr((name, request.path, sent)).encode()).hexdigest()[:24]
    return party


def done_once(act: Callable[[], str]) -> str:
    """Do *act* and return what it says of it; of a press that was done before, what it did then.

    :raises DoneBeforeError: if that was undone meanwhile
    """
    try:
        return act()
    except DoneBeforeError as before:
        if before.is_undone:
            raise
        return before.words


def party_open(_request: HttpRequest, session_id: int) -> HttpResponse:
    """Go to the step of the party that needs the director."""
    night = party_night(party_of_session(session_id))
    return redirect(night.next_step.url_name, session_id=session_id)
