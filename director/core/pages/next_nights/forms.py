"""The form of a night to come."""

from typing import ClassVar

from django import forms

from director.core.base.forms import DayField, NameField, SettingsForm, TextField
from director.models import NextNight


class NextNightForm(SettingsForm):
    """Date, game and text of a night to come."""

    date = DayField(label="Date", missing="Choose the day of the night.")
    starts_at = forms.TimeField(
        label="Start (optional)",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "Type the start as hours and minutes, such as 19:30."},
    )
    kind = NameField(
        label="Kind",
        max_length=60,
        what="The kind of night",
        missing="Type what is played, such as Duplicate pairs.",
    )
    text = TextField(
        label="Text (optional)", required=False, max_length=200, strip=True, what="The text"
    )

    class Meta:
        model = NextNight
        fields = ("date", "starts_at", "kind", "text", "is_weekly")
        labels: ClassVar = {"is_weekly": "Every week"}
