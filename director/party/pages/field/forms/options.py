"""Which games, systems and methods go together.

An option belongs to one system, and means something else in another, where its usual choice is
often another one too. So only what was chosen for the same system counts; whatever is newly chosen
begins with its own usual choices.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from director.party.models import Party
from director.party.movement.custom import own_systems
from director.party.movement.options import settled_options
from director.party.movement.words import game_word
from director.party.presets.books import is_long, usual_length
from director.party.presets.registry import NAMED_PRESETS
from movements import PARTY_SYSTEMS, PartySystem
from scoring import PARTY_METHODS, PartyMethod, party_methods_for

EVERY_GAME = "any"
OPTION, COUNT_OPTION, PRIZE = "option-", "count-", "prize-"
SHOWN, SHOWN_GAME, SHOWN_METHOD = "shown", "shown-game", "shown-method"
"""What the page was about when it was filled in: its options and prizes are those of this system, game and method."""


def whole_number(asked: object) -> int | None:
    """Return a number as it is asked for, ``None`` if it cannot be read.

    >>> whole_number("12"), whole_number(3), whole_number(""), whole_number("x")
    (12, 3, None, None)
    """
    text = str(asked or "")
    if text.isdecimal() and len(text) <= 4:
        return int(text)
    return None


def games_here() -> list[tuple[str, str]]:
    """Return the games of all systems and of whatever is known by name, with their names."""
    games = dict.fromkeys(system.game for system in PARTY_SYSTEMS if system.game != EVERY_GAME)
    games |= dict.fromkeys(preset.game for preset in NAMED_PRESETS)
    return [(game, game_word(game)) for game in games]


def systems_for(game: str) -> tuple[PartySystem, ...]:
    """Return the systems in which *game* can be played."""
    by_name = {preset.system for preset in NAMED_PRESETS if preset.game == game}
    return tuple(
        system
        for system in PARTY_SYSTEMS
        if system.game in (game, EVERY_GAME) or system.key in by_name
    )


def methods_for(game: str) -> tuple[PartyMethod, ...]:
    """Return the ways to count a party of *game*, the usual one first.

    Where none is meant for it, any will do, first those of the parties known by name.
    """
    by_name = {preset.method for preset in NAMED_PRESETS if preset.game == game}
    return party_methods_for(game) or tuple(
        sorted(PARTY_METHODS, key=lambda method: method.key not in by_name)
    )


Keyed = TypeVar("Keyed", PartySystem, PartyMethod)
"""What is chosen by its key."""


@dataclass(frozen=True, slots=True)
class PartyChoice:
    """The chosen game, system and method. *typed* is the data that still applies.

    *options* and *method_options* are those to begin with, *prizes* the stored ones that still
    hold; *is_new*: another game or system was chosen than the page had.  Where games have become
    sessions of Skat or the other way round, *turned*, the prizes typed for the others hold no more;
    *length* are the rounds and minutes to begin with where rounds have become much longer or
    shorter, empty where they have not.
    """

    game: str
    systems: tuple[PartySystem, ...]
    system: PartySystem
    methods: tuple[PartyMethod, ...]
    method: PartyMethod
    options: Mapping[str, str]
    method_options: Mapping[str, str]
    prizes: Mapping[str, Any]
    is_new: bool
    turned: bool
    length: Mapping[str, str]
    typed: Mapping[str, Any]


def requested_party(party: Party, data: Mapping[str, str] | None) -> PartyChoice:
    """Return the choice in *data* of a page, or as *party* stores it."""
    sent: dict[str, Any] = dict(data.items()) if data is not None else {}
    game = _one_of(sent.get("game") or party.game, [key for key, _name in games_here()])
    systems, methods = (*systems_for(game), *own_systems(party)), methods_for(game)
    system = _by_key(systems, sent.get("system", party.system))
    is_new = sent.get(SHOWN, system.key) != system.key or sent.get(SHOWN_GAME, game) != game
    is_stored = (party.game, party.system) == (game, system.key)
    stored_method = party.method if is_stored else ""
    wanted = stored_method if is_new else sent.get("method", stored_method)
    method = _by_key(methods, wanted or system.usual_method)
    is_new_method = is_new or sent.get(SHOWN_METHOD, method.key) != method.key
    turned = _in_sessions(sent.get(SHOWN, party.system or system.key)) != system.in_sessions
    is_stored_kind = _in_sessions(party.system) == system.in_sessions
    dropped = (OPTION, COUNT_OPTION) if is_new else (COUNT_OPTION,) if is_new_method else ()
    dropped = (*dropped, PRIZE) if turned else dropped
    return PartyChoice(
        game,
        systems,
        system,
        methods,
        method,
        options=settled_options(system, party.options if is_stored else {}),
        method_options=party.method_options if stored_method == method.key else {},
        prizes=party.prizes if is_stored_kind else {},
        is_new=is_new,
        turned=turned,
        length=_length(party, sent.get(SHOWN, party.system), system),
        typed={name: value for name, value in sent.items() if not name.startswith(dropped)},
    )


def _by_key(known: Sequence[Keyed], key: str) -> Keyed:
    """Return the item with *key*, or the first."""
    return next((spec for spec in known if spec.key == key), known[0])


def _one_of(wanted: str, known: Sequence[str]) -> str:
    if wanted in known:
        return wanted
    return known[0]


def _in_sessions(key: str) -> bool:
    return any(system.in_sessions for system in PARTY_SYSTEMS if system.key == key)


def _is_long(key: str) -> bool:
    return any(is_long(system) for system in PARTY_SYSTEMS if system.key == key)


def _length(party: Party, shown: str, system: PartySystem) -> dict[str, str]:
    """Return rounds and minutes to begin with, unless *shown* ones fit *system*."""
    if _is_long(shown or system.key) == is_long(system):
        return {}
    is_as_stored = bool(party.system) and _is_long(party.system) == is_long(system)
    rounds, minutes = (
        (party.rounds, party.session.round_minutes) if is_as_stored else usual_length(system)
    )
    return {"rounds": str(rounds), "minutes": str(minutes)}
