"""What lists of directors recommend for 2 to 20 tables: advice names it first, or its own choice has more to say."""

from dataclasses import dataclass
from functools import cache

import pytest

from movements import Advice, MovementError, advise, assess, legal_rounds, make_plan, shown_quality
from tests.golden import assert_golden, read_golden
from tests.movements.forms import THOROUGH
from tests.movements.grids import golden_records

ROWS = golden_records("advice/recommended.csv")
FAMILIES = {
    "howell": [("howell", {}), ("short-howell", {})],
    "short-howell": [("short-howell", {})],
    "mitchell": [("mitchell", {}), ("mitchell", {"even": "skip"}), ("mitchell", {"even": "share"})],
    "skip-mitchell": [("mitchell", {"even": "skip"})],
    "share-relay-mitchell": [("mitchell", {"even": "share"})],
    "hesitation-mitchell": [("hesitation-mitchell", {})],
    "rover-mitchell": [("rover-mitchell", {})],
    "web-mitchell": [("web-mitchell", {})],
    "appendix-mitchell": [("appendix-mitchell", {})],
    "two-mitchells": [("double-mitchell", {"weave": "half"})],
    "double-weave-mitchell": [("double-mitchell", {"weave": "rounds"})],
}
NOT_HERE = {"bowman", "blackpool"}
FEWER_POINTS = 4
"""Points of fairness that the first advice may be below a list's choice, where it has something else more."""


@dataclass(frozen=True)
class Verdict:
    """What there is to say about one row: whether it is named first, or else why not."""

    named: bool
    text: str
    shortfall: float = 0


@cache
def first_advice(pairs: int) -> Advice:
    return advise(pairs)[0]


def is_named(first: Advice, family: str) -> bool:
    """Return whether *first* is of this family; a Mitchell of the list may skip or share where it must."""
    return any(
        key == first.plan_key
        and all(dict(first.options).get(name, choice) == choice for name, choice in options.items())
        for key, options in FAMILIES[family]
    )


def of_the_list(pairs: int, family: str, rounds: str) -> Advice | None:
    """Return the best plan of the family, with as many rounds as the list says; ``None`` where there is none."""
    judged = []
    for key, options in FAMILIES[family]:
        try:
            lengths = [int(rounds)] if rounds else legal_rounds(key, pairs=pairs, options=options)
            for length in lengths:
                for boards in range(2, 7):
                    plan = make_plan(
                        key, pairs=pairs, rounds=length, boards_per_set=boards, options=options
                    )
                    judged.append(assess(plan))
        except MovementError:
            continue
    return max(judged, key=lambda each: each.merit.total, default=None)


def verdict(row) -> Verdict:
    pairs, family = int(row["pairs"]), row["family"]
    first = first_advice(pairs)
    name = f"{first.name} {first.rounds} x {first.boards_per_set}"
    if family in NOT_HERE:
        return Verdict(
            False, f"not in the program; {name} compares with fairness {shown_quality(first.qf)}"
        )
    if is_named(first, family):
        return Verdict(True, f"named first: {name}")
    theirs = of_the_list(pairs, family, row["rounds"])
    if theirs is None:
        length = f" in {row['rounds']} rounds" if row["rounds"] else ""
        return Verdict(False, f"not possible here{length}; {name} is the choice")
    return Verdict(False, difference(first, theirs), float((theirs.qf or 0) - (first.qf or 0)))


def difference(first: Advice, theirs: Advice) -> str:
    """Return in which figures *first* is worth more, and in which less."""
    figures = ("fairness", "opponents", "wishes", "sitting_out", "ease")
    mine, other = (
        [shown_quality(getattr(each.merit, name)) for name in figures] for each in (first, theirs)
    )
    more = [
        f"{name} {a:g} for {b:g}" for name, a, b in zip(figures, mine, other, strict=True) if a > b
    ]
    less = [
        f"{name} {a:g} for {b:g}" for name, a, b in zip(figures, mine, other, strict=True) if a < b
    ]
    shapes = f"{first.name} {first.rounds} x {first.boards_per_set} has more than {theirs.rounds} x {theirs.boards_per_set}"
    return f"{shapes}: {', '.join(more)}" + (f"; less: {', '.join(less)}" if less else "")


def lines_of(rows) -> list[str]:
    return [
        f"{row['tables']},{row['family']},{row['rounds']},{row['source']},{verdict(row).text}"
        for row in rows
    ]


@pytest.mark.slow
def test_every_row_is_named_first_or_says_why_not():
    """Every day one row in five is looked at."""
    if THOROUGH:
        text = "\n".join(["tables,family,rounds,source,advice", *lines_of(ROWS), ""])
        assert_golden("movements/advice/experts.csv", text)
    _heading, *expected = read_golden("movements/advice/experts.csv").splitlines()
    assert len(expected) == len(ROWS)
    assert lines_of(ROWS[::5]) == expected[::5]


@pytest.mark.parametrize(
    "pairs", sorted({int(row["pairs"]) for row in ROWS})[:: 1 if THOROUGH else 3]
)
def test_the_first_advice_is_on_a_list_or_as_fair_as_what_is(pairs):
    verdicts = [verdict(row) for row in ROWS if int(row["pairs"]) == pairs]
    assert (
        any(each.named for each in verdicts)
        or max(each.shortfall for each in verdicts) <= FEWER_POINTS
    )


def test_every_family_of_the_lists_is_known_or_named_as_missing():
    assert {row["family"] for row in ROWS} == set(FAMILIES) | NOT_HERE
