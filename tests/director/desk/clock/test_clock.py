"""The round clock: every key, when it makes sense and when it does not."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.desk.clock.write import (
    clock_back,
    clock_end_round,
    clock_extend,
    clock_pause,
    clock_press,
    clock_set_minutes,
    clock_start,
)
from director.errors import ClockError
from director.models import Session
from tests.factories import make_section

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def make_session(**fields) -> Session:
    session = make_section().session
    for name, value in fields.items():
        setattr(session, name, value)
    session.save()
    return session


def running(*, minutes_left: int, round_no: int = 1) -> Session:
    """Return a session whose round ends in *minutes_left* (negative: that long ago)."""
    ends_at = timezone.now() + minutes_left * MINUTE
    return make_session(clock="running", round_ends_at=ends_at, round_no=round_no)


def stored(session: Session) -> tuple[int, str, object, int | None]:
    session = Session.objects.get(pk=session.pk)
    return session.round_no, session.clock, session.round_ends_at, session.seconds_left


def test_start_gives_the_whole_round():
    session = make_session(round_minutes=15)
    before = timezone.now()
    clock_start(session=session)
    after = timezone.now()
    round_no, clock, ends_at, seconds_left = stored(session)
    assert (round_no, clock, seconds_left) == (1, "running", None)
    assert before + 15 * MINUTE <= ends_at <= after + 15 * MINUTE


def test_pause_keeps_the_time_that_is_left_and_start_goes_on():
    session = running(minutes_left=5)
    clock_pause(session=session)
    assert stored(session) == (1, "paused", None, 300)
    before = timezone.now()
    clock_start(session=session)
    after = timezone.now()
    round_no, clock, ends_at, seconds_left = stored(session)
    assert (round_no, clock, seconds_left) == (1, "running", None)
    assert before + 5 * MINUTE <= ends_at <= after + 5 * MINUTE


def test_pause_of_a_round_over_time_keeps_none():
    session = running(minutes_left=-3)
    clock_pause(session=session)
    assert stored(session) == (1, "paused", None, 0)


@pytest.mark.parametrize("minutes", [1, 5, -2])
def test_extend_a_running_round(minutes):
    session = running(minutes_left=5)
    ends_at = session.round_ends_at
    clock_extend(session=session, minutes=minutes)
    assert stored(session) == (1, "running", ends_at + minutes * MINUTE, None)


def test_extend_a_round_over_time_counts_from_now():
    session = running(minutes_left=-3)
    before = timezone.now()
    clock_extend(session=session, minutes=2)
    assert before + 2 * MINUTE <= stored(session)[2] <= timezone.now() + 2 * MINUTE


@pytest.mark.parametrize(("minutes", "left"), [(1, 150), (-1, 30), (-5, 0)])
def test_extend_a_paused_round(minutes, left):
    session = make_session(clock="paused", seconds_left=90)
    clock_extend(session=session, minutes=minutes)
    assert stored(session) == (1, "paused", None, left)


def test_end_of_a_round_lets_the_next_one_wait():
    session = running(minutes_left=5, round_no=3)
    clock_end_round(session=session, rounds=4)
    assert stored(session) == (4, "waiting", None, None)


def test_end_of_the_last_round_ends_play():
    session = running(minutes_left=-1, round_no=4)
    clock_end_round(session=session, rounds=4)
    assert stored(session) == (4, "over", None, None)


@pytest.mark.parametrize(
    ("clock", "round_no", "now"),
    [
        pytest.param("over", 4, 4, id="last-round-again"),
        pytest.param("waiting", 4, 3, id="round-before"),
        pytest.param("paused", 4, 4, id="this-round-again"),
    ],
)
def test_back(clock, round_no, now):
    session = make_session(clock=clock, round_no=round_no, seconds_left=60 if clock == "paused" else None)
    clock_back(session=session)
    assert stored(session) == (now, "waiting", None, None)


def test_minutes_count_from_the_next_start():
    session = running(minutes_left=5)
    ends_at = session.round_ends_at
    clock_set_minutes(session=session, minutes=17)
    assert stored(session)[2] == ends_at
    assert Session.objects.get(pk=session.pk).round_minutes == 17


@pytest.mark.parametrize(
    ("fields", "action", "sentence"),
    [
        pytest.param(
            {"clock": "running", "round_no": 3, "round_ends_at": timezone.now()},
            lambda session: clock_start(session=session),
            "Round 3 is running already.",
            id="start-running",
        ),
        pytest.param(
            {"clock": "over"},
            lambda session: clock_start(session=session),
            "Play is over. Go back one round to start the clock again.",
            id="start-over",
        ),
        pytest.param(
            {"clock": "waiting"},
            lambda session: clock_pause(session=session),
            "The clock is not running, so it cannot be paused.",
            id="pause-waiting",
        ),
        pytest.param(
            {"clock": "waiting"},
            lambda session: clock_extend(session=session, minutes=1),
            "No round is running, so there is nothing to extend. Start the round first.",
            id="extend-waiting",
        ),
        pytest.param(
            {"clock": "paused", "seconds_left": 60},
            lambda session: clock_extend(session=session, minutes=10**12),
            "A round cannot be changed by 1000000000000 minutes; give at most 180.",
            id="extend-for-ever",
        ),
        pytest.param(
            {"clock": "over"},
            lambda session: clock_end_round(session=session, rounds=1),
            "Play is over already.",
            id="end-over",
        ),
        pytest.param(
            {"clock": "waiting"},
            lambda session: clock_back(session=session),
            "Round 1 has not started yet; there is no round before it.",
            id="back-before-the-first",
        ),
        pytest.param(
            {},
            lambda session: clock_set_minutes(session=session, minutes=0),
            "A round of 0 minutes is not possible; give 1 to 180.",
            id="no-minutes",
        ),
        pytest.param(
            {},
            lambda session: clock_set_minutes(session=session, minutes=181),
            "A round of 181 minutes is not possible; give 1 to 180.",
            id="too-many-minutes",
        ),
        pytest.param(
            {},
            lambda session: clock_press(session=session, key="stop", rounds=4, round_no=1),
            "The clock has no key “stop”. Use start, pause, more, end or back.",
            id="unknown-key",
        ),
    ],
)
def test_key_that_makes_no_sense_is_refused_and_changes_nothing(fields, action, sentence):
    session = make_session(**fields)
    before = stored(session)
    with pytest.raises(ClockError) as refused:
        action(session)
    assert str(refused.value) == sentence
    assert stored(session) == before


@pytest.mark.parametrize(
    ("key", "clock", "round_no"),
    [("pause", "paused", 2), ("more", "running", 2), ("end", "waiting", 3), ("back", "waiting", 2)],
)
def test_press_a_key_of_a_running_clock(key, clock, round_no):
    session = running(minutes_left=5, round_no=2)
    clock_press(session=session, key=key, rounds=7, round_no=2)
    assert stored(session)[:2] == (round_no, clock)


def test_press_start():
    session = make_session()
    clock_press(session=session, key="start", rounds=7, round_no=1)
    assert stored(session)[:2] == (1, "running")


def test_two_directors_end_the_same_round_once():
    session = running(minutes_left=0, round_no=2)
    clock_press(session=session, key="end", rounds=7, round_no=2)
    with pytest.raises(ClockError) as refused:
        clock_press(session=session, key="end", rounds=7, round_no=2)
    assert str(refused.value) == "The clock is at round 3 already, not at round 2. Look again before you press."
    assert stored(session)[:2] == (3, "waiting")
