"""Days of rounds that keep clear of weeks that are taken."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.additions.contests.matches.calendar import (
    DaySpan,
    format_taken_weeks,
    list_round_days,
    make_week,
    parse_taken_weeks,
)
from director.errors import DeskError

DAYS = st.dates(date(2020, 1, 1), date(2040, 12, 31))
SPANS = st.builds(
    lambda day, length: DaySpan(day, day + timedelta(days=length)), DAYS, st.integers(0, 60)
)


@given(DAYS, st.integers(0, 40), st.integers(0, 30), st.lists(SPANS, max_size=4))
def test_no_round_is_in_a_taken_week_and_none_is_lost(first_day, gap, round_count, spans):
    days = list_round_days(first_day, gap, round_count, spans)
    assert len(days) == round_count
    assert not any(day in span for day in days for span in spans)
    planned_days = [first_day + timedelta(days=gap * index) for index in range(round_count)]
    for day, planned_day in zip(days, planned_days, strict=True):
        # The club plays on its own day of the week.
        assert (day - planned_day).days >= 0
        assert (day - planned_day).days % 7 == 0
    for earlier, later in pairwise(days):
        assert (later - earlier).days >= gap
    assert not spans or list_round_days(first_day, gap, round_count) == planned_days


@given(st.lists(SPANS, max_size=6))
def test_stored_weeks_are_read_back_in_order(spans):
    assert parse_taken_weeks(format_taken_weeks(spans)) == tuple(sorted(set(spans)))


@given(DAYS)
def test_a_day_takes_its_week(day):
    week = make_week(day)
    assert day in week
    assert week.first_day.weekday() == 0
    assert week.last_day.weekday() == 6
    assert parse_taken_weeks(f"{day}") == (week,)


def test_lines_and_words_are_read():
    text = "24 Dec 2026\n15.2.2027; 2026-11-02 – 2026-11-08, 3 Jan 2027..5 Jan 2027"
    assert len(parse_taken_weeks(text)) == 4
    assert parse_taken_weeks(" , ") == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [("Christmas", "weeks-taken-date"), ("2026-12-24 to 2026-12-20", "weeks-taken-order")],
)
def test_text_that_is_no_date_is_refused(text, code):
    with pytest.raises(DeskError) as raised:
        parse_taken_weeks(text)
    assert raised.value.code == code
