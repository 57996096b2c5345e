"""What the pages of a session share: its steps, sections and tabs."""

from collections.abc import Sequence
from dataclasses import replace
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from director.additions import (
    find_hands_desk,
    find_ruling_desk,
    get_contest_desk,
    list_section_pages,
)
from director.boards.contests import CONTESTS
from director.boards.movement.lines.section_lines import (
    SectionLines,
    count_event_results,
    count_results,
)
from director.boards.movement.rounds import count_rounds_to_draw
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import describe_entered
from director.boards.pages.progress import SessionSteps, fetch_session_steps
from director.boards.paper.tables.grids import ResultAddresses
from director.boards.paper.tables.reading import Page, answer_with_standings, read_desk_results
from director.boards.play.problems.doubts import list_section_doubts
from director.boards.play.sessions import EventSections
from director.boards.scoring.standings.cache import load_session_sheets
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.base.roles import may_direct, may_score
from director.core.base.tags.additions import Tab
from director.core.pages.publishing import make_results_context
from director.models import Event, Plan, Section
from director.models.event import Game, RankingScope, SectionRef
from director.sheets import Standings
from scoring.registry import find_method


def _fetch_sections_in_turn(section: Section) -> list[Section]:
    """Return *section* and then the others of its event. One query, none if it is alone."""
    if section.is_alone:
        return [section]
    sections = Section.objects.filter(session__event=section.session.event_id)
    others = sections.exclude(pk=section.pk).select_related("session__event__club")
    return [section, *others.prefetch_related("plans")]


def make_session_context(
    section: Section, step: str, *, counts: Standings | SectionLines | None = None
) -> dict[str, Any]:
    """Return the context of a session's page: its steps, sections and open tab.

    A page that has its standings or lines passes them as *counts*, which saves counting the results
    in the database.
    """
    night = fetch_session_steps(section, counts=counts)
    return {
        "nav": "tonight",
        "night": night,
        "section": section,
        "session": section.session,
        "several": EventSections(section, step),
        "step": step,
        "called": CONTESTS[section.session.event.contest].contestant_word,
    }


OWN_PAGES = {
    "fixtures": "results_fixtures",
    "stage": "results_stage",
    "extras": "results_extras",
    "rulings": "rulings",
    "history": "acts",
}
OWN_PAGES |= {key: f"results_{key}" for key in ("matches", "recap", "players")}
"""Addresses of the tabs of step 6 with their own page. The others are ``?tab=`` of the standings."""


_RANKING_TEXTS = {
    RankingScope.FIELD: "sections together",
    RankingScope.SECTION: "each section by itself",
}


def _make_main_tabs(section: Section, sheets: SessionSheets, base: str) -> list[Tab]:
    addresses = ResultAddresses(section.session.event_id, places={0: section.place})
    tabs = [
        Tab("standings", "Standings", base),
        Tab("boards", "Boards", f"{base}?tab=boards"),
        Tab("matches", "Matches", addresses.matches if sheets.scoring_field.has_matches else ""),
        *(Tab(*tab) for tab in get_contest_desk().list_results_tabs(section, sheets)),
        Tab("recap", "Recap", addresses.recap),
        Tab("players", "Players", addresses.get_players_address(sheets.heading)),
        *_make_rulings_tabs(section),
        Tab("history", "History", reverse("session_acts", args=[section])),
        Tab("export", "Export", f"{base}?tab=export"),
    ]
    return [tab for tab in tabs if tab.address]


def _make_rulings_tabs(section: Section) -> list[Tab]:
    """Return the tab of the rulings, with the number of those in force. Without rulings none."""
    desk = find_ruling_desk()
    if desk is None:
        return []
    count = section.rulings.filter(withdrawn_at__isnull=True).count()
    return [Tab("rulings", "Rulings", reverse(desk.rulings_url, args=[section]), count)]


def _list_added_pages(event: Event) -> dict[str, str]:
    """Return the titles of the pages of additions about each section of *event*, by address."""
    return {name.removeprefix("session_"): title for name, title in list_section_pages(event)}


def _make_further_tabs(
    request: HttpRequest, section: Section, sheets: SessionSheets, base: str
) -> list[Tab]:
    """Return what the menu beside the tabs offers."""
    event = section.session.event
    tabs = [
        Tab("scoring", "Scoring", f"{base}?tab=scoring"),
        Tab("extras", "Handicaps and strata", reverse("session_results_extras", args=[section])),
    ]
    if may_direct(request):
        tabs += [Tab(*tab) for tab in get_contest_desk().list_further_tabs(section, sheets)]
    for key, title in _list_added_pages(event).items():
        tabs.append(Tab(key, title, reverse(f"session_{key}", args=[section])))
    desk = find_hands_desk()
    if desk and event.game == Game.BRIDGE and may_direct(request):
        tabs.append(Tab("hands", "Hands", reverse(desk.url, args=[section])))
    return tabs


