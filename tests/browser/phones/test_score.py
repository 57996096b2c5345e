"""The score that the phone shows before anything is sent is the score of the program."""

from itertools import product

import pytest

from scoring.bridge.contracts import Contract, Vulnerability, compute_ns_score
from scoring.bridge.entries import parse_entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIDES = ("N", "E")
SCORES = """(cases) => cases.map(([level, denomination, doubled, declarer, vulnerable, tricks]) =>
    scoreEntry({ kind: "played", level, denomination, doubled, declarer, tricks }, vulnerable))"""
READINGS = """(texts) => texts.map((text) => parseEntry(text, "bridge"))
    .map(({ entry }) => (entry ? formatEntry(entry) : ""))"""
TYPED = (
    "4ss=",
    "3NTXE-2",
    "3ntex-2",
    "w3n8",
    "3 n x e -2",
    "4 ♠ * s − 1",
    "4SS10",
    "7NTXXS-13",
    "1CN+6",
    "pass",
    "Passed out",
    "4H10",
    "4SS1",
    "4SS",
    "9SS=",
    "4SSX X=",
    "1CN+7",
    "1CN-8",
    "hello",
)


def test_every_score_there_is(open_phone):
    page = open_phone()
    cases = list(
        product(range(1, 8), ("C", "D", "H", "S", "NT"), range(3), SIDES, Vulnerability, range(14))
    )
    sent = [[*case[:4], case[4].value, case[5]] for case in cases]
    expected = [
        compute_ns_score(Contract(level, denomination, doubled), declarer, tricks, vulnerable)
        for level, denomination, doubled, declarer, vulnerable, tricks in cases
    ]
    assert len(cases) == 11760
    assert page.evaluate(SCORES, sent) == expected


def written(text):
    """Return the entry of *text* as the program writes it, ``""`` where it cannot be read, or names no declarer."""
    try:
        entry = parse_entry(text)
    except ValueError:
        return ""
    return "" if entry.declarer == "NS" else str(entry)


def test_typed_results_are_read_as_at_the_desk(open_phone):
    page = open_phone()
    assert dict(zip(TYPED, page.evaluate(READINGS, list(TYPED)), strict=True)) == {
        text: written(text) for text in TYPED
    }
