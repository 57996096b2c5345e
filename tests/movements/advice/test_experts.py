"""What lists of directors recommend for 2 to 20 tables: advice names it first, or says why not."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from movements.advice.advise import Advice, advise, assess_plan
from movements.advice.facts import Limits
from movements.advice.picks import describe_price, iter_differences
from movements.errors import MovementError
from movements.registry import get_legal_rounds, make_plan
from tests.golden import assert_golden, read_golden
from tests.movements.grids import read_golden_records

ROWS = read_golden_records("advice/recommended.csv")
FAMILIES = {
    "howell": [("howell", {}), ("short-howell", {}), ("fairest", {})],
    "short-howell": [("short-howell", {}), ("fairest", {})],
    "mitchell": [
        ("mitchell", {}),
        ("rover-mitchell", {}),
        ("mitchell", {"even": "skip"}),
        ("mitchell", {"even": "share"}),
        ("one-winner-mitchell", {}),
        ("one-winner-mitchell", {"even": "skip"}),
        ("one-winner-mitchell", {"even": "share"}),
    ],
    "skip-mitchell": [
        ("mitchell", {"even": "skip"}),
        ("one-winner-mitchell", {"even": "skip"}),
    ],
    "share-relay-mitchell": [
        ("mitchell", {"even": "share"}),
        ("one-winner-mitchell", {"even": "share"}),
    ],
    "hesitation-mitchell": [("hesitation-mitchell", {})],
    "rover-mitchell": [("rover-mitchell", {})],
    "web-mitchell": [("web-mitchell", {})],
    "appendix-mitchell": [("appendix-mitchell", {})],
    "two-mitchells": [("double-mitchell", {"weave": "half"})],
    "double-weave-mitchell": [("double-mitchell", {"weave": "rounds"})],
}
"""The movements here that a family of the lists stands for; a Mitchell with one winner is one."""
NOT_HERE = {"bowman", "blackpool"}
OF_ANOTHER_MIND = {15, 19, 21}
"""Fields where the first suggestion is on fewer than half of the lists; docs/movements.md says why."""
MIN_PAIRS_WITH_COPIES = 32
"""From this size on all lists but one name only movements that need copies of the boards."""
MIN_AGREEING = 122
"""Rows of the lists, of 160, whose family is named first. Raise it whenever more are."""


@dataclass(frozen=True)
class Verdict:
    """What there is to say about one row: whether it is named first, or else why not."""

    is_named: bool
    text: str
    has_reason: bool = True


@cache
def first_advice(pairs: int, winners: int) -> Advice:
    return advise(pairs, one_winner=winners == 1, limits=boards_of_the_lists(pairs))[0]


def boards_of_the_lists(pairs: int) -> Limits:
    """Return the sets of boards that the lists take for granted."""
    return Limits(copies=3 if pairs >= MIN_PAIRS_WITH_COPIES else 1)


def is_of_family(first: Advice, family: str) -> bool:
    """Return whether *first* is of this family; a Mitchell of the list may skip or share where it must."""
    return any(
        key == first.plan_key
        and all(dict(first.options).get(name, choice) == choice for name, choice in options.items())
        for key, options in FAMILIES[family]
    )


def of_the_list(pairs: int, family: str, rounds: str, winners: int) -> Advice | None:
    """Return the best plan of the family, with as many rounds as the list says; ``None`` where there is none."""
    judged = []
    for key, options in FAMILIES[family]:
        try:
            lengths = (
                [int(rounds)] if rounds else get_legal_rounds(key, pairs=pairs, options=options)
            )
            for length in lengths:
                for boards in range(2, 7):
                    plan = make_plan(
                        key, pairs=pairs, rounds=length, boards_per_set=boards, options=options
                    )
                    judged.append(assess_plan(plan))
        except MovementError:
            continue
    with_winners = [each for each in judged if each.winners == winners]
    return max(with_winners or judged, key=lambda each: each.merit.total, default=None)


def verdict(row) -> Verdict:
    """Return whether the first advice with as many winners as the list says is of its family.

    Where the list doesn't say, either may be.
    """
    pairs, family = int(row["pairs"]), row["family"]
    asked = [int(row["winners"])] if row["winners"] else [2, 1]
    advised = [first_advice(pairs, winners) for winners in asked]
    names = [f"{first.name} {first.rounds} x {first.boards_per_set}" for first in advised]
    if family in NOT_HERE:
        return Verdict(False, f"not in the program; {' or '.join(names)} is advised")
    for first, name in zip(advised, names, strict=True):
        if is_of_family(first, family):
            return Verdict(True, f"named first: {name}")
    theirs = of_the_list(pairs, family, row["rounds"], asked[-1])
    if theirs is None:
        length = f" in {row['rounds']} rounds" if row["rounds"] else ""
        return Verdict(False, f"not possible here{length}; {' or '.join(names)} is advised")
    first = next((each for each in advised if each.winners == theirs.winners), advised[0])
    name = f"{first.name} {first.rounds} x {first.boards_per_set}"
    differences = list(iter_differences(first, theirs))
    if not differences:
        return Verdict(True, f"named first: {name}, with the figures of {theirs.name}")
    has_gain = any(difference.is_gain for difference in differences)
    return Verdict(False, f"{name}. {describe_price(first, other_advice=theirs)}", has_gain)


def lines_of(rows) -> list[str]:
    return [
        f"{row['tables']},{row['family']},{row['rounds']},{row['source']},{verdict(row).text}"
        for row in rows
    ]


@pytest.mark.slow
def test_every_row_is_named_first_or_says_why_not():
    text = "\n".join(["tables,family,rounds,source,advice", *lines_of(ROWS), ""])
    assert_golden("movements/advice/experts.csv", text)


def test_most_rows_agree_with_the_first_advice():
    """The golden file says which; the test above holds it to the program."""
    _heading, *lines = read_golden("movements/advice/experts.csv").splitlines()
    assert sum("named first" in line for line in lines) >= MIN_AGREEING


def test_there_is_a_sentence_for_each_field_where_fewer_lists_agree():
    docs = (Path(__file__).parents[3] / "docs" / "movements.md").read_text(encoding="utf-8")
    for pairs in OF_ANOTHER_MIND:
        assert f"- {pairs} pairs: " in docs
