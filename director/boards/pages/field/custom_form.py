"""The form for a movement of the director's own, as a file or pasted."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from director.boards.contests import ContestRecord
from director.boards.movement.limits import format_fault_count, refuse_unplayable
from director.boards.pages.field.custom_grid import ReadRound, read_rounds
from director.boards.refusals import MOVEMENT_FAULTY
from director.core.base.forms import PageForm, TextField, make_validation_error
from director.core.base.uploads import SentFile
from director.errors import DeskError
from director.formats.reading import decode_text
from movements.errors import MovementError
from movements.files.formats import Examination, examine, movement_titles
from movements.model import Fault, Movement

MAX_BYTES = 1_000_000


class OwnMovementForm(PageForm):
    """A plan in one of three formats. ``cleaned_data["plan"]`` is the valid plan.

    ``read_plan`` is the plan as it was read, also if it has faults.
    ``faults`` lists the faults of a readable plan, each with its place, and ``read_rounds`` the
    rounds with those places marked.  If a file holds several
    movements, ``titles`` lists their titles and ``movement`` is the number of the chosen one.
    ``must_choose`` is True until one is chosen. ``sent`` is the file, or the pasted text as one.
    """

    text = TextField(
        label="Movement",
        required=False,
        max_length=MAX_BYTES,
        strip=False,
        # The placeholder lets the stylesheet see whether the box is empty.
        widget=forms.Textarea(attrs={"spellcheck": "false", "placeholder": " ", "wrap": "off"}),
        error_messages={"max_length": "This is longer than 1 MB. Paste one movement."},
    )
    file = forms.FileField(
        label="Or choose a file",
        required=False,
        allow_empty_file=True,  # the reader says it better
        widget=forms.FileInput(attrs={"accept": ".json,.csv,.txt"}),
    )

    movement = TextField(label="Movement in the file", required=False, max_length=10)

    def __init__(self, *args: Any, contest: ContestRecord, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.contest = contest
        self.read_plan: Movement | None = None
        self.faults: tuple[Fault, ...] = ()
        self.read_rounds: tuple[ReadRound, ...] = ()
        self.titles: tuple[str, ...] = ()
        self.must_choose = False
        self.sent: SentFile | None = None

    def show_text(self, text: str) -> None:
        """Show *text* in the box, also if it came as a file, so that it can be mended there."""
        self.data = dict(self.data.items()) | {"text": text}

    def clean_file(self) -> str:
        """Return the text of the file, or ``""`` without a file."""
        upload: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if upload is None:
            return ""
        if (upload.size or 0) > MAX_BYTES:
            raise make_validation_error(
                "movement-file-too-large",
                "{file} is larger than 1 MB. Choose a file with movements only.",
                file=upload.name,
            )
        content = upload.read()
        self.sent = SentFile(str(upload.name), content)
        return decode_text(content)

    def clean(self) -> dict[str, Any]:
        """Return the data with the text and its plan."""
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        data["text"] = data["file"] or data["text"]
        self.sent = self.sent or SentFile("Pasted movement", data["text"].encode())
        if not data["text"].strip():
            raise make_validation_error(
                "movement-missing", "Choose a file or paste a movement first."
            )
        self.titles = movement_titles(data["text"])
        self.must_choose = bool(self.titles) and not data["movement"]
        if self.must_choose:
            raise make_validation_error(
                "several-movements",
                "The file has {count} movements. Choose one.",
                count=len(self.titles),
            )
        # A choice from an earlier file of several movements means nothing for a single one.
        movement_no = data["movement"] if self.titles else ""
        examination = _examine_custom_movement(
            data["text"], movement_no, self.contest.movement_contest
        )
        self.read_plan = examination.plan
        self.faults = examination.faults
        if self.faults:
            self.read_rounds = read_rounds(examination.plan, self.faults)
            raise make_validation_error(
                *MOVEMENT_FAULTY, things_are=format_fault_count(len(self.faults))
            )
        try:
            refuse_unplayable(examination.plan)
        except DeskError as error:
            raise forms.ValidationError(str(error), code=error.code) from error
        return data | {"plan": examination.plan}


def _examine_custom_movement(text: str, movement: str, contest: str) -> Examination:
    try:
        return examine(text, movement, contests=(contest,))
    except MovementError as error:
        raise forms.ValidationError(str(error)) from error
    except (ValueError, RecursionError) as error:  # text that would be JSON and is not
        raise make_validation_error(
            "no-form-of-movement",
            "This isn’t a movement. Use JSON, a CSV grid with column names, or movement text with "
            "a code in brackets in its first line.",
        ) from error
