"""Points that no table can have made are refused, and only those."""

import pytest

from director.errors import DeskError
from tests.director.party.parties import enter_winner, make_seated_party

pytestmark = pytest.mark.django_db
DEAL = "progressive-whist-1"


@pytest.mark.parametrize(
    ("fields", "points", "sentence"),
    [
        pytest.param(
            {"system": DEAL, "method": "winners-only"},
            (8, 0),
            "Table 1: 8 points are too many. In one deal a side takes at most 7 tricks above six.",
            id="more-than-a-grand-slam",
        ),
        pytest.param(
            {"system": DEAL, "method": "gains-and-losses"},
            (4, 2),
            (
                "Table 1: 4 and 2 points don’t fit. Only one side takes more than six tricks, so leave the other at 0."
            ),
            id="both-above-six",
        ),
        pytest.param(
            {"system": "rapid-euchre", "method": "points"},
            (7, 0),
            "Table 1: 7 points are too many. The round ends at 5, and its last hand scores at most 2.",
            id="past-the-end",
        ),
        pytest.param(
            {"system": "progressive-euchre", "method": "points"},
            (9, 1),
            "Table 1: 9 points are too many. The round ends at 5, and its last hand scores at most 4.",
            id="past-the-end-with-lone-hands",
        ),
        pytest.param(
            {"system": "rapid-euchre", "method": "points"},
            (5, 6),
            "Table 1: 5 and 6 points don’t fit. The round ends as soon as one side has 5.",
            id="both-at-the-end",
        ),
        pytest.param(
            {"system": "drive-whist", "method": "tricks"},
            (7, 7),
            "Table 1: 7 and 7 don’t fit. The 13 tricks of a deal can’t be shared evenly.",
            id="no-deal-is-tied",
        ),
        pytest.param(
            {"system": "drive-whist", "method": "tricks"},
            (7, 5),
            "Round 1, table 1: 7 and 5 tricks make 12. A deal has 13.",
            id="tricks-of-a-deal",
        ),
    ],
)
def test_points_that_cannot_be_are_refused(fields, points, sentence):
    party = make_seated_party(players=12, **fields)
    with pytest.raises(DeskError) as refused:
        enter_winner(party, 1, None, points=points)
    assert str(refused.value) == sentence
