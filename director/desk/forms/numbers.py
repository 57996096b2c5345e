"""Numbers as people type them."""

from typing import Any

from django import forms

from director.desk import sentences
from director.desk.forms.invalid import invalid
from director.errors import AS_SAID
from director.paper.errors import PrintingError
from director.paper.selection import Numbers, numbers


def small_number(text: str) -> int:
    """Return the number that *text* of an address or a select holds, 0 if it holds none of at most five figures.

    >>> small_number("12"), small_number("x"), small_number("9" * 5000)
    (12, 0, 0)
    """
    return int(text) if text.isdecimal() and len(text) <= 5 else 0


def act_number(text: str) -> int:
    """Return the number of the act that a button names by *text*, 0 if it names none."""
    return int(text) if text.isdecimal() and len(text) <= 9 else 0


class WholeNumberField(forms.IntegerField):
    """A whole number of something; what cannot be read is answered with the field's own *example*."""

    def __init__(self, *, what: str, example: int, **field: Any) -> None:
        self.what, self.example = what, example
        # Not type=number: the browser would keep letters to itself instead of sending them to be answered.
        field.setdefault("widget", forms.TextInput(attrs={"inputmode": "numeric", "class": "n"}))
        named = f"{what[:1].upper()}{what[1:]}"
        bounds = {
            "min_value": f"{named} is %(limit_value)s or more, such as {example}, not %(show_value)s.",
            "max_value": f"{named} is %(limit_value)s at most, such as {example}, not %(show_value)s.",
        }
        super().__init__(error_messages=bounds | field.pop("error_messages", {}), **field)

    def to_python(self, value: object) -> int | None:
        """Return the number, ``None`` for nothing."""
        try:
            return super().to_python(value)
        except forms.ValidationError as error:
            raise invalid(
                sentences.NO_WHOLE_NUMBER, text=str(value)[:20], what=self.what, example=self.example
            ) from error


class NumbersField(forms.CharField):
    """Some numbers of *what* there is ("table"), as in ``1-4, 7`` or ``3-``; nothing typed means all of them."""

    def __init__(self, *, what: str, example: str) -> None:
        self.what = what
        attrs = {"class": "n", "autocomplete": "off", "placeholder": example}
        super().__init__(
            label=f"{what.capitalize()}s", required=False, max_length=200, widget=forms.TextInput(attrs=attrs)
        )

    def clean(self, value: object) -> Numbers:
        """Return the numbers."""
        text = super().clean(value)
        try:
            return numbers(text, self.what)
        except PrintingError as error:
            raise invalid(AS_SAID, text=error) from error
