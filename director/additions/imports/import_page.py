"""Importing a night that was played elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.html import format_html
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from director.additions.imports.formats.columns.files import detect_columns, refuse_ranking
from director.additions.imports.formats.columns.layout import (
    ColumnFile,
    describe_missing_parts,
    list_missing_parts,
)
from director.additions.imports.formats.door import is_of_columns, read_source
from director.additions.imports.formats.size import refuse_large_file
from director.additions.imports.formats.source.choices import SeveralEventsError, list_asked_dates
from director.additions.imports.formats.source.contest import CONTEST_CHOICES, is_contest_asked
from director.additions.imports.formats.source.model import SourceEvent
from director.additions.imports.store.event import (
    ImportReport,
    describe_planned_import,
    import_file,
)
from director.additions.imports.store.event_file import is_event_file
from director.additions.imports.store.further_sections import (
    DealsChoice,
    describe_planned_sections,
    import_sections,
)
from director.boards.contests import CONTESTS
from director.boards.movement.sections import fetch_first_section
from director.boards.scoring.units import OPTIONS_NOT_IN_FILES, get_game_options
from director.core.base.address import find_url
from director.core.base.forms import DayField, PageForm, TextField, parse_small_number
from director.core.base.requests import DeskRequest, render_page
from director.core.base.uploads import (
    Destination,
    SubmittedFile,
    detect_other_candidates,
    list_close_destinations,
    list_destinations,
    read_submitted_file,
)
from director.core.club.club import fetch_public_club
from director.errors import DeskError, DuplicateImportError
from director.event_kinds import get_event_kind
from director.formats.dates import parse_date
from director.formats.door import FileUse
from director.formats.errors import ImportFileError, summarize_problems
from director.formats.headings import FIELD_LABELS
from director.formats.reading import MAX_BYTES, read_limited
from director.models import Event, Session
from director.models.event import SectionRef
from scoring.errors import ScoringError
from scoring.option import Option
from scoring.registry import list_methods_in_files

# The sessions to which the hands of a file can be carried.

_MAX_HANDS_DESTINATIONS = 3


def list_hand_destinations(submitted_file: SubmittedFile | None) -> list[Destination]:
    """Return the Hands pages of the latest nights, if the file in *submitted_file* has only hands."""
    candidates = detect_other_candidates(submitted_file, FileUse.RESULTS)
    if (
        not submitted_file
        or not submitted_file.packed_text
        or not any(candidate.use == FileUse.HANDS for candidate in candidates)
    ):
        return []
    destinations = [
        Destination(
            f"Open in Hands of {event.name}, {event.date.day} {event.date:%B}",
            find_url("session_hands", fetch_first_section(event.pk).ref),
            purpose="read",
        )
        for event in _fetch_latest_events()
    ]
    return [destination for destination in destinations if destination.address]


def _fetch_latest_events() -> QuerySet[Event]:
    """Return the latest events with boards, which can have hands."""
    events = fetch_public_club().events.filter(
        contest__in=CONTESTS, sessions__sections__isnull=False
    )
    return events.distinct()[:_MAX_HANDS_DESTINATIONS]


# The sessions to which a file can be added as a further section.

_MAX_SESSIONS_TO_JOIN = 12


def _iter_session_choices() -> Iterator[tuple[str, str]]:
    """Yield the key and the label of each of the latest sessions that were played here."""
    sessions = Session.objects.filter(
        event__club=fetch_public_club(),
        event__contest__in=CONTESTS,
        event__source="",
        event__removed_at__isnull=True,
    )
    latest_sessions = sessions.select_related("event", "stage").order_by("-event__date", "-pk")
    for session in latest_sessions[:_MAX_SESSIONS_TO_JOIN]:
        session_text = f", {session.title}" if session.is_one_of_several else ""
        day_text = f"{session.day.day} {session.day:%B %Y}"
        label = f"A further section of {session.event.name}{session_text}, {day_text}"
        yield f"{session.pk}", label


_DEALS_LABELS = [
    (DealsChoice.DETECT.value, "Detect by the hands"),
    (DealsChoice.SAME.value, "The same deals"),
    (DealsChoice.OTHER.value, "Other deals"),
]
DETECT_LABEL = "Detect"
_OPTION_PREFIX = "option_"


class ImportForm(PageForm):
    """The file, what it becomes, whether a second copy is wanted, and how it was scored if known."""

    use_required_attribute = False  # a pasted table will do
    file = forms.FileField(
        label="File",
        allow_empty_file=True,  # the reader says it better
        help_text="USEBIO (.xml), PBN, a table (.csv, .xlsx), Bridgemates (.bws), or an event saved by this program "
        "(.json).",
        error_messages={"required": "Choose a file or paste a table first."},
        widget=forms.ClearableFileInput(
            attrs={
                "autofocus": True,
                "accept": ".xml,.usebio,.pbn,.lin,.bws,.csv,.txt,.xlsx,.json,.html,.htm,.mhtml,text/xml,"
                "application/xml,application/json",
            }
        ),
    )
    text = TextField(
        label="Table, one result per line",
        required=False,
        help_text="Copy the rows from a spreadsheet, with their headings.",
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    date = DayField(
        label="Played on",
        required=False,
        help_text="Only if the file has no date. Empty means today.",
    )
    again = forms.BooleanField(label="Import again", required=False)
    into = forms.ChoiceField(
        label="Import as",
        required=False,
        help_text="A further section is ranked in one list with the night, such as those who played online.",
        error_messages={"invalid_choice": "This night was removed or can’t take a section now."},
    )
    deals = forms.ChoiceField(
        label="Deals",
        choices=_DEALS_LABELS,
        required=False,
        help_text="For a further section. Of the same deals all results are compared with each other. Otherwise each "
        "part is compared by itself, and percentages are ranked.",
        error_messages={"invalid_choice": "“%(value)s” isn’t in the list. Choose one that is."},
    )
    contest = forms.ChoiceField(
        label="Contest",
        choices=list(CONTEST_CHOICES.items()),
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        files: "MultiValueDict[str, UploadedFile[bytes]] | None" = None,
        *,
        has_file: bool = False,
    ) -> None:
        super().__init__(data, files)
        self.fields["file"].required = not has_file
        self.fields["into"].choices = [("", "A new event"), *_iter_session_choices()]  # type: ignore[attr-defined]
        self.fields["method"] = forms.ChoiceField(
            label="Method",
            choices=[
                ("", DETECT_LABEL),
                *((method.key, method.name) for method in list_methods_in_files()),
            ],
            required=False,
            help_text="If empty, the method named in the file.",
            error_messages={"invalid_choice": "“%(value)s” isn’t in the list. Choose one that is."},
        )
        for name, (option, methods) in _collect_offered_options().items():
            self.fields[_OPTION_PREFIX + name] = forms.ChoiceField(
                label=f"{option.label} ({', '.join(methods)})",
                choices=[("", DETECT_LABEL), *option.phrases.items()],
                required=False,
                help_text=option.note,
                error_messages={
                    "invalid_choice": "“%(value)s” isn’t in the list. Choose one that is."
                },
            )

    def clean_into(self) -> Session | None:
        """Return the night that gets the results as a further section, or None for a new event."""
        key = self.cleaned_data["into"]
        return Session.objects.select_related("event__club", "stage").get(pk=key) if key else None

    def list_scoring_fields(self) -> list[forms.BoundField]:
        """Return the fields that say how the night was scored."""
        return [
            self[name]
            for name in self.fields
            if name == "method" or name.startswith(_OPTION_PREFIX)
        ]

    def get_options_by_name(self) -> dict[str, str]:
        """Return the chosen options. Others are found by the import."""
        return {
            name.removeprefix(_OPTION_PREFIX): value
            for name, value in self.cleaned_data.items()
            if name.startswith(_OPTION_PREFIX) and value
        }


def _collect_offered_options() -> dict[str, tuple[Option, list[str]]]:
    """Return each option that a file may need, by name, with the names of its methods."""
    options_by_name: dict[str, tuple[Option, list[str]]] = {}
    for method in list_methods_in_files():
        game_options = get_game_options(method, "bridge")
        for option in method.options:
            if option.name in OPTIONS_NOT_IN_FILES or option.name in game_options:
                continue
            if option.parse:  # typed after the import, at Scoring
                continue
            first_option, methods = options_by_name.get(option.name, (option, []))
            # The first method's phrases win: once for the order, and once more for the texts.
            phrases = first_option.phrases | option.phrases | first_option.phrases
            merged_option = replace(first_option, phrases=phrases)
            options_by_name[option.name] = merged_option, [*methods, method.name]
    return options_by_name


# Show the columns of an imported file, for the director to say what each one holds.

_MAX_COLUMNS = 100
_COLUMN_PREFIX = "column_"
_MAX_CELL_LENGTH = 14
_MAX_SAMPLE_CELLS = 3


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column of the file: its box, title, meaning and first cells."""

    name: str
    title: str
    field: str
    cells: tuple[str, ...]

    @property
    def first_cells(self) -> str:
        """The first different cells, each cut to a few letters."""
        cells = list(dict.fromkeys(filter(None, self.cells)))[:_MAX_SAMPLE_CELLS]
        return ", ".join(map(_shorten_cell, cells))


