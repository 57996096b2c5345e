"""Repeat a previous event with boards: its sections, their movements and the clock, without names."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction

from director.boards.contests import CONTESTS
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.rounds import count_rounds
from director.boards.play.plan import store_plan
from director.boards.play.sessions import create_event
from director.core.night.clock import compute_play_minutes, find_end_of_play
from director.core.night.repeats import NightRepeat
from director.models import Event, Plan, Section, Session
from director.models.event import FIRST_LETTER


def describe_board_repeat(event: Event) -> NightRepeat | None:
    """Describe an event like *event*. None if it has no movement. Two queries."""
    plans = _fetch_first_plans(event)
    if not plans:
        return None
    names = " and ".join(dict.fromkeys(plan.name for plan in plans))
    if not _can_be_repeated(plans):
        return NightRepeat(text=names, has_movement=False)
    contestant_count = sum(plan.contestants for plan in plans)
    sections = f" in {len(plans)} sections" if len(plans) > 1 else ""
    movements = " and ".join(
        dict.fromkeys(f"{plan.name} {plan.rounds} × {plan.boards_per_set}" for plan in plans)
    )
    rounds = count_rounds(plans)
    session = plans[0].section.session
    return NightRepeat(
        text=f"{contestant_count} {CONTESTS[event.contest].contestants_noun}{sections}, {movements}",
        minutes=compute_play_minutes(session, rounds),
        ended_at=find_end_of_play(session, rounds),
    )


def repeat_board_event(
    event: Event, *, name: str, day: date, settings: Mapping[str, Any]
) -> Session:
    """Make an event on *day* like *event* with its *settings*. Return its session.

    :raises DeskError: if the movement can't be stored
    """
    plans = _fetch_first_plans(event)
    with transaction.atomic():
        session = create_event(contest=event.contest, name=name, date=day, **settings)
        if plans and _can_be_repeated(plans):
            for plan in plans:
                _repeat_section(plan, session)
            _copy_clock(plans[0].section.session, session, count_rounds(plans))
    return session


def _fetch_first_plans(event: Event) -> list[Plan]:
    """Return the first plan of each section of the first session. Empty if a section has none.

    Later plans answered events during play, such as a pair that came late.
    """
    sections = Section.objects.filter(session__event=event, session__number=1)
    plans = list(
        Plan.objects.filter(section__in=sections, number=1)
        .select_related("section__session__event")
        .order_by("section")
    )
    return plans if len(plans) == sections.count() else []


def _can_be_repeated(plans: Sequence[Plan]) -> bool:
    """Return whether *plans* can be played again."""
    # Drawn rounds depend on the results of their own event.
    return not any(get_format(plan).is_drawn for plan in plans)


def _repeat_section(plan: Plan, session: Session) -> None:
    """Store a section of *session* like the section of *plan*, with its movement."""
    previous_section = plan.section
    if previous_section.letter == FIRST_LETTER:
        section = session.sections.get()
    else:
        section = Section(session=session, letter=previous_section.letter)
    section.at_tables = previous_section.at_tables
    section.save()
    store_plan(section=section, movement=load_movement(plan))


def _copy_clock(previous_session: Session, session: Session, round_count: int) -> None:
    """Give *session* the minutes, warning and breaks of *previous_session*."""
    session.refresh_from_db()
    session.round_minutes = previous_session.round_minutes
    session.warning_minutes = previous_session.warning_minutes
    session.breaks = [
        [after_round, minutes]
        for after_round, minutes in previous_session.breaks
        if after_round < round_count
    ]
    session.save(update_fields=["round_minutes", "warning_minutes", "breaks"])
