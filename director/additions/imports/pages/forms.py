"""Importing a night that was played elsewhere."""

from collections.abc import Mapping
from dataclasses import replace

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict

from director.additions.imports.formats.source.contest import CONTEST_CHOICES
from director.boards.scoring.units import OF_NO_FILE, get_game_options
from director.core.base.forms import DayField, PageForm, TextField
from movements.option import Option
from scoring.registry import methods_of_files

DETECT_LABEL = "Detect"
_PREFIX = "option_"


class ImportForm(PageForm):
    """The file, whether a second copy is wanted, and how it was scored if known."""

    use_required_attribute = False  # a pasted table will do
    file = forms.FileField(
        label="File",
        allow_empty_file=True,  # the reader says it better
        help_text="USEBIO (.xml), PBN, a table (.csv, .xlsx), Bridgemates (.bws), or an event saved by this program "
        "(.json).",
        error_messages={"required": "Choose a file or paste a table first."},
        widget=forms.ClearableFileInput(
            attrs={
                "autofocus": True,
                "accept": ".xml,.usebio,.pbn,.bws,.csv,.txt,.xlsx,.json,.html,.htm,.mhtml,text/xml,"
                "application/xml,application/json",
            }
        ),
    )
    text = TextField(
        label="Table, one result per line",
        required=False,
        help_text="Copy the rows from a spreadsheet, with their headings.",
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    date = DayField(
        label="Played on",
        required=False,
        help_text="Only if the file has no date. Empty means today.",
    )
    again = forms.BooleanField(label="Import again", required=False)
    contest = forms.ChoiceField(
        label="Contest",
        choices=list(CONTEST_CHOICES.items()),
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        files: "MultiValueDict[str, UploadedFile[bytes]] | None" = None,
        *,
        has_file: bool = False,
    ) -> None:
        super().__init__(data, files)
        self.fields["file"].required = not has_file
        self.fields["method"] = forms.ChoiceField(
            label="Method",
            choices=[
                ("", DETECT_LABEL),
                *((method.key, method.name) for method in methods_of_files()),
            ],
            required=False,
            help_text="If empty, the method named in the file.",
            error_messages={"invalid_choice": "“%(value)s” isn’t in the list. Choose one that is."},
        )
        for name, (option, methods) in _collect_offered_options().items():
            self.fields[_PREFIX + name] = forms.ChoiceField(
                label=f"{option.label} ({', '.join(methods)})",
                choices=[("", DETECT_LABEL), *option.phrases.items()],
                required=False,
                help_text=option.note,
                error_messages={
                    "invalid_choice": "“%(value)s” isn’t in the list. Choose one that is."
                },
            )

    def scoring_fields(self) -> list[forms.BoundField]:
        """Return the fields that say how the night was scored."""
        return [self[name] for name in self.fields if name == "method" or name.startswith(_PREFIX)]

    def options(self) -> dict[str, str]:
        """Return the chosen options. Others are found by the import."""
        return {
            name.removeprefix(_PREFIX): value
            for name, value in self.cleaned_data.items()
            if name.startswith(_PREFIX) and value
        }


def _collect_offered_options() -> dict[str, tuple[Option, list[str]]]:
    """Return the fields of every option that a file may need, by name."""
    options: dict[str, tuple[Option, list[str]]] = {}
    for method in methods_of_files():
        for option in method.options:
            if option.name in OF_NO_FILE or option.name in get_game_options(method, "bridge"):
                continue
            if option.read:  # typed after the import, at Scoring
                continue
            first_option, methods = options.get(option.name, (option, []))
            # The first method's phrases win, and later ones add theirs in order.
            phrases = first_option.phrases | option.phrases | first_option.phrases
            merged_option = replace(first_option, phrases=phrases)
            options[option.name] = merged_option, [*methods, method.name]
    return options
