"""Step 3, Print, for any kind of event: choose sheets, preview them, and get one PDF.

A *set* is what is printed at one time: before play, after play, or some sheets again. The preview
and the file are drawn from the same :class:`Printout`. A POST redirects to the file, and records
what was printed, so that the page can show later which cards on the tables are out of date.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple, TypeVar, cast
from urllib.parse import urlencode

from django import forms
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from director.core.base.address import detect_program_address
from director.core.base.forms import (
    PageForm,
    WholeNumberField,
    make_external_error,
    make_validation_error,
    parse_small_number,
)
from director.core.base.requests import (
    DeskRequest,
    PageView,
    make_file_response,
    refuse_file,
    render_page,
)
from director.core.base.roles import Permissions, Role, get_role, require_role_to_send
from director.core.base.versions import EventVersion, LruCache, fetch_event_version
from director.core.night.events import STEP_DONE
from director.core.night.printing import (
    PrintOptions,
    get_print_choice_by_param,
    list_unreachable_code_warnings,
    list_usable_kinds,
    store_print_choice,
)
from director.errors import PrintingError
from director.event_kinds import get_event_kind
from director.models import Event
from director.models.club import Paper
from director.models.event import SectionRef
from director.pdf.preview import Preview, render_preview
from director.pdf.sheet_kinds import PrintJob, SheetKind, get_kind, make_missing_sheets_error
from director.pdf.sheet_kinds import render as render_sheets
from scoring.errors import ScoringError

MAX_SPARE_SLIPS = 200
PrintedRef = SectionRef | int
"""A section, or the id of a party's session."""
FIELD_GROUPS = ("boxes", "ticks", "spans", "filters", "layout")
"""The groups of form fields that the page shows below the kinds of sheets, and their context keys."""
BEFORE_PLAY = "before"
REPRINT = "reprint"
AFTER_PLAY = "after"
SET_LABELS = {
    BEFORE_PLAY: ("Before play", "cards, lists"),
    REPRINT: ("Reprint", "some sheets"),
    AFTER_PLAY: ("After play", "results"),
}
"""The label of each set of sheets, and a description of its contents."""

# Previews are made once for each change of the event, since a hundred tables have a thousand sheets,
# whose layout takes seconds. One with a page has up to 200 kB; those for counting sheets have none.
CachedT = TypeVar("CachedT")
_PREVIEW_CACHE = LruCache[Preview](128)
_WARNING_CACHE = LruCache[tuple[str, ...]](64)


