"""Fairness: the published figures, the definition by a plain route, and the awkward plans."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import sqrt

import pytest

from movements.balance import fairness, find_best_absence, round_quality
from movements.check.faults import check_plan
from movements.model import Movement, TableRound
from movements.registry import make_plan
from tests.movements.grids import read_golden_records
from tests.movements.test_every_plan import list_lone_directions

HOWELLS = [
    (int(line["pairs"]), int(line["SS"]), float(line["qf"]))
    for line in read_golden_records("howell_fairness.csv")
]


@pytest.mark.parametrize(
    ("pairs", "squares", "qf"), HOWELLS, ids=[f"{pairs} pairs" for pairs, *_ in HOWELLS]
)
def test_howells_have_the_published_fairness(pairs, squares, qf):
    result = fairness(make_plan("howell", pairs=pairs))
    couples = combinations(range(pairs), 2)
    assert sum(result.competition[first][second] ** 2 for first, second in couples) == squares
    assert round_quality(result.qf) == qf


def arrow_switched(tables: int, rounds: set[int]) -> Movement:
    """Return the Mitchell of an odd number of tables with one winner, whole rounds turned."""
    plan = make_plan("mitchell", tables=tables, boards_per_set=1)
    rows = (
        replace(row, ns=row.ew, ew=row.ns, arrow_switched=True) if row.round_no in rounds else row
        for row in plan.rows
    )
    return replace(plan, rows=tuple(rows), winners=1, guarantees=())


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    read_golden_records("mitchell_arrow_switches.csv"),
    ids=lambda line: f"{line['tables']} tables",
)
def test_arrow_switched_mitchells_have_the_published_deviation(line):
    plan = arrow_switched(int(line["tables"]), set(map(int, line["switched"].split())))
    result = fairness(plan)
    amounts = [
        result.competition[first][second]
        for first, second in combinations(range(plan.contestants), 2)
    ]
    mean = Fraction(sum(amounts), len(amounts))
    variance = sum((amount - mean) ** 2 for amount in amounts) / len(amounts)
    assert check_plan(plan) == ()
    assert f"{sqrt(variance):.4f}" == line["sd"]
    assert result.qf == plain_quality(plan)
    assert line["best_qf"] in ("", f"{round_quality(result.qf):.2f}")


def test_one_table_has_one_couple():
    row = TableRound(round_no=1, table_no=1, ns=1, ew=2, board_set=1, boards=(1,))
    result = fairness(replace(make_plan("howell", pairs=4), contestants=2, tables=1, rows=(row,)))
    assert result.meetings_min == 1
    assert result.meetings_max == 1
    assert result.qf is None
    assert (result.same_direction_min, result.same_direction_max) == (0, 0)


def plain_quality(plan: Movement) -> Fraction | None:  # noqa: C901  the definition, written out once more
    """Return Qf straight from the definition, set by set and couple by couple."""
    plays = Counter(row.board_set for row in plan.rows)
    highest = max(plays.values()) - 1
    unequal = len({count for count in plays.values() if count > 1}) > 1
    amounts: dict[tuple[int, int], Fraction] = {}
    pairs = sorted({pair for row in plan.rows for pair in (row.ns, row.ew)})
    for first, second in combinations(pairs, 2):
        total = Fraction(0)
        for board_set, count in plays.items():
            if count == 1:
                continue
            weight = Fraction(highest, count - 1) if unequal else Fraction(1)
            seats = {}
            for row in plan.rows:
                if row.board_set == board_set:
                    seats[row.ns], seats[row.ew] = (
                        ("NS", row.table_no, row.round_no),
                        ("EW", row.table_no, row.round_no),
                    )
            if first in seats and second in seats:
                if seats[first][1:] == seats[second][1:]:
                    total += weight * (count - 1)
                else:
                    total += weight if seats[first][0] == seats[second][0] else -weight
        amounts[first, second] = total
    lines = list_lone_directions(plan) if plan.winners == 2 else (set(pairs),)
    figures = []
    for line in lines:
        of_line = [amounts[couple] for couple in combinations(sorted(line), 2)]
        squares = sum(amount**2 for amount in of_line)
        if not squares:
            continue
        mean = sum(of_line) / len(of_line)
        if unequal:
            best = len(of_line) * mean**2
        else:
            more = int(sum(of_line)) % len(of_line)
            each = int(sum(of_line)) // len(of_line)
            best = Fraction((len(of_line) - more) * each**2 + more * (each + 1) ** 2)
        figures.append(100 * best / squares)
    return min(figures, default=None)


def test_nobody_is_compared_when_every_set_is_played_once():
    result = fairness(make_plan("howell", pairs=3))
    assert result.qf is None
    assert round_quality(result.qf) is None


def test_matrices_are_symmetric_and_name_their_pairs():
    result = fairness(make_plan("mitchell", pairs=5, options={"half_table": "ns"}))
    assert result.contestants == (1, 2, 4, 5, 6)
    assert result.meetings == (
        (0, 0, 1, 1, 1),
        (0, 0, 1, 1, 1),
        (1, 1, 0, 0, 0),
        (1, 1, 0, 0, 0),
        (1, 1, 0, 0, 0),
    )
    assert result.same_direction == (
        (0, 3, 0, 0, 0),
        (3, 0, 0, 0, 0),
        (0, 0, 0, 1, 1),
        (0, 0, 1, 0, 1),
        (0, 0, 1, 1, 0),
    )


@pytest.mark.parametrize("pairs", [8, 9, 14, 20], ids=lambda pairs: f"{pairs} pairs")
def test_competition_sums_to_what_the_sets_give(pairs):
    plan = make_plan("howell", pairs=pairs)
    plays = Counter(row.board_set for row in plan.rows)
    competition = fairness(plan).competition
    couples = combinations(range(pairs), 2)
    assert sum(competition[first][second] for first, second in couples) == sum(
        n * (n - 1) for n in plays.values()
    )


def test_absence_of_the_highest_number_is_what_an_odd_howell_plays():
    assert (
        find_best_absence(make_plan("howell", pairs=14)).qf
        == fairness(make_plan("howell", pairs=13)).qf
        == 100
    )
