"""Pages for events: tonight's sessions, the list of events, and forms to start or change one."""

import datetime as dt
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from director.core.base.forms import DayField, NameField, PageForm, make_validation_error
from director.core.base.sentences import DeskSentences
from director.core.club.club import get_or_create_club
from director.core.club.home import fetch_latest_results
from director.core.files.backups.folder import copy_missing
from director.core.night.events.read import (
    fetch_day_event_names,
    fetch_long_running_events,
    fetch_recent_events,
    fetch_recent_games,
    find_events,
    find_free_name,
    get_tonight_days,
)
from director.core.night.events.write import change_event as change
from director.core.night.events.write import remove_event, restore_event
from director.errors import DeskError
from director.kinds import EventKind, GameGroup, find_kind_of_game, get_event_kind, list_event_kinds
from director.models import Event, Session
from director.models.event import Game, SectionPlace
from director.names import has_words


def _format_unavailable_game(kinds: Iterable[EventKind]) -> str:
    """Return the error for a game that none of *kinds* offers."""
    choices = ", or ".join(" or ".join(kind.asked) for kind in kinds)
    return f"This game isn’t available. Choose {choices}."


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game on the page: its key, its name, and the *words* by which it is found."""

    key: str
    name: str
    words: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class GameList:
    """Games below a *name* and a *line* about them; the first list has neither."""

    name: str
    line: str
    choices: Sequence[GameChoice]
    is_open: bool = False


class EventForm(PageForm):
    """Name, date and game of an event.

    A new event's game is chosen in a list that begins with the club's own games, or typed in *find*.
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
    find = NameField(
        label="Find a game",
        required=False,
        max_length=80,
        widget=forms.TextInput(
            attrs={"type": "search", "autocomplete": "off", "placeholder": "whist, Swiss, euchre …"}
        ),
    )
    game = forms.ChoiceField(label="Game")
    is_long_running = forms.BooleanField(
        label="Over weeks or months: a league, a knock-out played at home", required=False
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        event: Event | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.event = event
        self.kinds: Sequence[EventKind] = list_event_kinds()
        self.usual_names: dict[str, str] = {}
        self.first_games: list[str] = []
        today = timezone.localdate()
        self.fields["date"].initial = today
        self.fields["name"].widget.attrs["autofocus"] = True
        if event:
            kind = get_event_kind(event)
            self.kinds = [kind]
            del self.fields["find"]
            if not kind.can_be_long_running:
                del self.fields["is_long_running"]
            if not kind.can_change_game:
                del self.fields["game"]
                return
        else:
            self._suggest(today)
        self.set_choices(
            "game", [game for group in self._list_game_groups() for game in group.games]
        )
        game_names = [name for kind in list_event_kinds() for name in kind.asked]
        self.fields["game"].error_messages |= {
            "required": f"Choose a game: {', '.join(game_names[:-1])} or {game_names[-1]}.",
            "invalid_choice": _format_unavailable_game(self.kinds),
        }

    def _suggest(self, today: dt.date) -> None:
        """Suggest the club's own games, and for each game a name that no other night of *today* has."""
        taken_names = fetch_day_event_names(today)
        for kind in self.kinds:
            for game, name in kind.usual_names().items():
                self.usual_names[game] = find_free_name(f"{today:%A} {name}", taken_names)
        self.first_games = [game for game in fetch_recent_games(today) if game in self.usual_names]
        usual_game = next(iter(self.first_games), Game.BRIDGE)
        self.fields["game"].initial = usual_game
        self.fields["name"].initial = self.usual_names[usual_game]

    def _list_game_groups(self) -> list[GameGroup]:
        return [group for kind in self.kinds for group in kind.game_groups]

    @property
    def names(self) -> str:
        """Return the usual name for each game, as JSON for ``start.js``."""
        return json.dumps(self.usual_names)

    @property
    def game_lists(self) -> list[GameList]:
        """Return the lists of games: found ones or the club's own first, then all others by group."""
        text = str(self["find"].value() or "")
        first_games = self._find_games(text) if text else self.first_games
        chosen_game = self["game"].value()
        if text and chosen_game not in first_games:
            chosen_game = next(iter(first_games), chosen_game)
        lists = []
        by_key: dict[str, GameChoice] = {}
        for group in self._list_game_groups():
            choices = []
            for key, name in group.games:
                choice = GameChoice(key, name, f"{name} {group.name}", key == chosen_game)
                by_key[key] = choice
                if key not in first_games:
                    choices.append(choice)
            is_open = any(choice.is_chosen for choice in choices)
            lists.append(GameList(group.name, group.line, choices, is_open))
        first_choices = [by_key[key] for key in first_games]
        return [GameList("", "", first_choices), *(games for games in lists if games.choices)]

    def _find_games(self, text: str) -> list[str]:
        """Find games by name and group. Return the keys of games that have all words of *text*."""
        found_games = []
        for group in self._list_game_groups():
            for key, name in group.games:
                if name.casefold() == text.casefold():
                    return [key]
                words = f"{name} {group.name}"
                if has_words(text, words, words.split()):
                    found_games.append(key)
        return found_games

    def _follow_find(self, text: str) -> None:
        """Choose the only game that *text* finds, unless a found game is chosen already."""
        found_games = self._find_games(text)
        if self.cleaned_data.get("game") in found_games:
            return
        if not found_games:
            self.add_error("find", make_validation_error(DeskSentences.GAME_UNKNOWN, name=text))
        elif len(found_games) > 1:
            count = len(found_games)
            self.add_error(
                "find", make_validation_error(DeskSentences.GAME_NOT_UNIQUE, count=count, name=text)
            )
        else:
            self.cleaned_data["game"] = found_games[0]

    def clean(self) -> dict[str, Any]:
        """Return the data with the kind of event.

        The usual name of another game is replaced, in case the page has no scripts.
        """
        super().clean()
        data = self.cleaned_data
        if text := data.pop("find", ""):
            self._follow_find(text)
        kind = find_kind_of_game(data.get("game", ""))
        data["kind"] = kind
        if kind and data.get("name") in self.usual_names.values():
            data["name"] = self.usual_names[data["game"]]
        if kind:
            data["game"] = data["game"].removeprefix(kind.prefix)
            if data.get("is_long_running") and not kind.can_be_long_running:
                self.add_error(
                    "is_long_running", make_validation_error(DeskSentences.NOT_LONG_RUNNING)
                )
        if data.get("name") and data.get("date"):
            self._refuse_taken_name(data["name"], data["date"])
        return data

    def _refuse_taken_name(self, name: str, on: dt.date) -> None:
        """Refuse a name that another night of the day has, unless the event is stored with it."""
        if self.event and (self.event.name, self.event.date) == (name, on):
            return
        taken_names = fetch_day_event_names(on, but=self.event)
        if name.casefold() in taken_names:
            other_name = find_free_name(name, taken_names)
            error = make_validation_error(
                DeskSentences.EVENT_NAME_TAKEN, name=name, free=other_name
            )
            self.add_error("name", error)


NIGHTS_PER_PAGE = 25


@login_required(login_url="published", redirect_field_name="")
def show_tonight(request: HttpRequest) -> HttpResponse:
    """Show the sessions of tonight with one next action each, then recent nights.

    The club's address leads visitors to the published results.
    """
    days = get_tonight_days(timezone.now())
    nights: list[Any] = []
    for day in days:
        for kind in list_event_kinds():
            nights += kind.tonight(day)
    # Sessions that are played and only wait for results come last.
    nights.sort(key=_is_played)
    context = {
        "nav": "tonight",
        "nights": nights,
        "is_all_played": all(map(_is_played, nights)),
        "recent": fetch_latest_results(list(fetch_recent_events(but=days, limit=8))),
        "long_running": fetch_long_running_events(),
        "copy_missing": copy_missing(),
        "second_backups": settings.SECOND_BACKUPS,
    }
    return render(request, "core/tonight.html", context)


def _is_played(night: Any) -> bool:
    is_played: bool = night.next_step.url_name.endswith("results")
    return is_played


def list_nights(request: HttpRequest) -> HttpResponse:
    """List the events that match a search, newest first. ``?archived`` lists archived events."""
    search_text = request.GET.get("find", "")
    is_archive = "archived" in request.GET
    events = find_events(search_text, archived=is_archive)
    recent = Paginator(events, NIGHTS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "nav": "nights",
        "tab": "archived" if is_archive else "nights",
        "archived": is_archive,
        "recent": recent,
        "results": fetch_latest_results(list(recent)),
        "find": search_text,
    }
    return render(request, "core/nights.html", context)


def start_event(request: HttpRequest) -> HttpResponse:
    """Ask for name, date and game of a new event. A POST starts it."""
    form = EventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        # Whatever the form asks is stored or refused: a setting that is not passed on is lost.
        settings = dict(form.cleaned_data)
        kind = settings.pop("kind")
        session = kind.start(club=get_or_create_club(), on=settings.pop("date"), **settings)
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
        "is_long_running": event.is_long_running,
        "game": f"{get_event_kind(event).prefix}{event.game}",
    }
    form = EventForm(request.POST or None, initial=initial, event=event)
    if request.method == "POST" and form.is_valid():
        settings = {name: value for name, value in form.cleaned_data.items() if name != "kind"}
        try:
            change(event=event, on=settings.pop("date"), **settings)
        except DeskError as error:
            form.add_error("game", str(error))
        else:
            messages.success(request, "Saved.")
            return redirect("session_open", session_id=event.last_session)
    context = {"nav": "nights", "form": form, "event": event, "called": initial["name"]}
    status = 422 if form.errors else 200
    return render(request, "core/events/change.html", context, status=status)


@require_POST
def archive_event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Archive an event. The message offers to undo it."""
    event = remove_event(event=get_object_or_404(Event, pk=event_id))
    messages.success(
        request, f"{event.name} is archived.", extra_tags=reverse("event_restore", args=[event.pk])
    )
    return redirect("nights")


@require_POST
def restore_archived_event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Restore an archived night."""
    event = restore_event(event=get_object_or_404(Event, pk=event_id))
    messages.success(request, f"{event.name} is restored.")
    return redirect("nights")


@require_safe
def redirect_to_next_step(_request: HttpRequest, session_id: SectionPlace) -> HttpResponse:
    """Redirect to the step of a session or section that needs the director."""
    session = get_object_or_404(
        Session.objects.select_related("event__club"), pk=session_id.session_id
    )
    if session_id.letter and not session.sections.exists():
        raise Http404("A party has no sections.")
    return redirect(get_event_kind(session.event).home(session_id), session_id=session_id)
