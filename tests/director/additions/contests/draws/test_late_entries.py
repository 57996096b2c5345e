"""Somebody who joins a Swiss after its first round."""

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.paper.kinds import MatchSheets
from director.boards.paper.section_job import SectionJob
from director.boards.play.seats.section_seats import fetch_section_seats
from director.boards.scoring.standings.event import EventResults
from director.core.night.links import open_entry_addresses
from director.models.event import Contest
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    read_draw_form,
    reload_drawn_section,
)
from tests.director.pages import find_elements, find_texts

pytestmark = pytest.mark.django_db


def make_section_after_round_1(desk, size=5, contest=Contest.TEAMS, **draw_settings):
    section = make_drawn_section(desk, contest=contest, size=size, **draw_settings)
    enter_round(section, 1)
    return reload_drawn_section(section)


def post_typed_draw(desk, section, **typed):
    return desk.post(
        draw_address(section),
        {"mark": find_drawn_contest(section).state_version, "action": "draw"} | typed,
    )


def post_corrected_draw(desk, section, response, **typed):
    """Save the proposed round that *response* shows, with some boxes *typed* over."""
    return desk.post(draw_address(section), read_draw_form(response) | {"action": "use"} | typed)


def list_drawn_numbers(response) -> set[int]:
    """Return the numbers of the teams at the tables of the proposed round."""
    numbers = set()
    for row in response.context["rows"]:
        numbers |= {int(row.home), int(row.away)}
    return numbers


def get_standing_rows(section):
    """Return the rows of the standings by number of the team or pair."""
    rows = {}
    for group in EventResults(section.session.event).standings.groups:
        rows |= {row.contestant: row for row in group.rows}
    return rows


def list_start_places(section) -> dict[int, str]:
    seats = fetch_section_seats(section, section.plan)
    return {seat.pair_no: seat.start_seat for seat in seats.rows}


