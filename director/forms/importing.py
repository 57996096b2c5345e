"""Reading in a night that was played elsewhere."""

from django import forms


class ImportForm(forms.Form):
    """The file, and whether a second copy of an event is meant."""

    file = forms.FileField(
        label="The file",
        allow_empty_file=True,  # the reader says it better
        help_text="A USEBIO file (.xml) of one pairs session, as scoring programs export it; at most 5 MB.",
        error_messages={"required": "Choose a file first."},
        widget=forms.ClearableFileInput(attrs={"accept": ".xml,.usebio,text/xml,application/xml"}),
    )
    again = forms.BooleanField(label="Read it in again if it is here already", required=False)
