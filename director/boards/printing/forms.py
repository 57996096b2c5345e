"""Step 3: what goes on paper, and on which."""

from django import forms

from director.boards.paper.guide_cards import CARDS_PER_PAGE
from director.boards.paper.kinds import KINDS
from director.desk.forms.numbers import NumbersField
from director.desk.paper.forms import PrintForm
from director.paper.selection import Selection


class PairsPrintForm(PrintForm):
    """The kinds of sheets of a night of pairs that are ticked, which of them, the paper, how many guide cards share a
    page, and whether the other sections are printed too."""

    registry = KINDS
    backs = "Travellers get their number on the back and score cards the pair’s guide; other backs stay empty."

    cards = forms.TypedChoiceField(
        label="Cards a page",
        choices=[(number, number) for number in CARDS_PER_PAGE],
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]  # the stubs know text only; Django hands it on as it is
        required=False,
        error_messages={"invalid_choice": "Guide cards can be 1, 2 or 4 to a page, not “%(value)s”."},
    )
    tables = NumbersField(what="table", example="1-4, 7")
    rounds = NumbersField(what="round", example="3-")
    boards = NumbersField(what="board", example="1-12")
    pairs = NumbersField(what="pair", example="5, 8")
    by_table = forms.BooleanField(label="Slips table by table", required=False)
    only_changed = forms.BooleanField(label="Only what changed", required=False)
    since = forms.CharField(required=False, max_length=300, widget=forms.HiddenInput)
    all_sections = forms.BooleanField(label="All sections", required=False)

    def chosen(self) -> dict[str, object]:
        """Return what was chosen and is not usual, by name."""
        data = self.cleaned_data
        usual = {"cards": 1, "all_sections": False}
        chosen = super().chosen() | {name: data[name] for name in usual if data[name] != usual[name]}
        names = ("tables", "rounds", "boards", "pairs", *(["since"] if data["only_changed"] else []))
        some = {name: str(data[name]) for name in names if data[name]}
        return chosen | some | {name: "on" for name in ("by_table", "only_changed") if data[name]}

    @property
    def spans(self) -> list[forms.BoundField]:
        """The boxes for numbers."""
        return [self[name] for name in ("tables", "rounds", "boards", "pairs")]

    @property
    def is_choosy(self) -> bool:
        """Whether anything is typed or ticked of what narrows the choice."""
        return any(self[name].value() for name in ("tables", "rounds", "boards", "pairs", "by_table", "only_changed"))

    def selection(self) -> Selection:
        """Return which sheets are wanted."""
        names = ("tables", "rounds", "boards", "pairs", "by_table", "only_changed")
        since = tuple(self.cleaned_data["since"].split())
        return Selection(since=since, **{name: self.cleaned_data[name] for name in names})
