"""What the pages of a party share, the way into them, and what kept pages go by."""

from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from director.core.history.read import standing_acts, undone_acts
from director.core.history.views import History
from director.core.play.views import play_settings
from director.core.publishing.read import Shown, columns, listed, marked_rows, shown
from director.core.storage.prepared_query import Parameter, Question
from director.kinds import Mark
from director.models import Act
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
        "styles": ("party/party",),
        **undo_context(party),
        **(play_settings(party.session, "party", word=party.round_word, by_bell=True) if step == "play" else {}),
    }


def undo_context(party: Party) -> dict[str, object]:
    """Return what can be undone next and what done again, if anything."""
    return {name: next(iter(acts.answers(party=party.pk)), None) for name, acts in _OFFERED.items()}


_ACTS = Act.objects.filter(event__sessions=Parameter("party")).defer("changes")
_OFFERED = {"undo": Question(lambda: standing_acts(_ACTS)[:1]), "redo": Question(lambda: undone_acts(_ACTS)[:1])}


def party_open(_request: HttpRequest, session_id: int) -> HttpResponse:
    """Go to the step of the party that needs the director."""
    night = party_night(party_of_session(session_id))
    return redirect(night.next_step.url_name, session_id=session_id)


HISTORY = History(
    context=lambda session_id: party_shell(party_of_session(session_id), "play"),
    back="party_play",
    called=lambda _context: "player",
)


# What the pages of a party follow from: the part of a party in the mark that kept pages go by.

_TOKEN = "\x1d"  # noqa: S105  where the question is put together this stands for what is asked
_EVENT = "party__session__event"


def phone_shown(token: str) -> Shown | None:
    """Return what the party of the player with the private address *token* shows, ``None`` if there is none; one query.

    A phone is served before anything is published.
    """
    return shown(_of_phone(), _TOKEN, token)


@cache
def _of_phone() -> tuple[str, tuple[Any, ...]]:
    return marked_rows().filter(sessions__party__players__token=_TOKEN).query.sql_with_params()


def _rows() -> list[QuerySet[Any]]:
    return [
        listed(Party, "session__event", *columns(Party)),
        listed(PartyPlayer, _EVENT, "number", "person__name", "person__number", "team", "tandem"),
    ]


PARTY_MARK = Mark(
    rows=_rows,
    with_others={  # these change by acts of the journal alone
        "director_partyround": "director_act",
        "director_partyresult": "director_act",
        "director_partycard": "director_act",
        "director_skatsheet": "director_act",
    },
)
