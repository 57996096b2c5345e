"""How many rounds are meant where they are drawn on the way: what clock, room, phones and paper say of others."""

import pytest
from django.test import Client

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.phones.boards.state import make_table_state
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.rounds import count_expected_rounds
from director.boards.paper.section_job import SectionJob
from director.boards.play.plan_changes import find_change_to_undo
from director.boards.play.results.acts import redo_section, undo_section
from director.core.base.roles import Role
from director.core.night.links import open_entry_addresses, open_table_addresses
from director.models.event import Clock
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    post_draw,
    reload_drawn_section,
)
from tests.director.pages import find_elements, find_errors, find_texts
from tests.factories import enter_on_line, make_account, session_address, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(desk):
    """Seven teams, the first of three rounds drawn."""
    return make_drawn_section(desk, size=7, rounds=3)


def press(desk, section, key: str, round_no: int):
    return desk.post(session_address(section, "play/clock/"), {"key": key, "round_no": round_no})


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


def test_the_room_shows_a_draw_that_was_early_once_the_round_is_entered(desk, section):
    press(desk, section, "start", 1)
    enter_round(section, 1)
    line = fetch_section_lines(section, section.plan).all[0]
    enter_on_line(section, line, "")
    post_draw(desk, section)
    assert reload_drawn_section(section).session.round_no == 1
    assert find_texts(desk.get(session_address(section, "room/")), "h2") == []
    enter_on_line(section, line, "PASS")
    assert find_texts(desk.get(session_address(section, "room/")), "h2") == ["Round 2"]
    assert find_texts(desk.get(session_address(section, "room/?show=clock")), "h2") == []


def test_a_phone_and_a_team_are_told_that_the_next_round_comes(desk, section):
    access = open_table_addresses(session=section.session, section=section, tables=[1])[1]
    assert (
        make_table_state(access).state["rounds"],
        make_table_state(access).state["to_draw"],
    ) == (3, 0)
    html = (
        Client()
        .get(f"/my/{open_entry_addresses(section=section, pairs=[1])[1].token}/")
        .content.decode()
    )
    assert "Round 2 appears here when it is drawn." in html
    assert "last round" not in html
    enter_round(section, 1)
    assert make_table_state(access).state["over"] is True
    assert make_table_state(access).state["to_draw"] == 2
    post_draw(desk, reload_drawn_section(section))
    assert make_table_state(access).state["over"] is False
    assert make_table_state(access).state["round"] == 2


def test_who_sits_out_is_not_told_that_it_was_the_last_round(section):
    guides = {guide.pair_no: guide for guide in SectionJob(section).guides}
    assert guides[7].next_round_to_draw == 2


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


@pytest.mark.parametrize(("teams", "rounds"), [(4, 2), (5, 3), (8, 3), (9, 4)])
def test_a_knock_out_has_as_many_rounds_as_it_takes(desk, teams, rounds):
    section = make_drawn_section(desk, key="knock-out", size=teams, rounds=7)
    assert count_expected_rounds(reload_drawn_section(section).plan) == rounds


def test_a_draw_is_undone_at_play_by_directors_of_teams_too(desk, section):
    enter_round(section, 1)
    post_draw(desk, section)
    play_page = desk.get(session_address(section, "play/"))
    assert "Undo" in find_texts(play_page, "#change button")
    act = play_page.context["change_notice"].act.number
    viewer = sign_in(make_account("vera", Role.VIEWER))
    seen = viewer.get(session_address(section, "play/"))
    assert not find_texts(seen, "#change button")
    assert not [link for link in find_texts(seen, "a") if link.startswith("Draw")]
    assert "Rounds" in find_texts(seen, "a")
    desk.post(session_address(section, "changed/undo/"), {"act": act, "sure": act})
    assert len(find_drawn_contest(reload_drawn_section(section)).rounds) == 1


