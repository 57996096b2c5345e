"""A list of names, pasted or uploaded."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from director.core.forms import MOST_BYTES, PageForm, TextField

_WITH_NAMES = {"form": "names"}
"""Sent along with the boxes for names, so that no button of the page loses what stands beside it."""


class ListForm(PageForm):
    """A list of pairs, players or teams, pasted or as a file; the file goes before the text."""

    text = TextField(required=False, strip=False, widget=forms.Textarea(attrs={**_WITH_NAMES, "rows": 6}))
    file = forms.FileField(
        label="Or a file (text or CSV)",
        required=False,
        allow_empty_file=True,  # the reader says it better
        widget=forms.FileInput(attrs={**_WITH_NAMES, "accept": ".txt,.csv,.tsv,text/plain,text/csv"}),
    )

    def __init__(self, *args: Any, called: str, example: str) -> None:
        super().__init__(*args)
        text = self.fields["text"]
        text.label = f"One {called} a line"
        text.widget.attrs["placeholder"] = example

    def source(self) -> str | bytes:
        """Return what is to be read."""
        upload: UploadedFile[bytes] | None = self.cleaned_data["file"]
        text: str = self.cleaned_data["text"]
        return upload.read(MOST_BYTES + 1) if upload else text
