"""Play for any kind of event: the clock's buttons, minutes and breaks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, sent_by
from director.core.night.clock.write import clock_command, set_break, set_round_minutes
from director.core.night.screens.read import Room, messages_shown
from director.core.pages.play.forms import BreakForm, ClockKeyForm, MessageForm, MinutesForm
from director.errors import AS_SAID, DeskError
from director.models import Session
from director.models.event import SectionPlace

Place = SectionPlace | int


@dataclass(frozen=True, slots=True)
class PlayStep:
    """What a kind adds to Play. URL names begin with *step*.

    *night* reads a section or a party by its place, *rounds* counts those of its clock, *word* says
    what they are called, *refuse_start* why none can begin.  *show* answers with the page, which
    says why a key was *refused*; *room* returns what the screens show.  Where somebody rings rounds
    out *by_bell*, the clock does not go on by itself nor warn of their end.
    """

    step: str
    night: Callable[[Any], Any]
    rounds: Callable[[Any], int]
    show: Callable[..., HttpResponse]
    room: Callable[..., Room]
    refuse_start: Callable[[Any], None] = lambda _night: None
    word: Callable[[Any], str] = lambda _night: "round"
    by_bell: bool = False


def play_settings(
    session: Session, step: str, *, word: str = "round", by_bell: bool = False
) -> dict[str, Any]:
    """Return the settings of the clock and the screens of *session*. One query."""
    usual = {"minutes": session.round_minutes, "warning": session.warning_minutes}
    return {
        "minutes_form": MinutesForm(initial=usual, word=word, by_bell=by_bell),
        "break_form": BreakForm(word=word),
        "message_form": MessageForm(),
        "room_messages": messages_shown(session),
        "room_url": reverse(f"{step}_room", args=[session.pk]),
    }


@sent_by(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
def play_clock(request: DeskRequest, session_id: Place, *, play: PlayStep) -> HttpResponse:
    """Press one of the clock's buttons."""
    night, form = play.night(session_id), ClockKeyForm(request.POST)
    try:
        if not form.is_valid():
            raise DeskError(AS_SAID, text=form.errors["round_no"][0])
        if form.cleaned_data["key"] == "start":
            play.refuse_start(night)
        clock: dict[str, Any] = {
            "rounds": play.rounds(night),
            "word": play.word(night),
            "by_bell": play.by_bell,
        }
        night.session = clock_command(session=night.session, **clock, **form.cleaned_data)
    except DeskError as error:
        return play.show(request, play.night(session_id), refused=str(error))
    if request.htmx:
        return play.show(request, night)
    return redirect(f"{play.step}_play", session_id=session_id)


@sent_by(Role.SCORER)
@require_POST
def play_minutes(request: DeskRequest, session_id: Place, *, play: PlayStep) -> HttpResponse:
    """Set how long a round lasts and, where the clock warns, when its end is near."""
    night = play.night(session_id)
    form = MinutesForm(request.POST, word=play.word(night), by_bell=play.by_bell)
    act = partial(set_round_minutes, session=night.session)
    return play_form_post(request, session_id, play, {"minutes_form": form}, act)


@sent_by(Role.SCORER)
@require_POST
def play_break(request: DeskRequest, session_id: Place, *, play: PlayStep) -> HttpResponse:
    """Set or remove a break."""
    night = play.night(session_id)

    def act(*, after_round: int, break_minutes: int) -> None:
        set_break(
            session=night.session,
            after_round=after_round,
            minutes=break_minutes,
            rounds=play.rounds(night),
        )

    form = BreakForm(request.POST, word=play.word(night))
    return play_form_post(request, session_id, play, {"break_form": form}, act)


def play_form_post(
    request: DeskRequest,
    session_id: Place,
    play: PlayStep,
    forms: Mapping[str, Form],
    act: Callable[..., object],
) -> HttpResponse:
    """Run *act* with the posted form, or show its errors."""
    (form,) = forms.values()
    if form.is_valid():
        try:
            act(**form.cleaned_data)
        except DeskError as error:
            form.add_error(next(iter(form.fields)), str(error))
        else:
            return redirect(f"{play.step}_play", session_id=session_id)
    answer = play.show(request, play.night(session_id))
    if isinstance(answer, TemplateResponse) and answer.context_data is not None:
        answer.context_data |= forms
        answer.status_code = 422
    return answer


def play_addresses(play: PlayStep) -> list[URLPattern]:
    """Return the addresses of *play* below that of its night."""
    views = {"clock": play_clock, "minutes": play_minutes, "break": play_break}
    return [
        path(f"play/{word}/", view, {"play": play}, name=f"{play.step}_play_{word}")
        for word, view in views.items()
    ]
