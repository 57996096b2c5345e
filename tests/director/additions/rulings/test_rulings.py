"""Rulings: everything they change in one transaction, the former value kept, withdrawn and appealed."""

from decimal import Decimal

import pytest

from director.additions.rulings.rulings import Penalty
from director.errors import DeskError
from director.models import Event
from scoring.errors import ScoringError
from tests.cases import leave_to_slow
from tests.director.additions.rulings.ruled import NO_UNIT, is_unchanged
from tests.director.boards.scored import fetch_session_sheets, replace_awards_by_passes

pytestmark = pytest.mark.django_db


def line(section, board_no=1, ns=1):
    sheets = fetch_session_sheets(section)
    return next(line for line in sheets.boards[board_no - 1].lines if line.ns.number == ns)


def standing(section, pair_no):
    return next(
        row
        for group in fetch_session_sheets(section).standings.groups
        for row in group.rows
        if row.contestant == pair_no
    )


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "sentence"),
    leave_to_slow(
        [
            pytest.param({"penalty": Penalty(Decimal(10), "", 6)}, NO_UNIT, id="no-unit"),
            pytest.param(
                {"penalty": Penalty(None, "mp", 6)},
                "A penalty needs an amount. Type how much, such as 10.",
                id="no-amount",
            ),
            pytest.param(
                {"penalty": Penalty(Decimal(-1), "mp", 6)},
                "Type a penalty as an amount above 0, without plus or minus.",
                id="a-sign",
            ),
            pytest.param(
                {"penalty": Penalty(Decimal(1), "mp", None)},
                "A penalty needs a pair. Choose the pair that gets it.",
                id="nobody",
            ),
            pytest.param(
                {"penalty": Penalty(Decimal(1), "mp", 99)},
                "There is no pair 99 here. The pairs are 1 N-S, 2 N-S, 3 N-S, 4 N-S, 5 N-S, 1 E-W, 2 E-W, 3 E-W, 4 E-W, "
                "5 E-W.",
                id="a-pair-that-is-not-here",
            ),
            pytest.param(
                {"penalty": Penalty(Decimal(10), "top", 2)},
                "Pair 2 N-S doesn’t play board 1 at this table. Choose one of the two who do, or another unit.",
                id="top-of-another-table",
            ),
            pytest.param(
                {"penalty": Penalty(Decimal(10), "top", 1), "board_no": None, "pair_no": None},
                "A penalty in % of a top needs a board and a pair. Choose both.",
                id="top-of-no-board",
            ),
            pytest.param(
                {"adjusted": "60% 4SS=, 30% 4SS-1"},
                "The weights 60% + 30% add up to 90%. Use weights above 0 that add up to 100%.",
                id="weights",
            ),
            pytest.param(
                {"adjusted": "100% 4SS=, 0% 4SS-1"},
                "The weights 100% + 0% add up to 100%. Use weights above 0 that add up to 100%.",
                id="a-weight-of-0",
            ),
            pytest.param(
                {"adjusted": "60% A6040, 40% 4SS-1"},
                "A6040 isn’t a result, so no assigned score can hold it. Enter it by itself.",
                id="artificial-in-weighted",
            ),
            pytest.param(
                {"adjusted": "half 4SS= 50%"},
                "“half 4SS= 50%” isn’t a weighted score. Try 60% 4SS=, 40% 4SS-1.",
                id="unreadable",
            ),
            pytest.param(
                {"adjusted": "4SS="},
                "This line already has 4SS=. Enter another result, or none.",
                id="the-same",
            ),
            pytest.param(
                {"adjusted": "A6040", "board_no": None, "pair_no": None},
                "An adjusted score needs a board and a pair. Choose both.",
                id="no-line",
            ),
            pytest.param(
                {"pair_no": None},
                "Board 1 is played at several tables. Choose a pair as well.",
                id="no-pair",
            ),
            pytest.param(
                {"board_no": 40},
                "Board 40 isn’t in play here. The boards are 1 to 10.",
                id="no-board",
            ),
            pytest.param(
                {"board_no": 99, "pair_no": None},
                "Board 99 isn’t in play here. The boards are 1 to 10.",
                id="neither-board-nor-pair",
            ),
            pytest.param(
                {"pair_no": 99},
                "There is no pair 99 here. The pairs are 1 N-S, 2 N-S, 3 N-S, 4 N-S, 5 N-S, 1 E-W, 2 E-W, 3 E-W, 4 E-W, "
                "5 E-W.",
                id="no-such-pair",
            ),
        ],
        but=1,
    ),
)
def test_a_ruling_that_is_not_whole_stores_nothing(section, give, changes, sentence):
    with pytest.raises(DeskError) as refused:
        give(**changes)
    assert str(refused.value) == sentence
    assert is_unchanged(section)


def test_a_method_without_a_rule_for_weighted_scores_refuses_them(section, give):
    Event.objects.update(scoring="howell-losses", scoring_options={})
    replace_awards_by_passes()
    section.session.event.refresh_from_db()
    with pytest.raises(ScoringError):
        give(adjusted="60% 4SS=, 40% 4SS-1")
    assert is_unchanged(section)
