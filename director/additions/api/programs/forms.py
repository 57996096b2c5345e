"""The form of a new token."""

from typing import NamedTuple

from django import forms
from django.http import QueryDict

from director.core.base.forms import ChoiceField, NameField, PageForm, WholeNumberField
from director.models import ApiToken, Event, Session
from director.models.access import LONGEST_TOKEN_NAME

DEFAULT_DAYS, MAX_DAYS = 2, 400


class Scope(NamedTuple):
    """What a token is for: an event, or one session of it."""

    event: Event
    session: Session | None


class TokenForm(PageForm):
    """The name of a program, what it is for, what it may do, and how long."""

    name = NameField(
        label="Program",
        max_length=LONGEST_TOKEN_NAME,
        what="The program’s name",
        missing="Type the program’s name, such as Club website.",
    )
    scope = ChoiceField(
        label="Event",
        missing="Choose an event or a session from the list.",
    )
    right = ChoiceField(
        label="May",
        choices=ApiToken.Right.choices,
        widget=forms.RadioSelect,
        initial=ApiToken.Right.ENTER,
        missing="Choose what it may do.",
        help_text="Reading includes standings that aren’t published.",
    )
    days = WholeNumberField(
        what="a number of days",
        example=DEFAULT_DAYS,
        label="Days until it expires",
        min_value=1,
        max_value=MAX_DAYS,
        initial=DEFAULT_DAYS,
        error_messages={"required": "Type the number of days, such as 2."},
    )

    def __init__(self, data: QueryDict | None, *, events: list[Event]) -> None:
        super().__init__(data)
        self._scopes: dict[str, tuple[str, Scope]] = {}
        for event in events:
            self._add_scopes(event)
        self.set_choices("scope", [(key, words) for key, (words, _scope) in self._scopes.items()])

    def _add_scopes(self, event: Event) -> None:
        words = f"{event.name}, {event.date:%d %B %Y}"
        self._scopes[f"event-{event.pk}"] = (words, Scope(event, None))
        sessions = list(event.sessions.all())
        # The only session is the event.
        for session in sessions[1:] and sessions:
            key = f"session-{session.pk}"
            self._scopes[key] = (f"{words}: {session.title}", Scope(event, session))

    @property
    def chosen_scope(self) -> Scope:
        """The chosen event or session of a valid form."""
        _words, scope = self._scopes[self.cleaned_data["scope"]]
        return scope
