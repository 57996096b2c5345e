"""The form for the name and the note of a saved movement."""

from django import forms

from director.core.base.forms import NameField, PageForm
from director.models.saved_movement import LONGEST_MOVEMENT_NAME, LONGEST_NOTE


class DetailsForm(PageForm):
    """Name and note of a movement in the library."""

    name = NameField(
        label="Name",
        max_length=LONGEST_MOVEMENT_NAME,
        what="The name",
        missing="Type a name for the movement, such as Tuesday Howell.",
    )
    note = NameField(
        label="Note (optional)",
        max_length=LONGEST_NOTE,
        what="The note",
        required=False,
        help_text="Shown beside the movement at Field.",
        widget=forms.TextInput(),
    )
