"""The presets: everything that a director settles by choosing a party by name."""

from calendar import day_name
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any

from director.party.trumps import DEFAULT_TRUMPS
from movements.party.model import PartySystem
from movements.party.rounds import PARTY_SYSTEMS
from scoring.party.methods import PARTY_METHODS, get_party_method, list_party_methods
from scoring.party.model import PartyMethod

GERMAN_GAMES = ("skat", "schafkopf", "doppelkopf")
"""Games whose names are German nouns, written with a capital."""
DEFAULT_SHEET_KINDS = ("tally-cards", "room-list", "table-numbers")
"""The sheets that are ticked by default unless a preset has its own."""

ENTRY_LABELS = {
    "winner": "each table reports who won",
    "points": "each table reports both sides’ points",
    "cards": "each player hands in a card",
    "sheets": "each table hands in a sheet",
    "mix": "each table reports first, then each player hands in a card",
    "totals": "each player hands in a total after every round",
}
"""How results are entered: the choices with their labels."""
CARDS, MIX, TOTALS = "cards", "mix", "totals"
BY_CARDS = (CARDS, MIX, TOTALS)
"""The choices in which players hand in cards."""


def get_table_entry(system: PartySystem, method: PartyMethod) -> str:
    """Return how tables report results by *system* and *method*, as a key of :data:`ENTRY_LABELS`.

    >>> from movements.party.rounds import get_progressive_system
    >>> from scoring.party.methods import get_party_method
    >>> get_table_entry(get_progressive_system("drive-whist"), get_party_method("tricks"))
    'points'
    """
    if system.in_sessions or system.by_list:
        return "sheets"
    if method.unit == "games":
        return "winner"
    return "points"


def list_possible_entries(system: PartySystem, method: PartyMethod) -> tuple[str, ...]:
    """Return the possible ways to enter results, with the one at the tables first."""
    table_entry = get_table_entry(system, method)
    if table_entry == "sheets":
        return (table_entry,)
    return (table_entry, *BY_CARDS)


def get_default_round_noun(system: PartySystem) -> str:
    """Return the default noun of *system* for what is played between two moves or draws.

    A preset may have another noun.

    >>> from movements.party.rounds import get_progressive_system
    >>> (
    ...     get_default_round_noun(get_progressive_system("skat-series")),
    ...     get_default_round_noun(get_progressive_system("schafkopf-series")),
    ... )
    ('series', 'round')
    """
    if system.in_sessions:
        return "session"
    if system.by_list and system.game == "skat":
        return "series"
    return "round"


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyPreset:
    """A party as clubs call it, and all the settings that follow from the name.

    - *name* is listed under the heading *group*, with *line* beside it. *event_name* names the event;
      if it is empty, the name without its remarks does.
    - *system* and *method* are keys of ``movements`` and ``scoring``. *options* and *method_options*
      are the options that differ from the usual ones.
    - *rounds* is the number of rounds, *minutes* are those of a round with its move.
    - *settings* are other fields of the party (``Party``) by name. Those that aren't named have the
      model's default.
    - *paper* are the keys of the sheets that are ticked by default, *pause* and *round_noun* the
      words for the break and for a round.
    - *source* says where the customs come from.
    """

    key: str
    name: str
    group: str
    line: str
    game: str
    system: str
    method: str
    rounds: int
    minutes: int
    source: str
    options: Mapping[str, str] = field(default_factory=dict)
    method_options: Mapping[str, str] = field(default_factory=dict)
    event_name: str = ""
    pause: str = "tea"
    paper: tuple[str, ...] = DEFAULT_SHEET_KINDS
    round_noun: str = "round"
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def night_name(self) -> str:
        """The name of the event after its day of the week.

        >>> from director.party.presets import find_preset
        >>> find_preset("whist-drive").night_name
        'whist drive'
        """
        name = self.event_name or self.name.partition(" (")[0].partition(",")[0]
        if self.game in GERMAN_GAMES:
            return name
        return f"{name[:1].lower()}{name[1:]}"


