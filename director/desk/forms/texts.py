"""Text as people type and paste it."""

from typing import Any

from django import forms

from director.files.reading import visible_text

MOST_BYTES = 1_000_000
"""How large a list may be that is uploaded."""


class TextField(forms.CharField):
    """Text of one line or more.

    Pass *missing* and *what* for a box that must be filled or is short: they make the sentences of its refusals.
    """

    def __init__(self, *, missing: str = "", what: str = "", **field: Any) -> None:
        super().__init__(**field)
        if missing:
            self.error_messages["required"] = missing
        if what:
            self.error_messages["max_length"] = (
                f"{what} is too long: it has at most {self.max_length} characters. Shorten it."
            )


class NameField(TextField):
    """A name on lists and sheets: one line, without signs nobody sees or that turn the writing round."""

    def to_python(self, value: object) -> str:
        """Return the name as it will be read."""
        return visible_text(super().to_python(value) or "")
