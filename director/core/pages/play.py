"""x"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from director.core.base.forms import PageForm, TextField
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_send
from director.core.night.clock.write import run_clock_command, set_break, set_round_minutes
from director.core.night.screens.read import ScreenContent, fetch_shown_messages
from director.errors import AS_SAID, DeskError
from director.models import Session
from director.models.event import SectionRef

# Forms of Play: the clock's buttons, the length of a round, breaks, messages to the room.


NO_ROUND = "This page is out of date. Open step 4, Play, and try again there."


def make_number_field(
    label: str, required: str, invalid: str, *, is_required: bool = True
) -> forms.IntegerField:
    """Return a number field with these error messages."""
    # With type=number a browser sends letters as an empty text, so they couldn't be refused.
    widget = forms.TextInput(attrs={"inputmode": "numeric", "class": "n", "autocomplete": "off"})
    errors = {"required": required, "invalid": invalid}
    return forms.IntegerField(
        label=label, required=is_required, error_messages=errors, widget=widget
    )


class ClockKeyForm(PageForm):
    """The pressed button, with the round and its end that the page showed."""

    key = TextField(required=False)
    round_no = forms.IntegerField(error_messages={"required": NO_ROUND, "invalid": NO_ROUND})
    ends = TextField(required=False)


class MinutesForm(PageForm):
    """The length of rounds, and the warning before their end."""

    minutes = make_number_field(
        "",
        "Type the minutes per round, such as 20.",
        "Minutes per round must be a whole number, such as 20.",
    )
    warning = make_number_field(
        "Warning minutes",
        "",
        "Warning minutes must be a whole number, such as 5. Use 0 for no warning.",
        is_required=False,
    )

    def __init__(
        self, *args: Any, word: str = "round", by_bell: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"].label = f"Minutes per {word}"
        if by_bell:
            del self.fields["warning"]
        self.send_shown_values()


class BreakForm(PageForm):
    """After which round a break comes, and its length."""

    after_round = make_number_field(
        "",
        "Type the round before the break, such as 3.",
        "The round before the break must be a whole number, such as 3.",
    )
    break_minutes = make_number_field(
        "Minutes of break",
        "Type the minutes of the break, such as 15. Use 0 for no break.",
        "Minutes of the break must be a whole number, such as 15.",
    )

    def __init__(self, *args: Any, word: str = "round", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["after_round"].label = f"Break after {word}"


class MessageForm(PageForm):
    """A message for the room, and for how long."""

    text = TextField(
        label="Message on screens",
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 200}),
    )
    stands = make_number_field(
        "Minutes",
        "",
        "Minutes must be a whole number, such as 10. Leave empty to show it until you remove it.",
        is_required=False,
    )


# Play for any kind of event: the clock's buttons, minutes and breaks.
#
# A :class:`PlayStep` describes what a kind adds. *contest* is the section or party at an address.


Place = SectionRef | int


@dataclass(frozen=True, slots=True)
class PlayStep:
    """What a kind of event adds to Play.

    - *step*: the beginning of its URL names.
    - *load_contest*: reads the section or party at an address.
    - *count_rounds*: returns the number of rounds of its clock.
    - *render_page*: renders the page, with the reason if a button was *refused*.
    - *room*: returns what the screens show.
    - *refuse_start*: raises if no round can start.
    - *get_round_word*: returns what a round is called.
    - *ends_rounds_by_bell*: somebody rings the end of a round, so the clock neither ends rounds nor
      warns.
    """

    step: str
    load_contest: Callable[[Any], Any]
    count_rounds: Callable[[Any], int]
    render_page: Callable[..., HttpResponse]
    room: Callable[..., ScreenContent]
    refuse_start: Callable[[Any], None] = lambda _contest: None
    get_round_word: Callable[[Any], str] = lambda _contest: "round"
    ends_rounds_by_bell: bool = False


def make_play_context(
    session: Session, step: str, *, word: str = "round", by_bell: bool = False
) -> dict[str, Any]:
    """Return the forms for a session's clock and screens. (Costs one query.)"""
    initial = _get_round_length(session)
    return {
        "minutes_form": MinutesForm(initial=initial, word=word, by_bell=by_bell),
        "break_form": BreakForm(word=word),
        "message_form": MessageForm(),
        "room_messages": fetch_shown_messages(session),
        "room_url": reverse(f"{step}_room", args=[session.pk]),
    }


