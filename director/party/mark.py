"""What the pages of a party follow from: the part of a party in the mark that kept pages go by."""

from functools import cache
from typing import Any

from django.db.models import QuerySet

from director.desk.publish.read import Shown, columns, listed, marked_rows, shown
from director.kinds import Mark
from director.party.models import Party, PartyPlayer

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
