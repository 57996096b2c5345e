"""What is typed of a season: its name, and how it is counted."""

from django import forms

from director.core.forms import NameField, PageForm, WholeNumberField
from scoring import SEASON_FIGURES


class SeasonNameForm(PageForm):
    """The season that a night belongs to."""

    season = NameField(label="Season", required=False, max_length=60, what="The name of a season")


class SeasonForm(PageForm):
    """How a season is counted."""

    best = WholeNumberField(
        what="a number of nights",
        example=5,
        label="How many nights count",
        help_text="The best of each; 0 for all.",
        min_value=0,
        max_value=366,
        error_messages={"required": "Type how many nights count, such as 5, or 0 for all."},
    )
    attendance = WholeNumberField(
        what="a number of points",
        example=2,
        label="Points for each night played",
        min_value=0,
        max_value=1000,
        error_messages={"required": "Type the points for coming, such as 2, or 0 for none."},
    )
    figures = forms.ChoiceField(label="A night brings", choices=tuple(SEASON_FIGURES.items()))
    by_group = forms.BooleanField(label="Each prize group has a list of its own", required=False)
