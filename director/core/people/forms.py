"""The people of the club: name and number, and who is to be merged with whom."""

from django import forms

from director.core.forms import PageForm, TextField


class PersonForm(PageForm):
    """A name and a number; both are checked where they are stored, as they come from lists and files too."""

    name = TextField(label="Name", required=False)
    number = TextField(
        label="Number",
        required=False,
        help_text="The federation’s or the club’s own; it tells people with the same name apart.",
    )
    others = TextField(
        label="Numbers of other bodies",
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "placeholder": "Club: 17"}),
        help_text="One a line: the body and its number. People are found by any of their numbers.",
    )
    email = forms.EmailField(
        label="E-mail",
        required=False,
        error_messages={"invalid": "This is no e-mail address. Write one such as ada@example.org, or leave it empty."},
        help_text="For the club alone: it stands in no list, file or page that leaves.",
    )
    is_visitor = forms.BooleanField(label="A visitor, no member", required=False)
    seat = forms.ChoiceField(
        label="Seat",
        required=False,
        choices=(("", "Any"), ("stays", "One that stays: cannot go from table to table")),
        error_messages={"invalid_choice": "Choose any seat, or one that stays."},
    )


class MergeForm(PageForm):
    """The person who stays, as the list offers them."""

    into = TextField(
        label="Who is it really?",
        required=False,
        widget=forms.TextInput(attrs={"list": "people", "autocomplete": "off"}),
    )
