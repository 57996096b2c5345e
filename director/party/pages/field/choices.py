"""What Field offers: games, systems, scoring methods, prizes, and tables for a number of players.

An option belongs to one system. An option of the same name in another system may mean something
else and often has another default. So a newly chosen system begins with its own defaults, and only
choices that were made for the same system are kept. The page therefore sends along what it
*showed*: the system, game and method that its fields belong to.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from django.forms import Field

from director.party.models import GroupWords, Party
from director.party.movement.custom import list_custom_systems
from director.party.movement.options import resolve_options
from director.party.movement.words import get_game_name, replace_round_word
from director.party.presets import NAMED_PRESETS, get_default_length, is_long
from movements.errors import MovementError
from movements.party.model import PartySystem, Seating, UnevenChoice
from movements.party.rounds import PARTY_SYSTEMS, explain_meeting_again, make_opening_seating
from movements.party.uneven import list_uneven_choices
from scoring.party.methods import PARTY_METHODS, list_party_methods
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


def to_whole_number(value: object) -> int | None:
    """Return *value* of a form as a number, or None if it isn't one of at most four digits.

    >>> to_whole_number("12"), to_whole_number(0), to_whole_number(""), to_whole_number(None)
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
    """Return the scoring methods for *game*, the usual one first.

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
    """The chosen game, system and method, and the values that go with them.

    - *options*, *method_options*: the stored choices for this system and method, or the defaults.
    - *prizes*: the stored prizes, if they are of the same kind.
    - *is_new*: the game or system differs from the one that the page showed.
    - *is_new_kind*: a party of games became one of Skat sessions, or the other way round.
    - *suggested_length*: rounds and minutes to begin with, if rounds became much longer or shorter.
    - *submitted_values*: the sent data that still applies.
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
    is_new_kind: bool
    suggested_length: Mapping[str, str]
    submitted_values: Mapping[str, Any]


