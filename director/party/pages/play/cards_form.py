"""The form for the figures on every card."""

from collections.abc import Mapping
from typing import ClassVar

from django import forms

from director.core.base.forms import SettingsForm, WholeNumberField
from director.party.models import CardBoxes, Party
from director.party.presets import MIX


class OnCardsForm(SettingsForm):
    """The figures that are typed from every card.

    In a mix the first rounds are reported by tables, and *card_from* is the first one on cards.
    """

    card_boxes = forms.ChoiceField(label="Figures per card", choices=CardBoxes.choices)
    card_from = WholeNumberField(
        what="the number of the first on the cards", example=13, min_value=2, max_value=100
    )

    class Meta:
        model = Party
        fields = ("card_boxes", "card_lone", "card_from")
        labels: ClassVar = {"card_lone": "Lone hands"}

    def __init__(self, data: Mapping[str, str] | None, *, party: Party) -> None:
        initial = {
            "card_boxes": party.card_figures,
            "card_lone": party.types_lone_hands,
            "card_from": party.first_card_round,
        }
        super().__init__(data, instance=party, initial=initial)
        self.fields["card_from"].label = f"First {party.round_word} on the cards"
        if party.entry != MIX:
            del self.fields["card_from"]
