"""What a preset of a party says: everything that a director settles by choosing it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from movements import PartySystem
from scoring import PartyMethod

GERMAN = ("skat", "schafkopf", "doppelkopf")
"""Games whose names begin with a capital wherever they stand."""
USUAL_PAPER = ("tally-cards", "room-list", "table-numbers")
"""What is printed first where nothing else is said."""

ENTRIES = {
    "winner": "each table reports who won",
    "points": "each table reports both sides’ points",
    "cards": "each player hands in a card",
    "sheets": "each table hands in a sheet",
    "mix": "each table reports first, then each player hands in a card",
    "totals": "each player hands in a total after every round",
}
"""The ways results come in, with what is said of them."""
CARDS, MIX, TOTALS = "cards", "mix", "totals"
BY_CARDS = (CARDS, MIX, TOTALS)
"""The ways in which figures come from the players' own cards."""


def entry_at_tables(system: PartySystem, method: PartyMethod) -> str:
    """Return how tables tell their results by *system* and *method*, a key of :data:`ENTRIES`.

    >>> from movements import find_party_system
    >>> from scoring import find_party_method
    >>> entry_at_tables(find_party_system("drive-whist"), find_party_method("tricks"))
    'points'
    """
    if system.in_sessions or system.by_list:
        return "sheets"
    if method.unit == "games":
        return "winner"
    return "points"


def entries_possible(system: PartySystem, method: PartyMethod) -> tuple[str, ...]:
    """Return the ways in which results can come in by *system* and *method*, that of the tables first."""
    usual = entry_at_tables(system, method)
    if usual == "sheets":
        return (usual,)
    return (usual, *BY_CARDS)


def usual_round_word(system: PartySystem) -> str:
    """Return what is played by *system* between two moves or draws.

    A preset may say something else.

    >>> from movements import find_party_system
    >>> usual_round_word(find_party_system("skat-series")), usual_round_word(find_party_system("schafkopf-series"))
    ('series', 'round')
    """
    if system.in_sessions:
        return "session"
    if system.by_list and system.game == "skat":
        return "series"
    return "round"


@dataclass(frozen=True, slots=True)
class PartyPreset:
    """A party as a club calls it, and all that follows from the name.

    *name* is shown in the list under the heading *group*, *line* beside it; *called* is what the
    night is called, the name without its remarks where it is empty.  *system* and *method* are keys
    of ``movements`` and ``scoring``, *options* and *method_options* those of them that are not the
    usual ones (the rule for a tie at a table and what sitting out is worth are among them).

    *rounds* are those between two moves, each of so many *hands*, 0 where a clock, a bell or a
    *goal* ends it; *goal* are the points that make a game, 0 for none.  *minutes* are those of one
    round with its move.  After round *pause_after*, 0 for never, there are *pause_minutes* of
    *pause*, which is also where a half ends.

    *trumps* are the labels of the hands in turn, any words beside H, C, D, S and NT; they begin
    again after the last. *group_words* is a value of ``GroupWords``, *prizes* what is not usual of
    the prizes, *paper* the keys of the sheets that are printed first, *entry* a key of
    :data:`ENTRIES`.  *round_word* is what the screens call a round. *source* says where the customs
    come from.
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
        """What the night is called after its day.

        >>> from director.party.presets.registry import find_preset
        >>> find_preset("whist-drive").night
        'whist drive'
        """
        name = self.called or self.name.partition(" (")[0].partition(",")[0]
        if self.game in GERMAN:
            return name
        return f"{name[:1].lower()}{name[1:]}"
