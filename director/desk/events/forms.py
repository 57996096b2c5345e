"""Starting a night."""

from django import forms
from django.utils import timezone

from director.desk.forms.texts import NameField
from director.kinds import event_kinds, kind_of, kind_of_game
from director.models import Event
from director.models.event import Game

_NOT_HERE = "This game is not possible here. Choose duplicate bridge or duplicate whist"


class EventForm(forms.ModelForm):
    """What the night is called, when it is and what is played; which game a party plays is asked in its first step.

    Pass the *event* of a night that is there already: pairs stay pairs, and a party stays one.
    """

    class Meta:
        model = Event
        fields = ("name", "date", "game")
        labels = {"name": "What is it called?", "date": "When?"}
        widgets = {"date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}
        field_classes = {"name": NameField}
        error_messages = {
            "name": {
                "required": "Type what the night is called, such as Tuesday pairs.",
                "max_length": "This name is too long: it has at most 80 characters. Shorten it.",
            },
            "date": {
                "required": "Type the day it is played, such as 2026-11-17.",
                "invalid": "This is no day of the calendar. Type year, month and day, such as 2026-11-17.",
            },
        }

    game = forms.ChoiceField(
        label="What is played?",
        choices=lambda: [kind.games for kind in event_kinds()],
        initial=Game.BRIDGE,
        error_messages={
            "required": "Choose what is played: duplicate bridge, duplicate whist or a progressive party.",
            "invalid_choice": f"{_NOT_HERE}, or a progressive party.",
        },
    )

    def __init__(self, *args: object, event: Event | None = None, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        today = timezone.localdate()
        self.fields["date"].initial = today
        self.fields["name"].widget.attrs["autofocus"] = True
        self.fields["name"].initial = self.usual_name = f"{today:%A} pairs"
        if event:
            kind = kind_of(event)
            if not kind.change_game:
                del self.fields["game"]
                return
            self.fields["game"].choices = kind.games[1]
            self.fields["game"].error_messages["invalid_choice"] = f"{_NOT_HERE}."

    def clean(self) -> dict[str, object]:
        """Return what was typed, with the kind of event; a night that kept the usual name is called as its kind is."""
        data = super().clean()
        data["kind"] = kind = kind_of_game(data.get("game", ""))
        if kind and data.get("name") == self.usual_name:
            data["name"] = self.usual_name.replace("pairs", kind.called)
        if kind and not kind.change_game:
            data["game"] = ""
        return data
