"""Carry-over raises what there is to get: no percentage is above what it is out of, by any method or option."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import Credit
from scoring.explain.figures import Explainer
from scoring.model import Board, Field, Line
from scoring.registry import get_method, rank_field
from scoring.totals.players import IndividualField, rank_players
from tests.oracle.checking import check_players, check_ranking

CHOICES = {
    "matchpoints": {
        "compare": ["field", "section"],
        "sit_outs": ["scaled", "as-played", "sixty", "average", "scaled-to-session"],
        "total": ["points", "mean-of-boards"],
        "neuberg": ["yes", "no"],
    },
    "ascherman": {"compare": ["field", "section"]},
    "board-a-match": {},
}
AMOUNTS = st.fractions(min_value=-5, max_value=200, max_denominator=4)
SCORES = st.sampled_from([420, 50, -100, 170, 620])


@st.composite
def carry_overs(draw, numbers, units=("mp", "%")):
    unit = draw(st.sampled_from(units))
    most = draw(st.none() | st.fractions(min_value=1, max_value=250, max_denominator=4))
    amounts = {
        number: draw(AMOUNTS)
        for number in sorted(draw(st.sets(st.sampled_from(numbers), min_size=1)))
    }
    return tuple(
        Credit(number, None, "carry-over", amount, unit, max_amount=most)
        for number, amount in amounts.items()
    )


@st.composite
def fields(draw):
    """Return a method, its options and a field of one winner into which points were carried over."""
    key = draw(st.sampled_from(sorted(CHOICES)))
    options = {name: draw(st.sampled_from(values)) for name, values in CHOICES[key].items()}
    is_of_teams = key == "board-a-match"
    boards = []
    for board_no in range(1, draw(st.integers(1, 4)) + 1):
        lines = [Line(1, 2, draw(SCORES), section="A"), Line(3, 4, draw(SCORES), section="A")]
        lines += [Line(5, 6, draw(SCORES), section="B"), Line(7, 8, draw(SCORES), section="B")]
        if is_of_teams:
            lines = [
                Line(1, 2, draw(SCORES)),
                Line(2, 1, draw(SCORES)),
                Line(3, 4, draw(SCORES)),
                Line(4, 3, 50),
            ]
        missing = draw(st.sets(st.integers(0, 3), max_size=1)) if not is_of_teams else set()
        boards.append(
            Board(board_no, tuple(line for index, line in enumerate(lines) if index not in missing))
        )
    numbers = sorted(
        {number for board in boards for line in board.lines for number in (line.ns, line.ew)}
    )
    units = sorted({"mp", "%"} & {*get_method(key).accepted_rulings})
    contest = "teams" if is_of_teams else "pairs"
    field = Field(1, tuple(boards), draw(carry_overs(numbers, units)), contest=contest)
    return key, options, field


@given(fields())
def test_no_percentage_is_above_a_hundred_and_both_calculations_agree(drawn):
    key, options, field = drawn
    ranking = rank_field(key, field, options)
    assert all(
        standing.percent is None or standing.percent <= 100 for standing in ranking.standings
    )
    assert check_ranking(key, field, options) == []


@given(fields())
def test_the_parts_of_a_total_add_up_to_it(drawn):
    key, options, field = drawn
    explainer = Explainer(key, field, options)
    for standing in explainer.ranking.standings:
        explanation = explainer.explain_total(
            contestant=standing.contestant, direction=standing.direction
        )
        assert sum(Fraction(part.points) for part in explanation.total_parts) == standing.total


@given(carry_overs([1, 2, 3, 4]), st.lists(st.tuples(SCORES, SCORES), min_size=1, max_size=3))
def test_no_player_is_above_a_hundred(credits, scores):
    boards = tuple(
        Board(number, (Line(1, 2, first), Line(3, 4, second)))
        for number, (first, second) in enumerate(scores, start=1)
    )
    individual = IndividualField(
        Field(1, boards), {1: (1, 5), 2: (2, 6), 3: (3, 7), 4: (4, 8)}, credits
    )
    method = get_method("matchpoints")
    standings = rank_players(method, individual).standings
    assert all(standing.percent is None or standing.percent <= 100 for standing in standings)
    assert check_players("matchpoints", individual, {}) == []


def field_of(*credits: Credit) -> Field:
    boards = tuple(Board(number, (Line(1, 2, 420), Line(3, 4, 50))) for number in (1, 2))
    return Field(1, boards, credits)


def test_why_says_what_the_carry_over_is_out_of():
    credit = Credit(1, None, "carry-over", Fraction(78, 5), "%", max_amount=Fraction(25))
    formula = Explainer("matchpoints", field_of(credit), {}).explain_total(contestant=1).formula
    assert (
        formula
        == "4 on 2 boards + 0.624 carry-over of 15.6 %, at most 25 % = 4.624, 92.48 %, place 1"
    )
