"""The context that all pages of a party share, and the version of a player's own page."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from director.core.base.versions import EventVersion, SqlQuery, fetch_version, make_version_query
from director.core.night.history import (
    filter_acts_of_play,
    filter_standing_acts,
    filter_undone_acts,
)
from director.core.pages.play import make_play_context
from director.models import Event
from director.party.models import Party
from director.party.movement.parties import fetch_party_night, get_party_by_session


def make_party_context(party: Party, step: str) -> dict[str, Any]:
    """Return the context of a party's page of *step*: steps, open tab, and undo."""
    context = {
        "nav": "tonight",
        "night": fetch_party_night(party),
        "party": party,
        "session": party.session,
        "step": step,
        "styles": ("core/stacks", "party/party"),
        **undo_context(party),
    }
    if step == "play":
        context |= make_play_context(party.session, "party", word=party.round_word, by_bell=True)
        context["styles"] = ("core/stacks", "core/play", "party/party")
    return context


def undo_context(party: Party) -> dict[str, object]:
    """Return the acts to undo and to redo next, if any."""
    # The changes of an act can be large and aren't shown.
    acts = filter_acts_of_play(party.acts).defer("changes")
    return {"undo": filter_standing_acts(acts).first(), "redo": filter_undone_acts(acts).first()}


def open_party(_request: HttpRequest, session_id: int) -> HttpResponse:
    """Redirect to the step of the party that needs the director."""
    night = fetch_party_night(get_party_by_session(session_id))
    return redirect(night.next_step.url_name, session_id=session_id)


def fetch_phone_version(token: str) -> EventVersion | None:
    """Return the version of the party of the player's link *token*, or None. (One query.)

    A phone is served before anything is published, so drafts count too.
    """
    return fetch_version(_make_token_question(), token)


@cache
def _make_token_question() -> SqlQuery:
    return make_version_query(Event.objects.all(), "sessions__party__players__token")