def make_preset(**values: Any) -> PartyPreset:
    """Return a preset of *values*: fields of the preset, and settings of the party.

    The entry of a preset thus names both alike, such as ``minutes`` and ``hands``.
    """
    field_names = {preset_field.name for preset_field in fields(PartyPreset)}
    settings = {name: value for name, value in values.items() if name not in field_names}
    preset_values = {name: value for name, value in values.items() if name in field_names}
    return PartyPreset(**preset_values, settings=settings)


# Presets of whist drives and similar evenings.

COURTS = ("Coronation", "Prosperity", "Conspiracy", "Revolution", "Confiscation", "Restoration")
"""The courts of court whist, four hands in each."""
_DRIVE_PAPER = ("drive-cards", "room-list", "table-numbers")
_DRIVE_PRIZES = {
    "places": 3,
    "booby": True,
    "by_group": True,
    "equal_numbers": True,
    "one_each": True,
}
_DRIVE_OF_24: dict[str, Any] = {
    "game": "whist",
    "method": "tricks",
    "method_options": {"sit_out": "6.5"},  # half of the 13 tricks
    "rounds": 24,
    "hands": 1,
    "minutes": 6,
    "pause_after": 12,
    "pause_minutes": 25,
    "trumps": DEFAULT_TRUMPS,
    "group_words": "ladies",
    "prizes": _DRIVE_PRIZES,
    "paper": _DRIVE_PAPER,
    "entry": "cards",
    "round_noun": "hand",
}
"""The settings that all drives of 24 hands have in common."""

_whist_preset = partial(
    make_preset,
    group="Whist drives",
)

WHIST_PRESETS = (
    _whist_preset(
        key="whist-drive",
        name="Whist drive",
        line="A new partner every hand; everyone adds up their own tricks.",
        system="classic-drive",
        source="British and Irish drives: 24 hands, tea after twelve, tricks counted, one suit a hand",
        **_DRIVE_OF_24,
    ),
    _whist_preset(
        key="whist-semi",
        name="Semi-partner drive",
        line="Winners stay together; losers move in opposite directions. Everyone adds up their own tricks.",
        system="semi-partner-drive",
        event_name="Semi-partner drive",
        source="A British whist drive’s answers to its members: winners stay, losers move",
        **_DRIVE_OF_24,
    ),
    _whist_preset(
        key="whist-progressive",
        name="Progressive drive, losers move",
        line="Winners stay but change partners; losers move in opposite directions. Everyone adds up their own tricks.",
        system="losers-move-drive",
        event_name="Progressive whist drive",
        source="A British whist drive’s answers to its members: winners sit and change partners, losers move",
        **_DRIVE_OF_24,
    ),
    _whist_preset(
        key="whist-swedish",
        name="Swedish whist, numbered chairs",
        line="No ladies and gentlemen: winners move on, and the chair number says where to sit.",
        game="whist",
        system="swedish-whist",
        method="tricks",
        event_name="Whist evening",
        rounds=24,
        hands=1,
        minutes=6,
        pause="coffee",
        pause_after=12,
        pause_minutes=20,
        trumps=("S", "H", "NT", "D", "C", "misère"),
        prizes={"places": 3, "by_group": False},
        paper=_DRIVE_PAPER,
        entry="cards",
        round_noun="hand",
        source="Rules of a Swedish whist society: 24 hands, coffee after twelve",
    ),
    _whist_preset(
        key="whist-flags",
        name="Military whist",
        line="Each table is a team of four: two stay, two visit the next fort each round. Most tricks win; for "
        "flags, score games won.",
        game="whist",
        system="military-whist",
        method="tricks",
        rounds=12,
        hands=1,
        minutes=8,
        trumps=("H", "C", "D", "S", "NT"),
        prizes={"places": 3, "by_group": False},
        paper=("drive-cards", "score-sheets", "room-list", "table-numbers"),
        entry="points",
        source="Flag whist of Alberta, Vermont and Ontario",
    ),
    _whist_preset(
        key="whist-partner",
        name="Partner whist drive",
        line="Partners stay together: four hands at each table, then one pair moves on.",
        game="whist",
        system="pair-drive",
        options={"pairs_move": "visitors-on"},
        method="tricks",
        method_options={"deal": "any", "sit_out": "average", "unplayed": "6.5"},
        rounds=6,
        hands=4,
        minutes=24,
        pause_after=3,
        pause_minutes=20,
        trumps=DEFAULT_TRUMPS,
        prizes={"places": 3, "by_group": False},
        paper=("drive-cards", "score-sheets", "room-list", "table-numbers"),
        entry="points",
        source="Partner drives of Lancashire: four hands per table, then a pair goes on",
    ),
    _whist_preset(
        key="whist-court",
        name="Court whist",
        line="Six courts of four hands, each with its own value for a trick.",
        game="court-whist",
        system="drive-whist",
        method="points",
        rounds=24,
        hands=1,
        minutes=6,
        pause_after=12,
        pause_minutes=25,
        trumps=tuple(court for court in COURTS for _hand in range(4)),
        prizes={"places": 3, "by_group": False},
        paper=_DRIVE_PAPER,
        entry="cards",
        round_noun="hand",
        source="Cards for court whist: Coronation, Prosperity, Conspiracy, Revolution, Confiscation, Restoration",
    ),
)


