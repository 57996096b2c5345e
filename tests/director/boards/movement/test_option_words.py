"""The options of movements as the field page words them."""

from director.boards.movement.read.offers import help_of
from movements import MOVEMENTS

OPTIONS = [(spec.key, option) for spec in MOVEMENTS for option in spec.options]


def test_every_option_and_every_choice_that_is_no_number_has_words():
    without = [
        f"{key} {option.name} {choice}"
        for key, option in OPTIONS
        for choice in option.choices
        if not option.label or not (choice.isdigit() or choice in dict(option.words))
    ]
    assert without == []


def test_no_help_on_screen_names_a_choice_by_its_word_on_the_command_line():
    shown = {f"{key} {option.name}": help_of(option.help, option.choices) for key, option in OPTIONS}
    named = [
        where
        for (_key, option), (where, text) in zip(OPTIONS, shown.items(), strict=True)
        for choice in option.choices
        if not choice.isdigit() and f"({choice}" in text
    ]
    assert named == []
    assert shown["mitchell half_table"] == (
        "Odd number of pairs: the E-W pair of the highest number is missing, or the N-S pair of the last table."
    )
