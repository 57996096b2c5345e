"""Step 3 of a party: cards, sheets and lists on paper, as one PDF."""

from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from director.desk.account.roles import May, Role, role_of, sent_by
from director.desk.address import program_address, qr_rows
from director.desk.answers import file_answer, file_stem, sentence
from director.desk.paper.read import codes_lead_here
from director.desk.requests import DeskRequest
from director.paper.errors import PrintingError
from director.paper.kinds import render as render_pdf
from director.paper.kinds import some_go_old
from director.party.models import Party
from director.party.paper.job import PartyJob
from director.party.paper.kinds import PARTY_KINDS
from director.party.parties import party_of_session
from director.party.printing.forms import PartyPrintForm
from director.party.printing.read import kinds_there, kinds_usual, party_job, party_remarks, with_table_cards
from director.party.printing.write import addresses_open, party_cards_printed
from director.party.shell import party_shell
from director.party.trumps import written_trumps
from scoring import ScoringError


@sent_by(Role.SCORER)
def party_print(request: DeskRequest, session_id: int) -> HttpResponse:
    """Ask what is needed and show it; a POST makes the private addresses and notes that cards were made."""
    party = party_of_session(session_id)
    try:
        job = _with_cards(request, party, party_job(party))
    except ScoringError as error:
        context = party_shell(party, "print") | {"refused": str(error)}
        return render(request, "party/print.html", context, status=422)
    form = _form(request, job, party.session.event.club.paper)
    if request.method == "POST" and form.is_valid():
        addresses_open(party=party, job=job, keys=form.cleaned_data["kinds"])
        if some_go_old(PARTY_KINDS, form.cleaned_data["kinds"]):
            party_cards_printed(party=party, fingerprint=job.heading.fingerprint)
        return redirect(f"{reverse('party_print', args=[session_id])}?{form.query()}")
    printed = party.session.printed_fingerprint
    ticked = form["kinds"].value() or []
    context = party_shell(party, "print") | {
        "form": form,
        "query": form.query() if form.is_valid() else "",
        "remarks": _said(request, job, form) if form.is_valid() else (),
        "kinds": [(kind, kind.key in ticked, kind.why_not(job)) for kind, _is_there in kinds_there(job)],
        "fingerprint": job.heading.fingerprint,
        "old_cards": printed if printed not in ("", job.heading.fingerprint) else "",
        "has_trumps": any(kind.asks == "trumps" for kind, is_there in kinds_there(job) if is_there),
        "is_seated": bool(job.tables),
        "trumps": written_trumps(party.trumps),
        "address_is_local": not program_address(request),
    }
    return render(request, "party/print.html", context, status=422 if form.errors else 200)


@require_safe
@xframe_options_sameorigin  # the page above shows it in a frame
def party_print_pdf(request: DeskRequest, session_id: int) -> HttpResponse:
    """Answer with the sheets that the address names, in a frame or (``?save``) as a file."""
    party = party_of_session(session_id)
    form = PartyPrintForm(request.GET)
    if not form.is_valid():
        return sentence(next(str(error) for errors in form.errors.values() for error in errors))
    data = form.cleaned_data
    try:
        job = party_job(party, trumps=data["trumps"], spares=data["spare"], with_names=not data["numbers"])
        job = _with_cards(request, party, job)
        if data["codes"] and not job.is_for_reading and (base := program_address(request)):
            job = replace(job, codes={card.number: qr_rows(f"{base}{card.path}") for card in job.sheets.cards})
        content = render_pdf(
            job,
            data["kinds"],
            data["paper"],
            among=PARTY_KINDS,
            printed_at=timezone.localtime(),
            **form.look(),
        )
    except (PrintingError, ScoringError) as error:
        return sentence(str(error))
    name = f"{file_stem(party.session.event)}.pdf"
    return file_answer(content, name, "application/pdf", attached="save" in request.GET)


def _with_cards(request: DeskRequest, party: Party, job: PartyJob) -> PartyJob:
    """Return *job* with the cards of its tables, if whoever asks may hand them out."""
    return with_table_cards(job, party, program_address(request), may_open=May(role_of(request.user)).score)


def _said(request: DeskRequest, job: PartyJob, form: PartyPrintForm) -> tuple[str, ...]:
    said = party_remarks(replace(job, with_names=not form.cleaned_data["numbers"]))
    return (*said, *codes_lead_here(request, form.cleaned_data["kinds"], PARTY_KINDS))


def _form(request: DeskRequest, job: PartyJob, paper: str) -> PartyPrintForm:
    """Return the form as it was sent or is in the address, else with what is usual now."""
    if request.method == "POST":
        return PartyPrintForm(request.POST, job=job)
    if "paper" in request.GET:
        return PartyPrintForm(request.GET, job=job)
    trumps = written_trumps(job.trumps)
    return PartyPrintForm(initial={"kinds": kinds_usual(job), "paper": paper, "spare": 0, "trumps": trumps})
