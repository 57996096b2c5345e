"""What the pages of a session share: its steps and how far it is, its sections and tabs."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import wraps
from itertools import groupby
from typing import Any, ClassVar

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from director.boards.contests import CONTESTS
from director.boards.movement.formats import get_format
from director.boards.movement.lines.entries import LATER
from director.boards.movement.lines.progress import EntryProgress
from director.boards.movement.lines.section_lines import (
    SectionLines,
    fetch_event_result_counts,
    fetch_result_counts_by_section,
)
from director.boards.movement.rounds import (
    count_rounds,
    count_rounds_to_draw,
    fetch_late_contestants,
    get_round_to_draw,
    get_withdrawals_by_contestant,
)
from director.boards.movement.sections import fetch_scoring_field, fetch_section
from director.boards.play.problems.doubts import list_section_doubts
from director.boards.play.sessions import EventSections
from director.boards.scoring.hooks import MATCHES
from director.boards.scoring.standings.event import load_session_sheets
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.tables.addresses import ResultAddresses
from director.boards.tables.results_context import Page, read_desk_results, render_scored_page
from director.core.base.address import find_url
from director.core.base.roles import can_direct, can_score
from director.core.base.tags.additions import Tab
from director.core.night.clock import get_round_in_play
from director.core.night.events import (
    ACTION_NEEDED,
    STEP_DONE,
    STEP_NOT_YET,
    EntryBar,
    NightProgress,
    NightState,
    SessionStep,
    choose_night_turn,
    get_next_step,
    get_night_state,
    mark_next_step,
)
from director.core.pages.publishing import make_results_context
from director.event_kinds import EndedKindError
from director.models import Plan, RoundDate, Section, Session
from director.models.composed import ComposedRecords
from director.models.event import Clock, SectionRef
from director.sheets import RECAP_TITLE, Standings
from scoring.bridge.contracts import get_duplicate_game
from scoring.registry import get_method, has_method

DRAWN_ROUNDS_LABEL = "drawn rounds"
"""The kind of event that is missing if rounds are drawn and the program has no contests."""
STEP_NAMES = (
    ("field", "Field"),
    ("seats", "Seats"),
    ("print", "Print"),
    ("play", "Play"),
    ("scores", "Scores"),
    ("results", "Results"),
)
"""The key and name of each step, in order."""
OWN_PAGES = {
    "fixtures": "results_fixtures",
    "stage": "results_stage",
    "extras": "results_extras",
    "rulings": "rulings",
    "money": "money",
    "history": "acts",
    "matches": "results_matches",
    "recap": "results_recap",
    "players": "results_players",
    "results_official": "results_official",
}
"""Pages of the tabs of step 6 that have one of their own. Others are ``?tab=`` of the standings."""


@dataclass(frozen=True, slots=True)
class SessionSteps:
    """A section of a session with the state of its steps, for its tabs and the list of events."""

    session: Session
    section: Section
    plan: Plan | None
    steps: tuple[SessionStep, ...]
    results_in: int  # how many results are entered
    results_due: int  # how many the drawn rounds need
    url_name: ClassVar[str] = "session_open"

    @property
    def ref(self) -> SectionRef:
        """The section in the addresses of the steps."""
        return self.section.ref

    @property
    def current_sections(self) -> "tuple[SessionSteps, ...]":
        """The sections that play now: itself."""
        return (self,)

    @property
    def facts(self) -> tuple[str, ...]:
        """What is played, for the heading of its pages."""
        winners = "one winner" if self.section.winners == 1 else "two winners"
        if self.plan:
            return (self._tables_text, f"{self.plan.name}, {winners}")
        return ()

    @property
    def _tables_text(self) -> str:
        table_count = self.plan.tables if self.plan else 0
        return "1 table" if table_count == 1 else f"{table_count} tables"

    @property
    def progress_text(self) -> str:
        """How far the section is, for the list of events."""
        if self.plan is None:
            return "no movement yet"
        return f"{self.plan.name}, {self._tables_text} · {self.results_in} of {self.results_due} results entered"

    @property
    def progress(self) -> NightProgress:
        """How far the section is, for its card on Tonight."""
        return _make_progress(self.session, (self,), is_complete=self.is_complete)

    @property
    def is_drawn(self) -> bool:
        """Whether its rounds are drawn one after the other."""
        return self.plan is not None and get_format(self.plan).is_drawn

    @property
    def takes_late_entries(self) -> bool:
        """Whether its next round is drawn with whoever comes late, as only a Swiss is."""
        return self.plan is not None and get_format(self.plan).is_swiss

    @property
    def has_first_draw(self) -> bool:
        """Whether round 1 is drawn and has no result yet."""
        return (
            self.plan is not None
            and get_format(self.plan).is_drawn
            and self.plan.rounds == 1
            and not self.results_in
        )

    @property
    def round_to_draw(self) -> int:
        """The round to draw, once all drawn rounds are entered, else 0."""
        is_complete = self.results_in >= self.results_due
        round_no = get_round_to_draw(self.plan, is_complete=is_complete)
        if self.plan and is_complete and not round_no:
            return get_format(self.plan).find_second_final(self.section, self.plan)
        return round_no

    @property
    def is_round_robin(self) -> bool:
        """Whether it is a round robin, in which a withdrawal leaves others without opponents."""
        return self.plan is not None and get_format(self.plan).is_round_robin

    @property
    def has_matches(self) -> bool:
        """Whether each round is a match whose result can be entered without boards."""
        is_matches = self.plan is not None and get_format(self.plan).is_by_round
        return is_matches and fetch_scoring_field(self.section).has_matches

    @property
    def withdrawn_labels(self) -> list[str]:
        """The labels of contestants that withdrew."""
        if self.plan:
            # Somebody absent who has played no match yet is late instead.
            withdrawn = set(get_withdrawals_by_contestant(self.plan))
            return self._list_labels(withdrawn - fetch_late_contestants(self.plan))
        return []

    @property
    def late_labels(self) -> list[str]:
        """The labels of contestants that are late, if rounds are drawn."""
        if self.plan:
            return self._list_labels(fetch_late_contestants(self.plan))
        return []

    def _list_labels(self, numbers: set[int]) -> list[str]:
        return [self.section.get_label(number) for number in sorted(numbers)]

    @property
    def is_complete(self) -> bool:
        """Whether every result is entered and every round drawn."""
        return (
            self.plan is not None
            and self.results_in >= self.results_due
            and not count_rounds_to_draw(self.plan)
            and not get_format(self.plan).find_second_final(self.section, self.plan)
        )

    @property
    def next_step(self) -> SessionStep:
        """The next step, or the last one when all is done."""
        return get_next_step(self.steps)

    @property
    def state(self) -> NightState:
        """Where the night is now."""
        is_played = self.session.clock == Clock.OVER or self.is_complete
        return get_night_state(self.session.event, is_played=is_played)


@dataclass(frozen=True, slots=True)
class EventSteps:
    """An event with several sections or sessions. It leads to the section whose step is due."""

    sections: tuple[SessionSteps, ...]
    url_name: ClassVar[str] = SessionSteps.url_name

    @property
    def current_sections(self) -> tuple[SessionSteps, ...]:
        """The sections of the first incomplete session, or of the last session."""
        sections_of_session: tuple[SessionSteps, ...] = ()
        for _session_no, grouped in groupby(self.sections, key=_get_session_no):
            sections_of_session = tuple(grouped)
            if not all(section_steps.is_complete for section_steps in sections_of_session):
                break
        return sections_of_session

    @property
    def section_in_need(self) -> SessionSteps:
        """The section whose next step comes first."""
        return min(self.current_sections, key=lambda steps: steps.next_step.number)

    @property
    def session(self) -> Session:
        """The session that is played."""
        return self.section_in_need.session

    @property
    def ref(self) -> SectionRef:
        """The section in the addresses of the steps."""
        return self.section_in_need.ref

    @property
    def next_step(self) -> SessionStep:
        """The next step of :attr:`section_in_need`."""
        return self.section_in_need.next_step

    @property
    def progress_text(self) -> str:
        """How far the session is, for the list of events."""
        current_sections = self.current_sections
        results_in = sum(steps.results_in for steps in current_sections)
        results_due = sum(steps.results_due for steps in current_sections)
        sections_text = ""
        if len(current_sections) > 1:
            sections_text = f", {len(current_sections)} sections"
        return f"{self.session.title}{sections_text}: {results_in} of {results_due} results entered"

    @property
    def progress(self) -> NightProgress:
        """How far the session is, for its card on Tonight."""
        current_sections = self.current_sections
        is_complete = all(section_steps.is_complete for section_steps in current_sections)
        progress = _make_progress(self.session, current_sections, is_complete=is_complete)
        if len(current_sections) == len(self.sections):
            return progress
        return replace(progress, facts=f"{self.session.title}: {progress.facts}")


def _get_session_no(section_steps: SessionSteps) -> int:
    return section_steps.session.number


def _make_progress(
    session: Session, current_sections: Sequence[SessionSteps], *, is_complete: bool
) -> NightProgress:
    """Return the progress of *current_sections*, all of which belong to *session*."""
    plans = [steps.plan for steps in current_sections if steps.plan]
    results_in = sum(steps.results_in for steps in current_sections)
    results_due = sum(steps.results_due for steps in current_sections)
    is_clock_used = get_round_in_play(session).has_play_begun
    bars = []
    for steps in current_sections:
        # The only section needs no label beside its bar.
        label = f"Section {steps.section.letter}" if len(current_sections) > 1 else ""
        if steps.results_due:
            bars.append(EntryBar(steps.results_in, steps.results_due, label=label))
    round_count = count_rounds(plans)
    return NightProgress(
        turn=choose_night_turn(
            session.event, has_begun=is_clock_used or results_in > 0, is_complete=is_complete
        ),
        facts=_describe_tables(plans) or "no movement yet",
        round_no=min(session.round_no, round_count) if is_clock_used else 0,
        round_count=round_count,
        bars=bars,
        entered_text=f"{results_in} of {results_due} results entered",
    )


def _describe_tables(plans: Sequence[Plan]) -> str:
    """Return the movements and tables of *plans*: "Mitchell, 7 tables"."""
    if not plans:
        return ""
    names = " and ".join(dict.fromkeys(plan.name for plan in plans))
    table_count = sum(plan.tables for plan in plans)
    return f"{names}, {table_count} table{'' if table_count == 1 else 's'}"


def fetch_session_steps(
    section: Section,
    *,
    counts: Standings | SectionLines | None = None,
    plan: Plan | None = None,
) -> SessionSteps:
    """Return the steps of *section*. At most four queries.

    A caller that has the lines or standings passes them as *counts*, and the *plan* if it has that
    too: both save queries.

    :raises EndedKindError: if rounds are drawn, and nothing draws them
    """
    plan = plan or section.plan
    if plan and get_format(plan).is_left_out:
        raise EndedKindError(DRAWN_ROUNDS_LABEL)
    unnamed_count = section.entries.filter(entry_players__isnull=True, name="").count()
    if counts is None:
        results_in, results_due = _fetch_result_counts(section, plan)
    else:
        results_in = counts.results_in
        results_due = counts.results_due if plan else results_in
    return make_session_steps(
        section, plan, unnamed_count=unnamed_count, results_in=results_in, results_due=results_due
    )


def make_session_steps(
    section: Section, plan: Plan | None, *, unnamed_count: int, results_in: int, results_due: int
) -> SessionSteps:
    """Return the steps of *section* from counts that the caller has. No query."""
    session = section.session
    if session.event.source:  # Imported results have been played elsewhere.
        publishing = STEP_DONE if session.event.is_published else ACTION_NEEDED
        states: tuple[str, ...] = (*[STEP_DONE] * 5, publishing)
    else:
        states = _compute_step_states(section, plan, unnamed_count, results_in, results_due)
    steps = [
        SessionStep(number, key, name, state)
        for number, ((key, name), state) in enumerate(zip(STEP_NAMES, states, strict=True), 1)
    ]
    # Once results come in, Field and Seats can wait: the director needs the scores first.
    skipped_count = 2 if results_in else 0
    marked_steps = mark_next_step(steps, skipped_count=skipped_count)
    return SessionSteps(session, section, plan, marked_steps, results_in, results_due)


def _fetch_result_counts(section: Section, plan: Plan | None) -> tuple[int, int]:
    """Return how many results *section* has and should have."""
    if plan is None:
        results_in = section.results.filled().exclude(Q(counted=LATER)).count()
        return results_in, results_in
    return fetch_result_counts_by_section([section.pk]).get(section.pk, (0, 0))


def _compute_step_states(
    section: Section, plan: Plan | None, unnamed_count: int, results_in: int, results_due: int
) -> tuple[str, ...]:
    if plan is None:
        return (ACTION_NEEDED,) + (STEP_NOT_YET,) * 5
    session = section.session
    is_complete = results_in >= results_due and not count_rounds_to_draw(plan)
    has_begun = results_in > 0 or get_round_in_play(session).has_play_begun
    is_over = session.clock == Clock.OVER or is_complete
    if section.printed_fingerprint == plan.fingerprint or is_over:
        printing = STEP_DONE
    elif has_begun:  # Once play has begun, nobody waits for the cards.
        printing = STEP_NOT_YET
    else:
        printing = ACTION_NEEDED
    if session.event.is_published:
        publishing = STEP_DONE
    elif is_complete:
        publishing = ACTION_NEEDED
    else:
        publishing = STEP_NOT_YET
    return (
        STEP_DONE,
        ACTION_NEEDED if unnamed_count else STEP_DONE,
        printing,
        STEP_DONE if is_over else ACTION_NEEDED,
        STEP_DONE if is_complete else ACTION_NEEDED,
        publishing,
    )


def _select_sections_tonight(today: date, contest: str) -> QuerySet[Any]:
    """Return the sections of today. Each has the number of its entries without names as ``unnamed``."""
    # An event of several dates is shown on each of them.
    with_session = Session.objects.filter(date=today).values("event")
    with_round = RoundDate.objects.filter(date=today).values("session__event")
    return (
        Section.objects.filter(
            Q(session__event__date=today)
            | Q(session__event__in=with_session)
            | Q(session__event__in=with_round),
            session__event__contest=contest,
            session__event__removed_at__isnull=True,
            session__event__source="",
            session__event__club__is_practice=False,
        )
        .select_related("session__event__club")
        .annotate(
            unnamed=Count(
                "entries",
                filter=Q(entries__entry_players__isnull=True, entries__name=""),
                distinct=True,
            ),
        )
    )


_TONIGHT_QUERY = ComposedRecords(
    Section,
    _select_sections_tonight,
    related=("session", "session__event", "session__event__club"),
    annotations={"unnamed": int},
)


def fetch_steps_tonight(today: date, contest: str) -> list[SessionSteps | EventSteps]:
    """Return the events of a *contest* on the day *today* with their steps. Three queries."""
    sections: list[Any] = [
        section
        for section in _TONIGHT_QUERY.fetch_records(today, contest)
        if has_method(section.session.event.scoring)
    ]
    if not sections:
        return []
    section_ids = tuple(section.pk for section in sections)
    plans = Plan.objects.filter(section__in=section_ids, in_force=True)
    plan_by_section = {plan.section_id: plan for plan in plans}
    counts_by_section = fetch_result_counts_by_section(section_ids)
    steps_by_event: dict[int, list[SessionSteps]] = defaultdict(list)
    for section in sections:
        plan = plan_by_section.get(section.pk)
        if plan:
            plan.section = section
        results_in, results_due = counts_by_section.get(section.pk, (0, 0))
        section_steps = make_session_steps(
            section,
            plan,
            unnamed_count=section.unnamed,
            results_in=results_in,
            results_due=results_due,
        )
        steps_by_event[section.session.event_id].append(section_steps)
    return [
        event_steps[0] if len(event_steps) == 1 else EventSteps(tuple(event_steps))
        for _event, event_steps in sorted(steps_by_event.items())
    ]


def with_second_final(progress: EntryProgress, plan: Plan | None) -> EntryProgress:
    """Return *progress* with a second final as the round to draw, if the section needs one."""
    if plan is None or not progress.is_complete or progress.round_to_draw:
        return progress
    round_no = get_format(plan).find_second_final(progress.section, plan)
    return replace(progress, round_to_draw=round_no)


def _fetch_event_sections(section: Section, session_results: SessionResults) -> list[Section]:
    """Return *section* and then the others of its event.

    *session_results* are those of its session. Two queries if the event has other sessions.
    """
    scoring_field = session_results.scoring_field
    if not scoring_field.has_other_sessions:
        return [section, *(other for other in scoring_field.sections if other != section)]
    sections = Section.objects.filter(session__event=section.session.event_id)
    other_sections = sections.exclude(pk=section.pk).select_related("session__event__club")
    return [section, *other_sections.prefetch_related("plans")]


def make_session_context(
    section: Section,
    step: str,
    *,
    counts: Standings | SectionLines | None = None,
    plan: Plan | None = None,
) -> dict[str, Any]:
    """Return the context of a session's page: its steps, sections and open tab.

    *counts* and *plan* save queries, as in :func:`fetch_session_steps`.
    """
    section_steps = fetch_session_steps(section, counts=counts, plan=plan)
    context = {
        "nav": "tonight",
        "night": section_steps,
        "section": section,
        "session": section.session,
        "event_sections": EventSections(section, step),
        "step": step,
        "contestant_noun": CONTESTS[section.session.event.contest].contestant_noun,
    }
    club = section.session.event.club
    if not club.is_practice:
        context["club"] = club  # so that the page doesn't read it again
    return context


def _make_main_tabs(
    request: HttpRequest, section: Section, session_results: SessionResults, base_path: str
) -> list[Tab]:
    addresses = ResultAddresses(section.session.event_id, refs_by_session={0: section.ref})
    tabs = [
        Tab("standings", "Standings", base_path),
        Tab("boards", "Boards", f"{base_path}?tab=boards"),
        Tab(
            "matches",
            "Matches",
            addresses.matches_address if session_results.scoring_field.has_matches else "",
        ),
        *MATCHES.answers.list_results_tabs(section, session_results),
        Tab("recap", RECAP_TITLE, addresses.recap_address),
        Tab("players", "Players", addresses.get_players_address(session_results.heading)),
        *_make_rulings_tabs(section),
        # Who owes what is nobody's business who only reads results.
        Tab(
            "money",
            "Money",
            find_url("session_money", section.ref) if can_score(request) else "",
        ),
        Tab("history", "History", reverse("session_acts", args=[section])),
        Tab("export", "Export", f"{base_path}?tab=export"),
    ]
    return [tab for tab in tabs if tab.address]


def _make_rulings_tabs(section: Section) -> list[Tab]:
    """Return the tab of the rulings and the number in force, or no tab if there is no such page."""
    address = find_url("session_rulings", section.ref)
    if not address:
        return []
    count = section.rulings.filter(withdrawn_at__isnull=True).count()
    return [Tab("rulings", "Rulings", address, count)]


def _make_further_tabs(request: HttpRequest, section: Section, base_path: str) -> list[Tab]:
    """Return the tabs in the menu beside the main tabs."""
    tabs = [
        Tab("scoring", "Scoring", f"{base_path}?tab=scoring"),
        Tab("extras", "Handicaps and strata", reverse("session_results_extras", args=[section])),
    ]
    if can_direct(request):
        tabs += MATCHES.answers.list_directors_tabs(section)
    official_address = find_url("session_results_official", section.ref)
    if official_address and section.session.event.source:
        tabs.append(Tab("results_official", "Official results", official_address))
    hands_address = find_url("session_hands", section.ref)
    is_bridge = get_duplicate_game(section.session.event.game).is_known_elsewhere
    if hands_address and is_bridge and can_direct(request):
        tabs.append(Tab("hands", "Hands", hands_address))
    return tabs


def _describe_missing_results(section: Section, session_results: SessionResults) -> str:
    """Return which results or draws the event of *section* lacks: "3 of 21 results", or ""."""
    event = section.session.event
    if not session_results.scoring_field.has_other_sessions:
        results_in = session_results.results_in
        results_due = session_results.results_due
        plans = list(session_results.plan_by_section.values())
    else:
        results_in, results_due = fetch_event_result_counts(event)
        plans = list(Plan.objects.filter(section__session__event=event, in_force=True))
    if results_in < results_due:
        return f"{results_in} of {results_due} results entered"
    # An imported event was played elsewhere: no more results will come.
    if event.source:
        return ""
    if not results_in:
        return "No results entered"
    undrawn_count = sum(map(count_rounds_to_draw, plans))
    if undrawn_count:
        return f"{undrawn_count} round{'s' if undrawn_count > 1 else ''} not drawn yet"
    return ""


def _find_missing_action(
    request: HttpRequest, sections: Sequence[Section], session_results: SessionResults
) -> Tab | None:
    """Return the page where the first incomplete one of *sections* gets what it lacks.

    *session_results* are the results of the first section's session. They are counted only if that
    section is the only one.
    """
    first_section = sections[0]
    if first_section.is_alone:
        counts_by_section = {
            first_section.pk: (session_results.results_in, session_results.results_due)
        }
    else:
        counts_by_section = fetch_result_counts_by_section([section.pk for section in sections])
    for section in sections:
        plan = session_results.plan_by_section.get(section.pk) or section.plan
        if plan is None:
            return Tab("field", "Choose a movement", reverse("session_field", args=[section]))
        results_in, results_due = counts_by_section.get(section.pk, (0, 0))
        if results_in < results_due:
            address = reverse("session_scores", args=[section])
            return Tab("scores", "Enter missing results", address)
        needs_draw = bool(count_rounds_to_draw(plan))
        if not needs_draw:
            needs_draw = bool(get_format(plan).find_second_final(section, plan))
        if needs_draw and can_direct(request):
            address = find_url("session_draw", section.ref)
            return Tab("draw", f"Draw round {plan.rounds + 1}", address)
    return None


def make_unsettled_tabs(
    section: Section, session_results: SessionResults | None = None
) -> list[Tab]:
    """Return each doubt that waits for the director in *section*, with the page that settles it.

    *session_results* are the results of its session; a page that has them saves reading its lines.
    """
    return [
        Tab(doubt.kind, doubt.label, doubt.address)
        for doubt in list_section_doubts(section, session_results)
    ]


def make_results_page_context(
    request: HttpRequest,
    section: Section,
    tab: str,
    session_results: SessionResults | None = None,
    *,
    is_scored: bool = False,
) -> dict[str, Any]:
    """Return the context of a page of Results with *tab* open.

    If *is_scored*, the page has already scored *session_results*, so that counts of results and
    the ranking of sections are read from there.
    """
    session_results = session_results or load_session_sheets(section)
    can_reuse_standings = is_scored and not session_results.scoring_field.has_several_sections
    standings = session_results.standings if can_reuse_standings else None
    plan = session_results.plan_by_section.get(section.pk)
    context = make_session_context(section, "results", counts=standings, plan=plan)
    event = section.session.event
    tab_param = "" if tab == "standings" or tab in OWN_PAGES else tab
    scoring_field = session_results.scoring_field
    context["event_sections"] = EventSections(
        section,
        OWN_PAGES.get(tab, "results"),
        tab_param,
        sections=None if scoring_field.has_other_sessions else scoring_field.sections,
    )
    method = get_method(section.session.scoring_record.scoring)
    missing_text = _describe_missing_results(section, session_results)
    due_tab, unsettled_tabs = _make_due_tabs(
        request, section, context["night"], missing_text, session_results
    )
    base_path = reverse("session_results", args=[section])
    # Whether the sections follow an earlier ranking is known only once they are scored.
    ranking_field = (session_results if is_scored else session_results.scoring_field).ranking_field
    printout_address = ""
    if context["night"].results_in:
        print_address = reverse("session_print_pdf", args=[section])
        printout_address = f"{print_address}?kinds=standings&paper={event.club.paper}"
    return {
        **context,
        **make_results_context(
            request,
            event,
            tab,
            _make_main_tabs(request, section, session_results, base_path),
            _make_further_tabs(request, section, base_path),
        ),
        "method": method,
        "scale": session_results.method.removeprefix(method.name),
        "due": due_tab,
        "unsettled": unsettled_tabs,
        "ranked_together": ranking_field.description,
        "scoring_address": f"{base_path}?tab=scoring",
        "missing": missing_text,
        "printout": printout_address,
    }


def _make_due_tabs(
    request: HttpRequest,
    section: Section,
    section_steps: SessionSteps,
    missing_text: str,
    session_results: SessionResults,
) -> tuple[Tab | None, list[Tab]]:
    """Return the tab of the main button, if anything is due, and the tabs of unsettled doubts."""
    if not can_score(request):
        return None, []
    unsettled_tabs: list[Tab] = []
    # An imported event was settled where it was played. In other events, only the open section is
    # checked: each section would cost as many queries again.
    if not section.session.event.source:
        unsettled_tabs = make_unsettled_tabs(section, session_results)
    if section.session.event.is_published:
        if not section_steps.round_to_draw:
            return None, unsettled_tabs
        return _find_missing_action(request, [section], session_results), unsettled_tabs
    if missing_text:
        return _find_missing_action(
            request, _fetch_event_sections(section, session_results), session_results
        ), unsettled_tabs
    if unsettled_tabs:
        return Tab("settle", "Settle", unsettled_tabs[0].address), unsettled_tabs
    return None, []


def make_desk_view(page: Page, tab: str) -> Page:
    """Return a view that shows a visitors' *page* of a session within the desk's Results."""

    @wraps(page)
    def show_page(request: HttpRequest, ref: SectionRef, **numbers: int) -> HttpResponse:
        section = fetch_section(ref)
        results_context = read_desk_results(section, can_correct=can_score(request))
        desk_context = make_results_page_context(
            request, section, tab, results_context.session_results
        )
        results_context = replace(results_context, desk_context=desk_context)
        return render_scored_page(page, request, results_context, numbers)

    return show_page
