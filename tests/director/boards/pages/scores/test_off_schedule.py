"""What was played otherwise is stored as it was: who held which cards, where; what was due stays beside it."""

from functools import partial

import pytest
from django.utils import timezone

from director.additions.rulings.rulings import Penalty, withdraw_ruling
from director.boards.movement.lines.dependent_scores import fetch_group_by_line, fetch_groups_act
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section, fetch_section_acts
from director.boards.movement.words import list_number_choices
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.off_schedule import (
    group_board,
    swap_table_boards,
    turn_table,
)
from director.boards.play.scores.result import enter_result, store_unscheduled_result
from director.boards.scoring.scored import score_section
from director.core.base.act_kinds import ActKind
from director.core.night.publishing import publish_results
from director.errors import DeskError
from director.models.award import AwardKind
from tests.director.core.files.rows import dump_night
from tests.director.pages import HTMX, find_elements, find_texts
from tests.factories import add_ruling, enter_award, make_night
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    return make_night(pairs=10, boards_per_set=2)


def entered(section, board_no, ns, ew, text, at=None):
    if at:
        return store_unscheduled_result(
            section=section, key=(board_no, ns, ew), text=text, user=None, round_and_table=at
        )
    return enter_result(section=section, board_no=board_no, ns=ns, ew=ew, text=text, user=None)


def at_table(section, round_no, table_no):
    lines = fetch_section_lines(fetch_section(section.ref)).get_table_lines(round_no, table_no)
    return [(line.board_no, line.ns, line.ew, line.text, line.is_off_schedule) for line in lines]


def test_a_second_score_of_a_pair_on_a_board_is_stored_and_void(desk, section):
    entered(section, 1, 1, 6, "4SS=")
    path = f"/sessions/{section.session_id}/scores/boards/1/otherwise/"
    typed = {"ns": "1", "ew": "9", "round_no": "4", "table_no": "1", "text": "3NTN="}
    (words,) = find_texts(desk.post(path, typed), ".say.warn")
    said = (
        "Board 1 already has a score for these pairs: 1 N-S against 1 E-W, 4SS=. The second one will be void "
        "(Law 15B1)."
    )
    assert said in words
    desk.post(path, typed | {"sure": "1"})
    second = section.results.counted().get(ew=9)
    assert second.text == "3NTN="
    assert second.counted[:8] == "NP: void"
    assert score_section(section).points_by_line[1, 1, 6].ns_points is not None


def test_results_off_schedule_are_marked_for_visitors(desk, client, section):
    entered(section, 1, 1, 6, "4SS=")
    due = next(line for line in fetch_section_lines(section).get_board_lines(1) if line.ns == 3)
    entered(section, 1, 3, due.ew, "4SS-1")
    turn_table(section=section, round_no=1, table_no=1, user=None)
    publish_results(event=section.session.event, user=None)
    event = f"/events/{section.session.event_id}"
    card = client.get(f"{event}/pairs/6/")
    assert [text for text in find_texts(card, "td") if "off schedule" in text] == [
        "4♠ S · off schedule",
        "missing · off schedule",
    ]
    recap = client.get(f"{event}/recap/")
    assert find_texts(recap, "caption") == ["Recap points of each board; * off schedule"]
    assert sorted(text for text in find_texts(recap, "td.n") if text.startswith("*")) == [
        "*0",
        "*2",
    ]


@pytest.mark.slow
def test_the_table_page_turns_and_swaps_in_one_press(desk, section):
    path = f"/sessions/{section.session_id}/scores/rounds/1/tables/1/otherwise/"
    response = desk.post(path, {"how": "turned"}, follow=True)
    assert find_texts(response, "#messages p") == [
        "Round 1, table 1 saved as played. You can undo it in Scores."
    ]
    assert at_table(section, 1, 1)[0][:3] == (1, 6, 1)
    desk.post(path, {"how": "boards", "other": "3"})
    assert at_table(section, 1, 1)[0][:3] == (5, 6, 1)
    for typed, said in (
        ({"how": "boards"}, "Choose the other table."),
        ({"how": "boards", "other": "1"}, "You chose table 1 twice."),
        ({"how": "opponents", "other": "9"}, "Nobody plays at table 9 in round 1."),
        ({"how": "x"}, "Choose one of the buttons."),
    ):
        response = desk.post(path, typed, follow=True)
        assert said in find_texts(response, "#messages p")[-1]


def test_a_result_is_not_moved_to_where_another_stands(section):
    entered(section, 1, 1, 6, "4SS=")
    section.results.create(
        board_no=1, ns=6, ew=1, text="PASS", ns_score=0, entered_at=timezone.now()
    )
    with pytest.raises(
        DeskError, match="Board 1, 1 E-W against 1 N-S, already has a result from another table"
    ):
        turn_table(section=section, round_no=1, table_no=1, user=None)
    assert not section.played_rows.exists()