def _describe_missing_results(section: Section, night: SessionSteps, sheets: SessionSheets) -> str:
    """Return what is missing in any section of the event of *section*, in words, or ""."""
    event = section.session.event
    if event.is_long_running and not section.session.is_one_of_several:
        missing_matches = get_contest_desk().describe_missing_matches(sheets)
        if missing_matches:
            return missing_matches
    results_in = night.results_in
    results_due = night.results_due
    plans = [night.plan] if night.plan else []
    if not section.is_alone:
        results_in, results_due = count_event_results(event)
        plans = list(Plan.objects.filter(section__session__event=event, in_force=True))
    if results_in < results_due:
        return f"{results_in} of {results_due} {describe_entered(event)}"
    # An imported event was played elsewhere: no more results will come.
    if event.source:
        return ""
    if not results_in:
        return "No results entered"
    count = sum(map(count_rounds_to_draw, plans))
    if count:
        return f"{count} round{'s' if count > 1 else ''} not drawn yet"
    return ""


def _find_missing_action(
    request: HttpRequest, sections: Sequence[Section], sheets: SessionSheets
) -> Tab | None:
    """Return the page where results of the first incomplete one of *sections* are made good.

    *sheets* are those of the session of the first one, which are counted if it is alone.
    """
    first_section = sections[0]
    if first_section.is_alone:
        counts = {first_section.pk: (sheets.results_in, sheets.results_due)}
    else:
        counts = count_results([section.pk for section in sections])
    for section in sections:
        plan = section.plan
        if plan is None:
            return Tab("field", "Choose a movement", reverse("session_field", args=[section]))
        results_in, results_due = counts.get(section.pk, (0, 0))
        if results_in < results_due:
            address = reverse("session_scores", args=[section])
            return Tab("scores", "Enter missing results", address)
        to_draw = count_rounds_to_draw(plan) or get_contest_desk().find_second_final(section, plan)
        if to_draw and may_direct(request):
            address = reverse("session_draw", args=[section])
            return Tab("draw", f"Draw round {plan.rounds + 1}", address)
    return None


def make_unsettled_tabs(section: Section, sheets: SessionSheets | None = None) -> list[Tab]:
    """Return what waits for the director in *section*, with the page where it is settled.

    A page that has the *sheets* of its session passes them, which saves reading its lines.
    """
    return [
        Tab(doubt.kind, doubt.label, doubt.address)
        for doubt in list_section_doubts(section, sheets)
    ]


def make_results_page_context(
    request: HttpRequest,
    section: Section,
    tab: str,
    sheets: SessionSheets | None = None,
    *,
    is_scored: bool = False,
) -> dict[str, Any]:
    """Return the context of a page of Results with *tab* open.

    If *is_scored*, the page has scored its results already, so they need no further query.
    """
    sheets = sheets or load_session_sheets(section)
    can_reuse_standings = is_scored and not sheets.scoring_field.has_several_sections
    standings = sheets.standings if can_reuse_standings else None
    context = make_session_context(section, "results", counts=standings)
    event = section.session.event
    own_pages = OWN_PAGES | {key: key for key in _list_added_pages(event)}
    tab_param = "" if tab == "standings" or tab in own_pages else tab
    context["several"] = EventSections(section, own_pages.get(tab, "results"), tab_param)
    method = find_method(section.session.scoring_record.scoring)
    missing = _describe_missing_results(section, context["night"], sheets)
    due, unsettled = _find_due(request, section, context["night"], missing, sheets)
    base = reverse("session_results", args=[section])
    ranked_together = "" if section.is_alone else _RANKING_TEXTS[RankingScope(event.places)]
    if section.session.has_finals:
        ranked_together = "each final by itself"
    return {
        **context,
        **make_results_context(
            request,
            event,
            tab,
            _make_main_tabs(section, sheets, base),
            _make_further_tabs(request, section, sheets, base),
        ),
        "method": method,
        "scale": sheets.method.removeprefix(method.name),
        "due": due,
        "unsettled": unsettled,
        "ranked_together": ranked_together,
        "scoring_address": f"{base}?tab=scoring",
        "missing": missing,
        "printout": f"{reverse('session_print_pdf', args=[section])}?kinds=standings&paper={event.club.paper}",
    }


def _find_due(
    request: HttpRequest,
    section: Section,
    night: SessionSteps,
    missing: str,
    sheets: SessionSheets,
) -> tuple[Tab | None, list[Tab]]:
    """Return what the filled button does, if anything is due, and what waits to be settled."""
    if not may_score(request):
        return None, []
    # An imported event was settled where it was played. Of others it is only the section that is
    # open: each section would cost as many queries again.
    unsettled = [] if section.session.event.source else make_unsettled_tabs(section, sheets)
    if section.session.event.is_published:
        if not night.round_to_draw:
            return None, unsettled
        return _find_missing_action(request, [section], sheets), unsettled
    if missing:
        return _find_missing_action(request, _fetch_sections_in_turn(section), sheets), unsettled
    if unsettled:
        return Tab("settle", "Settle", unsettled[0].address), unsettled
    return None, []


def make_desk_view(page: Page, tab: str) -> Page:
    """Return *page* of a section's session within the desk's Results."""

    @wraps(page)
    def answer(request: HttpRequest, session_id: SectionRef, **numbers: int) -> HttpResponse:
        section = fetch_section(session_id)
        reading = read_desk_results(section, corrects=may_score(request))
        shell = make_results_page_context(request, section, tab, reading.sheets)
        return answer_with_standings(page, request, replace(reading, desk_context=shell), numbers)

    return answer
