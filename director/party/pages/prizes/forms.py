"""What is typed of the money of a party: sums, shares and who won."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from django import forms

from director.core.base.forms import PageForm, WholeNumberField, invalid
from director.errors import AS_SAID
from director.party.models import Party
from director.party.movement.options import jackpot_basis, jackpot_figures
from director.party.sentences import PartySentences
from scoring import (
    JACKPOTS,
    ORDINALS,
    PER_CENT,
    PRIZE_KINDS,
    SUMS,
    WAYS,
    WHOLE,
    MoneyRules,
    PrizeRules,
    ScoringError,
    group_key,
    prize_word,
)

AMOUNT = "amount-"
MOST = 100_000_000
"""A million, in cents: nobody gives as much."""


class HundredthsField(forms.Field):
    """An amount or a percentage with at most two decimals, in hundredths."""

    def __init__(self, *, label: str, most: int = MOST, initial: int = 0) -> None:
        self.most = most
        widget = forms.TextInput(
            attrs={"inputmode": "decimal", "class": "n", "autocomplete": "off"}
        )
        super().__init__(label=label, required=False, widget=widget, initial=initial)

    def to_python(self, value: object) -> int:
        """Return the hundredths, 0 for nothing."""
        text = str(value or "").strip()
        if not text:
            return 0
        whole, _point, part = text.replace(",", ".").partition(".")
        is_number = (
            (whole.isdecimal() or not whole) and (part.isdecimal() or not part) and (whole or part)
        )
        if not is_number or len(part) > 2 or len(whole) > 9:
            raise invalid(PartySentences.NO_SUM, text=text[:20])
        hundredths = int(whole or 0) * 100 + int(part.ljust(2, "0"))
        if hundredths > self.most:
            raise invalid(
                PartySentences.SUM_TOO_LARGE, text=text[:20], most=hundredths_text(self.most)
            )
        return hundredths

    def prepare_value(self, value: object) -> object:
        """Return hundredths as they are typed: whole ones without places."""
        if isinstance(value, int):
            return hundredths_text(value)
        return value


def hundredths_text(hundredths: int) -> str:
    """Return hundredths as they are typed, "" for none.

    >>> hundredths_text(500), hundredths_text(250), hundredths_text(0)
    ('5', '2.50', '')
    """
    if not hundredths:
        return ""
    whole, part = divmod(hundredths, 100)
    if part:
        return f"{whole}.{part:02}"
    return str(whole)


class MoneyForm(PageForm):
    """The money of a party, with a box for each kind of prize."""

    sign = forms.CharField(
        label="Currency",
        required=False,
        max_length=4,
        widget=forms.TextInput(attrs={"class": "n", "placeholder": "£"}),
    )
    fee = HundredthsField(label="Entry fee")
    heads = WholeNumberField(
        what="a number of players who pay",
        example=22,
        label="Players paying",
        help_text="Leave empty if everyone pays.",
        min_value=0,
        max_value=400,
        required=False,
    )
    added = HundredthsField(label="Club adds")
    hall = HundredthsField(label="Hall hire, in all")
    hall_each = HundredthsField(label="Hall hire, per player")
    season = HundredthsField(label="Kept for the season, %", most=WHOLE)
    by = forms.ChoiceField(label="Prizes are", choices=tuple(WAYS.items()))
    draw = HundredthsField(label="50/50 draw takings")
    draw_share = HundredthsField(label="Winner’s share, %", most=WHOLE)
    draw_winner = forms.CharField(label="Winner or ticket", required=False, max_length=60)
    pot = HundredthsField(label="Lone hands pot")
    pot_share = HundredthsField(label="Pot paid out, %", most=WHOLE)
    jackpot = HundredthsField(label="Brought forward")
    jackpot_each = HundredthsField(label="Per player")
    jackpot_at = WholeNumberField(
        what="a number",
        example=28,
        label="Won with at least",
        min_value=0,
        max_value=100_000,
        required=False,
    )
    jackpot_on = forms.ChoiceField(
        label="Counted in", choices=tuple(JACKPOTS.items()), required=False
    )

    def __init__(
        self,
        data: Mapping[str, str] | None,
        *,
        party: Party,
        rules: PrizeRules,
        sign: str,
        carried: Mapping[str, Any] | None = None,
    ) -> None:
        usual = {"draw_share": WHOLE // 2, "pot_share": WHOLE, "sign": sign, "by": SUMS}
        stored = dict(carried or {}) | party.money
        super().__init__(data, initial=usual | stored)
        self.keys = amount_keys(party, rules)
        for key, label in self.keys.items():
            self.fields[AMOUNT + key] = HundredthsField(
                label=label, initial=_amount(party, self.keys, key)
            )
        if not (rules.lone_hands or party.money.get("pot")):
            for name in POT:
                del self.fields[name]
        known = {*jackpot_basis(party), stored.get("jackpot_on")}
        of_what = cast("forms.ChoiceField", self.fields["jackpot_on"])
        of_what.choices = [
            (key, words) for key, words in jackpot_figures(party).items() if key in known
        ]

    @property
    def taken(self) -> list[forms.BoundField]:
        """The fields about what comes in."""
        return [self[name] for name in ("sign", "fee", "heads", "added")]

    @property
    def kept(self) -> list[forms.BoundField]:
        """The fields for money that is kept."""
        return [self[name] for name in ("hall", "hall_each", "season")]

    @property
    def amounts(self) -> list[forms.BoundField]:
        """The fields of the prizes."""
        return [self[AMOUNT + key] for key in self.keys]

    @property
    def beside(self) -> list[forms.BoundField]:
        """The fields about the draw, and about the pot where somebody can win it."""
        return [
            self[name]
            for name in ("draw", "draw_share", "draw_winner", *POT)
            if name in self.fields
        ]

    @property
    def has_pot(self) -> bool:
        """Whether there is a prize for lone hands, which takes a pot, or a pot already."""
        return "pot" in self.fields

    @property
    def jackpots(self) -> list[forms.BoundField]:
        """The fields about the jackpot."""
        return [self[name] for name in JACKPOT]

    def clean(self) -> dict[str, Any]:
        """Refuse what does not go together, such as shares of more than there is."""
        super().clean()
        if not self.errors:
            try:
                MoneyRules(
                    **{
                        name: value
                        for name, value in self.settings().items()
                        if name not in _BESIDE
                    }
                )
            except ScoringError as error:
                self.add_error(None, invalid(AS_SAID, text=error))
        return self.cleaned_data

    def settings(self) -> dict[str, Any]:
        """Return what ``settle_money`` stores."""
        amounts = {key: self.cleaned_data[AMOUNT + key] for key in self.keys}
        own = {name: self.cleaned_data[name] for name in self.base_fields if name in self.fields}
        own |= {"jackpot_at": own["jackpot_at"] or 0, "jackpot_on": own["jackpot_on"] or "total"}
        return own | {"amounts": {key: amount for key, amount in amounts.items() if amount}}


POT = ("pot", "pot_share")
JACKPOT = ("jackpot", "jackpot_each", "jackpot_at")
_BESIDE = ("sign", "heads", "draw_winner")


def prize_kinds(rules: PrizeRules) -> Sequence[str]:
    """Return the kinds of prizes that *rules* give, each once.

    >>> prize_kinds(PrizeRules(places=2, booby=True, raffle=3))
    ('first', 'second', 'booby', 'raffle')
    """
    others = (kind.key for kind in PRIZE_KINDS.values() if getattr(rules, kind.rule))
    return (*ORDINALS[: rules.places], *others)


def amount_keys(party: Party, rules: PrizeRules) -> dict[str, str]:
    """Return the keys and labels of the amounts of *rules*."""
    if rules.by_group:
        groups = sorted(set(party.players.exclude(group="").values_list("group", flat=True)))
    else:
        groups = []
    keys = {}
    for kind in prize_kinds(rules):
        label = prize_word(kind)
        if len(groups) < 2 or (kind in PRIZE_KINDS and PRIZE_KINDS[kind].of_room):
            keys[kind] = label
        else:
            keys |= {
                group_key(kind, group): f"{label}, {party.group_name(group)}" for group in groups
            }
    return keys


def _amount(party: Party, keys: Collection[str], key: str) -> int:
    """Return the stored amount of *key*, or its part of the whole kind."""
    stored, kind = party.money.get("amounts", {}), key.partition(":")[0]
    if key in stored or key == kind:
        return int(stored.get(key, 0))
    if party.money.get("by") == PER_CENT:
        often = sum(other.partition(":")[0] == kind for other in keys)
    else:
        often = 1
    return int(stored.get(kind, 0)) // often
