"""The check-in list: a button for each contestant, and for each player's table money."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_session_context
from director.boards.play.seats.section_seats import fetch_arrivals, mark_everybody_here, mark_here
from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_send
from director.core.night.hooks import MONEY_BUTTONS, MONEY_DESK
from director.errors import DeskError
from director.models import Section
from director.models.event import SectionRef


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def check_in(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Show who is here. A POST marks one contestant, or everybody."""
    section = fetch_section(ref)
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
    try:
        if not request.POST.keys().isdisjoint(MONEY_BUTTONS):
            MONEY_DESK.answers.store_payment(section.session, request.POST, request.user)
        else:
            mark_here(
                section=section, pair_no=_read_number(request), is_here="here" in request.POST
            )
    except DeskError as error:
        return str(error)
    return ""


def _render_door(request: DeskRequest, section: Section, refusal: str = "") -> HttpResponse:
    arrivals = fetch_arrivals(section)
    money = MONEY_DESK.answers.make_door_money(section)
    part_by_number = money.part_by_number if money else {}
    list_context = {
        "section": section,
        "arrivals": [(arrival, part_by_number.get(arrival.pair_no)) for arrival in arrivals],
        "money": money,
        "here_count": sum(arrival.is_here for arrival in arrivals),
        "refusal": refusal,
    }
    if request.htmx and not request.htmx.history_restore_request:
        return render_page(request, "boards/seats/_door.html", list_context, problems=refusal)
    context = make_session_context(section, "seats") | list_context
    return render_page(request, "boards/seats/door.html", context, problems=refusal)
