"""What a director looks up during a night with boards: who is late, who sits out next, which phones are there."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from director.boards.movement.lines.narrow_grid import make_narrow_grid
from director.boards.movement.lines.progress import compute_section_progress
from director.boards.movement.lines.section_lines import OwingTable, fetch_owing_tables
from director.boards.movement.words import fetch_names_by_section_and_number, format_runs
from director.boards.pages.steps import EventSteps, SessionSteps
from director.boards.scoring.standings.event import load_session_sheets
from director.core.night.clock import get_round_in_play
from director.core.night.links.finding import fetch_open_accesses_by_session
from director.core.night.table_settings import get_table_settings
from director.core.pages.next_hour import HourFact, NextHour, list_phone_facts
from director.models import Access, Result, Session
from director.models.event import Clock
from director.names import join_names

Owing = Mapping[int, Mapping[int, list[int]]]
"""The tables that owe results, by section key and round."""
MAX_NAMED_SIT_OUTS = 3
"""Sit-outs named in full. Of more only the labels fit the line."""

MAX_DRAWN_TABLES = 20
"""Tables of a night whose grid stands on Tonight. A larger one fills the window and is read at Play."""


def fetch_next_hours(nights: Sequence[SessionSteps | EventSteps]) -> Mapping[int, NextHour]:
    """Return what the next hour of each of *nights* needs, by session key. Four queries at most."""
    sections = [steps for night in nights for steps in night.current_sections if steps.plan]
    owing = _group_owing_tables(fetch_owing_tables([steps.section.pk for steps in sections]))
    accesses_by_session = fetch_open_accesses_by_session([night.session.pk for night in nights])
    next_rounds = _fetch_next_round_by_session([night.session for night in nights])
    names = _fetch_sit_out_names(sections, next_rounds)
    hours = {}
    for night in nights:
        night_sections = [steps for steps in night.current_sections if steps.plan]
        accesses = accesses_by_session[night.session.pk]
        can_be_late = _can_be_late(night.session, night_sections, accesses)
        facts = [
            *_list_owing_facts(night.session, night_sections, owing, can_be_late=can_be_late),
            *_list_sit_out_facts(night_sections, names, next_rounds[night.session.pk]),
            *_list_section_phone_facts(night_sections, accesses),
        ]
        room_address = reverse("session_room", args=[night.session.pk])
        render_tables = None
        # Two sections would have twice the height, and their bars say which one is behind.
        if len(night_sections) == 1 and _count_tables(night_sections[0]) <= MAX_DRAWN_TABLES:
            render_tables = partial(_render_tables, night_sections[0], can_be_late=can_be_late)
        hours[night.session.pk] = NextHour(room_address, tuple(facts), render_tables)
    return hours


def _count_tables(steps: SessionSteps) -> int:
    return steps.plan.tables if steps.plan else 0


def _render_tables(steps: SessionSteps, *, can_be_late: bool) -> str:
    """Return the grid of tables and boards as HTML, cached with the results that it shows."""
    section = steps.section
    session_results = load_session_sheets(section)

    def render() -> str:
        lines = session_results.get_section_lines(section)
        progress = compute_section_progress(
            section, lines, steps.plan, set(), can_be_late=can_be_late
        )
        return render_to_string("boards/grid/_tonight.html", {"grid": make_narrow_grid(progress)})

    return session_results.compute_once(("tonight", section.pk, can_be_late), render)


def _group_owing_tables(tables: Iterable[OwingTable]) -> Owing:
    owing: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for section_id, round_no, table_no in tables:
        owing[section_id][round_no].append(table_no)
    return owing


def _can_be_late(
    session: Session, sections: Sequence[SessionSteps], accesses: Sequence[Access]
) -> bool:
    # With travellers alone nothing is entered until play is over, so nobody is late.
    has_entries = any(steps.results_in for steps in sections) or any(
        access.phones for access in accesses
    )
    return has_entries and not session.event.club.enters_after_play


def _list_owing_facts(
    session: Session,
    sections: Sequence[SessionSteps],
    owing: Owing,
    *,
    can_be_late: bool,
) -> list[HourFact]:
    if not can_be_late:
        return []
    is_overdue = session.round_ends_at is not None and session.round_ends_at < timezone.now()
    late_facts = []
    playing_facts = []
    for steps in sections:
        for round_no, tables in owing[steps.section.pk].items():
            text = format_runs(tables, "table")
            if len(sections) > 1:
                text = f"section {steps.section.letter}, {text}"
            address = reverse("session_scores_table", args=[steps.ref, round_no, tables[0]])
            if round_no < session.round_no or session.clock == Clock.OVER:
                late_facts.append(
                    HourFact(f"Late in round {round_no}", text, address, is_warning=True)
                )
            elif session.clock != Clock.WAITING:
                fact = HourFact("Still playing", text, address, is_warning=is_overdue)
                playing_facts.append(fact)
    return [*late_facts, *playing_facts]


def _fetch_next_round_by_session(sessions: Sequence[Session]) -> Mapping[int, int]:
    """Return the round that players move to next, 0 once play is over, by session key.

    One query for sessions whose clock waits.
    """
    waiting_sessions = [session.pk for session in sessions if session.clock == Clock.WAITING]
    begun_sessions: set[int] = set()
    if waiting_sessions:
        results = Result.objects.filled().filter(
            section__session__in=waiting_sessions, round_no=F("section__session__round_no")
        )
        begun_sessions.update(
            results.order_by().values_list("section__session", flat=True).distinct()
        )
    return {
        session.pk: get_round_in_play(session, has_results=session.pk in begun_sessions).next_round
        for session in sessions
    }


def _list_sit_outs(steps: SessionSteps, next_round: int) -> list[int]:
    """Return the contestants of a section that sit out in the *next_round*."""
    sit_outs = steps.plan.sit_outs if steps.plan else ()
    return [contestant for round_no, contestant, *_rest in sit_outs if round_no == next_round]


def _fetch_sit_out_names(
    sections: Sequence[SessionSteps], next_rounds: Mapping[int, int]
) -> Mapping[tuple[int, int], str]:
    # If the movement names the players of teams, its numbers aren't those of the teams.
    named_sections = [steps for steps in sections if not steps.section.team_size]
    numbers = {
        number
        for steps in named_sections
        for number in _list_sit_outs(steps, next_rounds[steps.session.pk])
    }
    if not numbers:
        return {}
    names = fetch_names_by_section_and_number([steps.section for steps in named_sections], numbers)
    return {key: entry_names.text for key, entry_names in names.items()}


def _list_sit_out_facts(
    sections: Sequence[SessionSteps], names: Mapping[tuple[int, int], str], next_round: int
) -> list[HourFact]:
    texts = []
    for steps in sections:
        sit_outs = _list_sit_outs(steps, next_round)
        for number in sit_outs:
            text = steps.section.get_label(number)
            if len(sit_outs) <= MAX_NAMED_SIT_OUTS:
                text = f"{text} {names.get((steps.section.pk, number), '')}".strip()
            texts.append(text)
    if not texts:
        return []
    address = reverse("session_play", args=[sections[0].ref])
    return [HourFact(f"Sits out round {next_round}", join_names(texts), address)]


def _list_section_phone_facts(
    sections: Sequence[SessionSteps], accesses: Sequence[Access]
) -> list[HourFact]:
    sections_by_pk = {steps.section.pk: steps.section for steps in sections}
    phone_accesses = []
    for access in accesses:
        section = sections_by_pk.get(access.section_id or 0)
        if section and get_table_settings(section, access.table_no or 0).entry != "paper":
            phone_accesses.append(access)
    if not phone_accesses:
        return []
    return list_phone_facts(phone_accesses, reverse("session_play", args=[sections[0].ref]))
