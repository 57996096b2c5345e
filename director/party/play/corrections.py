"""The standings of a published party before and after a correction."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.core.base.standings_versions import mark_unfinished, record_correction
from director.core.base.tags.cards import party_figure
from director.models import Event
from director.party.models import Party, PartyPlayer
from director.party.movement.games import (
    PartyRecord,
    fetch_party_record,
    is_play_over,
)
from director.party.movement.parties import refuse_ended_method
from director.party.scoring.sheets import make_standing_row
from director.party.scoring.standings import make_default_standings
from scoring.party.model import PartyStanding


@contextmanager
def lock_party_for_correction(event: Event, user: User | None) -> Iterator[None]:
    """Lock a published party while names change.

    The changed names are stored with the standings as a correction.
    """
    with transaction.atomic():
        # Also blocks acts and publishing, which take their version numbers from the same row.
        Event.objects.select_for_update(of=("self",)).get(pk=event.pk)
        previous_names = _fetch_names_by_number(event)
        yield
        changes = []
        for number, name in _fetch_names_by_number(event).items():
            previous_name = previous_names.get(number, name)
            if previous_name != name:
                changes.append(
                    {"what": f"Name of player {number}", "was": previous_name, "now": name}
                )
        if changes:
            record_correction(event, user, changes)


def _fetch_names_by_number(event: Event) -> dict[int, str]:
    players = PartyPlayer.objects.filter(party__session__event=event).select_related("person")
    return {player.number: str(player) for player in players.order_by("number")}


def read_party_to_change(event: Event) -> list[dict[str, Any]]:
    """Return the present standings of the party of *event*, in the lists that say who won."""
    party = Party.objects.select_related("session").get(session__event=event)
    refuse_ended_method(party)
    party.session.event = event  # saves a query
    record = fetch_party_record(party)
    groups = [
        {"title": caption, "rows": [_format_standing(record, standing) for standing in standings]}
        for caption, standings in make_default_standings(record)
    ]
    return groups if is_play_over(record) else mark_unfinished(groups)


def _format_standing(record: PartyRecord, standing: PartyStanding) -> dict[str, str]:
    row = make_standing_row(record, standing)
    return {
        "place": row.place,
        "pair": row.numbers,
        "names": row.name,
        "penalties": "",
        "total": party_figure(row.total),
        "percent": "",
    }