def read_party_choice(party: Party, data: Mapping[str, str] | None) -> PartyChoice:
    """Return the choice that the page sent, or the party's stored one."""
    submitted: dict[str, Any] = dict(data.items()) if data is not None else {}
    game_keys = [key for key, _ in list_games()]
    game = submitted.get("game") or party.game
    if game not in game_keys:
        game = game_keys[0]
    systems = (*list_suitable_systems(game), *list_custom_systems(party))
    system = _choose_record(systems, submitted.get("system", party.system))
    is_new = (
        submitted.get(SHOWN, system.key) != system.key or submitted.get(SHOWN_GAME, game) != game
    )
    is_stored = (party.game, party.system) == (game, system.key)
    stored_method = party.method if is_stored else ""
    method_key = stored_method if is_new else submitted.get("method", stored_method)
    methods = list_suitable_methods(game)
    method = _choose_record(methods, method_key or system.usual_method)
    is_new_method = is_new or submitted.get(SHOWN_METHOD, method.key) != method.key
    shown_kind = _is_played_in_sessions(submitted.get(SHOWN, party.system or system.key))
    is_new_kind = shown_kind != system.in_sessions
    is_stored_kind = _is_played_in_sessions(party.system) == system.in_sessions
    # What was typed for another system, method or kind of prizes doesn't apply any more.
    dropped_prefixes: tuple[str, ...] = ()
    if is_new:
        dropped_prefixes += (OPTION,)
    if is_new_method:
        dropped_prefixes += (COUNT_OPTION,)
    if is_new_kind:
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
        is_new_kind=is_new_kind,
        suggested_length=_choose_length(party, submitted.get(SHOWN, party.system), system),
        submitted_values={
            name: value
            for name, value in submitted.items()
            if not name.removeprefix(HIDDEN_INITIAL).startswith(dropped_prefixes)
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
    "places": PrizeNumber("Principal prizes", 2, 10, "In each group."),
    "aisle": PrizeNumber(
        "Prizes per aisle", 0, 10, "For the best in each aisle without a principal prize."
    ),
    "table": PrizeNumber("Prizes per table", 0, 4, ""),
    "table_winners": PrizeNumber(
        "Prizes for winners of tables",
        0,
        100,
        "If fewer than tables: the best of each table compete.",
    ),
    "half": PrizeNumber("Half-time prizes", 0, 3, "For the best at half-time in each group."),
    "drawn": PrizeNumber(
        "Drawn-number prizes",
        0,
        100,
        "For whoever is nearest to a number drawn between the lowest and the highest total.",
    ),
    "raffle": PrizeNumber(
        "Raffle prizes", 0, 100, "Drawn by player number in Money and prize-giving."
    ),
}
PRIZE_TICKS = {
    "booby": PrizeTick("Booby prize", True, "For the lowest score."),
    "lone_hands": PrizeTick("Prize for lone hands", False, "Each table reports its lone hands."),
    "high_game": PrizeTick(
        "Prize for the highest game",
        False,
        "Points or tricks are entered for each game.",
    ),
    "tens": PrizeTick("Prize for most ten-trick hands", False, "Tricks are entered for each hand."),
    "by_group": PrizeTick("Separate prizes per group", True, "Untick for one list."),
    "equal_numbers": PrizeTick("Equal numbers of prizes per group", True, ""),
    "one_each": PrizeTick(
        "One prize per player", False, "A second prize goes to the next player in line."
    ),
    "leavers": PrizeTick(
        "Prizes for early leavers",
        False,
        "Never the booby prize; late arrivals can’t win that either.",
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

TIE_FIELD = f"{PRIZE}final_tie"
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
"""Ways to settle a tie for a prize. Without a choice the system's own way counts."""


def set_pair_labels(fields: Mapping[str, Field], contestant_word: str) -> None:
    """Set labels and help of the prize *fields* for pairs or teams, which *contestant_word* names."""
    for name, (label, help_text) in _TEXTS_FOR_PAIRS.items():
        field = fields[f"{PRIZE}{name}"]
        field.label = label.format(one=contestant_word)
        field.help_text = help_text.format(one=contestant_word)


@dataclass(frozen=True, slots=True)
class SystemOffer:
    """A system for a number of players: the tables of the room, or why it is not possible."""

    system: PartySystem
    summary: str  # what happens after a game, with the chosen options
    tables_text: str  # the tables
    reason: str  # the reason why it can't be played, or ""
    uneven_choices: tuple[UnevenChoice, ...]  # about players left over
    meetings_note: str = ""  # when people meet again, if it is known in advance
    player_count: int = 0

    @property
    def title(self) -> str:
        """What doesn't come out even: the tables, or only the groups."""
        if all(choice.key in ("other-seat", "partners") for choice in self.uneven_choices):
            return "The groups differ in size."
        return f"{self.player_count} players don’t fill the tables."

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The choices about players left over, with their consequences."""
        return tuple(
            (choice.key.partition("=")[2], choice.text)
            for choice in self.uneven_choices
            if "=" in choice.key
        )

    @property
    def room_advice(self) -> tuple[str, ...]:
        """What happens or can be done in the room, without a choice of the director."""
        return tuple(choice.text for choice in self.uneven_choices if "=" not in choice.key)


def make_system_offer(
    system: PartySystem,
    group_a_size: int,
    group_b_size: int,
    options: Mapping[str, str],
    round_word: str = "round",
    group_phrases: tuple[str, str] = ("group A", "group B"),
) -> SystemOffer:
    """Return the offer of *system* for *group_a_size* players of one group and *group_b_size* of the other.

    *round_word* is the evening's word for what is played between two moves, *group_phrases* are its names
    of the groups.
    """
    summary = replace_round_word(system.summary(options), round_word)
    try:
        seating = make_opening_seating(
            system.key,
            _make_player_numbers("a", group_a_size),
            _make_player_numbers("b", group_b_size),
            options=options,
        )
        choices_about_rest = tuple(
            replace(choice, text=replace_round_word(choice.text, round_word))
            for choice in list_uneven_choices(
                system.key, group_a_size, group_b_size, options=options, groups=group_phrases
            )
        )
    # The system is not possible for these numbers; the error says why.
    except MovementError as error:
        return SystemOffer(system, summary, "", str(error), ())
    meetings_note = replace_round_word(
        explain_meeting_again(system.key, group_a_size + group_b_size, options=options), round_word
    )
    return SystemOffer(
        system,
        summary,
        _describe_room(seating),
        "",
        choices_about_rest,
        meetings_note,
        group_a_size + group_b_size,
    )


def _describe_room(seating: Seating) -> str:
    """Return the tables by size, and the number of players without a seat."""
    table_count_by_size: Counter[int] = Counter()
    waiting_count = 0
    for table in seating:
        if table.sits_out:
            waiting_count += len(table.players)
        else:
            table_count_by_size[len(table.players)] += 1
    parts = []
    for size, table_count in sorted(table_count_by_size.items(), reverse=True):
        noun = "table" if table_count == 1 else "tables"
        parts.append(f"{table_count} {noun} of {size}")
    if waiting_count:
        if any(table.waits_at for table in seating):
            verb = "waits" if waiting_count == 1 else "wait"
        else:
            verb = "sits out" if waiting_count == 1 else "sit out"
        parts.append(f"{waiting_count} {verb} in turn")
    return ", ".join(parts)


def get_group_phrases(group_words: str) -> tuple[str, str]:
    """Return the names of the groups within a sentence. *group_words* is a value of ``GroupWords``.

    >>> get_group_phrases("ladies"), get_group_phrases("red"), get_group_phrases("")
    (('the ladies', 'the gentlemen'), ('the red group', 'the white group'), ('group A', 'group B'))
    """
    if group_words in ("", GroupWords.LETTERS) or group_words not in GroupWords.values:
        return "group A", "group B"
    name_a, name_b = (
        Party(group_words=group_words).get_group_name(group).lower() for group in "AB"
    )
    if group_words == GroupWords.LADIES:
        return (f"the {name_a}", f"the {name_b}")
    return (f"the {name_a} group", f"the {name_b} group")


def _make_player_numbers(letter: str, count: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, count + 1)]
