"""The round clock: every key, when it makes sense and when it does not."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.core.night.clock import compute_end_of_play, make_clock_face
from director.core.night.clock_buttons import (
    advance_clock,
    end_clock_round,
    extend_clock,
    fit_clock_to_rounds,
    pause_clock,
    run_clock_command,
    set_break,
    set_round_minutes,
    start_clock,
    step_clock_back,
)
from director.errors import DeskError
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
    start_clock(session=session)
    after = timezone.now()
    round_no, clock, ends_at, seconds_left = stored(session)
    assert round_no == 1
    assert clock == "running"
    assert seconds_left is None
    assert before + 15 * MINUTE <= ends_at <= after + 15 * MINUTE


def test_pause_keeps_the_time_that_is_left_and_start_goes_on():
    session = running(minutes_left=5)
    pause_clock(session=session)
    assert stored(session) == (1, "paused", None, 300)
    before = timezone.now()
    start_clock(session=session)
    after = timezone.now()
    round_no, clock, ends_at, seconds_left = stored(session)
    assert round_no == 1
    assert clock == "running"
    assert seconds_left is None
    assert before + 5 * MINUTE <= ends_at <= after + 5 * MINUTE


@pytest.mark.parametrize("minutes", [1, 5, -2])
def test_extend_a_running_round(minutes):
    session = running(minutes_left=5)
    ends_at = session.round_ends_at
    extend_clock(session=session, minutes=minutes)
    assert stored(session) == (1, "running", ends_at + minutes * MINUTE, None)


def test_extend_a_round_over_time_counts_from_now():
    session = running(minutes_left=-3)
    before = timezone.now()
    extend_clock(session=session, minutes=2)
    assert before + 2 * MINUTE <= stored(session)[2] <= timezone.now() + 2 * MINUTE


@pytest.mark.parametrize(("minutes", "left"), [(1, 150), (-1, 30), (-5, 0)])
def test_extend_a_paused_round(minutes, left):
    session = make_session(clock="paused", seconds_left=90)
    extend_clock(session=session, minutes=minutes)
    assert stored(session) == (1, "paused", None, left)


def test_end_of_a_round_lets_the_next_one_wait():
    session = running(minutes_left=5, round_no=3)
    end_clock_round(session=session, round_count=4)
    assert stored(session) == (4, "waiting", None, None)


def test_end_of_the_last_round_ends_play():
    session = running(minutes_left=-1, round_no=4)
    end_clock_round(session=session, round_count=4)
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
    session = make_session(
        clock=clock, round_no=round_no, seconds_left=60 if clock == "paused" else None
    )
    step_clock_back(session=session)
    assert stored(session) == (now, "waiting", None, None)


def test_minutes_count_from_the_next_start():
    session = running(minutes_left=5)
    ends_at = session.round_ends_at
    set_round_minutes(session=session, minutes=17)
    assert stored(session)[2] == ends_at
    assert Session.objects.get(pk=session.pk).round_minutes == 17


@pytest.mark.parametrize(
    ("fields", "action", "sentence"),
    [
        pytest.param(
            {"clock": "running", "round_no": 3, "round_ends_at": timezone.now()},
            lambda session: start_clock(session=session),
            "Round 3 is running already.",
            id="start-running",
        ),
        pytest.param(
            {"clock": "over"},
            lambda session: start_clock(session=session),
            "Play is over. Go back one round to start the clock again.",
            id="start-over",
        ),
        pytest.param(
            {"clock": "waiting"},
            lambda session: pause_clock(session=session),
            "The clock isn’t running, so you can’t pause it.",
            id="pause-waiting",
        ),
        pytest.param(
            {"clock": "waiting"},
            lambda session: extend_clock(session=session, minutes=1),
            "No round is running, so there is nothing to extend. Start the round first.",
            id="extend-waiting",
        ),
        pytest.param(
            {"clock": "paused", "seconds_left": 60},
            lambda session: extend_clock(session=session, minutes=10**12),
            "You can change a round by at most 180 minutes, not by 1000000000000.",
            id="extend-for-ever",
        ),
        pytest.param(
            {"clock": "over"},
            lambda session: end_clock_round(session=session, round_count=1),
            "Play is over already.",
            id="end-over",
        ),
        pytest.param(
            {"clock": "waiting"},
            lambda session: step_clock_back(session=session),
            "Round 1 has not started yet; there is no round before it.",
            id="back-before-the-first",
        ),
        pytest.param(
            {},
            lambda session: set_round_minutes(session=session, minutes=0),
            "A round can be 1 to 180 minutes long, not 0.",
            id="no-minutes",
        ),
        pytest.param(
            {},
            lambda session: set_round_minutes(session=session, minutes=181),
            "A round can be 1 to 180 minutes long, not 181.",
            id="too-many-minutes",
        ),
        pytest.param(
            {},
            lambda session: run_clock_command(
                session=session, key="stop", round_count=4, round_no=1
            ),
            "The clock has no key “stop”. Use start, pause, more, end, end-break or back.",
            id="unknown-key",
        ),
    ],
)
def test_key_that_makes_no_sense_is_refused_and_changes_nothing(fields, action, sentence):
    session = make_session(**fields)
    before = stored(session)
    with pytest.raises(DeskError) as refused:
        action(session)
    assert str(refused.value) == sentence
    assert stored(session) == before


@pytest.mark.parametrize(
    ("key", "clock", "round_no"),
    [("pause", "paused", 2), ("more", "running", 2), ("end", "waiting", 3), ("back", "waiting", 2)],
)
def test_press_a_key_of_a_running_clock(key, clock, round_no):
    session = running(minutes_left=5, round_no=2)
    run_clock_command(session=session, key=key, round_count=7, round_no=2)
    assert stored(session)[:2] == (round_no, clock)


def test_two_directors_end_the_same_round_once():
    session = running(minutes_left=0, round_no=2)
    run_clock_command(session=session, key="end", round_count=7, round_no=2)
    with pytest.raises(DeskError) as refused:
        run_clock_command(session=session, key="end", round_count=7, round_no=2)
    assert str(refused.value) == (
        "The clock is already at round 3, not at round 2. Check it before you press again."
    )
    assert stored(session)[:2] == (3, "waiting")


class TestBreaks:
    def test_break_counts_down_after_its_round_and_play_ends_later_by_it(self):
        session = running(minutes_left=5, round_no=2)
        set_break(session=session, after_round=2, minutes=15, round_count=5)
        now = timezone.now()
        session = Session.objects.get(pk=session.pk)
        assert (
            compute_end_of_play(session, 5, now)
            == session.round_ends_at + (3 * session.round_minutes + 15) * MINUTE
        )
        session = end_clock_round(session=session, round_count=5)
        assert now + 15 * MINUTE <= session.break_ends_at <= timezone.now() + 15 * MINUTE
        assert (
            compute_end_of_play(session, 5, timezone.now())
            == session.break_ends_at + 3 * session.round_minutes * MINUTE
        )
        face = make_clock_face(session, 5)
        assert face.is_break is True
        assert face.bell == "runs"
        assert face.ends_at == session.break_ends_at
        assert face.note == f"Break until {timezone.localtime(session.break_ends_at):%H:%M}."

    def test_start_taken_back_leads_back_into_the_break_and_the_end_of_the_round_out_of_it(self):
        session = running(minutes_left=5, round_no=1)
        set_break(session=session, after_round=1, minutes=10, round_count=3)
        until = end_clock_round(session=session, round_count=3).break_ends_at
        start_clock(session=session)
        session = step_clock_back(session=session)
        assert session.round_no == 2
        assert session.break_ends_at == until
        session = step_clock_back(session=session)
        assert session.round_no == 1
        assert session.break_ends_at is None
        assert session.breaks == [[1, 10]]

    def test_ending_a_round_in_a_break_ends_the_break_and_skips_no_round(self):
        session = running(minutes_left=5, round_no=1)
        set_break(session=session, after_round=1, minutes=10, round_count=3)
        ends = end_clock_round(session=session, round_count=3).round_ends
        session = run_clock_command(session=session, key="end", round_count=3, round_no=2)
        assert session.round_no == 2
        assert session.clock == "waiting"
        assert session.break_ends_at is None
        assert session.round_ends == ends

    def test_a_round_that_tables_have_begun_moves_a_clock_on_out_of_its_break(self):
        session = running(minutes_left=5, round_no=1)
        set_break(session=session, after_round=1, minutes=10, round_count=3)
        end_clock_round(session=session, round_count=3)
        advance_clock(session=session, round_no=3, round_count=3)
        assert stored(session)[:2] == (3, "waiting")

    def test_break_between_two_rounds_begins_at_once_and_can_be_cut_short(self):
        session = make_session(round_no=3)
        session = set_break(session=session, after_round=2, minutes=10, round_count=4)
        assert timezone.now() < session.break_ends_at <= timezone.now() + 10 * MINUTE
        session = set_break(session=session, after_round=2, minutes=0, round_count=4)
        assert session.breaks == []
        assert session.break_ends_at is None

    def test_breaks_stand_in_order_and_a_round_has_one(self):
        session = make_session()
        for after_round, minutes in ((4, 5), (2, 10), (4, 15)):
            set_break(session=session, after_round=after_round, minutes=minutes, round_count=6)
        assert Session.objects.get(pk=session.pk).breaks == [[2, 10], [4, 15]]

    def test_shorter_movement_drops_the_breaks_it_has_no_place_for(self):
        session = make_session(breaks=[[2, 10], [4, 15]])
        assert fit_clock_to_rounds(session=session, round_count=4, minutes=20).breaks == [[2, 10]]

    @pytest.mark.parametrize(
        ("asked", "sentence"),
        [
            ((2, -1), "A break can be 1 to 180 minutes long, not -1. Enter 0 for none."),
            ((2, 181), "A break can be 1 to 180 minutes long, not 181. Enter 0 for none."),
            (
                (0, 5),
                "No break can follow round 0: there are 5 rounds. Choose one before the last.",
            ),
            (
                (5, 5),
                "No break can follow round 5: there are 5 rounds. Choose one before the last.",
            ),
            (
                (1, 5),
                "The round after round 1 has begun, so no break can come before it. Choose a later one.",
            ),
        ],
    )
    def test_break_that_cannot_be_is_refused(self, asked, sentence):
        session = running(minutes_left=5, round_no=2)
        with pytest.raises(DeskError) as refused:
            set_break(session=session, after_round=asked[0], minutes=asked[1], round_count=5)
        assert str(refused.value) == sentence
        assert Session.objects.get(pk=session.pk).breaks == []

    def test_break_that_is_over_can_be_forgotten(self):
        session = make_session(breaks=[[1, 10]], round_no=3, clock="paused", seconds_left=5)
        assert set_break(session=session, after_round=1, minutes=0, round_count=5).breaks == []


class TestTheEndOfPlay:
    @pytest.mark.parametrize(
        ("fields", "minutes"),
        [
            pytest.param({"round_no": 1}, 80, id="not-started"),
            pytest.param({"round_no": 3, "clock": "paused", "seconds_left": 300}, 25, id="paused"),
            pytest.param(
                {"round_no": 4, "clock": "running", "round_ends_at": 7}, 7, id="last-round"
            ),
            pytest.param(
                {"round_no": 4, "clock": "running", "round_ends_at": -7}, 0, id="over-time"
            ),
            pytest.param({"round_no": 2, "break_ends_at": 10}, 70, id="break"),
            pytest.param({"round_no": 2, "break_ends_at": -10}, 60, id="break-over"),
        ],
    )
    def test_is_known_in_every_state(self, fields, minutes):
        now = timezone.now()
        moments = {
            name: now + fields[name] * MINUTE
            for name in ("round_ends_at", "break_ends_at")
            if name in fields
        }
        session = make_session(round_minutes=20, **(fields | moments))
        assert compute_end_of_play(session, 4, now) == now + minutes * MINUTE

    def test_is_past_once_play_is_over(self):
        assert compute_end_of_play(make_session(clock="over"), 4, timezone.now()) is None

    def test_breaks_to_come_count_and_those_before_do_not(self):
        now = timezone.now()
        session = make_session(round_minutes=20, round_no=3, breaks=[[1, 100], [3, 7], [4, 50]])
        assert compute_end_of_play(session, 4, now) == now + 47 * MINUTE


class TestTheWarning:
    def test_longer_than_the_round_is_refused(self):
        session = make_session()
        for warning in (20, -1):
            with pytest.raises(DeskError) as refused:
                set_round_minutes(session=session, minutes=20, warning=warning)
            assert str(refused.value) == (
                f"A warning {warning} minutes before the end doesn’t fit a round of 20. Enter fewer, or 0 for none."
            )


class TestTheEndsOfRounds:
    def ends(self, session: Session) -> list[int]:
        return [number for number, _at in Session.objects.get(pk=session.pk).round_ends]

    def test_press_before_the_time_is_up_ends_the_round(self):
        session = end_clock_round(session=running(minutes_left=3), round_count=4)
        assert session.round_ends[0][1] <= timezone.now().isoformat()

    def test_going_back_forgets_them(self):
        session = running(minutes_left=1)
        end_clock_round(session=session, round_count=2)
        start_clock(session=session)
        end_clock_round(session=session, round_count=2)
        assert self.ends(session) == [1, 2]
        step_clock_back(session=session)
        assert self.ends(session) == [1]
        step_clock_back(session=session)
        assert self.ends(session) == []
