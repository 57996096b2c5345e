"""Step 2, Seats, of any kind of event: who sits where.

Every button of the page sends all name boxes, so typed names are stored before the button's own
action (its *act*) is done. A page has the *ref* of the section or party in its address, and the
*field* that the kind of event reads from the database for it. The boxes of one contestant are a
:class:`ContestantBoxes` object.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import ceil
from typing import Any, ClassVar, Protocol, Self
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from director.core.base.forms import (
    MAX_LIST_BYTES,
    PageForm,
    TextField,
    make_conflict_error,
    parse_record_number,
    parse_small_number,
)
from director.core.base.requests import DeskRequest, PageView, render_page
from director.core.base.tags.forms import make_menu_options, options
from director.core.base.uploads import SubmittedFile, list_destinations, recognise_file
from director.core.club.people_lists.file import refuse_other_list
from director.core.night.history import SEATING_KINDS, find_act_to_undo
from director.core.pages.history import CONFIRMED_FIELD, find_undo_question_page
from director.core.pages.standings_question import confirm_published_change
from director.errors import ChangedMeanwhileError, DeskError
from director.formats.door import FileUse
from director.formats.errors import ImportFileError
from director.formats.names.arranged import arrange_list
from director.formats.names.couples import COUPLES, COUPLES_UNSETTLED, find_couples, settle_couples
from director.formats.names.players import describe_numbers_without_names, describe_removed_people
from director.formats.names.tables.questions import (
    ColumnsQuestion,
    apply_answers,
    has_answers,
    needs_column_answers,
)
from director.formats.names.tables.reading import read_columns_question
from director.formats.names.tables.rows import read_list_text
from director.models.event import SectionRef
from movements.errors import MovementError

MAX_SHOWN_PROBLEMS = 10
"""Problems of a list that are shown. The others are likely to have the same reason."""
MIN_ROWS_FOR_TWO_COLUMNS = 4
SeatsRef = SectionRef | int
"""A section, or the id of a party's session."""
ButtonAction = Callable[..., str]
"""The action of a button: takes the request, the field and the numbers in its address, returns a message."""
CONTESTANT_FIELDS = ("first", "second", "moved", "addressed")
"""The fields in which a button's contestants are chosen, if its address doesn't name them."""
_UNDO_FIELDS = {"undo": "undo", "redo": "redo", "undraw": "draw"}
"""The field with the number of the act, by the action that undoes or redoes it."""
_NAME_FIELD = re.compile(r"(?:name|team)-(\d{1,6})(?:-\d+)?")
"""The name of a box for a name of a person or team, with the number of its contestant."""
PLAYS_ALREADY_CODES = ("person-twice", "plays-already")
"""Refusals of a name that is entered elsewhere. It may be another person of this name."""
_IN_NAMES_FORM = {"form": "names"}
"""Puts a field into the form of the name boxes, so every button of the page sends it too."""


