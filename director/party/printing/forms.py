"""Step 3 of a party: what goes on paper, and how its cards are wanted."""

from django import forms

from director.desk.forms.invalid import invalid
from director.desk.forms.numbers import WholeNumberField
from director.desk.paper.forms import PrintForm
from director.errors import AS_SAID, PartyError
from director.party import sentences
from director.party.paper.kinds import PARTY_KINDS
from director.party.trumps import LONGEST_LABEL, MOST_TRUMPS, are_trumps, read_trumps, written_trumps


class TrumpsField(forms.CharField):
    """The order of trumps: H, C, D, S, NT for a hand without trump, or any other words; nothing where it is empty."""

    def clean(self, value: object) -> tuple[str, ...]:
        """Return the labels in order.

        >>> TrumpsField(required=False).clean("h c, d-s N")
        ('H', 'C', 'D', 'S', 'NT')
        """
        text = super().clean(value)
        labels = read_trumps(text)
        if not are_trumps(labels):
            raise invalid(sentences.NO_ORDER_OF_TRUMPS, text=text, most=MOST_TRUMPS, longest=LONGEST_LABEL)
        return labels


def trumps_of(text: str) -> tuple[str, ...]:
    """Return the order of trumps that *text* says, nothing where it is empty.

    :raises PartyError: if it says none
    """
    try:
        return TrumpsField(required=False).clean(text)
    except forms.ValidationError as error:
        raise PartyError(AS_SAID, text=error.message) from error


class PartyPrintForm(PrintForm):
    """The kinds of sheets of a party that are ticked, the paper, and what stands on the cards."""

    registry = PARTY_KINDS
    backs = "Skat sheets have their second page on the back; other backs stay empty."

    spare = WholeNumberField(what="a number of cards", example=4, label="Spare cards", required=False)
    numbers = forms.BooleanField(label="Without names", required=False)
    codes = forms.BooleanField(label="Code for phones", required=False)
    trumps = TrumpsField(
        label="Order of trumps",
        required=False,
        widget=forms.TextInput(attrs={"size": 8, "autocomplete": "off"}),
    )

    def chosen(self) -> dict[str, object]:
        """Return what was chosen and is not usual, by name."""
        data = self.cleaned_data
        chosen = super().chosen() | ({"trumps": written_trumps(data["trumps"])} if data["trumps"] else {})
        return chosen | {name: "on" for name in ("numbers", "codes") if data[name]}
