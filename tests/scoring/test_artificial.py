from fractions import Fraction

import pytest
from hypothesis import given

from scoring import Artificial, EntryError, read_entry
from tests.scoring.strategies import ARTIFICIALS


@given(ARTIFICIALS)
def test_artificial_reads_back_what_str_writes(artificial):
    assert read_entry(str(artificial)).artificial == artificial


@pytest.mark.parametrize(
    ("text", "shares", "canonical"),
    [
        ("A6040", ("60", "40"), "A6040"),
        ("a 60 / 40", ("60", "40"), "A6040"),
        ("A50", ("50", "50"), "A5050"),
        ("A33.3/66.7", ("33.3", "66.7"), "A33.3/66.7"),
        ("A33,3/66,7", ("33.3", "66.7"), "A33.3/66.7"),
        ("A100/0", ("100", "0"), "A100/0"),
        ("A0505", ("5", "5"), "A5/5"),
        ("A6060", ("60", "60"), "A6060"),
        ("A66.67/33.33", ("66.67", "33.33"), "A66.67/33.33"),
    ],
    ids=[
        "usual",
        "slash",
        "average",
        "decimals",
        "decimal-comma",
        "all-or-nothing",
        "small",
        "both-plus",
        "two-decimals",
    ],
)
def test_artificial_is_read_and_written_canonically(text, shares, canonical):
    artificial = read_entry(text).artificial
    assert (artificial, str(artificial)) == (Artificial(*map(Fraction, shares)), canonical)


ONE_SIDE = "an artificial score gives both sides, N-S first, as A6040 or A60/40; only A50 stands alone."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A60", f'"A60": {ONE_SIDE}'),
        ("A33.3", f'"A33.3": {ONE_SIDE}'),
        ("A604", f'"A604": {ONE_SIDE}'),
        ("A+", '"A+" is no artificial score; write A6040, A50 or A33.3/66.7, N-S first.'),
        ("A", '"A" is no artificial score; write A6040, A50 or A33.3/66.7, N-S first.'),
        ("A120/0", "120% cannot be an artificial score; give 0 to 100 with at most two decimals."),
        ("A33.333/66.667", "33.333% cannot be an artificial score; give 0 to 100 with at most two decimals."),
    ],
    ids=["one-side", "one-side-decimals", "three-digits", "plus", "bare", "above-100", "three-decimals"],
)
def test_artificial_says_what_is_wrong(text, sentence):
    with pytest.raises(EntryError) as refusal:
        read_entry(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("percent", [Fraction(-1), Fraction(101), Fraction(1, 3)], ids=["negative", "above", "thirds"])
def test_artificial_cannot_be_made_from_a_share_that_is_none(percent):
    with pytest.raises(EntryError) as refusal:
        Artificial(percent, Fraction(50))
    assert refusal.value.code == "entry-percentage"
