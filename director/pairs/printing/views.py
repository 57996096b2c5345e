"""Step 3: sheets on paper, as one PDF."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from director.boards.sections import section_of_session, sections_of_session
from director.boards.shell import shell
from director.boards.words import section_stem
from director.desk.answers import file_answer, file_stem, sentence
from director.models import Plan, Section
from director.models.event import SectionPlace
from director.pairs.paper.kinds import PrintJob, remarks
from director.pairs.printing.forms import PairsPrintForm
from director.pairs.printing.read import SectionJob, kinds_there, kinds_usual, print_job
from director.pairs.printing.sections import SECTIONS_KINDS, job_printed, sections_job
from director.paper.errors import PrintingError
from director.paper.kinds import render as render_pdf
from scoring import ScoringError


def session_print(request: HttpRequest, session_id: SectionPlace) -> HttpResponse:
    """Ask what is needed and show it; a POST notes that guide cards were made."""
    section = section_of_session(session_id)
    context = shell(section, "print")
    plan: Plan | None = context["night"].plan
    try:
        job = print_job(section)
    except ScoringError as error:
        return render(request, "pairs/print.html", context | {"refused": str(error)}, status=422)
    form = _form(request, job, section.session.event.club.paper)
    if request.method == "POST" and form.is_valid():
        job_printed(sections_job(_sections(section, form)), form.cleaned_data["kinds"])
        return redirect(f"{reverse('session_print', args=[session_id])}?{form.query()}")
    printed = section.printed_fingerprint
    context |= {
        "form": form,
        "query": form.query() if form.is_valid() else "",
        "kinds": [
            (kind, kind.key in (form["kinds"].value() or []), kind.why_not(job)) for kind, _is_there in kinds_there(job)
        ],
        "remarks": _remarks(job, form) if form.is_valid() else (),
        "old_cards": printed if plan and printed not in ("", plan.fingerprint) else "",
    }
    return render(request, "pairs/print.html", context, status=422 if form.errors else 200)


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
        job = sections_job(_sections(section, form), spare_slips=data["spare"])
        content = render_pdf(
            job,
            data["kinds"],
            data["paper"],
            among=SECTIONS_KINDS,
            large_print=data["large"],
            cards_per_page=data["cards"],
            printed_at=timezone.localtime(),
        )
    except (PrintingError, ScoringError) as error:
        return sentence(str(error))
    stem = file_stem(section.session.event) if data["all_sections"] else section_stem(section)
    return file_answer(content, f"{stem}.pdf", "application/pdf", attached="save" in request.GET)


def _sections(section: Section, form: PairsPrintForm) -> list[Section]:
    """Return the sections that are printed: that of the page, or all of its session."""
    return sections_of_session(section.session_id) if form.cleaned_data["all_sections"] else [section]


def _remarks(job: PrintJob, form: PairsPrintForm) -> tuple[str, ...]:
    """Return what is to be said beside the preview; what cannot be printed at all is said in its frame."""
    data = form.cleaned_data
    try:
        return remarks(job, data["kinds"], data["paper"], large_print=data["large"], cards_per_page=data["cards"])
    except PrintingError:
        return ()


def _form(request: HttpRequest, job: SectionJob, paper: str) -> PairsPrintForm:
    """Return the form as it was sent or is in the address, else with what is usual now."""
    if request.method == "POST":
        return PairsPrintForm(request.POST, job=job)
    if "paper" in request.GET:
        return PairsPrintForm(request.GET, job=job)
    return PairsPrintForm(initial={"kinds": kinds_usual(job), "paper": paper, "spare": 0})
