"""What a system makes of so many players: tables, who is left over, and what can be done about it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from director.party.models import GroupWords, Party
from director.party.movement.words import in_word
from movements import (
    MovementError,
    PartySystem,
    UnevenChoice,
    first_seating,
    meets_again_words,
    uneven_choices,
)


@dataclass(frozen=True, slots=True)
class SystemOffer:
    """A system for so many players: in words what the room looks like, or why it is not possible.

    ``summary`` says what happens after a game, with the options that are chosen; ``again`` when
    people meet again where that is known beforehand.
    """

    system: PartySystem
    summary: str
    words: str
    refused: str
    uneven: tuple[UnevenChoice, ...]
    again: str = ""
    players: int = 0

    @property
    def title(self) -> str:
        """Return what does not come out: the tables, or only the groups."""
        if all(choice.key in ("other-seat", "partners") for choice in self.uneven):
            return "The groups differ in size."
        return f"{self.players} players don’t fill the tables."

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """What can be chosen about players left over: the choice and its consequence."""
        return tuple(
            (choice.key.partition("=")[2], choice.text)
            for choice in self.uneven
            if "=" in choice.key
        )

    @property
    def in_the_room(self) -> tuple[str, ...]:
        """What happens or can be done in the room."""
        return tuple(choice.text for choice in self.uneven if "=" not in choice.key)


def party_offer(
    system: PartySystem,
    a: int,
    b: int,
    options: Mapping[str, str],
    round_word: str = "round",
    groups: tuple[str, str] = ("group A", "group B"),
) -> SystemOffer:
    """Return what *system* makes of *a* players of one group and *b* of the other.

    *round_word* is what the evening calls that which is played between two moves, *groups* what it
    calls the groups.
    """
    summary = in_word(system.summary(options), round_word)
    try:
        seating = first_seating(system.key, _numbers("a", a), _numbers("b", b), options=options)
        uneven = tuple(
            replace(choice, text=in_word(choice.text, round_word))
            for choice in uneven_choices(system.key, a, b, options=options, groups=groups)
        )
    except MovementError as error:
        return SystemOffer(system, summary, "", str(error), ())
    sizes: dict[int, int] = {}
    out = 0
    for table in seating:
        if table.sits_out:
            out += len(table.players)
        else:
            sizes[len(table.players)] = sizes.get(len(table.players), 0) + 1
    parts = [
        f"{number} {'table' if number == 1 else 'tables'} of {size}"
        for size, number in sorted(sizes.items())[::-1]
    ]
    waits = any(table.waits_at for table in seating)
    rest = ("waits", "wait") if waits else ("sits out", "sit out")
    if out:
        parts += [f"{out} {rest[out != 1]} in turn"]
    again = in_word(meets_again_words(system.key, a + b, options=options), round_word)
    return SystemOffer(system, summary, ", ".join(parts), "", uneven, again, a + b)


def group_words(chosen: str) -> tuple[str, str]:
    """Return what the groups are called within a sentence, by the words *chosen* for them.

    >>> group_words("ladies"), group_words("red"), group_words("")
    (('the ladies', 'the gentlemen'), ('the red group', 'the white group'), ('group A', 'group B'))
    """
    if chosen in ("", GroupWords.LETTERS) or chosen not in GroupWords.values:
        return "group A", "group B"
    a, b = (Party(group_words=chosen).group_name(group).lower() for group in "AB")
    if chosen == GroupWords.LADIES:
        return (f"the {a}", f"the {b}")
    return (f"the {a} group", f"the {b} group")


def _numbers(letter: str, count: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, count + 1)]
