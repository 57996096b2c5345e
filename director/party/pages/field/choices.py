"""The choices of Field: games, systems, scoring methods and prizes.

An option belongs to one system. An option of the same name in another system may mean something
else and often has another default. So a newly chosen system begins with its own defaults, and only
choices that were made for the same system are kept. The page therefore sends along what it
*showed*: the system, game and method that its fields belong to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from django.forms import Field

from director.party.models import Party
from director.party.movement.custom import list_custom_systems
from director.party.movement.options import resolve_options
from director.party.movement.words import get_game_name
from director.party.presets import NAMED_PRESETS, get_default_length, is_long
from movements.party.model import PartySystem
from movements.party.rounds import PARTY_SYSTEMS
from scoring.party.methods import PARTY_METHODS, list_party_methods
from scoring.party.model import PartyMethod

EVERY_GAME = "any"
"""The game of a system that suits all games."""
OPTION_PREFIX = "option-"
"""The prefix of the fields for options of the system."""
METHOD_OPTION_PREFIX = "count-"
"""The prefix of the fields for options of the scoring method."""
PRIZE_PREFIX = "prize-"
"""The prefix of the fields for prizes."""
SHOWN_VALUE_PREFIX = "initial-"
"""Django’s prefix of the hidden boxes with what the page showed."""
SHOWN_SYSTEM_FIELD = "shown"
"""The hidden field with the system that the page showed when it was filled in."""
SHOWN_GAME_FIELD = "shown-game"
"""The hidden field with the game that the page showed."""
SHOWN_METHOD_FIELD = "shown-method"
"""The hidden field with the method that the page showed."""
SEEN_CHOICE_FIELD = "seen-choice"
"""The hidden field with the game, system and method that were stored when the page was made.

On the next Save it shows whether another desk has chosen others since."""


def parse_whole_number(value: object) -> int | None:
    """Return *value* of a form as a number, or None if it isn't one of at most four digits.

    >>> parse_whole_number("12"), parse_whole_number(0), parse_whole_number(""), parse_whole_number(None)
    (12, 0, None, None)
    """
    text = str(value)
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
    """Return the scoring methods for *game*, the default first.

    If no method is made for the game, all are possible, those of its named presets first.
    """
    methods = list_party_methods(game)
    if methods:
        return methods
    preset_methods = {preset.method for preset in NAMED_PRESETS if preset.game == game}
    return tuple(sorted(PARTY_METHODS, key=lambda method: method.key not in preset_methods))


Keyed = TypeVar("Keyed", PartySystem, PartyMethod)
"""A record that is chosen by its key."""


@dataclass(frozen=True, slots=True)
class PartyChoice:
    """The chosen game, system and method, and the values that go with them."""

    game: str
    systems: tuple[PartySystem, ...]  # that suit the game
    system: PartySystem
    methods: tuple[PartyMethod, ...]  # that suit the game
    method: PartyMethod
    options: Mapping[str, str]  # stored for this system, or its defaults
    method_options: Mapping[str, str]  # stored for this method, if any
    prizes: Mapping[str, Any]  # stored, if they are of the same kind
    is_new: bool  # the game or system differs from the one that the page showed
    is_new_kind: bool  # a party of games became one of Skat sessions, or the other way round
    suggested_length: Mapping[str, str]  # rounds and minutes, if rounds became longer or shorter
    submitted_values: Mapping[str, Any]  # the submitted data that still applies


def read_party_choice(party: Party, data: Mapping[str, str] | None) -> PartyChoice:
    """Return the submitted choice, or the party's stored one."""
    submitted: dict[str, Any] = dict(data.items()) if data is not None else {}
    game_keys = [key for key, _ in list_games()]
    game = submitted.get("game") or party.game
    if game not in game_keys:
        game = game_keys[0]
    systems = (*list_suitable_systems(game), *list_custom_systems(party))
    system = _choose_record(systems, submitted.get("system", party.system))
    shown_system = submitted.get(SHOWN_SYSTEM_FIELD, system.key)
    shown_game = submitted.get(SHOWN_GAME_FIELD, game)
    is_new = shown_system != system.key or shown_game != game
    is_stored = (party.game, party.system) == (game, system.key)
    stored_method = party.method if is_stored else ""
    method_key = stored_method if is_new else submitted.get("method", stored_method)
    methods = list_suitable_methods(game)
    method = _choose_record(methods, method_key or system.default_method)
    shown_method = submitted.get(SHOWN_METHOD_FIELD, method.key)
    is_new_method = is_new or shown_method != method.key
    previous_system = submitted.get(SHOWN_SYSTEM_FIELD, party.system or system.key)
    was_in_sessions = _is_played_in_sessions(previous_system)
    is_new_kind = was_in_sessions != system.in_sessions
    is_stored_kind = _is_played_in_sessions(party.system) == system.in_sessions
    # What was typed for another system, method or kind of prizes doesn't apply any more.
    dropped_prefixes: tuple[str, ...] = ()
    if is_new:
        dropped_prefixes += (OPTION_PREFIX,)
    if is_new_method:
        dropped_prefixes += (METHOD_OPTION_PREFIX,)
    if is_new_kind:
        dropped_prefixes += (PRIZE_PREFIX,)
    return PartyChoice(
        game=game,
        systems=systems,
        system=system,
        methods=methods,
        method=method,
        options=resolve_options(system, party.options if is_stored else {}),
        method_options=party.method_options if stored_method == method.key else {},
        prizes=party.prizes if is_stored_kind else {},
        is_new=is_new,
        is_new_kind=is_new_kind,
        suggested_length=_choose_length(
            party, submitted.get(SHOWN_SYSTEM_FIELD, party.system), system
        ),
        submitted_values={
            name: value
            for name, value in submitted.items()
            if not name.removeprefix(SHOWN_VALUE_PREFIX).startswith(dropped_prefixes)
        },
    )


