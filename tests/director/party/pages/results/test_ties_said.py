"""Ties for prizes: shared where cards are handed in, and said once."""

import pytest

from director.party.sheets import PrizeRow, merge_prizes

pytestmark = pytest.mark.django_db


def row(title, text, numbers):
    return PrizeRow(title, numbers, numbers, "", title, text)


def test_prizes_that_the_same_players_are_tied_for_are_told_together():
    tied = "4 and 7 are tied with 9 games. They play one game; the highest takes first prize, the next second prize."
    rows = [
        row("First prize", tied, ("4", "7")),
        row("Second prize", tied, ("4", "7")),
        row("Booby prize", "8.", ("8",)),
    ]
    assert [prize.text for prize in merge_prizes(rows)] == [
        f"First prize and second prize: {tied}",
        "Booby prize: 8.",
    ]
