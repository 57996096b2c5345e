"""The tables that a system makes of a number of players, and what can be done with players left over."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from director.party.models import GroupWords, Party
from director.party.movement.words import replace_round_word
from movements.errors import MovementError
from movements.party.model import PartySystem, Seating, UnevenChoice
from movements.party.rounds import first_seating, meets_again_words
from movements.party.uneven import uneven_choices


@dataclass(frozen=True, slots=True)
class SystemOffer:
    """A system for a number of players: the tables of the room, or why it is not possible."""

    system: PartySystem
    summary: str  # what happens after a game, with the chosen options
    words: str  # the tables
    refusal: str  # the reason why it can't be played, or ""
    uneven_choices: tuple[UnevenChoice, ...]  # about players left over
    meetings_note: str = ""  # when people meet again, if it is known in advance
    players: int = 0

    @property
    def title(self) -> str:
        """What doesn't come out even: the tables, or only the groups."""
        if all(choice.key in ("other-seat", "partners") for choice in self.uneven_choices):
            return "The groups differ in size."
        return f"{self.players} players don’t fill the tables."

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The choices about players left over, with their consequences."""
        return tuple(
            (choice.key.partition("=")[2], choice.text)
            for choice in self.uneven_choices
            if "=" in choice.key
        )

    @property
    def in_the_room(self) -> tuple[str, ...]:
        """What happens or can be done in the room, without a choice of the director."""
        return tuple(choice.text for choice in self.uneven_choices if "=" not in choice.key)


def make_system_offer(
    system: PartySystem,
    a: int,
    b: int,
    options: Mapping[str, str],
    round_word: str = "round",
    groups: tuple[str, str] = ("group A", "group B"),
) -> SystemOffer:
    """Return the offer of *system* for *a* players of one group and *b* of the other.

    *round_word* is the evening's word for what is played between two moves, *groups* are its names
    of the groups.
    """
    summary = replace_round_word(system.summary(options), round_word)
    try:
        seating = first_seating(
            system.key, _make_player_numbers("a", a), _make_player_numbers("b", b), options=options
        )
        uneven = tuple(
            replace(choice, text=replace_round_word(choice.text, round_word))
            for choice in uneven_choices(system.key, a, b, options=options, groups=groups)
        )
    # The system is not possible for these numbers; the error says why.
    except MovementError as error:
        return SystemOffer(system, summary, "", str(error), ())
    again_words = replace_round_word(
        meets_again_words(system.key, a + b, options=options), round_word
    )
    return SystemOffer(system, summary, _describe_room(seating), "", uneven, again_words, a + b)


def _describe_room(seating: Seating) -> str:
    """Return the tables by size, and the number of players without a seat."""
    tables_by_size: Counter[int] = Counter()
    players_out = 0
    for table in seating:
        if table.sits_out:
            players_out += len(table.players)
        else:
            tables_by_size[len(table.players)] += 1
    parts = []
    for size, tables in sorted(tables_by_size.items(), reverse=True):
        noun = "table" if tables == 1 else "tables"
        parts.append(f"{tables} {noun} of {size}")
    if players_out:
        if any(table.waits_at for table in seating):
            verb = "waits" if players_out == 1 else "wait"
        else:
            verb = "sits out" if players_out == 1 else "sit out"
        parts.append(f"{players_out} {verb} in turn")
    return ", ".join(parts)


def get_group_words(chosen: str) -> tuple[str, str]:
    """Return the names of the groups within a sentence. *chosen* is a value of ``GroupWords``.

    >>> get_group_words("ladies"), get_group_words("red"), get_group_words("")
    (('the ladies', 'the gentlemen'), ('the red group', 'the white group'), ('group A', 'group B'))
    """
    if chosen in ("", GroupWords.LETTERS) or chosen not in GroupWords.values:
        return "group A", "group B"
    name_a, name_b = (Party(group_words=chosen).get_group_name(group).lower() for group in "AB")
    if chosen == GroupWords.LADIES:
        return (f"the {name_a}", f"the {name_b}")
    return (f"the {name_a} group", f"the {name_b} group")


def _make_player_numbers(letter: str, count: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, count + 1)]
