"""Combinations of games, systems and scoring methods, and the choice on Field.

An option belongs to one system. An option of the same name in another system may mean something
else and often has another default. So a newly chosen system begins with its own defaults, and only
choices that were made for the same system are kept. The page therefore sends along what it
*showed*: the system, game and method that its fields belong to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from director.party.models import Party
from director.party.movement.custom import list_custom_systems
from director.party.movement.options import resolve_options
from director.party.movement.words import get_game_name
from director.party.presets import NAMED_PRESETS, get_usual_length, is_long
from movements.party.model import PartySystem
from movements.party.rounds import PARTY_SYSTEMS
from scoring.party.methods import PARTY_METHODS, party_methods_for
from scoring.party.model import PartyMethod

EVERY_GAME = "any"
OPTION, COUNT_OPTION, PRIZE = "option-", "count-", "prize-"
"""Prefixes of the fields for options of the system, options of the method, and prizes."""
HIDDEN_INITIAL = "initial-"
"""Django’s prefix of the hidden boxes with what the page showed."""
SHOWN, SHOWN_GAME, SHOWN_METHOD = "shown", "shown-game", "shown-method"
"""Hidden fields with the system, game and method that the page showed when it was filled in."""
SEEN_CHOICE = "seen-choice"
"""The hidden field with the stored game, system and method when the page was made.

It tells on the next Save whether another desk has chosen others since."""


def parse_whole_number(value: object) -> int | None:
    """Return *value* of a form as a number, or None if it isn't one of at most four digits.

    >>> parse_whole_number("12"), parse_whole_number(3), parse_whole_number(""), parse_whole_number("x")
    (12, 3, None, None)
    """
    text = str(value or "")
    if text.isdecimal() and len(text) <= 4:
        return int(text)
    return None


def list_games() -> list[tuple[str, str]]:
    """Return the games of all systems and named presets, with their names."""
    games = dict.fromkeys(system.game for system in PARTY_SYSTEMS if system.game != EVERY_GAME)
    games |= dict.fromkeys(preset.game for preset in NAMED_PRESETS)
    return [(game, get_game_name(game)) for game in games]


def list_suitable_systems(game: str) -> tuple[PartySystem, ...]:
    """Return the systems in which *game* can be played."""
    preset_systems = {preset.system for preset in NAMED_PRESETS if preset.game == game}
    return tuple(
        system
        for system in PARTY_SYSTEMS
        if system.game in (game, EVERY_GAME) or system.key in preset_systems
    )


def list_suitable_methods(game: str) -> tuple[PartyMethod, ...]:
    """Return the scoring methods for *game*, the usual one first.

    If no method is made for the game, all are possible, those of its named presets first.
    """
    methods = party_methods_for(game)
    if methods:
        return methods
    preset_methods = {preset.method for preset in NAMED_PRESETS if preset.game == game}
    return tuple(sorted(PARTY_METHODS, key=lambda method: method.key not in preset_methods))


Keyed = TypeVar("Keyed", PartySystem, PartyMethod)
"""A record that is chosen by its key."""


@dataclass(frozen=True, slots=True)
class PartyChoice:
    """The chosen game, system and method, and the values that go with them.

    - *options*, *method_options*: the stored choices for this system and method, or the defaults.
    - *prizes*: the stored prizes, if they are of the same kind.
    - *is_new*: the game or system differs from the one that the page showed.
    - *changes_kind*: a party of games became one of Skat sessions, or the other way round.
    - *suggested_length*: rounds and minutes to begin with, if rounds became much longer or shorter.
    - *sent_values*: the sent data that still applies.
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
    changes_kind: bool
    suggested_length: Mapping[str, str]
    sent_values: Mapping[str, Any]


def read_party_choice(party: Party, data: Mapping[str, str] | None) -> PartyChoice:
    """Return the choice that the page sent, or the party's stored one."""
    sent: dict[str, Any] = dict(data.items()) if data is not None else {}
    game_keys = [key for key, _ in list_games()]
    game = sent.get("game") or party.game
    if game not in game_keys:
        game = game_keys[0]
    systems = (*list_suitable_systems(game), *list_custom_systems(party))
    system = _pick_record(systems, sent.get("system", party.system))
    is_new = sent.get(SHOWN, system.key) != system.key or sent.get(SHOWN_GAME, game) != game
    is_stored = (party.game, party.system) == (game, system.key)
    stored_method = party.method if is_stored else ""
    method_key = stored_method if is_new else sent.get("method", stored_method)
    methods = list_suitable_methods(game)
    method = _pick_record(methods, method_key or system.usual_method)
    is_new_method = is_new or sent.get(SHOWN_METHOD, method.key) != method.key
    shown_kind = _is_played_in_sessions(sent.get(SHOWN, party.system or system.key))
    changes_kind = shown_kind != system.in_sessions
    is_stored_kind = _is_played_in_sessions(party.system) == system.in_sessions
    # What was typed for another system, method or kind of prizes doesn't apply any more.
    dropped_prefixes: tuple[str, ...] = ()
    if is_new:
        dropped_prefixes += (OPTION,)
    if is_new_method:
        dropped_prefixes += (COUNT_OPTION,)
    if changes_kind:
        dropped_prefixes += (PRIZE,)
    return PartyChoice(
        game,
        systems,
        system,
        methods,
        method,
        options=resolve_options(system, party.options if is_stored else {}),
        method_options=party.method_options if stored_method == method.key else {},
        prizes=party.prizes if is_stored_kind else {},
        is_new=is_new,
        changes_kind=changes_kind,
        suggested_length=_choose_length(party, sent.get(SHOWN, party.system), system),
        sent_values={
            name: value
            for name, value in sent.items()
            if not name.removeprefix(HIDDEN_INITIAL).startswith(dropped_prefixes)
        },
    )


def _pick_record(records: Sequence[Keyed], key: str) -> Keyed:
    """Return the record with *key*, or the first."""
    return next((record for record in records if record.key == key), records[0])


def _is_played_in_sessions(key: str) -> bool:
    return any(system.in_sessions for system in PARTY_SYSTEMS if system.key == key)


def _is_long(key: str) -> bool:
    return any(is_long(system) for system in PARTY_SYSTEMS if system.key == key)


def _choose_length(party: Party, shown_system: str, system: PartySystem) -> dict[str, str]:
    """Return suggested rounds and minutes, empty if the typed ones suit *system*."""
    if _is_long(shown_system or system.key) == is_long(system):
        return {}
    if party.system and _is_long(party.system) == is_long(system):
        rounds, minutes = party.rounds, party.session.round_minutes
    else:
        rounds, minutes = get_usual_length(system)
    return {"rounds": str(rounds), "minutes": str(minutes)}
