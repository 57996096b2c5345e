"""The files of an event, below what additions check."""

from typing import Any

from django.http import HttpResponse

from director.additions import PagePart, list_additions
from director.boards.pages.steps import make_results_page_context
from director.boards.paper.exports.tables import is_sent
from director.boards.paper.tables.reading import read_desk_results
from director.boards.scoring.standings.event import EventResults
from director.core.base.requests import DeskRequest
from director.core.base.roles import may_score
from director.core.pages.exports import render_export_page
from director.models import Section
from scoring.errors import ScoringError


def show_export_tab(request: DeskRequest, section: Section, *, refused: Any = None) -> HttpResponse:
    """Show the files of the event, and to scorers what additions check of them.

    *refused* is the form of an addition with errors, if it was sent.
    """
    event = section.session.event
    is_checked = is_sent(event) and may_score(request)
    scoring_error = ""
    checks: list[PagePart] = []
    reading = read_desk_results(section)
    results, sheets = reading.results, reading.sheets
    try:
        _scored = sheets.scored  # raises if the event can't be scored
        if is_checked:
            checks = _make_checks(section, results, refused)
    except ScoringError as error:
        scoring_error = str(error)
        if is_checked:
            checks = _make_checks(section, None, refused)
    context = make_results_page_context(request, section, "export", sheets) | {
        "no_standings": scoring_error,
        "checks": checks,
    }
    return render_export_page(
        request,
        context,
        {"players": "per player"},
        is_sent=is_sent(event),
        status=422 if refused else 200,
    )


def _make_checks(section: Section, results: EventResults | None, refused: Any) -> list[PagePart]:
    parts = [
        addition.make_export_check(section, results, refused=refused)
        for addition in list_additions()
    ]
    return [part for part in parts if part]
