"""Who takes the USEBIO file of an event, and what its receiver would reject."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from director.additions.exports.checks import find_export_problems
from director.additions.exports.files.usebio.receivers import (
    RECEIVERS,
    Receiver,
    get_remembered_receiver,
)
from director.additions.exports.problems import ExportProblem
from director.boards.movement.sections import fetch_section
from director.boards.pages.results.exports import show_export_tab
from director.boards.scoring.standings.event import EventResults
from director.core.base.forms import ChoiceField, SettingsForm, TextField
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_send
from director.core.club.club import change_club
from director.core.night.events import change_charges
from director.models import Event, Section
from director.models.event import SectionRef

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


@dataclass(frozen=True, slots=True)
class ReceiverSheet:
    """The *receiver*, the *form* that changes it at an *action*, and what the file lacks.

    *is_checked* says whether the event could be scored, and so looked at for *problems*.
    """

    receiver: Receiver
    form: ReceiverForm
    action: str
    problems: Sequence[ExportProblem]
    is_checked: bool


def make_receiver_sheet(
    section: Section, results: EventResults | None, form: ReceiverForm | None = None
) -> ReceiverSheet:
    """Return what scorers see of the USEBIO file, with *form* if it has errors.

    *results* are None if the event can't be scored.

    :raises ScoringError: if the results of another session can't be scored
    """
    event = section.session.event
    receiver = get_remembered_receiver(event.club.receiver)
    return ReceiverSheet(
        receiver=receiver,
        form=form or ReceiverForm(None, event=event),
        action=reverse("session_results_receiver", args=[section]),
        problems=find_export_problems(results, receiver) if results else (),
        is_checked=results is not None,
    )


@require_role_to_send(Role.SCORER)
@require_POST
def change_receiver(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Store the receiver of the club's USEBIO files and what it charges, and check the event."""
    section = fetch_section(session_id)
    event = section.session.event
    form = ReceiverForm(request.POST, event=event)
    if not form.is_valid():
        return show_export_tab(request, section, refused=form)
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
