"""Tokens of other programs: made, shown once, listed and revoked by directors."""

from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from director.additions.api.tokens import (
    create_token,
    fetch_events_for_tokens,
    fetch_tokens,
    revoke_token,
)
from director.core.base.forms import ChoiceField, NameField, PageForm, WholeNumberField
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_read
from director.models import ApiToken, Event, Session
from director.models.access import MAX_TOKEN_NAME_LENGTH

DEFAULT_DAYS, MAX_DAYS = 2, 400


class Scope(NamedTuple):
    """What a token is for: an event, or one session of it."""

    event: Event
    session: Session | None


class TokenForm(PageForm):
    """The name of a program, what it is for, what it may do, and how long."""

    name = NameField(
        label="Program",
        max_length=MAX_TOKEN_NAME_LENGTH,
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
        self._labelled_scopes: dict[str, tuple[str, Scope]] = {}
        for event in events:
            self._add_scopes(event)
        self.set_choices(
            "scope", [(key, label) for key, (label, _scope) in self._labelled_scopes.items()]
        )

    def _add_scopes(self, event: Event) -> None:
        label = f"{event.name}, {event.date:%d %B %Y}"
        self._labelled_scopes[f"event-{event.pk}"] = (label, Scope(event, None))
        sessions = list(event.sessions.all())
        # The only session is the event.
        for session in sessions[1:] and sessions:
            key = f"session-{session.pk}"
            self._labelled_scopes[key] = (f"{label}: {session.title}", Scope(event, session))

    @property
    def chosen_scope(self) -> Scope:
        """The chosen event or session of a valid form."""
        _label, scope = self._labelled_scopes[self.cleaned_data["scope"]]
        return scope


NEW_TOKEN_KEY = "new_token"  # noqa: S105
"""The key in the session of a token that is to be shown once."""
MAX_OFFERED_EVENTS = 40
TOKENS_PER_PAGE = 25


@never_cache
@require_role_to_read(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_programs(request: DeskRequest) -> HttpResponse:
    """Show the tokens. A POST makes one and shows it once."""
    form = TokenForm(request.POST or None, events=fetch_events_for_tokens(MAX_OFFERED_EVENTS))
    if request.method == "POST" and form.is_valid():
        scope = form.chosen_scope
        new_token = create_token(
            event=scope.event,
            session=scope.session,
            name=form.cleaned_data["name"],
            right=ApiToken.Right(form.cleaned_data["right"]),
            days=form.cleaned_data["days"],
            user=request.user,
        )
        # The answer to a form may be stored to repeat it, so the token isn't in it.
        request.session[NEW_TOKEN_KEY] = {"name": new_token.record.name, "text": new_token.text}
        return redirect("programs")
    context = {
        "nav": "club",
        "tab": "programs",
        "form": form,
        "new": request.session.pop(NEW_TOKEN_KEY, None),
        "tokens": Paginator(fetch_tokens(), TOKENS_PER_PAGE).get_page(request.GET.get("page")),
    }
    context["pages"] = context["tokens"]
    return render_page(
        request, "additions/api/programs/programs.html", context, problems=form.errors
    )


@require_POST
def revoke_program_token(request: DeskRequest, token_id: int) -> HttpResponse:
    """Revoke a token."""
    if revoke_token(token_id=token_id):
        messages.success(request, "Token revoked. Its program can’t read or enter anything now.")
    else:
        messages.warning(request, "This token had already expired or been revoked.")
    return redirect("programs")
