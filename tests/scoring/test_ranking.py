from hypothesis import given
from hypothesis import strategies as st

from scoring.ranking import Result, place

MERITS = st.lists(st.tuples(st.sampled_from(["NS", "EW"]), st.integers(0, 5)), max_size=12)


@given(MERITS)
def test_place_is_one_more_than_the_number_ahead_in_the_same_direction(merits):
    results = [Result(at, direction, merit, None, 1, merit) for at, (direction, merit) in enumerate(merits)]
    by_hand = {}
    for at, (direction, merit) in enumerate(merits):
        rivals = [other for side, other in merits if side == direction]
        by_hand[at] = (1 + sum(other > merit for other in rivals), rivals.count(merit) > 1)
    assert {seen.contestant: (seen.place, seen.is_tied) for seen in place(results)} == by_hand


def test_places_go_by_direction_then_place_then_contestant():
    results = [
        Result(contestant, direction, merit, None, 1, merit)
        for contestant, direction, merit in [(9, "EW", 3), (2, "NS", 1), (4, "EW", 3), (1, "NS", 7)]
    ]
    assert [(seen.direction, seen.contestant, seen.place_text) for seen in place(results)] == [
        ("NS", 1, "1"),
        ("NS", 2, "2"),
        ("EW", 4, "1="),
        ("EW", 9, "1="),
    ]
