"""Step 3: what goes on paper, and on which."""

from django import forms

from director.desk.paper.forms import PrintForm
from director.pairs.paper.guide_cards import CARDS_PER_PAGE
from director.pairs.paper.kinds import KINDS


class PairsPrintForm(PrintForm):
    """The kinds of sheets of a night of pairs that are ticked, the paper, how many guide cards share a page, and
    whether the other sections are printed too."""

    registry = KINDS

    cards = forms.TypedChoiceField(
        label="Cards a page",
        choices=[(number, number) for number in CARDS_PER_PAGE],
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]  # the stubs know text only; Django hands it on as it is
        required=False,
        error_messages={"invalid_choice": "Guide cards can be 1, 2 or 4 to a page, not “%(value)s”."},
    )

    all_sections = forms.BooleanField(label="All sections", required=False)

    def chosen(self) -> dict[str, object]:
        """Return what was chosen and is not usual, by name."""
        data = self.cleaned_data
        usual = {"cards": 1, "all_sections": False}
        return super().chosen() | {name: data[name] for name in usual if data[name] != usual[name]}
