"""Pages for events: the forms that start or change one, and what becomes of it."""

import datetime as dt
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from director.core.base.forms import (
    DayField,
    NameField,
    SettingsForm,
    make_model_form_field,
    make_validation_error,
)
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, can_direct, require_role_to_send
from director.core.base.shown_refusals import show_refusals_as_messages, show_refusals_at
from director.core.club.club import get_or_create_club
from director.core.night.event_fields import RULES_BY_FIELD, list_setting_names
from director.core.night.events import change_event as change
from director.core.night.events import (
    choose_free_name,
    fetch_day_event_names,
    fetch_recent_games,
    move_to_archive,
    redo_settings,
    restore_event,
    undo_settings,
)
from director.core.night.history import (
    SETTINGS_KINDS,
    select_undo_and_redo_acts,
    split_undo_and_redo_acts,
)
from director.core.night.repeats import fetch_repeatable_events, find_repeat_offer, repeat_night
from director.core.pages.history import find_undo_question_page
from director.event_kinds import (
    EventKind,
    GameGroup,
    find_kind_of_game,
    get_event_kind,
    list_event_kinds,
)
from director.models import Event, Session
from director.models.event import Game, SectionRef
from director.names import has_words


def _format_unavailable_game(kinds: Iterable[EventKind]) -> str:
    """Return the error for a game that none of *kinds* offers."""
    choices = ", or ".join(" or ".join(kind.game_phrases) for kind in kinds)
    return f"This game isn’t available. Choose {choices}."


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game on the page, with the usual name of its nights and the name of its group."""

    key: str
    name: str
    night_name: str
    group_name: str
    is_chosen: bool

    @property
    def search_text(self) -> str:
        """The text by which the game is found."""
        return f"{self.name} {self.group_name}"


@dataclass(frozen=True, slots=True)
class GameList:
    """Games below a *name* and a *description* about them; the first list has neither."""

    name: str
    description: str
    choices: Sequence[GameChoice]
    is_open: bool = False


class EventForm(SettingsForm):
    """The settings of an event that *Start a night* and *Change* both ask."""

    name = NameField(
        label="Name",
        max_length=80,
        what="This name",
        missing="Type a name, such as Tuesday pairs.",
    )
    date = DayField(label="Date", missing="Type the date, such as 2026-11-17.")
    game = forms.ChoiceField(label="Game")
    field_order = ("name", "date", "find", "game")

    class Meta:
        model = Event
        fields = tuple(list_setting_names())
        labels: ClassVar = {name: RULES_BY_FIELD[name].label for name in fields}
        formfield_callback = make_model_form_field

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True

    @property
    def more_settings(self) -> list[forms.BoundField]:
        """Return the fields below the games."""
        return [self[name] for name in self.fields if name not in self.field_order]

    def _leave_out_foreign_settings(self, contests: Iterable[str]) -> None:
        """Remove the settings that events of none of *contests* have."""
        names = {name for contest in contests for name in list_setting_names(contest)}
        for name in set(list_setting_names()) - names:
            del self.fields[name]

    def _offer_games(self, kinds: Sequence[EventKind]) -> None:
        """Offer the games of *kinds*."""
        self.set_choices(
            "game", [game for group in _list_game_groups(kinds) for game in group.games]
        )
        game_names = [name for kind in list_event_kinds() for name in kind.game_phrases]
        self.fields["game"].error_messages |= {
            "required": f"Choose a game: {', '.join(game_names[:-1])} or {game_names[-1]}.",
            "invalid_choice": _format_unavailable_game(kinds),
        }

    def _refuse_taken_name(self, *, changed_event: Event | None = None) -> None:
        """Refuse a name that another night of the day has. *changed_event* is the event that is changed."""
        data = self.cleaned_data
        if not (data.get("name") and data.get("date")):
            return
        taken_names = fetch_day_event_names(data["date"], excluded_event=changed_event)
        if data["name"].casefold() in taken_names:
            free_name = choose_free_name(data["name"], taken_names)
            error = make_validation_error(
                "event-name-taken",
                "Another night of this day is called {name}. Choose another name, such as {free}.",
                name=data["name"],
                free=free_name,
            )
            self.add_error("name", error)


def _list_game_groups(kinds: Iterable[EventKind]) -> list[GameGroup]:
    return [group for kind in kinds for group in kind.game_groups]


_FIND_EXAMPLES = ("whist", "Swiss", "euchre")
"""What the search suggests, as far as it finds games."""


class EventStartForm(EventForm):
    """The settings of a new event.

    Its game is chosen in a list that begins with the club's own games, or typed in *find*. The
    *kind* is that of the chosen game.
    """

    kind: EventKind | None = None
    find = NameField(
        label="Find a game",
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.groups = _list_game_groups(list_event_kinds())
        self._offer_games(list_event_kinds())
        self._leave_out_foreign_settings([kind.contest for kind in list_event_kinds()])
        found_examples = [text for text in _FIND_EXAMPLES if self._search_games(text)]
        self.fields["find"].widget.attrs["placeholder"] = f"{', '.join(found_examples)} …"
        today = timezone.localdate()
        self.fields["date"].initial = today
        self.default_names_by_game: dict[str, str] = {}
        self._night_names_by_game: dict[str, str] = {}
        self._suggest_games_and_names(today)

    def _suggest_games_and_names(self, today: dt.date) -> None:
        """Suggest the club's own games, and for each game a name that no other night of *today* has."""
        taken_names = fetch_day_event_names(today)
        for kind in list_event_kinds():
            for game, name in kind.get_default_names_by_game().items():
                self._night_names_by_game[game] = name
                self.default_names_by_game[game] = choose_free_name(
                    f"{today:%A} {name}", taken_names
                )
        self.first_games = [
            game for game in fetch_recent_games(today) if game in self.default_names_by_game
        ]
        default_game = next(iter(self.first_games), Game.BRIDGE)
        self.fields["game"].initial = default_game
        self.fields["name"].initial = self.default_names_by_game[default_game]

    @property
    def default_names_json(self) -> str:
        """Return the usual name for each game, as JSON for ``start.js``."""
        return json.dumps(self.default_names_by_game)

    @property
    def game_lists(self) -> list[GameList]:
        """Return the lists of games: found ones or the club's own first, then all others by group."""
        text = str(self["find"].value() or "")
        first_games = self._search_games(text) if text else self.first_games
        chosen_game = self["game"].value()
        if text and chosen_game not in first_games:
            chosen_game = next(iter(first_games), chosen_game)
        lists = []
        choices_by_key: dict[str, GameChoice] = {}
        for group in self.groups:
            choices = []
            for key, name in group.games:
                night_name = self._night_names_by_game[key]
                choice = GameChoice(key, name, night_name, group.name, key == chosen_game)
                choices_by_key[key] = choice
                if key not in first_games:
                    choices.append(choice)
            is_open = any(choice.is_chosen for choice in choices)
            lists.append(GameList(group.name, group.description, choices, is_open))
        first_choices = [choices_by_key[key] for key in first_games]
        return [GameList("", "", first_choices), *(games for games in lists if games.choices)]

    def _search_games(self, text: str) -> list[str]:
        """Find games by name and group. Return the keys of games that have all words of *text*."""
        found_games = []
        for group in self.groups:
            for key, name in group.games:
                if name.casefold() == text.casefold():
                    return [key]
                search_text = f"{name} {group.name}"
                if has_words(text, search_text, search_text.split()):
                    found_games.append(key)
        return found_games

    def _set_found_game(self, text: str) -> None:
        """Choose the only game that *text* finds, unless a found game is chosen already."""
        found_games = self._search_games(text)
        if self.cleaned_data.get("game") in found_games:
            return
        if not found_games:
            self.add_error(
                "find",
                make_validation_error(
                    "game-unknown",
                    "No game is called “{name}”. Type part of its name, or choose one below.",
                    name=text,
                ),
            )
        elif len(found_games) > 1:
            count = len(found_games)
            self.add_error(
                "find",
                make_validation_error(
                    "game-not-unique",
                    "“{name}” is in the names of {count} games. Choose one of them.",
                    count=count,
                    name=text,
                ),
            )
        else:
            self.cleaned_data["game"] = found_games[0]

    def _refuse_foreign_settings(self, kind: EventKind) -> None:
        """Refuse what only events of other kinds have. What is empty is left to the model."""
        for name in set(list_setting_names()) - set(list_setting_names(kind.contest)):
            if self.cleaned_data.get(name):
                self.add_error(name, make_validation_error(*RULES_BY_FIELD[name].refusal))
            else:
                self.cleaned_data.pop(name, None)

    def clean(self) -> dict[str, Any]:
        """Return the data, with the game by its key in the chosen kind.

        The usual name of another game is replaced, in case the page has no scripts.
        """
        super().clean()
        data = self.cleaned_data
        if text := data.pop("find", ""):
            self._set_found_game(text)
        self.kind = find_kind_of_game(data.get("game", ""))
        if self.kind:
            if data.get("name") in self.default_names_by_game.values():
                data["name"] = self.default_names_by_game[data["game"]]
            data["game"] = data["game"].removeprefix(self.kind.prefix)
            self._refuse_foreign_settings(self.kind)
        self._refuse_taken_name()
        return data


