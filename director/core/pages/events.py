"""Pages of events: tonight's sessions, the list of all events, starting and changing one."""

import json
from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from director.core.base.forms import DayField, NameField, PageForm
from director.core.club.club import club_here
from director.core.files.backups.folder import copy_missing
from director.core.night.events.read import days_of_tonight, find_events, recent_events
from director.core.night.events.write import change_event as change
from director.core.night.events.write import remove_event, restore_event
from director.errors import DeskError
from director.kinds import EventKind, event_kinds, kind_of, kind_of_game
from director.models import Event, Session
from director.models.event import Game, SectionPlace


def _unavailable_game_text(kinds: Iterable[EventKind]) -> str:
    """Return the error for a game that none of *kinds* offers."""
    choices = ", or ".join(" or ".join(kind.asked) for kind in kinds)
    return f"This game isn’t available. Choose {choices}."


class EventForm(PageForm):
    """Name, date and game of an event.

    The game of an existing *event* can only be changed to another of its kind: pairs stay pairs,
    and a party stays a party.
    """

    name = NameField(
        label="Name",
        max_length=80,
        what="This name",
        missing="Type a name, such as Tuesday pairs.",
    )
    date = DayField(label="Date", missing="Type the date, such as 2026-11-17.")
    game = forms.ChoiceField(
        label="Game",
        choices=lambda: [kind.games for kind in event_kinds()],
        initial=Game.BRIDGE,
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        event: Event | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        today = timezone.localdate()
        self.fields["date"].initial = today
        self.fields["name"].widget.attrs["autofocus"] = True
        self.fields["name"].initial = f"{today:%A} pairs"
        kinds = event_kinds()
        self.usual_names = {}
        game_names: list[str] = []
        for kind in kinds:
            game_names += kind.asked
            _, games = kind.games
            for game, _ in games:
                self.usual_names[game] = f"{today:%A} {kind.called}"
        game_field = cast(forms.ChoiceField, self.fields["game"])
        game_field.error_messages["required"] = (
            f"Choose a game: {', '.join(game_names[:-1])} or {game_names[-1]}."
        )
        game_field.error_messages["invalid_choice"] = _unavailable_game_text(kinds)
        if event:
            kind = kind_of(event)
            if not kind.can_change_game:
                del self.fields["game"]
                return
            # An existing event keeps its name.
            self.usual_names = {}
            _, game_field.choices = kind.games
            game_field.error_messages["invalid_choice"] = _unavailable_game_text([kind])

    @property
    def names(self) -> str:
        """Return the usual name for each game, as JSON for ``start.js``."""
        return json.dumps(self.usual_names)

    def clean(self) -> dict[str, Any]:
        """Return the data with the kind of event.

        The usual name of another game is replaced, in case the page has no scripts.
        """
        super().clean()
        data = self.cleaned_data
        kind = kind_of_game(data.get("game", ""))
        data["kind"] = kind
        if kind and data.get("name") in self.usual_names.values():
            data["name"] = self.usual_names[data["game"]]
        if kind:
            data["game"] = data["game"].removeprefix(kind.prefix)
        return data


NIGHTS_PER_PAGE = 25


def tonight(request: HttpRequest) -> HttpResponse:
    """Show the sessions of tonight with one next action each, then recent nights."""
    days = days_of_tonight(timezone.now())
    nights: list[Any] = []
    for day in days:
        for kind in event_kinds():
            nights += kind.tonight(day)
    # Sessions that are played and only wait for results come last.
    nights.sort(key=_is_played)
    context = {
        "nav": "tonight",
        "nights": nights,
        "is_all_played": all(map(_is_played, nights)),
        "recent": recent_events(but=days, limit=8),
        "copy_missing": copy_missing(),
        "second_backups": settings.SECOND_BACKUPS,
    }
    return render(request, "core/tonight.html", context)


def _is_played(night: Any) -> bool:
    is_played: bool = night.next_step.url_name.endswith("results")
    return is_played


def nights(request: HttpRequest) -> HttpResponse:
    """List the events that match a search, newest first. ``?archived`` lists archived events."""
    search_text = request.GET.get("find", "")
    is_archive = "archived" in request.GET
    events = find_events(search_text, archived=is_archive)
    context = {
        "nav": "nights",
        "tab": "archived" if is_archive else "nights",
        "archived": is_archive,
        "recent": Paginator(events, NIGHTS_PER_PAGE).get_page(request.GET.get("page")),
        "find": search_text,
    }
    return render(request, "core/nights.html", context)


def event_new(request: HttpRequest) -> HttpResponse:
    """Ask for name, date and game of a new event. A POST starts it."""
    form = EventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        kind = data["kind"]
        session = kind.start(
            club=club_here(), name=data["name"], on=data["date"], game=data["game"]
        )
        return redirect(kind.home(SectionPlace(session.pk)), session_id=session.pk)
    context = {"nav": "tonight", "form": form}
    status = 422 if form.errors else 200
    return render(request, "core/events/new.html", context, status=status)


def change_event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the name, date and game of an event. A POST changes them."""
    event = get_object_or_404(Event, pk=event_id)
    initial = {
        "name": event.name,
        "date": event.date,
        "game": f"{kind_of(event).prefix}{event.game}",
    }
    form = EventForm(request.POST or None, initial=initial, event=event)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            change(event=event, name=data["name"], on=data["date"], game=data.get("game", ""))
        except DeskError as error:
            form.add_error("game", str(error))
        else:
            messages.success(request, "Saved.")
            return redirect("session_open", session_id=event.last_session)
    context = {"nav": "nights", "form": form, "event": event, "called": initial["name"]}
    status = 422 if form.errors else 200
    return render(request, "core/events/change.html", context, status=status)


@require_POST
def event_off(request: HttpRequest, event_id: int) -> HttpResponse:
    """Archive an event. The message offers to undo it."""
    event = remove_event(event=get_object_or_404(Event, pk=event_id))
    messages.success(
        request, f"{event.name} is archived.", extra_tags=reverse("event_restore", args=[event.pk])
    )
    return redirect("nights")


@require_POST
def event_back(request: HttpRequest, event_id: int) -> HttpResponse:
    """Restore an archived night."""
    event = restore_event(event=get_object_or_404(Event, pk=event_id))
    messages.success(request, f"{event.name} is restored.")
    return redirect("nights")


@require_safe
def session_open(_request: HttpRequest, session_id: SectionPlace) -> HttpResponse:
    """Redirect to the step of a session or section that needs the director."""
    session = get_object_or_404(
        Session.objects.select_related("event__club"), pk=session_id.session_id
    )
    if session_id.letter and not session.sections.exists():
        raise Http404("A party has no sections.")
    return redirect(kind_of(session.event).home(session_id), session_id=session_id)
