"""An evening of mnemonic duplicate at several tables: every board twice, and only N-S scores kept."""

from collections import Counter
from datetime import timedelta
from fractions import Fraction

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.scores.result import import_result
from tests.director.boards.scored import fetch_session_sheets, find_session_differences
from tests.director.boards.test_auction import read_printed_text
from tests.director.pages import find_texts
from tests.factories import make_section

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["snow", "mitchell", "howell"])
def played(request, desk):
    """An evening of six pairs whose movement was chosen at Field, with a result on every line."""
    session_id = make_section(game="whist", name="Mnemonic").session_id
    address = f"/sessions/{session_id}/field/movement/"
    asked = {"pairs": 6, "key": "mnemonic-pairs", "movement": request.param, "boards": 1}
    page = desk.get(address, asked)
    assert page.status_code == 200
    assert desk.post(address, page.context["movement_query"]).status_code == 302
    section = fetch_section(session_id)
    for line in fetch_section_lines(section).all:
        tricks = 4 + (line.ns * 2 + line.board_no) % 7
        import_result(section=section, line=line, text=str(tricks), user=None)
    return section


@pytest.mark.slow
def test_only_the_tricks_held_north_south_are_kept(played):
    event = played.session.event
    assert event.scoring == "aggregate"
    assert event.scoring_options["count"] == "north-south"
    kept = Counter()
    for line in fetch_section_lines(played).all:
        kept[line.ns] += 4 + (line.ns * 2 + line.board_no) % 7
    standings = {
        card.standing.contestant: card.standing.total for card in fetch_session_sheets(played).pairs
    }
    assert standings == {pair: Fraction(tricks) for pair, tricks in kept.items()}
    assert find_session_differences(played) == []


@pytest.mark.slow
def test_pages_and_paper_have_both_plays_and_the_warning(played, desk):
    assert desk.get(f"/sessions/{played.session_id}/play/").status_code == 200
    assert desk.get(f"/sessions/{played.session_id}/scores/boards/1/").status_code == 200
    field = " ".join(find_texts(desk.get(f"/sessions/{played.session_id}/field/"), "main"))
    assert "Keep only the N-S scores" in field
    guides = read_printed_text(desk, played, "guide-cards")
    travellers = read_printed_text(desk, played, "travellers")
    assert "one suit is trumps for the whole sitting" in " ".join(guides.split())
    lines = fetch_section_lines(played)
    assert len(lines.get_board_lines(1)) == 6
    assert travellers


@pytest.mark.slow
def test_the_replay_can_be_entered_on_another_evening(desk):
    session_id = make_section(game="whist", name="Mnemonic").session_id
    address = f"/sessions/{session_id}/field/movement/"
    asked = {"pairs": 4, "key": "mnemonic-pairs", "movement": "snow", "boards": 1}
    desk.post(address, desk.get(address, asked).context["movement_query"])
    section = fetch_section(session_id)
    lines = fetch_section_lines(section).all
    first_half = [line for line in lines if line.round_no <= section.plan.rounds // 2]
    for line in first_half:
        import_result(section=section, line=line, text="7", user=None)
    event = section.session.event
    event.date -= timedelta(days=7)
    event.save()

    assert event.name in " ".join(find_texts(desk.get("/nights/"), "main a"))
    results = " ".join(find_texts(desk.get(f"/sessions/{session_id}/results/"), "main"))
    assert f"{len(first_half)} of {len(lines)} results" in results
    for line in lines:
        if line not in first_half:
            page = desk.get(f"/sessions/{session_id}/scores/boards/{line.board_no}/")
            assert page.status_code == 200
            key = f"{line.board_no}-{line.ns}-{line.ew}"
            sent = {f"text-{key}": "4", f"shown-{key}": "", f"version-{key}": 0}
            response = desk.post(page.request["PATH_INFO"], sent, headers={"HX-Request": "true"})
            assert response.status_code == 200
    # Each side's tricks with the cards of its first half, against those of its replay.
    standings = fetch_session_sheets(fetch_section(session_id)).pairs
    halves = Counter(line.ns for line in first_half)
    assert {card.standing.contestant: card.standing.total for card in standings} == {
        pair: 7 * halves[pair] + 4 * (len(first_half) // 2 - halves[pair]) for pair in range(1, 5)
    }
