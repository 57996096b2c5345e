"""Fouled boards: tables with other cards are compared among themselves, said at the desk and taken back there."""

from fractions import Fraction

import pytest

from director.boards.movement.lines.dependent_scores import fetch_group_by_line, fetch_groups_act
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.scores.off_schedule import group_board
from director.boards.play.scores.result import enter_result
from director.boards.scoring.standings.event import RESULTS_CACHE
from director.core.base.act_kinds import ActKind
from tests.director.boards.scored import fetch_session_sheets, find_session_differences
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.director.sent_forms import find_form, send_form
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db
SCORES = {1: "4SS=", 2: "4SS+1", 3: "4SS-1", 4: "4SS=", 5: "PASS"}


@pytest.fixture
def section():
    """A Mitchell of five tables with every result in; on board 1 the N-S pairs score as in ``SCORES``."""
    section = make_night(pairs=10, boards_per_set=2)
    enter_all_results(section)
    for ns, ew in pairs(section):
        enter_result(section=section, board_no=1, ns=ns, ew=ew, text=SCORES[ns], user=None)
    return section


def pairs(section):
    return [
        (line.ns.number, line.ew.number) for line in fetch_session_sheets(section).boards[0].lines
    ]


def group(section, letters, user=None):
    """Give the N-S pairs of *letters* their group on board 1."""
    group_board(
        section=section,
        board_no=1,
        groups={(ns, ew): letters.get(ns, "") for ns, ew in pairs(section)},
        user=user,
    )


def points(section):
    return [
        line.ns.points
        for line in fetch_session_sheets(fetch_section(section.session_id)).boards[0].lines
    ]


def test_lines_are_compared_with_those_of_their_group_only(section):
    assert points(section) == [5, 8, 0, 5, 2]
    group(section, {1: "B", 3: "B"})
    lines = fetch_session_sheets(section).boards[0].lines
    assert [line.group for line in lines] == ["B", "", "B", "", ""]
    neuberg = {"beats one of one": Fraction(13, 2), "beats nobody": Fraction(3, 2)}
    assert [lines[0].ns.points, lines[2].ns.points] == list(neuberg.values())
    assert [lines[1].ns.points, lines[3].ns.points, lines[4].ns.points] == [
        Fraction(22, 3),
        Fraction(4),
        Fraction(2, 3),
    ]
    assert find_session_differences(section) == []


def groups_step_back(section, board_no=1):
    act = fetch_groups_act(section, board_no)
    undo_section(section=section, number=act.number, user=None, kinds=(ActKind.GROUPS,))


@pytest.mark.slow
def test_boards_do_not_stand_in_each_others_way(section):
    for board_no, letter in ((2, "B"), (10, "C"), (2, "D")):
        ns, ew = next(
            (line.ns, line.ew) for line in fetch_section_lines(section).get_board_lines(board_no)
        )
        group_board(section=section, board_no=board_no, groups={(ns, ew): letter}, user=None)
    last = fetch_group_by_line(fetch_section(section.session_id))
    assert list(last.values()) == ["D", "C"]
    number = fetch_groups_act(section, 10).number
    undo_section(section=section, number=number, user=None, kinds=(ActKind.GROUPS,))
    assert [board_no for board_no, *_pairs in fetch_group_by_line(section)] == [2]
    redo_section(section=section, number=number, user=None, kinds=(ActKind.GROUPS,))
    groups_step_back(section, 2)
    assert fetch_group_by_line(section) == last | {next(iter(last)): "B"}


# -- at the desk -------------------------------------------------------------------------------------------------------


def page(section):
    return f"/sessions/{section.session_id}/scores/boards/1/"


@pytest.mark.slow
def test_groups_are_chosen_on_the_page_of_the_board_and_shown_everywhere(desk, section):
    data = {f"group-{ns}-{ew}": "B" if ns in (1, 3) else "" for ns, ew in pairs(section)}
    stored = desk.post(f"{page(section)}groups/", data, follow=True)
    assert find_texts(stored, "#messages p") == ["Board 1 is scored in groups: as dealt and B."]
    assert [
        element.get("name")
        for element in find_elements(stored, "#fouled option")
        if "selected" in element.attrib
    ] == [None, None]
    entry = section.entries.get(pair_no=1)
    assert any(entry.get_names() in text for text in find_texts(stored, "#fouled th[scope=row]"))
    assert find_texts(stored, ".lines .flag") == ["cards B", "cards B"]
    event_id = section.session.event_id
    traveller = desk.get(f"/events/{event_id}/boards/1/")
    shown = [cell.partition(" · ")[2] for cell in find_texts(traveller, ".traveller td.c-contract")]
    assert shown == ["cards B", "", "cards B", "", ""]
    rows = (
        desk.get(f"/events/{event_id}/export/csv/?table=boards")
        .content.decode("utf-8-sig")
        .splitlines()
    )
    assert rows[0].split(",")[8:10] == ["Cards", "Contract"]
    assert [row.split(",")[8] for row in rows[1:6]] == ["B", "", "B", "", ""]
    lines = desk.get(f"/events/{event_id}/results.json").json()["boards"][0]["lines"]
    assert [line.get("group") for line in lines] == ["B", None, "B", None, None]
    (button,) = [
        button for button in find_elements(stored, "#fouled button") if button.get("name") == "undo"
    ]
    undone = desk.post(f"{page(section)}groups/", {"undo": button.get("value")}, follow=True)
    response = desk.post(
        f"{page(section)}groups/", {"undo": button.get("value")}, follow=True
    )  # the same press, sent twice
    assert find_texts(response, "#messages p") == ["Board 1 is scored as one board."]
    assert find_texts(undone, "#messages p") == ["Board 1 is scored as one board."]
    assert not find_elements(undone, "#fouled table")


def test_form_of_the_groups_is_fetched_when_it_is_opened(desk, section):
    (fold,) = find_elements(desk.get(page(section)), "#fouled")
    fetched = desk.get(fold.get("hx-get"), HTTP_HX_REQUEST="true")
    assert [row[0].partition(" table")[0] for row in read_table_rows(fetched)] == [
        f"{ns} N-S" for ns, _ew in pairs(section)
    ]
    assert len(find_elements(fetched, "form")) == 1


def test_without_scripts_a_link_brings_the_page_with_the_form_open(desk, section):
    (link,) = find_elements(desk.get(page(section)), "#fouled a")
    answer = desk.get(link.get("href").partition("#")[0])
    (fold,) = find_elements(answer, "#fouled")
    assert fold.get("open") is not None
    form = find_form(answer, "#fouled form")
    send_form(desk, page(section), answer, form, {"group-1-6": "B"})
    assert find_texts(desk.get(page(section)), ".lines .flag") == ["cards B"]


def test_a_page_that_was_tampered_with_is_one_sentence(desk, section):
    refused = desk.post(f"{page(section)}groups/", {"group-1-6": "Z"})
    assert refused.status_code == 422
    assert find_errors(refused) == ["“Z” isn’t a group of cards. Choose one of B, C, D, or none."]


@pytest.mark.slow
def test_groups_cost_no_query_if_there_are_none(desk, section):
    before = count_queries(desk, page(section))
    group(section, {1: "B"})
    RESULTS_CACHE.clear()
    # The groups, and the laws, which ask for what was played on a fouled board.
    assert count_queries(desk, page(section)) == before + 5
    group(section, {})
    RESULTS_CACHE.clear()
    assert count_queries(desk, page(section)) == before
