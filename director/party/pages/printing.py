"""A party's Print page: the offered sheets, and the form for its cards."""

from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from django import forms
from django.urls import reverse

from director.core.base.forms import NumbersField, WholeNumberField
from director.core.base.requests import make_file_stem
from director.core.night.printing import PrintOptions
from director.core.pages.printing import Note, PrintForm, Printout, PrintPage, PrintView
from director.party.models import Party
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.shell import TrumpsField, make_party_context
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.paper.printing import (
    list_available_kinds,
    list_preselected_kinds,
    make_print_job,
)
from director.party.trumps import format_trumps
from director.pdf.selection import Selection

_PERSONAL_CARDS = ("tally-cards", "drive-cards")


class PartyPrintForm(PrintForm):
    """The ticked sheets, the paper, and what cards show."""

    sheet_kinds = PARTY_KINDS
    backs_message = "Skat sheets have their second page on the back; other backs stay empty."
    boxes = ("paper", "spare", "trumps")
    ticks = ("numbers", "codes")
    spans = ("tables", "players")
    sheets_by_field = MappingProxyType({"spare": _PERSONAL_CARDS, "codes": _PERSONAL_CARDS})

    spare = WholeNumberField(
        what="a number of cards", example=4, label="Spare cards", required=False
    )
    tables = NumbersField(what="table", example="1-4, 7")
    players = NumbersField(what="player", example="5, 8")
    numbers = forms.BooleanField(
        label="Numbers only", required=False, help_text="A line to write the name on."
    )
    codes = forms.BooleanField(
        label="QR codes",
        required=False,
        help_text="On each card, for the player’s own page: next table and score.",
    )
    trumps = TrumpsField(
        label="Trump order",
        required=False,
        widget=forms.TextInput(attrs={"size": 8, "autocomplete": "off"}),
        help_text="H, C, D, S, and NT for no trumps. The order starts again after the last.",
    )

    def collect_choices(self) -> dict[str, object]:
        """Return the choices by the name of their field. Empty ones are left out."""
        data = self.cleaned_data
        choices = super().collect_choices()
        if data["trumps"]:
            choices["trumps"] = format_trumps(data["trumps"])
        for name in ("numbers", "codes"):
            if data[name]:
                choices[name] = "on"
        return choices


class PartyPrint(PrintView):
    """The Print page of a party."""

    url_prefix = "party"
    form_class = PartyPrintForm

    def make_context(self, ref: int) -> dict[str, Any]:
        """Return the context of the party's page."""
        return make_party_context(fetch_party_by_session(ref), "print")

    def make_page(self, context: dict[str, Any], options: PrintOptions) -> PrintPage:
        """Return the sheets of the party, and what to know before printing."""
        party: Party = context["party"]
        # The page only lists the sheets, so their QR codes aren't needed.
        job = make_print_job(party, options, with_codes=False)
        available_kinds = list_available_kinds(job)
        notes = []
        if not job.tables:
            link = ("Draw for seats", reverse("party_seats", args=[party.pk]))
            notes.append(Note("No seats have been drawn, so cards show no starting table.", link))
        if party.trumps:
            text = f"Trump order, as set in Field: {format_trumps(party.trumps)}."
            link = ("Change trumps", reverse("party_field", args=[party.pk]))
            notes.append(Note(text, link, is_warning=False))
        has_trump_sheets = any(
            kind.extra_field == "trumps" for kind, is_available in available_kinds if is_available
        )
        # The form asks for trumps only if Field hasn't set them.
        hidden_boxes = () if has_trump_sheets and not party.trumps else ("trumps",)
        return PrintPage(
            job=job,
            offered_kinds=[kind for kind, _ in available_kinds],
            get_preselected_keys=partial(list_preselected_kinds, job),
            initial={"trumps": format_trumps(job.trumps)},
            fingerprint=job.heading.fingerprint,
            printed_fingerprint=party.session.printed_fingerprint,
            notes=notes,
            omitted_fields=hidden_boxes,
        )

    def make_printout(self, ref: int, options: PrintOptions, form: PartyPrintForm) -> Printout:
        """Return the ticked sheets, with cards as the form wants them."""
        party = fetch_party_by_session(ref)
        data = form.cleaned_data
        options = replace(
            options,
            spare_count=data["spare"],
            has_names=not data["numbers"],
            trump_order=format_trumps(data["trumps"]),
            selection=Selection(tables=data["tables"], players=data["players"]),
        )
        job = make_print_job(party, options, with_codes=data["codes"])
        return Printout(party.session.event, job, make_file_stem(party.session.event))
