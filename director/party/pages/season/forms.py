"""Forms of a season of parties: its name, and how it is scored."""

from django import forms

from director.core.base.forms import NameField, PageForm, WholeNumberField
from scoring import SEASON_FIGURES


class SeasonNameForm(PageForm):
    """The season that a night belongs to."""

    season = NameField(label="Season", required=False, max_length=60, what="The name of a season")


class SeasonForm(PageForm):
    """How a season is scored."""

    figures = forms.ChoiceField(label="Points for results", choices=tuple(SEASON_FIGURES.items()))
    best = WholeNumberField(
        what="a number of events",
        example=5,
        label="Events that count",
        help_text="Count each player’s best results. 0 counts all.",
        min_value=0,
        max_value=366,
        error_messages={"required": "Type how many events count, such as 5, or 0 for all."},
    )
    attendance = WholeNumberField(
        what="a number of points",
        example=2,
        label="Points per event played",
        min_value=0,
        max_value=1000,
        error_messages={"required": "Type the points per event played, such as 2, or 0 for none."},
    )
    by_group = forms.BooleanField(label="Separate standings per prize group", required=False)