@pytest.mark.parametrize(
    ("contest", "draw_settings"),
    [(Contest.TEAMS, {}), (Contest.PAIRS, {"key": "swiss-pairs", "boards": 4})],
)
def test_late_entry_gets_the_next_number_and_plays_from_the_next_round_on(
    desk, contest, draw_settings
):
    section = make_section_after_round_1(desk, contest=contest, **draw_settings)
    response = post_typed_draw(desk, section, late="1")
    assert response.context["byes"] == ()
    assert list_drawn_numbers(response) == {1, 2, 3, 4, 5, 6}
    assert reload_drawn_section(section).entries.count() == 5
    assert post_corrected_draw(desk, section, response, late="1").status_code == 302
    section = reload_drawn_section(section)
    assert sorted(section.entries.values_list("pair_no", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert [
        len(contest_round.pairings) for contest_round in find_drawn_contest(section).rounds
    ] == [2, 3]
    assert not get_standing_rows(section)[6].total
    enter_round(section, 2)
    late_row = get_standing_rows(section)[6]
    assert late_row.boards == find_drawn_contest(section).plan.boards_per_set
    assert 0 <= late_row.total <= 20
    assert list_drawn_numbers(desk.get(draw_address(section))) == {1, 2, 3, 4, 5, 6}


def test_several_come_late_and_the_page_keeps_the_typed_number(desk):
    section = make_section_after_round_1(desk, size=6)
    response = post_typed_draw(desk, section, late="3")
    assert response.context["typed_round"].late_text == "3"
    assert [number for number, _name in response.context["contestants"]] == [*range(1, 10)]
    assert len(response.context["byes"]) == 1
    assert post_corrected_draw(desk, section, response, late="3").status_code == 302
    assert reload_drawn_section(section).entries.count() == 9


def test_undo_of_the_draw_removes_its_late_teams(desk):
    section = make_section_after_round_1(desk, size=6)
    post_corrected_draw(desk, section, post_typed_draw(desk, section, late="2"), late="2")
    assert reload_drawn_section(section).entries.count() == 8
    latest_act = desk.get(f"/sessions/{section.session_id}/play/").context["change_notice"].act
    desk.post(
        f"/sessions/{section.session_id}/changed/undo/",
        {"act": latest_act.number, "sure": latest_act.number},
    )
    section = reload_drawn_section(section)
    assert section.entries.count() == 6
    assert len(find_drawn_contest(section).rounds) == 1


@pytest.mark.parametrize("text", ["many", "-1", "10", "1.5"])
def test_invalid_number_of_late_teams_is_refused_and_kept(desk, text):
    section = make_section_after_round_1(desk, size=6)
    response = post_typed_draw(desk, section, late=text)
    assert response.status_code == 422
    assert response.context["problems"] == [
        f"Late teams can’t be “{text}”. Type a number from 0 to 9."
    ]
    assert response.context["typed_round"].late_text == text


def test_nobody_joins_a_knock_out(desk):
    section = make_drawn_section(desk, key="knock-out", size=4)
    enter_round(section, 1)
    assert sorted(
        find_drawn_contest(reload_drawn_section(section), late_count=2).names_by_number
    ) == [1, 2, 3, 4]


@pytest.mark.parametrize("path", ["seats/", "print/", "play/", "scores/", "room/", "results/"])
def test_every_step_of_the_night_opens_with_a_late_team(desk, path):
    section = make_section_after_round_1(desk, size=6)
    post_corrected_draw(desk, section, post_typed_draw(desk, section, late="1"), late="1")
    assert desk.get(f"/sessions/{section.session_id}/{path}", follow=True).status_code == 200


def test_late_team_gets_the_bye_last(desk):
    section = make_section_after_round_1(desk, size=4)
    response = post_typed_draw(desk, section, late="1")
    (bye,) = response.context["byes"]
    assert bye in (1, 2, 3, 4)
    post_corrected_draw(desk, section, response, late="1")
    assert find_drawn_contest(reload_drawn_section(section)).rounds[1].byes == (bye,)
    redraw_page = desk.get(f"{draw_address(section)}?anew=1")
    assert 5 not in redraw_page.context["byes"]


@pytest.fixture
def section_with_absent_team(desk):
    """A section of which round 1 was drawn without team 6."""
    section = make_drawn_section(desk, size=6)
    post_data = {
        "mark": find_drawn_contest(section).state_version,
        "action": "use",
        "anew": "1",
        "absent": ["6"],
        "home-1": "1",
        "away-1": "2",
        "home-2": "3",
        "away-2": "4",
        "bye": "5",
    }
    assert desk.post(draw_address(section), post_data).status_code == 302
    section = reload_drawn_section(section)
    enter_round(section, 1)
    return section


def test_standings_say_that_a_late_team_has_not_played(section_with_absent_team):
    notes = EventResults(section_with_absent_team.session.event).standings.notes
    assert [note for note in notes if note.startswith("Team 6")] == ["Team 6 hasn’t played yet."]
    assert not any("withdrawn" in note for note in notes)


def test_desk_pages_show_a_late_team_as_not_here_yet(desk, section_with_absent_team):
    section = section_with_absent_team
    draw_texts = find_texts(desk.get(draw_address(section)), ".drawing p")
    assert "Not here yet: 6" in draw_texts
    assert not any(text.startswith("Withdrawn") for text in draw_texts)
    assert list_start_places(section)[6] == "not here yet"
    play_texts = find_texts(desk.get(f"/sessions/{section.session_id}/play/"), "p")
    assert "Team 6 hasn’t played yet." in play_texts


def test_draw_sheet_lists_a_late_team_as_not_arrived(section_with_absent_team):
    (sheet,) = SectionJob(section_with_absent_team).get_added_sheets(MatchSheets).draws
    assert sheet.withdrawn_names == ()
    assert sheet.late_names == ("6",)


def test_own_page_of_a_late_team_says_nothing_of_withdrawal(desk, section_with_absent_team):
    accesses = open_entry_addresses(section=section_with_absent_team, pairs=[6])
    assert "withdrawn" not in desk.get(f"/my/{accesses[6].token}/").content.decode()


@pytest.fixture
def section_with_withdrawn_team(desk):
    """A section from which team 2 has withdrawn after round 1 of 3."""
    section = make_section_after_round_1(desk, size=6)
    response = post_typed_draw(desk, section, absent=["2"])
    assert post_corrected_draw(desk, section, response, absent=["2"]).status_code == 302
    section = reload_drawn_section(section)
    assert find_drawn_contest(section).withdrawn_numbers == {2}
    enter_round(section, 2)
    return section


def test_withdrawn_team_is_ticked_and_not_drawn(desk, section_with_withdrawn_team):
    response = desk.get(draw_address(section_with_withdrawn_team))
    assert 2 not in list_drawn_numbers(response)
    assert 2 not in response.context["byes"]
    inputs = [element.attrib for element in find_elements(response, "input")]
    absent_boxes = [attrib for attrib in inputs if attrib.get("name") == "absent"]
    assert [box["value"] for box in absent_boxes if "checked" in box] == ["2"]
    assert "Withdrawn: 2" in find_texts(response, ".drawing p")


def test_desk_pages_say_that_a_team_has_withdrawn(desk, section_with_withdrawn_team):
    section = section_with_withdrawn_team
    assert "Team 2 has withdrawn." in EventResults(section.session.event).standings.notes
    start_places = list_start_places(section)
    assert start_places[1] == "table 1, N-S"
    assert start_places[2] == "withdrawn"
    play_texts = find_texts(desk.get(f"/sessions/{section.session_id}/play/"), "p")
    assert "Team 2 has withdrawn." in play_texts


def test_draw_sheet_and_guide_card_of_a_withdrawn_team(section_with_withdrawn_team):
    job = SectionJob(section_with_withdrawn_team)
    (draw_sheet,) = job.get_added_sheets(MatchSheets).draws
    assert draw_sheet.withdrawn_names == ("2",)
    rounds_to_draw = {guide.pair_no: guide.next_round_to_draw for guide in job.guides}
    assert rounds_to_draw[1] == 3
    assert rounds_to_draw[2] == 0  # no further round


def test_own_page_of_a_withdrawn_team_says_so(desk, section_with_withdrawn_team):
    accesses = open_entry_addresses(section=section_with_withdrawn_team, pairs=[1, 2])
    headings = {
        number: find_texts(desk.get(f"/my/{access.token}/"), "#now")
        for number, access in accesses.items()
    }
    assert headings[2] == ["You have withdrawn"]
    assert headings[1] != headings[2]


def test_withdrawn_team_is_drawn_again_once_unticked(desk, section_with_withdrawn_team):
    section = section_with_withdrawn_team
    redrawn = post_typed_draw(desk, section)
    assert 2 in list_drawn_numbers(redrawn)
    assert post_corrected_draw(desk, section, redrawn).status_code == 302
    contest = find_drawn_contest(reload_drawn_section(section))
    assert contest.withdrawn_numbers == set()
    assert 2 in contest.rounds[2].playing_contestants
