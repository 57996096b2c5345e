"""Masterpoints by printed scales: worked figures of the federations, and what every scale keeps to."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.masterpoints import (
    SCALES,
    MasterpointField,
    compute_award,
    get_scale,
)


def list_awards(key: str, field: MasterpointField, places: int) -> list[str]:
    scale = get_scale(key)
    awards = (compute_award(scale, field, rank=rank) for rank in range(1, places + 1))
    return [f"{float(award):.2f}" for award in awards]


@pytest.mark.parametrize(
    ("key", "field", "awards"),
    [
        # A pair that wins a club Mitchell has three hundredths for each table, of nine pairs four
        # have an award, second 70 % and third a half: [ABFMP] 3.1.1 and 4.2.
        pytest.param(
            "abf-e",
            MasterpointField(9, 9, is_two_winner=True),
            ["0.27", "0.19", "0.14", "0.09", "0.00"],
            id="ABF Mitchell",
        ),
        pytest.param(
            "abf-e",
            MasterpointField(8, 4),
            ["0.24", "0.17", "0.12", "0.08", "0.00"],
            id="ABF Howell",
        ),
        # In IMPs the top third, rounded up: five of thirteen.
        pytest.param(
            "abf-e",
            MasterpointField(13, 13, is_two_winner=True, is_in_imps=True, boards_per_round=5),
            ["0.39", "0.27", "0.20", "0.13", "0.10", "0.00"],
            id="ABF Butler",
        ),
        # Matches of less than five boards: the top half, six of twelve.
        pytest.param(
            "abf-e",
            MasterpointField(12, 6, is_in_imps=True, boards_per_round=3),
            ["0.36", "0.25", "0.18", "0.12", "0.09", "0.07", "0.00"],
            id="ABF cross-IMPs, three boards",
        ),
        pytest.param(
            "abf-f",
            MasterpointField(8, 8, is_two_winner=True),
            ["0.12", "0.08"],
            id="ABF F, half of E",
        ),
        # 1.5 (1 - e^(-40/32)) and 1.5 (1 - e^(-20/16)) are the same.
        pytest.param("abf-e", MasterpointField(40, 40, is_two_winner=True), ["1.07"], id="ABF 40"),
        pytest.param("abf-e", MasterpointField(40, 20), ["1.07"], id="ABF Howell of 20 tables"),
        # 7 1/2 tables are two groups with eight tables; 40 % of eight are three awards.
        pytest.param(
            "acbl-open",
            MasterpointField(8, 8, is_two_winner=True),
            ["0.80", "0.56", "0.40", "0.00"],
            id="ACBL Mitchell",
        ),
        # 40 % of eleven pairs are 4.4, so four.
        pytest.param(
            "acbl-open",
            MasterpointField(11, 6),
            ["1.10", "0.77", "0.55", "0.39", "0.00"],
            id="ACBL Howell of eleven",
        ),
        # Six pairs below 200 masterpoints, of an official page: 0.07 for each, two awards.
        pytest.param(
            "acbl-open",
            MasterpointField(6, 3, stratum_limit=200),
            ["0.42", "0.29", "0.00"],
            id="ACBL stratum below 200",
        ),
        pytest.param(
            "acbl-open",
            MasterpointField(16, 16, is_two_winner=True),
            ["1.50", "1.05", "0.75", "0.53", "0.30", "0.25"],
            id="ACBL, at most 1.50",
        ),
    ],
)
def test_awards_are_those_of_the_printed_scale(key, field, awards):
    assert list_awards(key, field, len(awards)) == awards


def test_a_shared_place_shares_the_awards_of_its_places():
    field = MasterpointField(8, 8, is_two_winner=True)
    # 0.80 and 0.56; the third place and the fourth, which has none.
    assert compute_award(get_scale("acbl-open"), field, rank=1, sharing_count=2) == Fraction("0.68")
    assert compute_award(get_scale("acbl-open"), field, rank=3, sharing_count=2) == Fraction("0.2")


def test_two_pairs_that_share_first_place_of_eleven_have_the_official_award():
    # ACBL Live for Clubs, event 1427915: 0.94, 0.94 and 0.55.
    field = MasterpointField(11, 6)
    scale = get_scale("acbl-open")
    assert compute_award(scale, field, rank=1, sharing_count=2) == Fraction("0.94")
    assert compute_award(scale, field, rank=3) == Fraction("0.55")


@pytest.mark.parametrize(
    ("limit", "award"), [(20, "0.5"), (50, "0.6"), (100, "0.6"), (200, "0.7"), (750, "0.8")]
)
def test_a_stratum_s_rate_is_that_of_its_limit(limit, award):
    field = MasterpointField(10, 5, stratum_limit=limit)
    assert compute_award(get_scale("acbl-open"), field, rank=1) == Fraction(award)


def test_an_unknown_scale_is_refused():
    with pytest.raises(ScoringError, match="Choose one from abf-e"):
        get_scale("abf-z")


@pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.key)
@given(tables=st.integers(2, 59), is_two_winner=st.booleans())
def test_more_tables_never_give_less(scale, tables, is_two_winner):
    first, second = (
        compute_award(scale, MasterpointField(20, count, is_two_winner), rank=1)
        for count in (tables, tables + 1)
    )
    assert first <= second
