"""Who partners whom from session to session: the system, how many players, and their names."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from director.core.base.answers import make_file_response, make_text_response
from director.core.base.forms import PageForm, TextField, WholeNumberField, make_validation_error
from director.core.club.club import get_or_create_club
from director.formats.reading import strip_invisible
from director.names import make_name_key
from director.pairs.partners.evenings import fetch_rota_evenings
from director.pairs.partners.read import PartnerSheet, make_partner_sheet
from director.pairs.pdf.partners import render_partners
from director.pairs.sentences import PartnerSentences
from movements.errors import MovementError
from movements.partners import PARTNER_SYSTEMS, find_partner_system, make_partner_plan

LONGEST_NAME = 80


class PartnersForm(PageForm):
    """The system, the number of players and their names.

    ``cleaned_data`` has the ``plan``, and the ``names`` as a list, empty if none are typed.
    """

    key = forms.ChoiceField(
        label="System",
        choices=[(system.key, system.name) for system in PARTNER_SYSTEMS],
        error_messages={
            "required": "Choose a system from the list.",
            "invalid_choice": "There is no such system. Choose one from the list.",
        },
    )
    players = WholeNumberField(
        what="a number of players",
        example=12,
        label="Players",
        error_messages={"required": "Type the number of players, such as 12."},
    )
    names = TextField(
        label="Names (optional)",
        required=False,
        max_length=80 * (LONGEST_NAME + 2),
        what="The list of names",
        widget=forms.Textarea(
            attrs={"rows": 6, "spellcheck": "false", "aria-describedby": "names-help"}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        system = find_partner_system(str(self["key"].value() or PARTNER_SYSTEMS[0].key))
        self.system_options = system.options if system else ()
        for option in self.system_options:
            self.fields[option.name] = forms.CharField(
                label=option.label,
                widget=forms.Select(choices=[*option.phrases.items()]),
                required=False,
            )

    @property
    def options(self) -> list[forms.BoundField]:
        """The boxes of the options that the system has."""
        return [self[option.name] for option in self.system_options]

    def clean_names(self) -> list[str]:
        """Return the names without empty lines. Refuse a name that is too long or a repeated one."""
        lines = (strip_invisible(line) for line in self.cleaned_data["names"].splitlines())
        names = [line for line in lines if line]
        numbers_by_key: dict[str, int] = {}
        for number, name in enumerate(names, 1):
            if len(name) > LONGEST_NAME:
                raise make_validation_error(
                    PartnerSentences.PLAYER_NAME_TOO_LONG,
                    number=number,
                    length=len(name),
                    most=LONGEST_NAME,
                )
            first_number = numbers_by_key.setdefault(make_name_key(name), number)
            if first_number != number:
                raise make_validation_error(
                    PartnerSentences.PLAYER_NAMED_TWICE,
                    name=name,
                    first=first_number,
                    number=number,
                )
        return names

    def clean(self) -> dict[str, Any]:
        """Return the data with the plan."""
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        options = {
            option.name: data[option.name] for option in self.system_options if data[option.name]
        }
        try:
            plan = make_partner_plan(data["key"], players=data["players"], options=options)
        except MovementError as error:
            self.add_error("players", forms.ValidationError(str(error), code=error.code))
            return data
        if data["names"] and len(data["names"]) != plan.contestants:
            if len(data["names"]) == 1:
                count = "There is 1 name"
            else:
                count = f"There are {len(data['names'])} names"
            self.add_error(
                "names",
                make_validation_error(
                    PartnerSentences.NAMES_AND_PLAYERS, names=count, players=plan.contestants
                ),
            )
        return data | {"plan": plan}

    def query(self) -> str:
        """Return the query string of an address with the same rota."""
        data = self.cleaned_data
        params = {"key": data["key"], "players": data["players"], **dict(data["plan"].options)}
        if data["names"]:
            params["names"] = "\n".join(data["names"])
        return urlencode(params)


@require_safe
def show_partners(request: HttpRequest) -> HttpResponse:
    """Ask for the system and the number of players, and show every session."""
    form = PartnersForm(request.GET if "players" in request.GET else None)
    context = {"nav": "nights", "form": form}
    if form.is_valid():
        sheet = _make_sheet(form)
        context |= {"sheet": sheet, "query": form.query()} | _list_evenings(
            form.cleaned_data, sheet
        )
    status = 422 if form.errors else 200
    return render(request, "pairs/partners.html", context, status=status)


def _list_evenings(data: Mapping[str, Any], sheet: PartnerSheet) -> dict[str, Any]:
    """Return each session of *sheet* with its event, and the pages that count those events."""
    if not data["names"]:
        return {"rows": [(session, None, "") for session in sheet.sessions]}
    evenings = fetch_rota_evenings(get_or_create_club(), data["plan"], data["names"])
    rows = [
        (session, evenings.events.get(session.number), evenings.address(session.number))
        for session in sheet.sessions
    ]
    return {"rows": rows, "evenings": evenings}


@require_safe
def show_partners_pdf(request: HttpRequest) -> HttpResponse:
    """Answer with the schedule that the address asks for, on the club's paper."""
    form = PartnersForm(request.GET)
    if not form.is_valid():
        return make_text_response(
            next(str(error) for errors in form.errors.values() for error in errors)
        )
    content = render_partners(
        _make_sheet(form), get_or_create_club().paper, printed_at=timezone.localtime()
    )
    return make_file_response(content, "partners.pdf", "application/pdf", attached=False)


def _make_sheet(form: PartnersForm) -> PartnerSheet:
    data = form.cleaned_data
    return make_partner_sheet(
        data["plan"], data["names"], club=get_or_create_club().name, on=timezone.localdate()
    )
