"""Step 3 of a party: what goes on paper, and how its cards are wanted."""

from django import forms

from director.desk.forms.invalid import invalid
from director.desk.forms.numbers import WholeNumberField
from director.desk.paper.forms import PrintForm
from director.errors import AS_SAID, PartyError
from director.party import sentences
from director.party.paper.job import TRUMPS, USUAL_TRUMPS
from director.party.paper.kinds import PARTY_KINDS

MOST_TRUMPS = 40


class TrumpsField(forms.CharField):
    """The order of trumps as letters: H, C, D, S, and N for a hand without trump; the usual order where empty."""

    def clean(self, value: object) -> tuple[str, ...]:
        """Return the letters in order.

        >>> TrumpsField(required=False).clean("h c, d-s N")
        ('H', 'C', 'D', 'S', 'N')
        """
        text = super().clean(value)
        letters = tuple(sign for sign in text.upper() if sign not in " ,;-/")
        if not letters:
            return USUAL_TRUMPS
        if not set(letters) <= set(TRUMPS) or len(letters) > MOST_TRUMPS:
            raise invalid(sentences.NO_ORDER_OF_TRUMPS, text=text, most=MOST_TRUMPS)
        return letters


def trumps_of(text: str) -> tuple[str, ...]:
    """Return the order of trumps that *text* says.

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
        widget=forms.TextInput(attrs={"size": 8, "autocomplete": "off", "placeholder": "H C D S"}),
    )

    def chosen(self) -> dict[str, object]:
        """Return what was chosen and is not usual, by name."""
        data = self.cleaned_data
        chosen = super().chosen() | ({"trumps": "".join(data["trumps"])} if data["trumps"] != USUAL_TRUMPS else {})
        return chosen | {name: "on" for name in ("numbers", "codes") if data[name]}
