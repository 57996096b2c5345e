"""Results that look as if they were written down for the wrong side."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.problems.doubts import TURN_LIMITS, detect_turned_lines, is_likely_turned
from director.boards.play.scores.result import enter_result
from tests.factories import make_night


@pytest.mark.parametrize(
    ("game", "score", "others", "fits"),
    [
        pytest.param("bridge", -620, [620, 620, 170], True, id="just-the-same"),
        pytest.param("bridge", -620, [650, 170, 170], True, id="an-overtrick-more"),
        pytest.param("bridge", -620, [620, 0, 650], True, id="passed-out-is-on-no-side"),
        pytest.param("bridge", 420, [-420, -450, -50], True, id="for-the-other-side-too"),
        pytest.param("bridge", -620, [170, 200, 140], False, id="nobody-has-it"),
        pytest.param("bridge", -620, [620, 620, -100], False, id="another-has-that-side-too"),
        pytest.param("bridge", -50, [50, 50, 100], False, id="too-little-to-tell"),
        pytest.param("bridge", -620, [620, 620], False, id="too-few-others"),
        pytest.param("bridge", 0, [620, 620, 620], False, id="passed-out"),
        pytest.param("whist", 3, [10, 9, 8], True, id="whist"),
        pytest.param("whist", 5, [8, 8, 8], False, id="whist-close"),
        pytest.param("whist", 3, [10, 10, 6], False, id="whist-another-lost-too"),
    ],
)
def test_turned_by_the_scores_alone(game, score, others, fits):
    assert is_likely_turned(score, others, TURN_LIMITS[game]) is fits


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("texts", "turned"),
    [
        pytest.param(("2SE=", "2SS=", "2SS=", "2SN+1", "2SN="), [1], id="same-denomination"),
        pytest.param(("2SE=", "2HS=", "2HS=", "2HN=", "2HN="), [], id="both-sides-have-a-suit"),
        pytest.param(("-110", "2HS=", "2HS=", "2HN=", "2HN="), [1], id="contract-unknown"),
        pytest.param(("2SE=", "+110", "2HS=", "2HN=", "2HN="), [1], id="other-contract-unknown"),
        pytest.param(
            ("2SE=", "A6040", "2SS=", "LATER", "2SN="), [], id="artificial-scores-are-no-others"
        ),
    ],
)
def test_turned_by_what_was_played(texts, turned):
    section = make_night(pairs=10, boards_per_set=2)
    for line, text in zip(fetch_section_lines(section).get_board_lines(1), texts, strict=True):
        enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text=text, user=None)
    assert (
        sorted(line.ns for line in detect_turned_lines(fetch_section_lines(section), "bridge"))
        == turned
    )
