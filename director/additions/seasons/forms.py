"""The form of a season: its name and its rules."""

from typing import Any

from django import forms
from django.http import QueryDict

from director.core.base.forms import NameField, SettingsForm, TextField, WholeNumberField
from director.models import Season
from director.models.season import SeasonContestants
from scoring.errors import ScoringError
from scoring.season import SEASON_POINTS, SEASON_TIES, SeasonScoring, read_place_table

_TIES = (("", "shared place"), *SEASON_TIES.items())
_RARE_RULES = ("minimum", "attendance", "first_tie", "second_tie", "handicap", "by_group")
"""The fields that most seasons leave as they are."""
_UNUSED = (None, "", "0", 0)


class ClubSeasonForm(SettingsForm):
    """The name and the rules of a season."""

    name = NameField(
        label="Name",
        max_length=60,
        what="The name of a season",
        missing="Type a name, such as Winter 2026.",
        help_text="Such as Winter 2026.",
    )
    counting = forms.ChoiceField(
        label="Who is ranked",
        choices=SeasonContestants.choices,
        initial=SeasonContestants.PEOPLE,
        help_text="One by one: everybody may change partners.",
    )
    points = forms.ChoiceField(
        label="Scoring",
        choices=tuple(SEASON_POINTS.items()),
        initial="percent",
        help_text="Parties and teams have no percentages: choose another.",
    )
    best = WholeNumberField(
        what="a number of events",
        example=5,
        label="Best events that count",
        min_value=0,
        max_value=366,
        initial=0,
        help_text="The best of each, such as 8 of 12. 0 counts all.",
        error_messages={"required": "Type how many events count, such as 5, or 0 for all."},
    )
    minimum = WholeNumberField(
        what="a number of events",
        example=3,
        label="Events needed for a place",
        min_value=0,
        max_value=366,
        initial=0,
        help_text="Who played fewer is listed last, without a place.",
        error_messages={"required": "Type how many events a place needs, such as 3, or 0."},
    )
    attendance = WholeNumberField(
        what="a number of points",
        example=2,
        label="Extra points per event played",
        min_value=0,
        max_value=1000,
        initial=0,
        help_text="For coming, also if the event doesn’t count.",
        error_messages={"required": "Type the points per event played, such as 2, or 0 for none."},
    )
    handicap = WholeNumberField(
        what="a percentage",
        example=50,
        label="Handicap, %",
        min_value=0,
        max_value=100,
        initial=0,
        help_text="50 gives half of what a player’s average lacks to 50%: at 44%, 3 more. Only with average percentages.",
        error_messages={"required": "Type the handicap in percent, such as 50, or 0 for none."},
    )
    handicap_events = WholeNumberField(
        what="a number of events",
        example=3,
        label="Events that make the handicap",
        min_value=1,
        max_value=100,
        initial=3,
        help_text="The latest before this one.",
        error_messages={"required": "Type how many events make the handicap, such as 3."},
    )
    table = TextField(
        label="Points for places",
        required=False,
        max_length=2000,
        strip=True,
        what="This list",
        help_text="A line for each size of field. “8: 10 6 4 2”: with 8 or more, the first gets 10, the fourth 2. Ties share.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    by_group = forms.BooleanField(
        label="Separate standings per prize group",
        required=False,
        help_text="The groups of parties, such as ladies and gentlemen.",
    )
    first_tie = forms.ChoiceField(label="Equal totals", choices=_TIES, required=False)
    second_tie = forms.ChoiceField(label="If still equal", choices=_TIES, required=False)

    class Meta:
        model = Season
        fields = (
            "name",
            "counting",
            "points",
            "best",
            "minimum",
            "attendance",
            "handicap",
            "handicap_events",
            "table",
            "by_group",
        )

    def __init__(self, data: QueryDict | None, *, instance: Season | None = None) -> None:
        initial: dict[str, Any] = {}
        if instance:
            initial = dict(zip(("first_tie", "second_tie"), instance.ties.split(), strict=False))
        super().__init__(data, instance=instance, initial=initial)

    def clean(self) -> dict[str, Any]:
        """Refuse rules that contradict each other."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "table" in self.errors:
            return data
        points = data.get("points", "percent")
        # First without the handicap, so that each error is shown at the field to correct.
        try:
            SeasonScoring(points=points, table=read_place_table(data["table"]))
        except ScoringError as error:
            self.add_error("table", str(error))
            return data
        try:
            SeasonScoring(
                points=points,
                table=read_place_table(data["table"]),
                handicap=data.get("handicap") or 0,
            )
        except ScoringError as error:
            self.add_error("handicap", str(error))
        return data

    @property
    def has_rare_rules(self) -> bool:
        """Return whether a rule that is usually left alone is used or has an error."""
        if self["handicap_events"].errors:
            return True
        for name in _RARE_RULES:
            box = self[name]
            if box.errors or box.value() not in _UNUSED:
                return True
        return False

    @property
    def rules(self) -> dict[str, Any]:
        """Return the values for the fields of the season."""
        chosen_ties = (self.cleaned_data["first_tie"], self.cleaned_data["second_tie"])
        # The same tie-break twice counts once.
        ties = dict.fromkeys(tie for tie in chosen_ties if tie)
        return {name: self.cleaned_data[name] for name in self.Meta.fields} | {
            "ties": " ".join(ties)
        }
