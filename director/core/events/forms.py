"""Starting a night."""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils import timezone

from director.core.forms import DayField, NameField, PageForm
from director.kinds import EventKind, event_kinds, kind_of, kind_of_game
from director.models import Event
from director.models.event import Game


def _not_here(kinds: Iterable[EventKind]) -> str:
    """Return what to choose instead of a game that none of *kinds* offers."""
    return f"This game is not possible here. Choose {', or '.join(' or '.join(kind.asked) for kind in kinds)}."


class EventForm(PageForm):
    """What the night is called, when it is and what is played; which game a party plays is asked in its first step.

    Pass the *event* of a night that is there already: pairs stay pairs, and a party stays one.
    """

    name = NameField(
        label="What is it called?",
        max_length=80,
        what="This name",
        missing="Type what the night is called, such as Tuesday pairs.",
    )
    date = DayField(label="When?", missing="Type the day it is played, such as 2026-11-17.")
    game = forms.ChoiceField(
        label="What is played?",
        choices=lambda: [kind.games for kind in event_kinds()],
        initial=Game.BRIDGE,
    )

    def __init__(
        self, data: QueryDict | None = None, *, event: Event | None = None, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=initial)
        today = timezone.localdate()
        self.fields["date"].initial = today
        self.fields["name"].widget.attrs["autofocus"] = True
        self.fields["name"].initial = self.usual_name = f"{today:%A} pairs"
        game = cast(forms.ChoiceField, self.fields["game"])
        *asked, last = (name for kind in event_kinds() for name in kind.asked)
        game.error_messages["required"] = f"Choose what is played: {', '.join(asked)} or {last}."
        game.error_messages["invalid_choice"] = _not_here(event_kinds())
        if event:
            kind = kind_of(event)
            if not kind.change_game:
                del self.fields["game"]
                return
            game.choices = kind.games[1]
            game.error_messages["invalid_choice"] = _not_here([kind])

    def clean(self) -> dict[str, Any]:
        """Return what was typed, with the kind of event; a night that kept the usual name is called as its kind is."""
        super().clean()
        data = self.cleaned_data
        data["kind"] = kind = kind_of_game(data.get("game", ""))
        if kind and data.get("name") == self.usual_name:
            data["name"] = self.usual_name.replace("pairs", kind.called)
        if kind:
            data["game"] = data["game"].removeprefix(kind.prefix)
        return data
