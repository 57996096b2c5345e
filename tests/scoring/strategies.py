"""Random fields: gaps, ties, artificial scores, fouled boards, one winner and two."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from scoring.bridge.rulings import (
    CREDIT_KINDS,
    Adjustment,
    ArtificialScore,
    AssignedScore,
    Credit,
    PointShift,
    WeightedScore,
)
from scoring.model import Board, DueMatch, Field, Line
from scoring.registry import get_method

ARTIFICIALS = st.builds(
    lambda ns, ew: ArtificialScore(Fraction(ns, 100), Fraction(ew, 100)),
    st.integers(0, 10_000) | st.sampled_from([4000, 5000, 6000]),
    st.integers(0, 10_000) | st.sampled_from([4000, 5000, 6000]),
)
ONE_SIDED = st.builds(
    lambda given, is_ns, is_own: (
        ArtificialScore(given, None, has_ns_own_average=is_own and given != 50)
        if is_ns
        else ArtificialScore(None, given, has_ew_own_average=is_own and given != 50)
    ),
    st.sampled_from([Fraction(60), Fraction(50), Fraction(40), Fraction("33.3")]),
    st.booleans(),
    st.booleans(),
)
AVERAGES = st.just(ArtificialScore(Fraction(50), Fraction(50)))
SCORES = st.sampled_from([-620, -100, -50, 0, 50, 90, 420, 620]) | st.integers(-7600, 7600)


@st.composite
def fields(draw, artificials=ARTIFICIALS, most_tables=5):
    winners, tables = draw(st.sampled_from([1, 2])), draw(st.integers(1, most_tables))
    boards = draw(st.lists(st.integers(1, 99), min_size=1, max_size=5, unique=True))
    return Field(
        winners, tuple(draw(_board(board_no, winners, tables, artificials)) for board_no in boards)
    )


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


def old_fields(method_key):
    """Fields for a system of 1900: sit-outs and averages, and no more than four pairs where four pairs play."""
    return fields(artificials=AVERAGES, most_tables=2 if method_key == "four-pairs" else 5)


RULED_SCORES = st.sampled_from([-100, -50, 0, 50, 420, 620])
OWN_AVERAGES = st.builds(
    lambda ns, ew: ArtificialScore(
        Fraction(ns), Fraction(ew), has_ns_own_average=ns != 50, has_ew_own_average=ew != 50
    ),
    st.sampled_from([40, 50, 60]),
    st.sampled_from([40, 50, 60]),
)


@st.composite
def assigned_scores(draw):
    ns = draw(_shares())
    return AssignedScore(ns, draw(st.sampled_from([ns, draw(_shares())])))


@st.composite
def _shares(draw):
    weights = draw(
        st.sampled_from([(1,), (Fraction(1, 2), Fraction(1, 2)), (Fraction(3, 5), Fraction(2, 5))])
    )
    return tuple(WeightedScore(draw(RULED_SCORES), Fraction(weight)) for weight in weights)


@st.composite
def ruled_fields(
    draw, units=(), artificials=ARTIFICIALS | OWN_AVERAGES, is_assigned=True, moved=""
):
    """Fields as ``fields`` draws them, with assigned scores, adjustments in *units*, credits, points *moved*."""
    field = draw(fields(artificials))
    boards = tuple(
        replace(
            board,
            lines=tuple(draw(_ruled(line, units, is_assigned, moved)) for line in board.lines),
        )
        for board in field.boards
    )
    return replace(field, boards=boards, credits=tuple(draw(_credits(field, units))))


@st.composite
def _ruled(draw, line, units, is_assigned, moved=""):
    if moved and line.has_result and draw(st.integers(0, 4)) == 0:
        ns, ew = (Fraction(draw(st.integers(-40, 40)), 4) for _ in "ne")
        line = line._replace(point_shift=PointShift(ns, ew, moved))
    if is_assigned and line.score is not None and draw(st.integers(0, 4)) == 0:
        line = line._replace(score=None, assigned=draw(assigned_scores()))
    if units and draw(st.integers(0, 5)) == 0:
        side, amount = draw(st.sampled_from(["ns", "ew"])), Fraction(draw(st.integers(-20, 20)), 2)
        line = line._replace(adjustments=(Adjustment(side, amount, draw(st.sampled_from(units))),))
    return line


@st.composite
def _credits(draw, field, units):
    lines = [line for board in field.boards for line in board.lines]
    if not units or not lines or draw(st.booleans()):
        return []
    line, amount = draw(st.sampled_from(lines)), Fraction(draw(st.integers(-20, 20)), 4)
    direction = None if field.winner_count == 1 else "EW"
    kind = draw(st.sampled_from(CREDIT_KINDS))
    return [Credit(line.ew, direction, kind, amount, draw(st.sampled_from(units)))]


@st.composite
def team_fields(draw, units, is_ruled=True):
    """Contests of up to four teams: matches over one or two rounds, tables missing, rulings and credits."""
    rounds = draw(st.integers(1, 2))
    boards = [
        Board(board_no, tuple(draw(_team_lines(units, is_ruled))), round_no)
        for round_no in range(1, rounds + 1)
        for board_no in range(1, draw(st.integers(1, 4)) + 1)
    ]
    field = Field(1, tuple(boards), contest="teams")
    return replace(field, credits=tuple(draw(_credits(field, units))))


@st.composite
def deserted_fields(draw, units):
    """Contests of teams from which some have withdrawn: matches finished, broken off and never played."""
    field = draw(team_fields(units))
    lines = [(board.round_no, line.ns, line.ew) for board in field.boards for line in board.lines]
    keys = {(round_no, *sorted((ns, ew))) for round_no, ns, ew in lines if ns != ew}
    keys |= draw(st.sets(st.tuples(st.just(3), st.integers(1, 2), st.integers(3, 5)), max_size=4))
    due = tuple(
        DueMatch(*key, draw(st.integers(1, 8)), draw(st.booleans())) for key in sorted(keys)
    )
    left = draw(st.lists(st.integers(1, 5), min_size=1, max_size=3, unique=True))
    return replace(field, matches=due if draw(st.booleans()) else (), withdrawn_teams=tuple(left))


@st.composite
def _team_lines(draw, units, is_ruled):
    teams = draw(st.permutations([1, 2, 3, 4]))
    couples = [
        couple
        for first, second in (teams[:2], teams[2:])
        for couple in draw(
            st.sampled_from(
                [((first, second), (second, first))] * 3 + [((first, first), (second, second))]
            )
        )
    ]
    return [
        draw(
            _ruled(draw(_line(ns, ew, ARTIFICIALS if is_ruled else st.none())), units, is_ruled)
        )._replace(group="")
        for ns, ew in couples
        if draw(st.sampled_from([True, True, True, False]))
    ]


def method_settings(method_key):
    """Draw a choice for each option of a scoring method."""
    return st.fixed_dictionaries(
        {option.name: st.sampled_from(option.choices) for option in get_method(method_key).options}
    )
