"""A movement of the director's own: uploaded or pasted, checked, previewed and chosen.

The page has examples, each explained part by part, and shows a movement round by round as it was
read, with the cells that have problems marked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.additions.library.refusals import make_movement_problems_error
from director.boards.contests import ContestRecord, get_contest_record
from director.boards.movement.cards.cards import fetch_required_plan
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.offers import format_facts, refuse_unplayable
from director.boards.movement.schedule import make_preview_schedule
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import format_movement, make_section_stem
from director.boards.pages.field.movements import (
    choose_template,
    make_schedule_tabs,
    read_round_and_pair,
)
from director.boards.pages.steps import make_session_context
from director.boards.play.plan import explain_plan_refusal, store_plan
from director.core.base.forms import NameField, PageForm, TextField, make_validation_error
from director.core.base.requests import DeskRequest, make_file_response, refuse_file, render_page
from director.core.base.shown_refusals import raise_refusals_as_form_errors, show_refusals_at
from director.core.base.uploads import Destination, SubmittedFile, list_destinations
from director.errors import DeskError
from director.formats.door import FileUse
from director.formats.reading import decode_text
from director.models import Section
from director.models.event import SectionRef
from director.models.saved_movement import LONGEST_MOVEMENT_NAME, LONGEST_NOTE
from movements.errors import MovementError
from movements.files.formats import (
    WRITERS,
    Examination,
    examine_text,
    list_movement_titles,
    write_plan,
)
from movements.model import Movement, PlanProblem, TableRound
from movements.partnerships import with_teams

_FIRST_LINES = (
    ("# boards_per_set: {boards}", "{boards} boards per round. Without it, the usual number."),
    ("round", "The first column: the number of the round."),
    ("table 1", "One column for each table, in order."),
)
_LAST_LINES = (
    ("(blank)", "Nobody plays at this table in this round."),
    ("sit out", "A last column, if you need it: who sits out, such as 7."),
)


@dataclass(frozen=True, slots=True)
class MovementExample:
    """An example of a custom movement."""

    title: str  # names its size
    text: str
    parts: tuple[tuple[str, str], ...]  # what one types, each with its meaning


def _make_example_parts(
    boards: int, *contest_parts: tuple[str, str]
) -> tuple[tuple[str, str], ...]:
    first_parts = [
        (label.format(boards=boards), meaning.format(boards=boards))
        for label, meaning in _FIRST_LINES
    ]
    return (*first_parts, *contest_parts, *_LAST_LINES)


EXAMPLES = {
    "pairs": MovementExample(
        title="6 pairs, 3 tables, 5 rounds",
        text="""\
# boards_per_set: 4
round, table 1, table 2, table 3
1, 6-1/1, 4-5/3, 2-3/4
2, 6-2/2, 5-1/4, 3-4/5
3, 6-3/3, 1-2/5, 4-5/1
4, 6-4/4, 2-3/1, 5-1/2
5, 6-5/5, 3-4/2, 1-2/3
""",
        parts=_make_example_parts(
            4, ("4-5/3", "Pair 4 sits N-S, pair 5 E-W. They play board set 3: boards 9–12.")
        ),
    ),
    "individual": MovementExample(
        title="8 players, 2 tables, 7 rounds",
        text="""\
# contest: individual
# boards_per_set: 4
round, table 1, table 2
1, 8-5-1-6/1, 2-3-4-7/1
2, 8-6-2-7/2, 3-4-5-1/2
3, 8-7-3-1/3, 4-5-6-2/3
4, 8-1-4-2/4, 5-6-7-3/4
5, 8-2-5-3/5, 6-7-1-4/5
6, 8-3-6-4/6, 7-1-2-5/6
7, 8-4-7-5/7, 1-2-3-6/7
""",
        parts=(
            ("# contest: individual", "Needed: players, not pairs."),
            *_make_example_parts(
                4,
                ("8-6-2-7/2", "Players 8 N, 6 E, 2 S and 7 W. They play board set 2: boards 5–8."),
            ),
        ),
    ),
    "teams": MovementExample(
        title="4 teams, 4 tables, 3 rounds",
        text="""\
# contest: teams
# boards_per_set: 8
round, table 1, table 2, table 3, table 4
1, 1-4/1, 4-1/1, 2-3/1, 3-2/1
2, 4-3/2, 3-4/2, 1-2/2, 2-1/2
3, 2-4/3, 4-2/3, 3-1/3, 1-3/3
""",
        parts=(
            ("# contest: teams", "Needed: teams, not pairs."),
            *_make_example_parts(
                8, ("4-3/2", "Team 4 sits N-S, team 3 E-W. They play board set 2: boards 9–16.")
            ),
        ),
    ),
}
"""Examples by kind of contest."""


MAX_ROUNDS = 40
MAX_TABLES = 20
"""A larger movement isn't drawn: its problems are only listed."""


