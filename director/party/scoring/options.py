"""The options of parties in the words of a director: labels, and every choice as a phrase."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.party.movement.words import replace_round_word
from movements.option import Option
from movements.party.model import PartySystem


@dataclass(frozen=True, slots=True)
class OptionBox:
    """An option on the page: its name, label, and every choice with its phrase."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    default: str


def make_option_box(option: Option, round_word: str = "round") -> OptionBox:
    """Return *option* for the page of a party with *round_word*.

    >>> from movements.party.rounds import find_party_system
    >>> make_option_box(find_party_system("drive-whist").options[0]).choices[0]
    ('divided', 'change at every move')
    """
    choices = tuple(
        (choice, replace_round_word(phrase, round_word))
        for choice, phrase in option.phrases.items()
    )
    return OptionBox(
        option.name, replace_round_word(option.label, round_word), choices, option.default
    )


def is_applicable(option: Option, chosen: Mapping[str, str]) -> bool:
    """Return whether *option* makes a difference with the *chosen* values of the others."""
    needed_option, needed_choice = option.condition
    if len(option.choices) < 2:
        return False
    return chosen.get(needed_option, needed_choice) == needed_choice


def describe_options(
    system: PartySystem, chosen: Mapping[str, str], round_word: str = "round"
) -> tuple[tuple[str, str], ...]:
    """Return the label and choice of each option of *system* that makes a difference."""
    labelled_choices = []
    for option in system.options:
        box = make_option_box(option, round_word)
        # An option with a single choice can't be changed, but it says how the system works.
        if len(option.choices) == 1 or is_applicable(option, chosen):
            labelled_choices.append((box.label, dict(box.choices)[chosen[option.name]]))
    return tuple(labelled_choices)
