"""Calls, and what is settled at Play."""

from django import forms

from director.core.forms import PageForm, TextField
from director.core.play.forms import figures

LONGEST_NUMBER = 18
"""How many figures the number of a record has at most."""


class CallForm(PageForm):
    """Which table calls the director."""

    table_no = figures(
        "Table",
        "Type which table calls, such as 4.",
        "The table that calls is a number in figures, such as 4.",
    )


class LookForm(PageForm):
    """Which line a table is asked to look at again, as a page names it (``7-1-6``), or of which the answer was read."""

    line = forms.RegexField(r"^[0-9]{1,4}-[0-9]{1,4}-[0-9]{1,4}$", required=False)
    read = forms.RegexField(r"^[0-9]{1,18}$", required=False)


class SettleForm(PageForm):
    """Which line is settled and how: *take* is what a button sends; *seen* is what the page showed there."""

    board_no = forms.IntegerField(min_value=1)
    ns = forms.IntegerField(min_value=1)
    ew = forms.IntegerField(min_value=1)
    seen = TextField(required=False)
    take = TextField(required=False)

    @property
    def word(self) -> int:
        """The number of what was said that is to count, 0 if none is named."""
        take = self.cleaned_data["take"]
        return int(take) if take.isascii() and take.isdecimal() and len(take) <= LONGEST_NUMBER else 0
