"""What was played otherwise is stored as it was: who held which cards, where; what was due stays beside it."""

import pytest
from django.apps import apps
from django.core import serializers
from django.utils import timezone

from director.boards.results.read.acts import section_acts
from director.boards.results.read.rescored import sitting_differences
from director.boards.results.read.scored import section_scored
from director.boards.results.write.acts import section_redo, section_undo
from director.boards.scores.read.lines import section_lines
from director.boards.scores.write.result import result_enter
from director.boards.scores.write.tables import table_turn, tables_swap_boards, tables_swap_opponents
from director.boards.sections import section_of_session
from director.errors import DeskError
from director.models import PlanRow
from tests.director.pages import texts
from tests.factories import make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    return make_night(pairs=10, boards_per_set=2)


def entered(section, board_no, ns, ew, text, **other):
    return result_enter(section=section, board_no=board_no, ns=ns, ew=ew, text=text, user=None, **other)


def at_table(section, round_no, table_no):
    lines = section_lines(section_of_session(section.place)).at_table(round_no, table_no)
    return [(line.board_no, line.ns, line.ew, line.text, line.is_off_schedule) for line in lines]


def everything() -> str:
    said = {"act", "standingsversion", "person"}
    models = [model for model in apps.get_app_config("director").get_models() if model._meta.model_name not in said]
    return "\n".join(serializers.serialize("jsonl", model._base_manager.order_by("pk")) for model in models)


def test_a_table_that_sat_the_other_way_keeps_its_results_with_the_cards(section):
    entered(section, 1, 1, 6, "4SS=")
    due = list(PlanRow.objects.order_by("pk").values())
    table_turn(section=section, round_no=1, table_no=1, user=None)
    assert at_table(section, 1, 1) == [(1, 6, 1, "4SS=", True), (2, 6, 1, "", True)]
    assert list(PlanRow.objects.order_by("pk").values()) == due
    entered(section, 2, 6, 1, "PASS")
    table_turn(section=section, round_no=1, table_no=1, user=None)
    assert at_table(section, 1, 1) == [(1, 1, 6, "4SS=", False), (2, 1, 6, "PASS", False)]
    assert not section.played_rows.exists()


def test_points_go_to_who_held_the_cards(section):
    for ns, score in ((1, "4SS="), (2, "4SS-1"), (3, "4SS+1")):
        lines = [line for line in section_lines(section).on_board(1) if line.ns == ns]
        entered(section, 1, ns, lines[0].ew, score)
    before = section_scored(section)
    own = {key[1:]: (line.ns_points, line.ew_points) for key, line in before.points.items()}
    table_turn(section=section, round_no=1, table_no=1, user=None)
    after = section_scored(section)
    assert {key[1:]: (line.ns_points, line.ew_points) for key, line in after.points.items()}[6, 1] == own[1, 6]


def test_two_tables_played_each_others_boards(section):
    entered(section, 1, 1, 6, "+420")
    (second,) = {line[2] for line in at_table(section, 1, 2)}
    tables_swap_boards(section=section, round_no=1, first=1, second=2, user=None)
    assert [line[:4] for line in at_table(section, 1, 1)] == [(3, 1, 6, "+420"), (4, 1, 6, "")]
    assert [line[:3] for line in at_table(section, 1, 2)] == [(1, 2, second), (2, 2, second)]


def test_a_contract_moved_to_another_board_has_the_score_of_its_vulnerability(section):
    entered(section, 1, 1, 6, "4SS=")
    tables_swap_boards(section=section, round_no=1, first=1, second=2, user=None)
    assert section.results.get(board_no=3).ns_score == 420  # only E-W are vulnerable on 3
    section_undo(section=section, number=section.acts.first().number, user=None)
    entered(section, 2, 1, 6, "4SS=")
    tables_swap_boards(section=section, round_no=1, first=1, second=2, user=None)
    assert section.results.get(board_no=4).ns_score == 620


def test_opponents_of_two_tables_changed_places(section):
    entered(section, 1, 1, 6, "4SS=")
    tables_swap_opponents(section=section, round_no=1, first=1, second=2, user=None)
    assert at_table(section, 1, 1)[0] == (1, 1, 7, "4SS=", True)
    assert at_table(section, 1, 2)[0] == (3, 2, 6, "", True)


def test_undo_and_redo_are_exact(section):
    states = [everything()]
    entered(section, 1, 1, 6, "4SS=")
    states.append(everything())
    table_turn(section=section, round_no=1, table_no=1, user=None)
    states.append(everything())
    tables_swap_boards(section=section, round_no=1, first=1, second=2, user=None)
    states.append(everything())
    tables_swap_opponents(section=section, round_no=2, first=3, second=4, user=None)
    numbers = [act.number for act in section_acts(section)][:4]
    for number, state in zip(numbers, reversed(states), strict=True):
        section_undo(section=section, number=number, user=None)
        assert everything() == state
    for number, state in zip(reversed(numbers), states[1:], strict=False):
        section_redo(section=section, number=number, user=None)
        assert everything() == state


