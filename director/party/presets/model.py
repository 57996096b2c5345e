"""The record of a preset: everything that a director settles by choosing a party by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from movements import PartySystem
from scoring import PartyMethod

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

    >>> from movements import find_party_system
    >>> from scoring import find_party_method
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

    >>> from movements import find_party_system
    >>> get_usual_round_word(find_party_system("skat-series")), get_usual_round_word(find_party_system("schafkopf-series"))
    ('series', 'round')
    """
    if system.in_sessions:
        return "session"
    if system.by_list and system.game == "skat":
        return "series"
    return "round"


@dataclass(frozen=True, slots=True)
class PartyPreset:
    """A party as clubs call it, and all the settings that follow from the name.

    - *name* is listed under the heading *group*, with *line* beside it. *called* names the event;
      if it is empty, the name without its remarks does.
    - *system* and *method* are keys of ``movements`` and ``scoring``. *options* and *method_options*
      are the options that differ from the usual ones.
    - *rounds* is the number of rounds, each of *hands* hands, or 0 hands if a clock, a bell or a
      *goal* ends it. *goal* is the points of a game, 0 for none. *minutes* are those of a round with
      its move.
    - After round *pause_after*, 0 for never, there are *pause_minutes* minutes of *pause*. The first
      half ends there too.
    - *trumps* are the labels of the hands in turn, H, C, D, S, NT or any words. After the last they
      begin again.
    - *group_words* is a value of ``GroupWords``, *prizes* has the prize rules that differ from the
      usual ones, *paper* the keys of the sheets that are ticked by default, *entry* is a key of
      :data:`ENTRIES`, *round_word* the screens' word for a round.
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
    called: str = ""
    hands: int = 0
    goal: int = 0
    pause: str = "tea"
    pause_after: int = 0
    pause_minutes: int = 0
    trumps: tuple[str, ...] = ()
    group_words: str = "letters"
    prizes: Mapping[str, Any] = field(default_factory=dict)
    paper: tuple[str, ...] = USUAL_PAPER
    entry: str = "winner"
    round_word: str = "round"

    @property
    def night(self) -> str:
        """The name of the event after its day of the week.

        >>> from director.party.presets.registry import find_preset
        >>> find_preset("whist-drive").night
        'whist drive'
        """
        name = self.called or self.name.partition(" (")[0].partition(",")[0]
        if self.game in GERMAN:
            return name
        return f"{name[:1].lower()}{name[1:]}"
