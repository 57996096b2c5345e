"""The systems of the books under their own names, each with its usual choices."""

from director.party.presets.model import PartyPreset
from movements import PARTY_SYSTEMS, PartySystem
from scoring import PARTY_METHODS, party_methods_for

GROUP = "Other systems"
EVERY_GAME = "any"
USUAL_ROUNDS, USUAL_SESSIONS = 12, 2
"""Games of an evening, sessions of a Skat congress."""
USUAL_NAME = "party"
"""What a night is called after its day by the systems of the books."""
USUAL_MINUTES, SESSION_MINUTES = 12, 120


def book_presets() -> tuple[PartyPreset, ...]:
    """Return a preset for every system, with what is usual in it."""
    return tuple(_usual(system) for system in PARTY_SYSTEMS)


def _usual(system: PartySystem) -> PartyPreset:
    game = "whist" if system.game == EVERY_GAME else system.game
    methods = party_methods_for(game) or PARTY_METHODS
    return PartyPreset(
        key=system.key,
        name=system.name,
        group=GROUP,
        line=system.summary(),
        game=game,
        system=system.key,
        method=system.usual_method or methods[0].key,
        rounds=USUAL_SESSIONS if system.in_sessions else USUAL_ROUNDS,
        minutes=SESSION_MINUTES if system.in_sessions else USUAL_MINUTES,
        paper=(),
        called=USUAL_NAME,
        entry="sheets" if system.in_sessions else "winner",
        round_word="session" if system.in_sessions else "round",
        source=system.source,
    )
