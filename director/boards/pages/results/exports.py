"""The files of an event, and who takes its USEBIO file."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_results_page_context
from director.boards.paper.exports.checks import find_export_problems
from director.boards.paper.exports.event import is_sent
from director.boards.paper.tables.reading import read_desk_results
from director.core.base.forms import ChoiceField, SettingsForm, TextField
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, may_score, require_role_to_send
from director.core.club.club import change_club
from director.core.night.events.write import change_charges
from director.core.pages.exports import render_export_page
from director.formats.usebio.receivers import RECEIVERS, get_remembered_receiver
from director.models import Event, Section
from director.models.event import SectionRef
from scoring.errors import ScoringError

_TWO_DIGITS = RegexValidator(r"\A[0-9]{2}\Z", "Type the two digits of a code, such as 10.")


class ReceiverForm(SettingsForm):
    """Who takes the USEBIO file of a club's events, and what they charge for one if it is the EBU."""

    receiver = ChoiceField(
        label="USEBIO file for",
        choices=[(receiver.key, receiver.label) for receiver in RECEIVERS],
        missing="Choose one from the list.",
    )
    charge_code = TextField(
        label="Charge code",
        required=False,
        max_length=2,
        validators=[_TWO_DIGITS],
        error_messages={"max_length": "Type the two digits of a code, such as 10."},
        help_text="10 is a normal session, 11 a social one, 22 a novice one.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    point_scale = TextField(
        label="Master point scale",
        required=False,
        max_length=20,
        what="The scale",
        help_text="Such as Club. The file names the scale, but gives no master points.",
    )

    class Meta:
        model = Event
        fields = ("charge_code", "point_scale")

    field_order = ("receiver",)

    def __init__(self, data: Mapping[str, Any] | None, *, event: Event) -> None:
        initial = {
            "receiver": event.club.receiver,
            "charge_code": event.sent_charge_code,
            "point_scale": event.sent_point_scale,
        }
        super().__init__(data, instance=event, initial=initial)
        if not get_remembered_receiver(event.club.receiver).has_charges:
            for name in self.Meta.fields:
                del self.fields[name]


@require_role_to_send(Role.SCORER)
@require_POST
def change_receiver(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Store the receiver of the club's USEBIO files and what it charges, and check the event."""
    section = fetch_section(session_id)
    event = section.session.event
    form = ReceiverForm(request.POST, event=event)
    if not form.is_valid():
        return show_export_tab(request, section, form)
    charges = dict(form.cleaned_data)
    change_club(club=event.club, receiver=charges.pop("receiver"))
    # They are in the form only if the receiver so far has charges, too.
    if charges and get_remembered_receiver(event.club.receiver).has_charges:
        with transaction.atomic():
            change_charges(event=event, user=request.user, **charges)
            # The same kind of session is usually sent next, also from an event not made yet.
            change_club(club=event.club, **charges)
    address = reverse("session_results", args=[section])
    return redirect(f"{address}?tab=export")


def show_export_tab(
    request: DeskRequest, section: Section, form: ReceiverForm | None = None
) -> HttpResponse:
    """Show the files of the event, and what their receiver would reject."""
    event = section.session.event
    receiver = get_remembered_receiver(event.club.receiver)
    is_checked = is_sent(event) and may_score(request)
    scoring_error = ""
    problems = []
    reading = read_desk_results(section)
    results, sheets = reading.results, reading.sheets
    try:
        _scored = sheets.scored  # raises if the event can't be scored
        problems = find_export_problems(results, receiver) if is_checked else []
    except ScoringError as error:
        scoring_error = str(error)
    context = make_results_page_context(request, section, "export", sheets) | {
        "no_standings": scoring_error,
        "snags": problems,
        "is_checked": is_checked and not scoring_error,
        "receiver": receiver,
        "receiver_form": (form or ReceiverForm(None, event=event)) if is_checked else None,
        "receiver_action": reverse("session_results_receiver", args=[section]),
    }
    return render_export_page(
        request,
        context,
        {"players": "per player"},
        is_sent=is_sent(event),
        receiver=receiver,
        status=422 if form else 200,
    )
