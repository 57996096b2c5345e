"""The check-in list: a button for each contestant, and for each player's table money."""

from collections import defaultdict

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_session_context
from director.boards.play.money import Payer, fetch_books, mark_paid, withdraw_payment
from director.boards.play.seats.places import fetch_arrivals, mark_everybody_here, mark_here
from director.core.base.forms import parse_record_number, parse_small_number
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_send
from director.errors import DeskError
from director.models import Section
from director.models.event import SectionRef


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def check_in(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Show who is here. A POST marks one contestant, or everybody."""
    section = fetch_section(session_id)
    if request.method != "POST":
        return _render_door(request, section)
    refusal = _store_arrival(request, section)
    if request.htmx:
        return _render_door(request, section, refusal)
    if refusal:
        messages.error(request, refusal)
    number = _read_number(request)
    # Without a number, as of a payment, the browser stays at the top of the page.
    return redirect(f"{reverse('session_door', args=[section.ref])}#here-{number}")


def _read_number(request: DeskRequest) -> int:
    """Return the contestant whose button was pressed, or 0."""
    return parse_small_number(request.POST.get("here") or request.POST.get("gone", ""))


def _store_arrival(request: DeskRequest, section: Section) -> str:
    """Store the arrival, departure or payment that was pressed. Return the reason of a refusal, or ""."""
    if "everybody" in request.POST:
        mark_everybody_here(section=section)
        return ""
    session = section.session
    try:
        if "paid" in request.POST:
            person_id = parse_record_number(request.POST["paid"])
            mark_paid(session=session, person_id=person_id, user=request.user)
        elif "unpaid" in request.POST:
            payment_id = parse_record_number(request.POST["unpaid"])
            withdraw_payment(session=session, payment_id=payment_id)
        else:
            mark_here(
                section=section, pair_no=_read_number(request), is_here="here" in request.POST
            )
    except DeskError as error:
        return str(error)
    return ""


def _render_door(request: DeskRequest, section: Section, refusal: str = "") -> HttpResponse:
    arrivals = fetch_arrivals(section)
    books = fetch_books(section.session)
    payers_by_pair: dict[int, list[Payer]] = defaultdict(list)
    for payer in books.payers:
        if payer.section_id == section.pk:
            payers_by_pair[payer.pair_no].append(payer)
    list_context = {
        "section": section,
        "arrivals": [(arrival, payers_by_pair[arrival.pair_no]) for arrival in arrivals],
        "books": books,
        "here_count": sum(arrival.is_here for arrival in arrivals),
        "refusal": refusal,
    }
    if request.htmx and not request.htmx.history_restore_request:
        return render_page(request, "boards/seats/_door.html", list_context, problems=refusal)
    context = make_session_context(section, "seats") | list_context
    return render_page(request, "boards/seats/door.html", context, problems=refusal)
