"""Excess scoring of duplicate auction: no swing counts beyond a limit, and the books still balance.

The winners of a board enter at most a limit in PLUS and the rest in EXCESS, the losers all of it in MINUS.  Net is PLUS
less MINUS; EXCESS only proves the sums.  The figure that is limited is the difference of both sides' points on the
board; the 125 for game is no part of the honours that raise the limit.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.bridge.boards import SIDES
from scoring.errors import ScoringError, SideError
from scoring.method import Option, ScoringMethod
from scoring.methods.old.absent import check_average, give_averages
from scoring.methods.old.compass import average_nets, net_results
from scoring.model import Board, Field, Line, Ranking, ScoredBoard, ScoredLine
from scoring.ranking import place, tally
from scoring.totals.adjusting import extra_notes

DEFENDERS_LIMIT = 350
DECLARER_LIMIT = 500


class DeclarerNeededError(ScoringError):
    """A score over the lower limit on a line that does not say who declared."""

    code = "excess-declarer"
    template = (
        "Board {board_no}: N-S {ns} against E-W {ew} made {won}, and the limit is 350 or 500; "
        "say who was declarer, with the points for honours if there were any."
    )


class BalanceError(ScoringError):
    """Columns of a contest that do not balance."""

    code = "excess-balance"
    template = (
        "PLUS {plus} and EXCESS {excess} make {total}, but MINUS is {minus}; "
        "look for an entry that one side made and the other did not."
    )


@dataclass(frozen=True, slots=True)
class ExcessEntry:
    """What a board gives: *plus* and *excess* to the winners, *minus* to the losers, all counted upwards."""

    plus: int
    excess: int
    minus: int


def excess_entry(won: int, honours: int, *, winner_declared: bool) -> ExcessEntry:
    """Return the entries of a board on which one side won *won* points, *honours* of them for honours it held.

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
    """Refuse the columns of a contest unless all PLUS and all EXCESS make all MINUS; none may be below 0.

    >>> check_balance(780, 250, 1030)

    :raises BalanceError: naming the three sums.

    Source: [HOYLE1926] p. 44, law 11.
    """
    if plus + excess != minus:
        raise BalanceError(plus=plus, excess=excess, total=plus + excess, minus=minus)


def _entry(board_no: int, line: Line, score: int) -> ExcessEntry:
    won = abs(score)
    if line.declarer is None:
        if won > DEFENDERS_LIMIT + line.honours:
            raise DeclarerNeededError(board_no=board_no, ns=line.ns, ew=line.ew, won=won)
        return ExcessEntry(won, 0, won)
    if line.declarer not in SIDES:
        raise SideError(side=line.declarer)
    return excess_entry(won, line.honours, winner_declared=(line.declarer[0] in "NS") == (score > 0))


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
    entries = [int(points) for scored in lines for points in (scored.ns_points or 0, scored.ew_points or 0)]
    plus = sum(entry for entry in entries if entry > 0)
    minus = -sum(entry for entry in entries if entry < 0)
    check_balance(plus, excess, minus)
    return f"PLUS {plus} and EXCESS {excess} make MINUS {minus}."


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    scored = [_score_board(board) for board in field.boards]
    notes = [_columns_note(tuple(board for board, _ in scored), sum(excess for _, excess in scored))]
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
            ("net", "credit"),
            "net",
            "What ranks: the net of the night, or the credit for a series, which is the net against the average net of "
            "the direction.",
        ),
    ),
    source="[HOYLE1926] pp. 43-44",
    compute=_rank,
    bare_scores="points",
    accepts=frozenset({"points"}),
    games=("bridge",),
    rule="winners enter no more than the limit, losers all",
    artificial="direction",
    beside_boards="against the average net of the direction",
    has_columns=True,
)