class PrintForm(PageForm):
    """The kinds of sheets that are ticked, and the paper. Subclasses have fields of their own."""

    sheet_kinds: Sequence[SheetKind[Any]] = ()
    backs_message: ClassVar[str] = ""
    """A sentence about the sheets that have something on the back of the paper."""

    # The names of all fields but the kinds and "large", by where the page shows them.
    boxes: ClassVar[Sequence[str]] = ("paper", "spare")  # with a value
    ticks: ClassVar[Sequence[str]] = ()  # check boxes
    spans: ClassVar[Sequence[str]] = ()  # ranges of numbers, which select some of the sheets
    filters: ClassVar[Sequence[str]] = ()  # check boxes that select some of the sheets
    layout: ClassVar[Sequence[str]] = ("stacked", "two_sided")  # on paper

    sheets_by_field: ClassVar[Mapping[str, Collection[str]]] = {}
    """The keys of the sheets that a field changes, if it changes only some."""

    kinds = forms.MultipleChoiceField(
        label="Paper to print",
        error_messages={
            "required": "Nothing is ticked. Tick at least one kind of paper.",
            "invalid_choice": "“%(value)s” isn’t a kind of paper. Tick another one.",
        },
    )
    paper = forms.ChoiceField(
        label="Paper",
        choices=Paper.choices,
        error_messages={
            "required": "Choose a paper size: A4 or US Letter.",
            "invalid_choice": "“%(value)s” isn’t a paper size. Choose A4 or US Letter.",
        },
    )
    large = forms.BooleanField(
        label="Large print",
        required=False,
        help_text="At least 18 points for what players read. For one player, tick it at People.",
    )
    stacked = forms.BooleanField(
        label="Cut and stack",
        required=False,
        help_text="Cut the pages and stack the piles from the top left: the small sheets are then in order.",
    )
    two_sided = forms.BooleanField(label="Duplex", required=False)
    spare = WholeNumberField(
        what="a number of slips", example=8, label="Spare slips", required=False
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        job: PrintJob | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        kinds_field = cast(forms.ChoiceField, self.fields["kinds"])
        kinds_field.choices = [(kind.key, kind.label) for kind in self.sheet_kinds]
        two_sided_field = self.fields["two_sided"]
        two_sided_field.help_text = (
            f"{self.backs_message} Set the printer to flip on the long edge."
        )
        self.job = job

    def clean_kinds(self) -> list[str]:
        """Return the ticked kinds. Raise if the *job* has no sheets of a kind yet."""
        keys: list[str] = self.cleaned_data["kinds"]
        for key in keys:
            kind = get_kind(key, self.sheet_kinds)
            if self.job and not self.job.has(kind):
                raise make_external_error(make_missing_sheets_error(kind, self.job))
        return keys

    def clean_spare(self) -> int:
        """Return the number of spare slips, 0 if nothing was typed."""
        spare: int = self.cleaned_data["spare"] or 0
        if not 0 <= spare <= MAX_SPARE_SLIPS:
            raise make_validation_error(
                "spare-range",
                "{what} can be 0 to {most}, not {spare}.",
                what=self.fields["spare"].label,
                most=MAX_SPARE_SLIPS,
                spare=spare,
            )
        return spare

    def make_query(self, **extra_params: object) -> str:
        """Return the choices as a query, with the *extra_params*."""
        return urlencode(self.collect_choices() | extra_params, doseq=True)

    def make_remembered_query(self) -> str:
        """Return the choices to remember for the next event, as a query."""
        # The paper is the club's. The others depend on the event: a director who prints all sheets
        # of a Howell may want other ones at the next session.
        forgotten_names = {"kinds", "paper", "trumps", "since", *self.spans, *self.filters}
        remembered_choices = {
            name: value
            for name, value in self.collect_choices().items()
            if name not in forgotten_names
        }
        return urlencode(remembered_choices, doseq=True)

    def collect_choices(self) -> dict[str, object]:
        """Return the choices by the name of their field. Empty ones are left out."""
        data = self.cleaned_data
        choices: dict[str, object] = {name: data[name] for name in ("kinds", "paper", "spare")}
        for name in ("large", "stacked", "two_sided"):
            if data[name]:
                choices[name] = "on"
        for name in self.spans:
            if data[name]:
                choices[name] = str(data[name])
        return choices

    @property
    def layout_description(self) -> str:
        """The paper, and any other layout than the default: “A4 paper, 2 guide cards per page”."""
        paper_names = dict(Paper.choices)
        paper_name = paper_names.get(self["paper"].value())
        phrases = [f"{paper_name} paper" if paper_name else ""]
        cards_per_page = "1"
        if "cards" in self.boxes:
            cards_per_page = str(self["cards"].value() or "1")
        if cards_per_page != "1":
            phrases.append(f"{cards_per_page} guide cards per page")
        spare = str(self["spare"].value() or "0")
        if spare != "0":
            phrases.append("1 spare slip" if spare == "1" else f"{spare} spare slips")
        for name in ("large", *self.ticks, *self.layout):
            if self[name].value():
                phrases.append(self[name].label.lower())
        return ", ".join(filter(None, phrases))

    def make_render_options(self) -> dict[str, Any]:
        """Return the layout on paper as keyword arguments of ``render``."""
        data = self.cleaned_data
        return {
            "large_print": data["large"],
            "stacked": data["stacked"],
            "two_sided": data["two_sided"],
        }


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence above the sheets with a link, as a warning if something must be done."""

    text: str
    link: tuple[str, str]  # its text and its address
    is_warning: bool = True  # otherwise it is shown only to directors


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintPage:
    """The Print page of one section or party."""

    job: Any  # everything that can be printed; each kind of event has its own class of job
    offered_kinds: Sequence[SheetKind[Any]]  # every kind of sheet that may be useful for it
    # Returns the kinds that are ticked at first, "before" or "after" play.
    get_preselected_keys: Callable[[str], list[str]]
    fingerprint: str  # of the movement or draw
    printed_fingerprint: str  # of the cards that were printed last
    changed_cards_query: str = ""  # selects the cards that differ
    outdated_tables: str = ""  # the tables of the cards that differ, or empty if all do
    initial: Mapping[str, Any] = field(default_factory=dict)  # other initial values of the form
    notes: Sequence[Note] = ()
    omitted_fields: Sequence[str] = ()  # fields of the form that don't apply
    never_reason: str = ""  # why some sheets can never be printed; replaces their kind's reason

    def get_missing_reason(self, kind: SheetKind[Any]) -> str:
        """Return why no sheet of *kind* can be printed, or "" if it can."""
        reason = kind.explain_missing(self.job)
        if reason and self.never_reason:
            return self.never_reason
        return reason


@dataclass(frozen=True, slots=True)
class Printout:
    """The sheets to print."""

    event: Event
    job: Any
    file_stem: str  # the name of their file without its suffix
    # If only changed cards are printed, the fingerprints of the cards on the tables.
    previous_fingerprints: str = ""


@dataclass(frozen=True, slots=True)
class RequestedSheets:
    """A printout with the section, the options and the form that it depends on."""

    ref: PrintedRef
    options: PrintOptions
    printout: Printout
    form: PrintForm
    version: EventVersion | None  # read before the printout; None if nothing may be cached

    def get_or_make(
        self, cache: LruCache[CachedT], make: Callable[[], CachedT], *key: Hashable
    ) -> CachedT:
        """Return *make*'s value for these sheets and *key*, from *cache* if it is there."""
        # Unlike LruCache.get_or_make, it must use the version that was read before the printout.
        if self.version is None:
            return make()
        choices = repr(sorted(self.form.cleaned_data.items(), key=itemgetter(0)))
        full_key = (self.version, self.ref, self.options, choices, *key)
        value = cache.get(full_key)
        if value is None:
            value = make()
            cache.set(full_key, value)
        return value


class KindRow(NamedTuple):
    """A kind of sheet on the page."""

    kind: SheetKind[Any]
    is_ticked: bool
    missing_reason: str
    sheet_count: int  # sheets of paper


@method_decorator(require_role_to_send(Role.SCORER), name="dispatch")
class PrintView(PageView, ABC):
    """The Print page of a kind of event, and its PDF."""

    url_prefix: ClassVar[str]
    """The beginning of its URL names."""
    form_class: ClassVar[type[PrintForm]]
    """The form of its choices."""
    http_method_names = ("get", "head", "post")

    @abstractmethod
    def make_context(self, ref: Any) -> dict[str, Any]:
        """Return the context of the page of the section or party at *ref*."""

    @abstractmethod
    def make_page(self, context: dict[str, Any], options: PrintOptions) -> PrintPage:
        """Return the page from its context.

        :raises ScoringError: if results can't be scored
        """

    @abstractmethod
    def make_printout(self, ref: Any, options: PrintOptions, form: Any) -> Printout:
        """Return the sheets that *form* asks for.

        :raises ScoringError: if results can't be scored
        :raises PrintingError: if the form narrows the choice to nothing
        """

    @classmethod
    def list_urls(cls) -> list[URLPattern]:
        """Return the addresses of the page and its PDF, below a section or party."""
        return [
            path("print/", cls.as_view(), name=f"{cls.url_prefix}_print"),
            path(
                "print/sheets.pdf",
                cls.make_view(cls.render_pdf),
                name=f"{cls.url_prefix}_print_pdf",
            ),
        ]

    def get(self, request: DeskRequest, ref: PrintedRef) -> HttpResponse:
        """Offer and preview what can be printed."""
        return self._render_or_print(request, ref)

    def post(self, request: DeskRequest, ref: PrintedRef) -> HttpResponse:
        """Print what is ticked."""
        return self._render_or_print(request, ref)

    def _render_or_print(self, request: DeskRequest, ref: PrintedRef) -> HttpResponse:
        context = self.make_context(ref)
        is_submitted = request.method == "POST"
        try:
            page = self.make_page(context, _make_print_options(request))
        except ScoringError as error:
            context |= {"refused": str(error)}
            return render_page(request, "core/print.html", context, problems=error)
        event: Event = context["session"].event
        params = request.POST if is_submitted else request.GET
        # The last step but one is Play.
        is_play_over = context["night"].steps[-2].state == STEP_DONE
        set_key = _get_requested_set(params, self.form_class, page, is_play_over=is_play_over)
        # Every form of the page sends the paper, so without it the page was opened by a link.
        has_choices = is_submitted or "paper" in params
        choices = params if has_choices else _make_initial_choices(event, page, set_key)
        form = self.form_class(choices, job=page.job)
        is_valid = form.is_valid()
        options = replace(_make_print_options(request), is_preview=not is_submitted)
        requested_sheets = None
        if is_valid:
            requested_sheets = self._find_requested_sheets(ref, form, options=options, event=event)
        pdf_address = reverse(f"{self.url_prefix}_print_pdf", args=[ref])
        if is_submitted and requested_sheets:
            query = _record_and_make_query(requested_sheets, event, set_key)
            if "save" in params:
                query += "&save"
            return redirect(f"{pdf_address}?{query}")
        preview: Preview | None = None
        error_text = ""
        if requested_sheets:
            preview, error_text = _make_preview(request, requested_sheets)
        rows = _make_kind_rows(
            request,
            page,
            form=form,
            requested_sheets=requested_sheets,
            preview=preview,
            set_key=set_key,
        )
        available_rows = [row for row in rows if row.is_ticked or not row.missing_reason]
        problems: Any = ()
        if error_text:
            problems = [error_text]
        elif has_choices:
            problems = form.non_field_errors()
        available_keys = {row.kind.key for row in available_rows}
        context |= _make_form_context(page, form, available_keys) | {
            "set": set_key,
            "first_rows": [row for row in rows if _is_in_sight(row)],
            "folded_rows": [row for row in rows if not _is_in_sight(row)],
            "counted_keys": [row.kind.key for row in available_rows],
            "is_all_ticked": all(row.is_ticked for row in available_rows),
            "warnings": _list_warnings(request, requested_sheets) if requested_sheets else (),
            "preview": preview,
            "problems": problems,
            # Remembered choices that don't fit this event are no error of the director.
            "submitted_form": form if has_choices else (),
            "query": form.make_query() if is_valid else "",
            "pdf_address": pdf_address,
        }
        return render_page(
            request, "core/print.html", context, problems=form.errors and has_choices
        )

    def _find_requested_sheets(
        self, ref: PrintedRef, form: PrintForm, *, options: PrintOptions, event: Event
    ) -> RequestedSheets | None:
        """Return the sheets that the valid *form* asks for, or None with an error on the form."""
        # Read first, so that a change in between can't be cached under a later version.
        version = fetch_event_version(event.pk)
        try:
            printout = self.make_printout(ref, options, form)
        except PrintingError as error:
            form.add_error(None, str(error))
            return None
        return RequestedSheets(
            ref=ref,
            options=options,
            printout=printout,
            form=form,
            version=version,
        )

    # The page shows the PDF in a frame.
    @method_decorator([require_safe, xframe_options_sameorigin])
    def render_pdf(self, request: DeskRequest, ref: PrintedRef) -> HttpResponse:
        """Answer with the requested sheets, to show in the browser or (``?save``) to save."""
        form = self.form_class(request.GET)
        if not form.is_valid():
            errors_of_first_field = next(iter(form.errors.values()))
            return self._refuse_pdf(request, ref, str(errors_of_first_field[0]))
        try:
            printout = self.make_printout(ref, _make_print_options(request), form)
            content = render_sheets(
                printout.job,
                form.cleaned_data["kinds"],
                form.cleaned_data["paper"],
                available_kinds=list_usable_kinds(get_event_kind(printout.event).paper),
                **_make_layout_options(form),
            )
        except (PrintingError, ScoringError) as error:
            return self._refuse_pdf(request, ref, str(error))
        return make_file_response(
            content,
            f"{printout.file_stem}.pdf",
            "application/pdf",
            is_attachment="save" in request.GET,
        )

    def _refuse_pdf(self, request: DeskRequest, ref: PrintedRef, reason: str) -> HttpResponse:
        # With the choices, so that the page shows which of them is wrong.
        address = reverse(f"{self.url_prefix}_print", args=[ref])
        back = f"{address}?{request.GET.urlencode()}"
        return refuse_file(request, reason, back=back, back_label="Print")


def _record_and_make_query(requested_sheets: RequestedSheets, event: Event, set_key: str) -> str:
    """Record that the sheets are printed, and remember their layout. Return the file's query."""
    query = _record_printing(requested_sheets.printout, requested_sheets.form)
    if set_key != REPRINT:
        key = _get_remembered_key(event, set_key)
        store_print_choice(
            club=event.club, key=key, query=requested_sheets.form.make_remembered_query()
        )
    return query


def _make_form_context(
    page: PrintPage, form: PrintForm, available_keys: set[str]
) -> dict[str, Any]:
    # A field whose sheets can't be ticked would change nothing.
    useless_names = {
        name for name, keys in form.sheets_by_field.items() if available_keys.isdisjoint(keys)
    }
    omitted_names = useless_names.union(page.omitted_fields)
    fields_by_group = {}
    for group in FIELD_GROUPS:
        names = [name for name in getattr(form, group) if name not in omitted_names]
        fields_by_group[group] = [form[name] for name in names]
    return fields_by_group | {
        "large_print": [form["large"]],
        "page": page,
        "form": form,
        "sets": [
            (key, *labels) for key, labels in SET_LABELS.items() if key != REPRINT or form.spans
        ],
    }


def _make_kind_rows(
    request: DeskRequest,
    page: PrintPage,
    *,
    form: PrintForm,
    requested_sheets: RequestedSheets | None,
    preview: Preview | None,
    set_key: str,
) -> list[KindRow]:
    """Return the kinds in the set *set_key*, and ticked kinds from other sets."""
    ticked_keys = form["kinds"].value() or []
    is_set_after_play = set_key == AFTER_PLAY
    offered = [
        kind
        for kind in page.offered_kinds
        if kind.is_printed_after_play == is_set_after_play or kind.key in ticked_keys
    ]
    sheets = preview.sheets_by_kind if preview else {}
    # The layout of other kinds takes twice as long as the page, so a script asks for it later.
    if requested_sheets and "counts" in request.GET:
        other_keys = [kind.key for kind in offered if kind.key not in ticked_keys]
        sheets = _make_sheet_counts_by_kind(requested_sheets, other_keys) | sheets
    return [
        KindRow(
            kind,
            is_ticked=kind.key in ticked_keys,
            missing_reason=page.get_missing_reason(kind),
            sheet_count=sheets.get(kind.key, 0),
        )
        for kind in offered
    ]


def _is_in_sight(row: KindRow) -> bool:
    """Return whether *row* can be used and isn't folded away."""
    if row.is_ticked:
        return True
    return not row.missing_reason and not row.kind.is_folded_away


def _get_requested_set(
    params: QueryDict, form: type[PrintForm], page: PrintPage, *, is_play_over: bool
) -> str:
    """Return the key of the requested set, by default the one that is due now."""
    if params.get("set") in SET_LABELS:
        return str(params["set"])
    if any(params.get(name) for name in (*form.spans, "only_changed")):
        return REPRINT
    ticked_keys = set(params.getlist("kinds"))
    if ticked_keys:
        keys_after_play = {kind.key for kind in page.offered_kinds if kind.is_printed_after_play}
        return AFTER_PLAY if ticked_keys <= keys_after_play else BEFORE_PLAY
    # In a Swiss, cards are printed before every round, so they are due until play is over.
    return AFTER_PLAY if is_play_over else BEFORE_PLAY


def _get_remembered_key(event: Event, set_key: str) -> str:
    return f"{event.contest}-{AFTER_PLAY if set_key == AFTER_PLAY else BEFORE_PLAY}"


def _make_initial_choices(event: Event, page: PrintPage, set_key: str) -> QueryDict:
    """Return the preselected sheets with the layout that was used last time."""
    remembered_values = {}
    if set_key != REPRINT:
        remembered_values = get_print_choice_by_param(
            event.club, _get_remembered_key(event, set_key)
        )
    choices = QueryDict(mutable=True)
    for name, value in {"paper": event.club.paper, "spare": "0", **page.initial}.items():
        choices[name] = str(value)
    for name, values in remembered_values.items():
        choices.setlist(name, values)
    choices.setlist("kinds", _get_initial_keys(page, set_key))
    return choices


def _get_initial_keys(page: PrintPage, set_key: str) -> list[str]:
    """Return the kinds that are ticked at first, which don't depend on the last choice."""
    preselected_keys = page.get_preselected_keys(
        AFTER_PLAY if set_key == AFTER_PLAY else BEFORE_PLAY
    )
    if set_key == REPRINT:
        # A reprint is usually one card that was lost or is out of date.
        for kind in page.offered_kinds:
            if kind.depends_on_plan and kind.key in preselected_keys:
                return [kind.key]
    return preselected_keys


def _make_layout_options(form: PrintForm) -> dict[str, Any]:
    return form.make_render_options() | {"printed_at": timezone.localtime()}


def _draw_preview(
    requested_sheets: RequestedSheets,
    keys: Sequence[str],
    *,
    page_no: int = 0,
    first_page_of_kind: str = "",
) -> Preview:
    """Return a preview of the kinds with *keys*, from the cache if it is still valid.

    Without *page_no* and *first_page_of_kind*, it has no page, only the numbers of sheets.
    """
    layout_options = _make_layout_options(requested_sheets.form)
    # Each sheet shows the minute when it was printed, so a page is cached for one minute only.
    minute = (
        f"{layout_options['printed_at']:%Y-%m-%d %H:%M}" if page_no or first_page_of_kind else ""
    )

    def render_pages() -> Preview:
        return render_preview(
            requested_sheets.printout.job,
            keys,
            requested_sheets.form.cleaned_data["paper"],
            available_kinds=list_usable_kinds(
                get_event_kind(requested_sheets.printout.event).paper
            ),
            page_no=page_no,
            kind_to_show=first_page_of_kind,
            **layout_options,
        )

    return requested_sheets.get_or_make(
        _PREVIEW_CACHE, render_pages, tuple(keys), page_no, first_page_of_kind, minute
    )


def _make_preview(
    request: DeskRequest, requested_sheets: RequestedSheets
) -> tuple[Preview | None, str]:
    """Return the preview to show, and the reason why there is none or "".

    ``?preview=`` asks for the first page of a kind of sheet, ``?sheet=`` for a page by its number.
    """
    page_no = max(1, parse_small_number(request.GET.get("sheet", "1")))
    first_page_of_kind = request.GET.get("preview", "")
    keys = requested_sheets.form.cleaned_data["kinds"]
    try:
        return _draw_preview(
            requested_sheets, keys, page_no=page_no, first_page_of_kind=first_page_of_kind
        ), ""
    except (PrintingError, ScoringError) as error:
        return None, str(error)


def _make_sheet_counts_by_kind(
    requested_sheets: RequestedSheets, keys: Sequence[str]
) -> dict[str, int]:
    """Return the number of sheets of paper by kind. Kinds without sheets are absent."""
    counts: dict[str, int] = {}
    for key in keys:
        with suppress(PrintingError, ScoringError):
            counts |= _draw_preview(requested_sheets, [key]).sheets_by_kind
    return counts


def _make_print_options(request: DeskRequest) -> PrintOptions:
    return PrintOptions(
        program_url=detect_program_address(request),
        can_open_links=Permissions(get_role(request.user)).score,
    )


def _record_printing(printout: Printout, form: PrintForm) -> str:
    """Record that *printout* was printed. Return the query of its file."""
    paper = get_event_kind(printout.event).paper
    keys = form.cleaned_data["kinds"]
    # From now on these cards are on the tables, so the query has to name the previous cards.
    query = form.make_query()
    if printout.previous_fingerprints:
        query = form.make_query(since=printout.previous_fingerprints)
    with suppress(PrintingError):  # the file shows the same error
        paper.create_links(printout.event, printout.job, keys)
    paper.record_printed(printout.event, printout.job, keys)
    return query


def _list_warnings(request: DeskRequest, requested_sheets: RequestedSheets) -> tuple[str, ...]:
    """Return the warnings about the requested sheets, which the page shows above the preview."""
    form = requested_sheets.form
    paper = get_event_kind(requested_sheets.printout.event).paper
    keys = form.cleaned_data["kinds"]

    def list_uncached_warnings() -> tuple[str, ...]:
        return paper.list_warnings(
            requested_sheets.printout.job,
            keys,
            form.cleaned_data["paper"],
            **form.make_render_options(),
        )

    try:
        warnings = requested_sheets.get_or_make(_WARNING_CACHE, list_uncached_warnings)
    except (PrintingError, ScoringError):
        return ()
    has_codes = bool(form.cleaned_data.get("codes"))
    return (
        *warnings,
        *list_unreachable_code_warnings(
            request, keys, list_usable_kinds(paper), needs_codes=has_codes
        ),
    )
