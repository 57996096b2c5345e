"""The results of all matches of a round in one form at Scores, then the next draw."""

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.boards.scoring.standings.event import EventResults
from director.models import Match
from tests.director.additions.contests.draws.test_draws import (
    make_round_robin,
    post_draw,
    reload_drawn_section,
)
from tests.director.additions.contests.draws.test_unfinished import enter_slam, start_swiss
from tests.director.pages import find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db


def round_page(section, round_no: int = 1) -> str:
    return reverse("session_scores_round", args=[section.ref, round_no])


def typed_results(page, *results: tuple[str, str]) -> dict[str, str]:
    """Return what the page sends with *results* in the boxes of its matches, home and away."""
    data = {}
    for form, (home, away) in zip(page.context["rows"], results, strict=False):
        boxes = {"home": home, "away": away, "unit": "imp", "shown": form.shown_text}
        data |= {form.add_prefix(name): value for name, value in boxes.items()}
    return data


def test_scores_leads_to_the_results_of_matches(desk):
    section = start_swiss(desk)
    scores = desk.get(f"/sessions/{section.session_id}/scores/", follow=True)
    assert find_texts(scores, ".tabs a") == ["By traveller", "By table and round", "By match"]
    by_match = desk.get(f"/sessions/{section.session_id}/scores/?by=match", follow=True)
    assert by_match.redirect_chain[-1][0] == round_page(section)
    play = desk.get(f"/sessions/{section.session_id}/play/")
    assert "Match results" in find_texts(play, ".play-actions a")


def test_a_round_is_typed_in_one_form_and_the_next_is_drawn(desk):
    section = start_swiss(desk)
    page = desk.get(round_page(section))
    assert find_texts(page, "thead th") == ["Match", "Home", "Away", "Unit", "Score"]
    assert len(find_elements(page, ".match-rows label")) == 0
    (first,) = [box for box in find_elements(page, "input") if "autofocus" in box.attrib]
    assert first.get("name") == page.context["rows"][0].add_prefix("home")
    response = desk.post(round_page(section), typed_results(page, ("24", "10"), ("2", "20")))
    assert response.url == round_page(section)
    page = desk.get(response.url)
    assert find_texts(page, "tbody b") == ["16.42 : 3.58", "2.41 : 17.59"]
    assert find_texts(page, ".actions a") == ["Draw round 2"]
    # The director has entered matches, so Scores opens their page again.
    scores = desk.get(f"/sessions/{section.session_id}/scores/")
    assert scores.url == reverse("session_scores_matches", args=[section.ref])
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    latest = desk.get(scores.url, follow=True)
    assert latest.redirect_chain[-1][0] == round_page(section, 2)
    assert find_drawn_contest(reload_drawn_section(section)).unfinished_matches_by_round != {}


def test_a_refused_result_stays_typed_and_the_others_are_saved(desk):
    section = start_swiss(desk)
    page = desk.get(round_page(section))
    response = desk.post(round_page(section), typed_results(page, ("x", "10"), ("20", "12")))
    assert response.status_code == 422
    assert len(find_errors(response)) == 1
    assert response.context["rows"][0]["home"].value() == "x"
    assert Match.objects.exclude(unit="").count() == 1


def test_an_unlikely_margin_is_asked_about_once(desk):
    section = start_swiss(desk)
    page = desk.get(round_page(section))
    typed = typed_results(page, ("90", "1"))
    response = desk.post(round_page(section), typed)
    assert response.status_code == 422
    asked = response.context["rows"][0]
    again = typed | {asked.add_prefix("asked-about"): asked.questioned_text}
    assert desk.post(round_page(section), again).status_code == 302


def test_boards_count_and_scores_opens_by_board(desk):
    section = start_swiss(desk)
    home, away = find_drawn_contest(section).rounds[0].pairings[0]
    enter_slam(section, home, away, 4)
    scores = desk.get(f"/sessions/{section.session_id}/scores/")
    assert "/boards/" in scores.url
    page = desk.get(round_page(section))
    assert len(find_texts(page, "tbody b")) == 1
    assert EventResults(section.session.event).results_in > 0


def test_a_round_that_is_not_drawn_has_no_page(desk):
    section = start_swiss(desk)
    assert desk.get(round_page(section, 2)).status_code == 404


def test_fixtures_are_reached_from_field_and_play(desk):
    section = make_round_robin(teams=8, boards=4)
    address = reverse("session_results_fixtures", args=[section.ref])
    for step in ("field", "play"):
        page = desk.get(f"/sessions/{section.session_id}/{step}/")
        assert address in [link.get("href") for link in find_elements(page, "main a")]
    page = desk.get(address)
    # One line of headings a round, and no label beside each of 28 matches but those of two ticks.
    assert len(find_elements(page, "thead")) == 7
    assert len(find_elements(page, ".fixtures label")) == 2 * 28
