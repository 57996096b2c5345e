"""A list of names, pasted or uploaded."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from director.core.base.forms import MAX_LIST_BYTES, PageForm, TextField
from director.core.base.uploads import SentFile

_IN_NAMES_FORM = {"form": "names"}
"""Puts a field into the form of the name boxes, so every button of the page sends it too."""


class ListForm(PageForm):
    """A list of pairs, players or teams: a file or pasted text. A file takes precedence."""

    text = TextField(
        required=False, strip=False, widget=forms.Textarea(attrs={**_IN_NAMES_FORM, "rows": 6})
    )
    file = forms.FileField(
        label="Or a text or CSV file",
        required=False,
        allow_empty_file=True,  # the reader of the list has a clearer error
        widget=forms.FileInput(
            attrs={**_IN_NAMES_FORM, "accept": ".txt,.csv,.tsv,text/plain,text/csv"}
        ),
    )

    def __init__(
        self, *args: Any, called: str, example: str, groups: Sequence[tuple[str, str]] = ()
    ) -> None:
        super().__init__(*args)
        if groups:
            self.fields["group"] = forms.ChoiceField(
                label="Names without a group",
                choices=groups,
                required=False,
                widget=forms.Select(attrs=_IN_NAMES_FORM),
            )
        text_field = self.fields["text"]
        text_field.label = f"One {called} per line"
        text_field.widget.attrs["placeholder"] = example

    @cached_property
    def sent(self) -> SentFile | None:
        """The uploaded file, if there is one."""
        upload: UploadedFile[bytes] | None = self.cleaned_data.get("file")
        if not upload:
            return None
        # One byte more than allowed, so that the reader can refuse a larger file.
        return SentFile(str(upload.name), upload.read(MAX_LIST_BYTES + 1))

    def source(self) -> str | bytes:
        """Return the content of the file, or the pasted text."""
        if self.sent:
            return self.sent.content
        text: str = self.cleaned_data["text"]
        return text
