"""Clay's system against the printed lists and the formulas of its cards."""

from collections import Counter

import pytest

from movements.errors import MovementError
from movements.families.clay import list_fitting_sets
from movements.registry import make_plan
from tests.movements.forms import sample_sizes
from tests.movements.grids import read_golden_records


def test_the_deals_that_fit_each_number_of_tables_are_those_printed():
    for line in read_golden_records("clay_what_fits.csv"):
        printed = [int(number) for number in line["deals at each table"].split()]
        tables = range(14, 20) if line["tables"] == "14+" else [int(line["tables"])]
        for number in tables:
            # Two deals are the plain form.
            assert [2, *list_fitting_sets("single", number)] == printed


def test_conditions_by_deals_are_the_printed_ones():
    for line in read_golden_records("clay_conditions.csv"):
        deals = int(line["deals at each table"])
        divisors = [int(number) for number in line["tables not divisible by"].split()]
        for tables in range(2, -(-40 // deals)):
            allowed = all(tables % divisor for divisor in divisors)
            assert allowed == (deals == 2 or deals in list_fitting_sets("single", tables))


def test_enlarged_tables_are_the_printed_ones_wherever_they_are():
    for line in read_golden_records("clay_enlarged_tables.csv"):
        printed = [int(number) for number in line["deals at a table"].split()]
        for extra_at in ("first", "middle", "last"):
            sets = [2, *list_fitting_sets("extra", int(line["tables"]), extra_at)]
            assert sets[: len(printed)] == printed


@pytest.mark.parametrize("tables", sample_sizes(range(2, 14)))
def test_unequal_groups_are_fair_to_an_odd_number_of_tables_only(tables):
    plan = make_plan("clay", tables=tables, options={"groups": "unequal"})
    times = Counter(Counter((row.ns, row.ew) for row in plan.rows).values())
    # Three sets at a table: one is played at even distance and two at odd distance, each twice
    # round.
    assert times == ({3: tables**2} if tables % 2 else {2: tables**2 // 2, 4: tables**2 // 2})
    assert ("opponents-equally-often" in plan.guarantees) == (tables % 2 == 1)


def test_several_boards_to_a_set_are_the_first_modification():
    names = [make_plan("clay", tables=5, boards_per_set=boards).name for boards in (1, 2)]
    assert names == ["Clay", "Clay, first modification"]


def test_two_enlarged_tables():
    options = {"groups": "extra", "sets": "7", "extra_at": "first-and-last"}
    plan = make_plan("clay", tables=5, boards_per_set=1, options=options)
    assert plan.board_sets == 20
    assert plan.name == "Clay, fourth modification"
    assert [row.board_set for row in plan.rows if row.round_no == 1] == [1, 8, 10, 12, 14]


@pytest.mark.parametrize(
    ("options", "note"),
    [
        (
            {},
            "E-W carry the set just played up one table and put it behind the sets waiting there.",
        ),
        (
            {"groups": "unequal"},
            "E-W stay for one set, then for 2 sets, in turn. After each stay they go up one table, carry all of "
            "those sets along and put them behind the sets waiting there.",
        ),
    ],
    ids=["one by one", "by groups"],
)
def test_cards_say_that_players_carry_the_boards(options, note):
    assert make_plan("clay", tables=5, options=options).notes == (note,)


@pytest.mark.parametrize(
    ("tables", "options", "sentence"),
    [
        pytest.param(
            7,
            {"groups": "single", "sets": "8"},
            "Clay: sets=8 needs fewer than 40 sets, and a number of tables with no common divisor with the sets per "
            "table less one, but 14 pairs make 7 tables. Choose one of sets=3, 4, 5.",
            id="a common divisor",
        ),
        pytest.param(
            4,
            {"groups": "unequal", "sets": "4"},
            "Clay: sets=4 needs an odd number of sets, fewer than 40, but 8 pairs make 4 tables. Choose one of "
            "sets=3, 5, 7, 9.",
            id="an even number in unequal groups",
        ),
        pytest.param(
            20,
            {"groups": "extra"},
            "Clay: groups=extra needs fewer than 40 sets, with two per table plus a multiple of the number of tables "
            "at the larger ones, but 40 pairs make 20 tables. Choose groups=equal.",
            id="too many tables",
        ),
        pytest.param(
            7,
            {"sets": "3"},
            "Clay: sets=3 doesn’t work with groups=equal. Choose groups=unequal, groups=single or groups=extra.",
            id="sets of the plain form",
        ),
        pytest.param(
            7,
            {"groups": "single", "extra_at": "last"},
            "Clay: extra_at=last doesn’t work with groups=single. Choose groups=extra.",
            id="nothing to enlarge",
        ),
    ],
)
def test_sizes_that_do_not_fit_are_refused(tables, options, sentence):
    with pytest.raises(MovementError) as refused:
        make_plan("clay", tables=tables, options=options)
    assert str(refused.value) == sentence
