"""Print, of any kind of night: which sheets, and all of them as one PDF."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from director.core.base.address import program_address
from director.core.base.answers import file_answer, sentence
from director.core.base.forms import small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import May, Role, role_of, sent_by
from director.core.night.events.read import DONE
from director.core.night.printing.read import unreachable_code_warnings
from director.core.night.printing.write import keep_print_choice, last_choice
from director.core.pages.printing.forms import PrintForm
from director.core.pages.printing.page import Printing, Printout, PrintPage
from director.errors import PrintingError
from director.kinds import PrintWishes, kind_of
from director.models import Event
from director.models.event import SectionPlace
from director.pdf.kinds import render as render_pdf
from director.pdf.preview import Preview, preview
from scoring import ScoringError

Place = SectionPlace | int
PARTS = ("boxes", "ticks", "spans", "narrowing", "laying")
"""What the page shows of a form, below the kinds of sheets."""


BEFORE, REPRINT, AFTER = "before", "reprint", "after"
SETS = {
    BEFORE: ("Before play", "cards, lists"),
    REPRINT: ("Reprint", "some sheets"),
    AFTER: ("After play", "results"),
}
"""What is printed together, each in two words and with what it holds."""


@sent_by(Role.SCORER)
def print_page(request: DeskRequest, session_id: Place, *, printing: Printing) -> HttpResponse:
    """Offer and preview what can be printed. A POST prints it."""
    context = printing.shell(session_id)
    is_sent = request.method == "POST"
    try:
        page = printing.page(context, _wishes(request))
    except ScoringError as error:
        return render(request, "core/print.html", context | {"refused": str(error)}, status=422)
    event: Event = context["session"].event
    asked = request.POST if is_sent else request.GET
    is_over = context["night"].steps[-2].state == DONE
    now = _set_of(asked, printing.form, page, is_over=is_over)
    is_asked = is_sent or "paper" in asked
    form = printing.form(asked if is_asked else _first_choice(event, page, now), job=page.job)
    is_good = form.is_valid()
    if is_good:
        printout = _printout(request, session_id, printing, form, is_preview=not is_sent)
    else:
        printout = None
    file = reverse(f"{printing.step}_print_pdf", args=[session_id])
    if is_sent and printout:
        query = _record_printing(printout, form)
        if now != REPRINT:
            keep_print_choice(club=event.club, key=_choice_key(event, now), query=form.usual())
        return redirect(f"{file}?{query}{'&save' * ('save' in asked)}")
    ticked = form["kinds"].value() or []
    offered = [
        kind for kind in page.offered if kind.is_after == (now == AFTER) or kind.key in ticked
    ]
    shown, refused = _preview(request, printout, form) if printout else (None, "")
    sheets = shown.sheets if shown else {}
    if not request.htmx:
        others = [kind.key for kind in offered if kind.key not in ticked]
        sheets = _sheets(printout, form, others) | sheets if printout else {}
    kinds = [
        (kind, kind.key in ticked, page.why_not(kind), sheets.get(kind.key, 0)) for kind in offered
    ]
    available = [each for each in kinds if each[1] or not each[2]]
    first = [each for each in available if each[1] or not each[0].is_rare]
    context |= {
        "page": page,
        "form": form,
        "sets": [(key, *words) for key, words in SETS.items() if key != REPRINT or form.spans],
        "set": now,
        "first": first,
        "more": [each for each in kinds if each not in first],
        "counted": [kind.key for kind, *_rest in available],
        "is_all_ticked": all(is_ticked for _kind, is_ticked, *_rest in available),
        **{
            part: [form[name] for name in getattr(form, part) if name not in page.left_out]
            for part in PARTS
        },
        "remarks": _remarks(request, printout, form) if printout else (),
        "shown": shown,
        "faults": [refused] if refused else form.non_field_errors() if is_asked else [],
        "wrong": form if is_asked else (),
        "query": form.query() if is_good else "",
        "file": file,
        "play": reverse(f"{printing.step}_play", args=[session_id]),
    }
    status = 422 if form.errors and is_asked else 200
    return render(request, "core/print.html", context, status=status)


def _set_of(asked: QueryDict, form: type[PrintForm], page: PrintPage, *, is_over: bool) -> str:
    """Return which of ``SETS`` is *asked* for, or what is due now.

    While anything but the results is still to do, cards are: a Swiss has some before every round.
    """
    if asked.get("set") in SETS:
        return str(asked["set"])
    if any(asked.get(name) for name in (*form.spans, "only_changed")):
        return REPRINT
    after = {kind.key for kind in page.offered if kind.is_after}
    ticked = asked.getlist("kinds")
    if set(ticked) <= after if ticked else is_over:
        return AFTER
    return BEFORE


def _choice_key(event: Event, now: str) -> str:
    return f"{event.contest}-{AFTER if now == AFTER else BEFORE}"


def _first_choice(event: Event, page: PrintPage, now: str) -> QueryDict:
    """Return the initial choices: the club's last, or the usual ones.

    Whoever prints again wants one card, whatever was printed with it.
    """
    choice = {} if now == REPRINT else last_choice(event.club, _choice_key(event, now))
    printable = {kind.key for kind in page.offered if page.job.has(kind)}
    kinds = [key for key in choice.get("kinds", ()) if key in printable]
    data = QueryDict(mutable=True)
    for name, value in {"paper": event.club.paper, "spare": "0", **page.initial}.items():
        data[name] = str(value)
    for name, values in choice.items():
        data.setlist(name, values)
    usual = page.usual(AFTER if now == AFTER else BEFORE)
    again = [kind.key for kind in page.offered if kind.goes_old and kind.key in usual][:1]
    data.setlist("kinds", kinds or (now == REPRINT and again) or usual)
    return data


def _look(form: PrintForm) -> dict[str, Any]:
    return form.look() | {"printed_at": timezone.localtime()}


def _draw_preview(
    printout: Printout, form: PrintForm, keys: Sequence[str], page_no: int = 0
) -> Preview:
    among, paper = kind_of(printout.event).paper.kinds, form.cleaned_data["paper"]
    return preview(printout.job, keys, paper, among=among, page_no=page_no, **_look(form))


def _preview(
    request: DeskRequest, printout: Printout, form: PrintForm
) -> tuple[Preview | None, str]:
    """Return the page to be shown of *printout*, or why it cannot be printed."""
    try:
        look = request.GET.get("look", "")
        page_no = (
            _first_page_of(look, printout, form)
            if look
            else small_number(request.GET.get("sheet", "1"))
        )
        return _draw_preview(printout, form, form.cleaned_data["kinds"], max(1, page_no)), ""
    except (PrintingError, ScoringError) as error:
        return None, str(error)


def _first_page_of(key: str, printout: Printout, form: PrintForm) -> int:
    """Return the first page of the kind *key*, or 1 if it isn't printed."""
    sheets = _draw_preview(printout, form, form.cleaned_data["kinds"]).sheets
    if key not in sheets:
        return 1
    before = list(sheets)[: list(sheets).index(key)]
    pages_per_sheet = 2 if form.cleaned_data["two_sided"] else 1
    return 1 + pages_per_sheet * sum(sheets[kind] for kind in before)