# Presets of euchre nights.
#
# The values are fields of :class:`~director.party.presets.PartyPreset` and of the party, and
# the keys of *prizes* those of ``scoring.party.prizes.PrizeRules``.

_ONE_LIST_PRIZES = {
    "places": 3,
    "booby": True,
    "lone_hands": True,
    "by_group": False,
    "one_each": True,  # nobody takes two prizes; the next in line takes the second
}
_SIT_OUT_POINTS = {"sit_out": "6"}  # on a player's card, for a round of eight hands

_euchre_preset = partial(make_preset, group="Euchre nights")
_euchre_night = partial(
    _euchre_preset,
    entry="cards",  # each player hands in a card
    game="euchre",
    hands=8,
    method="points",
    method_options=_SIT_OUT_POINTS,
    minutes=20,
    prizes=_ONE_LIST_PRIZES,
    rounds=10,
)

EUCHRE_PRESETS = (
    _euchre_night(
        key="euchre-8",
        name="Progressive euchre, 8 hands",
        line="Eight hands per table, so everyone deals twice. Everyone adds up their own points.",
        system="winners-move-euchre",
        event_name="Progressive euchre",
        source="Euchre nights of Ohio, Ontario and New Zealand: 8 hands per round, 10 rounds, a prize for lone hands",
    ),
    _euchre_night(
        key="euchre-seats",
        name="Euchre, seats N S E W",
        line="Each chair moves its own number of tables, whoever wins. Everyone adds up their own points.",
        system="seat-moves",
        event_name="Euchre night",
        source="A euchre club of Ontario and the World Euchre Federation: each chair has its move",
    ),
    _euchre_night(
        key="euchre-colours",
        name="Euchre with red and white cards",
        line="Red cards move one way, white the other, whoever wins. No head table.",
        system="colour-moves",
        event_name="Euchre night",
        group_words="red",  # a value of GroupWords: red and white
        source="Euchre evenings of a council of the Knights of Columbus",
    ),
    _euchre_preset(
        key="euchre-chart",
        name="Euchre, rotation chart",
        line="A printed chart seats everyone; nobody has the same partner twice.",
        game="euchre",
        system="rotation",
        method="points",
        method_options={**_SIT_OUT_POINTS, "unplayed": "average"},
        event_name="Euchre night",
        rounds=12,
        hands=8,
        minutes=20,
        prizes=_ONE_LIST_PRIZES,
        paper=("rotation-charts", "room-list", "table-numbers"),
        entry="points",  # each table reports both sides' points
        source="Printed rotations for 8 to 20 players and 12 games",
    ),
    _euchre_preset(
        key="euchre-pairs",
        name="Euchre partners",
        line="Partners stay together: a game to ten points, then winners move on and losers stay.",
        game="euchre",
        system="pair-drive",
        method="games",
        method_options={"sit_out": "average", "equal": "points"},
        rounds=10,
        goal=10,
        minutes=20,
        prizes={"places": 3, "by_group": False},
        paper=("tally-cards", "score-sheets", "room-list", "table-numbers"),
        source="Evenings of fixed partners: games won, then points",
    ),
    _euchre_preset(
        key="euchre-bell",
        name="Head table and bell",
        line="The head table plays to five points and rings. Winners move towards it; its losers go to the last table.",
        game="euchre",
        system="progressive-euchre",
        options={"head_table": "kept", "round_ends": "head-5"},
        method="games",
        event_name="Euchre night",
        rounds=12,
        goal=5,
        minutes=10,
        group_words="ladies",
        prizes={"places": 2, "booby": True, "by_group": True},
        source="Progressive euchre of the books, as it is still played with a bell",
    ),
)


