"""The same cards at two sessions or nights of a club: neither shows what the other has still to play."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from director.additions.hands.page import HandsPage
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field
from director.boards.scoring.deals import fetch_awaiting_session_by_key
from director.boards.scoring.standings.sheets import SessionResults
from director.models import Section
from tests.director.additions.hands.nights import make_dealt_section
from tests.director.pages import find_texts
from tests.factories import enter_all_results, enter_on_line, make_night

pytestmark = pytest.mark.django_db
BOARDS = {1, 2, 3, 4, 5, 6}


def visible_boards(section):
    fresh = Section.objects.select_related("session__event__club").get(pk=section.pk)
    return {
        board_no
        for _section, board_no in SessionResults(fetch_scoring_field(fresh)).visible_hands_by_key
    }


@pytest.fixture
def afternoon():
    """A night that is played out, every hand of it open."""
    section = make_dealt_section()
    assert visible_boards(section) == BOARDS
    return section


@pytest.mark.slow
def test_cards_that_another_night_still_plays_stay_hidden_until_its_last_table_has_played_them(
    afternoon,
):
    evening = make_dealt_section(entered=False)
    assert visible_boards(afternoon) == set()
    enter_all_results(evening, leave=1)
    last = fetch_section_lines(evening).all[-1]
    waiting = {line.board_no for line in fetch_section_lines(evening).all if not line.is_entered}
    assert waiting == {last.board_no}
    # Without a clock the cards of a round wait until every table has entered it.
    of_the_round = {
        line.board_no for line in fetch_section_lines(evening).all if line.round_no == last.round_no
    }
    assert visible_boards(afternoon) == visible_boards(evening) == BOARDS - of_the_round
    enter_on_line(evening, last, "PASS")
    assert visible_boards(afternoon) == visible_boards(evening) == BOARDS


def test_the_page_of_the_hands_says_which_night_still_plays_them(desk, afternoon):
    evening = make_dealt_section(entered=False)
    enter_all_results(evening, leave=2)
    waiting = sorted(
        {line.board_no for line in fetch_section_lines(evening).all if not line.is_entered}
    )
    page = desk.get(reverse("session_hands", args=[afternoon.ref]))
    event = evening.session.event
    date = f"{event.date:%d %B %Y}".lstrip("0")
    says = f"“{event.name}” on {date} hasn’t played these hands yet, so they stay hidden."
    assert f"Boards {waiting[0]}, {waiting[1]}: {says}" in find_texts(page, ".say")


def test_a_night_without_cards_asks_nothing():
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    scoring_field = fetch_scoring_field(section)
    with CaptureQueriesContext(connection) as queries:
        assert fetch_awaiting_session_by_key(scoring_field, {}) == {}
    assert len(queries) == 0


@pytest.mark.slow
def test_queries_are_the_same_however_many_nights_share_the_cards(afternoon):
    def queries():
        page = HandsPage(
            Section.objects.select_related("session__event__club").get(pk=afternoon.pk)
        )
        with CaptureQueriesContext(connection) as asked:
            fetch_awaiting_session_by_key(page.scoring_field, page.hands)
        return len(asked)

    alone = queries()
    make_dealt_section(entered=False)
    with_one = queries()
    for _night in range(3):
        enter_all_results(make_dealt_section(entered=False), leave=2)
    assert (alone, with_one, queries()) == (2, 6, 6)  # one of them reads the hands of this night