def _sheets(printout: Printout, form: PrintForm, keys: Sequence[str]) -> dict[str, int]:
    """Return how many sheets of paper each kind of *keys* takes that there is anything of."""
    counted: dict[str, int] = {}
    for key in keys:
        with suppress(PrintingError, ScoringError):
            counted |= _draw_preview(printout, form, [key]).sheets
    return counted


@require_safe
@xframe_options_sameorigin  # the page above shows it in a frame
def print_pdf(request: DeskRequest, session_id: Place, *, printing: Printing) -> HttpResponse:
    """Answer with the sheets that the address names, in a frame or (``?save``) as a file."""
    form = printing.form(request.GET)
    if not form.is_valid():
        return sentence(next(str(error) for errors in form.errors.values() for error in errors))
    keys, paper = form.cleaned_data["kinds"], form.cleaned_data["paper"]
    try:
        printout = printing.printout(session_id, _wishes(request), form)
        content = render_pdf(
            printout.job, keys, paper, among=kind_of(printout.event).paper.kinds, **_look(form)
        )
    except (PrintingError, ScoringError) as error:
        return sentence(str(error))
    return file_answer(
        content, f"{printout.stem}.pdf", "application/pdf", attached="save" in request.GET
    )


def _wishes(request: DeskRequest) -> PrintWishes:
    return PrintWishes(address=program_address(request), may_open=May(role_of(request.user)).score)


def _printout(
    request: DeskRequest, place: Place, printing: Printing, form: PrintForm, *, is_preview: bool
) -> Printout | None:
    """Return what *form* asks for, or add an error if nothing is left."""
    try:
        return printing.printout(place, replace(_wishes(request), is_preview=is_preview), form)
    except PrintingError as error:
        form.add_error(None, str(error))
        return None


def _record_printing(printout: Printout, form: PrintForm) -> str:
    """Record that *printout* was printed. Return the query of its preview."""
    paper, keys = kind_of(printout.event).paper, form.cleaned_data["kinds"]
    query = form.query(**({"since": printout.since} if printout.since else {}))
    with suppress(PrintingError):  # the preview says it
        paper.opened(printout.event, printout.job, keys)
    paper.printed(printout.event, printout.job, keys)
    return query


def _remarks(request: DeskRequest, printout: Printout, form: PrintForm) -> tuple[str, ...]:
    """Return the remarks beside the preview."""
    paper, keys = kind_of(printout.event).paper, form.cleaned_data["kinds"]
    try:
        remarks = paper.remarks(printout.job, keys, form.cleaned_data["paper"], **form.look())
    except (PrintingError, ScoringError):
        return ()
    codes = bool(form.cleaned_data.get("codes"))
    return (*remarks, *unreachable_code_warnings(request, keys, paper.kinds, wanted=codes))
