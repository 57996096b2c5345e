"""Print, of any kind of night: which sheets, and all of them as one PDF."""

from contextlib import suppress
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from director.core.accounts.roles import May, Role, role_of, sent_by
from director.core.address import program_address
from director.core.answers import file_answer, sentence
from director.core.printing.forms import PrintForm, Printing, Printout
from director.core.printing.read import codes_lead_here
from director.errors import PrintingError
from director.kinds import Wishes, kind_of
from director.models import Event
from director.models.event import SectionPlace
from director.pdf.kinds import render as render_pdf
from scoring import ScoringError

Place = SectionPlace | int
PARTS = ("boxes", "ticks", "spans", "narrowing", "laying")
"""What the page shows of a form, below the kinds of sheets."""


@sent_by(Role.SCORER)
def print_page(request: HttpRequest, session_id: Place, *, printing: Printing) -> HttpResponse:
    """Ask what is needed and show it; a POST makes the private addresses and notes that cards were made."""
    context = printing.shell(session_id)
    try:
        page = printing.page(context, _wishes(request))
    except ScoringError as error:
        return render(request, "core/print.html", context | {"refused": str(error)}, status=422)
    event: Event = context["session"].event
    if request.method == "POST" or "paper" in request.GET:
        form = printing.form(request.POST if request.method == "POST" else request.GET, job=page.job)
    else:
        form = printing.form(initial={"paper": event.club.paper, "spare": 0, **page.usual})
    printout = _printout(request, session_id, printing, form) if form.is_valid() else None
    if request.method == "POST" and printout:
        return redirect(f"{request.path}?{_printed(printout, form)}")
    ticked = form["kinds"].value() or []
    kinds = ((kind, kind.key in ticked, page.why_not(kind)) for kind in page.offered)
    context |= {
        "page": page,
        "form": form,
        "groups": [(group, list(of_group)) for group, of_group in groupby(kinds, key=lambda each: each[0].group)],
        **{part: [form[name] for name in getattr(form, part) if name not in page.left_out] for part in PARTS},
        "remarks": _remarks(request, printout, form) if printout else (),
        "preview": f"{reverse(f'{printing.step}_print_pdf', args=[session_id])}?{form.query()}" if printout else "",
        "play": reverse(f"{printing.step}_play", args=[session_id]),
    }
    return render(request, "core/print.html", context, status=422 if form.errors else 200)


@require_safe
@xframe_options_sameorigin  # the page above shows it in a frame
def print_pdf(request: HttpRequest, session_id: Place, *, printing: Printing) -> HttpResponse:
    """Answer with the sheets that the address names, in a frame or (``?save``) as a file."""
    form = printing.form(request.GET)
    if not form.is_valid():
        return sentence(next(str(error) for errors in form.errors.values() for error in errors))
    keys, paper = form.cleaned_data["kinds"], form.cleaned_data["paper"]
    try:
        printout = printing.printout(session_id, _wishes(request), form)
        look = form.look() | {"among": kind_of(printout.event).paper.kinds, "printed_at": timezone.localtime()}
        content = render_pdf(printout.job, keys, paper, **look)
    except (PrintingError, ScoringError) as error:
        return sentence(str(error))
    return file_answer(content, f"{printout.stem}.pdf", "application/pdf", attached="save" in request.GET)


def _wishes(request: HttpRequest) -> Wishes:
    return Wishes(address=program_address(request), may_open=May(role_of(request.user)).score)


def _printout(request: HttpRequest, place: Place, printing: Printing, form: PrintForm) -> Printout | None:
    """Return what *form* asks for; where there is nothing of what it narrows the choice to, that is a fault of it."""
    try:
        return printing.printout(place, _wishes(request), form)
    except PrintingError as error:
        form.add_error(None, str(error))
        return None


def _printed(printout: Printout, form: PrintForm) -> str:
    """Remember that *printout* was printed, with the addresses it carries; return what the preview is asked for."""
    paper, keys = kind_of(printout.event).paper, form.cleaned_data["kinds"]
    query = form.query(**({"since": printout.since} if printout.since else {}))
    with suppress(PrintingError):  # the preview says it
        paper.opened(printout.event, printout.job, keys)
    paper.printed(printout.event, printout.job, keys)
    return query


def _remarks(request: HttpRequest, printout: Printout, form: PrintForm) -> tuple[str, ...]:
    """Return what is to be said beside the preview; what cannot be printed is said in its frame."""
    paper, keys = kind_of(printout.event).paper, form.cleaned_data["kinds"]
    try:
        remarks = paper.remarks(printout.job, keys, form.cleaned_data["paper"], **form.look())
    except (PrintingError, ScoringError):
        return ()
    codes = bool(form.cleaned_data.get("codes"))
    return (*remarks, *codes_lead_here(request, keys, paper.kinds, wanted=codes))
