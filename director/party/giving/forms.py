"""What is typed of the money of a party: sums, shares and who won."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from director.desk.forms.invalid import invalid
from director.desk.forms.labels import PageForm
from director.desk.forms.numbers import WholeNumberField
from director.errors import AS_SAID
from director.party import sentences
from director.party.models import Party
from director.party.words import PRIZE_WORDS
from scoring import ORDINALS, WAYS, WHOLE, PrizeRules, ScoringError
from scoring import MoneyRules as Rules

AMOUNT = "amount-"
MOST = 100_000_000
"""A million, in cents: nobody gives as much."""


class HundredthsField(forms.Field):
    """A sum of money, or a share in per cent, with two places at most; in hundredths."""

    def __init__(self, *, label: str, most: int = MOST, initial: int = 0) -> None:
        self.most = most
        widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "n", "autocomplete": "off"})
        super().__init__(label=label, required=False, widget=widget, initial=initial)

    def to_python(self, value: object) -> int:
        """Return the hundredths, 0 for nothing."""
        text = str(value or "").strip()
        if not text:
            return 0
        whole, _point, part = text.replace(",", ".").partition(".")
        is_number = (whole.isdecimal() or not whole) and (part.isdecimal() or not part) and (whole or part)
        if not is_number or len(part) > 2 or len(whole) > 9:
            raise invalid(sentences.NO_SUM, text=text[:20])
        hundredths = int(whole or 0) * 100 + int(part.ljust(2, "0"))
        if hundredths > self.most:
            raise invalid(sentences.SUM_TOO_LARGE, text=text[:20], most=hundredths_text(self.most))
        return hundredths

    def prepare_value(self, value: object) -> object:
        """Return hundredths as they are typed: whole ones without places."""
        return hundredths_text(value) if isinstance(value, int) else value


def hundredths_text(hundredths: int) -> str:
    """Return hundredths as they are typed; nothing for none.

    >>> hundredths_text(500), hundredths_text(250), hundredths_text(0)
    ('5', '2.50', '')
    """
    if not hundredths:
        return ""
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02}" if part else str(whole)


class MoneyForm(PageForm):
    """The money of a party; for each kind of prize that it gives there is a box."""

    sign = forms.CharField(
        label="Sign of the money",
        required=False,
        max_length=4,
        widget=forms.TextInput(attrs={"class": "n", "placeholder": "£"}),
    )
    fee = HundredthsField(label="Fee of each player")
    heads = WholeNumberField(
        what="a number of players who pay",
        example=22,
        label="How many pay",
        help_text="Leave it empty where everybody pays.",
        min_value=0,
        max_value=400,
        required=False,
    )
    hall = HundredthsField(label="The hall keeps, of the evening")
    hall_each = HundredthsField(label="The hall keeps, of each fee")
    season = HundredthsField(label="For the season, per cent of the rest", most=WHOLE)
    by = forms.ChoiceField(label="Prizes are fixed as", choices=tuple(WAYS.items()))
    draw = HundredthsField(label="The 50/50 draw took")
    draw_share = HundredthsField(label="Its winner has, per cent", most=WHOLE)
    draw_winner = forms.CharField(label="Its winner, or the ticket", required=False, max_length=60)
    pot = HundredthsField(label="In the pot for lone hands")
    pot_share = HundredthsField(label="Most lone hands have of it, per cent", most=WHOLE)

    def __init__(self, data: Mapping[str, str] | None, *, party: Party, rules: PrizeRules, sign: str) -> None:
        usual = {"draw_share": WHOLE // 2, "pot_share": WHOLE, "sign": sign, "by": "sums"}
        super().__init__(data, initial=usual | party.money)
        self.kinds = kinds_given(rules)
        stored = party.money.get("amounts", {})
        for kind in self.kinds:
            label = PRIZE_WORDS.get(kind, f"{kind.capitalize()} prize")
            self.fields[AMOUNT + kind] = HundredthsField(label=label, initial=stored.get(kind, 0))

    @property
    def taken(self) -> list[forms.BoundField]:
        """The fields about what comes in."""
        return [self[name] for name in ("sign", "fee", "heads")]

    @property
    def kept(self) -> list[forms.BoundField]:
        """The fields about what is kept."""
        return [self[name] for name in ("hall", "hall_each", "season")]

    @property
    def amounts(self) -> list[forms.BoundField]:
        """The fields of the prizes."""
        return [self[AMOUNT + kind] for kind in self.kinds]

    @property
    def beside(self) -> list[forms.BoundField]:
        """The fields about the draw and the pot."""
        return [self[name] for name in ("draw", "draw_share", "draw_winner", "pot", "pot_share")]

    def clean(self) -> dict[str, Any]:
        """Refuse what does not go together, such as shares of more than there is."""
        super().clean()
        if not self.errors:
            try:
                Rules(**{name: value for name, value in self.settings().items() if name not in _BESIDE})
            except ScoringError as error:
                self.add_error(None, invalid(AS_SAID, text=error))
        return self.cleaned_data

    def settings(self) -> dict[str, Any]:
        """Return what ``money_settle`` stores."""
        amounts = {kind: self.cleaned_data[AMOUNT + kind] for kind in self.kinds}
        own = {name: self.cleaned_data[name] for name in self.base_fields}
        return own | {"amounts": {kind: amount for kind, amount in amounts.items() if amount}}


_BESIDE = ("sign", "heads", "draw_winner")


def kinds_given(rules: PrizeRules) -> Sequence[str]:
    """Return the kinds of prizes that *rules* give, each once.

    >>> kinds_given(PrizeRules(places=2, booby=True, raffle=3))
    ('first', 'second', 'booby', 'raffle')
    """
    others = {
        "half-time": rules.half,
        "aisle": rules.aisle,
        "table": rules.table,
        "high-game": rules.high_game,
        "lone-hands": rules.lone_hands,
        "ten-tricks": rules.tens,
        "booby": rules.booby,
        "drawn-number": rules.drawn,
        "raffle": rules.raffle,
    }
    return (*ORDINALS[: rules.places], *(kind for kind, given in others.items() if given))
