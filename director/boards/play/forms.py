"""The clock's buttons, the length of a round, breaks, messages to the room and calls."""

from django import forms

from director.desk.forms import PageForm, TextField

LONGEST_NUMBER = 18
"""How many figures the number of a record has at most."""
NO_ROUND = "The page did not say which round it showed. Open step 4, Play, again and press there."


def _figures(label: str, required: str, invalid: str, *, is_required: bool = True) -> forms.IntegerField:
    # Not type=number: the browser would keep letters to itself instead of sending them to be answered.
    widget = forms.TextInput(attrs={"inputmode": "numeric", "class": "n", "autocomplete": "off"})
    errors = {"required": required, "invalid": invalid}
    return forms.IntegerField(label=label, required=is_required, error_messages=errors, widget=widget)


class ClockKeyForm(PageForm):
    """Which button was pressed, and which round the page showed then."""

    key = TextField(required=False)
    round_no = forms.IntegerField(error_messages={"required": NO_ROUND, "invalid": NO_ROUND})


class MinutesForm(PageForm):
    """How long a round lasts from the next start on, and the warning before its end; the clock says what can be."""

    minutes = _figures(
        "Minutes a round",
        "Type how many minutes a round lasts, such as 20.",
        "The minutes of a round are a whole number in figures, such as 20.",
    )
    warning = _figures(
        "Warning before its end",
        "",
        "The minutes of the warning are a whole number in figures, such as 5, or 0 for none.",
        is_required=False,
    )


class BreakForm(PageForm):
    """After which round a break comes and how long it is; what is possible is the clock's business."""

    after_round = _figures(
        "Break after round",
        "Type after which round the break comes, such as 3.",
        "The round before the break is a whole number in figures, such as 3.",
    )
    break_minutes = _figures(
        "Minutes of break",
        "Type how many minutes the break lasts, such as 15, or 0 for none.",
        "The minutes of the break are a whole number in figures, such as 15.",
    )


class MessageForm(PageForm):
    """What the room is to read, and for how long; what is possible is the room's business."""

    text = TextField(
        label="Message to the room",
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 200}),
    )
    stands = _figures(
        "For minutes",
        "",
        "The minutes that a message stands are a whole number in figures, such as 10, or nothing.",
        is_required=False,
    )


class CallForm(PageForm):
    """Which table calls the director."""

    table_no = _figures(
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