@dataclass(frozen=True, slots=True)
class CheckedCell:
    """The text of one table in one round, and whether it has a problem."""

    text: str
    has_problem: bool


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round of the movement."""

    round_no: int
    has_problem: bool  # one that concerns the round as a whole
    cells: tuple[CheckedCell, ...]


def make_checked_rounds(
    plan: Movement, problems: Sequence[PlanProblem]
) -> tuple[CheckedRound, ...]:
    """Return the rounds of *plan* with *problems* marked, or none if it is too large to draw."""
    if plan.rounds > MAX_ROUNDS or plan.tables > MAX_TABLES:
        return ()
    cells_with_problems = {(problem.round_no, problem.table_no) for problem in problems}
    rows = {(row.round_no, row.table_no): row for row in plan.rows}
    rounds = []
    for round_no in range(1, plan.rounds + 1):
        cells = []
        for table_no in range(1, plan.tables + 1):
            table_round = (round_no, table_no)
            row = rows.get(table_round)
            has_problem = table_round in cells_with_problems
            cells.append(CheckedCell(_format_cell(row, has_problem=has_problem), has_problem))
        rounds.append(CheckedRound(round_no, (round_no, None) in cells_with_problems, tuple(cells)))
    return tuple(rounds)


def _format_cell(row: TableRound | None, *, has_problem: bool) -> str:
    if row is None:
        return "?" if has_problem else "–"
    if row.players:
        players_text = "-".join(map(str, row.players))
    else:
        players_text = f"{row.ns}-{row.ew}"
    return f"{players_text}/{row.board_set}"


MAX_BYTES = 1_000_000


class OwnMovementForm(PageForm):
    """A plan in one of three formats. ``cleaned_data["plan"]`` is the valid plan.

    If a file holds several movements, the field ``movement`` is the number of the chosen one.
    """

    text = TextField(
        label="Movement",
        required=False,
        max_length=MAX_BYTES,
        strip=False,
        # The placeholder lets the stylesheet see whether the box is empty.
        widget=forms.Textarea(attrs={"spellcheck": "false", "placeholder": " ", "wrap": "off"}),
        error_messages={"max_length": "This is longer than 1 MB. Paste one movement."},
    )
    file = forms.FileField(
        label="Or choose a file",
        required=False,
        allow_empty_file=True,  # the reader says it better
        widget=forms.FileInput(attrs={"accept": ".json,.csv,.txt"}),
    )

    movement = TextField(label="Movement in the file", required=False, max_length=10)

    def __init__(self, *args: Any, contest: ContestRecord, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.contest = contest
        self.parsed_plan: Movement | None = None  # also one with problems
        self.problems: tuple[PlanProblem, ...] = ()
        self.checked_rounds: tuple[CheckedRound, ...] = ()  # with the problems marked
        self.titles: tuple[str, ...] = ()  # of several movements in the file
        self.needs_choice = False  # of one of several, until it is made
        self.submitted_file: SubmittedFile | None = None  # pasted text counts as one

    def show_text(self, text: str) -> None:
        """Show *text* in the box, also if it came as a file, so that it can be mended there."""
        self.data = dict(self.data.items()) | {"text": text}

    def clean_file(self) -> str:
        """Return the text of the file, or ``""`` without a file."""
        upload: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if upload is None:
            return ""
        if (upload.size or 0) > MAX_BYTES:
            raise make_validation_error(
                "movement-file-too-large",
                "{file} is larger than 1 MB. Choose a file with movements only.",
                file=upload.name,
            )
        content = upload.read()
        self.submitted_file = SubmittedFile(str(upload.name), content)
        return decode_text(content)

    def clean(self) -> dict[str, Any]:
        """Return the data with the text and its plan."""
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        data["text"] = data["file"] or data["text"]
        self.submitted_file = self.submitted_file or SubmittedFile(
            "Pasted movement", data["text"].encode()
        )
        if not data["text"].strip():
            raise make_validation_error(
                "movement-missing", "Choose a file or paste a movement first."
            )
        self.titles = list_movement_titles(data["text"])
        self.needs_choice = bool(self.titles) and not data["movement"]
        if self.needs_choice:
            raise make_validation_error(
                "several-movements",
                "The file has {count} movements. Choose one.",
                count=len(self.titles),
            )
        # A choice from an earlier file of several movements means nothing for a single one.
        movement_no = data["movement"] if self.titles else ""
        examination = _examine_custom_movement(
            data["text"], movement_no, self.contest.movement_contest
        )
        self.parsed_plan = examination.plan
        self.problems = examination.problems
        if self.problems:
            self.checked_rounds = make_checked_rounds(examination.plan, self.problems)
            raise make_movement_problems_error(len(self.problems))
        with raise_refusals_as_form_errors():
            refuse_unplayable(examination.plan)
        return data | {"plan": examination.plan}


def _examine_custom_movement(text: str, movement: str, contest: str) -> Examination:
    try:
        return examine_text(text, movement, contests=(contest,))
    except MovementError as error:
        raise forms.ValidationError(str(error)) from error
    except (ValueError, RecursionError) as error:  # text that would be JSON and is not
        raise make_validation_error(
            "no-form-of-movement",
            "This isn’t a movement. Use JSON, a CSV grid with column names, YAML of BridgeScorer, or "
            "movement text with a code in brackets in its first line.",
        ) from error


CONTENT_TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "text": "text/plain; charset=utf-8",
    "yaml": "application/yaml; charset=utf-8",
}
ENDINGS = {"json": "json", "csv": "csv", "text": "txt", "yaml": "yaml"}


def make_movement_response(plan: Movement, file_format: str, stem: str) -> HttpResponse:
    """Return the file of *plan* in one of the formats of ``WRITERS``.

    :raises MovementError: if movement text or YAML can't say all of the plan
    """
    content = write_plan(with_teams(plan), file_format)
    name = f"{stem}.{ENDINGS[file_format]}"
    if file_format == "text":
        return make_movement_text_response(content, name)
    return make_file_response(content, name, CONTENT_TYPES[file_format])


def make_movement_text_response(content: str, name: str) -> HttpResponse:
    """Return the file *name* with movement text, one movement or many."""
    # Programs that read this format run on Windows and write these line ends themselves.
    return make_file_response(content.replace("\n", "\r\n"), name, CONTENT_TYPES["text"])


MAX_PROBLEMS_SHOWN = 100
"""Problems of a movement that its page lists; the rest are only counted."""


@vary_on_headers("HX-Request", "HX-Target")
def preview_custom_movement(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Ask for a movement, then list its problems or preview it.

    If a file holds several movements, one is chosen first. The browser session keeps the file.
    """
    section = fetch_section(ref)
    if request.method != "POST":
        return render_preview(request, section, make_pending_form(request, section))
    if "example" in request.POST and not request.POST.get("text", "").strip():
        return render_preview(request, section, _make_example_form(section))
    movement_no = request.POST.get("movement", "")
    pending_text = request.session.get(_get_draft_key(section))
    data: Mapping[str, Any] = request.POST
    if movement_no and pending_text:  # a choice among several movements, without the file
        data = {"text": pending_text, "movement": movement_no}
    form = OwnMovementForm(data, request.FILES, contest=get_contest_record(section))
    is_valid = form.is_valid()
    is_unreadable = not is_valid and not form.needs_choice and form.parsed_plan is None
    if is_unreadable:
        destinations = list_destinations(form.submitted_file, FileUse.MOVEMENTS)
        if destinations:
            return render_preview(request, section, form, destinations=destinations)
    text = form.cleaned_data.get("text", "")
    if text.strip():
        # A movement with problems is kept too, so that a look at another page doesn't lose it.
        request.session[_get_draft_key(section)] = text
        request.session[_get_choice_key(section)] = form.cleaned_data.get("movement", "")
    if "editor" in request.POST and not form.needs_choice:
        return redirect(reverse("session_field_grid", args=[ref]) + "?from=custom")
    if not is_valid and not form.needs_choice:
        if text:
            form.show_text(text)
        return render_preview(request, section, form)
    return redirect("session_field_own", ref=ref)


