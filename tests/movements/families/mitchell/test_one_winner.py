"""The Mitchell with one winner: the published figures, equalled or beaten, and seats that are those of the Mitchell."""

from fractions import Fraction
from itertools import combinations
from math import sqrt

import pytest

from movements.balance import compute_quality, fairness, round_quality
from movements.errors import MovementError
from movements.moves import PairMove, get_moves_by_table
from movements.registry import get_legal_rounds, make_plan
from tests.golden import assert_golden
from tests.movements.grids import read_golden_records


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    read_golden_records("one-winner-mitchell_best.csv"),
    ids=lambda line: f"{line['tables']} tables",
)
def test_single_tables_switched_equal_the_best_known_figures(line):
    tables = int(line["tables"])
    options = {"switch": "tables"} | ({"even": "share"} if tables % 2 == 0 else {})
    plan = make_plan(
        "one-winner-mitchell", tables=tables, rounds=tables, boards_per_set=1, options=options
    )
    assert max(round_quality(fairness(plan).qf), float(line["qf"])) == round_quality(
        fairness(plan).qf
    )


@pytest.mark.parametrize(
    "line",
    read_golden_records("mitchell_arrow_switches.csv"),
    ids=lambda line: f"{line['tables']} tables",
)
def test_whole_rounds_switched_have_the_published_deviation(line):
    plan = make_plan("one-winner-mitchell", tables=int(line["tables"]), boards_per_set=1)
    result = fairness(plan)
    amounts = [
        result.competition[first][second]
        for first, second in combinations(range(plan.contestants), 2)
    ]
    mean = Fraction(sum(amounts), len(amounts))
    variance = sum((amount - mean) ** 2 for amount in amounts) / len(amounts)
    switched = {row.round_no for row in plan.rows if row.arrow_switched}
    assert f"{sqrt(variance):.4f}" == line["sd"]
    assert len(switched) == len(line["switched"].split())


def switched(tables, rounds, even, switch):
    """Return Qf of a plan of so many rounds."""
    options = {"switch": switch} | ({"even": even} if even else {})
    plan = make_plan(
        "one-winner-mitchell", tables=tables, rounds=rounds, boards_per_set=1, options=options
    )
    return fairness(plan).qf


def test_pairs_keep_their_seats_when_the_cards_are_turned():
    plan = make_plan("one-winner-mitchell", tables=7)
    assert [row.arrow_switched for row in plan.rows if row.table_no == 1][-2:] == [False, True]
    after = get_moves_by_table(plan, 6)[1]
    assert after.ns == PairMove(contestant=1, table_no=1, side="NS", stays=True, sits_out=False)
    assert after.ew == PairMove(contestant=10, table_no=2, side="EW", stays=False, sits_out=False)


@pytest.mark.parametrize(("tables", "most"), [(10, 15), (20, 58)], ids=str)
def test_single_tables_that_share_turn_few_plays(tables, most):
    plan = make_plan(
        "one-winner-mitchell", tables=tables, options={"even": "share", "switch": "tables"}
    )
    assert sum(row.arrow_switched for row in plan.rows) == most


def qf_lines():
    """Yield Qf of every length, with whole rounds and with single tables, and with either line one pair short."""
    for tables in range(3, 21):
        for even in ("skip", "share") if tables % 2 == 0 else (None,):
            options = {"even": even} if even else {}
            for rounds in get_legal_rounds(
                "one-winner-mitchell", pairs=2 * tables, options=options
            ):
                size = {"rounds": rounds, "boards_per_set": 1}
                plans = (
                    make_plan("one-winner-mitchell", tables=tables, options=options, **size),
                    make_plan(
                        "one-winner-mitchell",
                        tables=tables,
                        options=options | {"switch": "tables"},
                        **size,
                    ),
                    *one_pair_short(tables, options, size),
                )
                figures = (
                    f"{round_quality(compute_quality(plan)):.2f}" if plan else "" for plan in plans
                )
                yield ",".join((str(tables), even or "plain", str(rounds), *figures))


def one_pair_short(tables, options, size):
    for missing in ("ew", "ns"):
        try:
            yield make_plan(
                "one-winner-mitchell",
                pairs=2 * tables - 1,
                options=options | {"half_table": missing},
                **size,
            )
        except MovementError:
            yield None


@pytest.mark.slow
def test_fairness_of_every_length_reads_as_reviewed():
    assert_golden(
        "movements/one-winner-mitchell_qf.csv",
        "\n".join(
            ["tables,even,rounds,whole_rounds,single_tables,ew_short,ns_short", *qf_lines(), ""]
        ),
    )


@pytest.mark.parametrize(
    ("size", "options", "sentence"),
    [
        pytest.param(
            {"tables": 21},
            {"switch": "tables"},
            "One-winner Mitchell: switch=tables needs at most 20 tables, but 42 pairs make 21 tables. Choose "
            "switch=rounds.",
            id="single tables in a large field",
        ),
        pytest.param(
            {"tables": 7},
            {"half_table": "ns"},
            "One-winner Mitchell: half_table=ns is for an odd number of pairs, but 14 fill 7 tables. Remove it.",
            id="half table where there is none",
        ),
        pytest.param(
            {"tables": 7},
            {"even": "share"},
            "One-winner Mitchell: even=share is for an even number of tables, but 14 pairs make 7. Remove it.",
            id="sharing where nothing is shared",
        ),
        pytest.param(
            {"tables": 34, "rounds": 21},
            {},
            "One-winner Mitchell for 68 pairs takes 2 to 20 rounds, not 21: no switches for more rounds are known "
            "for this many tables.",
            id="more rounds than are known",
        ),
    ],
)
def test_sizes_that_do_not_fit_are_refused(size, options, sentence):
    with pytest.raises(MovementError) as refused:
        make_plan("one-winner-mitchell", options=options, **size)
    assert str(refused.value) == sentence
