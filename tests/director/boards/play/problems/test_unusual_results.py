"""Which results a director is asked to look at."""

import doctest

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.problems import doubts
from director.boards.play.scores.result import enter_result
from director.boards.scoring.deals import fetch_makeable_by_board, iter_far_off_lines
from tests.director.additions.hands.nights import make_dealt_section, store_club_deals
from tests.factories import make_night


def test_examples():
    assert doctest.testmod(doubts).failed == 0


@pytest.mark.parametrize(
    ("score", "others", "is_odd"),
    [
        pytest.param(-620, [620, 620, 650, 600], True, id="entered-for-the-wrong-side"),
        pytest.param(-420, [420, 420, 450], True, id="wrong-side-not-vulnerable"),
        pytest.param(-100, [620, 620, 650], False, id="game-that-goes-down-once"),
        pytest.param(1430, [680, 680, 650], False, id="slam-bid-at-one-table"),
        pytest.param(-1100, [110, 140, -800], False, id="two-disasters"),
        pytest.param(-620, [620, 620], False, id="too-few-to-compare"),
        pytest.param(-180, [620, 620, 620], True, id="just-far-enough"),
        pytest.param(-179, [620, 620, 620], False, id="just-near-enough"),
        pytest.param(-500, [620, 620, 620, -1000], True, id="just-alone"),
        pytest.param(-501, [620, 620, 620, -1000], False, id="just-not-alone"),
    ],
)
def test_bridge(score, others, is_odd):
    assert doubts.is_odd(score, others, doubts.ODDITY_LIMITS["bridge"]) is is_odd


@pytest.mark.parametrize(("tricks", "is_odd"), [(2, True), (3, False), (12, True), (11, False)])
def test_whist(tricks, is_odd):
    assert doubts.is_odd(tricks, [7, 7, 8], doubts.ODDITY_LIMITS["whist"]) is is_odd


@pytest.mark.django_db
def test_artificial_scores_and_boards_not_played_are_not_compared():
    section = make_night(pairs=14, boards_per_set=1)
    texts = ("4SS=", "4SS=", "A6040", "NP: late", "4SS=", "4SSXX-4")
    for text, line in zip(texts, fetch_section_lines(section).get_board_lines(1), strict=False):
        enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text=text, user=None)
    assert [
        line.result.text for line in doubts.detect_odd_lines(fetch_section_lines(section), "bridge")
    ] == ["4SXXS-4"]
    enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text="A50", user=None)
    assert doubts.detect_odd_lines(fetch_section_lines(section), "bridge") == set()


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


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("far", "doubted"), [(1, 1), (2, 0), (3, 0)], ids=["one-of-three", "two", "all"]
)
def test_where_half_the_tables_are_far_off_the_cards_are_doubted(far, doubted):
    section = make_night(key="howell", pairs=6, boards_per_set=2)
    store_club_deals(section)
    for index, line in enumerate(fetch_section_lines(section).get_board_lines(1)):
        text = "3SS=" if index < far else "3NTE+1"
        enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text=text, user=None)
    assert (
        len(
            list(
                iter_far_off_lines(
                    fetch_section_lines(section), "bridge", fetch_makeable_by_board(section)
                )
            )
        )
        == doubted
    )
