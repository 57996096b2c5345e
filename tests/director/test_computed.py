"""What every page, sheet and file computes: no more than it shows, and what is scored is scored once."""

import pytest
from django.urls import get_resolver

from director.boards.scoring.lines import make_board_line
from director.core.base.standings_versions import complete_versions
from director.core.night.publishing import publish_results
from director.models import Event, StandingsVersion
from director.party.scoring import sheets as party_sheets
from scoring.bridge.entries import parse_entry
from scoring.method import ScoringMethod
from scoring.party.ranking import rank_party_games
from tests.director.call_counts import count_calls
from tests.director.pages import find_texts
from tests.director.party.parties import make_seated_party, play_round
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db


def make_evening():
    """Return a published night of 6 pairs and 10 boards, all 30 lines in."""
    section = make_night(key="howell", pairs=6, boards_per_set=1)
    enter_all_results(section)
    publish_results(event=section.session.event)
    return section


@pytest.fixture
def evening(db):
    """The night, whose event and session have the same number in every test."""
    assert get_resolver().url_patterns  # views read their examples when they are imported
    return make_evening()


PAGES = {
    # what is asked for: (rankings, lines of travellers)
    "/events/{event}/": (1, 0),
    "/events/{event}/boards/1/": (1, 3),
    "/events/{event}/pairs/2/": (1, 10),
    "/events/{event}/recap/": (1, 0),
    "/events/{event}/changes/": (0, 0),
    "/events/{event}/results.json": (1, 30),
    "/events/{event}/export/csv/": (1, 0),
    "/events/{event}/export/csv/?table=boards": (1, 30),
    "/events/{event}/export/csv/?table=recap": (1, 0),
    "/events/{event}/export/csv/?table=event": (1, 0),
    "/events/{event}/export/zip/": (1, 90),
    "/sessions/{session}/results/": (1, 0),
    "/sessions/{session}/results/extras/": (0, 0),
    "/sessions/{session}/scores/boards/1/": (1, 3),
    "/sessions/{session}/scores/rounds/1/tables/1/": (1, 1),
    "/sessions/{session}/rulings/": (0, 0),
    "/sessions/{session}/play/": (0, 0),
    "/sessions/{session}/seats/": (0, 0),
    "/sessions/{session}/field/": (0, 0),
    "/sessions/{session}/print/": (
        1,
        0,
    ),  # sheets that are ticked after play are made when they are asked for
    "/sessions/{session}/print/sheets.pdf?kinds=guide-cards&paper=a4&spare=0": (0, 0),
    "/sessions/{session}/print/sheets.pdf?kinds=travellers&paper=a4&spare=0": (0, 0),
    "/sessions/{session}/print/sheets.pdf?kinds=master-sheet&paper=a4&spare=0": (0, 0),
    "/sessions/{session}/print/sheets.pdf?kinds=score-slips&paper=a4&spare=0": (0, 0),
    "/sessions/{session}/print/sheets.pdf?kinds=standings&paper=a4&spare=0": (1, 0),
    "/sessions/{session}/print/sheets.pdf?kinds=recap&paper=a4&spare=0": (1, 0),
    "/sessions/{session}/print/sheets.pdf?kinds=board-sheets&paper=a4&spare=0": (1, 30),
    "/sessions/{session}/print/sheets.pdf?kinds=pair-cards&paper=a4&spare=0": (1, 60),
    "/": (0, 0),
    "/nights/": (0, 0),
}


@pytest.mark.parametrize(("address", "allowed"), PAGES.items(), ids=PAGES)
def test_page_ranks_once_at_most_and_makes_the_lines_it_shows(desk, evening, address, allowed):
    address = address.format(event=evening.session.event_id, session=evening.session_id)
    with count_calls(ScoringMethod.rank, make_board_line, parse_entry) as counted:
        response = desk.get(address)
    assert response.status_code == 200
    assert (counted["rank"], counted["make_board_line"]) == allowed
    assert counted["parse_entry"] == 0


def type_correction(evening) -> tuple[str, dict[str, str]]:
    """Return the key of the first line of board 1, and the boxes that correct it."""
    line = evening.results.filter(board_no=1).order_by("ns").first()
    key = f"1-{line.ns}-{line.ew}"
    return key, {
        f"text-{key}": "7NTNXX-13",
        f"shown-{key}": line.text,
        f"version-{key}": str(line.version),
    }


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
@pytest.mark.parametrize("published", [True, False], ids=["published", "not-published"])
def test_a_correction_ranks_the_night_before_and_after_it(desk, evening, headers, published):
    if not published:
        Event.objects.update(published_at=None, corrections_until=None)
    _key, typed = type_correction(evening)
    with count_calls(ScoringMethod.rank, parse_entry) as counted:
        response = desk.post(
            f"/sessions/{evening.session_id}/scores/boards/1/", typed, headers=headers
        )
        if not headers:
            assert response.status_code == 302
    # A correction says what it changed, so the night is ranked before and after it. The answer, or
    # the page that is asked for after it, is made from the second; a version when it is read.
    assert (counted["rank"], counted["parse_entry"]) == (2, 1)
    complete_versions([evening.session.event_id])
    kept = StandingsVersion.objects.filter(action="corrected")
    assert [change["now"] for version in kept for change in version.changes] == (
        ["7NTXXN-13"] if published else []
    )


def test_the_page_after_a_correction_shows_the_night_as_it_is_stored(desk, evening):
    key, typed = type_correction(evening)
    address = f"/sessions/{evening.session_id}/scores/boards/1/"
    saved = desk.post(address, typed, headers={"HX-Request": "true"})
    points = [find_texts(answer, f"#points-{key}") for answer in (saved, desk.get(address))]
    assert points[0] == points[1]
    assert desk.get(f"/sessions/{evening.session_id}/results/").status_code == 200


PARTY_PAGES = {
    # what is asked for: (rankings, tally cards, lines of the evening)
    "/events/{event}/": (1, 0, 0),
    "/events/{event}/?why=1": (1, 0, 0),
    "/events/{event}/changes/": (1, 0, 0),  # says which sums of cards are wrong
    "/events/{event}/players/1/": (
        2,
        0,
        0,
    ),  # one of the player's own games, one of the whole evening
    "/events/{event}/results.json": (2, 0, 0),  # the standings, and the sums of the cards
    "/events/{event}/export/csv/": (1, 0, 0),
    "/parties/{session}/results/": (1, 0, 0),
    "/parties/{session}/play/": (0, 0, 0),
    "/parties/{session}/field/": (0, 0, 0),
}


@pytest.mark.parametrize(("address", "allowed"), PARTY_PAGES.items(), ids=PARTY_PAGES)
def test_page_of_a_party_ranks_once_and_makes_no_cards(desk, address, allowed):
    party = make_seated_party(players=16, named=True)
    play_round(party)
    publish_results(event=party.session.event, user=None)
    with count_calls(
        rank_party_games, party_sheets._make_tally_card, party_sheets._make_party_line
    ) as counted:
        response = desk.get(address.format(event=party.session.event_id, session=party.pk))
    assert response.status_code == 200
    assert (
        counted["rank_party_games"],
        counted["_make_tally_card"],
        counted["_make_party_line"],
    ) == allowed