# Presets of beetle drives.

_other_preset = partial(make_preset, group="Other games")
_PRIZES_FOR_ALL = {"places": 3, "booby": True, "by_group": False}

EVENING_PRESETS = (
    _other_preset(
        key="beetle",
        name="Beetle drive",
        line="Four per table, one die. The first complete beetle in the room ends the round; parts are counted.",
        game="beetle",
        system="beetle-drive",
        method="beetle",
        rounds=12,
        minutes=10,
        pause_after=6,
        pause_minutes=20,
        prizes=_PRIZES_FOR_ALL,
        entry="points",
        source="Rules of beetle drives in halls and schools: 14 parts, a card of 12 rounds",
    ),
    _other_preset(
        key="beetle-partners",
        name="Beetle drive, partners opposite",
        line="Opposite players draw together; the side with more parts moves on.",
        game="beetle",
        system="beetle-drive",
        options={"partners": "opposite"},
        method="beetle",
        event_name="Beetle drive",
        rounds=12,
        minutes=10,
        pause_after=6,
        pause_minutes=20,
        prizes=_PRIZES_FOR_ALL,
        entry="points",
        source="A sports club’s rules of a beetle drive in which opposite players are partners",
    ),
)


# Presets of other games: lists in series, freeze-outs, drives of five hundred and callers.

_LIST_PAPER = ("series-lists", "room-list", "table-numbers")
_GERMAN_SOURCE = "Preisskat and its kin as German clubs and tournaments announce them"

_series_preset = partial(
    _other_preset,
    entry="sheets",
    paper=_LIST_PAPER,
    prizes={"places": 3, "booby": False, "by_group": False},
    source=_GERMAN_SOURCE,
)

