"""The form that every page's form is made from: its labels end as they are written, without a colon."""

from typing import Any

from django import forms


class PageForm(forms.Form):
    """A form whose labels stand above their boxes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **({"label_suffix": ""} | kwargs))