def _choose_record(records: Sequence[Keyed], key: str) -> Keyed:
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
        rounds, minutes = get_default_length(system)
    return {"rounds": str(rounds), "minutes": str(minutes)}


class PrizeNumber(NamedTuple):
    """A field for a number of prizes."""

    label: str
    default: int
    maximum: int
    help_text: str


class PrizeTick(NamedTuple):
    """A check box about prizes."""

    label: str
    default: bool
    help_text: str


PRIZE_NUMBERS = {
    "places": PrizeNumber("Principal prizes", default=2, maximum=10, help_text="In each group."),
    "aisle": PrizeNumber(
        "Prizes per aisle",
        default=0,
        maximum=10,
        help_text="For the best in each aisle without a principal prize.",
    ),
    "table": PrizeNumber("Prizes per table", default=0, maximum=4, help_text=""),
    "table_winners": PrizeNumber(
        "Prizes for winners of tables",
        default=0,
        maximum=100,
        help_text="If fewer than tables: the best of each table compete.",
    ),
    "half": PrizeNumber(
        "Half-time prizes",
        default=0,
        maximum=3,
        help_text="For the best at half-time in each group.",
    ),
    "drawn": PrizeNumber(
        "Drawn-number prizes",
        default=0,
        maximum=100,
        help_text="For whoever is nearest to a number drawn between the lowest and the highest total.",
    ),
    "raffle": PrizeNumber(
        "Raffle prizes",
        default=0,
        maximum=100,
        help_text="Drawn by player number in Money and prize-giving.",
    ),
}
PRIZE_TICKS = {
    "booby": PrizeTick("Booby prize", default=True, help_text="For the lowest score."),
    "lone_hands": PrizeTick(
        "Prize for lone hands", default=False, help_text="Each table reports its lone hands."
    ),
    "high_game": PrizeTick(
        "Prize for the highest game",
        default=False,
        help_text="Points or tricks are entered for each game.",
    ),
    "tens": PrizeTick(
        "Prize for most ten-trick hands",
        default=False,
        help_text="Tricks are entered for each hand.",
    ),
    "by_group": PrizeTick(
        "Separate prizes per group", default=True, help_text="Untick for one list."
    ),
    "equal_numbers": PrizeTick("Equal numbers of prizes per group", default=True, help_text=""),
    "one_each": PrizeTick(
        "One prize per player",
        default=False,
        help_text="A second prize goes to the next player in line.",
    ),
    "leavers": PrizeTick(
        "Prizes for early leavers",
        default=False,
        help_text="Never the booby prize; late arrivals can’t win that either.",
    ),
}

GROUP_TICKS = ("by_group", "equal_numbers")
"""Check boxes that don't apply if partners stay together: a pair belongs to no group."""
_TEXTS_FOR_PAIRS = {
    "places": ("Principal prizes", "Each for a {one}."),
    "half": ("Half-time prizes", "For the best {one}s at half-time."),
    "raffle": (
        "Raffle prizes",
        "Drawn by player number in Money and prize-giving, also within a {one}.",
    ),
    "one_each": ("One prize per {one}", "A second prize goes to the next player in line."),
}
"""Labels and help of some fields if partners stay together."""

TIE_FIELD = f"{PRIZE_PREFIX}final_tie"
TIE_CHOICES = (
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
"""Methods to settle a tie for a prize. Without a choice the system's own method counts."""


def set_pair_labels(fields: Mapping[str, Field], contestant_noun: str) -> None:
    """Set labels and help of the prize *fields* for pairs or teams, called *contestant_noun*."""
    for name, (label, help_text) in _TEXTS_FOR_PAIRS.items():
        field = fields[f"{PRIZE_PREFIX}{name}"]
        field.label = label.format(one=contestant_noun)
        field.help_text = help_text.format(one=contestant_noun)
