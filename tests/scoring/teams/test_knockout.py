"""Places in a knock-out: by how far everybody came, by two routes, at every size."""

from fractions import Fraction
from random import Random

import pytest

from movements.swiss.knockout import make_knockout_tree
from scoring.elimination import Elimination
from scoring.explain.figures import explain_total
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from scoring.teams.knockout import RankedKnockout
from tests.cases import leave_to_slow
from tests.oracle.checking import check_ranking

IMPS = {"victory_points": "none"}


def played(size, rounds, chance):
    """A knock-out of *size* after so many *rounds*, its winners by lot, with a board for every match."""
    winners, boards, out = [], [], []
    for round_no in range(1, rounds + 1):
        matches = make_knockout_tree(range(1, size + 1), winners)[round_no - 1]
        left = (size - 1).bit_length() - round_no
        through, lines = set(), []
        for match in matches:
            won = match.upper if match.is_bye else chance.choice((match.upper, match.lower))
            through.add(won)
            if not match.is_bye:
                lost = match.lower if won == match.upper else match.upper
                out.append(Elimination(lost, won, left, round_no=round_no))
                lines += [Line(won, lost, 500), Line(lost, won, 0)]
        boards.append(Board(round_no, tuple(lines), round_no))
        winners.append(through)
    last = winners[-1] if winners else set(range(1, size + 1))
    is_over = rounds == (size - 1).bit_length()
    knockout = RankedKnockout(
        tuple(last) if is_over else (), () if is_over else tuple(sorted(last)), tuple(out)
    )
    return Field(1, tuple(boards), contest="teams", knockout=knockout)


@pytest.mark.parametrize("size", leave_to_slow(range(2, 33), but=4))
def test_places_follow_from_how_far_everybody_came_by_both_routes(size):
    chance = Random(size)
    for rounds in range(1, (size - 1).bit_length() + 1):
        field = played(size, rounds, chance)
        ranking = rank_field("team-imps", field, IMPS)
        assert sorted(standing.contestant for standing in ranking.standings) == list(
            range(1, size + 1)
        )
        assert check_ranking("team-imps", field, IMPS) == []
        lost_in = {lost.contestant: lost.round_no for lost in field.knockout.eliminations}
        for standing in ranking.standings:
            later = [
                n
                for n in range(1, size + 1)
                if lost_in.get(n, 99) > lost_in.get(standing.contestant, 99)
            ]
            assert standing.rank == len(later) + 1


def test_a_team_with_more_points_that_lost_earlier_is_behind():
    boards = (
        Board(1, (Line(1, 4, 100), Line(4, 1, 0), Line(2, 3, 0), Line(3, 2, 4000)), 1),
        Board(2, (Line(1, 3, 0), Line(3, 1, 0)), 2),
    )
    out = (
        Elimination(4, 1, 1, round_no=1),
        Elimination(2, 3, 1, round_no=1),
        Elimination(3, 1, 0, "by lot", 2),
    )
    field = Field(1, boards, contest="teams", knockout=RankedKnockout((1,), (), out))
    ranking = rank_field("team-imps", field, IMPS)
    assert [(standing.contestant, standing.rank_text, standing.total) for standing in ranking.standings] == [
        (1, "1", Fraction(3)), (3, "2", Fraction(24)), (2, "3=", Fraction(-24)), (4, "3=", Fraction(-3)),
    ]  # fmt: skip
    assert [field.knockout.describe_progress(number) for number in (1, 3, 4, 5)] == [
        "Winner", "Runner-up", "Out in the semi-final", "",
    ]  # fmt: skip
    formula = explain_total("team-imps", field, IMPS, contestant=4).formula
    assert formula == "-3 on 1 board = -3; beaten in the semi-final by 1: place 3="


def test_a_winner_who_did_not_make_more_is_found_out_by_the_other_route():
    boards = (Board(1, (Line(1, 2, 100), Line(2, 1, 0)), 1),)
    wrong = Field(
        1,
        boards,
        contest="teams",
        knockout=RankedKnockout((2,), (), (Elimination(1, 2, 0, round_no=1),)),
    )
    assert check_ranking("team-imps", wrong, IMPS) == [
        "Round 1: 2 put 1 out by its score, but didn’t make more by the other calculation."
    ]
    by_lot = RankedKnockout((2,), (), (Elimination(1, 2, 0, "by lot", 1),))
    assert (
        check_ranking("team-imps", Field(1, boards, contest="teams", knockout=by_lot), IMPS) == []
    )
