"""Starting a night."""

from django import forms
from django.utils import timezone

from director.forms.texts import NameField
from director.models import Event


class EventForm(forms.ModelForm):
    """What the night is called, when it is and what is played."""

    class Meta:
        model = Event
        fields = ("name", "date", "game")
        labels = {"name": "What is it called?", "date": "When?", "game": "What is played?"}
        widgets = {"date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}
        field_classes = {"name": NameField}
        error_messages = {
            "name": {
                "required": "Type what the night is called, such as Tuesday pairs.",
                "max_length": "This name is too long: it has at most 80 signs. Shorten it.",
            },
            "date": {
                "required": "Type the day it is played, such as 2026-11-17.",
                "invalid": "This is no day of the calendar. Type year, month and day, such as 2026-11-17.",
            },
            "game": {
                "required": "Choose what is played: duplicate bridge or duplicate whist.",
                "invalid_choice": "This game is not possible here. Choose duplicate bridge or duplicate whist.",
            },
        }

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        today = timezone.localdate()
        self.fields["date"].initial = today
        self.fields["name"].initial = f"{today:%A} pairs"
