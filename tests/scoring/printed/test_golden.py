"""The figures that sources print, from the files in ``tests/golden/scoring``."""

from fractions import Fraction

import pytest

from scoring.display import format_percent, format_rounded
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.golden import read_golden_rows
from tests.scoring.printed import usebio


@pytest.mark.parametrize("session", ["club-mitchell-13-pairs", "club-howell-12-pairs"])
def test_matchpoint_standings_are_the_official_ones(session):
    ranking = rank_field("matchpoints", usebio.read_field(session))
    ours = {
        (standing.direction or "", str(standing.contestant)): (
            format_rounded(standing.total),
            format_percent(standing.percent),
            str(standing.rank),
        )
        for standing in ranking.standings
    }
    official = {
        (row["direction"], row["pair"]): (row["total"], row["percent"], row["place"])
        for row in read_golden_rows(f"scoring/matchpoints_{session}.csv")
    }
    assert ours == official


def deals_with_totals(ns_tricks, ew_tricks):
    """Return a complete Mitchell of 20 deals in which every pair makes the tricks it should.

    The book prints totals only.  Each N-S pair meets each E-W pair on four deals and spreads its
    tricks evenly over these meetings, except the last pair, which makes what its opponents have yet
    to lose.
    """
    to_lose = {pair: 260 - tricks for pair, tricks in ew_tricks.items()}
    boards = [[] for _ in range(20)]
    for index, (ns, total) in enumerate(ns_tricks.items()):
        for past, ew in enumerate(ew_tricks):
            tricks = to_lose[ew] if index == 4 else total // 5 + (past < total % 5)
            to_lose[ew] -= tricks
            for deal in range(4):
                share = tricks // 4 + (deal < tricks % 4)
                boards[(index + past) % 5 * 4 + deal].append(Line(ns, ew, score=share))
    return Field(
        2, tuple(Board(board_no, tuple(lines)) for board_no, lines in enumerate(boards, start=1))
    )


def tricks_of(field):
    tricks = {}
    for line in (line for board in field.boards for line in board.lines):
        tricks["NS", line.ns] = tricks.get(("NS", line.ns), 0) + line.score
        tricks["EW", line.ew] = tricks.get(("EW", line.ew), 0) + 13 - line.score
    return tricks


def test_average_of_1900_gives_the_printed_plus_and_minus():
    printed = {
        (row["direction"], int(row["pair"])): row
        for row in read_golden_rows("scoring/average_whist-1900.csv")
    }
    tricks = {key: int(row["tricks"]) for key, row in printed.items()}
    sides = [
        {pair: won for (side, pair), won in tricks.items() if side == wanted}
        for wanted in ("NS", "EW")
    ]
    field = deals_with_totals(*sides)
    assert tricks_of(field) == tricks
    ours = {
        (standing.direction, standing.contestant): standing.total
        for standing in rank_field("average", field).standings
    }
    assert ours == {key: int(row["result"]) for key, row in printed.items()}


def test_average_of_a_deal_is_the_equated_gain_above_its_average():
    printed = read_golden_rows("scoring/average_exponent-slip-1900.csv")
    tricks = {int(row["pair"]): int(row["tricks"]) for row in printed}
    opponents = [(1, 6), (8, 2), (3, 7), (4, 5)]
    assert [tricks[ns] + tricks[ew] for ns, ew in opponents] == [13] * 4
    field = Field(1, (Board(2, tuple(Line(ns, ew, score=tricks[ns]) for ns, ew in opponents)),))
    ours = {
        standing.contestant: standing.total
        for standing in rank_field("average", field, {"rounding": "exact"}).standings
    }
    equated = {
        int(row["pair"]): int(row["gain"]) + Fraction(int(row["exponent"]), 4) for row in printed
    }
    assert ours == {pair: gain - Fraction(5, 4) for pair, gain in equated.items()}


def test_average_of_1926_gives_the_printed_difference():
    printed = read_golden_rows("scoring/average_auction-1926.csv")
    nets = [int(row["net"]) for row in printed]
    others = [1638 - sum(nets) - 4 * 200] + [200] * 4
    lines = tuple(
        Line(number, number, score=net) for number, net in enumerate([*nets, *others], start=1)
    )
    ranking = rank_field("average", Field(2, (Board(1, lines),)), {"rounding": "exact"})
    ours = {
        standing.contestant: standing.total
        for standing in ranking.standings
        if standing.direction == "NS"
    }
    assert [ours[at] for at in (1, 2)] == [int(row["result"]) for row in printed]
