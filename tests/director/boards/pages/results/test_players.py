"""Results of single players: who sat where, with whom, and what every page, file and program calls them."""

from datetime import date

import pytest
from django.test import Client

from director.boards.movement.sections import fetch_first_section, fetch_section
from director.boards.pages.results.forms import ScoringForm
from director.boards.play.plan import store_plan
from director.boards.play.sessions import add_section, create_event
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.models import Event
from director.models.event import Contest, RankingScope
from movements.registry import make_plan
from scoring.registry import get_method
from tests.director.boards.others import make_contest_section
from tests.director.pages import count_queries, read_table_rows
from tests.factories import enter_all_results, make_club, make_demo_event
from tests.oracle.events import compute_event_differences

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_demo_event(Contest.INDIVIDUAL)


def test_methods_that_rank_no_players_are_not_offered():
    choices = {
        contest: {key for key, _name in form_of(contest).fields["scoring"].choices}
        for contest in Contest.values[:3]
    }
    assert "team-imps" not in choices["individual"] | choices["pairs"]
    assert "team-imps" in choices["teams"]
    assert "matchpoints" in choices["individual"] & choices["pairs"]


def form_of(contest):
    key = "team-imps" if contest == "teams" else "matchpoints"
    method = get_method(key)
    return ScoringForm(
        None, event=Event(contest=contest), method=method, settings=method.complete_settings({})
    )


@pytest.fixture
def two_sections(desk):
    """Two sections of eight single players each, all played; player numbers of one are partnerships of the other."""
    first = make_contest_section(Contest.INDIVIDUAL)
    second = add_section(section=first, letter="B", user=None)
    store_plan(
        section=second, movement=make_plan("individual-howell-8", players=8, boards_per_set=1)
    )
    for section in (first, second):
        enter_all_results(fetch_section(section.ref))
    return Event.objects.get()


@pytest.mark.slow
@pytest.mark.parametrize("compare", ["field", "section"])
def test_sections_ranked_apart_have_their_own_places(desk, two_sections, compare):
    Event.objects.update(places=RankingScope.SECTION, scoring_options={"compare": compare})
    event = Event.objects.get()
    groups = EventResults(event).standings.groups
    assert [group.title for group in groups] == ["Section A", "Section B"]
    for letter, group in zip("AB", groups, strict=True):
        assert sorted(row.label for row in group.rows) == [
            f"{letter}{number}" for number in range(1, 9)
        ]
        shares = [row.percent for row in group.rows]
        ranks = [1 + sum(share > row.percent for share in shares) for row in group.rows]
        assert [int(row.place.rstrip("=")) for row in group.rows] == ranks
    assert compute_event_differences(event) == []
    section = fetch_first_section(event.pk)
    for page, table in (("results", "table"), ("scores/boards/1", ".leaders")):
        response = desk.get(f"/sessions/{section.ref}/{page}/")
        assert response.status_code == 200
        assert read_table_rows(response, table)


def test_a_night_of_players_without_results_is_checked():
    make_contest_section(Contest.INDIVIDUAL)
    assert compute_event_differences(Event.objects.get()) == []


def individual_night(players):
    """A published night of so many single players with a result on every line."""
    session = create_event(
        club=make_club(),
        name=f"Individual of {players}",
        date=date(2026, 11, 17),
        contest=Contest.INDIVIDUAL,
    )
    section = fetch_section(session.pk)
    store_plan(section=section, movement=make_plan("individual", players=players, boards_per_set=1))
    enter_all_results(section)
    return publish_results(event=session.event)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["", "pairs/1/", "boards/1/", "recap/", "results.json"])
def test_pages_cost_the_database_no_more_for_more_players(page):
    small, large = (individual_night(players) for players in (8, 20))
    counts = [count_queries(Client(), f"/events/{event.pk}/{page}") for event in (small, large)]
    assert counts[0] == counts[1] > 0
