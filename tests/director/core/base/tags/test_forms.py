"""A line says what folded boxes are set to."""

import pytest
from django import forms

from director.core.base.tags.forms import chosen_texts


class Settings(forms.Form):
    games = forms.ChoiceField(label="Games", choices=[("one", "one round"), ("two", "two rounds")])
    tie = forms.ChoiceField(
        label="Ties", choices=[("", "as usual"), ("lot", "by lot")], required=False
    )
    minutes = forms.IntegerField(label="Minutes", required=False)
    has_sound = forms.BooleanField(label="Sound", required=False)


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({}, "Games: one round"),
        ({"games": "two", "tie": "lot"}, "Games: two rounds · Ties: by lot"),
        ({"minutes": "0", "has_sound": "on"}, "Games: one round · Minutes: 0 · Sound"),
        ({"games": "unknown"}, "Games: one round"),
    ],
)
def test_only_what_is_chosen_is_said(values, text):
    form = Settings(values)
    assert chosen_texts(list(form)) == text
    assert chosen_texts(form["games"], form["tie"], form["minutes"], form["has_sound"]) == text


def test_a_page_that_opens_says_what_is_stored():
    form = Settings(initial={"games": "two", "minutes": 12})
    assert chosen_texts(list(form)) == "Games: two rounds · Minutes: 12"
