"""A preset for each system of the books, under its own name and with its usual options."""

from director.party.presets.model import (
    PartyPreset,
    get_table_entry,
    get_usual_round_word,
    make_preset,
)
from movements.party.model import PartySystem
from movements.party.rounds import PARTY_SYSTEMS
from scoring.party.methods import PARTY_METHODS, find_party_method, party_methods_for

GROUP = "Other systems"
EVERY_GAME = "any"
USUAL_ROUNDS, USUAL_SESSIONS = 12, 2
"""Rounds of an evening; sessions of a Skat congress, or series."""
USUAL_NAME = "party"
"""The name of an event after its day, for presets that don't name it."""
USUAL_MINUTES, SESSION_MINUTES = 12, 120


def make_book_presets() -> tuple[PartyPreset, ...]:
    """Return a preset for every system, with its usual options."""
    return tuple(_make_system_preset(system) for system in PARTY_SYSTEMS)


def is_long(system: PartySystem) -> bool:
    """Return whether a round of *system* is long, a session or a series."""
    return system.in_sessions or system.by_list


def get_usual_length(system: PartySystem) -> tuple[int, int]:
    """Return the usual number of rounds of an evening of *system*, and the minutes of each.

    >>> from movements.party.rounds import find_party_system
    >>> get_usual_length(find_party_system("skat-series")), get_usual_length(find_party_system("progressive-euchre"))
    ((2, 120), (12, 12))
    """
    if is_long(system):
        return (USUAL_SESSIONS, SESSION_MINUTES)
    return (USUAL_ROUNDS, USUAL_MINUTES)


def _make_system_preset(system: PartySystem) -> PartyPreset:
    game = "whist" if system.game == EVERY_GAME else system.game
    methods = party_methods_for(game) or PARTY_METHODS
    method = find_party_method(system.usual_method) if system.usual_method else methods[0]
    rounds, minutes = get_usual_length(system)
    return make_preset(
        key=system.key,
        name=system.name,
        group=GROUP,
        line=system.summary(),
        game=game,
        system=system.key,
        method=method.key,
        rounds=rounds,
        minutes=minutes,
        paper=(),
        event_name=USUAL_NAME,
        entry=get_table_entry(system, method),
        round_word=get_usual_round_word(system),
        source=system.source,
    )
