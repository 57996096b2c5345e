"""The form for the figures on every card."""

from collections.abc import Mapping

from django import forms

from director.core.base.forms import PageForm, WholeNumberField
from director.party.models import CardBoxes, Party
from director.party.presets.model import MIX


class OnCardsForm(PageForm):
    """The figures that are typed from every card.

    In a mix the first rounds are reported by tables, and *card_from* is the first one on cards.
    """

    card_boxes = forms.ChoiceField(label="Figures per card", choices=CardBoxes.choices)
    card_lone = forms.BooleanField(label="Lone hands", required=False)
    card_from = WholeNumberField(
        what="the number of the first on the cards", example=13, min_value=2, max_value=100
    )

    def __init__(self, data: Mapping[str, str] | None, *, party: Party) -> None:
        initial = {
            "card_boxes": party.on_cards,
            "card_lone": party.lone_on_cards,
            "card_from": party.first_on_card,
        }
        super().__init__(data, initial=initial)
        self.fields["card_from"].label = f"First {party.round_word} on the cards"
        if party.entry != MIX:
            del self.fields["card_from"]
