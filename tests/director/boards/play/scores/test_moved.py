"""After a correction: how both sides came off, on the page of Scores and on the page of changes."""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import import_result
from director.boards.scoring.standings.event import EventResults
from director.core.base.standings_versions import format_ordinal_rank
from director.core.base.tags.cards import percent
from director.models import Event
from director.models.event import Contest
from tests.director.boards.others import make_contest_section
from tests.director.boards.play.scores.entry_pages import make_posted_line, scores_address
from tests.director.pages import find_texts, read_table_rows
from tests.factories import enter_all_results, make_night, make_played_section

pytestmark = pytest.mark.django_db


def rows_of(section):
    event = Event.objects.get(pk=section.session.event_id)
    return {row.contestant: row for row in EventResults(event).first_session.rows}


def correct(desk, section, text="7SXXN=", **kwargs):
    """Correct the first line of *section* to *text*; return the line, the rows before and the answer."""
    line = fetch_section_lines(section).all[0]
    before = rows_of(section)
    key = f"{line.board_no}-{line.ns}-{line.ew}"
    sent = make_posted_line(key, text, shown=line.text, version=line.result.version)
    response = desk.post(scores_address(section, f"boards/{line.board_no}/"), sent, **kwargs)
    return line, before, response


def test_a_correction_says_figure_and_place_of_both_pairs(desk):
    section = make_played_section()
    line, before, response = correct(desk, section, headers={"HX-Request": "true"})
    after = rows_of(section)
    html = response.content.decode()
    for pair in (line.ns, line.ew):
        assert before[pair].percent != after[pair].percent
        assert f"<b>{after[pair].names}</b>" in html.replace("&amp;", "&")
        assert f"{percent(before[pair].percent)}% → {percent(after[pair].percent)}%" in html
    assert f"{format_ordinal_rank(after[line.ns].place)}</span>" in html


def test_without_scripts_the_message_says_it(desk):
    section = make_played_section()
    _line, _before, answer = correct(desk, section, follow=True)
    assert "1 result saved." in " ".join(find_texts(answer, "#messages"))
    assert "% → " in " ".join(find_texts(answer, "#messages"))


def test_a_first_result_moves_nobody_in_words(desk):
    section = make_played_section(leave=1)
    line = next(line for line in fetch_section_lines(section).all if line.result is None)
    sent = make_posted_line(f"{line.board_no}-{line.ns}-{line.ew}", "4SS=")
    response = desk.post(
        scores_address(section, f"boards/{line.board_no}/"), sent, headers={"HX-Request": "true"}
    )
    assert "→" not in response.content.decode()


def test_a_correction_of_teams_says_imps_and_victory_points(desk):
    section = make_contest_section(Contest.TEAMS)
    enter_all_results(section)
    _line, _before, response = correct(desk, section, headers={"HX-Request": "true"})
    html = response.content.decode()
    assert " IMPs → " in html
    assert " VPs → " in html


def test_the_page_of_changes_has_figures_and_places_before_and_after(desk):
    section = make_played_section()
    line, before, _answer = correct(desk, section)
    after = rows_of(section)
    page = Client().get(f"/events/{section.session.event_id}/changes/")
    assert "Places and scores" in find_texts(page, "h3")
    row = after[line.ns]
    figures = f"{percent(before[line.ns].percent)}% → {percent(row.percent)}%"
    shown = {cells[0]: cells[1] for cells in read_table_rows(page, ".moved")}
    assert shown[row.names] == figures


def test_undo_says_the_way_back(desk):
    section = make_played_section()
    line, before, _answer = correct(desk, section)
    after = rows_of(section)
    number = section.acts.latest("number").number
    undo = {"change": number, "sure": "1"}
    response = desk.post(scores_address(section, "undo/"), undo, follow=True)
    change = f"{percent(after[line.ns].percent)}% → {percent(before[line.ns].percent)}%"
    assert change in " ".join(find_texts(response, "#messages"))


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


def test_a_correction_without_effect_names_nobody(desk):
    section = make_played_section()
    line = fetch_section_lines(section).all[0]
    _line, _before, response = correct(
        desk, section, f"{line.text} ", headers={"HX-Request": "true"}
    )
    assert "→" not in response.content.decode()


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