def _get_round_length(session: Session) -> dict[str, Any]:
    return {"minutes": session.round_minutes, "warning": session.warning_minutes}


@require_role_to_send(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
def press_clock_button(request: DeskRequest, session_id: Place, *, play: PlayStep) -> HttpResponse:
    """Press one of the clock's buttons."""
    contest = play.load_contest(session_id)
    form = ClockKeyForm(request.POST)
    try:
        if not form.is_valid():
            raise DeskError(AS_SAID, text=form.errors["round_no"][0])
        if form.cleaned_data["key"] == "start":
            play.refuse_start(contest)
        # The page below shows the new clock.
        contest.session = run_clock_command(
            session=contest.session,
            rounds=play.count_rounds(contest),
            word=play.get_round_word(contest),
            by_bell=play.ends_rounds_by_bell,
            **form.cleaned_data,
        )
    except DeskError as error:
        # Read again, because another browser may have changed the clock.
        return play.render_page(request, play.load_contest(session_id), refused=str(error))
    if request.htmx:
        return play.render_page(request, contest)
    return redirect(f"{play.step}_play", session_id=session_id)


@require_role_to_send(Role.SCORER)
@require_POST
def set_round_length(request: DeskRequest, session_id: Place, *, play: PlayStep) -> HttpResponse:
    """Set the length of rounds and, if the clock warns, the warning before their end."""
    contest = play.load_contest(session_id)
    form = MinutesForm(
        request.POST,
        initial=_get_round_length(contest.session),
        word=play.get_round_word(contest),
        by_bell=play.ends_rounds_by_bell,
    )
    store = partial(set_round_minutes, session=contest.session)
    return run_play_form(request, session_id, play, {"minutes_form": form}, store)


@require_role_to_send(Role.SCORER)
@require_POST
def set_or_remove_break(request: DeskRequest, session_id: Place, *, play: PlayStep) -> HttpResponse:
    """Set or remove a break."""
    contest = play.load_contest(session_id)

    def store_break(*, after_round: int, break_minutes: int) -> None:
        set_break(
            session=contest.session,
            after_round=after_round,
            minutes=break_minutes,
            rounds=play.count_rounds(contest),
        )

    form = BreakForm(request.POST, word=play.get_round_word(contest))
    return run_play_form(request, session_id, play, {"break_form": form}, store_break)


def run_play_form(
    request: DeskRequest,
    session_id: Place,
    play: PlayStep,
    forms: Mapping[str, Form],
    store: Callable[..., object],
) -> HttpResponse:
    """Run *store* with the posted form, or show its errors.

    *forms* is the form by its name in the context of the page.
    """
    (form,) = forms.values()
    if form.is_valid():
        try:
            store(**form.cleaned_data)
        except DeskError as error:
            first_field = next(iter(form.fields))
            form.add_error(first_field, str(error))
        else:
            return redirect(f"{play.step}_play", session_id=session_id)
    response = play.render_page(request, play.load_contest(session_id))
    # A TemplateResponse isn't rendered yet, so the refused form can still replace the stored one.
    if isinstance(response, TemplateResponse) and response.context_data is not None:
        response.context_data |= forms
        response.status_code = 422
    return response


def list_play_urls(play: PlayStep) -> list[URLPattern]:
    """Return the URL patterns of *play*, to be included below a section or party."""
    views = {"clock": press_clock_button, "minutes": set_round_length, "break": set_or_remove_break}
    return [
        path(f"play/{path_part}/", view, {"play": play}, name=f"{play.step}_play_{path_part}")
        for path_part, view in views.items()
    ]
