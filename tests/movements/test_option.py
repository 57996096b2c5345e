"""What an option says of itself, from its label, phrases and note."""

import pytest

from movements.option import Option, make_number_phrases

WAYS = {
    "skip": "E-W skip a table",
    "share": "two share",
    "sit-out": "one sits out, others each time",
}


@pytest.mark.parametrize(
    ("phrases", "help_text"),
    [
        pytest.param(
            {"time": "after a fixed time"}, "Here: after a fixed time (time).", id="one choice"
        ),
        pytest.param(
            {"up": "up", "down": "down"}, "Here: up or down.", id="words that are their own phrases"
        ),
        pytest.param(make_number_phrases(*range(1, 10)), "Here: 1 to 9.", id="many numbers"),
        pytest.param(
            {"no": "nothing"} | {f"{whole}.5": f"{whole}½" for whole in range(1, 10)},
            "Here: nothing (no), or 1½ (1.5) to 9½ (9.5).",
            id="many halves",
        ),
        pytest.param(
            WAYS,
            "Here: E-W skip a table (skip); two share (share); or one sits out, others each time (sit-out).",
            id="phrases with commas",
        ),
    ],
)
def test_help_is_made_of_the_choices(phrases, help_text):
    assert Option("here", "Here", phrases).help == help_text


def test_help_ends_with_what_is_needed_and_the_note():
    option = Option(
        "seat",
        "The seat",
        {"b": "seat B", "a": "seat A"},
        note="It moves.",
        condition=("moves", "one"),
    )
    assert option.help == "The seat: seat B (b), or seat A (a). Only with moves=one. It moves."


def test_first_choice_is_usual_and_advice_tries_all_where_nothing_else_is_said():
    options = [
        Option("even", "Even", WAYS),
        Option("even", "Even", WAYS, default="share", suggested_choices=("skip",)),
    ]
    assert [(option.default, option.suggested_choices) for option in options] == [
        ("skip", (*WAYS,)),
        ("share", ("skip",)),
    ]
    fewer = options[1].with_choices("sit-out", "skip")
    assert fewer.default == "sit-out"
    assert fewer.suggested_choices == ("sit-out", "skip")
    assert fewer.choices == ("sit-out", "skip")
