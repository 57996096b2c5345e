"""Step 2, Seats, of any kind of night."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import Any, Protocol, Self
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from director.core.base.carrying import find_destinations
from director.core.base.door import recognise_file
from director.core.base.forms import (
    MAX_LIST_BYTES,
    PageForm,
    TextField,
    make_meanwhile_error,
    parse_record_number,
    parse_small_number,
)
from director.core.base.imports import SentFile
from director.core.base.requests import DeskRequest
from director.core.club.people.list_file import refuse_other_list
from director.core.pages.undoing import ask_before_undo
from director.errors import ChangedMeanwhileError, DeskError
from director.formats.door import FileUse
from director.formats.errors import ImportFileError
from director.formats.names.players import describe_numbers_without_names, describe_removed_people
from director.models.event import SectionRef
from movements.errors import MovementError

# A list of names, pasted or uploaded.


_IN_NAMES_FORM = {"form": "names"}
"""Puts a field into the form of the name boxes, so every button of the page sends it too."""


class ListForm(PageForm):
    """A list of pairs, players or teams: a file or pasted text. A file takes precedence."""

    text = TextField(
        required=False, strip=False, widget=forms.Textarea(attrs={**_IN_NAMES_FORM, "rows": 6})
    )
    file = forms.FileField(
        label="Or a text or CSV file",
        required=False,
        allow_empty_file=True,  # the reader of the list has a clearer error
        widget=forms.FileInput(
            attrs={**_IN_NAMES_FORM, "accept": ".txt,.csv,.tsv,text/plain,text/csv"}
        ),
    )

    def __init__(
        self, *args: Any, called: str, example: str, groups: Sequence[tuple[str, str]] = ()
    ) -> None:
        super().__init__(*args)
        if groups:
            self.fields["group"] = forms.ChoiceField(
                label="Names without a group",
                choices=groups,
                required=False,
                widget=forms.Select(attrs=_IN_NAMES_FORM),
            )
        text_field = self.fields["text"]
        text_field.label = f"One {called} per line"
        text_field.widget.attrs["placeholder"] = example

    @cached_property
    def sent(self) -> SentFile | None:
        """The uploaded file, if there is one."""
        upload: UploadedFile[bytes] | None = self.cleaned_data.get("file")
        if not upload:
            return None
        # One byte more than allowed, so that the reader can refuse a larger file.
        return SentFile(str(upload.name), upload.read(MAX_LIST_BYTES + 1))

    def source(self) -> str | bytes:
        """Return the content of the file, or the pasted text."""
        if self.sent:
            return self.sent.content
        text: str = self.cleaned_data["text"]
        return text


# Step 2, Seats, of any kind of event: who sits where.
#
# Every button of the page sends all name boxes, so typed names are stored before the button's own
# action (its *act*) is done. The page of a section or a party is described by a :class:`SeatsPage`;
# its *place* is the section or party in the address, its *field* is what the kind reads from the
# database for that place. The boxes of one contestant are a :class:`ContestantBoxes` object.


MAX_FAULTS_SHOWN = 10
"""Faults of a list that are shown; the others are likely to have the same reason."""
MIN_ROWS_FOR_TWO_COLUMNS = 4
Place = SectionRef | int
Act = Callable[..., str]
"""The action of a button: takes the request, the field and the numbers in its address, returns a message."""


CHOSEN_NUMBERS = ("first", "second", "moved", "addressed")
"""The fields in which a button's contestants are chosen, if its address doesn't name them."""


class ContestantBoxes(Protocol):
    """The boxes of one contestant as sent, as the page showed them, and as they are stored."""

    @property
    def is_changed(self) -> bool:
        """Return whether the sent text differs from the text on the page."""

    @property
    def text(self) -> str:
        """The sent boxes in one text."""

    @property
    def shown_text(self) -> str:
        """The text that the page showed."""

    @property
    def stored_text(self) -> str:
        """The text that is stored now."""

    def with_stored_text_shown(self) -> Self:
        """Return the boxes as typed on a page that shows what is stored now."""


@dataclass(frozen=True, slots=True)
class SeatsState:
    """What the page shows besides stored data.

    *typed_boxes* are refused boxes and *error* the reason; *message* is the message about what was done.
    *numbers* are the numbers in the address of the pressed button.
    """

    typed_boxes: Mapping[int, Any] | None = None
    error: Exception | None = None
    list_form: ListForm | None = None
    list_faults: tuple[str, ...] = ()
    sent: SentFile | None = None  # the refused list, if it was a file
    message: str = ""
    numbers: Mapping[str, int] | None = None
    is_whole: bool = True  # not only a part of a page that is open already


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """How a kind of event fills the page of a section or party.

    - *step*: the beginning of the page's URL names.
    - *template_folder*: the folder of its template parts.
    - *fetch_field*: reads the field of a place.
    - *read_typed_boxes*: returns the sent boxes by the number of the contestant.
    - *list_people*: returns the seated people as keys with names.
    - *store_boxes*: stores changed boxes and returns from which round they count, in words.
    - *store_contestant*: stores the boxes of one contestant and returns the context beside them.
    - *import_list*: stores a list and returns a message. Names without a group get the chosen group.
    - *make_list_form*: makes the form of a list.
    - *format_count*: returns a number of contestants in words.
    - *make_context*: returns the context of the page.
    - *acts*: the actions of its buttons, by the word in their address.
    - *undo_kinds*: the kinds of acts that it undoes.
    """

    step: str
    template_folder: str
    fetch_field: Callable[[Any], Any]
    read_typed_boxes: Callable[[QueryDict, Any], Mapping[int, ContestantBoxes]]
    list_people: Callable[[Any], Collection[tuple[int, str]]]
    store_boxes: Callable[[DeskRequest, Any, Any], str]
    store_contestant: Callable[[DeskRequest, Any, int], dict[str, Any]]
    import_list: Callable[..., str]
    make_list_form: Callable[..., ListForm]
    format_count: Callable[[Any, int], str]
    make_context: Callable[[DeskRequest, Any, SeatsState], dict[str, Any]]
    acts: Mapping[str, Act]
    undo_kinds: Collection[str]

    def at(self, place: Place) -> dict[str, str]:
        """Return the addresses of the page, its buttons and the other steps."""
        url_names = {word: f"{self.step}_seats_{word}" for word in (*self.acts, "list")}
        url_names["page"] = f"{self.step}_seats"
        for step in ("field", "print", "play"):
            url_names[step] = f"{self.step}_{step}"
        return {word: reverse(name, args=[place]) for word, name in url_names.items()}


@vary_on_headers("HX-Request")
def edit_seats(request: DeskRequest, session_id: Place, *, seats: SeatsPage) -> HttpResponse:
    """Show everybody's boxes. A POST stores them."""
    if request.method == "POST":
        return _store_names(request, session_id, seats)
    return _render_seats_page(
        request, session_id, seats, seats.fetch_field(session_id), SeatsState()
    )


