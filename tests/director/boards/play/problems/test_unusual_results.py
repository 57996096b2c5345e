"""Which results a director is asked to look at."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.problems import doubts
from director.boards.play.scores.result import enter_result
from director.boards.scoring.deals import fetch_makeable_by_board
from tests.director.additions.hands.nights import make_dealt_section


@pytest.mark.parametrize(("tricks", "is_odd"), [(2, True), (3, False), (12, True), (11, False)])
def test_whist(tricks, is_odd):
    assert doubts.is_odd(tricks, [7, 7, 8], doubts.ODDITY_LIMITS["whist"]) is is_odd


@pytest.mark.django_db
def test_result_far_from_what_the_cards_give_is_odd_however_few_tables():
    section = make_dealt_section(entered=False)
    line = fetch_section_lines(section).get_board_lines(1)[
        0
    ]  # N-S make three tricks in spades, E-W ten
    enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text="3SS=", user=None)
    makeable = fetch_makeable_by_board(section)
    assert {
        (line.board_no, line.ns)
        for line in doubts.detect_odd_lines(fetch_section_lines(section), "bridge", makeable)
    } == {(1, line.ns)}
    assert doubts.detect_odd_lines(fetch_section_lines(section), "bridge") == set()
