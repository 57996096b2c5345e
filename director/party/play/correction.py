"""Corrections to a published party."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.core.base.standings_versions import record_correction
from director.core.base.tags.cards import party_figure
from director.models import Event
from director.party.models import Party, PartyPlayer
from director.party.movement.games.read import fetch_evening
from director.party.scoring.sheets import EveningSheets


@contextmanager
def lock_party_for_correction(event: Event, user: User | None) -> Iterator[None]:
    """Lock a published party while names change.

    The changed names are stored with the standings as a correction.
    """
    with transaction.atomic():
        # Also blocks acts and publishing, which take their version numbers from the same row.
        Event.objects.select_for_update(of=("self",)).get(pk=event.pk)
        before = _fetch_player_names(event)
        yield
        changes = []
        for number, name in _fetch_player_names(event).items():
            old_name = before.get(number, name)
            if old_name != name:
                changes.append({"what": f"Name of player {number}", "was": old_name, "now": name})
        if changes:
            record_correction(event, user, changes)


def _fetch_player_names(event: Event) -> dict[int, str]:
    players = PartyPlayer.objects.filter(party__session__event=event).select_related("person")
    return {player.number: str(player) for player in players.order_by("number")}


def read_party_to_change(event: Event) -> list[dict[str, Any]]:
    """Return the present standings of the party of *event*."""
    party = Party.objects.select_related("session").get(session__event=event)
    party.session.event = event  # saves a query
    sheets = EveningSheets(fetch_evening(party))
    rows = []
    for row in sheets.standings:
        rows.append(
            {
                "place": row.place,
                "pair": row.numbers,
                "names": row.name,
                "penalties": "",
                "total": party_figure(row.total),
                "percent": "",
            }
        )
    if rows:
        return [{"title": "", "rows": rows}]
    return []
