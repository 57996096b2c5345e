"""A Swiss or a knock-out that is played on several dates, in one session."""

import datetime
from itertools import chain

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.paper.kinds import MatchSheets
from director.boards.movement.round_days import fetch_round_days
from director.boards.pages.steps import fetch_steps_tonight
from director.boards.paper.section_job import SectionJob
from director.boards.play.results.acts import undo_section
from director.models.event import Contest
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    post_draw,
    reload_drawn_section,
)
from tests.director.pages import count_queries, find_elements, find_errors, find_texts
from tests.director.sent_forms import send_form

pytestmark = pytest.mark.django_db
FIRST, SECOND, THIRD = (datetime.date(2026, 11, day) for day in (17, 24, 30))


def set_date(desk, section, from_round, day):
    address = reverse("session_draw_date", args=[section.ref])
    return desk.post(address, {"date-from_round": f"{from_round}", "date-day": f"{day}"})


@pytest.fixture
def section(desk):
    """Six teams, round 1 of four entered."""
    section = make_drawn_section(desk, size=6, rounds=4)
    enter_round(section, 1)
    return reload_drawn_section(section)


def test_field_offers_another_date_in_place_of_another_session(desk, section):
    field = desk.get(f"/sessions/{section.session_id}/field/?tab=sections")
    (button,) = (
        link
        for link in find_elements(field, "a.button")
        if "another date" in "".join(link.itertext())
    )
    assert button.get("href") == f"{draw_address(section)}#dates"
    assert not any("Add session" in text for text in find_texts(field, "button"))


def test_later_rounds_have_their_date_at_draw_on_paper_and_in_public(desk, section):
    assert set_date(desk, section, 2, SECOND).status_code == 302
    assert set_date(desk, section, 4, THIRD).status_code == 302
    draw = desk.get(draw_address(section))
    assert "Draw round 2 · 24 November 2026" in find_texts(draw, "h2")
    assert find_texts(draw, "#dates .muted") == [
        "Round 1: 17 November 2026",
        "Rounds 2–3: 24 November 2026",
        "Round 4: 30 November 2026",
    ]
    assert "Round 1 · 17 November 2026" in find_texts(draw, "summary")
    post_draw(desk, section)
    section = reload_drawn_section(section)
    (sheet,) = SectionJob(section).get_added_sheets(MatchSheets).draws
    assert sheet.title == "Draw of round 2 · 24 November 2026"
    assert sheet.heading.date == SECOND
    section.session.event.published_at = section.session.event.created_at
    section.session.event.save()
    public = desk.get(f"/events/{section.session.event_id}/matches/")
    assert "Rounds 2–3: 24 November 2026" in find_texts(public, "p")


def test_the_offered_round_can_have_another_date(desk, section):
    """Also when all rounds are drawn and played. A contest of one round offers no date."""
    for round_no in (2, 3, 4, 0):
        page = desk.get(draw_address(section))
        (form,) = find_elements(page, "#dates form")
        answer = send_form(desk, draw_address(section), page, form, {"date-day": f"{THIRD}"})
        assert answer.status_code == 302, find_errors(answer)
        if round_no:
            post_draw(desk, section)
            enter_round(reload_drawn_section(section), round_no)
            section = reload_drawn_section(section)
    single = make_drawn_section(desk, size=4, rounds=1)
    assert not find_elements(desk.get(draw_address(single)), "#dates form")


def test_a_second_evening_knows_the_first_and_takes_late_entries(desk, section):
    """Nobody meets again, the late team plays, and totals are of both evenings."""
    post_draw(desk, section)
    enter_round(reload_drawn_section(section), 2)
    section = reload_drawn_section(section)
    set_date(desk, section, 3, SECOND)
    state_version = find_drawn_contest(section).state_version
    response = desk.post(
        draw_address(section), {"mark": state_version, "action": "draw", "late": "2"}
    )
    post_data = {
        "mark": state_version,
        "action": "use",
        "late": "2",
        "bye": (response.context["byes"] or ("",))[0],
    }
    for row in response.context["rows"]:
        post_data |= {f"home-{row.match_no}": row.home, f"away-{row.match_no}": row.away}
    assert desk.post(draw_address(section), post_data).status_code == 302
    enter_round(reload_drawn_section(section), 3)
    contest = find_drawn_contest(reload_drawn_section(section))
    met = [
        frozenset(two)
        for two in chain.from_iterable(contest_round.pairings for contest_round in contest.rounds)
    ]
    assert len(met) == len(set(met)) == 3 + 3 + 4
    first_evening = {
        standing.contestant: standing.total for standing in contest.get_ranking(2).standings
    }
    both = {standing.contestant: standing.total for standing in contest.get_ranking(3).standings}
    third = {
        number: score
        for match in contest.get_ranking(3).matches
        if match.round_no == 3
        for number, score in zip(match.teams, match.score, strict=True)
    }
    assert both == {number: first_evening.get(number, 0) + third[number] for number in both}
    assert fetch_round_days(reload_drawn_section(section).session).get_day(3) == SECOND


def test_the_event_is_on_tonight_on_each_date(section, desk):
    set_date(desk, section, 2, SECOND)
    assert len(fetch_steps_tonight(FIRST, Contest.TEAMS)) == 1
    assert len(fetch_steps_tonight(SECOND, Contest.TEAMS)) == 1
    assert fetch_steps_tonight(THIRD, Contest.TEAMS) == []


def test_a_date_is_changed_removed_and_undone(desk, section):
    set_date(desk, section, 2, SECOND)
    set_date(desk, section, 2, THIRD)
    assert fetch_round_days(section.session).later_days == ((2, THIRD),)
    set_date(desk, section, 2, "")
    assert fetch_round_days(section.session).later_days == ()
    last_act = section.acts.order_by("number").last()
    assert last_act.words == "Round 2: on the date of the round before."
    undo_section(section=section, number=last_act.number, user=None)
    assert fetch_round_days(section.session).later_days == ((2, THIRD),)


@pytest.mark.parametrize(
    ("from_round", "day", "sentence"),
    [
        (
            5,
            SECOND,
            "Round 5 can’t have a date of its own. Type a round from 2 to 4, or add rounds",
        ),
        (1, SECOND, "Round 1 can’t have a date of its own. Type a round from 2 to 4"),
        (4, "", "Round 4 has no date of its own yet. Choose a date."),
        (2, "2026-11-16", "16 November 2026 is before 17 November 2026, the date of the round"),
        (2, "2026-12-01", "1 December 2026 is after 30 November 2026, the date from round 3 on."),
        (2, "soon", "This isn’t a date. Type it as 2026-11-17."),
        ("x", SECOND, "“x” isn’t a round. Type a whole number"),
        (2, "99999-01-01", "This isn’t a date."),
    ],
)
def test_an_impossible_date_is_refused_in_one_sentence_and_stays_typed(
    desk, section, from_round, day, sentence
):
    set_date(desk, section, 3, THIRD)
    response = set_date(desk, section, from_round, day)
    assert response.status_code == 422
    (error,) = find_errors(response)
    assert sentence in error
    assert find_elements(response, "#id_date-from_round")[0].get("value") == f"{from_round}"
    assert fetch_round_days(section.session).later_days == ((3, THIRD),)


def test_the_draw_page_asks_no_more_for_many_dates(desk, section):
    set_date(desk, section, 2, SECOND)
    before = count_queries(desk, draw_address(section))
    for from_round in (3, 4, 5):
        set_date(desk, section, from_round, SECOND + datetime.timedelta(days=from_round))
    assert count_queries(desk, draw_address(section)) == before
