"""The money of a party, its raffle, and the prizes one by one on the wall.

All amounts and percentages are stored in hundredths, so that no fraction is lost.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from director.core.base.forms import (
    HundredthsField,
    PageForm,
    TextField,
    WholeNumberField,
    make_external_error,
    parse_small_number,
)
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_read
from director.core.base.shown_refusals import show_refusals_as_messages, show_refusals_at
from director.core.night.hooks import MONEY_DESK
from director.party.models import Party
from director.party.movement.games import fetch_party_record, get_prize_rules
from director.party.movement.options import (
    get_contestant_noun,
    get_label_by_jackpot,
    is_ranked_by_pairs,
    is_skat,
    list_jackpot_keys,
)
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.shell import make_results_page_context
from director.party.play.money import draw_raffle, settle_money
from director.party.scoring.giving import list_prizes_in_order
from director.party.scoring.jackpot import Jackpot, fetch_carried_jackpot
from director.party.scoring.prizes import make_money_statement
from director.party.scoring.sheets import fetch_cached_results
from scoring.errors import ScoringError
from scoring.party.awarding import JACKPOT_LABELS, PRIZE_KINDS, get_prize_name
from scoring.party.money import (
    BY_AMOUNTS,
    BY_PERCENTAGES,
    FULL_SHARE,
    PRIZE_AMOUNT_LABELS,
    MoneyRules,
    make_amount_key,
)
from scoring.party.prizes import ORDINALS, PrizeRules

AMOUNT_PREFIX = "amount-"
"""The prefix of the fields for the amount of each prize."""
POT_FIELDS = ("pot", "pot_share")
JACKPOT_FIELDS = ("jackpot", "jackpot_each", "jackpot_at")
_NOT_IN_RULES = ("sign", "heads", "draw_winner")
"""Fields that ``MoneyRules`` doesn't have, because they change no amount."""


