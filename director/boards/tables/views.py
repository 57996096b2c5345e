"""Beside steps 2 and 4: the private addresses of the tables, and how results are entered there."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from director.boards.cards.cards import required_plan
from director.boards.scores.read.lines import section_plan
from director.boards.sections import section_of_session
from director.boards.steps import shell
from director.boards.tables.forms import TablesForm, tables_form
from director.desk.account.roles import Role, read_by
from director.desk.requests import DeskRequest
from director.desk.tables.page import addresses_act, addresses_context
from director.desk.tables.write import settings_keep, table_settings
from director.errors import NoPlanError
from director.models.event import SectionPlace


@read_by(Role.SCORER)
def session_tables(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show the tables with their addresses; keep what the club sets for them."""
    section = section_of_session(session_id)
    plan = section_plan(section)
    if plan is None:
        return render(request, "boards/tables.html", shell(section, "play") | {"tables": ()})
    form = tables_form(section, plan.tables)
    if request.method == "POST":
        form = TablesForm(request.POST)
        if form.is_valid():
            settings_keep(section=section, settings=form.settings(), tables=form.of_tables(plan.tables))
            messages.success(request, "Kept. The phones at the tables follow by themselves.")
            return redirect("session_tables", session_id=session_id)

    def is_on_paper(table_no: int) -> bool:
        return table_settings(section, table_no).entry == "paper"

    addresses = addresses_context(request, section.session, plan.tables, section=section, is_on_paper=is_on_paper)
    links = {
        "act_url": reverse("session_tables_addresses", args=[section]),
        "print_url": reverse("session_print", args=[section]),
    }
    return render(request, "boards/tables.html", shell(section, "play") | addresses | links | {"form": form})


@require_POST
def session_tables_addresses(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Give tables their private addresses, a new one, or close them."""
    section = section_of_session(session_id)
    try:
        tables = required_plan(section).tables
    except NoPlanError as error:
        messages.warning(request, str(error))
    else:
        addresses_act(request, section.session, tables, section=section)
    return redirect("session_tables", session_id=session_id)
