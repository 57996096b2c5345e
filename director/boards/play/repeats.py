"""Repeat an earlier night with boards: its sections, their movements and the clock, without names."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction

from director.boards.contests import CONTESTS
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.rounds import count_rounds, is_drawn
from director.boards.play.plan import store_plan
from director.boards.play.sessions import create_event
from director.core.night.clock import compute_play_minutes, find_end_of_play
from director.event_kinds import NightRepeat
from director.models import Event, Plan, Section, Session
from director.models.event import FIRST_LETTER


class _ChosenMovements(NamedTuple):
    """The first session of an event, its sections, and the movement first chosen for each."""

    session: Session
    sections: Sequence[Section]
    plans: Sequence[Plan]

    @property
    def can_be_repeated(self) -> bool:
        """Whether the movements can be played again: drawn rounds depend on results."""
        return not (
            self.session.event.is_long_running or any(is_drawn(plan.key) for plan in self.plans)
        )


def describe_board_repeat(event: Event) -> NightRepeat | None:
    """Return what a night like *event* has, or None if no movement was chosen. Two queries."""
    chosen = _fetch_chosen_movements(event)
    if chosen is None:
        return None
    names = " and ".join(dict.fromkeys(plan.name for plan in chosen.plans))
    if not chosen.can_be_repeated:
        return NightRepeat(text=names, has_movement=False)
    count = sum(plan.contestants for plan in chosen.plans)
    sections = f" in {len(chosen.plans)} sections" if len(chosen.plans) > 1 else ""
    movements = " and ".join(
        dict.fromkeys(f"{plan.name} {plan.rounds} × {plan.boards_per_set}" for plan in chosen.plans)
    )
    rounds = count_rounds(chosen.plans)
    return NightRepeat(
        text=f"{count} {CONTESTS[event.contest].contestants_word}{sections}, {movements}",
        minutes=compute_play_minutes(chosen.session, rounds),
        ended_at=find_end_of_play(chosen.session, rounds),
    )


def repeat_board_event(
    event: Event, *, name: str, day: date, settings: Mapping[str, Any]
) -> Session:
    """Make an event on *day* like *event* with its *settings*. Return its session.

    :raises DeskError: if the movement can't be stored
    """
    chosen = _fetch_chosen_movements(event)
    with transaction.atomic():
        session = create_event(contest=event.contest, name=name, date=day, **settings)
        if chosen and chosen.can_be_repeated:
            for previous_section, plan in zip(chosen.sections, chosen.plans, strict=True):
                _repeat_section(previous_section, plan, session)
            _copy_clock(chosen.session, session, count_rounds(chosen.plans))
    return session


def _fetch_chosen_movements(event: Event) -> _ChosenMovements | None:
    """Return the movements first chosen in the first session, or None if a section has none.

    A later one is for what happened during play, such as a pair that came late.
    """
    sections = list(
        Section.objects.filter(session__event=event, session__number=1).select_related(
            "session__event"
        )
    )
    plans_by_section = {
        plan.section_id: plan
        for plan in Plan.objects.filter(section__in=sections, number=1).select_related("section")
    }
    if not sections or len(plans_by_section) < len(sections):
        return None
    plans = [plans_by_section[section.pk] for section in sections]
    return _ChosenMovements(sections[0].session, sections, plans)


def _repeat_section(previous_section: Section, plan: Plan, session: Session) -> None:
    """Store the section of *session* that is like *previous_section*, with the movement of *plan*."""
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
