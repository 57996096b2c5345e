"""The rover Mitchell: the published tables, and nobody met, played or displaced twice beyond what is said."""

import pytest

from movements.errors import MovementError
from movements.moves import PairMove, get_moves_by_table
from movements.registry import make_plan
from tests.movements.grids import read_golden_records


@pytest.mark.parametrize(
    "line",
    read_golden_records("rover-mitchell_tables.csv"),
    ids=lambda line: f"{line['tables']} tables",
)
def test_rover_visits_the_published_tables(line):
    rover = 2 * int(line["tables"]) + 1
    plan = make_plan("rover-mitchell", pairs=rover)
    assert [str(row.table_no) for row in plan.rows if row.ns == rover] == line["visited"].split()


def test_displaced_pair_sits_out_and_comes_back_to_its_table():
    moves = get_moves_by_table(make_plan("rover-mitchell", pairs=15), 1)
    assert moves[1].ns == PairMove(
        contestant=1, table_no=None, side="NS", stays=False, sits_out=True
    )
    after = get_moves_by_table(make_plan("rover-mitchell", pairs=15), 2)
    assert after[1].ns == PairMove(
        contestant=15, table_no=3, side="NS", stays=False, sits_out=False
    )


def test_notes_name_the_tables_of_the_rounds_played():
    assert make_plan("rover-mitchell", pairs=15, rounds=4).notes == (
        "Pair 15 is the rover. It sits out round 1, then plays N-S at table 1, 3, 5 in turn. The N-S pair of that "
        "table sits out.",
    )


@pytest.mark.parametrize(
    ("pairs", "options", "sentence"),
    [
        pytest.param(
            14,
            {},
            "Rover Mitchell doesn’t work for 14 pairs. It takes 9 to 41 pairs, an odd number (4 to 20 full tables "
            "and one pair more); the nearest that work are 13 and 15.",
            id="no pair over",
        ),
        pytest.param(
            15,
            {"even": "skip"},
            "Rover Mitchell: even=skip is for an even number of tables, but 15 pairs make 7. Remove it.",
            id="skip with an odd number of tables",
        ),
    ],
)
def test_sizes_that_do_not_fit_are_refused(pairs, options, sentence):
    with pytest.raises(MovementError) as refused:
        make_plan("rover-mitchell", pairs=pairs, options=options)
    assert str(refused.value) == sentence
