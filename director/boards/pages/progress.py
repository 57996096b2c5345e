"""How far a session is: its six steps, and the events of a day."""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import ClassVar

from django.db.models import Count, Prefetch, Q

from director.additions import NO_CONTESTS, get_contest_desk
from director.boards.movement.lines.entries import LATER
from director.boards.movement.lines.progress import EntryProgress
from director.boards.movement.lines.section_lines import SectionLines, count_results
from director.boards.movement.rounds import (
    count_rounds_to_draw,
    find_missing_contestants,
    find_round_to_draw,
    get_withdrawals,
    is_by_round,
    is_drawn,
    is_round_robin,
)
from director.boards.movement.scoring_field import fetch_scoring_field
from director.boards.movement.words import describe_entered
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
from director.kinds import KindLeftOutError
from director.models import Plan, RoundDate, Section, Session
from director.models.event import Clock, SectionRef
from director.sheets import Standings
from scoring.registry import list_all_methods

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
