"""Forms of Play: the clock's buttons, the length of a round, breaks, messages to the room."""

from typing import Any

from django import forms

from director.core.base.forms import PageForm, TextField

NO_ROUND = "This page is out of date. Open step 4, Play, and try again there."


def make_number_field(
    label: str, required: str, invalid: str, *, is_required: bool = True
) -> forms.IntegerField:
    """Return a number field with these error messages."""
    # With type=number a browser sends letters as an empty text, so they couldn't be refused.
    widget = forms.TextInput(attrs={"inputmode": "numeric", "class": "n", "autocomplete": "off"})
    errors = {"required": required, "invalid": invalid}
    return forms.IntegerField(
        label=label, required=is_required, error_messages=errors, widget=widget
    )


class ClockKeyForm(PageForm):
    """The pressed button, with the round and its end that the page showed."""

    key = TextField(required=False)
    round_no = forms.IntegerField(error_messages={"required": NO_ROUND, "invalid": NO_ROUND})
    ends = TextField(required=False)


class MinutesForm(PageForm):
    """The length of rounds, and the warning before their end."""

    minutes = make_number_field(
        "",
        "Type the minutes per round, such as 20.",
        "Minutes per round must be a whole number, such as 20.",
    )
    warning = make_number_field(
        "Warning minutes",
        "",
        "Warning minutes must be a whole number, such as 5. Use 0 for no warning.",
        is_required=False,
    )

    def __init__(
        self, *args: Any, word: str = "round", by_bell: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"].label = f"Minutes per {word}"
        if by_bell:
            del self.fields["warning"]
        self.send_shown_values()


class BreakForm(PageForm):
    """After which round a break comes, and its length."""

    after_round = make_number_field(
        "",
        "Type the round before the break, such as 3.",
        "The round before the break must be a whole number, such as 3.",
    )
    break_minutes = make_number_field(
        "Minutes of break",
        "Type the minutes of the break, such as 15. Use 0 for no break.",
        "Minutes of the break must be a whole number, such as 15.",
    )

    def __init__(self, *args: Any, word: str = "round", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["after_round"].label = f"Break after {word}"


class MessageForm(PageForm):
    """A message for the room, and for how long."""

    text = TextField(
        label="Message on screens",
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 200}),
    )
    stands = make_number_field(
        "Minutes",
        "",
        "Minutes must be a whole number, such as 10. Leave empty to show it until you remove it.",
        is_required=False,
    )
