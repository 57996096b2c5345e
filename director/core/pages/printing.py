"""Step 3, Print, for any kind of event: choose sheets, preview them, and get one PDF.

A *set* is what is printed at one time: before play, after play, or some sheets again. The preview
is drawn from the same :class:`Printout` as the file. A POST records what was printed, so that the
page can tell later which cards on the tables are out of date, and redirects to the file.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple, TypeVar, cast
from urllib.parse import urlencode

from django import forms
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from director.core.base.address import find_program_address
from director.core.base.forms import (
    PageForm,
    WholeNumberField,
    make_validation_error,
    parse_small_number,
)
from director.core.base.requests import (
    DeskRequest,
    PageView,
    make_file_response,
    make_text_response,
)
from director.core.base.roles import Permissions, Role, get_role, require_role_to_send
from director.core.base.versions import EventVersion, LruCache, fetch_event_version
from director.core.night.events import DONE
from director.core.night.printing import (
    get_last_print_choice,
    keep_print_choice,
    list_unreachable_code_warnings,
)
from director.errors import AS_SAID, PrintingError
from director.event_kinds import PrintWishes, get_event_kind
from director.models import Event
from director.models.club import Paper
from director.models.event import SectionRef
from director.pdf.preview import Preview, render_preview
from director.pdf.sheet_kinds import SheetKind, Sheets, find_kind, make_missing_sheets_error
from director.pdf.sheet_kinds import render as render_sheets
from scoring.errors import ScoringError

MAX_SPARE = 200
Place = SectionRef | int
PARTS = ("boxes", "ticks", "spans", "narrowing", "laying")
"""The groups of form fields that the page shows below the kinds of sheets."""
BEFORE, REPRINT, AFTER = "before", "reprint", "after"
SETS = {
    BEFORE: ("Before play", "cards, lists"),
    REPRINT: ("Reprint", "some sheets"),
    AFTER: ("After play", "results"),
}
"""The sets of sheets, each with its name and its contents in words."""

# Pictures and counts of sheets are made once for each change of the event. A page of a hundred
# tables lays out a thousand sheets, which takes seconds. A picture has up to 200 kB.
T = TypeVar("T")
_PREVIEWS = LruCache[Preview](64)
_COUNTS = LruCache[dict[str, int]](512)
_REMARKS = LruCache[tuple[str, ...]](64)


class PrintForm(PageForm):
    """The kinds of sheets that are ticked, and the paper.

    Subclasses name their fields by where the page shows them: *boxes* have a value, *ticks* are
    check boxes, *laying* is the layout on paper. *spans* are ranges of numbers and *narrowing* are
    check boxes that narrow the choice to some sheets.
    """

    registry: Sequence[SheetKind[Any]] = ()
    backs: ClassVar[str] = ""
    """A sentence about the sheets that have something on the back of the paper."""
    boxes: ClassVar[Sequence[str]] = ("paper", "spare")
    ticks: ClassVar[Sequence[str]] = ()
    spans: ClassVar[Sequence[str]] = ()
    narrowing: ClassVar[Sequence[str]] = ()
    laying: ClassVar[Sequence[str]] = ("stacked", "two_sided")

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
        job: Sheets | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        kinds_field = cast(forms.ChoiceField, self.fields["kinds"])
        kinds_field.choices = [(kind.key, kind.label) for kind in self.registry]
        two_sided_field = self.fields["two_sided"]
        two_sided_field.help_text = f"{self.backs} Set the printer to flip on the long edge."
        self.job = job

    def clean_kinds(self) -> list[str]:
        """Return the ticked kinds. Raise if the *job* has no sheets of a kind yet."""
        keys: list[str] = self.cleaned_data["kinds"]
        for key in keys:
            kind = find_kind(key, self.registry)
            if self.job and not self.job.has(kind):
                raise make_validation_error(
                    *AS_SAID, text=make_missing_sheets_error(kind, self.job)
                )
        return keys

    def clean_spare(self) -> int:
        """Return the number of spare slips, 0 if nothing was typed."""
        spare: int = self.cleaned_data["spare"] or 0
        if not 0 <= spare <= MAX_SPARE:
            raise make_validation_error(
                "spare-range",
                "{what} can be 0 to {most}, not {spare}.",
                what=self.fields["spare"].label,
                most=MAX_SPARE,
                spare=spare,
            )
        return spare

    def query(self, **more: object) -> str:
        """Return the choices, and *more* parameters, as a query."""
        return urlencode(self.collect_choices() | more, doseq=True)

    def usual(self) -> str:
        """Return the choices to remember for the next event, as a query."""
        # These depend on the event, except for the paper, which is the club's. All sheets of a
        # Howell are no wish for all sheets of the next night.
        not_remembered = {"kinds", "paper", "trumps", "since", *self.spans, *self.narrowing}
        remembered = {
            name: value
            for name, value in self.collect_choices().items()
            if name not in not_remembered
        }
        return urlencode(remembered, doseq=True)

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
    def layout(self) -> str:
        """Return paper and layout in a few words."""
        paper_names = dict(Paper.choices)
        words = [str(paper_names.get(self["paper"].value(), ""))]
        if "cards" in self.boxes:
            words.append(f"{self['cards'].value() or 1} per page")
        spare = str(self["spare"].value() or "0")
        words.append(f"{spare} spare" if spare != "0" else "no spares")
        for name in ("large", *self.ticks, *self.laying):
            if self[name].value():
                words.append(self[name].label.lower())
        return ", ".join(filter(None, words))

    def look(self) -> dict[str, Any]:
        """Return the layout on paper as arguments of ``render``."""
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
    """The Print page of one section or party.

    - *job*: everything that can be printed.
    - *offered*: every kind of sheet that may be useful for it.
    - *usual_kinds*: returns the kinds that are ticked at first, ``"before"`` or ``"after"`` play.
    - *initial*: the other initial values of the form.
    - *fingerprint*: the fingerprint of the movement or draw.
    - *printed*: the fingerprint of the cards printed last.
    - *changed*: the query that selects the cards that differ.
    - *outdated_tables*: the tables of the cards that differ, empty if all do.
    - *left_out*: fields of the form that don't apply.
    - *never_reason*: why some sheets can never be printed, instead of the reason of their kind.
    """

    job: Any
    offered: Sequence[SheetKind[Any]]
    usual_kinds: Callable[[str], list[str]]
    fingerprint: str
    printed: str
    changed: str = ""
    outdated_tables: str = ""
    initial: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[Note] = ()
    left_out: Sequence[str] = ()
    never_reason: str = ""

    def explain_missing(self, kind: SheetKind[Any]) -> str:
        """Return why no sheet of *kind* can be printed, or "" if it can."""
        reason = kind.explain_missing(self.job)
        if reason and self.never_reason:
            return self.never_reason
        return reason


@dataclass(frozen=True, slots=True)
class Printout:
    """The sheets that a form asks for.

    *stem* is the name of their file without its suffix. *earlier_fingerprints* has the fingerprints of the cards
    on the tables, if only changed cards are to be printed.
    """

    event: Event
    job: Any
    stem: str
    earlier_fingerprints: str = ""


@dataclass(frozen=True, slots=True)
class SheetsChoice:
    """The sheets that a form asks for, with the place and the wishes that they depend on.

    *version* was read before them, None if nothing may be cached.
    """

    place: Place
    wishes: PrintWishes
    printout: Printout
    form: PrintForm
    version: EventVersion | None

    def get_or_make(self, cache: LruCache[T], make: Callable[[], T], *key: Hashable) -> T:
        """Return what *make* returns for these sheets and *key*, from *cache* if it is there."""
        if self.version is None:
            return make()
        choices = repr(sorted(self.form.cleaned_data.items(), key=itemgetter(0)))
        full_key = (self.version, self.place, self.wishes, choices, *key)
        value = cache.get(full_key)
        if value is None:
            value = make()
            cache.set(full_key, value)
        return value


class KindRow(NamedTuple):
    """A kind of sheet on the page. *sheets* is the number of sheets of paper."""

    kind: SheetKind[Any]
    is_ticked: bool
    why_not: str
    sheets: int


@method_decorator(require_role_to_send(Role.SCORER), name="dispatch")
class PrintView(PageView, ABC):
    """The Print page of a kind of event, and its PDF."""

    step: ClassVar[str]
    """The beginning of its URL names."""
    form_class: ClassVar[type[PrintForm]]
    """The form of its choices."""
    http_method_names = ("get", "head", "post")

    @abstractmethod
    def make_context(self, place: Any) -> dict[str, Any]:
        """Return the context of the page of a section or party."""

    @abstractmethod
    def make_page(self, context: dict[str, Any], wishes: PrintWishes) -> PrintPage:
        """Return the page from its context.

        :raises ScoringError: if results can't be scored
        """

    @abstractmethod
    def make_printout(self, place: Any, wishes: PrintWishes, form: Any) -> Printout:
        """Return the sheets that *form* asks for.

        :raises ScoringError: if results can't be scored
        :raises PrintingError: if the form narrows the choice to nothing
        """

    @classmethod
    def list_urls(cls) -> list[URLPattern]:
        """Return the addresses of the page and its PDF, below a section or party."""
        return [
            path("print/", cls.as_view(), name=f"{cls.step}_print"),
            path("print/sheets.pdf", cls.view_of(cls.render_pdf), name=f"{cls.step}_print_pdf"),
        ]

    def get(self, request: DeskRequest, session_id: Place) -> HttpResponse:
        """Offer and preview what can be printed."""
        return self._answer(request, session_id)

    def post(self, request: DeskRequest, session_id: Place) -> HttpResponse:
        """Print what is ticked."""
        return self._answer(request, session_id)

    def _answer(self, request: DeskRequest, session_id: Place) -> HttpResponse:
        context = self.make_context(session_id)
        is_sent = request.method == "POST"
        try:
            page = self.make_page(context, _make_print_wishes(request))
        except ScoringError as error:
            return render(request, "core/print.html", context | {"refused": str(error)}, status=422)
        event: Event = context["session"].event
        params = request.POST if is_sent else request.GET
        # The last step but one is Play.
        is_play_over = context["night"].steps[-2].state == DONE
        set_key = _get_requested_set(params, self.form_class, page, is_play_over=is_play_over)
        # Every form of the page sends the paper. Without it the page was opened by a link.
        has_choices = is_sent or "paper" in params
        choices = params if has_choices else _get_first_choices(event, page, set_key)
        form = self.form_class(choices, job=page.job)
        is_valid = form.is_valid()
        wishes = replace(_make_print_wishes(request), is_preview=not is_sent)
        choice = self._make_choice(session_id, form, wishes, event) if is_valid else None
        file_address = reverse(f"{self.step}_print_pdf", args=[session_id])
        if is_sent and choice:
            query = _print_sheets(choice, event, set_key)
            if "save" in params:
                query += "&save"
            return redirect(f"{file_address}?{query}")
        shown_preview, error_text = _make_preview(request, choice) if choice else (None, "")
        rows = _make_kind_rows(request, page, form, choice, shown_preview, set_key=set_key)
        available_rows = [row for row in rows if row.is_ticked or not row.why_not]
        first_rows = [row for row in available_rows if row.is_ticked or not row.kind.is_rare]
        faults: Any = ()
        if error_text:
            faults = [error_text]
        elif has_choices:
            faults = form.non_field_errors()
        context |= _make_form_context(page, form) | {
            "set": set_key,
            "first": first_rows,
            "more": [row for row in rows if row not in first_rows],
            "counted": [row.kind.key for row in available_rows],
            "is_all_ticked": all(row.is_ticked for row in available_rows),
            "remarks": _list_remarks(request, choice) if choice else (),
            "shown": shown_preview,
            "faults": faults,
            "wrong": form if has_choices else (),
            "query": form.query() if is_valid else "",
            "file": file_address,
            "play": reverse(f"{self.step}_play", args=[session_id]),
        }
        # Remembered choices that don't fit this event are no error of the director.
        status = 422 if form.errors and has_choices else 200
        return render(request, "core/print.html", context, status=status)

    def _make_choice(
        self, session_id: Place, form: PrintForm, wishes: PrintWishes, event: Event
    ) -> SheetsChoice | None:
        """Return the sheets that the valid *form* asks for, or None with an error on the form."""
        version = fetch_event_version(event.pk)
        try:
            printout = self.make_printout(session_id, wishes, form)
        except PrintingError as error:
            form.add_error(None, str(error))
            return None
        return SheetsChoice(session_id, wishes, printout, form, version)

    # The page shows the PDF in a frame.
    @method_decorator([require_safe, xframe_options_sameorigin])
    def render_pdf(self, request: DeskRequest, session_id: Place) -> HttpResponse:
        """Answer with the sheets that the query asks for, to show or (``?save``) as a file."""
        form = self.form_class(request.GET)
        if not form.is_valid():
            first_errors = next(iter(form.errors.values()))
            return make_text_response(str(first_errors[0]))
        try:
            printout = self.make_printout(session_id, _make_print_wishes(request), form)
            content = render_sheets(
                printout.job,
                form.cleaned_data["kinds"],
                form.cleaned_data["paper"],
                among=get_event_kind(printout.event).paper.kinds,
                **_get_layout(form),
            )
        except (PrintingError, ScoringError) as error:
            return make_text_response(str(error))
        return make_file_response(
            content, f"{printout.stem}.pdf", "application/pdf", attached="save" in request.GET
        )


def _print_sheets(choice: SheetsChoice, event: Event, set_key: str) -> str:
    """Record that the sheets are printed, and remember the choice. Return the file's query."""
    query = _record_printing(choice.printout, choice.form)
    if set_key != REPRINT:
        key = _get_remembered_key(event, set_key)
        keep_print_choice(club=event.club, key=key, query=choice.form.usual())
    return query


