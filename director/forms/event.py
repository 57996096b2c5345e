"""Starting a night."""

from django import forms
from django.utils import timezone

from director.models import Event


class EventForm(forms.ModelForm):
    """What the night is called, when it is and what is played."""

    class Meta:
        model = Event
        fields = ("name", "date", "game")
        labels = {"name": "What is it called?", "date": "When?", "game": "What is played?"}
        widgets = {"date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        today = timezone.localdate()
        self.fields["date"].initial = today
        self.fields["name"].initial = f"{today:%A} pairs"
