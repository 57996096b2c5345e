"""Reading in a night that was played elsewhere."""

from collections.abc import Mapping
from dataclasses import replace

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict

from director.boards.results.read.units import OF_NO_FILE, decided
from director.core.forms import DayField, PageForm
from movements import Option
from scoring import methods_of_files

FIND_OUT = "Find out"
_PREFIX = "option_"


class ImportForm(PageForm):
    """The file, whether a second copy of an event is meant, and how it was scored, as far as somebody knows."""

    file = forms.FileField(
        label="The file",
        allow_empty_file=True,  # the reader says it better
        help_text="Results of one pairs event: USEBIO (.xml) or PBN (.pbn) as scoring programs export them, a table "
        "in whatever layout (.csv, .xlsx), the file of table units (.bws), or a whole event (.json) that was saved by "
        "this program; at most 100 MB.",
        error_messages={"required": "Choose a file first."},
        widget=forms.ClearableFileInput(
            attrs={"accept": ".xml,.usebio,.pbn,.bws,.csv,.txt,.xlsx,.json,text/xml,application/xml,application/json"}
        ),
    )
    date = DayField(
        label="Played on",
        required=False,
        help_text="Only for a file that has no date; without it, such a night is of today.",
    )
    again = forms.BooleanField(label="Read it in again if it is here already", required=False)

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        files: "MultiValueDict[str, UploadedFile[bytes]] | None" = None,
        *,
        is_kept: bool = False,
    ) -> None:
        super().__init__(data, files)
        self.fields["file"].required = not is_kept
        self.fields["method"] = forms.ChoiceField(
            label="Method",
            choices=[("", FIND_OUT), *((method.key, method.name) for method in methods_of_files())],
            required=False,
            help_text="Left open, it is the method that the file names.",
            error_messages={"invalid_choice": "“%(value)s” is not on the list; choose one of the list."},
        )
        for name, (option, methods) in _options().items():
            self.fields[_PREFIX + name] = forms.ChoiceField(
                label=f"{option.label} ({', '.join(methods)})",
                choices=[("", FIND_OUT), *option.phrases.items()],
                required=False,
                help_text=option.note,
                error_messages={"invalid_choice": "“%(value)s” is not on the list; choose one of the list."},
            )

    def scoring_fields(self) -> list[forms.BoundField]:
        """Return the fields that say how the night was scored."""
        return [self[name] for name in self.fields if name == "method" or name.startswith(_PREFIX)]

    def options(self) -> dict[str, str]:
        """Return the options that were chosen; those left open are found out."""
        return {
            name.removeprefix(_PREFIX): value
            for name, value in self.cleaned_data.items()
            if name.startswith(_PREFIX) and value
        }


def _options() -> dict[str, tuple[Option, list[str]]]:
    """Return, by name, every option that a file may need, with the choices of all methods that have it, and these."""
    options: dict[str, tuple[Option, list[str]]] = {}
    for method in methods_of_files():
        for option in method.options:
            if option.name in OF_NO_FILE or option.name in decided(method, "bridge"):
                continue
            first, methods = options.get(option.name, (option, []))
            both = replace(first, phrases=first.phrases | option.phrases | first.phrases)
            options[option.name] = both, [*methods, method.name]
    return options