@require_POST
@vary_on_headers("HX-Request")
def store_one_seat(
    request: DeskRequest, session_id: Place, *, seats: SeatsPage, **numbers: int
) -> HttpResponse:
    """Store the boxes of one contestant as soon as they are typed, and answer with the outcome."""
    (number,) = numbers.values()
    field = seats.fetch_field(session_id)
    typed = seats.read_typed_boxes(request.POST, field)
    context: dict[str, Any] = {"number": number, "at": seats.at(session_id)}
    try:
        _refuse_changed_meanwhile({number: typed[number]} if number in typed else {})
        context |= seats.store_contestant(request, field, number) | {"saved": True}
    except ChangedMeanwhileError as error:
        context |= {"error": str(error), "before": typed[number].stored_text}
    except DeskError as error:
        context |= {"error": str(error), "before": request.POST.get(f"was-{number}", "")}
    status = 422 if "error" in context else 200
    return render(request, "core/seats/_state.html", context, status=status)


@require_POST
@vary_on_headers("HX-Request")
def run_seats_act(
    request: DeskRequest, session_id: Place, *, seats: SeatsPage, act: Act, **numbers: int
) -> HttpResponse:
    """Store the changed names and do the action of a button."""
    word = next((word for word, other in seats.acts.items() if other is act), "")
    if word in ("undo", "redo"):
        question = ask_before_undo(
            request,
            seats.fetch_field(session_id).session.event.acts.filter(kind__in=seats.undo_kinds),
            parse_record_number(request.POST.get(word, "")),
            back=seats.at(session_id)["page"],
            is_redo=word == "redo",
        )
        if question:
            return question
    return _store_names(request, session_id, seats, act, numbers)


