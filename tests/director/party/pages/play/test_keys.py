"""Points with keys to tap: tricks that follow from the other side's, hands of euchre, and what can hardly be right."""

import pytest

from director.errors import DeskError
from director.party.pages.play.page import fetch_party_play
from director.party.play.play import enter_party_result
from director.party.play.report import PartyTableReport
from tests.director.party.parties import make_seated_party

pytestmark = pytest.mark.django_db


def report(party, *points):
    """Let table 1 report *points*, ``None`` for an empty box."""
    return enter_party_result(
        party=party, round_no=1, table_no=1, report=PartyTableReport(points=points), user=None
    )


def test_more_tricks_than_a_deal_has_are_completed_by_nothing():
    party = make_seated_party(players=8, system="progressive-whist-2", method="tricks")
    with pytest.raises(DeskError, match="14"):
        report(party, 14, None)


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
