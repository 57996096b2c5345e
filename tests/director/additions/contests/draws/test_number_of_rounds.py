"""How many rounds are meant where they are drawn on the way: what clock, room, phones and paper say of others."""

import pytest

from director.boards.movement.rounds import count_expected_rounds
from director.boards.play.plan_changes import find_change_to_undo
from director.boards.play.results.acts import undo_section
from director.models.event import Clock
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    post_draw,
    reload_drawn_section,
)
from tests.director.pages import find_errors, find_texts
from tests.factories import session_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(desk):
    """Seven teams, the first of three rounds drawn."""
    return make_drawn_section(desk, size=7, rounds=3)


def press(desk, section, key: str, round_no: int):
    return desk.post(session_address(section, "play/clock/"), {"key": key, "round_no": round_no})


@pytest.mark.slow
def test_the_clock_says_how_many_rounds_are_meant_and_waits_for_the_draw(desk, section):
    play_page = desk.get(session_address(section, "play/"))
    assert "Round 1 of 3" in find_texts(play_page, "h2")
    assert any("Round 2 has not been drawn yet" in text for text in find_texts(play_page, "p"))
    assert "Last round" not in find_texts(play_page, "h2")
    press(desk, section, "start", 1)
    press(desk, section, "end", 1)
    assert reload_drawn_section(section).session.clock == Clock.WAITING
    assert reload_drawn_section(section).session.round_no == 2
    assert "Round 2 is being drawn" in find_texts(
        desk.get(session_address(section, "room/")), "p.big"
    )
    refused = press(desk, section, "start", 2)
    assert (
        find_errors(refused)[0]
        == "Round 2 has not been drawn yet. A director must draw it before it starts."
    )
    enter_round(section, 1)
    post_draw(desk, section)
    assert press(desk, section, "start", 2).status_code == 302
    assert reload_drawn_section(section).session.clock == Clock.RUNNING
    assert reload_drawn_section(section).session.round_no == 2


@pytest.mark.slow
@pytest.mark.parametrize("key", ["start", "pause", ""], ids=["running", "paused", "never started"])
def test_the_clock_goes_on_to_a_round_once_it_is_drawn_and_the_one_before_is_entered(
    desk, section, key
):
    for pressed in ("start", key) if key else ():
        press(desk, section, pressed, 1)
    enter_round(section, 1)
    # A clock that nobody has started follows the results, to the round that is to be drawn.
    assert reload_drawn_section(section).session.round_no == (1 if key else 2)
    post_draw(desk, section)
    assert reload_drawn_section(section).session.clock == Clock.WAITING
    assert reload_drawn_section(section).session.round_no == 2
    assert find_texts(desk.get(session_address(section, "room/")), "h2") == ["Round 2"]


@pytest.mark.slow
def test_more_or_fewer_rounds_can_be_played_than_were_meant(desk, section):
    def to(rounds):
        return desk.post(session_address(section, "draw/rounds/"), {"rounds": rounds})

    assert to("0").status_code == 422
    assert to("many").status_code == 422
    assert to("5").status_code == 302
    assert count_expected_rounds(reload_drawn_section(section).plan) == 5
    enter_round(section, 1)
    post_draw(desk, reload_drawn_section(section))
    assert find_errors(to("1")) == ["2 rounds have been drawn, so 1 is too few. Type 2 or more."]
    press(desk, section, "end", 1)
    press(desk, section, "end", 2)
    assert to("2").status_code == 302
    assert reload_drawn_section(section).session.clock == Clock.OVER
    assert reload_drawn_section(section).session.round_no == 2
    assert to("3").status_code == 302
    assert reload_drawn_section(section).session.clock == Clock.WAITING
    assert reload_drawn_section(section).session.round_no == 3


def where_the_clock_is(section) -> tuple:
    session = reload_drawn_section(section).session
    return (session.round_no, session.clock, session.round_ends_at, session.round_ends)


def test_play_that_was_shortened_and_went_back_stays_when_that_is_undone(desk, section):
    press(desk, section, "end", 1)
    desk.post(session_address(section, "draw/rounds/"), {"rounds": "1"})
    assert where_the_clock_is(section)[:2] == (1, Clock.OVER)
    shortened_section = reload_drawn_section(section)
    act = find_change_to_undo(shortened_section, shortened_section.plan)
    press(desk, section, "back", 1)
    press(desk, section, "start", 1)
    undo_section(section=section, number=act.number, user=None)
    assert where_the_clock_is(section)[:2] == (1, Clock.RUNNING)


@pytest.mark.parametrize("number", ["2", "0", "x"])
def test_no_second_session_plays_the_drawn_rounds_again(desk, section, number):
    response = desk.post(session_address(section, "another/"), {"number": number}, follow=True)
    assert response.status_code == 200
    assert section.session.event.sessions.count() == 1
    if number == "2":
        assert "Give its later rounds another date at Draw" in response.content.decode()