class EventChangeForm(EventForm):
    """The settings of an existing event.

    Its game can only be changed to another of its kind: pairs stay pairs, and a party stays a party.
    """

    def __init__(self, data: QueryDict | None = None, *, instance: Event) -> None:
        self._stored_event = instance
        kind = get_event_kind(instance)
        super().__init__(data, instance=instance, initial={"game": f"{kind.prefix}{instance.game}"})
        self._leave_out_foreign_settings([kind.contest])
        if kind.can_change_game:
            self._offer_games([kind])
        else:
            del self.fields["game"]

    def clean(self) -> dict[str, Any]:
        """Return the data, with the game by its key in the event's kind."""
        super().clean()
        data = self.cleaned_data
        if "game" in data:
            data["game"] = data["game"].removeprefix(get_event_kind(self._stored_event).prefix)
        # A name that is stored already stays.
        if (data.get("name"), data.get("date")) != (
            self._stored_event.name,
            self._stored_event.date,
        ):
            self._refuse_taken_name(changed_event=self._stored_event)
        return data


def start_event(request: HttpRequest) -> HttpResponse:
    """Ask for name, date and game of a new event. A POST starts it."""
    form = EventStartForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and form.kind:
        # Whatever the form asks is stored or refused: a setting that is not passed on is lost.
        session = form.kind.create_event(club=get_or_create_club(), **form.cleaned_data)
        return redirect(
            get_event_kind(session.event).get_next_step_url_name(SectionRef(session.pk)),
            ref=session.pk,
        )
    # Whoever has typed something wants another night.
    offer = None if form.is_bound else find_repeat_offer(timezone.localdate())
    if offer:
        # The focus is on the button that repeats it.
        del form.fields["name"].widget.attrs["autofocus"]
    context = {"nav": "tonight", "form": form, "offer": offer}
    return render_page(request, "core/events/new.html", context, problems=form.errors)


