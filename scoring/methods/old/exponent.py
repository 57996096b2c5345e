"""The exponent system: gains on the worst score of the direction, equated between N-S and E-W.

The smaller column of gains is made up to the larger one in fractions of one over the number of
tables, which scorers write as exponents beside the whole gains.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from movements.option import Option
from scoring.bridge.contracts import SIDES
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.old.absent import (
    check_average,
    give_averages,
    score_groups,
    tally_with_averages,
)
from scoring.methods.old.average import gains
from scoring.methods.old.compass import average_nets, net_results
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine
from scoring.ranking import FinalFigures, place, tally
from scoring.sentences import ScoringSentences
from scoring.totals.adjusting import extra_notes


@dataclass(frozen=True, slots=True)
class EquatedGain:
    """A gain on the slip: *whole* points and an *exponent* that counts fractions over *tables*.

    >>> gain = EquatedGain(2, 2, tables=4)
    >>> str(gain), gain.points
    ('2^2', Fraction(5, 2))
    """

    whole: int
    exponent: int
    tables: int

    @property
    def points(self) -> Fraction:
        """The gain as one number."""
        return self.whole + Fraction(self.exponent, self.tables)

    def __str__(self) -> str:
        if self.exponent:
            return f"{self.whole}^{self.exponent}"
        return str(self.whole)


@dataclass(frozen=True, slots=True)
class ExponentSlip:
    """The gains of one deal in the order of its scores.

    *odd_pair* is the entry of a pair that sat out.
    """

    ns: tuple[EquatedGain, ...]
    ew: tuple[EquatedGain, ...]
    odd_pair: EquatedGain

    @property
    def average(self) -> Fraction:
        """The average equated gain of the deal."""
        return self.odd_pair.points


def match_total(gains: Iterable[EquatedGain]) -> EquatedGain:
    """Return the total gain of a pair over a match.

    Whole gains and exponents are added separately, then combined.

    Exponents that reach the number of tables become whole gains; what remains stays an exponent.
    Deals with unlike numbers of tables in play are brought to one denominator first.

    >>> str(match_total([EquatedGain(2, 2, 4), EquatedGain(0, 3, 4), EquatedGain(1, 2, 4)]))
    '4^3'

    Source: [WDW1900] p. 44.
    """
    deals = list(gains)
    tables = lcm(*(gain.tables for gain in deals))
    exponents = sum(gain.exponent * tables // gain.tables for gain in deals)
    return EquatedGain(
        sum(gain.whole for gain in deals) + exponents // tables, exponents % tables, tables
    )


def equated_gains(ns_scores: Sequence[int], ew_scores: Sequence[int]) -> ExponentSlip:
    """Return the gains of one deal, equated, after the tests that a scorer makes of the slip.

    Both columns are read from paper, one score a table, in any order.

    >>> slip = equated_gains([8, 6, 6, 7], [6, 7, 5, 7])
    >>> [str(gain) for gain in slip.ns], [str(gain) for gain in slip.ew], slip.average
    (['2^2', '0^2', '0^2', '1^2'], ['1', '2', '0', '2'], Fraction(5, 4))

    :raises ScoringError: if the columns are empty or of unequal length,
        or the gains do not make the number of tables times the highest gain.

    Source: [WDW1900] pp. 43-45.
    """
    tables = len(ns_scores)
    if tables == 0 or tables != len(ew_scores):
        raise ScoringError(ScoringSentences.SLIP_COLUMNS, ns=len(ns_scores), ew=len(ew_scores))
    columns = (gains(ns_scores), gains(ew_scores))
    _test_slip(columns, tables)
    larger = max(map(sum, columns))
    ns, ew = (
        tuple(EquatedGain(gain, larger - sum(column), tables) for gain in column)
        for column in columns
    )
    return ExponentSlip(ns, ew, EquatedGain(0, larger, tables))


def _test_slip(columns: tuple[list[int], list[int]], tables: int) -> None:
    total = sum(map(sum, columns))
    for side, column in zip(("N-S", "E-W"), columns, strict=True):
        if total != tables * max(column):
            raise ScoringError(
                ScoringSentences.SLIP_TEST,
                total=total,
                tables=tables,
                side=side,
                highest=max(column),
                wanted=tables * max(column),
            )


def _points(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    best, worst, total, tables = max(scores), min(scores), sum(scores), len(scores)
    sums = (total - tables * worst, tables * best - total)
    ns_extra, ew_extra = (Fraction(max(sums) - own, tables) for own in sums)
    return {score: (score - worst + ns_extra, best - score + ew_extra) for score in set(scores)}


def _rank(field: Field, _options: Mapping[str, str]) -> Ranking:
    boards = tuple(score_groups(board, _points) for board in field.boards)
    tallies, notes = tally_with_averages(field, boards)
    results = [
        FinalFigures(
            seen.contestant, seen.direction, seen.points, None, seen.boards, merit=seen.points
        )
        for seen in tallies
    ]
    return Ranking("exponent", boards, place(results), tuple(notes))


EXPONENT = ScoringMethod(
    key="exponent",
    name="Exponent system (equated gains)",
    abbr="EG",
    unit="equated gain",
    decimals=2,
    options=(),
    source="[WDW1900] pp. 43-45",
    compute=_rank,
    bare_scores="tricks",
    rule="the gain on the worst score of the direction, both directions equated",
    artificial="direction",
    averages_missing=True,
    beside_boards="as the average of boards without a score",
)


# Excess scoring of duplicate auction: no swing counts beyond a limit, and the books still balance.
#
# The winners of a board enter at most a limit in PLUS and the rest in EXCESS, the losers all of it
# in MINUS. Net is PLUS less MINUS; EXCESS only proves the sums. The figure that is limited is the
# difference of both sides' points on the board; the 125 for game is no part of the honours that
# raise the limit.

DEFENDERS_LIMIT = 350
DECLARER_LIMIT = 500


@dataclass(frozen=True, slots=True)
class ExcessEntry:
    """The entries of a board: *plus* and *excess* to the winners, *minus* to the losers, all
    positive.
    """

    plus: int
    excess: int
    minus: int


def excess_entry(won: int, honours: int, *, winner_declared: bool) -> ExcessEntry:
    """Return the entries of a board on which one side won *won* points, *honours* included.

    >>> excess_entry(600, 64, winner_declared=False)
    ExcessEntry(plus=414, excess=186, minus=600)
    >>> excess_entry(520, 30, winner_declared=True)
    ExcessEntry(plus=520, excess=0, minus=520)

    Source: [HOYLE1926] pp. 43-44, law 10.
    """
    limit = (DECLARER_LIMIT if winner_declared else DEFENDERS_LIMIT) + honours
    plus = min(won, limit)
    return ExcessEntry(plus, won - plus, won)


def check_balance(plus: int, excess: int, minus: int) -> None:
    """Raise unless all PLUS and all EXCESS add up to all MINUS. No entry may be below 0.

    >>> check_balance(780, 250, 1030)

    :raises ScoringError: naming the three sums.

    Source: [HOYLE1926] p. 44, law 11.
    """
    if plus + excess != minus:
        raise ScoringError(
            ScoringSentences.EXCESS_BALANCE,
            plus=plus,
            excess=excess,
            total=plus + excess,
            minus=minus,
        )


def _entry(board_no: int, line: Line, score: int) -> ExcessEntry:
    won = abs(score)
    if line.declarer is None:
        if won > DEFENDERS_LIMIT + line.honours:
            raise ScoringError(
                ScoringSentences.EXCESS_DECLARER, board_no=board_no, ns=line.ns, ew=line.ew, won=won
            )
        return ExcessEntry(won, 0, won)
    if line.declarer not in SIDES:
        raise ScoringError(ScoringSentences.SIDE, side=line.declarer)
    return excess_entry(
        won, line.honours, winner_declared=(line.declarer[0] in "NS") == (score > 0)
    )


def _score_line(board_no: int, line: Line) -> tuple[ScoredLine, int]:
    """Return the line with its net points and its excess."""
    if line.score is None:
        check_average(board_no, line)
        return ScoredLine(line, None, None), 0
    entry = _entry(board_no, line, line.score)
    points = (entry.plus, -entry.minus) if line.score > 0 else (-entry.minus, entry.plus)
    return ScoredLine(line, *points), entry.excess


def _score_board(board: Board) -> tuple[ScoredBoard, int]:
    scored = [_score_line(board.board_no, line) for line in board.lines]
    lines = tuple(line for line, _ in scored)
    return ScoredBoard(board.board_no, None, lines), sum(excess for _, excess in scored)


def _columns_note(boards: tuple[ScoredBoard, ...], excess: int) -> str:
    lines = [scored for board in boards for scored in board.lines]
    entries = [
        int(points) for scored in lines for points in (scored.ns_points or 0, scored.ew_points or 0)
    ]
    plus = sum(entry for entry in entries if entry > 0)
    minus = -sum(entry for entry in entries if entry < 0)
    check_balance(plus, excess, minus)
    return f"PLUS {plus} and EXCESS {excess} make MINUS {minus}."


def _excess_rank(field: Field, options: Mapping[str, str]) -> Ranking:
    scored = [_score_board(board) for board in field.boards]
    notes = [
        _columns_note(tuple(board for board, _ in scored), sum(excess for _, excess in scored))
    ]
    boards = tuple(give_averages(board) for board, _ in scored)
    tallies = tally(field, boards)
    averages = average_nets(tallies) if options["result"] == "credit" else {}
    results = net_results(field, boards, tallies, averages)
    return Ranking("excess", boards, place(results), (*notes, *extra_notes(field)))


EXCESS = ScoringMethod(
    key="excess",
    name="Excess scoring",
    abbr="Ex",
    unit="points net",
    decimals=2,
    options=(
        Option(
            "result",
            "Ranked by",
            {
                "net": "the net of the session",
                "credit": "the credit for a series, the net against the average net of the direction",
            },
        ),
    ),
    source="[HOYLE1926] pp. 43-44",
    compute=_excess_rank,
    bare_scores="points",
    accepts=frozenset({"points"}),
    games=("auction",),
    also_scores=("bridge",),
    rule="winners enter at most the limit, losers everything",
    artificial="direction",
    beside_boards="against the average net of the direction",
    has_columns=True,
)
