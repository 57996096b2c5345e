"""What the pages of a party share, the way into them, and the version that a phone shows."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from director.core.base.versions import EventVersion, Question, version_asked, version_question
from director.core.night.history.read import standing_acts, undone_acts
from director.core.pages.play.views import play_settings
from director.models import Event
from director.party.models import Party
from director.party.movement.parties import party_night, party_of_session


def party_shell(party: Party, step: str) -> dict[str, Any]:
    """Return the context of a party's page: steps, open tab, and undo."""
    return {
        "nav": "tonight",
        "night": party_night(party),
        "party": party,
        "session": party.session,
        "step": step,
        "styles": ("core/stacks", *(["core/play"] if step == "play" else []), "party/party"),
        **undo_context(party),
        **(
            play_settings(party.session, "party", word=party.round_word, by_bell=True)
            if step == "play"
            else {}
        ),
    }


def undo_context(party: Party) -> dict[str, object]:
    """Return what can be undone next and what done again, if anything."""
    acts = party.acts.defer("changes")
    return {"undo": standing_acts(acts).first(), "redo": undone_acts(acts).first()}


def party_open(_request: HttpRequest, session_id: int) -> HttpResponse:
    """Go to the step of the party that needs the director."""
    night = party_night(party_of_session(session_id))
    return redirect(night.next_step.url_name, session_id=session_id)


def phone_shown(token: str) -> EventVersion | None:
    """Return the version of the player's party with the link *token*, or None.

    A phone is served before anything is published.  One query.
    """
    return version_asked(_of_phone(), token)


@cache
def _of_phone() -> Question:
    return version_question(Event.objects.all(), "sessions__party__players__token")
