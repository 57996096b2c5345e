"""What a director sends about the cards: a file, or a seed to deal from."""

from django import forms

from director.boards import sentences
from director.core.forms import PageForm


class DealsForm(PageForm):
    """The file of the deals, and whether all sections of the session play them."""

    file = forms.FileField(
        label="The file of the deals",
        allow_empty_file=True,  # the reader says it better
        help_text="PBN (.pbn), RBN (.rbn, .rbx) or LIN (.lin), or what the dealing machine reads: .dup, .dlm, .bri or "
        ".dge.",
        error_messages={"required": "Choose a file first."},
        widget=forms.ClearableFileInput(attrs={"accept": ".pbn,.rbn,.rbx,.lin,.dup,.dlm,.bri,.dge"}),
    )
    all_sections = forms.BooleanField(label="For all sections", required=False, initial=True)


class SeedForm(PageForm):
    """The seed to deal from; empty for a new one."""

    seed = forms.RegexField(
        r"^[A-Za-z0-9]{1,64}$",
        label="Seed",
        required=False,
        max_length=64,
        help_text="Left empty, a new one is drawn. The same seed deals the same boards again.",
        error_messages={"invalid": sentences.SEED.template.replace("{seed}", "%(value)s")},
    )
