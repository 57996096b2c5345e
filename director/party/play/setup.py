"""Start a party and store its settings."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.core.night.history.write import Journal
from director.errors import PartyError
from director.models import Club, Event, Session
from director.models.event import Contest
from director.party.models import Party, PartyPlayer
from director.party.movement.games.read import party_evening, prize_rules
from director.party.movement.options import party_system, settled_options
from director.party.play.history import party_act
from director.party.play.own_presets import preset_settings
from director.party.play.seats import MOST_PLAYERS
from director.party.presets.model import PartyPreset
from director.party.presets.registry import find_preset, follows
from director.party.sentences import PartySentences
from scoring import party_standings

USUAL_MINUTES = 12
SETTLED = (
    "game",
    "system",
    "system_name",
    "options",
    "method",
    "method_options",
    "prizes",
    "group_words",
    "rounds",
    "starts_at",
    "preset",
    "trumps",
    "hands",
    "goal",
    "pause_after",
    "pause_minutes",
    "entry",
    "card_from",
    "card_boxes",
    "card_lone",
)
"""What step 1 settles; ``round_minutes`` belongs to the session."""


def create_party(*, club: Club, name: str, on: date, preset: PartyPreset | None = None) -> Session:
    """Create a party of *club*. Return its session.

    With a *preset* all that it says is settled but the number of players, and an unnamed night is
    called after it.
    """
    chosen = preset_settings(preset) if preset else {}
    with transaction.atomic():
        event = Event(
            club=club,
            name=follows(name, preset),
            date=on,
            contest=Contest.PROGRESSIVE,
            game="",
            scoring="",
        )
        event.full_clean()
        event.save()
        round_minutes = preset.minutes if preset else USUAL_MINUTES
        session = Session.objects.create(event=event, round_minutes=round_minutes)
        Party.objects.create(session=session, **chosen)
    return session


def set_up_party(
    *,
    party: Party,
    user: User | None,
    minutes: int | None = None,
    players: int | None = None,
    **fields: Any,
) -> Party:
    """Store the settings (:data:`SETTLED`), *minutes* and number of *players*.

    Once seats are drawn another system or number of players takes the draw back, as long as nobody
    has won anything.

    :raises PartyError: if something would change that results depend on
    :raises ScoringError: if the results that are in cannot be counted so
    :raises FinalError: if the results are final
    """
    if unknown := set(fields) - set(SETTLED):
        raise TypeError(f"A party has no {', '.join(sorted(unknown))}.")
    if "system" in fields:
        fields.setdefault("system_name", "")
    with party_act(
        party=party, kind="settle", words="The party was set up in step 1, Field.", user=user
    ) as act:
        count = party_playing(party)
        if _changes_seats(party, fields) or players not in (None, count):
            _unseat(party, act)
        if fields.get("entry", party.entry) != party.entry and party.cards.exists():
            raise PartyError(PartySentences.ENTRY_FIXED)
        act.change(party, **fields)
        if "preset" in fields:
            _name_after(party, act)
        party.full_clean(exclude=["session"])
        if {"method", "method_options", "prizes"} & set(fields):
            _refuse_uncounted(party)
        if minutes is not None:
            act.change(party.session, round_minutes=minutes)
        if players is not None:
            count_players(party, act, players)
    return party


def _name_after(party: Party, act: Journal) -> None:
    """Rename the event after its game, unless the director named it."""
    event = party.session.event
    name = follows(event.name, find_preset(party.preset))
    if name != event.name:
        act.change(event, name=name)


def party_playing(party: Party) -> int:
    """Return how many play and have not left."""
    return party.players.filter(left_round__isnull=True).count()


def count_players(party: Party, act: Journal, players: int) -> None:
    """Set the number of players, in groups by turn.

    :raises PartyError: for a number that is not possible, or below the players with names
    """
    if not 0 <= players <= MOST_PLAYERS:
        raise PartyError(
            PartySentences.PARTY_TOO_LARGE, field="players", players=players, most=MOST_PLAYERS
        )
    listed = list(party.players.all())
    if players < len(listed):
        _fewer(act, listed, len(listed) - players, players)
        return
    taken = {player.number for player in listed}
    numbers = (number for number in range(1, MOST_PLAYERS * 2) if number not in taken)
    groups = [player.group for player in listed]
    added = []
    for _more in range(players - len(listed)):
        group = "A" if groups.count("A") <= groups.count("B") else "B"
        groups.append(group)
        added.append(PartyPlayer(party=party, number=next(numbers), group=group))
    act.create_all(added)


def _refuse_uncounted(party: Party) -> None:
    """Refuse a way to count, or prizes, that do not go with the results that are in."""
    prize_rules(party)
    evening = party_evening(party)
    if party.method and evening.games:
        party_standings(
            party.method, evening.contest, options=party.method_options, presences=evening.presences
        )


def _fewer(act: Journal, listed: list[PartyPlayer], too_many: int, players: int) -> None:
    named = sum(player.person_id is not None for player in listed)
    handed_in = set(listed[0].party.cards.values_list("player", flat=True))
    free = [
        player
        for player in reversed(listed)
        if player.person_id is None and player.number not in handed_in
    ]
    if named > players:
        raise PartyError(
            PartySentences.MORE_NAMES_THAN_PLAYERS, field="players", named=named, players=players
        )
    if len(free) < too_many:
        kept = len(listed) - len(free)
        raise PartyError(
            PartySentences.MORE_CARDS_THAN_PLAYERS, field="players", kept=kept, players=players
        )
    gone = [player.pk for player in free[:too_many]]
    act.delete(PartyPlayer.objects.filter(pk__in=gone))


def _changes_seats(party: Party, fields: Mapping[str, Any]) -> bool:
    """Return whether *fields* change anything that seats depend on."""
    if fields.get("system", party.system) != party.system:
        return True
    system, options = party_system(party), fields.get("options", party.options)
    if system is None or options == party.options:
        return False
    now, then = settled_options(system, party.options), settled_options(system, options)
    return any(now[name] != then[name] for name in system.movement_options)


def _unseat(party: Party, act: Journal) -> None:
    """Take the draw for seats back, because *party* is settled differently now."""
    rounds = party.played_rounds.all()
    if not rounds:
        return
    if party.has_begun:
        raise PartyError(PartySentences.SYSTEM_FIXED)
    act.delete(rounds)
    act.change(party, seed=None)
