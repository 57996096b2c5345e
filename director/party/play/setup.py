"""Start a party, and store its settings."""

import datetime as dt
from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from director.core.base.act_kinds import ActKind
from director.core.night.events import choose_free_name, fetch_day_event_names
from director.core.night.journal import Journal
from director.errors import PartyError
from director.models import Club, Event, Session
from director.models.event import Contest
from director.party.models import Party, PartyPlayer
from director.party.movement.games import fetch_party_record, get_prize_rules
from director.party.movement.options import (
    choose_group_in_turn,
    get_party_system,
    has_groups_in_turn,
    resolve_options,
    select_matching_choices,
)
from director.party.play.cards import make_cards_from_fixed_error
from director.party.play.history import record_party_act
from director.party.play.seats import MAX_PLAYERS
from director.party.presets import PRESETS, PartyPreset, find_preset, replace_default_name
from movements.party.rounds import find_possible_rounds, get_progressive_system
from scoring.party.methods import get_party_method
from scoring.party.ranking import rank_party_games

TOO_MANY_NAMES = "more-names-than-players"
"""The code of a refusal after which the director removes names in Seats."""


DEFAULT_MINUTES = 12
"""Minutes of a round before a preset is chosen."""


def make_preset_settings(preset: PartyPreset, player_count: int = 0) -> dict[str, Any]:
    """Return the settings of *preset*. *player_count* is 0 if unknown."""
    system = get_progressive_system(preset.system)
    method = get_party_method(preset.method)
    options = resolve_options(system, preset.options)
    method_options = select_matching_choices(method, preset.method_options, options)
    party = Party(**preset.settings)
    # A setting of another preset has the model's default here.
    names = {name for known_preset in PRESETS for name in known_preset.settings}
    return {name: getattr(party, name) for name in names} | {
        "preset": preset.key,
        "game": preset.game,
        "system": system.key,
        "options": options,
        "method": method.key,
        "method_options": method.complete_settings(method_options),
        "rounds": compute_preset_rounds(preset, player_count),
        "prizes": dict(party.prizes),
        "trumps": list(party.trumps),
    }


def compute_preset_rounds(
    preset: PartyPreset, player_count: int, options: Mapping[str, str] | None = None
) -> int:
    """Return the rounds of *preset*, or fewer if *player_count* players complete its system earlier.

    *options* are the chosen options of the system, None for those of the preset.

    >>> from director.party.presets import find_preset
    >>> compute_preset_rounds(find_preset("progressive-whist-4"), 8), compute_preset_rounds(find_preset("whist-drive"), 8)
    (3, 24)
    """
    if not player_count:
        return preset.rounds
    if options is None:
        options = preset.options
    system_options = resolve_options(get_progressive_system(preset.system), options)
    possible_rounds = find_possible_rounds(preset.system, player_count, options=system_options)
    if possible_rounds:
        return min(preset.rounds, possible_rounds[-1])
    return preset.rounds


def create_party(
    *,
    club: Club,
    name: str,
    date: dt.date,
    preset: PartyPreset | None = None,
    **settings: Any,
) -> Session:
    """Create a party of *club*. Return its session.

    A *preset* settles everything but the number of players. Without a *name* the event is named
    after it. *settings* are further fields of the event.
    """
    party_settings = make_preset_settings(preset) if preset else {}
    with transaction.atomic():
        event = Event(
            club=club,
            name=_choose_event_name(name, preset, date),
            date=date,
            contest=Contest.PROGRESSIVE,
            game="",
            scoring="",
            **settings,
        )
        event.full_clean()
        event.save()
        round_minutes = preset.minutes if preset else DEFAULT_MINUTES
        session = Session.objects.create(event=event, round_minutes=round_minutes)
        Party.objects.create(session=session, **party_settings)
    return session