def _make_form_context(page: PrintPage, form: PrintForm) -> dict[str, Any]:
    fields = {
        part: [form[name] for name in getattr(form, part) if name not in page.left_out]
        for part in PARTS
    }
    return fields | {
        "large": [form["large"]],
        "page": page,
        "form": form,
        "sets": [(key, *words) for key, words in SETS.items() if key != REPRINT or form.spans],
    }


def _make_kind_rows(
    request: DeskRequest,
    page: PrintPage,
    form: PrintForm,
    choice: SheetsChoice | None,
    shown_preview: Preview | None,
    *,
    set_key: str,
) -> list[KindRow]:
    """Return the kinds in the set *set_key*, and ticked kinds from other sets."""
    ticked_keys = form["kinds"].value() or []
    offered = [
        kind
        for kind in page.offered
        if kind.is_after == (set_key == AFTER) or kind.key in ticked_keys
    ]
    sheets = shown_preview.sheets if shown_preview else {}
    # Laying out what isn't ticked takes twice as long as the page, so the page asks for it later.
    if choice and "counts" in request.GET:
        other_keys = [kind.key for kind in offered if kind.key not in ticked_keys]
        sheets = _count_sheets(choice, other_keys) | sheets
    return [
        KindRow(kind, kind.key in ticked_keys, page.explain_missing(kind), sheets.get(kind.key, 0))
        for kind in offered
    ]


