"""Fixtures keep clear of weeks that are taken: those typed, and those of the club's other contests."""

from datetime import date

import pytest

from director.models import Event, Match, RoundDate
from tests.director.additions.contests.draws.test_draws import reload_drawn_section
from tests.director.additions.contests.test_long_running import fixtures_address, make_league
from tests.director.pages import find_errors, find_texts

pytestmark = pytest.mark.django_db
CHRISTMAS = "2026-12-21 to 2027-01-03"


def send_dates(desk, section, **boxes: str):
    data = {"dates": "1", "first": "2026-12-14", "days": "7"} | boxes
    return desk.post(fixtures_address(section), data)


def list_play_by_days(section) -> list[date]:
    rows = RoundDate.objects.filter(session=section.session).order_by("from_round")
    return list(rows.values_list("date", flat=True))


def test_rounds_move_over_a_taken_week_which_the_page_remembers(desk):
    section = make_league(desk, teams=4)
    response = send_dates(desk, section, taken=CHRISTMAS)
    assert response.status_code == 302
    assert list_play_by_days(section) == [
        date(2026, 12, 14),
        date(2027, 1, 4),
        date(2027, 1, 11),
    ]
    assert Event.objects.get().weeks_taken == CHRISTMAS
    page = desk.get(fixtures_address(section))
    assert "Taken weeks move 1 round on." in find_texts(page, "body")[0]
    assert page.context["dates"]["taken"].value() == CHRISTMAS


def test_weeks_of_the_clubs_other_contests_are_offered(desk):
    first_section = make_league(desk, teams=4)
    assert "others" not in desk.get(fixtures_address(first_section)).context["dates"].fields
    assert send_dates(desk, first_section, first="2026-12-07", days="14").status_code == 302
    Event.objects.update(name="Autumn league")
    section = make_league(desk, teams=4)
    assert "others" in desk.get(fixtures_address(section)).context["dates"].fields
    send_dates(desk, section, first="2026-12-09", others="on")
    assert list_play_by_days(section) == [
        date(2026, 12, 16),
        date(2026, 12, 30),
        date(2027, 1, 13),
    ]


def test_matches_of_one_night_a_round_have_their_dates_clear(desk):
    section = make_league(desk, teams=4)
    Event.objects.update(is_long_running=False)
    section = reload_drawn_section(section)
    assert send_dates(desk, section, taken="24 Dec 2026").status_code == 302
    days = set(Match.objects.values_list("round_no", "date"))
    assert days == {(1, date(2026, 12, 14)), (2, date(2026, 12, 28)), (3, date(2027, 1, 4))}


def test_a_wrong_week_is_refused_and_nothing_is_stored(desk):
    section = make_league(desk, teams=4)
    refused = send_dates(desk, section, taken="Christmas")
    assert refused.status_code == 422
    assert "“Christmas” isn’t a date." in " ".join(find_errors(refused))
    assert list_play_by_days(section) == []
    far = send_dates(desk, section, first="2099-12-31", days="365", taken="2099-12-31")
    assert far.status_code in (302, 422)
