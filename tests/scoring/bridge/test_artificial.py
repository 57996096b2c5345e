from fractions import Fraction

import pytest

from scoring.bridge.entries import parse_entry
from scoring.bridge.rulings import ArtificialScore, parse_artificial
from scoring.errors import EntryError


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
    artificial = parse_entry(text).artificial
    assert artificial == ArtificialScore(*map(Fraction, shares))
    assert str(artificial) == canonical


ONE_SIDE = "type both shares, N-S first, such as A6040, A60/40 or A60/NP. Only A50 needs one."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A60", f"“A60”: {ONE_SIDE}"),
        ("A33.3", f"“A33.3”: {ONE_SIDE}"),
        ("A604", f"“A604”: {ONE_SIDE}"),
        ("A+", "“A+” isn’t an artificial score. Try A6040, A50 or A33.3/66.7, N-S first."),
        ("A", "“A” isn’t an artificial score. Try A6040, A50 or A33.3/66.7, N-S first."),
        ("A120/0", "120% isn’t an artificial score. Enter 0 to 100 with at most two decimals."),
        (
            "A33.333/66.667",
            "33.333% isn’t an artificial score. Enter 0 to 100 with at most two decimals.",
        ),
    ],
    ids=[
        "one-side",
        "one-side-decimals",
        "three-digits",
        "plus",
        "bare",
        "above-100",
        "three-decimals",
    ],
)
def test_artificial_says_what_is_wrong(text, sentence):
    with pytest.raises(EntryError) as refusal:
        parse_entry(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    "percent", [Fraction(-1), Fraction(101), Fraction(1, 3)], ids=["negative", "above", "thirds"]
)
def test_artificial_cannot_be_made_from_a_share_that_is_none(percent):
    with pytest.raises(EntryError) as refusal:
        ArtificialScore(percent, Fraction(50))
    assert refusal.value.code == "entry-percentage"


@pytest.mark.parametrize(
    ("text", "ns_own", "ew_own"),
    [("A60+/40-", True, True), ("A60+/60", True, False), ("A60/40-", False, True)],
    ids=["both", "ns", "ew"],
)
def test_own_average_is_read_and_written(text, ns_own, ew_own):
    artificial = parse_artificial(text)
    assert artificial.has_ns_own_average == ns_own
    assert artificial.has_ew_own_average == ew_own
    assert str(artificial) == text


@pytest.mark.parametrize(
    ("text", "share"),
    [("A60-/40", "60-"), ("A60/40+", "40+"), ("A50+/50", "50+")],
    ids=["plus", "minus", "average"],
)
def test_own_average_against_its_share_is_refused(text, share):
    with pytest.raises(EntryError) as refusal:
        parse_artificial(text)
    assert str(refusal.value) == (
        f"“{share}”: use + only with a share above 50 (60+) and - only with one below 50 (40-)."
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ANP/NP", "entry-artificial-unreadable"),
        ("ANP", "entry-artificial-unreadable"),
        ("ANP/120", "entry-percentage"),
        ("A60-/NP", "entry-own-average"),
        ("ANP/50+", "entry-own-average"),
    ],
)
def test_a_share_of_one_side_that_is_none_is_refused(text, code):
    with pytest.raises(EntryError) as refusal:
        parse_entry(text)
    assert refusal.value.code == code


def test_a_share_of_neither_side_is_no_artificial_score():
    with pytest.raises(EntryError) as refusal:
        ArtificialScore(None, None)
    assert str(refusal.value) == (
        "An artificial score needs a share for at least one side, such as A60/NP. For neither side, use NP."
    )
    with pytest.raises(EntryError):
        ArtificialScore(None, Fraction(60), has_ns_own_average=True)


def test_own_average_needs_a_share_that_is_no_average():
    with pytest.raises(EntryError) as refusal:
        ArtificialScore(Fraction(50), Fraction(40), has_ns_own_average=True)
    assert refusal.value.params == {"text": "50"}
