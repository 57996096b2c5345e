"""The clock's buttons and the length of a round."""

from django import forms

from director.desk.forms.texts import TextField

NO_ROUND = "The page did not say which round it showed. Open step 4, Play, again and press there."


class ClockKeyForm(forms.Form):
    """Which button was pressed, and which round the page showed then."""

    key = TextField(required=False)
    round_no = forms.IntegerField(error_messages={"required": NO_ROUND, "invalid": NO_ROUND})


class MinutesForm(forms.Form):
    """How long a round lasts from the next start on; which lengths are possible is the clock's business."""

    minutes = forms.IntegerField(
        label="Minutes a round",
        error_messages={
            "required": "Type how many minutes a round lasts, such as 20.",
            "invalid": "The minutes of a round are a whole number in figures, such as 20.",
        },
        # Not type=number: the browser would keep letters to itself instead of sending them to be answered.
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "n", "autocomplete": "off"}),
    )
