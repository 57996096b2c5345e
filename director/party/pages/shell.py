"""The context that all pages of a party share, and the version of a player's own page."""

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
    """Return the context of a party's page of *step*: steps, open tab, and undo."""
    context = {
        "nav": "tonight",
        "night": party_night(party),
        "party": party,
        "session": party.session,
        "step": step,
        "styles": ("core/stacks", "party/party"),
        **undo_context(party),
    }
    if step == "play":
        context |= play_settings(party.session, "party", word=party.round_word, by_bell=True)
        context["styles"] = ("core/stacks", "core/play", "party/party")
    return context


def undo_context(party: Party) -> dict[str, object]:
    """Return the acts to undo and to redo next, if any."""
    # The changes of an act can be large and aren't shown.
    acts = party.acts.defer("changes")
    return {"undo": standing_acts(acts).first(), "redo": undone_acts(acts).first()}


def party_open(_request: HttpRequest, session_id: int) -> HttpResponse:
    """Redirect to the step of the party that needs the director."""
    night = party_night(party_of_session(session_id))
    return redirect(night.next_step.url_name, session_id=session_id)


def phone_shown(token: str) -> EventVersion | None:
    """Return the version of the party of the player's link *token*, or None. (One query.)

    A phone is served before anything is published, so drafts count too.
    """
    return version_asked(_party_of_token(), token)


@cache
def _party_of_token() -> Question:
    return version_question(Event.objects.all(), "sessions__party__players__token")
