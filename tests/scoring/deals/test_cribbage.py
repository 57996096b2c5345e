"""Two cards of one cribbage game, as the congress settles them."""

import pytest

from scoring.deals.cribbage import CribbageEntry, settle_entries
from scoring.errors import ScoringError


def won(margin):
    return CribbageEntry(is_won=True, signed_margin=margin)


def lost(margin):
    return CribbageEntry(is_won=False, signed_margin=margin)


@pytest.mark.parametrize(
    ("cards", "in_line", "counts", "text"),
    [
        pytest.param((won(12), lost(-12)), (False, False), (won(12), lost(-12)), "", id="agree"),
        pytest.param(
            (won(12), lost(-11)),
            (True, False),
            (won(11), lost(-11)),
            "The margins differ. A player in line for a prize gets the worse one.",
            id="winner in line",
        ),
        pytest.param(
            (won(12), lost(-11)),
            (True, True),
            (won(11), lost(-12)),
            "The margins differ, so each gets the worse one.",
            id="both in line",
        ),
        pytest.param(
            (won(12), lost(-11)),
            (False, False),
            (won(12), lost(-11)),
            "The margins differ. Check the cards.",
            id="neither",
        ),
        pytest.param(
            (None, lost(-33)),
            (True, True),
            (won(33), lost(-33)),
            "One card is blank, so the other counts.",
            id="blank",
        ),
        pytest.param(
            (won(12), won(-12)),
            (False, False),
            (won(12), lost(-12)),
            "Both cards have a win. The one in the plus column wins.",
            id="two wins in opposite columns",
        ),
        pytest.param(
            (lost(-8), lost(8)),
            (False, True),
            (lost(-8), won(8)),
            "Both cards have a loss. The one in the plus column wins.",
            id="two losses in opposite columns",
        ),
        pytest.param(
            (won(12), won(10)),
            (False, False),
            (lost(-12), lost(-10)),
            "Both cards have a win in the same column, so both lose.",
            id="two wins in one column",
        ),
    ],
)
def test_cards_are_settled_without_asking(cards, in_line, counts, text):
    settled = settle_entries(*cards, is_first_in_line=in_line[0], is_second_in_line=in_line[1])
    assert (settled.first, settled.second) == counts
    assert settled.difference_text == text


def test_a_game_on_neither_card_is_asked_for():
    with pytest.raises(ScoringError, match="Neither the first player nor the second has this game"):
        settle_entries(None, None)
