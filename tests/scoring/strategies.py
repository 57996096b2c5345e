"""Random fields: gaps, ties, artificial scores, fouled boards, one winner and two."""

from fractions import Fraction

from hypothesis import strategies as st

from scoring import Artificial, Board, Field, Line

ARTIFICIALS = st.builds(
    lambda ns, ew: Artificial(Fraction(ns, 100), Fraction(ew, 100)),
    st.integers(0, 10_000) | st.sampled_from([4000, 5000, 6000]),
    st.integers(0, 10_000) | st.sampled_from([4000, 5000, 6000]),
)
AVERAGES = st.just(Artificial(Fraction(50), Fraction(50)))
SCORES = st.sampled_from([-620, -100, -50, 0, 50, 90, 420, 620]) | st.integers(-7600, 7600)


@st.composite
def fields(draw, artificials=ARTIFICIALS):
    winners, tables = draw(st.sampled_from([1, 2])), draw(st.integers(1, 5))
    boards = draw(st.lists(st.integers(1, 99), min_size=1, max_size=5, unique=True))
    return Field(winners, tuple(draw(_board(board_no, winners, tables, artificials)) for board_no in boards))


@st.composite
def _board(draw, board_no, winners, tables, artificials):
    if winners == 1:
        numbers = draw(st.permutations(range(1, 2 * tables + 1)))
        pairs = zip(numbers[:tables], numbers[tables:], strict=True)
    else:
        pairs = zip(range(1, tables + 1), draw(st.permutations(range(1, tables + 1))), strict=True)
    present = draw(st.lists(st.sampled_from(list(pairs)), unique=True, max_size=tables))
    return Board(board_no, tuple(draw(_line(ns, ew, artificials)) for ns, ew in present))


@st.composite
def _line(draw, ns, ew, artificials):
    kind = draw(st.sampled_from(["score", "score", "score", "artificial", "none"]))
    return Line(
        ns,
        ew,
        score=draw(SCORES) if kind == "score" else None,
        artificial=draw(artificials) if kind == "artificial" else None,
        group=draw(st.sampled_from(["", "", "fouled"])),
    )
