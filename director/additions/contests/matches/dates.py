"""The dates of all rounds of a contest: the form at Fixtures, and what it stores.

``calendar`` finds the days. A contest over weeks stores them as the last days of its rounds, any other
as the dates of its matches.
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db import transaction

from director.additions.contests.matches.calendar import (
    DaySpan,
    describe_moved_rounds,
    format_taken_weeks,
    list_round_days,
    make_week,
    parse_taken_weeks,
)
from director.additions.contests.matches.reported import TypedMatch, enter_matches
from director.additions.contests.scoring.due_matches import get_reported_result
from director.additions.contests.scoring.fixtures import Fixture
from director.boards.movement.round_days import fetch_deadline_by_round
from director.boards.movement.rounds import count_expected_rounds
from director.boards.movement.sections import DECIDED
from director.boards.play.results.acts import lock_section, record_section_act
from director.core.base.forms import DayField, PageForm, TextField, WholeNumberField
from director.core.base.shown_refusals import raise_refusals_as_form_errors
from director.models import Event, Match, RoundDate, Section
from director.pdf.words import format_date


class DatesForm(PageForm):
    """The dates of all rounds from the first one on, and the weeks that they keep clear of."""

    first = DayField(label="Round 1", missing="Choose the date of round 1.")
    days = WholeNumberField(
        label="Days between rounds", what="a number of days", example=7, min_value=0, max_value=365
    )
    taken = TextField(label="Weeks taken", required=False, max_length=400)
    others = forms.BooleanField(label="Weeks of the club’s other contests too", required=False)

    def __init__(self, data: Any, section: Section) -> None:
        event = section.session.event
        super().__init__(data, initial={"days": 7, "taken": event.weeks_taken})
        self.other_weeks = fetch_other_weeks(event)
        if not self.other_weeks:
            del self.fields["others"]

    def clean_taken(self) -> tuple[DaySpan, ...]:
        """Return the weeks that are typed.

        :raises ValidationError: if one of them can't be read
        """
        with raise_refusals_as_form_errors():
            return parse_taken_weeks(self.cleaned_data["taken"])

    def list_days(self, round_count: int) -> list[date]:
        """Return the day of each of *round_count* rounds.

        :raises OverflowError: if a day would be after the year 9999
        """
        taken_spans = {*self.cleaned_data["taken"]}
        if self.cleaned_data.get("others"):
            taken_spans |= self.other_weeks
        return list_round_days(
            self.cleaned_data["first"], self.cleaned_data["days"], round_count, taken_spans
        )


def fetch_other_weeks(event: Event) -> set[DaySpan]:
    """Return the weeks in which other contests over weeks of the club play. (Costs two queries.)

    These are the weeks of their dated matches, and of the last days of their rounds.
    """
    others = Event.objects.filter(
        club=event.club_id, is_long_running=True, removed_at__isnull=True
    ).exclude(pk=event.pk)
    days = {
        *RoundDate.objects.filter(session__event__in=others).values_list("date", flat=True),
        *Match.objects.filter(section__session__event__in=others, date__isnull=False).values_list(
            "date", flat=True
        ),
    }
    return {make_week(day) for day in days if day}


def set_round_days(
    *, section: Section, fixtures: Sequence[Fixture], form: DatesForm, user: User | None
) -> str:
    """Give every match the date of its round, or every round of a contest over weeks its last day.

    The typed weeks are kept with the event. Return in words what was stored.

    :raises OverflowError: if a round would be after the year 9999
    :raises DeskError: if the dates can't be stored
    :raises FinalError: if the results are final
    """
    plan = section.plan
    is_over_weeks = plan is not None and section.session.event.is_long_running
    round_count = max((fixture.round_no for fixture in fixtures), default=0)
    if plan is not None and is_over_weeks:
        round_count = count_expected_rounds(plan)
    days = form.list_days(round_count)
    moved_text = describe_moved_rounds(days, form.cleaned_data["days"])
    with transaction.atomic():
        _set_weeks_taken(section, format_taken_weeks(form.cleaned_data["taken"]), user)
        if is_over_weeks:
            days_by_round = dict(enumerate(days, start=1))
            set_play_by(section=section, days_by_round=days_by_round, user=user)
            return f"Play-by dates of all rounds saved.{moved_text}"
        typed_matches = list(_make_dated_matches(fixtures, days))
        enter_matches(section=section, typed_matches=typed_matches, user=user)
    return f"Dates of all rounds saved.{moved_text}"


def _set_weeks_taken(section: Section, text: str, user: User | None) -> None:
    with record_section_act(section=section, kind=DECIDED, message="", user=user) as journal:
        event = lock_section(section).session.event
        if text != event.weeks_taken:
            journal.change(event, weeks_taken=text)
            journal.message = f"Weeks taken: {text or 'none'}."


def _make_dated_matches(fixtures: Sequence[Fixture], days: Sequence[date]) -> Iterator[TypedMatch]:
    """Yield every match with the date of its round. All else stays as it is stored."""
    for fixture in fixtures:
        if fixture.is_cancelled:
            continue
        result = get_reported_result(fixture.stored_match) if fixture.stored_match else None
        yield TypedMatch(
            fixture.key,
            result,
            days[fixture.round_no - 1],
            fixture.venue,
            fixture.is_postponed,
            fixture.is_swapped,
        )


def set_play_by(
    *, section: Section, days_by_round: Mapping[int, datetime.date | None], user: User | None
) -> int:
    """Store the last day of each round of *days_by_round*, or delete it for None. Return how many changed.

    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=DECIDED, message="", user=user) as journal:
        session = lock_section(section).session
        previous_days_by_round = fetch_deadline_by_round(session)
        changed_days = {
            round_no: day
            for round_no, day in days_by_round.items()
            if previous_days_by_round.get(round_no) != day
        }
        created_dates = []
        for round_no, day in changed_days.items():
            stored_dates = session.round_dates.filter(from_round=round_no)
            stored_date = stored_dates.first()
            if day is None:
                journal.delete(stored_dates)
            elif stored_date:
                journal.change(stored_date, date=day)
            else:
                created_dates.append(RoundDate(session=session, from_round=round_no, date=day))
        journal.create_all(created_dates)
        journal.message = _describe_change(changed_days)
    return len(changed_days)


def _describe_change(changed_days: Mapping[int, datetime.date | None]) -> str:
    """Return the change, or "" without one, which the history doesn't keep."""
    if len(changed_days) != 1:
        return f"Play-by dates of {len(changed_days)} rounds changed." if changed_days else ""
    ((round_no, day),) = changed_days.items()
    if day is None:
        return f"Round {round_no}: play-by date deleted."
    return f"Round {round_no}: play by {format_date(day)}."


class PlayByForm(PageForm):
    """The last day on which each round may be played, in a contest over weeks or months."""

    def __init__(self, data: Any, round_count: int, days_by_round: Mapping[int, date]) -> None:
        super().__init__(
            data, initial={f"round-{round_no}": day for round_no, day in days_by_round.items()}
        )
        for round_no in range(1, round_count + 1):
            field = DayField(label=f"Round {round_no}", required=False)
            self.fields[f"round-{round_no}"] = field
        self._round_count = round_count
        self.add_shown_values()

    def get_days_by_round(self) -> dict[int, date | None]:
        """Return the day of each round, None for an empty box."""
        return {
            round_no: self.cleaned_data[f"round-{round_no}"]
            for round_no in range(1, self._round_count + 1)
        }
