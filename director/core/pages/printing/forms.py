"""The Print page of any event: which sheets, and on which paper."""

from collections.abc import Sequence
from typing import Any, ClassVar, cast
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict

from director.core.base.forms import PageForm, WholeNumberField, make_validation_error
from director.core.base.sentences import DeskSentences
from director.errors import AS_SAID
from director.models.club import Paper
from director.pdf.kinds import SheetKind, Sheets, find_kind, make_missing_sheets_error

MAX_SPARE = 200


class PrintForm(PageForm):
    """The kinds of sheets that are ticked, and the paper.

    Subclasses name their fields by where the page shows them: *boxes* have a value, *ticks* are
    check boxes, *laying* is the layout on paper. *spans* are ranges of numbers and *narrowing* are
    check boxes that narrow the choice to some sheets.
    """

    registry: Sequence[SheetKind[Any]] = ()
    backs: ClassVar[str] = ""
    """A sentence about the sheets that have something on the back of the paper."""
    boxes: ClassVar[Sequence[str]] = ("paper", "spare")
    ticks: ClassVar[Sequence[str]] = ()
    spans: ClassVar[Sequence[str]] = ()
    narrowing: ClassVar[Sequence[str]] = ()
    laying: ClassVar[Sequence[str]] = ("stacked", "two_sided")

    kinds = forms.MultipleChoiceField(
        label="Paper to print",
        error_messages={
            "required": "Nothing is ticked. Tick at least one kind of paper.",
            "invalid_choice": "“%(value)s” isn’t a kind of paper. Tick another one.",
        },
    )
    paper = forms.ChoiceField(
        label="Paper",
        choices=Paper.choices,
        error_messages={
            "required": "Choose a paper size: A4 or US Letter.",
            "invalid_choice": "“%(value)s” isn’t a paper size. Choose A4 or US Letter.",
        },
    )
    large = forms.BooleanField(
        label="Large print",
        required=False,
        help_text="At least 18 points for what players read. For one player, tick it at People.",
    )
    stacked = forms.BooleanField(
        label="Cut and stack",
        required=False,
        help_text="Cut the pages and stack the piles from the top left: the small sheets are then in order.",
    )
    two_sided = forms.BooleanField(label="Duplex", required=False)
    spare = WholeNumberField(
        what="a number of slips", example=8, label="Spare slips", required=False
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        job: Sheets | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        kinds_field = cast(forms.ChoiceField, self.fields["kinds"])
        kinds_field.choices = [(kind.key, kind.label) for kind in self.registry]
        two_sided_field = self.fields["two_sided"]
        two_sided_field.help_text = f"{self.backs} Set the printer to flip on the long edge."
        self.job = job

    def clean_kinds(self) -> list[str]:
        """Return the ticked kinds. Raise if the *job* has no sheets of a kind yet."""
        keys: list[str] = self.cleaned_data["kinds"]
        for key in keys:
            kind = find_kind(key, self.registry)
            if self.job and not self.job.has(kind):
                raise make_validation_error(AS_SAID, text=make_missing_sheets_error(kind, self.job))
        return keys

    def clean_spare(self) -> int:
        """Return the number of spare slips, 0 if nothing was typed."""
        spare: int = self.cleaned_data["spare"] or 0
        if not 0 <= spare <= MAX_SPARE:
            raise make_validation_error(
                DeskSentences.SPARE_RANGE,
                what=self.fields["spare"].label,
                most=MAX_SPARE,
                spare=spare,
            )
        return spare

    def query(self, **more: object) -> str:
        """Return the choices, and *more* parameters, as a query."""
        return urlencode(self.collect_choices() | more, doseq=True)

    def usual(self) -> str:
        """Return the choices to remember for the next event, as a query."""
        # These depend on the event, except for the paper, which is the club's. All sheets of a
        # Howell are no wish for all sheets of the next night.
        not_remembered = {"kinds", "paper", "trumps", "since", *self.spans, *self.narrowing}
        remembered = {
            name: value
            for name, value in self.collect_choices().items()
            if name not in not_remembered
        }
        return urlencode(remembered, doseq=True)

    def collect_choices(self) -> dict[str, object]:
        """Return the choices by the name of their field. Empty ones are left out."""
        data = self.cleaned_data
        choices: dict[str, object] = {name: data[name] for name in ("kinds", "paper", "spare")}
        for name in ("large", "stacked", "two_sided"):
            if data[name]:
                choices[name] = "on"
        for name in self.spans:
            if data[name]:
                choices[name] = str(data[name])
        return choices

    @property
    def layout(self) -> str:
        """Return paper and layout in a few words."""
        paper_names = dict(Paper.choices)
        words = [str(paper_names.get(self["paper"].value(), ""))]
        if "cards" in self.boxes:
            words.append(f"{self['cards'].value() or 1} per page")
        spare = str(self["spare"].value() or "0")
        words.append(f"{spare} spare" if spare != "0" else "no spares")
        for name in ("large", *self.ticks, *self.laying):
            if self[name].value():
                words.append(self[name].label.lower())
        return ", ".join(filter(None, words))

    def look(self) -> dict[str, Any]:
        """Return the layout on paper as arguments of ``render``."""
        data = self.cleaned_data
        return {
            "large_print": data["large"],
            "stacked": data["stacked"],
            "two_sided": data["two_sided"],
        }
