"""Publishing a party, and closing it to visitors again."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from director.desk.publish.write import results_close, results_final, results_open, results_publish, version_add
from director.desk.tags.cards import party_figure
from director.models import Event, StandingsVersion
from director.models.version import Action
from director.party.models import Party
from director.party.play.read.games import party_evening
from director.party.results.read.sheets import evening_sheets


def party_publish(*, party: Party, user: AbstractBaseUser | None, hours: int | None = None) -> Event:
    """Let visitors read the results of *party*, once however often; see :func:`results_publish`."""
    return results_publish(event=party.session.event, hours=hours, standings=party_read, user=user)


def party_unpublish(*, party: Party, user: AbstractBaseUser | None) -> Event:
    """Close the results of *party* to visitors, once however often; the time for corrections goes on."""
    return results_close(event=party.session.event, standings=party_read, user=user)


def party_final(*, party: Party, user: AbstractBaseUser | None) -> Event:
    """Make the results of *party* final now, once however often; see :func:`results_final`."""
    return results_final(event=party.session.event, standings=party_read, user=user)


def party_reopen(*, party: Party, user: AbstractBaseUser | None, hours: int, seen: datetime | None = None) -> Event:
    """Take corrections of *party* for *hours* from now; see :func:`results_open`."""
    return results_open(event=party.session.event, hours=hours, seen=seen, standings=party_read, user=user)


def party_version_keep(
    *, party: Party, action: Action, user: AbstractBaseUser | None, changes: list[dict[str, str]] | None = None
) -> StandingsVersion:
    """Return the next version of the standings of *party*, as they are read now."""
    event = party.session.event
    return version_add(event=event, action=action, standings=_rows(party), user=user, changes=changes)


def party_read(event: Event) -> list[dict[str, Any]]:
    """Return the standings of the party of *event*, as they are read now."""
    party = Party.objects.select_related("session").get(session__event=event)
    party.session.event = event
    return _rows(party)


def _rows(party: Party) -> list[dict[str, Any]]:
    sheets = evening_sheets(party_evening(party))
    rows = [
        {
            "place": row.place,
            "pair": str(row.number),
            "names": row.name,
            "penalties": "",
            "total": party_figure(row.total),
            "percent": "",
        }
        for row in sheets.standings
    ]
    return [{"title": "", "rows": rows}] if rows else []
