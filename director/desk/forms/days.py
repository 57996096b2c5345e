"""Days as people type them."""

from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator

from director.files.source.dates import YEARS

_YEAR = "Nobody plays in that year. Type year, month and day, such as 2026-11-17."
"""What is said of 0026-11-17, which browsers take for a day."""


class DayField(forms.DateField):
    """A day on which somebody plays, chosen from the browser's calendar or typed; *missing* is said where it is not."""

    def __init__(self, *, missing: str = "", **field: Any) -> None:
        super().__init__(
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            validators=[
                MinValueValidator(date(YEARS[0], 1, 1), _YEAR),
                MaxValueValidator(date(YEARS[-1], 12, 31), _YEAR),
            ],
            error_messages={
                "required": missing,
                "invalid": "This is no day of the calendar. Type year, month and day, such as 2026-11-17.",
            },
            **field,
        )
