"""What step 1 of a party is asked for: the game, system and method that go together, and what is still true of them.

An option belongs to one system, and means something else in another, where its usual choice is often another one too.
So only what was chosen for the same system counts; whatever is newly chosen begins with its own usual choices.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.forms import Field

from director.party.models import Party
from director.party.movement.custom import own_systems
from director.party.movement.options import settled
from director.party.movement.words import game_word
from director.party.presets.model import is_long, usual_length
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
    return int(text) if text.isdecimal() and len(text) <= 4 else None


def games_here() -> list[tuple[str, str]]:
    """Return the games of all systems and of whatever is known by name, with their names."""
    games = dict.fromkeys(system.game for system in PARTY_SYSTEMS if system.game != EVERY_GAME)
    games |= dict.fromkeys(preset.game for preset in NAMED_PRESETS)
    return [(game, game_word(game)) for game in games]


def systems_for(game: str) -> tuple[PartySystem, ...]:
    """Return the systems in which *game* can be played."""
    by_name = {preset.system for preset in NAMED_PRESETS if preset.game == game}
    return tuple(system for system in PARTY_SYSTEMS if system.game in (game, EVERY_GAME) or system.key in by_name)


def methods_for(game: str) -> tuple[PartyMethod, ...]:
    """Return the ways to count a party of *game*, the usual one first.

    Where none is meant for it, any will do, first those of the parties known by name.
    """
    by_name = {preset.method for preset in NAMED_PRESETS if preset.game == game}
    return party_methods_for(game) or tuple(sorted(PARTY_METHODS, key=lambda method: method.key not in by_name))


Keyed = TypeVar("Keyed", PartySystem, PartyMethod)
"""What is chosen by its key."""


@dataclass(frozen=True, slots=True)
class PartyChoice:
    """What is asked for: *typed* is what the page sent, without what belonged to another system, game or method.

    *options* and *method_options* are those to begin with, *prizes* the stored ones that still hold; *is_new*: another
    game or system was chosen than the page had.  Where games have become sessions of Skat or the other way round,
    *turned*, the prizes typed for the others hold no more; *length* are the rounds and minutes to begin with where
    rounds have become much longer or shorter, empty where they have not.
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
    """Return what is asked for of *party*, by *data* of a page or, without any, by what is stored."""
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
        options=settled(system, party.options if is_stored else {}),
        method_options=party.method_options if stored_method == method.key else {},
        prizes=party.prizes if is_stored_kind else {},
        is_new=is_new,
        turned=turned,
        length=_length(party, sent.get(SHOWN, party.system), system),
        typed={name: value for name, value in sent.items() if not name.startswith(dropped)},
    )


def _by_key(known: Sequence[Keyed], key: str) -> Keyed:
    """Return what is called *key*, the first where nothing is."""
    return next((spec for spec in known if spec.key == key), known[0])


def _one_of(wanted: str, known: Sequence[str]) -> str:
    return wanted if wanted in known else known[0]


def _in_sessions(key: str) -> bool:
    return any(system.in_sessions for system in PARTY_SYSTEMS if system.key == key)


def _is_long(key: str) -> bool:
    return any(is_long(system) for system in PARTY_SYSTEMS if system.key == key)


def _length(party: Party, shown: str, system: PartySystem) -> dict[str, str]:
    """Return the rounds and minutes to begin with where *system* has much longer or shorter ones than that *shown*."""
    if _is_long(shown or system.key) == is_long(system):
        return {}
    is_as_stored = bool(party.system) and _is_long(party.system) == is_long(system)
    rounds, minutes = (party.rounds, party.session.round_minutes) if is_as_stored else usual_length(system)
    return {"rounds": str(rounds), "minutes": str(minutes)}


# Which prizes step 1 asks about, each with what it is called and what it usually is.

PRIZE_NUMBERS = {
    "places": ("Principal prizes", 2, 10, "In each group."),
    "aisle": ("Prizes per aisle", 0, 10, "For the best in each aisle without a principal prize."),
    "table": ("Prizes per table", 0, 4, ""),
    "table_winners": ("Prizes for winners of tables", 0, 100, "If fewer than tables: the best of each table compete."),
    "half": ("Half-time prizes", 0, 3, "For the best at half-time in each group."),
    "drawn": ("Drawn-number prizes", 0, 100, "For whoever is nearest to a number drawn from 1 to 100."),
    "raffle": ("Raffle prizes", 0, 100, "Drawn by player number in Money and prize-giving."),
}
PRIZE_TICKS = {
    "booby": ("Booby prize", True, "For the lowest score."),
    "lone_hands": ("Prize for lone hands", False, "Each table reports its lone hands."),
    "high_game": ("Prize for the highest game", False, "Points or tricks are entered for each game."),
    "tens": ("Prize for most ten-trick hands", False, "Tricks are entered for each hand."),
    "by_group": ("Separate prizes per group", True, "Untick for one list."),
    "equal_numbers": ("Equal numbers of prizes per group", True, ""),
    "one_each": ("One prize per player", False, "A second prize goes to the next player in line."),
    "leavers": (
        "Prizes for early leavers",
        False,
        "Never the booby prize; late arrivals can’t win that either.",
    ),
}

OF_GROUPS = ("by_group", "equal_numbers")
"""The ticks that mean nothing where partners stay together, since a pair is of no group."""
_OF_PAIRS = {
    "places": ("Principal prizes", "Each for a {one}."),
    "half": ("Half-time prizes", "For the best {one}s at half-time."),
    "raffle": (
        "Raffle prizes",
        "Drawn by player number in Money and prize-giving, also within a {one}.",
    ),
    "one_each": ("One prize per {one}", "A second prize goes to the next player in line."),
}
"""What some of them are called there, and what is said of them."""

TIED = f"{PRIZE}final_tie"
TIES = (
    ("", "usual for this system (tally cards: share)"),
    ("halves", "share their prizes equally"),
    ("one-share", "share one prize; the next player gets the next"),
    ("second-half", "better second half, then cut"),
    ("first-half", "better first half, then cut"),
    ("cut", "cut, high wins"),
    ("play-off", "play off"),
    ("one-hand", "play one hand"),
    ("slips", "draw numbered slips"),
)
"""What is done about a tie for a prize; empty for what the system has."""


def speak_of_pairs(fields: Mapping[str, Field], word: str) -> None:
    """Let the *fields* of the prizes say what they are where several are one: a pair, or a team called *word*."""
    for name, (label, text) in _OF_PAIRS.items():
        field = fields[f"{PRIZE}{name}"]
        field.label, field.help_text = label.format(one=word), text.format(one=word)
