"""A match that isn't played yet counts what the club says, in tables, draws and on every page."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.matches.reported import report_match
from director.additions.contests.scoring.swiss_table import make_session_swiss_table
from director.boards.movement.sections import fetch_scoring_field
from director.boards.play.results.acts import undo_section
from director.boards.scoring.scored import score_section
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.models import Act, Event
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    make_drawn_section,
    reload_drawn_section,
)
from tests.director.additions.contests.round_robins import fixtures_address, make_league
from tests.director.pages import find_errors, find_texts
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def send_result(desk, section, code: str, home: str, away: str) -> None:
    post_data = {f"{code}-unit": "vp", f"{code}-home": home, f"{code}-away": away}
    assert desk.post(fixtures_address(section), post_data).status_code == 302


def list_codes(desk, section) -> list[str]:
    rounds = desk.get(fixtures_address(section)).context["rounds"]
    return [form.fixture.code for each in rounds for form in each.forms]


def set_points(desk, section, text: str):
    return desk.post(fixtures_address(section), {"unplayed": "1", "points": text})


def get_totals(section) -> list[Fraction]:
    ranking = score_section(reload_drawn_section(section)).ranking
    return sorted(row.total for row in ranking.standings)


@pytest.mark.slow
def test_unplayed_matches_of_a_begun_round_count_as_the_club_says(desk):
    section = make_league(desk, teams=4)
    first_code, second_code, *_later_codes = list_codes(desk, section)
    assert set_points(desk, section, "9").status_code == 302
    send_result(desk, section, first_code, "14", "6")
    assert get_totals(section) == [6, 9, 9, 14]
    standings = find_texts(desk.get(reverse("session_results", args=[section.ref])), "main")[0]
    assert "A match counts 9 : 9 until it is played: round 1" in standings
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []
    send_result(desk, section, second_code, "20", "0")
    assert get_totals(section) == [0, 6, 14, 20]


def test_visitors_read_what_it_counts(desk):
    section = make_league(desk, teams=4)
    first_code, second_code, later_code, *_others = list_codes(desk, section)
    set_points(desk, section, "9.5")
    postponed_boxes = {f"{code}-is_postponed": "on" for code in (second_code, later_code)}
    assert desk.post(fixtures_address(section), postponed_boxes).status_code == 302
    send_result(desk, section, first_code, "14", "6")
    publish_results(event=section.session.event)
    page = Client().get(reverse("event_matches", args=[section.session.event_id]))
    text = find_texts(page, ".matches")[0]
    assert text.count("postponed, 9.5 : 9.5 until it is played") == 2


@pytest.mark.slow
def test_an_impossible_number_is_refused_and_an_empty_box_counts_nothing(desk):
    section = make_league(desk, teams=4)
    refused = set_points(desk, section, "21")
    assert refused.status_code == 422
    assert "A match has 20 VPs. Type a number from 0 to 20, such as 9." in find_errors(refused)
    assert set_points(desk, section, "-1").status_code == 422
    for text, sentence in (
        ("nine", "“nine” isn’t a number. Type one such as 9."),
        ("9.125", "This number has too many decimals. Type one such as 9."),
        ("1234", "This number is too large. Type one such as 9."),
    ):
        refused = set_points(desk, section, text)
        assert refused.status_code == 422
        assert sentence in find_errors(refused)
    assert Event.objects.get().unplayed_points == ""
    set_points(desk, section, "9")
    act = Act.objects.filter(event=section.session.event).latest("number")
    assert act.words == "An unplayed match counts 9 : 9."
    undo_section(section=reload_drawn_section(section), number=act.number, user=None)
    assert Event.objects.get().unplayed_points == ""
    set_points(desk, section, "9")
    set_points(desk, section, "")
    assert Event.objects.get().unplayed_points == ""


def test_a_swiss_is_drawn_with_it_and_its_table_adds_up(desk):
    section = make_drawn_section(desk, size=6, boards=8)
    event = section.session.event
    Event.objects.filter(pk=event.pk).update(unplayed_points="9")
    section = reload_drawn_section(section)
    (home, away), (late_home, late_away), (third, fourth) = (
        find_drawn_contest(section).rounds[0].pairings
    )
    for pairing, points in (((home, away), (14, 6)), ((third, fourth), (18, 2))):
        report_match(
            section=reload_drawn_section(section),
            key=(1, *sorted(pairing)),
            result=MatchResult("vp", *map(Fraction, points)),
            user=None,
        )
    section = reload_drawn_section(section)
    totals = find_drawn_contest(section).compute_totals_by_number(1)
    assert totals[late_home] == totals[late_away] == 9
    assert (
        "A match counts 9 : 9 until it is played."
        in find_texts(desk.get(draw_address(section)), "main")[0]
    )
    table = make_session_swiss_table(EventResults(section.session.event).first_session)
    for row in table.rows:
        assert row.adjustment is None
        assert sum(Fraction(cell.score or 0) for cell in row.cells) == row.standing.total