def _shorten_cell(cell: str) -> str:
    if len(cell) > _MAX_CELL_LENGTH:
        return f"{cell[:_MAX_CELL_LENGTH]}…"
    return cell


@dataclass(frozen=True, slots=True)
class ColumnsView:
    """The columns of a file."""

    columns: tuple[ColumnView, ...]
    line_count: int
    missing_fields: tuple[str, ...]  # needed fields that no column has
    name: str  # of the file
    question: str = ""  # about parts of results that an unknown column may have

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The meanings that a column can have."""
        return [("", "–"), *FIELD_LABELS.items()]

    @property
    def missing_text(self) -> str:
        """The meanings that no column has, as a text."""
        return ", ".join(self.missing_fields)

    @property
    def recognised_text(self) -> str:
        """The meanings of the columns, as a text."""
        return ", ".join(FIELD_LABELS[column.field] for column in self.columns if column.field)


def make_columns_view(columns: ColumnFile, name: str) -> ColumnsView:
    """Return *columns* of the file called *name* as the page shows them."""
    views = []
    for index, title in enumerate(columns.titles):
        cells = tuple(row[index] for row in columns.sample_rows)
        views.append(ColumnView(f"{_COLUMN_PREFIX}{index}", title, columns.fields[index], cells))
    parts = list_missing_parts(columns)
    question = describe_missing_parts(parts) if parts else ""
    return ColumnsView(tuple(views), columns.line_count, columns.missing_fields, name, question)


def read_posted_fields(data: Mapping[str, str], submitted_file: SubmittedFile) -> Sequence[str]:
    """Return the chosen meaning of each column of *submitted_file*."""
    # The mark identifies the file: choices for another file say nothing about this one.
    if data.get("mark") == submitted_file.content_mark:
        return list(_iter_posted_fields(data))
    return ()


def _iter_posted_fields(data: Mapping[str, str]) -> Iterator[str]:
    for index in range(_MAX_COLUMNS):
        field = data.get(f"{_COLUMN_PREFIX}{index}")
        if field is None:
            return
        yield field


MAX_SHOWN_PROBLEMS = 10
PASTED_FILE_NAME = "Pasted results"


@vary_on_headers("HX-Request")
def import_results(request: DeskRequest) -> HttpResponse:
    """Ask for a file and import it as an event, or list its problems.

    A preview comes first, on which the user can correct the meaning of columns.
    """
    if request.method != "POST":
        return render(
            request, "additions/imports/page.html", {"nav": "nights", "form": ImportForm()}
        )
    submitted_file = read_submitted_file(request, PASTED_FILE_NAME)
    form = ImportForm(request.POST, request.FILES, has_file=submitted_file is not None)
    context: dict[str, object] = {
        "nav": "nights",
        "form": form,
        "submitted_file": submitted_file,
        "event_no": _read_event_no(request, submitted_file),
        "day": request.POST.get("day", ""),
    }
    is_refused = True
    try:
        if form.is_valid() and submitted_file:
            content = read_limited(submitted_file.content, MAX_BYTES)
            refuse_large_file(content)
            fields = read_posted_fields(request.POST, submitted_file)
            columns = _find_file_columns(content, fields)
            if columns:
                context["columns"] = make_columns_view(columns, submitted_file.name)
            # The user confirms the meaning of columns before anything is stored.
            has_missing_fields = columns is not None and bool(columns.missing_fields)
            needs_confirmation = has_missing_fields or (columns is not None and not fields)
            if not (submitted_file.is_preview or needs_confirmation):
                report = _import_submitted_file(request, form, submitted_file, fields)
                return _redirect_to_results(request, report)
            if not has_missing_fields:
                context["preview_sentences"] = _describe_import(
                    request, form, submitted_file, content, columns
                )
            is_refused = False
        elif request.htmx:  # htmx shows only the answer, not the errors beside the boxes
            problems = [
                problem for field_problems in form.errors.values() for problem in field_problems
            ]
            context |= {"problems": problems, "problem_count": len(problems)}
    except ImportFileError as error:
        context |= _make_problem_context(error)
    except (DeskError, ScoringError) as error:
        context["problems"] = [str(error)]
        context["needs_choice"] = error.code == "deals-unknown"
        context["equal_event"] = (
            error.params.get("event") if isinstance(error, DuplicateImportError) else None
        )
    if "preview_sentences" in context:
        context["destinations"] = list_close_destinations(submitted_file, FileUse.RESULTS)
    else:
        context["destinations"] = [
            *list_destinations(submitted_file, FileUse.RESULTS),
            *list_hand_destinations(submitted_file),
        ]
    template = "additions/imports/_answer.html" if request.htmx else "additions/imports/page.html"
    return render_page(request, template, context, problems=is_refused)


def _find_file_columns(content: bytes, fields: Sequence[str]) -> ColumnFile | None:
    """Return the columns of a file, with the user's *fields* if given, or None if it has none.

    :raises ImportFileError: if they are those of a ranking
    """
    if not is_of_columns(content):
        return None
    columns = detect_columns(content)
    if fields:
        return columns.with_fields(fields)
    if columns.missing_fields:
        refuse_ranking(columns)
    return columns


def _describe_import(
    request: DeskRequest,
    form: ImportForm,
    submitted_file: SubmittedFile,
    content: bytes,
    columns: ColumnFile | None,
) -> list[str]:
    """Return sentences about the event that would be imported."""
    session = form.cleaned_data["into"]
    if session:
        source = _read_section_source(
            request, form, submitted_file, columns.fields if columns else ()
        )
        return describe_planned_sections(source, session, DealsChoice(form.cleaned_data["deals"]))
    return describe_planned_import(
        data=content,
        file_name=submitted_file.name,
        fields=columns.fields if columns else (),
        again=form.cleaned_data["again"],
        on=_read_day(request, form, submitted_file),
        method=form.cleaned_data["method"],
        contest=form.cleaned_data["contest"],
        event_no=_read_event_no(request, submitted_file),
        club=fetch_public_club(),
    )


def _make_problem_context(error: ImportFileError) -> dict[str, object]:
    problem_count = len(error.problems)
    sentences = summarize_problems(error.problems, MAX_SHOWN_PROBLEMS)
    event_names = error.names if isinstance(error, SeveralEventsError) else ()
    days = list_asked_dates(error)
    return {
        "problems": sentences[:MAX_SHOWN_PROBLEMS],
        "problem_count": problem_count,
        "hidden_count": max(0, len(sentences) - MAX_SHOWN_PROBLEMS),
        "is_contest_asked": is_contest_asked(error),
        "event_names": event_names,
        "days": days,
        "needs_choice": is_contest_asked(error) or bool(event_names) or bool(days),
    }


def _read_event_no(request: DeskRequest, submitted_file: SubmittedFile | None) -> int:
    """Return which of several events of *submitted_file* was chosen, counted from 1, or 0."""
    # The mark identifies the file: a choice for another file says nothing about this one.
    if submitted_file and request.POST.get("mark") == submitted_file.content_mark:
        return parse_small_number(request.POST.get("event_no", ""))
    return 0


def _read_day(request: DeskRequest, form: ImportForm, submitted_file: SubmittedFile) -> date | None:
    """Return the date that was typed, or chosen for the date of the file, or None."""
    typed_day: date | None = form.cleaned_data["date"]
    # The mark identifies the file: a choice for another file says nothing about this one.
    if typed_day or request.POST.get("mark") != submitted_file.content_mark:
        return typed_day
    return parse_date(request.POST.get("day", ""))


def _import_submitted_file(
    request: DeskRequest, form: ImportForm, submitted_file: SubmittedFile, fields: Sequence[str]
) -> ImportReport:
    session = form.cleaned_data["into"]
    if session:
        return import_sections(
            session=session,
            source=_read_section_source(request, form, submitted_file, fields),
            deals=DealsChoice(form.cleaned_data["deals"]),
            file_name=submitted_file.name,
            user=request.user,
        )
    return import_file(
        data=submitted_file.content,
        file_name=submitted_file.name,
        fields=fields,
        again=form.cleaned_data["again"],
        on=_read_day(request, form, submitted_file),
        method=form.cleaned_data["method"],
        contest=form.cleaned_data["contest"],
        event_no=_read_event_no(request, submitted_file),
        options=form.get_options_by_name(),
        user=request.user,
    )


def _read_section_source(
    request: DeskRequest, form: ImportForm, submitted_file: SubmittedFile, fields: Sequence[str]
) -> SourceEvent:
    """Return the event in *submitted_file*, which becomes a section."""
    content = read_limited(submitted_file.content, MAX_BYTES)
    if is_event_file(content):
        raise DeskError(
            "whole-event-file",
            "This file is a whole event with its history, which can’t become a section. Export the "
            "results as USEBIO or CSV, and import those.",
        )
    contest, event_no = form.cleaned_data["contest"], _read_event_no(request, submitted_file)
    return read_source(content, fields, contest, event_no)


def _redirect_to_results(request: DeskRequest, report: ImportReport) -> HttpResponse:
    """Go to the new event's results, with a message of what the director should check."""
    event = report.event
    problems = [*report.difference_texts, *report.doubts[:MAX_SHOWN_PROBLEMS]]
    hidden_count = len(report.doubts) - MAX_SHOWN_PROBLEMS
    if hidden_count > 0:
        problems.append(f"… and {hidden_count} more like these.")
    context = {
        "imported": report,
        "problems": problems,
        "links": list(_make_official_links(report)),
    }
    message = render_to_string("additions/imports/_done.html", context)
    level = messages.WARNING if problems else messages.SUCCESS
    messages.add_message(request, level, message, extra_tags="box")
    if report.is_complete_copy:
        section_ref = _fetch_first_section_ref(event)
        url_name = get_event_kind(event).get_next_step_url_name(section_ref)
        address = reverse(url_name, args=[section_ref])
    else:
        address = reverse("session_results", args=[fetch_first_section(event.pk).ref])
    if request.htmx:
        return HttpResponseClientRedirect(address)
    return redirect(address)


def _fetch_first_section_ref(event: Event) -> SectionRef:
    """Return where a new event is opened: the first section of its first session."""
    return SectionRef(event.sessions.order_by("number").values_list("pk", flat=True)[0])


def _make_official_links(report: ImportReport) -> Iterator[str]:
    """Yield a link to the official figures of each section that differs from them."""
    for section in report.differing_sections:
        session = section.session
        session_text = f" in session {session.number}" if session.is_one_of_several else ""
        address = reverse("session_results_official", args=[section.ref])
        yield format_html('<a href="{}">the official results{}</a>', address, session_text)
