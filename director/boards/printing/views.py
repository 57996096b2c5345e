"""Step 3: sheets on paper, as one PDF."""

from contextlib import suppress
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from director.boards.cards.job import PrintJob
from director.boards.paper.kinds import KINDS
from director.boards.printing.forms import PairsPrintForm
from director.boards.printing.read import SectionJob, kinds_there, kinds_usual
from director.boards.printing.sections import (
    SectionsJob,
    addresses_open,
    job_printed,
    sections_job,
    sections_kinds,
    sections_remarks,
)
from director.boards.sections import section_of_session, sections_of_session
from director.boards.shell import shell
from director.boards.words import called, section_stem
from director.desk.account.roles import May, Role, role_of, sent_by
from director.desk.address import program_address
from director.desk.answers import file_answer, file_stem, sentence
from director.desk.paper.read import codes_lead_here
from director.kinds import Wishes
from director.models import Plan, Section
from director.models.event import SectionPlace
from director.paper.errors import PrintingError
from director.paper.kinds import Kind
from director.paper.kinds import render as render_pdf
from scoring import ScoringError


@sent_by(Role.SCORER)
def session_print(request: HttpRequest, session_id: SectionPlace) -> HttpResponse:
    """Ask what is needed and show it; a POST makes the private addresses and notes that guide cards were made."""
    section = section_of_session(session_id)
    context = shell(section, "print")
    plan: Plan | None = context["night"].plan
    try:
        job = SectionJob(section, Wishes(address=program_address(request), may_open=_may_open(request)))
    except ScoringError as error:
        return render(request, "boards/print.html", context | {"refused": str(error)}, status=422)
    form = _form(request, job, section.session.event.club.paper)
    said = _said(request, section, form) if form.is_valid() else ()
    if request.method == "POST" and form.is_valid():
        query, wanted = form.query(**_since(section, form)), _job(request, section, form)
        with suppress(PrintingError):  # the preview says it
            addresses_open(wanted, form.cleaned_data["kinds"])
        job_printed(wanted, form.cleaned_data["kinds"])
        return redirect(f"{reverse('session_print', args=[session_id])}?{query}")
    printed = section.printed_fingerprint
    context |= {
        "form": form,
        "query": form.query() if form.is_valid() else "",
        "groups": _groups(job, form),
        "remarks": said,
        "old_cards": printed if plan and printed not in ("", plan.fingerprint) else "",
    }
    return render(request, "boards/print.html", context, status=422 if form.errors else 200)


@require_safe
@xframe_options_sameorigin  # the page above shows it in a frame
def session_print_pdf(request: HttpRequest, session_id: SectionPlace) -> HttpResponse:
    """Answer with the sheets that the address names, in a frame or (``?save``) as a file."""
    section = section_of_session(session_id)
    form = PairsPrintForm(request.GET)
    if not form.is_valid():
        return sentence(next(str(error) for errors in form.errors.values() for error in errors))
    data = form.cleaned_data
    try:
        content = render_pdf(
            _job(request, section, form),
            data["kinds"],
            data["paper"],
            among=sections_kinds(called(section)),
            cards_per_page=data["cards"],
            printed_at=timezone.localtime(),
            **form.look(),
        )
    except (PrintingError, ScoringError) as error:
        return sentence(str(error))
    stem = file_stem(section.session.event) if data["all_sections"] else section_stem(section)
    return file_answer(content, f"{stem}.pdf", "application/pdf", attached="save" in request.GET)


def _sections(section: Section, form: PairsPrintForm) -> list[Section]:
    """Return the sections that are printed: that of the page, or all of its session."""
    return sections_of_session(section.session_id) if form.cleaned_data["all_sections"] else [section]


def _job(request: HttpRequest, section: Section, form: PairsPrintForm) -> SectionsJob:
    """Return the sheets that *form* asks for.

    :raises NoSuchNumberError: as :func:`sections_job`
    """
    wishes = Wishes(
        spare=form.cleaned_data["spare"],
        address=program_address(request),
        selection=form.selection(),
        may_open=_may_open(request),
    )
    return sections_job(_sections(section, form), wishes)


def _may_open(request: HttpRequest) -> bool:
    """Return whether the sheets may hold private addresses: who knows one can enter results."""
    return May(role_of(request.user)).score


def _since(section: Section, form: PairsPrintForm) -> dict[str, str]:
    """Return which movements' cards lie on the tables, for the preview: those asked for count as printed from now."""
    if not form.cleaned_data["only_changed"] or form.cleaned_data["since"]:
        return {}
    return {"since": " ".join(filter(None, (each.printed_fingerprint for each in _sections(section, form))))}


def _said(request: HttpRequest, section: Section, form: PairsPrintForm) -> tuple[str, ...]:
    """Return what is to be said beside the preview; what there is not at all is a fault of *form*.

    What else cannot be printed is said in the frame of the preview.
    """
    data = form.cleaned_data
    try:
        job = _job(request, section, form)
    except PrintingError as error:
        form.add_error(None, str(error))
        return ()
    try:
        look = {"large_print": data["large"], "cards_per_page": data["cards"]}
        said = sections_remarks(job, data["kinds"], data["paper"], **look)
    except (PrintingError, ScoringError):
        return ()
    return (*said, *codes_lead_here(request, data["kinds"], KINDS))


def _groups(job: SectionJob, form: PairsPrintForm) -> list[tuple[str, list[tuple[Kind[PrintJob], bool, str]]]]:
    """Return the kinds under their headings, each with whether it is ticked and why it cannot be had."""
    ticked = form["kinds"].value() or []
    shown = ((kind, kind.key in ticked, kind.why_not(job)) for kind, _is_there in kinds_there(job))
    return [(group, list(kinds)) for group, kinds in groupby(shown, key=lambda each: each[0].group)]


def _form(request: HttpRequest, job: SectionJob, paper: str) -> PairsPrintForm:
    """Return the form as it was sent or is in the address, else with what is usual now."""
    if request.method == "POST":
        return PairsPrintForm(request.POST, job=job)
    if "paper" in request.GET:
        return PairsPrintForm(request.GET, job=job)
    return PairsPrintForm(initial={"kinds": kinds_usual(job), "paper": paper, "spare": 0})
