"""The options of parties in the words of a director: what is asked, and every choice as a phrase."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.party.movement.words import in_word
from movements import Option, PartySystem


@dataclass(frozen=True, slots=True)
class OptionBox:
    """An option as it is asked: its name, label, and every choice with its phrase."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    default: str


def option_box(option: Option, round_word: str = "round") -> OptionBox:
    """Return how *option* is asked where *round_word* is played between two moves.

    >>> from movements import find_party_system
    >>> option_box(find_party_system("drive-whist").options[0]).choices[0]
    ('divided', 'change at every move')
    """
    choices = tuple(
        (choice, in_word(phrase, round_word)) for choice, phrase in option.phrases.items()
    )
    return OptionBox(option.name, in_word(option.label, round_word), choices, option.default)


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
        how = option_box(option, round_word)
        if len(option.choices) == 1 or applies(option, chosen):
            in_words.append((how.label, dict(how.choices)[chosen[option.name]]))
    return tuple(in_words)
