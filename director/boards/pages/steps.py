"""What the pages of a session share: its steps and how far it is, its sections and tabs."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import wraps
from itertools import groupby
from typing import Any, ClassVar

from django.db.models import Count, Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from director.additions import (
    NO_CONTESTS,
    find_hands_desk,
    find_ruling_desk,
    get_contest_desk,
    list_section_pages,
)
from director.boards.contests import CONTESTS
from director.boards.movement.lines.entries import LATER
from director.boards.movement.lines.progress import EntryProgress
from director.boards.movement.lines.section_lines import (
    SectionLines,
    count_event_results,
    count_results,
)
from director.boards.movement.rounds import (
    count_rounds_to_draw,
    find_missing_contestants,
    find_round_to_draw,
    get_withdrawals,
    is_by_round,
    is_drawn,
    is_round_robin,
)
from director.boards.movement.sections import fetch_scoring_field, fetch_section
from director.boards.movement.words import describe_entered
from director.boards.play.problems.doubts import list_section_doubts
from director.boards.play.sessions import EventSections
from director.boards.scoring.standings.event import load_session_sheets
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.tables.grids import (
    Page,
    ResultAddresses,
    answer_with_standings,
    read_desk_results,
)
from director.core.base.roles import may_direct, may_score
from director.core.base.tags.additions import Tab
from director.core.night.events import (
    DONE,
    NEEDS,
    NOT_YET,
    NightState,
    SessionStep,
    find_next_step,
    get_night_state,
    mark_next_step,
)
from director.core.pages.publishing import make_results_context
from director.event_kinds import KindLeftOutError
from director.models import Event, Plan, RoundDate, Section, Session
from director.models.event import Clock, Game, RankingScope, SectionRef
from director.sheets import Standings
from scoring.registry import find_method, list_all_methods

DRAWN_ROUNDS = "drawn rounds"
"""What is missing where rounds are drawn and the program has no contests, in words."""


@dataclass(frozen=True, slots=True)
class SessionSteps:
    """A section of a session with the state of its steps, for its tabs and the list of events."""

    session: Session
    section: Section
    plan: Plan | None
    steps: tuple[SessionStep, ...]
    results_in: int
    results_due: int
    url_name: ClassVar[str] = "session_open"

    @property
    def place(self) -> SectionRef:
        """The section as it stands in the addresses of the steps."""
        return self.section.place

    @property
    def facts(self) -> tuple[str, ...]:
        """What is played, for the heading of its pages."""
        winners = "one winner" if self.section.winners == 1 else "two winners"
        if self.plan:
            return (f"{self.plan.tables} tables", f"{self.plan.name}, {winners}")
        return ()

    @property
    def words(self) -> str:
        """How far the section is, for the list of events."""
        if self.plan is None:
            return "no movement yet"
        entered = describe_entered(self.session.event)
        return f"{self.plan.name}, {self.plan.tables} tables · {self.results_in} of {self.results_due} {entered}"

    @property
    def is_drawn(self) -> bool:
        """Whether its rounds are drawn one after the other."""
        return self.plan is not None and is_drawn(self.plan.key)

    @property
    def has_first_draw(self) -> bool:
        """Whether round 1 is drawn and has no result yet."""
        return (
            self.plan is not None
            and is_drawn(self.plan.key)
            and self.plan.rounds == 1
            and not self.results_in
        )

    @property
    def round_to_draw(self) -> int:
        """The round to draw, once all drawn rounds are entered, else 0."""
        is_complete = self.results_in >= self.results_due
        round_no = find_round_to_draw(self.plan, is_complete=is_complete)
        if is_complete and not round_no:
            return get_contest_desk().find_second_final(self.section, self.plan)
        return round_no

    @property
    def is_round_robin(self) -> bool:
        """Whether it is a round robin, in which a withdrawal leaves others without opponents."""
        return self.plan is not None and is_round_robin(self.plan)

    @property
    def has_matches(self) -> bool:
        """Whether each round is a match whose result can be entered without boards."""
        if not get_contest_desk().enters_matches:
            return False
        is_matches = self.plan is not None and is_by_round(self.plan)
        return is_matches and fetch_scoring_field(self.section).has_matches

    @property
    def withdrawn(self) -> list[str]:
        """The labels of those who withdrew."""
        if self.plan:
            return self._list_labels(
                set(get_withdrawals(self.plan)) - find_missing_contestants(self.plan)
            )
        return []

    @property
    def not_arrived(self) -> list[str]:
        """The labels of those who are late for a contest whose rounds are drawn."""
        if self.plan:
            return self._list_labels(find_missing_contestants(self.plan))
        return []

    def _list_labels(self, numbers: set[int]) -> list[str]:
        return [self.section.label(number) for number in sorted(numbers)]

    @property
    def is_complete(self) -> bool:
        """Whether every result is entered and every round drawn."""
        return (
            self.plan is not None
            and self.results_in >= self.results_due
            and not count_rounds_to_draw(self.plan)
            and not get_contest_desk().find_second_final(self.section, self.plan)
        )

    @property
    def next_step(self) -> SessionStep:
        """The next step, or the last one when all is done."""
        return find_next_step(self.steps)

    @property
    def state(self) -> NightState:
        """Where the night is now."""
        is_played = self.session.clock == Clock.OVER or self.is_complete
        return get_night_state(self.session.event, is_played=is_played)


@dataclass(frozen=True, slots=True)
class EventSteps:
    """An event with several sections or sessions, which leads to the one in need."""

    sections: tuple[SessionSteps, ...]
    url_name: ClassVar[str] = SessionSteps.url_name

    @property
    def current_sections(self) -> tuple[SessionSteps, ...]:
        """The sections of the first incomplete session, or of the last session."""
        sessions = [
            tuple(nights)
            for _session, nights in groupby(self.sections, key=lambda night: night.session.number)
        ]
        return next(
            (nights for nights in sessions if not all(night.is_complete for night in nights)),
            sessions[-1],
        )

    @property
    def section_in_need(self) -> SessionSteps:
        """The section whose next step comes first."""
        return min(self.current_sections, key=lambda night: night.next_step.number)

    @property
    def session(self) -> Session:
        """The session that is played."""
        return self.section_in_need.session

    @property
    def place(self) -> SectionRef:
        """The section as it stands in the addresses of the steps."""
        return self.section_in_need.place

    @property
    def next_step(self) -> SessionStep:
        """The step of that section that needs the director."""
        return self.section_in_need.next_step

    @property
    def words(self) -> str:
        """How far the session is, for the list of events."""
        nights = self.current_sections
        results_in = sum(night.results_in for night in nights)
        results_due = sum(night.results_due for night in nights)
        sections = "" if len(nights) == 1 else f", {len(nights)} sections"
        entered = describe_entered(self.session.event)
        return f"{self.session.title}{sections}: {results_in} of {results_due} {entered}"


def fetch_session_steps(
    section: Section, *, counts: Standings | SectionLines | None = None
) -> SessionSteps:
    """Return the steps of *section*, with the results that *counts* has. At most four queries.

    :raises KindLeftOutError: if rounds are drawn, and the program was set up without contests
    """
    plan = section.plan
    if plan and is_drawn(plan.key) and get_contest_desk() is NO_CONTESTS:
        raise KindLeftOutError(DRAWN_ROUNDS)
    unnamed_entries = section.entries.filter(entry_players__isnull=True, name="").count()
    if counts is None:
        results_in, results_due = _count_results(section, plan)
    else:
        results_in = counts.results_in
        results_due = counts.results_due if plan else results_in
    return make_session_steps(
        section, plan, unnamed=unnamed_entries, results_in=results_in, results_due=results_due
    )


def make_session_steps(
    section: Section, plan: Plan | None, *, unnamed: int, results_in: int, results_due: int
) -> SessionSteps:
    """Return the steps of *section* from counts that the caller has. No query."""
    session = section.session
    if session.event.source:  # Imported results have been played elsewhere.
        states: tuple[str, ...] = (*[DONE] * 5, DONE if session.event.is_published else NEEDS)
    else:
        states = _compute_step_states(section, plan, unnamed, results_in, results_due)
    names = (
        ("field", "Field"),
        ("seats", "Seats"),
        ("print", "Print"),
        ("play", "Play"),
        ("scores", "Scores"),
    )
    steps = [
        SessionStep(number, key, name, state)
        for number, ((key, name), state) in enumerate(
            zip((*names, ("results", "Results")), states, strict=True), 1
        )
    ]
    # Once results come in, names can wait: the scores are what the evening needs.
    skipped = 2 if results_in else 0
    in_turn = mark_next_step(steps, skipped=skipped)
    return SessionSteps(session, section, plan, in_turn, results_in, results_due)


def _count_results(section: Section, plan: Plan | None) -> tuple[int, int]:
    """Return how many results *section* has and should have."""
    if plan is None:
        results_in = section.results.filled().exclude(Q(counted=LATER)).count()
        return results_in, results_in
    return count_results([section.pk]).get(section.pk, (0, 0))


def _compute_step_states(
    section: Section, plan: Plan | None, unnamed: int, results_in: int, results_due: int
) -> tuple[str, ...]:
    if plan is None:
        return (NEEDS,) + (NOT_YET,) * 5
    session = section.session
    is_complete = results_in >= results_due and not count_rounds_to_draw(plan)
    is_under_way = (
        results_in > 0
        or session.round_no > 1
        or session.clock != Clock.WAITING
        or session.event.is_long_running
    )
    if section.printed_fingerprint == plan.fingerprint:
        printing = DONE
    elif is_under_way:  # Once play has begun, nobody waits for the cards.
        printing = NOT_YET
    else:
        printing = NEEDS
    if session.event.is_published:
        publishing = DONE
    elif is_complete:
        publishing = NEEDS
    else:
        publishing = NOT_YET
    return (
        DONE,
        NEEDS if unnamed else DONE,
        printing,
        DONE if session.clock == Clock.OVER or is_complete else NEEDS,
        DONE if is_complete else NEEDS,
        publishing,
    )


def fetch_steps_tonight(today: date, contest: str) -> list[SessionSteps | EventSteps]:
    """Return the events of a *contest* on the day *today* with their steps. Three queries."""
    # An event of several dates is shown on each of them.
    with_session = Session.objects.filter(date=today).values("event")
    with_round = RoundDate.objects.filter(date=today).values("session__event")
    sections = (
        Section.objects.filter(
            Q(session__event__date=today)
            | Q(session__event__in=with_session)
            | Q(session__event__in=with_round),
            session__event__contest=contest,
            session__event__scoring__in=[method.key for method in list_all_methods()],
            session__event__removed_at__isnull=True,
            session__event__source="",
            session__event__is_long_running=False,
            session__event__club__is_practice=False,
        )
        .select_related("session__event__club")
        .prefetch_related(Prefetch("plans", Plan.objects.filter(in_force=True)))
        .annotate(
            unnamed=Count(
                "entries",
                filter=Q(entries__entry_players__isnull=True, entries__name=""),
                distinct=True,
            ),
        )
    )
    counts_by_section = count_results([section.pk for section in sections])
    nights: dict[int, list[SessionSteps]] = defaultdict(list)
    for section in sections:
        plan = section.plan
        results_in, results_due = counts_by_section.get(section.pk, (0, 0))
        night = make_session_steps(
            section, plan, unnamed=section.unnamed, results_in=results_in, results_due=results_due
        )
        nights[section.session.event_id].append(night)
    return [
        event_nights[0] if len(event_nights) == 1 else EventSteps(tuple(event_nights))
        for _event, event_nights in sorted(nights.items())
    ]


def add_second_final(progress: EntryProgress, plan: Plan | None) -> EntryProgress:
    """Return *progress* with the round of a second final to draw, if its section needs one."""
    if not progress.is_complete or progress.round_to_draw:
        return progress
    round_no = get_contest_desk().find_second_final(progress.section, plan)
    return replace(progress, round_to_draw=round_no)


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
