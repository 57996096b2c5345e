"""Repeat an earlier party: its settings and the number of players, without names and groups."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.core.night.clock import compute_play_minutes, find_end_of_play
from director.core.night.repeats import NightRepeat
from director.models import Event, Session
from director.party.models import Party
from director.party.movement.parties import fetch_party_by_event, fetch_party_by_session
from director.party.play.setup import create_party, set_up_party

_OWN_FIELDS = ("session", "answers", "money", "seed", "is_over", "printed")
"""What belongs to one evening: who sat where, what was drawn, paid and printed."""


def describe_party_repeat(event: Event) -> NightRepeat | None:
    """Return what a party like *event* has, or None if its game wasn't chosen. Two queries."""
    party = Party.objects.select_related("session").get(session__event=event)
    player_count = _count_first_players(party)
    if not (party.system and party.method and player_count):
        return None
    name = party.preset_or_system_name
    # A name such as "Whist drive" stands within a sentence.
    name = f"{name[:1].lower()}{name[1:]}" if party.preset else name
    return NightRepeat(
        text=f"{player_count} players, {name}, {party.rounds} {party.rounds_noun}",
        minutes=compute_play_minutes(party.session, party.rounds),
        ended_at=find_end_of_play(party.session, party.rounds),
    )


def repeat_party(
    event: Event, *, name: str, day: date, settings: Mapping[str, Any], user: User | None
) -> Session:
    """Make a party on *day* like *event*, with its *settings* of an event. Return its session.

    :raises PartyError: if its settings can't be stored any more
    """
    previous_party = fetch_party_by_event(event.pk)
    with transaction.atomic():
        # A party has its game and method in its own record.
        event_settings = {
            field: value for field, value in settings.items() if field not in ("game", "scoring")
        }
        session = create_party(name=name, date=day, **event_settings)
        if not (previous_party.system and previous_party.method):
            return session
        fields = {
            field.name: getattr(previous_party, field.name)
            for field in Party._meta.concrete_fields
            if field.name not in _OWN_FIELDS
        }
        set_up_party(
            party=fetch_party_by_session(session.pk),
            user=user,
            minutes=previous_party.session.round_minutes,
            players=_count_first_players(previous_party),
            **fields,
        )
    return session


def _count_first_players(party: Party) -> int:
    """Return the number of players with whom the first round began."""
    return party.players.filter(joined_round=1).count()