def test_a_result_of_pairs_who_do_not_meet_is_asked_about_once_and_stored(desk, section):
    path = f"/sessions/{section.session_id}/scores/boards/1/otherwise/"
    typed = {"ns": "2", "ew": "9", "round_no": "1", "table_no": "2", "text": "3NTN="}
    asked = desk.post(path, typed)
    assert asked.status_code == 422
    (words,) = texts(asked, ".say.warn")
    assert words.startswith("Board 1 in round 1 at table 2: 2 N-S and 4 E-W do not meet.")
    assert not section.results.exists()
    desk.post(path, typed | {"sure": "1"})
    result = section.results.get()
    assert (result.board_no, result.ns, result.ew, result.round_no, result.table_no) == (1, 2, 9, 1, 2)
    page = desk.get(f"/sessions/{section.session_id}/scores/boards/1/")
    assert any("off schedule" in text for text in texts(page, "td small"))
    event = f"/events/{section.session.event_id}"
    boards = desk.get(f"{event}/results.json").json()["boards"]
    assert [line.get("off_schedule") for board in boards for line in board["lines"] if line["score"]] == [True]


def test_a_second_score_of_a_pair_on_a_board_is_stored_and_void(desk, section):
    entered(section, 1, 1, 6, "4SS=")
    path = f"/sessions/{section.session_id}/scores/boards/1/otherwise/"
    typed = {"ns": "1", "ew": "9", "round_no": "4", "table_no": "1", "text": "3NTN="}
    (words,) = texts(desk.post(path, typed), ".say.warn")
    said = (
        "Board 1 has a score of these pairs already: 1 N-S against 1 E-W, 4SS=. The second one will be void (Law 15B1)."
    )
    assert said in words
    desk.post(path, typed | {"sure": "1"})
    second = section.results.counted().get(ew=9)
    assert (second.text, second.counted[:8]) == ("3NTN=", "NP: void")
    assert section_scored(section).points[1, 1, 6].ns_points is not None


def test_a_board_that_a_pair_has_played_already_is_void_where_it_is_due_later(section):
    entered(section, 1, 2, 9, "3NTN=", at=(1, 2), as_it_was=True)
    due = next(line for line in section_lines(section).on_board(1) if line.ns == 2)
    entered(section, 1, 2, due.ew, "4SS=")
    assert section.results.counted().get(ew=due.ew).counted.startswith("NP: void")
    assert section_scored(section)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"ns": "2", "ew": "2"}, "2 N-S is named twice. Choose the other pair."),
        ({"ns": ""}, "Choose who sat N-S."),
        ({"ns": "77"}, "Select a valid choice"),
        ({"text": "4Q="}, "4Q="),
        ({"text": ""}, "Type what they made"),
        ({"round_no": "x"}, "“x” is not the round."),
    ],
)
def test_what_cannot_have_been_is_said_and_stays_typed(desk, section, typed, said):
    entered(section, 1, 1, 6, "4SS=")
    usual = {"ns": "2", "ew": "9", "round_no": "1", "table_no": "2", "text": "3NTN=", "sure": "1"}
    answer = desk.post(f"/sessions/{section.session_id}/scores/boards/1/otherwise/", usual | typed)
    assert answer.status_code == 422
    assert any(said in text for text in texts(answer, ".say.bad"))
    assert section.results.count() == 1


def test_the_table_page_turns_and_swaps_in_one_press(desk, section):
    path = f"/sessions/{section.session_id}/scores/rounds/1/tables/1/otherwise/"
    answer = desk.post(path, {"how": "turned"}, follow=True)
    assert texts(answer, "#messages p") == ["Round 1, table 1 stands as it was played; Undo takes that back."]
    assert at_table(section, 1, 1)[0][:3] == (1, 6, 1)
    desk.post(path, {"how": "boards", "other": "3"})
    assert at_table(section, 1, 1)[0][:3] == (5, 6, 1)
    for typed, said in (
        ({"how": "boards"}, "Choose the other table."),
        ({"how": "boards", "other": "1"}, "Table 1 is named twice."),
        ({"how": "opponents", "other": "9"}, "Nobody plays at table 9 in round 1."),
        ({"how": "x"}, "Press one of the buttons."),
    ):
        answer = desk.post(path, typed, follow=True)
        assert said in texts(answer, "#messages p")[-1]


def test_a_result_is_not_moved_to_where_another_stands(section):
    entered(section, 1, 1, 6, "4SS=")
    section.results.create(board_no=1, ns=6, ew=1, text="PASS", ns_score=0, entered_at=timezone.now())
    with pytest.raises(DeskError, match="Board 1, 1 E-W against 1 N-S, has a result from another table already"):
        table_turn(section=section, round_no=1, table_no=1, user=None)
    assert not section.played_rows.exists()


def test_a_pair_that_sat_the_other_way_keeps_its_place_in_its_own_list(section):
    for line in section_lines(section).all:
        entered(section, line.board_no, line.ns, line.ew, ("4SS=", "4SS-1", "PASS")[(line.ns + line.board_no) % 3])
    before = {(row.direction, row.contestant): row.boards for row in section_scored(section).ranking.standings}
    points = section_scored(section).points
    table_turn(section=section, round_no=2, table_no=2, user=None)
    scored = section_scored(section)
    assert {(row.direction, row.contestant): row.boards for row in scored.ranking.standings} == before
    turned = next(line for line in section_lines(section).all if line.is_off_schedule)
    former, now = points[turned.board_no, turned.ew, turned.ns], scored.points[turned.board_no, turned.ns, turned.ew]
    assert (former.ns_points, former.ew_points) == (now.ns_points, now.ew_points)
    own = [line.ns_points for key, line in scored.points.items() if key[1] == 2]
    own += [line.ew_points for key, line in scored.points.items() if key[2] == 2]
    (row,) = (row for row in scored.ranking.standings if (row.direction, row.contestant) == ("NS", 2))
    assert row.total == sum(own)
    assert not sitting_differences(scored.sitting)
