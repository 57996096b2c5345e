"""What the pages of a session share: its steps, sections and tabs."""

from dataclasses import replace
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from director.boards.contests import CONTESTS
from director.boards.movement.lines.counts import event_result_counts
from director.boards.movement.scoring_field import scoring_field_of
from director.boards.movement.sections import section_of_session
from director.boards.pages.progress import session_night
from director.boards.paper.tables.grids import ResultAddresses
from director.boards.paper.tables.reading import Page, answer_with_standings, desk_reading
from director.boards.play.sessions.read import Siblings
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.base.roles import may_direct, may_score
from director.core.base.tags.tabs import Tab
from director.core.pages.publishing import results_desk
from director.models import Section
from director.models.event import Game, Places, SectionPlace
from director.sheets import Standings
from scoring import find_method


def shell(section: Section, step: str, *, standings: Standings | None = None) -> dict[str, Any]:
    """Return the context of a session's page: its steps, sections and open tab.

    A page that has its *standings* already passes them, and saves counting the results again.
    """
    night = session_night(section, standings=standings)
    return {
        "nav": "tonight",
        "night": night,
        "section": section,
        "session": section.session,
        "several": Siblings(section, step),
        "step": step,
        "called": CONTESTS[section.session.event.contest].called,
    }


OWN_PAGES = {
    "extras": "results_extras",
    "official": "results_official",
    "rulings": "rulings",
    "history": "acts",
}
OWN_PAGES |= {key: f"results_{key}" for key in ("matches", "recap", "players")}
"""The tabs of step 6 that are pages of their own; the others but *Standings* are asked of its page by name."""


_RANKED = {Places.FIELD: "sections together", Places.SECTION: "each section by itself"}


def results_shell(
    request: HttpRequest,
    section: Section,
    tab: str,
    sheets: SessionSheets | None = None,
    *,
    counted: bool = False,
) -> dict[str, Any]:
    """Return the context of a page of Results with *tab* open.

    Where they are *counted* already, its results are not counted again.
    """
    sheets = sheets or SessionSheets(scoring_field_of(section))
    is_whole = counted and not sheets.scoring_field.is_divided
    standings = sheets.standings if is_whole else None
    context = shell(section, "results", standings=standings)
    asked = "" if tab == "standings" or tab in OWN_PAGES else tab
    context["several"] = Siblings(section, OWN_PAGES.get(tab, "results"), asked)
    event, night = section.session.event, context["night"]
    at = ResultAddresses(event.pk, places={0: section.place})
    base = reverse("session_results", args=[section])
    method = find_method(event.scoring)
    more = [Tab("scoring", "Scoring", f"{base}?tab=scoring")]
    more.append(
        Tab("extras", "Handicaps and strata", reverse("session_results_extras", args=[section]))
    )
    if event.source:
        more.append(
            Tab("official", "Official results", reverse("session_results_official", args=[section]))
        )
    if event.game == Game.BRIDGE and may_direct(request):
        more.append(Tab("hands", "Hands", reverse("session_hands", args=[section])))
    offered = [
        Tab("standings", "Standings", base),
        Tab("boards", "Boards", f"{base}?tab=boards"),
        Tab("matches", "Matches", at.matches if sheets.scoring_field.has_matches else ""),
        Tab("recap", "Recap", at.recap),
        Tab("players", "Players", at.players_of(sheets.heading)),
        Tab(
            "rulings",
            "Rulings",
            reverse("session_rulings", args=[section]),
            section.rulings.filter(withdrawn_at__isnull=True).count(),
        ),
        Tab("history", "History", reverse("session_acts", args=[section])),
        Tab("export", "Export", f"{base}?tab=export"),
    ]
    results_in, due = night.results_in, night.results_due
    if not section.is_alone:
        results_in, due = event_result_counts(event)
    missing = f"{results_in} of {due} results entered"
    needed = None  # what comes before publishing
    if night.ready_to_draw:
        if may_direct(request):
            address = reverse("session_draw", args=[section])
            needed = Tab("draw", f"Draw round {night.ready_to_draw}", address)
    elif results_in < due and not event.is_published and may_score(request):
        needed = Tab("scores", "Enter missing results", reverse("session_scores", args=[section]))
    ranked_together = "" if section.is_alone else _RANKED[Places(event.places)]
    return {
        **context,
        **results_desk(request, event, tab, [each for each in offered if each.address], more),
        "method": method,
        "due": needed,
        "ranked_together": ranked_together,
        "scoring_address": f"{base}?tab=scoring",
        "missing": missing if results_in < due else "",
        "printout": f"{reverse('session_print_pdf', args=[section])}?kinds=standings&paper={event.club.paper}",
    }


def at_desk(page: Page, tab: str) -> Page:
    """Return *page* of a section's session within the desk's Results."""

    @wraps(page)
    def answer(request: HttpRequest, session_id: SectionPlace, **numbers: int) -> HttpResponse:
        section = section_of_session(session_id)
        reading = desk_reading(section, corrects=may_score(request))
        shell = results_shell(request, section, tab, reading.sheets)
        return answer_with_standings(page, request, replace(reading, shell=shell), numbers)

    return answer