@require_POST
def repeat_event(request: DeskRequest, event_id: int) -> HttpResponse:
    """Start a night of today like an earlier one, and go on to its next step."""
    event = get_object_or_404(fetch_repeatable_events(), pk=event_id)
    next_address = reverse("event_new")
    with show_refusals_as_messages(request):
        session = repeat_night(event=event, date=timezone.localdate(), user=request.user)
        url_name = get_event_kind(event).get_next_step_url_name(SectionRef(session.pk))
        next_address = reverse(url_name, args=[session.pk])
    return redirect(next_address)


def change_event(request: DeskRequest, event_id: int) -> HttpResponse:
    """Show the name, date and game of an event. A POST changes them."""
    event = get_object_or_404(Event, pk=event_id)
    form = EventChangeForm(request.POST or None, instance=event)
    # A refused change leaves the typed name on the record.
    stored_name = event.name
    if request.method == "POST" and form.is_valid():
        with show_refusals_at(form, "game"):
            change(event=event, user=request.user, **form.cleaned_data)
            messages.success(request, "Saved.")
            return redirect("session_open", ref=event.last_session)
    undo, redo = split_undo_and_redo_acts(
        select_undo_and_redo_acts(event.acts.filter(kind__in=SETTINGS_KINDS))
    )
    context = {
        "nav": "nights",
        "form": form,
        "event": event,
        "called": stored_name,
        "undo": undo,
        "redo": redo,
    }
    return render_page(request, "core/events/change.html", context, problems=form.errors)


@require_role_to_send(Role.SCORER)
@require_POST
def undo_event_settings(request: DeskRequest, event_id: int, number: int) -> HttpResponse:
    """Undo a change of settings, the latest of its kind."""
    return _undo_or_redo_settings(request, event_id, number, is_redo=False)


@require_role_to_send(Role.SCORER)
@require_POST
def redo_event_settings(request: DeskRequest, event_id: int, number: int) -> HttpResponse:
    """Redo the change of settings that was undone last."""
    return _undo_or_redo_settings(request, event_id, number, is_redo=True)


def _undo_or_redo_settings(
    request: DeskRequest, event_id: int, number: int, *, is_redo: bool
) -> HttpResponse:
    event = get_object_or_404(Event, pk=event_id)
    if can_direct(request):
        back_url = reverse("event_change", args=[event.pk])
    else:
        back_url = reverse("session_open", args=[event.last_session.pk])
    question = find_undo_question_page(
        request, event.acts.all(), number, back=back_url, is_redo=is_redo
    )
    if question:
        return question
    undo_or_redo = redo_settings if is_redo else undo_settings
    with show_refusals_as_messages(request):
        act = undo_or_redo(event=event, number=number, user=request.user)
        messages.success(request, f"{'Redone' if is_redo else 'Undone'}: {act.words}")
    return redirect(back_url)


@require_POST
def archive_event(request: DeskRequest, event_id: int) -> HttpResponse:
    """Archive an event. The message offers to undo it."""
    event = move_to_archive(event=get_object_or_404(Event, pk=event_id), user=request.user)
    messages.success(
        request, f"{event.name} is archived.", extra_tags=reverse("event_restore", args=[event.pk])
    )
    return redirect("nights")


@require_POST
def restore_archived_event(request: DeskRequest, event_id: int) -> HttpResponse:
    """Restore an archived night."""
    with show_refusals_as_messages(request):
        event = restore_event(event=get_object_or_404(Event, pk=event_id), user=request.user)
        messages.success(request, f"{event.name} is restored.")
    return redirect("nights")


@require_safe
def redirect_to_next_step(_request: HttpRequest, ref: SectionRef) -> HttpResponse:
    """Redirect to the step of a session or section that needs the director."""
    session = get_object_or_404(Session.objects.select_related("event__club"), pk=ref.session_id)
    if ref.letter and not session.sections.exists():
        raise Http404("A party has no sections.")
    return redirect(get_event_kind(session.event).get_next_step_url_name(ref), ref=ref)