def _get_requested_set(
    params: QueryDict, form: type[PrintForm], page: PrintPage, *, is_play_over: bool
) -> str:
    """Return the key of the requested set, by default the one that is due now."""
    if params.get("set") in SETS:
        return str(params["set"])
    if any(params.get(name) for name in (*form.spans, "only_changed")):
        return REPRINT
    ticked_keys = set(params.getlist("kinds"))
    if ticked_keys:
        keys_after_play = {kind.key for kind in page.offered if kind.is_after}
        return AFTER if ticked_keys <= keys_after_play else BEFORE
    # A Swiss has cards before every round, so cards are due until play is over.
    return AFTER if is_play_over else BEFORE


def _get_remembered_key(event: Event, set_key: str) -> str:
    return f"{event.contest}-{AFTER if set_key == AFTER else BEFORE}"


def _get_first_choices(event: Event, page: PrintPage, set_key: str) -> QueryDict:
    """Return the choices to begin with: the usual sheets, laid out as last time."""
    remembered = {}
    if set_key != REPRINT:
        remembered = get_last_print_choice(event.club, _get_remembered_key(event, set_key))
    choices = QueryDict(mutable=True)
    for name, value in {"paper": event.club.paper, "spare": "0", **page.initial}.items():
        choices[name] = str(value)
    for name, values in remembered.items():
        choices.setlist(name, values)
    choices.setlist("kinds", _get_first_kinds(page, set_key))
    return choices


