"""Matches whose rounds all begin at the same board: numbers, vulnerability, scores, files and refusals."""

from collections import Counter

import pytest

from director.additions.contests.butler import compute_players_record
from director.boards.movement.lines.section_lines import fetch_section_lines, load_movement
from director.boards.movement.sections import fetch_scoring_field
from director.boards.play.hands import store_section_deals
from director.boards.play.plan import number_boards, set_match_boards, store_plan
from director.boards.play.problems.doubts import detect_odd_lines, detect_turned_lines
from director.boards.scoring.standings.event import EventResults
from director.core.night.journal import record_act
from director.errors import DeskError
from director.models import Section
from director.models.event import Contest
from movements.registry import make_plan
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    make_round_robin,
    make_section_to_draw,
    post_draw,
    reload_drawn_section,
)
from tests.director.pages import find_elements, find_texts
from tests.factories import enter_on_line
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db
# The same score with any vulnerability, so that nights with other numbers can be compared.
TEXTS = ("1NTN=", "2HE+1", "PASS", "2SS=", "3CW=", "1NTE+2", "2DN=")


def list_boards_by_round(section: Section) -> dict[int, tuple[int, ...]]:
    boards: dict[int, set[int]] = {}
    for row in section.plan.rows.all():
        boards.setdefault(row.round_no, set()).update(row.boards)
    return {round_no: tuple(sorted(numbers)) for round_no, numbers in sorted(boards.items())}


def find_box(response):
    boxes = find_elements(response, "input")
    return next(box for box in boxes if box.get("name") == "each_round")


