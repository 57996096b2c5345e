"""The record of a preset: everything that a director settles by choosing a party by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from movements.party.model import PartySystem
from scoring.party.model import PartyMethod

GERMAN = ("skat", "schafkopf", "doppelkopf")
"""Games whose names are German nouns, written with a capital."""
USUAL_PAPER = ("tally-cards", "room-list", "table-numbers")
"""The sheets that are ticked by default unless a preset has its own."""

ENTRIES = {
    "winner": "each table reports who won",
    "points": "each table reports both sides’ points",
    "cards": "each player hands in a card",
    "sheets": "each table hands in a sheet",
    "mix": "each table reports first, then each player hands in a card",
    "totals": "each player hands in a total after every round",
}
"""The ways in which results are entered, each with its words."""
CARDS, MIX, TOTALS = "cards", "mix", "totals"
BY_CARDS = (CARDS, MIX, TOTALS)
"""The ways in which results come from the players' own cards."""


def get_table_entry(system: PartySystem, method: PartyMethod) -> str:
    """Return how tables report results by *system* and *method*, as a key of :data:`ENTRIES`.

    >>> from movements.party.rounds import find_party_system
    >>> from scoring.party.methods import find_party_method
    >>> get_table_entry(find_party_system("drive-whist"), find_party_method("tricks"))
    'points'
    """
    if system.in_sessions or system.by_list:
        return "sheets"
    if method.unit == "games":
        return "winner"
    return "points"


def list_possible_entries(system: PartySystem, method: PartyMethod) -> tuple[str, ...]:
    """Return the possible ways to enter results, with the one at the tables first."""
    usual = get_table_entry(system, method)
    if usual == "sheets":
        return (usual,)
    return (usual, *BY_CARDS)


def get_usual_round_word(system: PartySystem) -> str:
    """Return the usual word of *system* for what is played between two moves or draws.

    A preset may have another word.

    >>> from movements.party.rounds import find_party_system
    >>> get_usual_round_word(find_party_system("skat-series")), get_usual_round_word(find_party_system("schafkopf-series"))
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
    - *paper* are the keys of the sheets that are ticked by default, *pause* and *round_word* the
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
    paper: tuple[str, ...] = USUAL_PAPER
    round_word: str = "round"
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def night(self) -> str:
        """The name of the event after its day of the week.

        >>> from director.party.presets.registry import find_preset
        >>> find_preset("whist-drive").night
        'whist drive'
        """
        name = self.event_name or self.name.partition(" (")[0].partition(",")[0]
        if self.game in GERMAN:
            return name
        return f"{name[:1].lower()}{name[1:]}"


def make_preset(**values: Any) -> PartyPreset:
    """Return a preset of *values*: fields of the preset, and settings of the party.

    The entry of a preset thus names both alike, such as ``minutes`` and ``hands``.
    """
    names = {preset_field.name for preset_field in fields(PartyPreset)}
    settings = {name: value for name, value in values.items() if name not in names}
    own_values = {name: value for name, value in values.items() if name in names}
    return PartyPreset(**own_values, settings=settings)
