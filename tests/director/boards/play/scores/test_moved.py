"""After a correction: how both sides came off, on the page of Scores and on the page of changes."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import import_result
from tests.director.boards.play.scores.entry_pages import make_posted_line, scores_address
from tests.director.pages import find_texts
from tests.factories import make_night, make_played_section

pytestmark = pytest.mark.django_db


def test_a_first_result_moves_nobody_in_words(desk):
    section = make_played_section(leave=1)
    line = next(line for line in fetch_section_lines(section).all if line.result is None)
    sent = make_posted_line(f"{line.board_no}-{line.ns}-{line.ew}", "4SS=")
    response = desk.post(
        scores_address(section, f"boards/{line.board_no}/"), sent, headers={"HX-Request": "true"}
    )
    assert "→" not in response.content.decode()


@pytest.mark.slow
def test_a_ruling_says_what_it_does_to_a_pair(desk):
    section = make_played_section()
    sent = {"facts": "Late.", "decision": "Fined.", "penalty": "1", "penalty_unit": "mp"}
    response = desk.post(
        f"/sessions/{section.session_id}/rulings/",
        sent | {"penalty_to": "1", "sure": "1"},
        follow=True,
    )
    message = " ".join(find_texts(response, "#messages"))
    assert "Ruling 1 is saved." in message
    assert "% → " in message


def test_the_points_of_a_lone_result_are_a_dash(desk):
    section = make_night(key="howell", pairs=8, boards_per_set=2)
    line = fetch_section_lines(section).all[0]
    import_result(section=section, line=line, text="4SS=", user=None)
    key = f"{line.board_no}-{line.ns}-{line.ew}"
    page = desk.get(scores_address(section, f"boards/{line.board_no}/"))
    assert find_texts(page, f"#points-{key}") == ["–"]
    board = desk.get(f"/sessions/{section.session_id}/results/boards/{line.board_no}/")
    shown = [find_texts(board, f"td.c-{side}_points") for side in ("ns", "ew")]
    assert [figures.count("–") for figures in shown] == [1, 1]
    assert "0" not in shown[0]
