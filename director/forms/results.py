"""How long corrections are taken."""

from django import forms

from director.forms.numbers import WholeNumberField


class HoursForm(forms.Form):
    """The hours of the correction period; how many are possible is the service's business."""

    hours = WholeNumberField(
        what="a number of hours",
        example=24,
        label="Hours for corrections",
        error_messages={"required": "Type how many hours corrections are taken, such as 24."},
    )