class ListForm(PageForm):
    """A list of pairs, players or teams: a file or pasted text. A file takes precedence."""

    text = TextField(
        required=False, strip=False, widget=forms.Textarea(attrs={**_IN_NAMES_FORM, "rows": 6})
    )
    file = forms.FileField(
        label="Or a text file, CSV or XLSX",
        required=False,
        allow_empty_file=True,  # the reader of the list has a clearer error
        widget=forms.FileInput(
            attrs={**_IN_NAMES_FORM, "accept": ".txt,.csv,.tsv,.xlsx,text/plain,text/csv"}
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
    def submitted_file(self) -> SubmittedFile | None:
        """The uploaded file, if there is one."""
        upload: UploadedFile[bytes] | None = self.cleaned_data.get("file")
        if not upload:
            return None
        # One byte more than allowed, so that the reader can refuse a larger file.
        return SubmittedFile(str(upload.name), upload.read(MAX_LIST_BYTES + 1))

    def get_list_content(self) -> str | bytes:
        """Return the content of the file, or the pasted text."""
        if self.submitted_file:
            return self.submitted_file.content
        text: str = self.cleaned_data["text"]
        return text


class ContestantBoxes(Protocol):
    """The boxes of one contestant: as submitted, as the page showed them, and as stored now."""

    @property
    def is_changed(self) -> bool:
        """Whether the submitted text differs from the text on the page."""

    @property
    def text(self) -> str:
        """The submitted boxes in one text."""

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
    """What the page shows besides stored data."""

    typed_boxes_by_number: Mapping[int, Any] | None = None  # boxes that were refused
    error: Exception | None = None  # why they were refused
    list_form: ListForm | None = None
    list_problems: tuple[str, ...] = ()
    columns_question: ColumnsQuestion | None = None  # what the columns of the list hold
    couples: Sequence[tuple[str, str]] = ()  # who may share a surname in the list
    refused_file: SubmittedFile | None = None  # the refused list, if it was a file
    message: str = ""  # about what was done
    contestant_numbers: Mapping[str, int] | None = None  # in the address of the pressed button
    is_whole_page: bool = True  # not only a part of a page that is open already


def _refuse_other_file(submitted_file: SubmittedFile | None) -> None:
    """Raise if an uploaded file is surely results, hands or movements, and no list of names."""
    candidates = recognise_file(submitted_file.content) if submitted_file else []
    if candidates and candidates[0].is_sure:
        refuse_other_list(candidates[0])


def _list_changed_boxes(boxes_by_number: Mapping[int, ContestantBoxes]) -> list[ContestantBoxes]:
    return [boxes for boxes in boxes_by_number.values() if boxes.is_changed]


def _refuse_changed_meanwhile(
    boxes_by_number: Mapping[int, ContestantBoxes], contestant_numbers: Collection[int] = ()
) -> None:
    """Raise if another desk has changed boxes that were changed here, or those of *contestant_numbers*.

    :raises ChangedMeanwhileError: with the number of the contestant
    """
    for number, boxes in boxes_by_number.items():
        is_stored_already = boxes.text == boxes.stored_text
        needs_storing = number in contestant_numbers or (boxes.is_changed and not is_stored_already)
        if needs_storing and boxes.stored_text != boxes.shown_text:
            error = make_conflict_error(", ".join(filter(None, boxes.stored_text.split("|"))))
            error.params |= {"at_pair": number, "at_player": number}
            raise error


def _refuse_removed_places(
    data: Mapping[str, str], boxes_by_number: Mapping[int, ContestantBoxes]
) -> None:
    """Raise if a name was typed for a place that another desk has removed since, with what was typed.

    :raises ChangedMeanwhileError: with the names
    """
    lost_names = []
    for field_name, text in data.items():
        place = _NAME_FIELD.fullmatch(field_name)
        if not place or int(place[1]) in boxes_by_number or not text.strip():
            continue
        if text.strip() not in data.get(f"was-{place[1]}", "").split("|"):
            lost_names.append(f"{place[1]} {text.strip()}")
    if lost_names:
        raise ChangedMeanwhileError(
            "place-removed",
            "Somebody else has removed places since you opened the page. Not saved: {names}. Type "
            "them at another place.",
            names=", ".join(lost_names),
        )


def _describe_unsaved(state: SeatsState) -> str:
    """Return why a closed page refused something, with what was typed, as it has no box for that."""
    reason = str(state.error) if state.error else " ".join(state.list_problems)
    if not reason:
        return ""
    changed_boxes = _list_changed_boxes(state.typed_boxes_by_number or {})
    unsaved_texts = [", ".join(filter(None, boxes.text.split("|"))) for boxes in changed_boxes]
    if state.list_form:
        unsaved_texts += state.list_form.data.get("text", "").splitlines()
    unsaved_text = "; ".join(filter(None, unsaved_texts))
    return f"{reason} Not saved: {unsaved_text}." if unsaved_text else reason


def _read_contestant_numbers(
    request: DeskRequest, numbers_by_field: Mapping[str, int] | None
) -> list[int]:
    """Return the numbers of the contestants that the pressed button changes."""
    if numbers_by_field:
        return [*numbers_by_field.values()]
    return [parse_small_number(request.POST.get(name, "")) for name in CONTESTANT_FIELDS]


class SeatsView(PageView, ABC):
    """Seats of a kind of event, and the buttons of the page."""

    url_prefix: ClassVar[str]
    """The beginning of its URL names."""
    template_folder: ClassVar[str]
    """The folder of its template parts."""
    list_template: ClassVar[str] = "core/seats/_list.html"
    """The name boxes as a list."""
    actions_by_name: ClassVar[Mapping[str, ButtonAction]]
    """The actions of its buttons, by the word in their address."""
    verbs_by_action: ClassVar[Mapping[ButtonAction, str]]
    """The verb of each action that changes what visitors read of published results."""
    undoable_kinds: ClassVar[Collection[str]]
    """The kinds of acts that it undoes."""
    http_method_names = ("get", "head", "post")

    @abstractmethod
    def fetch_field(self, ref: Any) -> Any:
        """Return the field of the section or party at *ref*."""

    @abstractmethod
    def read_typed_boxes(self, data: QueryDict, field: Any) -> Mapping[int, ContestantBoxes]:
        """Return the submitted boxes by the number of the contestant."""

    @abstractmethod
    def list_seated_people(self, field: Any) -> Collection[tuple[int, str]]:
        """Return the seated people as keys with names."""

    @abstractmethod
    def store_boxes(self, request: DeskRequest, field: Any, changed_boxes: Sequence[Any]) -> str:
        """Store changed boxes. Return the phrase about the round from which they count, or ""."""

    @abstractmethod
    def store_contestant(self, request: DeskRequest, field: Any, number: int) -> dict[str, Any]:
        """Store the boxes of one contestant. Return the context beside them."""

    @abstractmethod
    def store_list(
        self,
        request: DeskRequest,
        field: Any,
        source: str | bytes,
        changed_boxes: Sequence[Any],
        *,
        is_complete: bool,
        group: str = "",
    ) -> str:
        """Store a list and return a message. Names without a group get the chosen *group*."""

    @abstractmethod
    def make_list_form(self, field: Any, *data: Any) -> ListForm:
        """Return the form of a list."""

    @abstractmethod
    def get_list_shape(self, field: Any) -> str:
        """Return the contents of a list, by their name in ``arrange_list``."""

    @abstractmethod
    def format_contestant_count(self, field: Any, count: int) -> str:
        """Return a number of contestants in words."""

    @abstractmethod
    def make_context(self, request: DeskRequest, field: Any, state: SeatsState) -> dict[str, Any]:
        """Return the context of the page."""

    def render_boxes(self, request: DeskRequest, context: dict[str, Any]) -> SafeString:
        """Return the name boxes of the *context* of the page as HTML."""
        if not context["by_table"]:
            return render_to_string(self.list_template, context, request)
        all_seats = context["all_seats"]
        values = context | {"tables": all_seats.tables, "has_rows": all_seats.has_rows}
        return render_to_string("core/seats/_tables.html", values, request)

    @classmethod
    def list_urls(cls) -> list[URLPattern]:
        """Return the addresses of the page and its buttons, below a section or party."""
        step = cls.url_prefix
        return [
            path("seats/", cls.as_view(), name=f"{step}_seats"),
            path("seats/list/", cls.make_view(cls.import_list), name=f"{step}_seats_list"),
            *(
                path(
                    f"seats/{action_name}/",
                    cls.make_view(cls.run_act),
                    {"act": action},
                    name=f"{step}_seats_{action_name}",
                )
                for action_name, action in cls.actions_by_name.items()
            ),
        ]

    def make_urls_by_action(self, ref: SeatsRef) -> dict[str, str]:
        """Return the addresses of the page, its buttons and the other steps."""
        url_names = {
            action_name: f"{self.url_prefix}_seats_{action_name}"
            for action_name in (*self.actions_by_name, "list")
        }
        url_names["page"] = f"{self.url_prefix}_seats"
        for step in ("field", "print", "play"):
            url_names[step] = f"{self.url_prefix}_{step}"
        return {action_name: reverse(name, args=[ref]) for action_name, name in url_names.items()}

    @method_decorator(vary_on_headers("HX-Request"))
    def get(self, request: DeskRequest, ref: SeatsRef) -> HttpResponse:
        """Show everybody's boxes."""
        return self._render_seats(request, ref, self.fetch_field(ref), SeatsState())

    @method_decorator(vary_on_headers("HX-Request"))
    def post(self, request: DeskRequest, ref: SeatsRef) -> HttpResponse:
        """Store everybody's boxes."""
        return self._store_names_and_run(request, ref)

    @method_decorator([require_POST, vary_on_headers("HX-Request")])
    def store_contestant_boxes(
        self, request: DeskRequest, ref: SeatsRef, **numbers: int
    ) -> HttpResponse:
        """Store the boxes of one contestant as soon as they are typed, and answer with the outcome."""
        (number,) = numbers.values()
        field = self.fetch_field(ref)
        boxes_by_number = self.read_typed_boxes(request.POST, field)
        context: dict[str, Any] = {"number": number, "at": self.make_urls_by_action(ref)}
        try:
            _refuse_changed_meanwhile(
                {number: boxes_by_number[number]} if number in boxes_by_number else {}
            )
            context |= self.store_contestant(request, field, number) | {"saved": True}
        except ChangedMeanwhileError as error:
            context |= {"error": str(error), "before": boxes_by_number[number].stored_text}
        except DeskError as error:
            context |= {"error": str(error), "before": request.POST.get(f"was-{number}", "")}
            if error.code in PLAYS_ALREADY_CODES:
                context["namesake"] = error.params["name"]
        return render_page(request, "core/seats/_state.html", context, problems="error" in context)

    @method_decorator([require_POST, vary_on_headers("HX-Request")])
    def run_act(
        self, request: DeskRequest, ref: SeatsRef, *, act: ButtonAction, **numbers: int
    ) -> HttpResponse:
        """Store the changed names and do the action of a button."""
        action_name = next(
            (action_name for action_name, action in self.actions_by_name.items() if action is act),
            "",
        )
        if act_field := _UNDO_FIELDS.get(action_name):
            acts = self.fetch_field(ref).session.event.acts.filter(kind__in=self.undoable_kinds)
            number = parse_record_number(request.POST.get(act_field, ""))
            is_answered = CONFIRMED_FIELD in request.POST
            if not number and action_name == "undraw" and not is_answered:
                draw_act = find_act_to_undo(acts.filter(kind__in=SEATING_KINDS))
                number = draw_act.number if draw_act else 0
            question = find_undo_question_page(
                request,
                acts,
                number,
                back=self.make_urls_by_action(ref)["page"],
                is_redo=action_name == "redo",
            )
            if question:
                return question
        store = partial(self._store_names_and_run, request, ref, act, numbers)
        if verb := self.verbs_by_action.get(act):
            event = self.fetch_field(ref).session.event
            return confirm_published_change(request, event, store, verb=verb)
        return store()

    @method_decorator([require_POST, vary_on_headers("HX-Request")])
    def import_list(self, request: DeskRequest, ref: SeatsRef) -> HttpResponse:
        """Seat the people of a pasted or uploaded list, after a question if results are published."""
        field = self.fetch_field(ref)
        form = self.make_list_form(field, request.POST, request.FILES)
        seat = partial(self._seat_list, request, ref, field, form)
        event = field.session.event
        if not event.is_published or not form.is_valid():
            return seat()
        if form.submitted_file:
            # The question can't send a file again, so it sends its text.
            with suppress(ImportFileError):
                data = request.POST.copy()
                data["text"] = read_list_text(form.get_list_content())
                request.POST = data  # type: ignore[assignment]  # no later reader changes it
        verb = "Replace list" if "replace" in request.POST else "Import names"
        return confirm_published_change(request, event, seat, verb=verb)

    def _seat_list(
        self, request: DeskRequest, ref: SeatsRef, field: Any, form: ListForm
    ) -> HttpResponse:
        boxes_by_number = self.read_typed_boxes(request.POST, field)
        question = None
        couples: Sequence[tuple[str, str]] = ()
        if form.is_valid():
            try:
                form = self._apply_answers(request, field, form)
                message = self._store_submitted_list(request, field, form, boxes_by_number)
            except ImportFileError as error:
                problems = [str(problem) for problem in error.problems]
                if needs_column_answers(error):
                    question = read_columns_question(
                        form.get_list_content(), self.get_list_shape(field)
                    )
                if question:
                    # A file becomes text here, because the next request doesn't have it.
                    form = self._make_form_with_text(request, field, question.text)
                if error.code == COUPLES_UNSETTLED:
                    content = form.get_list_content()
                    couples = find_couples(arrange_list(content, self.get_list_shape(field)).text)
                    form = self._make_form_with_text(request, field, read_list_text(content))
            except ChangedMeanwhileError as error:
                state = SeatsState(list_form=self._keep_list(request, field, form), error=error)
                return self._render_conflict(request, ref, field, state, boxes_by_number)
            except DeskError as error:
                problems = [str(error)]
            else:
                return self._show_outcome(request, ref, SeatsState(message=message))
            is_text = question or couples or not request.FILES
            field_with_problem = "text" if is_text else "file"
            for problem in problems[:MAX_SHOWN_PROBLEMS]:
                form.add_error(field_with_problem, problem)
        else:
            problems = [str(error) for errors in form.errors.values() for error in errors]
        state = SeatsState(
            boxes_by_number,
            list_form=form,
            list_problems=tuple(problems[:MAX_SHOWN_PROBLEMS]),
            columns_question=question,
            couples=couples,
            refused_file=None if question else form.submitted_file,
        )
        return self._render_seats(request, ref, field, state)

    def _make_form_with_text(self, request: DeskRequest, field: Any, text: str) -> ListForm:
        """Return the submitted form of a list with another *text* and no file."""
        data = request.POST.copy()
        data["text"] = text
        form = self.make_list_form(field, data)
        form.full_clean()
        return form

    def _keep_list(self, request: DeskRequest, field: Any, form: ListForm) -> ListForm:
        """Return *form* as the page shows it again, with a file as text."""
        if not form.submitted_file:
            return form
        return self._make_form_with_text(request, field, read_list_text(form.get_list_content()))

    def _apply_answers(self, request: DeskRequest, field: Any, form: ListForm) -> ListForm:
        """Return *form* with the director's answers about the columns of its list as headings."""
        submitted_data = request.POST.dict()
        if not has_answers(submitted_data):
            return form
        text = apply_answers(form.get_list_content(), submitted_data)
        return self._make_form_with_text(request, field, text)

    def _store_names_and_run(
        self,
        request: DeskRequest,
        ref: SeatsRef,
        action: ButtonAction | None = None,
        numbers_by_field: Mapping[str, int] | None = None,
    ) -> HttpResponse:
        """Store the changed names, then do *action*, the action of a button."""
        field = self.fetch_field(ref)
        boxes_by_number = self.read_typed_boxes(request.POST, field)
        changed_boxes = _list_changed_boxes(boxes_by_number)
        has_list = bool(request.POST.get("text", "").strip())
        if has_list and not (changed_boxes or action):
            # The pasted list is all there is to save.
            return self.import_list(request, ref)
        state = SeatsState()
        if has_list:
            # The list isn't stored by other buttons, so it stays on the page.
            state = SeatsState(list_form=self.make_list_form(field, request.POST))
        try:
            # Without scripts the page is sent to open a menu of it.
            message = "" if request.POST.get("menu") else "Nothing to save."
            _refuse_removed_places(request.POST, boxes_by_number)
            _refuse_changed_meanwhile(
                boxes_by_number,
                _read_contestant_numbers(request, numbers_by_field) if action else (),
            )
            if changed_boxes:
                from_round = self.store_boxes(request, field, changed_boxes)
                message = f"Saved the names of {self.format_contestant_count(field, len(changed_boxes))}{from_round}."
            if action:
                message = action(request, field, **numbers_by_field or {})
        except ChangedMeanwhileError as error:
            state = replace(state, error=error)
            return self._render_conflict(request, ref, field, state, boxes_by_number)
        except (DeskError, MovementError) as error:
            return self._render_seats(
                request,
                ref,
                field,
                replace(state, typed_boxes_by_number=boxes_by_number, error=error),
            )
        return self._show_outcome(
            request,
            ref,
            replace(state, message=message, contestant_numbers=numbers_by_field),
        )

    def _render_conflict(
        self,
        request: DeskRequest,
        ref: SeatsRef,
        field: Any,
        state: SeatsState,
        boxes_by_number: Mapping[int, ContestantBoxes],
    ) -> HttpResponse:
        """Render the page with what was typed here, after another desk has changed it."""
        # What nobody typed here is shown as it is stored now, so that the next press is about that.
        conflicting_boxes = {
            number: boxes.with_stored_text_shown()
            for number, boxes in boxes_by_number.items()
            if boxes.is_changed
        }
        state = replace(state, typed_boxes_by_number=conflicting_boxes)
        return self._render_seats(request, ref, field, state)

    def _store_submitted_list(
        self,
        request: DeskRequest,
        field: Any,
        form: ListForm,
        boxes_by_number: Mapping[int, ContestantBoxes],
    ) -> str:
        """Store the list and return the message about it.

        :raises ChangedMeanwhileError: if another desk has changed or removed what was typed beside it
        """
        _refuse_other_file(form.submitted_file)
        arranged = arrange_list(form.get_list_content(), self.get_list_shape(field))
        source = settle_couples(arranged.text, request.POST.get(COUPLES, ""))
        is_replacement = "replace" in request.POST
        previous_people = self.list_seated_people(field)
        if not is_replacement:
            _refuse_removed_places(request.POST, boxes_by_number)
            _refuse_changed_meanwhile(boxes_by_number)
        # A list that replaces everybody replaces typed names too.
        changed_boxes = [] if is_replacement else _list_changed_boxes(boxes_by_number)
        options = {}
        if "group" in form.fields:
            options["group"] = form.cleaned_data["group"]
        message = self.store_list(
            request, field, source, changed_boxes, is_complete=is_replacement, **options
        )
        if is_replacement:
            message += describe_removed_people(previous_people, self.list_seated_people(field))
        ignored_parts = " ".join(["", *arranged.left_out]).rstrip()
        return f"{message}{describe_numbers_without_names(source)}{ignored_parts}"

    def _show_outcome(self, request: DeskRequest, ref: SeatsRef, state: SeatsState) -> HttpResponse:
        """Show the message about what was done."""
        # A redirect would lose a list that isn't stored yet.
        if request.htmx or state.list_form:
            return self._render_seats(request, ref, self.fetch_field(ref), state)
        if state.message:
            messages.success(request, state.message)
        query_params = {}
        for name in ("by", "find", "page", "menu"):
            if request.POST.get(name):
                query_params[name] = request.POST[name]
        address = reverse(f"{self.url_prefix}_seats", args=[ref])
        if query_params:
            address += f"?{urlencode(query_params)}"
        return redirect(address)

    def _render_seats(
        self, request: DeskRequest, ref: SeatsRef, field: Any, state: SeatsState
    ) -> HttpResponse:
        """Render the page, or for htmx the part below the steps. Refused boxes keep their text."""
        is_whole = not request.htmx or request.htmx.history_restore_request
        context = self.make_context(request, field, replace(state, is_whole_page=is_whole))
        rows = context["rows"]
        all_seats = context["all_seats"]
        first_column = len(rows)
        if len(rows) >= MIN_ROWS_FOR_TWO_COLUMNS:
            first_column = ceil(len(rows) / 2)
        context |= {
            "row_part": f"{self.template_folder}/_row.html",
            "more_part": f"{self.template_folder}/_more.html",
            "list_help": f"{self.template_folder}/_help.html",
            "list_form": state.list_form or self.make_list_form(field),
            "list_problems": list(state.list_problems),
            "columns_question": state.columns_question,
            "couples": state.couples,
            "submitted_file": state.refused_file,
            "destinations": list_destinations(state.refused_file, FileUse.PEOPLE),
            "outcome_message": state.message,
            "at": self.make_urls_by_action(ref),
            "halves": [column for column in (rows[:first_column], rows[first_column:]) if column],
            "draw_label": "Redraw" if context.get("seeds") else "Draw for seats",
            "named_count": all_seats.named,
            "entry_count": len(all_seats.rows),
        }
        if context.get("is_closed"):
            context["error"] = _describe_unsaved(state)
        # A long list is too much for a loop of a template.
        context.setdefault("people_options", partial(options, all_seats.known))
        context.setdefault("entry_options", partial(make_menu_options, all_seats.entry_choices))
        # Called by the template, which shows no boxes without a movement.
        context["boxes"] = partial(self.render_boxes, request, context)
        template = "core/seats.html" if is_whole else "core/seats/_part.html"
        return render_page(request, template, context, problems=state.error or state.list_problems)