def list_seats_urls(seats: SeatsPage, route: str) -> list[URLPattern]:
    """Return the URL patterns of the page's buttons below *route*."""
    return [
        path(
            f"{route}{word}/",
            run_seats_act,
            {"seats": seats, "act": act},
            name=f"{seats.step}_seats_{word}",
        )
        for word, act in seats.acts.items()
    ]


@require_POST
@vary_on_headers("HX-Request")
def import_seat_list(request: DeskRequest, session_id: Place, *, seats: SeatsPage) -> HttpResponse:
    """Seat the people of a pasted or uploaded list."""
    field = seats.fetch_field(session_id)
    form = seats.make_list_form(field, request.POST, request.FILES)
    typed = seats.read_typed_boxes(request.POST, field)
    if form.is_valid():
        try:
            message = _import_list(request, seats, field, form, typed)
        except ImportFileError as error:
            faults = [str(fault) for fault in error.faults]
        except DeskError as error:
            faults = [str(error)]
        else:
            return _show_outcome(request, session_id, seats, SeatsState(message=message))
        faulty_field = "file" if request.FILES else "text"
        for fault in faults[:MAX_FAULTS_SHOWN]:
            form.add_error(faulty_field, fault)
    else:
        faults = [str(error) for errors in form.errors.values() for error in errors]
    state = SeatsState(
        typed,
        list_form=form,
        list_faults=tuple(faults[:MAX_FAULTS_SHOWN]),
        sent=form.sent,
    )
    return _render_seats_page(request, session_id, seats, field, state)


def _refuse_other_file(sent: SentFile | None) -> None:
    """Raise if an uploaded file is surely results, hands or movements, and no list of names."""
    candidates = recognise_file(sent.content) if sent else []
    if candidates and candidates[0].is_sure:
        refuse_other_list(candidates[0])


def _import_list(
    request: DeskRequest,
    seats: SeatsPage,
    field: Any,
    form: ListForm,
    typed: Mapping[int, ContestantBoxes],
) -> str:
    """Store the list and return the message about it."""
    _refuse_other_file(form.sent)
    source = form.source()
    replaces_all = "replace" in request.POST
    people_before = seats.list_people(field)
    # A list that replaces everybody replaces typed names too.
    changed = [] if replaces_all else _list_changed_names(typed)
    options = {}
    if "group" in form.fields:
        options["group"] = form.cleaned_data["group"]
    message = seats.import_list(request, field, source, changed, is_whole=replaces_all, **options)
    if replaces_all:
        message += describe_removed_people(people_before, seats.list_people(field))
    return f"{message}{describe_numbers_without_names(source)}"


def _store_names(
    request: DeskRequest,
    session_id: Place,
    seats: SeatsPage,
    act: Act | None = None,
    numbers: Mapping[str, int] | None = None,
) -> HttpResponse:
    """Store the changed names, then do *act*, the action of a button."""
    field = seats.fetch_field(session_id)
    typed = seats.read_typed_boxes(request.POST, field)
    changed = _list_changed_names(typed)
    has_list = bool(request.POST.get("text", "").strip())
    if has_list and not (changed or act):
        # The pasted list is all there is to save.
        return import_seat_list(request, session_id, seats=seats)
    state = SeatsState()
    if has_list:
        # The list isn't stored by other buttons, so it stays on the page.
        state = SeatsState(list_form=seats.make_list_form(field, request.POST))
    try:
        message = "Nothing to save."
        _refuse_changed_meanwhile(typed, _find_act_numbers(request, numbers) if act else ())
        if changed:
            from_round = seats.store_boxes(request, field, changed)
            message = f"Saved the names of {seats.format_count(field, len(changed))}{from_round}."
        if act:
            message = act(request, field, **numbers or {})
    except ChangedMeanwhileError as error:
        # What nobody typed here is shown as it is stored now, so that the next press is about that.
        own_boxes = {
            number: boxes.with_stored_text_shown()
            for number, boxes in typed.items()
            if boxes.is_changed
        }
        return _render_seats_page(
            request, session_id, seats, field, replace(state, typed_boxes=own_boxes, error=error)
        )
    except (DeskError, MovementError) as error:
        return _render_seats_page(
            request, session_id, seats, field, replace(state, typed_boxes=typed, error=error)
        )
    return _show_outcome(
        request, session_id, seats, replace(state, message=message, numbers=numbers)
    )