def _get_first_kinds(page: PrintPage, set_key: str) -> list[str]:
    """Return the kinds that are ticked at first. They follow from this event, not from the last choice."""
    usual_keys = page.usual_kinds(AFTER if set_key == AFTER else BEFORE)
    if set_key == REPRINT:
        # A reprint is usually one card that was lost or is out of date.
        for kind in page.offered:
            if kind.depends_on_plan and kind.key in usual_keys:
                return [kind.key]
    return usual_keys


def _get_layout(form: PrintForm) -> dict[str, Any]:
    return form.look() | {"printed_at": timezone.localtime()}


def _draw_preview(
    choice: SheetsChoice, keys: Sequence[str], *, page_no: int = 0, first_of: str = ""
) -> Preview:
    """Return a preview of the kinds with *keys*, from the cache if it is still valid."""
    look = _get_layout(choice.form)
    # The sheets say when they are printed, to the minute. Their number doesn't depend on it.
    minute = f"{look['printed_at']:%Y-%m-%d %H:%M}" if page_no or first_of else ""

    def make() -> Preview:
        return render_preview(
            choice.printout.job,
            keys,
            choice.form.cleaned_data["paper"],
            among=get_event_kind(choice.printout.event).paper.kinds,
            page_no=page_no,
            first_of=first_of,
            **look,
        )

    return choice.get_or_make(_PREVIEWS, make, tuple(keys), page_no, first_of, minute)