def where_the_clock_is(section) -> tuple:
    session = reload_drawn_section(section).session
    return (session.round_no, session.clock, session.round_ends_at, session.round_ends)


@pytest.mark.parametrize("is_running", [False, True])
def test_the_clock_goes_back_with_a_draw_that_is_undone_and_on_with_one_redone(
    desk, section, is_running
):
    if is_running:
        press(desk, section, "start", 1)
    enter_round(section, 1)
    before = where_the_clock_is(section)
    post_draw(desk, section)
    drawn = where_the_clock_is(section)
    assert drawn[:2] == (2, Clock.WAITING)
    act = desk.get(session_address(section, "play/")).context["change_notice"].act
    undo_section(section=section, number=act.number, user=None)
    assert where_the_clock_is(section) == before
    redo_section(section=section, number=act.number, user=None)
    assert where_the_clock_is(section) == drawn


def test_a_clock_that_was_moved_by_hand_stays_when_the_draw_is_undone(desk, section):
    enter_round(section, 1)
    post_draw(desk, section)
    act = desk.get(session_address(section, "play/")).context["change_notice"].act
    press(desk, section, "start", 2)
    started = where_the_clock_is(section)
    undo_section(section=section, number=act.number, user=None)
    assert where_the_clock_is(section) == started


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


def test_a_draw_with_results_is_not_undone(desk, section):
    enter_round(section, 1)
    post_draw(desk, section)
    act = desk.get(session_address(section, "play/")).context["change_notice"].act.number
    enter_round(reload_drawn_section(section), 2)
    desk.post(session_address(section, "changed/undo/"), {"act": act, "sure": act})
    assert len(find_drawn_contest(reload_drawn_section(section)).rounds) == 2


@pytest.mark.parametrize("number", ["2", "0", "x"])
def test_no_second_session_plays_the_drawn_rounds_again(desk, section, number):
    response = desk.post(session_address(section, "another/"), {"number": number}, follow=True)
    assert response.status_code == 200
    assert section.session.event.sessions.count() == 1
    if number == "2":
        assert "Give its later rounds another date at Draw" in response.content.decode()


def test_a_viewer_reads_the_draw_and_presses_nothing(section):
    viewer = sign_in(make_account("vera", Role.VIEWER))
    response = viewer.get(draw_address(section))
    assert response.status_code == 200
    assert {"Use this draw", "Redraw", "Set"}.isdisjoint(find_texts(response, "button"))
    assert viewer.post(draw_address(section), {"action": "use"}).status_code == 403
    assert viewer.post(session_address(section, "draw/rounds/"), {"rounds": "5"}).status_code == 403


def test_the_next_draw_stays_folded_while_the_last_one_has_no_result(desk, section):
    """A second press on *Use this draw* that comes late does not draw a round that nobody wants yet."""
    early = desk.get(draw_address(section))
    assert "Draw round 2 anyway" in find_texts(early, "summary")
    enter_round(section, 1)
    assert "Draw round 2 anyway" not in find_texts(desk.get(draw_address(section)), "summary")
    used = post_draw(desk, section)
    assert used.url.endswith("#messages"), "the page opens at its message, not at the folded draw"
    links = find_elements(desk.get(draw_address(section)), ".status a")
    assert links[0].get("href") == session_address(section, "play/")
    paper = links[1].get("href")
    boxes = find_elements(desk.get(paper), "input")
    assert [
        box.get("value") for box in boxes if box.get("name") == "kinds" and "checked" in box.attrib
    ] == ["draw"]
    anew = make_drawn_section(desk, key="knock-out", size=4)
    assert find_errors(desk.get(draw_address(anew))) == []


def test_what_a_team_lost_by_is_said_with_a_minus(desk, section):
    enter_round(section, 1)
    scores = " ".join(
        match.score
        for contest_round in find_drawn_contest(section).shown_rounds
        for match in contest_round.matches
    )
    assert "-" not in scores
