"""A list of names, pasted or uploaded."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from director.core.base.forms import MOST_BYTES, PageForm, TextField

_WITH_NAMES = {"form": "names"}
"""Sent along with the boxes for names, so that no button of the page loses what stands beside it."""


class ListForm(PageForm):
    """A list of pairs, players or teams.

    It is pasted or a file; the file comes first.
    """

    text = TextField(
        required=False, strip=False, widget=forms.Textarea(attrs={**_WITH_NAMES, "rows": 6})
    )
    file = forms.FileField(
        label="Or a text or CSV file",
        required=False,
        allow_empty_file=True,  # the reader says it better
        widget=forms.FileInput(
            attrs={**_WITH_NAMES, "accept": ".txt,.csv,.tsv,text/plain,text/csv"}
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
                widget=forms.Select(attrs=_WITH_NAMES),
            )
        text = self.fields["text"]
        text.label = f"One {called} per line"
        text.widget.attrs["placeholder"] = example

    def source(self) -> str | bytes:
        """Return what is to be read."""
        upload: UploadedFile[bytes] | None = self.cleaned_data["file"]
        text: str = self.cleaned_data["text"]
        return upload.read(MOST_BYTES + 1) if upload else text
