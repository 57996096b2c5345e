"""Tables of drawn rounds: from either end of the room, without the locked ones."""

from hypothesis import given
from hypothesis import strategies as st

from movements.swiss.plans import DrawnRound, list_drawn_rounds, make_plan_of_rounds
from movements.swiss.tables import list_match_tables

LOCKED = st.sets(st.integers(1, 30))


@given(
    st.integers(2, 6),
    LOCKED,
    st.booleans(),
    st.sampled_from([("swiss-teams", 2), ("swiss-pairs", 1)]),
)
def test_a_plan_keeps_the_tables_of_its_rounds(match_count, locked, is_far, contest):
    key, tables_per_match = contest
    pairings = tuple((2 * index + 1, 2 * index + 2) for index in range(match_count))
    drawn_round = DrawnRound(pairings)
    tables = list_match_tables(
        drawn_round.list_match_sizes(tables_per_match), locked_tables=locked, is_from_far_end=is_far
    )
    plain_round = DrawnRound(pairings[::-1])
    placed_round = DrawnRound(pairings, tables=tables)
    plan = make_plan_of_rounds(key, [plain_round, placed_round], boards_per_set=2)
    first_round, second_round = list_drawn_rounds(plan)
    assert first_round == plain_round
    assert second_round.list_tables(tables_per_match) == tables
    assert second_round.pairings == pairings


def test_a_triangle_moves_along():
    drawn_round = DrawnRound(((1, 2),), triangle=(3, 4, 5), spare_set=9, tables=((6, 7), (1, 3, 4)))
    plan = make_plan_of_rounds("swiss-teams", [drawn_round], boards_per_set=4)
    assert {row.table_no for row in plan.rows} == {1, 3, 4, 6, 7}
    assert list_drawn_rounds(plan) == (drawn_round,)