def set_up_party(
    *,
    party: Party,
    user: User | None,
    minutes: int | None = None,
    players: int | None = None,
    **fields: Any,
) -> Party:
    """Store *minutes* of a round, the number of *players*, and *fields* of the party.

    If play has not begun, a change of system or number of players undoes the draw for seats.

    :raises PartyError: if the change would contradict play that has begun
    :raises ScoringError: if the new method can't count the stored results
    :raises FinalError: if the results are final
    """
    if "system" in fields:
        # The previous name must not stay with another system.
        fields.setdefault("system_name", "")
    with record_party_act(
        party=party,
        kind=ActKind.SETTLE,
        message="The party was set up in step 1, Field.",
        user=user,
    ) as act:
        # Compared with the previous settings, so before they change.
        has_new_player_count = players not in (None, count_present_players(party))
        if _has_seat_changes(party, fields) or has_new_player_count:
            _undo_draw(party, act)
        if fields.get("entry", party.entry) != party.entry and party.cards.exists():
            raise PartyError(
                "entry-fixed",
                "Cards have been entered, so you can’t change how scores are entered. Undo the cards "
                "first.",
            )
        first_card_round = party.first_card_round
        act.change(party, **fields)
        if {"system", "options", "group_words"} & set(fields):
            _regroup_players(party, act)
        # Fewer rounds or another break would move rounds of the tables to cards that lack them.
        if party.first_card_round != first_card_round and party.cards.exists():
            raise make_cards_from_fixed_error(noun=party.round_noun)
        _refuse_lost_cards(party)
        if "preset" in fields:
            _rename_event(party, act)
        party.full_clean(exclude=["session"])
        if {"method", "method_options", "prizes"} & set(fields):
            _refuse_uncounted(party)
        if minutes is not None:
            act.change(party.session, round_minutes=minutes)
        if players is not None:
            set_player_count(party, act, players)
    return party


def _regroup_players(party: Party, act: Journal) -> None:
    """Fit the groups of players to new moves: in turn where they matter, else none without a name."""
    players = list(party.players.filter(left_round__isnull=True))
    if has_groups_in_turn(party):
        groups = [player.group for player in players]
        for player in players:
            if not player.group:
                act.change(player, group=choose_group_in_turn(party, groups))
                groups.append(player.group)
        return
    for player in players:
        if player.person_id is None:
            act.change(player, group="")


def _refuse_lost_cards(party: Party) -> None:
    """Raise if a card or a total is of a round that *party* no longer has."""
    last_rounds = party.cards.aggregate(part=Max("part"), last_round=Max("last_round"))
    last_round = max(number or 0 for number in last_rounds.values())
    if last_round > party.rounds:
        raise PartyError(
            "cards-beyond-rounds",
            "Cards of {noun} {last} have been entered, so the party can’t have only {rounds}. "
            "Delete those cards first.",
            field="rounds",
            noun=party.round_noun,
            last=last_round,
            rounds=party.rounds,
        )


def _rename_event(party: Party, act: Journal) -> None:
    """Rename the event after its game, unless the director named it."""
    event = party.session.event
    name = _choose_event_name(event.name, find_preset(party.preset), event.date, event=event)
    if name != event.name:
        act.change(event, name=name)


def _choose_event_name(
    name: str, preset: PartyPreset | None, date: dt.date, *, event: Event | None = None
) -> str:
    """Return the name that follows *preset*, distinct from other events of the day."""
    preset_name = replace_default_name(name, preset)
    if preset_name == name:
        return name
    return choose_free_name(preset_name, fetch_day_event_names(date, excluded_event=event))


def count_present_players(party: Party) -> int:
    """Return the number of players who have not left."""
    return party.players.filter(left_round__isnull=True).count()