OTHER_PRESETS = (
    _series_preset(
        key="skat-preis",
        name="Skat, 2 Serien",
        line="Two series of 48 games (36 at tables of three), scored by Seeger–Fabian. Each table hands in one "
        "signed list.",
        game="skat",
        system="skat-series",
        method="seeger-fabian",
        rounds=2,
        minutes=135,
        pause="break",
        pause_after=1,
        pause_minutes=20,
        round_noun="series",
    ),
    _series_preset(
        key="skat-setzen",
        name="Skat, 3 Serien, the last by standing",
        line="Three series; in the last the leaders sit at table 1. Players pay 0.50 or 1.00 for each lost game.",
        game="skat",
        system="skat-series",
        options={"seats": "standing-last", "lost_games": "50-100"},
        method="seeger-fabian",
        event_name="Preisskat",
        rounds=3,
        minutes=135,
        pause="break",
        pause_after=2,
        pause_minutes=30,
        round_noun="series",
    ),
    _series_preset(
        key="skat-bierlachs",
        name="Bierlachs, 2 games to 501",
        line="Only minus points are written: whoever reaches 501 loses the game and pays the round. Each table hands "
        "in its minus points.",
        game="skat",
        system="skat-series",
        method="bierlachs",
        event_name="Bierlachs",
        rounds=2,
        minutes=90,
        pause="break",
        pause_after=1,
        pause_minutes=15,
        round_noun="game",
    ),
    _series_preset(
        key="schafkopf",
        name="Schafkopf, 2 rounds of 32",
        line="One list per table; its plus and minus points add up to zero. Seats are drawn for each round.",
        game="schafkopf",
        system="schafkopf-series",
        method="signed-lists",
        rounds=2,
        hands=32,
        minutes=120,
    ),
    _series_preset(
        key="doppelkopf",
        name="Doppelkopf, 3 rounds of 24",
        line="One list per table; its plus and minus points add up to zero. Seats are drawn for each round.",
        game="doppelkopf",
        system="doppelkopf-series",
        method="signed-lists",
        rounds=3,
        hands=24,
        minutes=100,
    ),
    _other_preset(
        key="cards-45",
        name="Forty-fives",
        line="Couples stay together: winners move on, losers stay. Each game won is punched on the card.",
        game="forty-fives",
        system="pair-drive",
        method="games",
        method_options={"lone_hands": "none"},
        rounds=25,
        goal=45,
        minutes=5,
        prizes={"places": 3, "booby": True, "by_group": False},
        round_noun="game",
        source="Forty-fives of Cape Breton: 25 games in two hours, winners move",
    ),
    _other_preset(
        key="freeze-out-whist",
        name="Freeze-out, pairs",
        line="Winners play winners; losers are out, until one pair is left.",
        game="whist",
        system="freeze-out",
        method="games",
        method_options={"sit_out": "1"},
        event_name="Freeze-out",
        rounds=8,
        hands=4,
        minutes=25,
        prizes={"places": 2, "booby": False, "by_group": False},
        source="Custom of card rooms",
    ),
    _other_preset(
        key="cut-in-tables",
        name="Cut-in tables of five or six",
        line="More players than seats at each table: whoever has played longest makes way.",
        game="whist",
        system="cut-in",
        options={"round_ends": "one-game"},
        method="games",
        method_options={"sit_out": "average"},
        event_name="Cut-in tables",
        rounds=10,
        minutes=15,
        prizes={"places": 2, "booby": False, "by_group": False},
        round_noun="game",
        source="Custom of card rooms and of the rubber table",
    ),
    _other_preset(
        key="five-hundred",
        name="Progressive five hundred",
        line="Four hands at each table. Points made count; points set back are deducted.",
        game="five-hundred",
        system="progressive-five-hundred",
        method="plus-and-minus",
        rounds=8,
        hands=4,
        minutes=20,
        group_words="ladies",
        prizes={"places": 2, "booby": False, "by_group": True},
        entry="points",
        source="Evenings of Minnesota and Australia by the system of the books: best lady and best gentleman",
    ),
    _other_preset(
        key="caller-contest",
        name="Caller contest",
        line="The caller reads the same cards to everyone. Each player hands in a total every round.",
        game="caller",
        system="caller-seats",
        method="points",
        rounds=6,
        minutes=15,
        prizes={"places": 3, "booby": True, "by_group": False},
        paper=("tally-cards",),
        entry="totals",
        source="Contests with a caller: the same cards for everybody, totals handed in after every round",
    ),
)


# A preset for each system of the books, under its own name and with its usual options.

OTHER_SYSTEMS_GROUP = "Other systems"
EVERY_GAME = "any"
DEFAULT_ROUNDS, DEFAULT_SESSIONS = 12, 2
"""Rounds of an evening; sessions of a Skat congress, or series."""
DEFAULT_NAME = "party"
"""The name of an event after its day, for presets that don't name it."""
DEFAULT_MINUTES, SESSION_MINUTES = 12, 120


def make_book_presets() -> tuple[PartyPreset, ...]:
    """Return a preset for every system, with its usual options."""
    return tuple(_make_system_preset(system) for system in PARTY_SYSTEMS)


