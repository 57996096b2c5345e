"""What was played otherwise than the movement says, as it is typed."""

from collections.abc import Iterable

from django import forms
from django.http import QueryDict

from director.boards.scores.read.lines import Line
from director.desk.forms.labels import PageForm
from director.desk.forms.numbers import WholeNumberField
from director.desk.forms.texts import TextField
from director.models import Section

NO_LINE = "Choose whose result it is."
TURNED, OPPONENTS, BOARDS = "turned", "opponents", "boards"
_CHOOSE = "Choose the other table."


class TableForm(PageForm):
    """What was otherwise at a table: *how*, and the other table where one is needed."""

    how = forms.ChoiceField(
        choices=[(how, how) for how in (TURNED, OPPONENTS, BOARDS)],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Press one of the buttons."),
    )
    other = WholeNumberField(what="the other table", example=2, required=False, min_value=1, max_value=999)

    def clean_other(self) -> int | None:
        """Ask for the other table where there is one."""
        other: int | None = self.cleaned_data["other"]
        if other is None and self.cleaned_data.get("how") in (OPPONENTS, BOARDS):
            raise forms.ValidationError(_CHOOSE)
        return other


class PlayedForm(PageForm):
    """A result of two pairs who do not meet on the board by the movement."""

    ns = forms.TypedChoiceField(label="N-S", coerce=int, error_messages={"required": "Choose who sat N-S."})
    ew = forms.TypedChoiceField(label="E-W", coerce=int, error_messages={"required": "Choose who sat E-W."})
    round_no = WholeNumberField(what="the round", example=3, label="Round", min_value=1, max_value=99)
    table_no = WholeNumberField(what="the table", example=2, label="Table", min_value=1, max_value=999)
    text = TextField(label="Result", max_length=200, error_messages={"required": "Type what they made, such as 4SS=."})
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, typed: QueryDict | None = None, *, section: Section) -> None:
        super().__init__(typed)
        numbers = section.entries.order_by("pair_no").values_list("pair_no", flat=True)
        pairs = [("", "–"), *((str(number), section.label(number)) for number in numbers)]
        for name in ("ns", "ew"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101
            field.choices = pairs


class MovedForm(PageForm):
    """A result that was entered for the wrong board: the pairs, and the board on which they made it."""

    line = forms.ChoiceField(label="Result", error_messages=dict.fromkeys(("required", "invalid_choice"), NO_LINE))
    to = WholeNumberField(what="the board", example=4, label="Made on board", min_value=1, max_value=999)
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, typed: QueryDict | None = None, *, lines: Iterable[Line], section: Section) -> None:
        super().__init__(typed)
        field = self.fields["line"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = [
            (
                f"{line.ns}-{line.ew} {line.text}",
                f"{section.label(line.ns)} against {section.label(line.ew)}: {line.text}",
            )
            for line in lines
            if line.is_in
        ]

    @property
    def is_of_use(self) -> bool:
        """Whether there is any result to move."""
        return bool(self["line"].field.choices)  # type: ignore[attr-defined]

    def pairs(self) -> tuple[int, int]:
        """Return the N-S and E-W pair of the result."""
        ns, ew = self.cleaned_data["line"].partition(" ")[0].split("-")
        return int(ns), int(ew)

    def text(self) -> str:
        """Return what the page showed to stand there."""
        text: str = self.cleaned_data["line"].partition(" ")[2]
        return text