def _make_preview(request: DeskRequest, choice: SheetsChoice) -> tuple[Preview | None, str]:
    """Return the page of *choice* to show, or the reason why it can't be printed.

    ``?preview=`` asks for the first page of a kind of sheet, ``?sheet=`` for a page by its number.
    """
    page_no = max(1, parse_small_number(request.GET.get("sheet", "1")))
    first_of = request.GET.get("preview", "")
    keys = choice.form.cleaned_data["kinds"]
    try:
        return _draw_preview(choice, keys, page_no=page_no, first_of=first_of), ""
    except (PrintingError, ScoringError) as error:
        return None, str(error)


def _count_sheets(choice: SheetsChoice, keys: Sequence[str]) -> dict[str, int]:
    """Return the number of sheets of paper by kind. Kinds without sheets are absent."""

    def count(key: str) -> dict[str, int]:
        try:
            return _draw_preview(choice, [key]).sheets
        except (PrintingError, ScoringError):
            return {}

    counts: dict[str, int] = {}
    for key in keys:
        kind_counts = choice.get_or_make(_COUNTS, partial(count, key), key)
        counts |= kind_counts
    return counts


def _make_print_wishes(request: DeskRequest) -> PrintWishes:
    return PrintWishes(
        address=find_program_address(request), may_open=Permissions(get_role(request.user)).score
    )


def _record_printing(printout: Printout, form: PrintForm) -> str:
    """Record that *printout* was printed. Return the query of its file."""
    paper = get_event_kind(printout.event).paper
    keys = form.cleaned_data["kinds"]
    # Recording makes these cards the ones on the tables, so the file has to name the earlier ones.
    query = (
        form.query(since=printout.earlier_fingerprints)
        if printout.earlier_fingerprints
        else form.query()
    )
    with suppress(PrintingError):  # the file shows the same error
        paper.create_links(printout.event, printout.job, keys)
    paper.record_printed(printout.event, printout.job, keys)
    return query


def _list_remarks(request: DeskRequest, choice: SheetsChoice) -> tuple[str, ...]:
    """Return the remarks beside the preview."""
    form = choice.form
    paper = get_event_kind(choice.printout.event).paper
    keys = form.cleaned_data["kinds"]

    def make() -> tuple[str, ...]:
        return paper.list_remarks(
            choice.printout.job, keys, form.cleaned_data["paper"], **form.look()
        )

    try:
        remarks = choice.get_or_make(_REMARKS, make)
    except (PrintingError, ScoringError):
        return ()
    has_codes = bool(form.cleaned_data.get("codes"))
    return (
        *remarks,
        *list_unreachable_code_warnings(request, keys, paper.kinds, are_wanted=has_codes),
    )
