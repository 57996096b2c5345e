"""Home: tonight's sessions, recent nights, and starting a new one."""

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


def _not_here(kinds: Iterable[EventKind]) -> str:
    """Return what to choose instead of a game that none of *kinds* offers."""
    return f"This game isn’t available. Choose {', or '.join(' or '.join(kind.asked) for kind in kinds)}."


class EventForm(PageForm):
    """Name, date and game of an event.

    Pass the *event* of a night that is there already: pairs stay pairs, and a party stays one.
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
        self.usual_names = {
            value: f"{today:%A} {kind.called}" for kind in kinds for value, _game in kind.games[1]
        }
        game = cast(forms.ChoiceField, self.fields["game"])
        *asked, last = (name for kind in event_kinds() for name in kind.asked)
        game.error_messages["required"] = f"Choose a game: {', '.join(asked)} or {last}."
        game.error_messages["invalid_choice"] = _not_here(event_kinds())
        if event:
            kind = kind_of(event)
            if not kind.can_change_game:
                del self.fields["game"]
                return
            self.usual_names = {}
            game.choices = kind.games[1]
            game.error_messages["invalid_choice"] = _not_here([kind])

    @property
    def names(self) -> str:
        """The usual name for each game, as JSON for ``start.js``."""
        return json.dumps(self.usual_names)

    def clean(self) -> dict[str, Any]:
        """Return the data with the kind of event, and its usual name if unchanged."""
        super().clean()
        data = self.cleaned_data
        data["kind"] = kind = kind_of_game(data.get("game", ""))
        if kind and data.get("name") in self.usual_names.values():
            data["name"] = self.usual_names[data["game"]]
        if kind:
            data["game"] = data["game"].removeprefix(kind.prefix)
        return data


NIGHTS_PER_PAGE = 25


def tonight(request: HttpRequest) -> HttpResponse:
    """Show the sessions of tonight with one next action each, then recent nights."""
    days = days_of_tonight(timezone.now())
    nights = [night for day in days for kind in event_kinds() for night in kind.tonight(day)]
    context = {
        "nav": "tonight",
        "nights": sorted(
            nights, key=lambda night: night.next_step.url_name.endswith("results")
        ),  # played ones last
        "recent": recent_events(but=days, limit=8),
        "copy_missing": copy_missing(),
        "second_backups": settings.SECOND_BACKUPS,
    }
    return render(request, "core/tonight.html", context)


def nights(request: HttpRequest) -> HttpResponse:
    """List events, newest first, that match a search or are archived."""
    find, archived = request.GET.get("find", ""), "archived" in request.GET
    events = Paginator(find_events(find, archived=archived), NIGHTS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {"nav": "nights", "tab": "archived" if archived else "nights", "archived": archived}
    return render(request, "core/nights.html", context | {"recent": events, "find": find})


def event_new(request: HttpRequest) -> HttpResponse:
    """Ask what the night is called and start it."""
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
    """Go to the step of the session, or of one of its sections, that needs the director."""
    session = get_object_or_404(
        Session.objects.select_related("event__club"), pk=session_id.session_id
    )
    if session_id.letter and not session.sections.exists():
        raise Http404("A party has no sections.")
    return redirect(kind_of(session.event).home(session_id), session_id=session_id)
