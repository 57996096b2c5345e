"""Points with keys to tap: tricks that follow from the other side's, hands of euchre, and what can hardly be right."""

import pytest

from director.errors import DeskError
from director.party.pages.play.page import fetch_party_play
from director.party.play.play import enter_party_result
from director.party.play.report import PartyTableReport
from tests.director.party.parties import make_seated_party
from tests.factories import make_director

pytestmark = pytest.mark.django_db


def report(party, *points):
    """Let table 1 report *points*, ``None`` for an empty box."""
    return enter_party_result(
        party=party, round_no=1, table_no=1, report=PartyTableReport(points=points), user=None
    )


@pytest.mark.parametrize(
    ("typed", "stored"), [((8, None), [8, 5]), ((None, 13), [0, 13]), ((8, 5), [8, 5])]
)
def test_tricks_of_a_deal_follow_from_those_of_one_side(typed, stored):
    result = report(
        make_seated_party(players=8, system="progressive-whist-2", method="tricks"), *typed
    )
    assert result.points == stored
    assert result.winner == stored.index(max(stored))


def test_more_tricks_than_a_deal_has_are_completed_by_nothing():
    party = make_seated_party(players=8, system="progressive-whist-2", method="tricks")
    with pytest.raises(DeskError, match="14"):
        report(party, 14, None)


def test_points_of_euchre_are_not_completed():
    assert report(make_seated_party(players=8, method="points"), 7, None).points == [7, 0]


@pytest.mark.parametrize(
    ("points", "warning"),
    [
        ((7, 3), ""),
        ((20, 12), ""),
        ((30, 5), "35 points in all, but 8 hands have 8 to 32. Check."),
        ((4, 3), "7 points in all, but 8 hands have 8 to 32. Check."),
    ],
)
def test_hands_that_hardly_bring_so_much_are_told_and_stored(points, warning):
    party = make_seated_party(players=8, method="points", hands=8, options={"round_ends": "deals"})
    assert report(party, *points).points == list(points)
    assert fetch_party_play(party).tables[0].warning == warning


def test_the_page_has_a_key_for_what_a_hand_brings(client):
    client.force_login(make_director())
    page = client.get(
        f"/parties/{make_seated_party(players=8, method='points').pk}/play/"
    ).content.decode()
    assert [page.count(f'data-add="{key}"') for key in (1, 2, 3, 4)] == [4, 4, 0, 4]
    whist = make_seated_party(players=8, system="progressive-whist-2", method="tricks")
    page = client.get(f"/parties/{whist.pk}/play/").content.decode()
    assert page.count('data-whole="13"') == 4
    assert page.count("data-add") == 0