@pytest.mark.slow
def test_a_pair_that_sat_the_other_way_keeps_its_place_in_its_own_list(section):
    for line in fetch_section_lines(section).all:
        entered(
            section,
            line.board_no,
            line.ns,
            line.ew,
            ("4SS=", "4SS-1", "PASS")[(line.ns + line.board_no) % 3],
        )
    before = {
        (row.direction, row.contestant): row.board_count
        for row in score_section(section).ranking.standings
    }
    points = score_section(section).points_by_line
    turn_table(section=section, round_no=2, table_no=2, user=None)
    scored = score_section(section)
    assert {
        (row.direction, row.contestant): row.board_count for row in scored.ranking.standings
    } == before
    turned = next(line for line in fetch_section_lines(section).all if line.is_off_schedule)
    former, now = (
        points[turned.board_no, turned.ew, turned.ns],
        scored.points_by_line[turned.board_no, turned.ns, turned.ew],
    )
    assert (former.ns_points, former.ew_points) == (now.ns_points, now.ew_points)
    own = [line.ns_points for key, line in scored.points_by_line.items() if key[1] == 2]
    own += [line.ew_points for key, line in scored.points_by_line.items() if key[2] == 2]
    (row,) = (
        row for row in scored.ranking.standings if (row.direction, row.contestant) == ("NS", 2)
    )
    assert row.total == sum(own)
    assert not compute_field_differences(scored.scoring_field)


def counted(section, **line):
    result = section.results.counted().get(**line)
    return result.text, result.counted


@pytest.mark.parametrize(
    "store", [enter_award, partial(store_unscheduled_result, user=None)], ids=["given", "played"]
)
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"ew": 2}, "Pair 2 N-S is entered twice. Choose another."),
        ({"ew": 77}, "There is no pair 77 here. The pairs are "),
        ({"board_no": 99}, "Board 99 isn’t in play here. The boards are 1 to 10."),
    ],
)
def test_what_is_given_is_refused_in_the_words_of_what_was_played(section, store, wrong, said):
    line = {"board_no": 1, "ns": 2, "ew": 9} | wrong
    with pytest.raises(DeskError, match=said):
        store(section=section, key=tuple(line.values()), text="A6040")
    assert not section.results.exists()


def history(desk, section, **line):
    result = section.results.get(**line)
    page = desk.get(f"/sessions/{section.session_id}/scores/history/{result.pk}/")
    return find_texts(page, "tbody td")[::4]


def test_a_moved_result_keeps_what_it_was_and_where(desk, section):
    entered(section, 1, 1, 6, "4SS-1")
    entered(section, 1, 1, 6, "4SS=")
    turn_table(section=section, round_no=1, table_no=1, user=None)
    entered(section, 1, 6, 1, "4SS+1")
    before = "on board 1, 1 N-S against 1 E-W"
    assert history(desk, section, board_no=1) == [
        "4♠ S +1",
        "4♠ S =",
        f"4♠ S = {before}",
        f"4♠ S −1 {before}",
    ]
    numbers = [act.number for act in fetch_section_acts(section)][:2]
    for number in numbers:
        undo_section(section=section, number=number, user=None)
    turned = "on board 1, 1 E-W against 1 N-S"
    assert sorted(history(desk, section, board_no=1)) == sorted(
        ["4♠ S =", "4♠ S −1", f"4♠ S = {turned}", "4♠ S +1"]
    )


@pytest.mark.slow
def test_rulings_move_to_the_other_board_with_the_score(section):
    entered(section, 2, 1, 6, "3NTE=")
    ruled = {"facts": "A revoke.", "decision": "One down.", "board_no": 2, "pair_no": 1}
    first = add_ruling(section=section, user=None, **ruled, adjusted="4SE=")
    add_ruling(section=section, user=None, **ruled, adjusted="4SE-1", penalty=Penalty(10, "top", 6))
    before = dump_night()
    swap_table_boards(section=section, round_no=1, first=1, second=2, user=None)
    result = section.results.counted().get(board_no=4)
    assert (result.ns_score, result.counted_score) == (
        -600,
        100,
    )  # E-W are vulnerable on 4, and not on 2
    assert section.rulings.values_list("board_no", flat=True).distinct().get() == 4
    moved = fetch_section_acts(section)[0]
    withdraw_ruling(ruling=section.rulings.get(number=2), user=None)
    assert section.results.counted().get(board_no=4).counted_score == -620
    undo_section(section=section, number=fetch_section_acts(section)[0].number, user=None)
    undo_section(section=section, number=moved.number, user=None)
    assert dump_night() == before
    assert section.rulings.get(number=first.number).award.ns_score == -420


def test_cards_of_a_fouled_board_stay_with_a_table_that_sat_the_other_way(section):
    entered(section, 1, 1, 6, "4SS=")
    group_board(section=section, board_no=1, groups={(1, 6): "B"}, user=None)
    turn_table(section=section, round_no=1, table_no=1, user=None)
    assert fetch_group_by_line(fetch_section(section.ref)) == {(1, 6, 1): "B"}
    cards, turn = fetch_groups_act(section, 1), section.acts.latest("number")
    with pytest.raises(DeskError, match="Round 1, table 1: sat the other way round"):
        undo_section(section=section, number=cards.number, user=None)
    for act in (turn, cards):
        undo_section(section=section, number=act.number, user=None)
    assert not fetch_group_by_line(fetch_section(section.ref))