class MoneyForm(PageForm):
    """A party's money, with a field for each kind of prize.

    *carried* has the jackpot that an earlier party left, for a party without stored money.
    """

    sign = TextField(
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
    season = HundredthsField(label="Kept for the season, %", max_value=FULL_SHARE)
    by = forms.ChoiceField(label="Prizes are", choices=tuple(PRIZE_AMOUNT_LABELS.items()))
    draw = HundredthsField(label="50/50 draw takings")
    draw_share = HundredthsField(label="Winner’s share, %", max_value=FULL_SHARE)
    draw_winner = TextField(label="Winner or ticket", required=False, max_length=60)
    pot = HundredthsField(label="Lone hands pot")
    pot_share = HundredthsField(label="Pot paid out, %", max_value=FULL_SHARE)
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
        label="Counted in", choices=tuple(JACKPOT_LABELS.items()), required=False
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
        defaults = {
            "draw_share": FULL_SHARE // 2,
            "pot_share": FULL_SHARE,
            "sign": sign,
            "by": BY_AMOUNTS,
        }
        stored = dict(carried or {}) | party.money
        super().__init__(data, initial=defaults | stored)
        self.label_by_amount = fetch_labels_by_amount(party, rules)
        for key, label in self.label_by_amount.items():
            amount = _get_stored_amount(party, self.label_by_amount, key)
            self.fields[AMOUNT_PREFIX + key] = HundredthsField(label=label, initial=amount)
        # Lone hands win the pot. A stored pot stays on the page if their prize was removed.
        if not (rules.lone_hands or party.money.get("pot")):
            for name in POT_FIELDS:
                del self.fields[name]
        self.add_shown_values()
        possible_figures = {*list_jackpot_keys(party), stored.get("jackpot_on")}
        figure_field = cast("forms.ChoiceField", self.fields["jackpot_on"])
        figure_field.choices = [
            (key, label)
            for key, label in get_label_by_jackpot(party).items()
            if key in possible_figures
        ]

    @property
    def income_fields(self) -> list[forms.BoundField]:
        """The fields about income."""
        return [self[name] for name in ("sign", "fee", "heads", "added")]

    @property
    def retained_fields(self) -> list[forms.BoundField]:
        """The fields about money that doesn't go into prizes."""
        return [self[name] for name in ("hall", "hall_each", "season")]

    @property
    def amount_fields(self) -> list[forms.BoundField]:
        """The fields of the prizes."""
        return [self[AMOUNT_PREFIX + key] for key in self.label_by_amount]

    @property
    def draw_fields(self) -> list[forms.BoundField]:
        """The fields about the draw, and about the pot if it can be won."""
        names = ("draw", "draw_share", "draw_winner", *POT_FIELDS)
        return [self[name] for name in names if name in self.fields]

    @property
    def has_pot(self) -> bool:
        """Whether the form has the fields of the pot."""
        return "pot" in self.fields

    @property
    def jackpot_fields(self) -> list[forms.BoundField]:
        """The fields about the jackpot."""
        return [self[name] for name in JACKPOT_FIELDS]

    def clean(self) -> dict[str, Any]:
        """Return the data. Add an error if the amounts contradict each other."""
        super().clean()
        if not self.errors:
            rules = self.make_settings()
            for name in _NOT_IN_RULES:
                del rules[name]
            try:
                MoneyRules(**rules)
            except ScoringError as error:
                self.add_error(None, make_external_error(error))
        return self.cleaned_data

    def make_settings(self) -> dict[str, Any]:
        """Return the values that ``settle_money`` stores."""
        data = self.cleaned_data
        settings = {name: data[name] for name in self.base_fields if name in self.fields}
        settings["jackpot_at"] = settings["jackpot_at"] or 0
        settings["jackpot_on"] = settings["jackpot_on"] or "total"
        amounts = {key: data[AMOUNT_PREFIX + key] for key in self.label_by_amount}
        settings["amounts"] = {key: amount for key, amount in amounts.items() if amount}
        return settings


def list_prize_kinds(rules: PrizeRules) -> Sequence[str]:
    """Return the kinds of prizes that *rules* give, each once.

    >>> list_prize_kinds(PrizeRules(places=2, booby=True, raffle=3))
    ('first', 'second', 'booby', 'raffle')
    """
    other_kinds = [kind.key for kind in PRIZE_KINDS.values() if getattr(rules, kind.rule_name)]
    return (*ORDINALS[: rules.places], *other_kinds)


def fetch_labels_by_amount(party: Party, rules: PrizeRules) -> dict[str, str]:
    """Return the keys and labels of amounts, for each group if groups have prizes."""
    groups: list[str] = []
    if rules.by_group:
        groups = sorted(set(party.players.exclude(group="").values_list("group", flat=True)))
    label_by_amount = {}
    for kind in list_prize_kinds(rules):
        label = get_prize_name(kind)
        is_for_whole_room = kind in PRIZE_KINDS and PRIZE_KINDS[kind].is_for_whole_room
        if len(groups) < 2 or is_for_whole_room:
            label_by_amount[kind] = label
        else:
            for group in groups:
                label_by_amount[make_amount_key(kind, group)] = (
                    f"{label}, {party.get_group_name(group)}"
                )
    return label_by_amount


def _get_stored_amount(party: Party, keys: Collection[str], key: str) -> int:
    """Return the stored amount for *key*, or its share of the amount for its kind."""
    amounts = party.money.get("amounts", {})
    kind = _get_prize_kind(key)
    if key in amounts or key == kind:
        return int(amounts.get(key, 0))
    # The amount was stored before the prizes were separated by group. A sum is given in each
    # group, but percentages have to be divided.
    amount_of_kind = int(amounts.get(kind, 0))
    if party.money.get("by") == BY_PERCENTAGES:
        return amount_of_kind // sum(_get_prize_kind(other_key) == kind for other_key in keys)
    return amount_of_kind


def _get_prize_kind(key: str) -> str:
    return key.partition(":")[0]


@require_role_to_read(Role.SCORER)
def edit_money(request: DeskRequest, ref: int) -> HttpResponse:
    """Show income and expenses. A POST stores them."""
    party = fetch_party_by_session(ref)
    jackpot = fetch_carried_jackpot(party)
    form = MoneyForm(
        request.POST if request.method == "POST" else None,
        party=party,
        rules=get_prize_rules(party),
        sign=party.money.get("sign", fetch_default_sign(party)),
        carried=jackpot.suggested_rules if jackpot else None,
    )
    if request.method == "POST" and form.is_valid():
        with show_refusals_at(form):
            settle_money(party=party, user=request.user, **form.make_settings())
            messages.success(request, "Money saved.")
            return redirect("party_money", ref=ref)
    return _render_money_page(request, party, form, jackpot)


@require_POST
def draw_raffle_numbers(request: DeskRequest, ref: int) -> HttpResponse:
    """Draw the numbers of the raffle."""
    party = fetch_party_by_session(ref)
    with show_refusals_as_messages(request):
        numbers = draw_raffle(party=party, seed=secrets.randbelow(1_000_000), user=request.user)
        messages.success(request, f"Raffle numbers: {', '.join(numbers)}.")
    return redirect("party_money", ref=ref)


@require_safe
def show_prize_giving(request: DeskRequest, ref: int) -> HttpResponse:
    """Show one prize on the wall. ``?at=`` is its number in the order of giving, 0 before the first."""
    party = fetch_party_by_session(ref)
    error_text = ""
    try:
        prizes = list_prizes_in_order(fetch_cached_results(party).record)
    except ScoringError as error:
        prizes = ()
        error_text = str(error)
    number = min(parse_small_number(request.GET.get("at", "")), len(prizes))
    context = {
        "session": party.session,
        "refused": error_text,
        "prize_no": number,
        "prize": prizes[number - 1] if number else None,
        "count": len(prizes),
        "previous_no": number - 1 if number else None,
        "next_no": number + 1 if number < len(prizes) else None,
    }
    return render(request, "party/prizes/wall.html", context)


def fetch_default_sign(party: Party) -> str:
    """Return the currency sign of the club's latest party that has one. (Costs one query.)"""
    parties = Party.objects.filter(
        session__event__club=party.session.event.club, money__has_key="sign"
    )
    money = parties.exclude(pk=party.pk).order_by("-pk").values_list("money", flat=True).first()
    if money:
        return str(money["sign"])
    return ""


def _render_money_page(
    request: DeskRequest, party: Party, form: MoneyForm, jackpot: Jackpot | None
) -> HttpResponse:
    record = fetch_party_record(party)
    stored_jackpot = party.money.get("jackpot", 0)
    context = make_results_page_context(request, party, "money") | {
        "own_action": True,
        "part": MONEY_DESK.answers.make_party_part(party.session),
        "form": form,
        "carried_jackpot": jackpot,
        "has_other_jackpot": jackpot and party.money and stored_jackpot != jackpot.cents,
        "is_skat": is_skat(party),
        "is_ranked_by_pairs": is_ranked_by_pairs(party),
        "contestant_noun": get_contestant_noun(party),
        "raffle": party.answers.get("raffle"),
        "has_raffle": bool(get_prize_rules(party).raffle),
    }
    try:
        context["account"] = make_money_statement(record)
    except ScoringError as error:
        context["refused"] = str(error)
    return render_page(request, "party/prizes/money.html", context, problems=form.errors)
