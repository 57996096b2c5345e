"""The Print page of any event: which sheets, and on which paper."""

from collections.abc import Sequence
from typing import Any, ClassVar, cast
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict

from director.core.base.forms import PageForm, WholeNumberField, invalid
from director.core.base.sentences import DeskSentences
from director.errors import AS_SAID
from director.models.club import Paper
from director.pdf.kinds import SheetKind, Sheets, find_kind, missing_sheets

MOST_SPARE = 200


class PrintForm(PageForm):
    """The kinds of sheets that are ticked, and the paper."""

    registry: ClassVar[Sequence[SheetKind[Any]]] = ()
    backs: ClassVar[str] = ""
    """Which sheets have something on the back of the paper, a sentence for the page."""
    boxes: ClassVar[Sequence[str]] = ("paper", "spare")
    ticks: ClassVar[Sequence[str]] = ("large",)
    spans: ClassVar[Sequence[str]] = ()  # of numbers, by which the choice is narrowed
    narrowing: ClassVar[Sequence[str]] = ()  # to tick, likewise
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
        label="Large print", required=False, help_text="At least 18 points for what players read."
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
        cast(forms.ChoiceField, self.fields["kinds"]).choices = [
            (kind.key, kind.label) for kind in self.registry
        ]
        self.fields[
            "two_sided"
        ].help_text = f"{self.backs} Set the printer to flip on the long edge."
        self.job = job

    def clean_kinds(self) -> list[str]:
        """Return the kinds, refused if the *job* there is has nothing of one of them yet."""
        keys: list[str] = self.cleaned_data["kinds"]
        for kind in (find_kind(key, self.registry) for key in keys):
            if self.job and not self.job.has(kind):
                raise invalid(AS_SAID, text=missing_sheets(kind, self.job))
        return keys

    def clean_spare(self) -> int:
        """Return how many empty slips are wanted, none if nothing was typed."""
        spare: int = self.cleaned_data["spare"] or 0
        if not 0 <= spare <= MOST_SPARE:
            raise invalid(
                DeskSentences.SPARE_RANGE,
                what=self.fields["spare"].label,
                most=MOST_SPARE,
                spare=spare,
            )
        return spare

    def query(self, **more: object) -> str:
        """Return the choices, and *more*, as a query."""
        return urlencode(self.chosen() | more, doseq=True)

    def usual(self) -> str:
        """Return the choices to remember for next time."""
        tonight = {"paper", "trumps", "since", *self.spans, *self.narrowing}
        return urlencode(
            {name: value for name, value in self.chosen().items() if name not in tonight},
            doseq=True,
        )

    def chosen(self) -> dict[str, object]:
        """Return the choices that differ from the usual ones, by name."""
        data = self.cleaned_data
        ticked = {name: "on" for name in ("large", "stacked", "two_sided") if data[name]}
        some = {name: str(data[name]) for name in self.spans if data[name]}
        return {name: data[name] for name in ("kinds", "paper", "spare")} | ticked | some

    @property
    def layout(self) -> str:
        """Paper and layout in a few words."""
        paper, spare = self["paper"].value(), str(self["spare"].value() or "0")
        ticked = [
            self[name].label.lower() for name in (*self.ticks, *self.laying) if self[name].value()
        ]
        per_page = f"{self['cards'].value() or 1} per page" if "cards" in self.boxes else ""
        spares = f"{spare} spare" if spare != "0" else "no spares"
        return ", ".join(
            filter(None, (str(dict(Paper.choices).get(paper, "")), per_page, spares, *ticked))
        )

    def look(self) -> dict[str, Any]:
        """Return how the sheets are laid on paper, as ``render`` takes it."""
        data = self.cleaned_data
        return {
            "large_print": data["large"],
            "stacked": data["stacked"],
            "two_sided": data["two_sided"],
        }