@require_POST
def choose_custom_movement(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Choose the movement that was checked last."""
    section = fetch_section(ref)
    form = make_pending_form(request, section)
    if not form.is_bound:
        return redirect("session_field_own", ref=ref)
    if form.is_valid():
        with show_refusals_at(form, explain=partial(explain_plan_refusal, section)):
            plan = store_plan(
                section=section, movement=form.cleaned_data["plan"], user=request.user
            )
            del request.session[_get_draft_key(section)]
            messages.success(request, f"Movement saved: {format_movement(plan)}.")
            return redirect("session_field", ref=ref)
        # The refused movement has changed the section that was read, but nothing is stored.
        section = fetch_section(ref)
    return render_preview(request, section, form)


def _get_draft_key(section: Section) -> str:
    return f"own-movement-{section.ref}"


def _get_choice_key(section: Section) -> str:
    return f"own-movement-{section.ref}-of-several"


def make_pending_form(request: DeskRequest, section: Section) -> OwnMovementForm:
    """Return the form with the movement that was checked last, or an empty form."""
    pending_text = request.session.get(_get_draft_key(section))
    movement_no = request.session.get(_get_choice_key(section), "")
    pending_values = {"text": pending_text, "movement": movement_no} if pending_text else None
    return OwnMovementForm(pending_values, contest=get_contest_record(section))


def find_pending_movement(request: DeskRequest, section: Section) -> Movement | None:
    """Return the movement that was checked last, also with problems, or None if it can't be read."""
    form = make_pending_form(request, section)
    # Asking for its errors makes the form read the text.
    if form.is_bound and form.errors is not None:
        return form.parsed_plan
    return None


def _make_example_form(section: Section) -> OwnMovementForm:
    """Return the form with the example of the section's contest in its box."""
    contest_record = get_contest_record(section)
    example = EXAMPLES[contest_record.movement_contest]
    return OwnMovementForm(initial={"text": example.text}, contest=contest_record)


def _find_form_plan(form: OwnMovementForm) -> Movement | None:
    """Return the plan of *form*, or None if it can't be read."""
    if form.is_bound and form.errors is not None:
        return form.cleaned_data.get("plan")
    return None


FILE_FORMATS = (
    ("csv", "CSV grid", "The rounds as a table, for a spreadsheet."),
    ("text", "Movement text", "For EBUScore, JSS and other scoring programs, and to read."),
    ("yaml", "BridgeScorer YAML", "For BridgeScorer: each table, round and board by itself."),
    (
        "json",
        "JSON",
        "Everything, to import again under Custom movement or into another club’s library.",
    ),
)
"""The files of a movement: the key of each, its name and its purpose."""


class DetailsForm(PageForm):
    """Name and note of a movement in the library."""

    name = NameField(
        label="Name",
        max_length=LONGEST_MOVEMENT_NAME,
        what="The name",
        missing="Type a name for the movement, such as Tuesday Howell.",
    )
    note = NameField(
        label="Note (optional)",
        max_length=LONGEST_NOTE,
        what="The note",
        required=False,
        help_text="Shown beside the movement at Field.",
        widget=forms.TextInput(),
    )


def render_preview(
    request: DeskRequest,
    section: Section,
    form: OwnMovementForm,
    details: PageForm | None = None,
    destinations: Sequence[Destination] = (),
) -> HttpResponse:
    """Render the preview of the form's movement, or its problems.

    *details* are a refused name and note for the library. *destinations* are pages that take the
    file, if it has no movement.
    """
    contest_record = get_contest_record(section)
    context = make_session_context(section, "field") | {
        "form": form,
        "contest": contest_record,
        "example": EXAMPLES[contest_record.movement_contest],
        "submitted_file": form.submitted_file,
        "destinations": destinations,
    }
    if movement := _find_form_plan(form):
        schedule = make_preview_schedule(
            section.session, movement, **read_round_and_pair(request.GET)
        )
        context |= {"schedule": schedule, "facts": format_facts(schedule.advice)}
        details = details or DetailsForm(initial={"name": movement.name})
        grid_address = reverse("session_field_grid", args=[section.ref]) + "?from=custom"
        context |= {"details_form": details, "grid_address": grid_address}
        context |= make_schedule_tabs(
            schedule, request.GET, address=reverse("session_field_own", args=[section.ref])
        )
    context |= {
        "problems": form.problems[:MAX_PROBLEMS_SHOWN],
        "hidden_count": max(0, len(form.problems) - MAX_PROBLEMS_SHOWN),
    }
    template = choose_template(request, "additions/library/custom/own.html")
    has_errors = form.errors or (details is not None and details.errors)
    is_refused = request.method == "POST" and has_errors and not form.needs_choice
    return render_page(request, template, context, problems=is_refused)


@require_safe
def download_current_movement(request: DeskRequest, ref: SectionRef, form: str) -> HttpResponse:
    """Answer with tonight's movement as a file."""
    if form not in WRITERS:
        raise Http404
    section = fetch_section(ref)
    try:
        plan = load_movement(fetch_required_plan(section))
        return make_movement_response(plan, form, f"{make_section_stem(section)}-movement")
    except (DeskError, MovementError) as error:
        back = reverse("session_field", args=[ref])
        return refuse_file(request, str(error), back=back, back_label="Field")
