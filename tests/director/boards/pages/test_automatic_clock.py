"""A clock that nobody starts goes on with the results, whoever enters them; one that runs is the director's."""

import pytest

from director.boards.movement.lines.entries import LATER
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import BOARD_PLAY, fetch_section, fetch_section_acts
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.result import import_result
from director.core.night.clock import end_clock_round, set_break, start_clock, step_clock_back
from director.models import Session
from director.models.event import Clock, Contest
from tests.director.additions.contests.draws.test_draws import make_drawn_section
from tests.director.additions.phones.tables import TablePhones
from tests.director.pages import find_texts
from tests.factories import enter_on_line, make_director, make_night, make_sections, reload_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    return make_night(pairs=10, boards_per_set=2)


@pytest.fixture
def tables(section):
    return TablePhones(section)


def clock():
    session = Session.objects.get()
    return session.round_no, session.clock


def of_round(section, round_no):
    return [line for line in fetch_section_lines(section).all if line.round_no == round_no]


def played(tables, round_no, *, leave=0):
    """Let every table of a section say its boards of a round, but for the last so many; return those."""
    lines = of_round(tables.section, round_no)
    for line in lines[: len(lines) - leave]:
        assert tables.say(line, "4SS=", confirm=True).status_code == 201
    return lines[len(lines) - leave :]


def test_the_last_board_of_a_round_lets_play_go_on(tables, section, desk):
    (last,) = played(tables, 1, leave=1)
    assert clock() == (1, Clock.WAITING)
    tables.say(last, "3NTN=")
    assert clock() == (2, Clock.WAITING)
    assert Session.objects.get().round_ends[0][0] == 1
    assert "Start round 2" in " ".join(
        find_texts(desk.get(f"/sessions/{section.session_id}/play/"), "#clock button")
    )
    start_clock(session=Session.objects.get())  # the clock may be used from any round on
    assert clock() == (2, Clock.RUNNING)


def test_after_the_last_round_play_is_over(tables, section):
    for round_no in range(1, 6):
        assert clock() == (round_no, Clock.WAITING)
        played(tables, round_no)
    assert clock() == (5, Clock.OVER)
    assert (
        tables.say(of_round(section, 5)[0], "4SS+1", change=True, confirm=True).status_code == 201
    )
    assert clock() == (5, Clock.OVER)


@pytest.mark.parametrize("state", [Clock.RUNNING, Clock.PAUSED])
def test_a_clock_that_was_started_is_the_directors(tables, section, state):
    start_clock(session=section.session)
    Session.objects.update(clock=state, seconds_left=60 if state == Clock.PAUSED else None)
    played(tables, 1)
    assert clock() == (1, state)


def test_a_break_follows_its_round_and_ends_when_all_have_played_on(tables, section):
    set_break(session=section.session, after_round=1, minutes=20, round_count=5)
    played(tables, 1)
    assert Session.objects.get().break_ends_at is not None
    played(tables, 2)
    assert clock() == (3, Clock.WAITING)
    assert Session.objects.get().break_ends_at is None


def test_a_board_to_be_played_later_holds_nobody_up(tables, section):
    first, *_others = of_round(section, 1)
    enter_on_line(section, first, LATER, user=make_director())
    for line in of_round(section, 1)[1:]:
        tables.say(line, "4SS=")
    assert clock() == (2, Clock.WAITING)
    tables.say(first, "4SS=")
    assert clock() == (2, Clock.WAITING)


def test_the_clock_moves_on_with_the_director_s_last_result(tables, section):
    (last,) = played(tables, 1, leave=1)
    enter_on_line(section, last, "4SS=", user=make_director())
    assert clock() == (2, Clock.WAITING)


def test_the_clock_moves_on_with_results_of_the_desk_and_of_a_file(section):
    for line in of_round(section, 1):
        enter_on_line(section, line, "4SS=")
    assert clock() == (2, Clock.WAITING)
    for line in of_round(section, 2):
        import_result(section=section, line=line, text="4SS=", user=None)
    assert clock() == (3, Clock.WAITING)


def test_a_lost_slip_holds_nobody_up_once_the_director_has_ended_its_round(section):
    _lost, *others = of_round(section, 1)
    for line in others:
        enter_on_line(section, line, "4SS=")
    end_clock_round(session=section.session, round_count=5)
    section = reload_section(section)
    for line in of_round(section, 2):
        enter_on_line(section, line, "4SS=")
    assert clock() == (3, Clock.WAITING)


def test_undoing_the_last_result_leaves_the_clock_where_play_is(tables, section):
    played(tables, 1)
    undo_section(
        section=section, number=fetch_section_acts(section, BOARD_PLAY).first().number, user=None
    )
    assert clock() == (2, Clock.WAITING)
    tables.say(of_round(section, 1)[-1], "4SS=")
    played(tables, 2, leave=1)
    assert clock() == (2, Clock.WAITING)


def test_going_back_holds_until_a_phone_brings_more(tables, section):
    played(tables, 1)
    step_clock_back(session=Session.objects.get())
    assert clock() == (1, Clock.WAITING)
    tables.say(of_round(section, 2)[0], "4SS=")
    assert clock() == (2, Clock.WAITING)


def test_every_section_has_to_have_entered_the_round():
    first, second = make_sections(letters="AB", played=False)
    here, there = (TablePhones(section, tables=3) for section in (first, second))
    played(here, 1)
    played(here, 2)
    assert clock() == (1, Clock.WAITING)
    played(there, 1)
    assert clock() == (2, Clock.WAITING)


def test_a_section_with_fewer_rounds_holds_nobody_up():
    first, second = make_sections(letters="AB", played=False)
    longer, shorter = TablePhones(first, tables=3), TablePhones(second, tables=3)
    second.plans.get(in_force=True).rows.filter(round_no__gt=1).delete()
    second.plans.filter(in_force=True).update(rounds=1)
    played(shorter, 1)
    for round_no in (1, 2, 3):
        played(longer, round_no)
    assert clock() == (3, Clock.OVER)


def test_a_round_that_is_not_drawn_yet_is_waited_for(desk):
    section = make_drawn_section(desk, contest=Contest.PAIRS, key="swiss-pairs", size=6)
    section = fetch_section(section.ref)
    played(TablePhones(section, tables=3), 1)
    assert clock() == (2, Clock.WAITING)


def test_it_costs_no_more_in_a_large_field(django_assert_max_num_queries):
    for pairs in (10, 40):
        section = make_night(pairs=pairs, boards_per_set=2)
        tables = TablePhones(section, tables=pairs // 2)
        *_others, last = of_round(section, 1)[:2]
        tables.say(of_round(section, 1)[0], "4SS=")
        with django_assert_max_num_queries(16):
            tables.say(last, "4SS=")