def enter_texts(section: Section) -> None:
    for index, line in enumerate(fetch_section_lines(section).all):
        enter_on_line(section, line, TEXTS[(index * 3 + index // 5) % len(TEXTS)])


def make_rounds_from_1(*, teams: int = 4, boards: int = 3, **how) -> Section:
    section = make_round_robin(teams=teams, boards=boards, named=True, **how)
    number_boards(session=section.session, first_board=1, is_each_round=True, user=None)
    return reload_drawn_section(section)


def test_every_round_of_a_round_robin_begins_at_board_1(desk):
    section = make_round_robin(boards=3)
    page = desk.get(f"/sessions/{section.session_id}/field/?tab=sections")
    box = find_box(page)
    assert not box.get("value")
    address = f"/sessions/{section.session_id}/boards/"
    response = desk.post(address, {"first_board": "1", "each_round": "1"}, follow=True)
    assert find_texts(response, ".say.success") == ["Every round begins at board 1."]
    section = reload_drawn_section(section)
    assert list_boards_by_round(section) == dict.fromkeys((1, 2, 3), (1, 2, 3))
    box = find_box(response)
    assert box.get("value") == "1"
    desk.post(address, {"first_board": "1", "each_round": ""}, follow=True)
    assert list_boards_by_round(reload_drawn_section(section))[3] == (7, 8, 9)


def test_field_takes_it_with_the_movement(desk):
    section = make_section_to_draw()
    query = {"teams": 4, "key": "round-robin", "boards": 3, "each_round": "5"}
    address = f"/sessions/{section.session_id}/field/movement/"
    page = desk.get(address, query)
    assert desk.post(address, page.context["movement_query"]).status_code == 302
    section = reload_drawn_section(section)
    assert list_boards_by_round(section) == dict.fromkeys((1, 2, 3), (5, 6, 7))


@pytest.mark.slow
def test_rounds_that_are_drawn_later_begin_there_too(desk):
    section = make_drawn_section(desk, each_round="1", meetings="once")
    enter_round(section, 1)
    assert list_boards_by_round(section) == {1: (1, 2)}
    post_draw(desk, section)
    assert list_boards_by_round(reload_drawn_section(section)) == {1: (1, 2), 2: (1, 2)}


def test_a_result_has_the_vulnerability_of_the_cards(desk):
    section = make_rounds_from_1()
    line = fetch_section_lines(section).get_table_lines(2, 1)[0]
    assert line.board_no == 1
    enter_on_line(section, line, "4SE=")
    assert fetch_section_lines(section).find_line(*line[:3]).ns_score == -420


@pytest.mark.slow
def test_the_night_comes_out_as_if_boards_ran_on():
    results = []
    for section in (make_round_robin(boards=3, named=True), make_rounds_from_1()):
        enter_texts(section)
        event_results = EventResults(section.session.event)
        rows = event_results.standings.groups[0].rows
        (session_results,) = event_results.sessions
        recap = session_results.recap
        results.append(
            (
                [(row.contestant, row.total, row.place) for row in rows],
                sorted((row.standing.contestant, sum(row.points)) for row in recap.rows),
                [(match.teams, match.points) for match in session_results.scored.ranking.matches],
            )
        )
        assert compute_field_differences(fetch_scoring_field(section)) == []
    assert results[0] == results[1]


@pytest.mark.slow
def test_a_result_is_unusual_among_those_of_its_round():
    section = make_rounds_from_1(teams=8)
    lines = fetch_section_lines(section).get_board_lines(1)
    turned = next(line for line in lines if line.round_no == 2)
    for line in lines:
        # In round 2 everybody has the slam that nobody has in round 1.
        text = "6SN=" if line.round_no == 2 else "PASS"
        enter_on_line(section, line, "6SE=" if line is turned else text)
    section_lines = fetch_section_lines(section)
    assert [line[:3] for line in detect_odd_lines(section_lines, "bridge")] == [turned[:3]]
    assert [line[:3] for line in detect_turned_lines(section_lines, "bridge")] == [turned[:3]]


def test_teams_that_meet_again_have_other_numbers_of_the_same_vulnerability():
    section = make_section_to_draw()
    movement = make_plan("round-robin", teams=4, boards_per_set=3, options={"twice": "yes"})
    store_plan(section=section, movement=movement)
    number_boards(session=section.session, first_board=1, is_each_round=True, user=None)
    boards = list_boards_by_round(reload_drawn_section(section))
    assert Counter(boards.values()) == {(1, 2, 3): 3, (17, 18, 19): 3}
    match = make_section_to_draw()
    movement = make_plan("team-match", teams=2, rounds=2, boards_per_set=12)
    store_plan(section=match, movement=movement)
    number_boards(session=match.session, first_board=1, is_each_round=True, user=None)
    boards = list_boards_by_round(reload_drawn_section(match))
    assert [numbers[0] for numbers in boards.values()] == [1, 17]


def test_another_length_of_the_matches_and_the_next_movement_begin_there_too():
    section = make_rounds_from_1()
    set_match_boards(section=section, board_count=5, user=None)
    section = reload_drawn_section(section)
    assert list_boards_by_round(section) == dict.fromkeys((1, 2, 3), (1, 2, 3, 4, 5))
    store_plan(section=section, movement=make_plan("round-robin", teams=6, boards_per_set=2))
    section = reload_drawn_section(section)
    assert set(list_boards_by_round(section).values()) == {(1, 2)}
    store_plan(section=section, movement=make_plan("fours-mitchell", teams=5, boards_per_set=2))
    section = reload_drawn_section(section)
    assert load_movement(section.plan).rows[0].boards


def test_boards_that_go_from_table_to_table_cannot_begin_again():
    section = make_section_to_draw()
    store_plan(section=section, movement=make_plan("fours-mitchell", teams=5, boards_per_set=2))
    with pytest.raises(DeskError, match="Boards of this movement go from table to table"):
        number_boards(session=section.session, first_board=1, is_each_round=True, user=None)


def test_hands_belong_to_no_board_whose_number_several_rounds_have(director):
    section = make_rounds_from_1()
    event = section.session.event
    with (
        pytest.raises(DeskError, match="Every round begins at the same board"),
        record_act(event=event, kind="hands", message="", user=director) as journal,
    ):
        store_section_deals(section, {1: {"cards": ""}}, journal)


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", ["play", "scores", "results", "print", "results/boards/1", "results/recap", "field"]
)
def test_its_pages_open(desk, page):
    section = make_rounds_from_1()
    enter_texts(section)
    assert desk.get(f"/sessions/{section.session_id}/{page}/", follow=True).status_code == 200


@pytest.mark.slow
def test_players_are_compared_with_those_who_held_their_cards():
    section = make_rounds_from_1()
    enter_texts(section)
    assert section.session.event.contest == Contest.TEAMS
    sessions = EventResults(section.session.event).sessions
    assert compute_players_record(sessions).unknown_seat_count
