"""The Print page of a party: what goes on paper, and how its cards are wanted."""

from dataclasses import replace
from typing import Any

from django import forms
from django.urls import reverse

from director.core.answers import file_stem
from director.core.forms import WholeNumberField
from director.core.printing.forms import Note, PrintForm, Printing, Printout, PrintPage
from director.kinds import Wishes
from director.party.fields import TrumpsField
from director.party.models import Party
from director.party.parties import party_of_session
from director.party.pdf.kinds import PARTY_KINDS
from director.party.printing.read import kinds_there, kinds_usual, party_sheets_wanted
from director.party.shell import party_shell
from director.party.trumps import written_trumps


class PartyPrintForm(PrintForm):
    """The kinds of sheets of a party that are ticked, the paper, and what stands on the cards."""

    registry = PARTY_KINDS
    backs = "Skat sheets have their second page on the back; other backs stay empty."
    boxes = ("paper", "spare", "trumps")
    ticks = ("large", "numbers", "codes")

    spare = WholeNumberField(what="a number of cards", example=4, label="Spare cards", required=False)
    numbers = forms.BooleanField(
        label="Without names", required=False, help_text="Cards and sheets have numbers and a line for the name."
    )
    codes = forms.BooleanField(
        label="Code for phones",
        required=False,
        help_text="On every card a code that opens the player’s own page: next table and score.",
    )
    trumps = TrumpsField(
        label="Order of trumps",
        required=False,
        widget=forms.TextInput(attrs={"size": 8, "autocomplete": "off"}),
        help_text="H, C, D, S, and NT for a hand without trump; the order begins again after its last.",
    )

    def chosen(self) -> dict[str, object]:
        """Return what was chosen and is not usual, by name."""
        data = self.cleaned_data
        chosen = super().chosen() | ({"trumps": written_trumps(data["trumps"])} if data["trumps"] else {})
        return chosen | {name: "on" for name in ("numbers", "codes") if data[name]}


def _shell(session_id: int) -> dict[str, Any]:
    return party_shell(party_of_session(session_id), "print")


def _page(context: dict[str, Any], wishes: Wishes) -> PrintPage:
    party: Party = context["party"]
    job, notes = party_sheets_wanted(party, wishes, with_codes=False), []
    offered = kinds_there(job)
    if not job.tables:
        draw = ("Draw the seats at Seats.", reverse("party_seats", args=[party.pk]))
        notes.append(Note("Nobody has a seat yet, so cards have no table to start at.", draw))
    if party.trumps:
        trumps = f"Trumps are printed in turn as chosen at Field: {written_trumps(party.trumps)}."
        notes.append(Note(trumps, ("Change them", reverse("party_field", args=[party.pk])), is_warning=False))
    has_trumps = not party.trumps and any(kind.asks == "trumps" for kind, is_there in offered if is_there)
    return PrintPage(
        job=job,
        offered=[kind for kind, _is_there in offered],
        usual={"kinds": kinds_usual(job), "trumps": written_trumps(job.trumps)},
        fingerprint=job.heading.fingerprint,
        printed=party.session.printed_fingerprint,
        notes=notes,
        left_out=() if has_trumps else ("trumps",),
    )


def _printout(session_id: int, wishes: Wishes, form: PartyPrintForm) -> Printout:
    party, data = party_of_session(session_id), form.cleaned_data
    wishes = replace(wishes, spare=data["spare"], with_names=not data["numbers"], trumps=written_trumps(data["trumps"]))
    job = party_sheets_wanted(party, wishes, with_codes=data["codes"])
    return Printout(party.session.event, job, file_stem(party.session.event))


PRINTING = Printing("party", PartyPrintForm, _shell, _page, _printout)