def test_cards_of_a_line_that_is_none_any_more_do_not_come_back(section):
    for letter in ("B", ""):
        group_board(section=section, board_no=1, groups={(1, 6): letter}, user=None)
    taken_back = fetch_groups_act(section, 1)
    turn_table(section=section, round_no=1, table_no=1, user=None)
    before = dump_night()
    with pytest.raises(
        DeskError,
        match=r"^Board 1 had other cards for 1 N-S against 1 E-W, who no longer meet there\.",
    ):
        undo_section(section=section, number=taken_back.number, user=None, kinds=(ActKind.GROUPS,))
    assert dump_night() == before


def test_a_line_void_for_another_reason_stays_void_when_the_first_score_is_deleted(section):
    entered(section, 1, 1, 6, "4SS=")
    entered(section, 1, 1, 9, "3NTN=", at=(4, 1))
    enter_award(section, (1, 1, 9), "NP: board played twice", kind=AwardKind.VOID)
    entered(section, 1, 1, 6, "")
    assert counted(section, ew=9) == ("3NTN=", "NP: board played twice")


def test_pairs_and_results_are_chosen_by_name(desk, section):
    entered(section, 1, 1, 6, "4SS=")
    page = desk.get(f"/sessions/{section.session_id}/scores/boards/1/otherwise/")
    labels = dict(list_number_choices(section))
    assert labels[1].startswith("1 N-S ")
    assert "&" in labels[1]
    assert find_texts(page, "#id_ns option") == ["–", *labels.values()]
    (result_label,) = find_texts(page, "#id_line option")
    assert result_label == f"{labels[1]} against {labels[6]}: 4SS="


def test_all_results_of_a_board_change_places_with_another_and_come_back(desk, section):
    entered(section, 1, 1, 6, "4SS=")
    entered(section, 1, 2, 8, "PASS")
    entered(section, 2, 1, 6, "3NTN=")
    path = f"/sessions/{section.session_id}/scores/boards/1/otherwise/"
    before = dump_night()
    preview = desk.get(f"{path}?whole=2")
    (shown,) = (box.get("value") for box in find_elements(preview, "#id_shown"))
    assert find_texts(preview, "#whole td.n")[:2] == ["board 1, 420", "board 2, 620"]
    refused = desk.post(f"{path}whole/", {"whole": "2", "shown": "something else"})
    assert "changed since" in " ".join(find_texts(refused, "#id_whole_error"))
    assert dump_night() == before
    desk.post(f"{path}whole/", {"whole": "2", "shown": shown})
    rows = section.results.exclude(text="").order_by("board_no", "ns")
    assert [(row.board_no, row.ns, row.text) for row in rows] == [
        (1, 1, "3NTN="),
        (2, 1, "4SS="),
        (2, 2, "PASS"),
    ]
    undo_section(section=section, number=section.acts.latest("number").number, user=None)
    rows = section.results.exclude(text="").order_by("board_no", "ns")
    assert [row.text for row in rows] == ["4SS=", "PASS", "3NTN="]


def test_a_board_that_is_not_played_is_refused(desk, section):
    entered(section, 1, 1, 6, "4SS=")
    path = f"/sessions/{section.session_id}/scores/boards/1/otherwise/"
    for board_no, reason in (("99", "isn’t played here"), ("1", "Type the other board")):
        assert reason in " ".join(
            find_texts(desk.get(f"{path}?whole={board_no}"), "#id_whole_error")
        )


def test_two_tables_are_shown_as_they_would_be_swapped_before_they_are(desk, section):
    path = f"/sessions/{section.session_id}/scores/rounds/1/tables/2/otherwise/"
    lines = {line.table_no: line for line in fetch_section_lines(section).all if line.round_no == 1}
    names = dict(list_number_choices(section))
    shown = " ".join(find_texts(desk.get(path + "?other=3", **HTMX), "p"))
    assert f"table 2: {names[lines[2].ns]} against {names[lines[3].ew]};" in shown
    assert f"table 3: {names[lines[3].ns]} against {names[lines[2].ew]}." in shown
    assert "Wrong boards: table 2: boards 5–6; table 3: boards 3–4." in shown
    desk.post(path, {"how": "opponents", "other": "3"})
    assert {pairs[1:3] for pairs in at_table(section, 1, 2)} == {(lines[2].ns, lines[3].ew)}


@pytest.mark.parametrize("other", ["", "2", "9", "x"])
def test_no_swap_is_shown_with_a_table_that_cannot_be_swapped(desk, section, other):
    path = f"/sessions/{section.session_id}/scores/rounds/1/tables/2/otherwise/?other={other}"
    assert not find_texts(desk.get(path, **HTMX), "p")


def test_the_preview_of_a_swap_leads_to_the_table_where_it_is_opened_as_a_page(desk, section):
    path = f"/sessions/{section.session_id}/scores/rounds/1/tables/2/"
    assert desk.get(f"{path}otherwise/?other=3").url == f"{path}?wrong=1#otherwise"