def set_player_count(party: Party, act: Journal, player_count: int) -> None:
    """Add or remove players until *player_count* are present, balancing the groups, if any.

    :raises PartyError: if the number is too large, or smaller than the players with names or cards
    """
    if not 0 <= player_count <= MAX_PLAYERS:
        raise PartyError(
            "party-too-large",
            "A party can have up to {most} players, not {players}.",
            field="players",
            players=player_count,
            most=MAX_PLAYERS,
        )
    all_players = list(party.players.all())
    # Players who have left keep their numbers and results, but aren't counted.
    present_players = [player for player in all_players if player.left_round is None]
    if player_count < len(present_players):
        _remove_players(act, present_players, len(present_players) - player_count, player_count)
        return
    used_numbers = {player.number for player in all_players}
    # At most MAX_PLAYERS numbers are in use, so twice as many always leave enough.
    free_numbers = (number for number in range(1, MAX_PLAYERS * 2) if number not in used_numbers)
    groups = [player.group for player in present_players]
    new_players = []
    for _ in range(player_count - len(present_players)):
        group = choose_group_in_turn(party, groups)
        groups.append(group)
        new_players.append(PartyPlayer(party=party, number=next(free_numbers), group=group))
    act.create_all(new_players)


def _refuse_uncounted(party: Party) -> None:
    """Raise if the method or prizes contradict the stored results."""
    get_prize_rules(party)  # raises if the prizes contradict each other
    record = fetch_party_record(party)
    if party.method and record.games:
        rank_party_games(
            party.method,
            record.contestant_games,
            options=party.method_options,
            presences=record.presences,
        )


def _remove_players(
    act: Journal, present_players: list[PartyPlayer], excess_count: int, player_count: int
) -> None:
    """Remove the last *excess_count* players without name and card, which leaves *player_count*."""
    named_count = sum(player.person_id is not None for player in present_players)
    players_with_card = set(present_players[0].party.cards.values_list("player", flat=True))
    removable_players = [
        player
        for player in reversed(present_players)
        if player.person_id is None and player.number not in players_with_card
    ]
    if named_count > player_count:
        raise PartyError(
            "more-names-than-players",
            "{named} players have names, so you can’t set {players} players. Remove those who "
            "aren’t playing in Seats first.",
            field="players",
            named=named_count,
            players=player_count,
        )
    if len(removable_players) < excess_count:
        raise PartyError(
            "more-cards-than-players",
            "{kept} players have a name or a card, so you can’t set {players} players. Delete the "
            "cards of those who aren’t playing in Play first.",
            field="players",
            kept=len(present_players) - len(removable_players),
            players=player_count,
        )
    removed_players = removable_players[:excess_count]
    removed_ids = [player.pk for player in removed_players]
    act.delete(PartyPlayer.objects.filter(pk__in=removed_ids))
    _undo_raffle(present_players[0].party, {str(player.number) for player in removed_players}, act)


def _undo_raffle(party: Party, removed_numbers: Collection[str], act: Journal) -> None:
    """Let the raffle be drawn again if one of the *removed_numbers* had won."""
    if set(removed_numbers).isdisjoint(party.answers.get("raffle", ())):
        return
    answers = {
        name: answer
        for name, answer in party.answers.items()
        if name not in ("raffle", "raffle_seed")
    }
    act.change(party, answers=answers)


def _has_seat_changes(party: Party, fields: Mapping[str, Any]) -> bool:
    """Return whether *fields* change a setting that seats depend on."""
    if fields.get("system", party.system) != party.system:
        return True
    system = get_party_system(party)
    options = fields.get("options", party.options)
    if system is None or options == party.options:
        return False
    previous_options = resolve_options(system, party.options)
    new_options = resolve_options(system, options)
    return any(previous_options[name] != new_options[name] for name in system.movement_options)


def _undo_draw(party: Party, act: Journal) -> None:
    rounds = party.played_rounds.all()
    if not rounds:
        return
    if party.has_begun:
        raise PartyError(
            "system-fixed",
            "You can’t change the system or the number of players after play has begun. Use Play "
            "for late arrivals and withdrawals, or undo the results.",
        )
    act.delete(rounds)
    act.change(party, seed=None)
