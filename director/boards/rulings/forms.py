"""A ruling as the director writes it."""

from collections.abc import Mapping
from typing import cast

from django import forms

from director.boards import sentences
from director.boards.contests import contest_of
from director.boards.lines.marks import irregular_deals
from director.boards.rulings.read import Penalty, TypedRuling
from director.boards.words import called, numbers_named
from director.core.forms import PageForm, TextField, WholeNumberField, invalid
from director.models import Ruling, Section
from director.models.award import Fault
from director.models.ruling import Outcome, Unit
from scoring import find_method

_FAULTS = [("", "–"), *Fault.choices]
_RESULTS = "4SS=, 60% 4SS=, 40% 4SS-1 (weighted), or N-S 4SS= / E-W 4SS-1 (split)"
_LINES = forms.Textarea(attrs={"rows": 3})


class RulingForm(PageForm):
    """One ruling; who plays is offered as a list, and board and pair together name the table."""

    board_no = WholeNumberField(
        what="a board",
        example=7,
        label="Board",
        required=False,
        min_value=1,
        max_value=999,
        error_messages=dict.fromkeys(("min_value", "max_value"), "Boards are numbered from 1 to 999. Correct it."),
    )
    pair_no = forms.TypedChoiceField(label="Pair", required=False, coerce=int, empty_value=None)
    table_no = WholeNumberField(what="a table", example=2, label="Table", required=False, min_value=1, max_value=999)
    facts = TextField(label="Facts", max_length=2000, widget=_LINES, error_messages={"required": "Say what happened."})
    law = TextField(label="Law", max_length=60, required=False, help_text="such as 12C1 or 90")
    decision = TextField(
        label="Ruling", max_length=2000, widget=_LINES, error_messages={"required": "Say what you ruled."}
    )
    adjusted = TextField(
        label="Adjusted result",
        max_length=200,
        required=False,
        help_text=f"A6040, AVE+/AVE-, {_RESULTS}",
    )
    ns_fault = forms.ChoiceField(label="Fault of N-S", required=False, choices=_FAULTS)
    ew_fault = forms.ChoiceField(
        label="Fault of E-W",
        required=False,
        choices=_FAULTS,
        help_text="without an adjusted result it gives 60 % to a side not at fault, 50 % partly, 40 % at fault",
    )
    irregular = forms.ChoiceField(
        label="Irregular deal",
        required=False,
        help_text="choose this instead of typing a result: the old laws then set it from what the other tables made",
        error_messages={"invalid_choice": "“%(value)s” is no irregular deal. Choose one of the list."},
    )
    penalty = forms.DecimalField(
        label="Penalty",
        max_digits=7,
        decimal_places=3,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "class": "n"}),
        error_messages={
            "invalid": "A penalty is a number, such as 10 or 0.5.",
            "max_digits": "A penalty has at most seven figures.",
            "max_decimal_places": "A penalty has at most three decimals.",
            "max_whole_digits": "A penalty has at most four figures before the point.",
        },
    )
    penalty_unit = forms.ChoiceField(label="Unit", required=False, choices=[("", "–"), *Unit.choices])
    penalty_to = forms.TypedChoiceField(label="To pair", required=False, coerce=int, empty_value=None)

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        section: Section,
        initial: dict[str, object] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        lists = cast(dict[str, forms.ChoiceField], self.fields)
        lists["irregular"].choices = [("", "–"), *irregular_deals(section.session.event.game)]
        word = called(section)
        if find_method(section.session.event.scoring).artificial != "share":
            self.fields["adjusted"].help_text = _RESULTS
            self.fields["ew_fault"].help_text = ""
        # A team may have many lines on a board, a pair of it only one.
        sides = [(int(side), section.label(int(side))) for side in section.partners] if section.team_size else []
        for name, others in (("pair_no", sides), ("penalty_to", [])):
            lists[name].choices = [("", "–"), *numbers_named(section), *others]
            lists[name].error_messages["invalid_choice"] = (
                f"There is no {word} “%(value)s” here. Choose one of the list."
            )
        lists["pair_no"].label, lists["penalty_to"].label = word.capitalize(), f"To {word}"
        if not contest_of(section).has_halves:  # a team plays a board at two tables, others at one
            del self.fields["table_no"]

    def clean(self) -> dict[str, object]:
        """Refuse two things for one line."""
        if self.cleaned_data.get("adjusted") and self.cleaned_data.get("irregular"):
            self.add_error("irregular", invalid(sentences.ADJUSTED_AND_IRREGULAR))
        return self.cleaned_data

    def ruling(self) -> TypedRuling:
        """Return what the service takes; any part of a penalty makes one."""
        given = self.cleaned_data
        penalty = Penalty(given["penalty"], given["penalty_unit"], given["penalty_to"])
        return TypedRuling(
            facts=given["facts"],
            decision=given["decision"],
            law=given["law"],
            board_no=given["board_no"],
            pair_no=given["pair_no"],
            table_no=given.get("table_no"),
            adjusted=given["adjusted"],
            irregular=given["irregular"],
            ns_fault=given["ns_fault"],
            ew_fault=given["ew_fault"],
            penalty=None if penalty == Penalty(None, "", None) else penalty,
        )


class AppealForm(PageForm):
    """Who appeals against a ruling and why, and what became of it."""

    appeal = TextField(
        label="Appeal: by whom, and why", max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    outcome = forms.ChoiceField(label="Outcome", required=False, choices=[("", "–"), *Outcome.choices])

    @classmethod
    def of(cls, ruling: Ruling, data: Mapping[str, object] | None = None) -> "AppealForm":
        """Return the form of *ruling*, its fields named apart from those of others on the page."""
        initial = {"appeal": ruling.appeal, "outcome": ruling.outcome}
        return cls(data, initial=initial, auto_id=f"id_{ruling.number}_%s")


class WithdrawForm(PageForm):
    """Why a ruling counts no longer."""

    why = TextField(label="Why it is withdrawn", max_length=200, required=False)
