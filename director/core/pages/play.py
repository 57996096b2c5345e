"""Play, step 4, of any kind of event: the clock's buttons, breaks, and the screens of the room."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, TypeVar
from urllib.parse import urlencode

from django import forms
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.core.base.address import make_address_context
from director.core.base.forms import PageForm, TextField, parse_small_number
from director.core.base.requests import DeskRequest, PageView
from director.core.base.roles import Role, require_role_to_send
from director.core.base.shown_refusals import show_refusals_as_messages, show_refusals_at
from director.core.night.clock_buttons import run_clock_command, set_break, set_round_minutes
from director.core.night.room import fetch_shown_messages, remove_message, send_message
from director.core.night.screens import (
    DEFAULT_ROW_COUNT,
    SHOWS,
    TWO_COLUMN_ROWS,
    PageRequest,
    ScreenContent,
    compute_room_version,
    set_room_standings,
)
from director.errors import DeskError
from director.models import Message, Session

SCREEN_PARAMS = ("show", "section")
"""Query parameters that a screen repeats when it asks for its next page."""
NO_ROUND_MESSAGE = "This page is out of date. Open step 4, Play, and try again there."


class Contest(Protocol):
    """What a kind of event reads at an address of Play: a section or a party."""

    session: Any


ContestT = TypeVar("ContestT", bound=Contest)
RefT = TypeVar("RefT")
"""The reference of a contest in addresses."""


def make_number_field(
    label: str = "", *, invalid_message: str, missing_message: str = ""
) -> forms.IntegerField:
    """Return a number field, which may be left empty if it has no *missing_message*."""
    # With type=number a browser sends letters as an empty text, so they couldn't be refused.
    widget = forms.TextInput(attrs={"inputmode": "numeric", "class": "n", "autocomplete": "off"})
    errors = {"required": missing_message, "invalid": invalid_message}
    return forms.IntegerField(
        label=label, required=bool(missing_message), error_messages=errors, widget=widget
    )


class ClockKeyForm(PageForm):
    """The pressed button, with the round and its end that the page showed."""

    key = TextField(required=False)
    round_no = forms.IntegerField(
        error_messages={"required": NO_ROUND_MESSAGE, "invalid": NO_ROUND_MESSAGE}
    )
    ends = TextField(required=False)


class MinutesForm(PageForm):
    """The length of rounds, and the warning before their end."""

    minutes = make_number_field(
        missing_message="Type the minutes per round, such as 20.",
        invalid_message="Minutes per round must be a whole number, such as 20.",
    )
    warning = make_number_field(
        "Warning minutes",
        invalid_message="Warning minutes must be a whole number, such as 5. Use 0 for no warning.",
    )

    def __init__(
        self, *args: Any, round_noun: str = "round", is_by_bell: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"].label = f"Minutes per {round_noun}"
        if is_by_bell:
            del self.fields["warning"]
        # The other forms of Play have no stored values.
        self.add_shown_values()


class BreakForm(PageForm):
    """After which round a break comes, and its length."""

    after_round = make_number_field(
        missing_message="Type the round before the break, such as 3.",
        invalid_message="The round before the break must be a whole number, such as 3.",
    )
    break_minutes = make_number_field(
        "Minutes of break",
        missing_message="Type the minutes of the break, such as 15. Use 0 for no break.",
        invalid_message="Minutes of the break must be a whole number, such as 15.",
    )

    def __init__(self, *args: Any, round_noun: str = "round", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["after_round"].label = f"Break after {round_noun}"


class MessageForm(PageForm):
    """A message for the room, and for how long."""

    text = TextField(
        label="Message on screens",
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 200}),
    )
    stands = make_number_field(
        "Minutes",
        invalid_message="Minutes must be a whole number, such as 10. Leave empty to show it until "
        "you remove it.",
    )


class PlayView(PageView, ABC, Generic[RefT, ContestT]):
    """Play of a kind of event: its page, the clock's buttons, and the screens of the room."""

    url_prefix: ClassVar[str]
    """The beginning of its URL names."""
    is_by_bell: ClassVar[bool] = False
    """Whether somebody rings the end of a round, so that the clock neither ends rounds nor warns."""
    http_method_names = ("get", "head")

    @abstractmethod
    def get(self, request: DeskRequest, ref: RefT) -> HttpResponse:
        """Show the page."""

    @abstractmethod
    def load_contest(self, ref: RefT) -> ContestT:
        """Return the section or party at *ref*."""

    @abstractmethod
    def count_rounds(self, contest: ContestT) -> int:
        """Return the number of rounds of the clock."""

    @abstractmethod
    def render_page(
        self, request: DeskRequest, contest: ContestT, *, refusal: str = ""
    ) -> HttpResponse:
        """Return the page after a button, with the *refusal* if there is one."""

    @abstractmethod
    def make_screen_content(
        self, contest: ContestT, page_request: PageRequest, *, show: str, letter: str
    ) -> ScreenContent:
        """Return what the screens show."""

    def refuse_start(self, contest: ContestT) -> None:
        """Raise if no round can start."""

    def get_round_noun(self, _contest: ContestT) -> str:
        """Return what a round is called."""
        return "round"

    @classmethod
    def list_urls(cls) -> list[URLPattern]:
        """Return the addresses of the page, its buttons and the screens, below a contest."""
        prefix = cls.url_prefix
        view = cls.make_view
        return [
            path("play/", cls.as_view(), name=f"{prefix}_play"),
            path("play/clock/", view(cls.press_clock_button), name=f"{prefix}_play_clock"),
            path("play/minutes/", view(cls.set_round_length), name=f"{prefix}_play_minutes"),
            path("play/break/", view(cls.set_or_remove_break), name=f"{prefix}_play_break"),
            path("play/message/", view(cls.send_room_message), name=f"{prefix}_play_message"),
            path(
                "room/messages/<number:number>/away/",
                view(cls.remove_room_message),
                name=f"{prefix}_room_message_away",
            ),
            path(
                "room/standings/", view(cls.switch_room_standings), name=f"{prefix}_room_standings"
            ),
        ]

    @require_role_to_send(Role.SCORER)
    @method_decorator([require_POST, vary_on_headers("HX-Request")])
    def press_clock_button(self, request: DeskRequest, ref: RefT) -> HttpResponse:
        """Press one of the clock's buttons."""
        contest = self.load_contest(ref)
        form = ClockKeyForm(request.POST)
        if not form.is_valid():
            return self.render_page(request, contest, refusal=str(form.errors["round_no"][0]))
        try:
            if form.cleaned_data["key"] == "start":
                self.refuse_start(contest)
            # The page below shows the new clock.
            contest.session = run_clock_command(
                session=contest.session,
                round_count=self.count_rounds(contest),
                round_noun=self.get_round_noun(contest),
                is_by_bell=self.is_by_bell,
                **form.cleaned_data,
            )
        except DeskError as error:
            # Read again, because another browser may have changed the clock.
            return self.render_page(request, self.load_contest(ref), refusal=str(error))
        if request.htmx:
            return self.render_page(request, contest)
        return redirect(f"{self.url_prefix}_play", ref=ref)

    @require_role_to_send(Role.SCORER)
    @method_decorator(require_POST)
    def set_round_length(self, request: DeskRequest, ref: RefT) -> HttpResponse:
        """Set the length of rounds and, if the clock warns, the warning before their end."""
        contest = self.load_contest(ref)
        form = MinutesForm(
            request.POST,
            initial=_make_round_length_values(contest.session),
            round_noun=self.get_round_noun(contest),
            is_by_bell=self.is_by_bell,
        )
        store = partial(set_round_minutes, session=contest.session)
        return self.store_form(request, ref, form, store, context_name="minutes_form")

    @require_role_to_send(Role.SCORER)
    @method_decorator(require_POST)
    def set_or_remove_break(self, request: DeskRequest, ref: RefT) -> HttpResponse:
        """Set or remove a break."""
        contest = self.load_contest(ref)

        def store_break(*, after_round: int, break_minutes: int) -> None:
            set_break(
                session=contest.session,
                after_round=after_round,
                minutes=break_minutes,
                round_count=self.count_rounds(contest),
            )

        form = BreakForm(request.POST, round_noun=self.get_round_noun(contest))
        return self.store_form(request, ref, form, store_break, context_name="break_form")

    @require_role_to_send(Role.SCORER)
    @method_decorator(require_POST)
    def send_room_message(self, request: DeskRequest, ref: RefT) -> HttpResponse:
        """Show a message on the screens of the room."""

        def send(*, text: str, stands: int | None) -> None:
            session = self.load_contest(ref).session
            send_message(session=session, text=text, minutes=stands, user=request.user)

        form = MessageForm(request.POST)
        return self.store_form(request, ref, form, send, context_name="message_form")

    @require_role_to_send(Role.SCORER)
    @method_decorator(require_POST)
    def remove_room_message(self, request: DeskRequest, ref: RefT, number: int) -> HttpResponse:
        """Remove a message from the screens."""
        with show_refusals_as_messages(request):
            session = self.load_contest(ref).session
            remove_message(session=session, number=number, user=request.user)
        return redirect(f"{self.url_prefix}_play", ref=ref)

    # Only directors may show the standings, which is what a view without a role requires.
    @method_decorator(require_POST)
    def switch_room_standings(self, request: DeskRequest, ref: RefT) -> HttpResponse:
        """Show or hide the standings on the screens."""
        set_room_standings(
            session=self.load_contest(ref).session,
            is_shown=request.POST.get("shows") == "1",
            user=request.user,
        )
        return redirect(f"{self.url_prefix}_play", ref=ref)

    @method_decorator([require_safe, vary_on_headers("HX-Request")])
    def show_room(self, request: DeskRequest, ref: RefT) -> HttpResponse:
        """Show the room's screen, or the part that ``?show=`` asks for.

        The answer has the address of the screen's next request. With several pages it asks for the
        next page. With a single page it asks for anything newer than the shown ``state``; if nothing
        has changed, the answer is 204. The screen has measured how many rows of seats (``rows``) and
        rows of a column of standings (``places``) fit it.
        """
        contest = self.load_contest(ref)
        session = contest.session
        messages = fetch_shown_messages(session)
        # Read before rendering, so that a change during rendering is shown at the next request.
        state = compute_room_version(session, messages)
        if request.htmx and state and request.GET.get("state") == state:
            return HttpResponse(status=204)
        row_count = parse_small_number(request.GET.get("rows", ""))
        rank_row_count = parse_small_number(request.GET.get("places", ""))
        page_no = max(1, parse_small_number(request.GET.get("page", "")))
        show = request.GET.get("show", "")
        if show not in SHOWS:
            show = ""
        room = self.make_screen_content(
            contest,
            PageRequest(page_no, row_count or DEFAULT_ROW_COUNT, rank_row_count or TWO_COLUMN_ROWS),
            show=show,
            letter=request.GET.get("section", ""),
        )
        next_params = {name: request.GET[name] for name in SCREEN_PARAMS if name in request.GET}
        # A page without lines may have another layout, so the screen measures its rows again.
        if row_count and room.page.lines:
            next_params["rows"] = str(row_count)
        if rank_row_count and room.page.columns:
            next_params["places"] = str(rank_row_count)
        if room.page.page_count > 1:
            next_params["page"] = str(room.page.next_number)
        else:
            next_params["state"] = state
        context = {
            "session": session,
            "room": room,
            "page": room.page,
            "room_messages": messages,
            "next_address": f"{request.path}?{urlencode(next_params)}",
        }
        if session.event.is_published and room.is_about_results:
            context |= make_address_context(request, session.event.get_absolute_url())
        template = "core/screens/_room.html" if request.htmx else "core/screens/page.html"
        return render(request, template, context)

    def store_form(
        self,
        request: DeskRequest,
        ref: RefT,
        form: Form,
        store: Callable[..., object],
        *,
        context_name: str,
    ) -> HttpResponse:
        """Run *store* with the posted *form*, or show its errors.

        *context_name* is the name of the form in the context of the page.
        """
        if form.is_valid():
            first_field = next(iter(form.fields))
            with show_refusals_at(form, first_field):
                store(**form.cleaned_data)
                return redirect(f"{self.url_prefix}_play", ref=ref)
        # Not valid, or refused by *store*: show_refusals_at() has added the error to the form.
        response = self.render_page(request, self.load_contest(ref))
        # A TemplateResponse isn't rendered yet, so the refused form can still replace the stored one.
        if isinstance(response, TemplateResponse) and response.context_data is not None:
            response.context_data[context_name] = form
            response.status_code = 422
        return response


def make_play_context(
    session: Session,
    url_prefix: str,
    *,
    room_messages: Sequence[Message],
    round_noun: str = "round",
    is_by_bell: bool = False,
) -> dict[str, Any]:
    """Return the forms for a session's clock and screens, which show *room_messages*. No query."""
    initial = _make_round_length_values(session)
    return {
        "minutes_form": MinutesForm(initial=initial, round_noun=round_noun, is_by_bell=is_by_bell),
        "break_form": BreakForm(round_noun=round_noun),
        "message_form": MessageForm(),
        "room_messages": room_messages,
        "room_url": reverse(f"{url_prefix}_room", args=[session.pk]),
    }


def _make_round_length_values(session: Session) -> dict[str, int]:
    return {"minutes": session.round_minutes, "warning": session.warning_minutes}