def _list_changed_names(typed: Mapping[int, ContestantBoxes]) -> list[ContestantBoxes]:
    return [boxes for boxes in typed.values() if boxes.is_changed]


def _refuse_changed_meanwhile(
    typed: Mapping[int, ContestantBoxes], act_numbers: Collection[int] = ()
) -> None:
    """Raise if another desk has changed boxes that were changed here, or those of *act_numbers*.

    :raises ChangedMeanwhileError: with the number of the contestant
    """
    for number, boxes in typed.items():
        is_stored_already = boxes.text == boxes.stored_text
        is_touched = number in act_numbers or (boxes.is_changed and not is_stored_already)
        if is_touched and boxes.stored_text != boxes.shown_text:
            error = make_meanwhile_error(", ".join(filter(None, boxes.stored_text.split("|"))))
            error.params |= {"at_pair": number, "at_player": number}
            raise error


def _find_act_numbers(request: DeskRequest, numbers: Mapping[str, int] | None) -> list[int]:
    """Return the numbers of the contestants whom the pressed button is about."""
    if numbers:
        return [*numbers.values()]
    return [parse_small_number(request.POST.get(name, "")) for name in CHOSEN_NUMBERS]


def _show_outcome(
    request: DeskRequest, session_id: Place, seats: SeatsPage, state: SeatsState
) -> HttpResponse:
    """Show the message about what was done."""
    # A redirect would lose a list that isn't stored yet.
    if request.htmx or state.list_form:
        return _render_seats_page(request, session_id, seats, seats.fetch_field(session_id), state)
    messages.success(request, state.message)
    query_params = {}
    for name in ("find", "page"):
        if request.POST.get(name):
            query_params[name] = request.POST[name]
    address = reverse(f"{seats.step}_seats", args=[session_id])
    if query_params:
        address += f"?{urlencode(query_params)}"
    return redirect(address)


def _render_seats_page(
    request: DeskRequest, place: Place, seats: SeatsPage, field: Any, state: SeatsState
) -> HttpResponse:
    """Render the page, or for htmx the part below the steps. Refused boxes keep their text."""
    is_whole = not request.htmx or request.htmx.history_restore_request
    context = seats.make_context(request, field, replace(state, is_whole=is_whole))
    rows = context["rows"]
    all_seats = context["all_seats"]
    first_column = len(rows)
    if len(rows) >= MIN_ROWS_FOR_TWO_COLUMNS:
        first_column = ceil(len(rows) / 2)
    context |= {
        "row_part": f"{seats.template_folder}/_row.html",
        "more_part": f"{seats.template_folder}/_more.html",
        "list_help": f"{seats.template_folder}/_help.html",
        "list_form": state.list_form or seats.make_list_form(field),
        "list_faults": list(state.list_faults),
        "sent": state.sent,
        "destinations": find_destinations(state.sent, FileUse.PEOPLE),
        "said": state.message,
        "at": seats.at(place),
        "halves": [column for column in (rows[:first_column], rows[first_column:]) if column],
        "draw_words": "Redraw" if context.get("seeds") else "Draw for seats",
        "named": all_seats.named,
        "places": len(all_seats.rows),
    }
    template = "core/seats.html" if is_whole else "core/seats/_part.html"
    status = 422 if state.error or state.list_faults else 200
    return render(request, template, context, status=status)
