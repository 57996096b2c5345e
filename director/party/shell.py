"""What the pages of a party share, the way into them, and what kept pages go by."""

from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from director.core.history.read import standing_acts, undone_acts
from director.core.play.views import play_settings
from director.core.publishing.read import CompiledQuery, Shown, columns, listed, marked_rows, shown
from director.kinds import VersionRows
from director.party.models import Party, PartyPlayer
from director.party.parties import party_night, party_of_session

# What the pages of a party share, and the way into them.


def party_shell(party: Party, step: str) -> dict[str, Any]:
    """Return the context of a party's page: its night, which of the tabs is open, and what can be undone."""
    return {
        "nav": "tonight",
        "night": party_night(party),
        "party": party,
        "session": party.session,
        "step": step,
        "styles": ("core/stacks", *(["core/play"] if step == "play" else []), "party/party"),
        **undo_context(party),
        **(play_settings(party.session, "party", word=party.round_word, by_bell=True) if step == "play" else {}),
    }


def undo_context(party: Party) -> dict[str, object]:
    """Return what can be undone next and what done again, if anything."""
    acts = party.acts.defer("changes")
    return {"undo": standing_acts(acts).first(), "redo": undone_acts(acts).first()}


def party_open(_request: HttpRequest, session_id: int) -> HttpResponse:
    """Go to the step of the party that needs the director."""
    night = party_night(party_of_session(session_id))
    return redirect(night.next_step.url_name, session_id=session_id)


# What the pages of a party follow from: the part of a party in the mark that kept pages go by.

_TOKEN = "\x1d"  # noqa: S105  where the question is put together this stands for what is asked
_EVENT = "party__session__event"


def phone_shown(token: str) -> Shown | None:
    """Return what the party of the player with the private address *token* shows, ``None`` if there is none; one query.

    A phone is served before anything is published.
    """
    return shown(_of_phone(), _TOKEN, token)


@cache
def _of_phone() -> CompiledQuery:
    return marked_rows().filter(sessions__party__players__token=_TOKEN).query.sql_with_params()


def _rows() -> list[QuerySet[Any]]:
    return [
        listed(Party, "session__event", *columns(Party)),
        listed(PartyPlayer, _EVENT, "number", "person__name", "person__number", "team", "tandem"),
    ]


PARTY_MARK = VersionRows(
    rows=_rows,
    with_others={  # these change by acts of the journal alone
        "director_partyround": "director_act",
        "director_partyresult": "director_act",
        "director_partycard": "director_act",
        "director_skatsheet": "director_act",
    },
)
