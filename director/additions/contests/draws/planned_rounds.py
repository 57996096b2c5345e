"""Change the number and the dates of the rounds of a drawn contest, and its options for later rounds."""

import datetime
from collections.abc import Iterator, Mapping

from django.contrib.auth.models import User

from director.additions.contests.draws.drawing import refuse_ended_draw
from director.additions.contests.draws.options import DESK_OPTIONS
from director.additions.contests.draws.rounds import LOCKED_TABLES, TABLE_ORDER
from director.boards.movement.formats import PLANNED, get_format
from director.boards.movement.round_days import fetch_round_days
from director.boards.movement.rounds import count_expected_rounds, count_planned_rounds
from director.boards.play.plan import continue_clock
from director.boards.play.results.acts import lock_section, record_section_act
from director.boards.refusals import make_no_plan_error
from director.core.base.act_kinds import ActKind
from director.errors import DeskError
from director.models import Plan, RoundDate, Section, Session
from director.pdf.words import format_date
from movements.swiss.systems import get_swiss_system


def _describe_options(plan: Plan, options: Mapping[str, str]) -> Iterator[str]:
    """Yield the changed *options* of a Swiss: "A sit-out gives: half of a match"."""
    if not options:
        return
    previous_options = dict(plan.options)
    if LOCKED_TABLES in options and options[LOCKED_TABLES] != previous_options.get(
        LOCKED_TABLES, ""
    ):
        yield f"Locked tables: {options[LOCKED_TABLES] or 'none'}"
    for option in (*get_swiss_system(plan.key).options, *DESK_OPTIONS, TABLE_ORDER):
        choice = options.get(option.name, "")
        if choice and choice != option.get_choice(previous_options):
            yield f"{option.label}: {option.phrases[choice]}"


def set_round_date(
    *, section: Section, from_round: int, day: datetime.date | None, user: User | None
) -> None:
    """Set the *day* of the rounds from *from_round* on, in the session of *section*.

    Without a *day* they are played on the day of the round before.

    :raises DeskError: if there is no such round, or the dates of rounds would go back
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=ActKind.PLAN, message="", user=user) as journal:
        section = lock_section(section)
        plan = section.plan
        if plan is None or not get_format(plan).is_drawn:
            raise make_no_plan_error()
        last_round = count_expected_rounds(plan)
        if not 2 <= from_round <= last_round:
            raise DeskError(
                "date-no-round",
                "Round {round_no} can’t have a date of its own. Type a round from 2 to {last}, or add "
                "rounds first.",
                round_no=from_round,
                last=last_round,
            )
        stored_dates = section.session.round_dates.filter(from_round=from_round)
        stored_date = stored_dates.first()
        if day is None:
            if stored_date is None:
                raise DeskError(
                    "date-none",
                    "Round {round_no} has no date of its own yet. Choose a date.",
                    round_no=from_round,
                )
            journal.message = f"Round {from_round}: on the date of the round before."
            journal.delete(stored_dates)
            return
        _refuse_day_out_of_order(section.session, from_round, day)
        journal.message = f"From round {from_round}: on {format_date(day)}."
        if stored_date:
            journal.change(stored_date, date=day)
        else:
            new_date = RoundDate(session=section.session, from_round=from_round, date=day)
            journal.create_all([new_date])


def _refuse_day_out_of_order(session: Session, from_round: int, day: datetime.date) -> None:
    round_days = fetch_round_days(session)
    day_before = round_days.get_day(from_round - 1)
    if day < day_before:
        raise DeskError(
            "date-goes-back",
            "{day} is before {before}, the date of the round before. Choose that date or a later "
            "one.",
            day=format_date(day),
            before=format_date(day_before),
        )
    for later_round, later_day in round_days.later_days:
        if later_round > from_round and later_day < day:
            raise DeskError(
                "date-passes",
                "{day} is after {later}, the date from round {round_no} on. Choose that date or an "
                "earlier one.",
                day=format_date(day),
                later=format_date(later_day),
                round_no=later_round,
            )


def set_round_count(
    *,
    section: Section,
    round_count: int,
    user: User | None,
    options: Mapping[str, str] | None = None,
) -> None:
    """Set the planned number of rounds of a drawn contest, and let the clock follow.

    *options* of a Swiss are changed too. They count for later draws, and points of sit-outs and
    missed rounds for all rounds.

    :raises DeskError: if more rounds have been drawn, or a later stage has ended the draw
    :raises FinalError: if the results are final
    """
    options = options or {}
    description = f"Number of rounds: {round_count}."
    with record_section_act(
        section=section, kind=ActKind.PLAN, message=description, user=user
    ) as journal:
        section = lock_section(section)
        plan = section.plan
        if plan is None or not get_format(plan).is_drawn:
            raise make_no_plan_error()
        if round_count < plan.rounds:
            raise DeskError(
                "draw-rounds-fewer",
                "{drawn} rounds have been drawn, so {rounds} is too few. Type {drawn} or more.",
                drawn=plan.rounds,
                rounds=round_count,
            )
        changed_options = {**options, PLANNED: str(round_count)}
        if changed_options.items() <= dict(plan.options).items():  # the button was pressed twice
            return
        refuse_ended_draw(section, plan, round_count=round_count)
        changes = list(_describe_options(plan, options))
        if round_count != count_planned_rounds(plan):
            changes.insert(0, f"Number of rounds: {round_count}")
        journal.message = f"{'; '.join(changes)}."
        # Asked before the plan changes: play that was over continues only if rounds are added.
        is_longer = round_count > count_expected_rounds(plan)
        unchanged_options = [
            [name, value] for name, value in plan.options if name not in changed_options
        ]
        journal.change(plan, options=[*unchanged_options, *map(list, changed_options.items())])
        continue_clock(section.session, is_longer=is_longer, journal=journal)
