"""What a system makes of so many players: tables, who is left over, and what can be done about it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from director.party.words import in_word
from movements import MovementError, Option, PartySystem, UnevenChoice, first_seating, meets_again_words, uneven_choices


@dataclass(frozen=True, slots=True)
class Offer:
    """A system for so many players: in words what the room looks like, or why it is not possible.

    ``summary`` says what happens after a game, with the options that are chosen; ``again`` when people meet again where
    that is known beforehand.
    """

    system: PartySystem
    summary: str
    words: str
    refused: str
    uneven: tuple[UnevenChoice, ...]
    again: str = ""

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """What can be chosen about players left over: the choice and its consequence."""
        return tuple((choice.key.partition("=")[2], choice.text) for choice in self.uneven if "=" in choice.key)

    @property
    def in_the_room(self) -> tuple[str, ...]:
        """What happens or can be done in the room."""
        return tuple(choice.text for choice in self.uneven if "=" not in choice.key)


def party_offer(system: PartySystem, a: int, b: int, options: Mapping[str, str], round_word: str = "round") -> Offer:
    """Return what *system* makes of *a* players of one group and *b* of the other.

    *round_word* is what the evening calls that which is played between two moves.
    """
    summary = in_word(system.summary(options), round_word)
    try:
        seating = first_seating(system.key, _numbers("a", a), _numbers("b", b), options=options)
        uneven = tuple(
            replace(choice, text=in_word(choice.text, round_word))
            for choice in uneven_choices(system.key, a, b, options=options)
        )
    except MovementError as error:
        return Offer(system, summary, "", str(error), ())
    sizes: dict[int, int] = {}
    out = 0
    for table in seating:
        if table.sits_out:
            out += len(table.players)
        else:
            sizes[len(table.players)] = sizes.get(len(table.players), 0) + 1
    parts = [
        f"{number} {'table' if number == 1 else 'tables'} of {size}" for size, number in sorted(sizes.items())[::-1]
    ]
    waits = any(table.waits_at for table in seating)
    rest = ("waits", "wait") if waits else ("sits out", "sit out")
    parts += [f"{out} {rest[out != 1]} in turn"] if out else []
    again = in_word(meets_again_words(system.key, a + b, options=options), round_word)
    return Offer(system, summary, ", ".join(parts), "", uneven, again)


def _numbers(letter: str, count: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, count + 1)]


# The options of parties in the words of a director: what is asked, and every choice as a phrase.


@dataclass(frozen=True, slots=True)
class Asked:
    """An option as it is asked: its name, label, and every choice with its phrase."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    default: str


def asked(option: Option, round_word: str = "round") -> Asked:
    """Return how *option* is asked where *round_word* is played between two moves.

    >>> from movements import find_party_system
    >>> asked(find_party_system("drive-whist").options[0]).choices[0]
    ('divided', 'part at every move')
    """
    choices = tuple((choice, in_word(phrase, round_word)) for choice, phrase in option.phrases.items())
    return Asked(option.name, in_word(option.label, round_word), choices, option.default)


def applies(option: Option, chosen: Mapping[str, str]) -> bool:
    """Return whether *option* makes a difference where the others are *chosen*."""
    name, value = option.needs
    return len(option.choices) > 1 and chosen.get(name, value) == value


def option_words(
    system: PartySystem, chosen: Mapping[str, str], round_word: str = "round"
) -> tuple[tuple[str, str], ...]:
    """Return every option of *system* that makes a difference, and its choice, in words."""
    in_words = []
    for option in system.options:
        how = asked(option, round_word)
        if len(option.choices) == 1 or applies(option, chosen):
            in_words.append((how.label, dict(how.choices)[chosen[option.name]]))
    return tuple(in_words)