def is_long(system: PartySystem) -> bool:
    """Return whether a round of *system* is long, a session or a series."""
    return system.in_sessions or system.by_list


def get_default_length(system: PartySystem) -> tuple[int, int]:
    """Return the default number of rounds for *system*, and the minutes of each.

    >>> from movements.party.rounds import get_progressive_system
    >>> (
    ...     get_default_length(get_progressive_system("skat-series")),
    ...     get_default_length(get_progressive_system("progressive-euchre")),
    ... )
    ((2, 120), (12, 12))
    """
    if is_long(system):
        return (DEFAULT_SESSIONS, SESSION_MINUTES)
    return (DEFAULT_ROUNDS, DEFAULT_MINUTES)


def _make_system_preset(system: PartySystem) -> PartyPreset:
    game = "whist" if system.game == EVERY_GAME else system.game
    methods = list_party_methods(game) or PARTY_METHODS
    method = get_party_method(system.default_method) if system.default_method else methods[0]
    rounds, minutes = get_default_length(system)
    return make_preset(
        key=system.key,
        name=system.name,
        group=OTHER_SYSTEMS_GROUP,
        line=system.summary(),
        game=game,
        system=system.key,
        method=method.key,
        rounds=rounds,
        minutes=minutes,
        paper=(),
        event_name=DEFAULT_NAME,
        entry=get_table_entry(system, method),
        round_noun=get_default_round_noun(system),
        source=system.source,
    )


# All presets in the order of the list, and the names of events that follow them.

NAMED_PRESETS: tuple[PartyPreset, ...] = (
    *WHIST_PRESETS,
    *EUCHRE_PRESETS,
    *OTHER_PRESETS,
    *EVENING_PRESETS,
)
"""The parties by the names that people use."""
PRESET_GROUPS = {
    "Whist drives": "Tricks are counted; winners or losers move.",
    "Euchre nights": "Head table and bell, charts, or partners who stay.",
    "Other games": "Beetle, Skat, five hundred and other parties.",
}
"""The groups of the named parties, each with a line about it."""
_PRESET_NAMES = {preset.name for preset in NAMED_PRESETS}

PRESETS: tuple[PartyPreset, ...] = (
    *NAMED_PRESETS,
    *(preset for preset in make_book_presets() if preset.name not in _PRESET_NAMES),
)
"""All presets; the systems under their own names come last."""

_PRESET_BY_KEY: Mapping[str, PartyPreset] = {preset.key: preset for preset in PRESETS}


def find_preset(key: str) -> PartyPreset | None:
    """Return the preset with *key*, or None for any other key.

    A party whose settings were chosen one by one has no preset.

    >>> find_preset("whist-drive").rounds, find_preset("bridge")
    (24, None)
    """
    return _PRESET_BY_KEY.get(key)


def replace_default_name(name: str, preset: PartyPreset | None) -> str:
    """Return the name of a party called *name* after *preset* is chosen.

    A name that the program gave is replaced, a name of the director's own stays.

    >>> from director.party.presets import find_preset
    >>> whist_drive = find_preset("whist-drive")
    >>> replace_default_name("Saturday party", whist_drive)
    'Saturday whist drive'
    >>> replace_default_name("Harvest drive", whist_drive)
    'Harvest drive'
    >>> replace_default_name("Saturday whist drive", None)
    'Saturday party'
    >>> replace_default_name("Saturday whist drive 2", find_preset("euchre-pairs"))
    'Saturday euchre partners'
    """
    day, _space, numbered_name = name.partition(" ")
    # The second whist drive of a day has a number.
    preset_name = numbered_name.rstrip(" 0123456789")
    # The program's own names are a day of the week and the name of a preset.
    preset_night_names = {DEFAULT_NAME, *(known_preset.night_name for known_preset in PRESETS)}
    if day not in day_name or preset_name not in preset_night_names:
        return name
    night_name = preset.night_name if preset else DEFAULT_NAME
    return f"{day} {night_name}"
