"""Excess scoring of auction and bridge: swings are limited, and the columns balance.

The winners of a board enter at most the limit in PLUS, and the rest in EXCESS. The losers enter all
of it in MINUS. A pair's net is PLUS less MINUS, and EXCESS only proves the sums. The limit applies to
the difference of both sides' points on the board. At auction it is raised by the honours, which don't
include the 125 for game.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.bridge.contracts import SIDES
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.absent import fill_averages, require_average
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine, Tally
from scoring.option import Option, make_number_phrases
from scoring.refusals import make_side_error
from scoring.totals.ranking import (
    ExtraPoints,
    FinalFigures,
    collect_extras_by_contestant,
    make_extra_notes,
    make_standings,
    make_tallies,
)
from scoring.working import ScoredSide, Step, Working

_CLUB_LIMITS = (200, 250, 300, 350, 400, 450, 500, 600, 700, 750, 800, 1000, 1200, 1500, 2000)
"""The limits that a club may choose."""


@dataclass(frozen=True, slots=True)
class ExcessLimits:
    """The largest PLUS of a side that defended, and of declarer's side."""

    defenders_limit: int = 350
    declarer_limit: int = 500

    @classmethod
    def from_options(cls, options: Mapping[str, str]) -> "ExcessLimits":
        """Return the limits in the *options* of the method."""
        return cls(int(options["defenders_limit"]), int(options["declarer_limit"]))

    def get_limit(self, *, has_winner_declared: bool) -> int:
        """Return the largest PLUS, without honours."""
        return self.declarer_limit if has_winner_declared else self.defenders_limit


DEFAULT_LIMITS = ExcessLimits()
"""[HOYLE1926] pp. 43-44, law 10."""


@dataclass(frozen=True, slots=True)
class ExcessEntry:
    """Positive entries of a board."""

    plus: int  # the winners'
    excess: int  # the winners'
    minus: int  # the losers'


def make_excess_entry(
    points_won: int,
    honours: int,
    *,
    has_winner_declared: bool,
    limits: ExcessLimits = DEFAULT_LIMITS,
) -> ExcessEntry:
    """Return the entries of a board on which one side won *points_won* points, including *honours*.

    >>> make_excess_entry(600, 64, has_winner_declared=False)
    ExcessEntry(plus=414, excess=186, minus=600)
    >>> make_excess_entry(520, 30, has_winner_declared=True)
    ExcessEntry(plus=520, excess=0, minus=520)

    Source: [HOYLE1926] pp. 43-44, law 10.
    """
    limit = limits.get_limit(has_winner_declared=has_winner_declared)
    plus = min(points_won, limit + honours)
    return ExcessEntry(plus, points_won - plus, points_won)


def check_balance(plus_sum: int, excess_sum: int, minus_sum: int) -> None:
    """Raise unless all PLUS and EXCESS add up to all MINUS.

    >>> check_balance(780, 250, 1030)

    :raises ScoringError: with the three sums

    Source: [HOYLE1926] p. 44, law 11.
    """
    if plus_sum + excess_sum != minus_sum:
        raise ScoringError(
            "excess-balance",
            "PLUS {plus} and EXCESS {excess} make {total}, but MINUS is {minus}. Look for an "
            "entry made by one side only.",
            plus=plus_sum,
            excess=excess_sum,
            total=plus_sum + excess_sum,
            minus=minus_sum,
        )


def _make_line_entry(board_no: int, line: Line, score: int, limits: ExcessLimits) -> ExcessEntry:
    points_won = abs(score)
    if line.declarer is None:
        lower_limit, higher_limit = sorted((limits.defenders_limit, limits.declarer_limit))
        # Below the lower limit it doesn't matter who declared.
        if points_won > lower_limit + line.honours and lower_limit < higher_limit:
            raise ScoringError(
                "excess-declarer",
                "Board {board_no}: {ns} N-S against {ew} E-W made {won}, but the limit is {limits}. "
                "Enter the contract, or at auction the declarer and any honours with the score.",
                board_no=board_no,
                ns=line.ns,
                ew=line.ew,
                won=points_won,
                limits=f"{lower_limit} or {higher_limit}",
            )
    return make_excess_entry(
        points_won,
        line.honours,
        has_winner_declared=_has_winner_declared(line, score),
        limits=limits,
    )


def _has_winner_declared(line: Line, score: int) -> bool:
    if line.declarer is None:
        return False
    if line.declarer not in SIDES:
        raise make_side_error(side=line.declarer)
    has_ns_declared = line.declarer[0] in "NS"
    has_ns_won = score > 0
    return has_ns_declared == has_ns_won


def _explain_excess(side: ScoredSide) -> Working:
    """Return a winner's entry and the excess above the limit, or the loss."""
    line = side.line
    ns_score = line.score or 0
    limits = ExcessLimits.from_options(side.options)
    entry = _make_line_entry(side.board.board_no, line, ns_score, limits)
    has_won = ns_score > 0 if side.side == "NS" else ns_score < 0
    if not has_won:
        return (Step(f"MINUS takes all of the {entry.minus} lost", -entry.minus),)
    limit = limits.get_limit(has_winner_declared=_has_winner_declared(line, ns_score))
    limit_text = f"at most {limit}"
    if line.honours:
        limit_text += f" and {line.honours} for honours"
    if entry.excess:
        text = f"EXCESS takes {entry.excess} of the {entry.minus} won, PLUS {limit_text}"
    else:
        text = f"PLUS takes of the {entry.minus} won {limit_text}"
    return (Step(text, entry.plus),)


def _score_excess_line(board_no: int, line: Line, limits: ExcessLimits) -> tuple[ScoredLine, int]:
    """Return the line with its net points, and its excess."""
    if line.score is None:
        require_average(board_no, line, "each side enters what it won or lost")
        return ScoredLine(line, None, None), 0
    entry = _make_line_entry(board_no, line, line.score, limits)
    if line.score > 0:
        return ScoredLine(line, entry.plus, -entry.minus), entry.excess
    return ScoredLine(line, -entry.minus, entry.plus), entry.excess


def _score_excess_board(board: Board, limits: ExcessLimits) -> tuple[ScoredBoard, int]:
    """Return the board with its net points, and its excess."""
    lines = []
    board_excess = 0
    for line in board.lines:
        scored, excess = _score_excess_line(board.board_no, line, limits)
        lines.append(scored)
        board_excess += excess
    return ScoredBoard(board.board_no, None, tuple(lines)), board_excess


def _make_columns_note(boards: Sequence[ScoredBoard], excess: int) -> str:
    """Return the sums of the three columns as a sentence.

    :raises ScoringError: if they don't balance
    """
    plus, minus = 0, 0
    for board in boards:
        for scored in board.lines:
            for points in (scored.ns_points or 0, scored.ew_points or 0):
                if points > 0:
                    plus += int(points)
                else:
                    minus -= int(points)
    check_balance(plus, excess, minus)
    return f"PLUS {plus} and EXCESS {excess} make MINUS {minus}."


def _rank_excess(field: Field, options: Mapping[str, str]) -> Ranking:
    limits = ExcessLimits.from_options(options)
    entered_boards = []
    total_excess = 0
    for board in field.boards:
        scored_board, excess = _score_excess_board(board, limits)
        entered_boards.append(scored_board)
        total_excess += excess
    # The columns are proved before averages are given, which nobody loses.
    columns_note = _make_columns_note(entered_boards, total_excess)
    boards = tuple(map(fill_averages, entered_boards))
    tallies = make_tallies(field, boards)
    average_by_direction: Mapping[str | None, Fraction] = {}
    if options["result"] == "credit":
        average_by_direction = compute_average_net_by_direction(tallies)
    results = make_net_figures(field, boards, tallies, average_by_direction)
    return Ranking(
        "excess", boards, make_standings(results), (columns_note, *make_extra_notes(field))
    )


def make_net_figures(
    field: Field,
    boards: Sequence[ScoredBoard],
    tallies: Sequence[Tally],
    average_by_direction: Mapping[str | None, Fraction],
) -> list[FinalFigures]:
    """Return the results of contestants: net less average, if any, with penalties and the like."""
    extras_by_contestant = collect_extras_by_contestant(field, boards)
    results = []
    for sums in tallies:
        # Penalties don't change the averages, so they cost nobody else anything.
        extra = extras_by_contestant.get((sums.direction, sums.contestant), ExtraPoints()).points
        total = sums.point_sum - average_by_direction.get(sums.direction, 0) + extra
        results.append(
            FinalFigures(
                sums.contestant,
                sums.direction,
                total=total,
                percent=None,
                board_count=sums.board_count,
                merit=total,
            )
        )
    return results


def compute_average_net_by_direction(tallies: Sequence[Tally]) -> dict[str | None, Fraction]:
    """Return the average net of *tallies* by direction, which is None with one winner.

    >>> compute_average_net_by_direction([Tally(1, "NS", 460), Tally(2, "NS", 183)])
    {'NS': Fraction(643, 2)}

    Source: [HOYLE1926] p. 39.
    """
    nets_by_direction: defaultdict[str | None, list[Points]] = defaultdict(list)
    for sums in tallies:
        nets_by_direction[sums.direction].append(sums.point_sum)
    return {
        direction: Fraction(sum(nets), len(nets)) for direction, nets in nets_by_direction.items()
    }


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
        Option(
            "defenders_limit",
            "Limit of defenders",
            make_number_phrases(*_CLUB_LIMITS),
            default=str(DEFAULT_LIMITS.defenders_limit),
            note="The laws of 1926 have 350.",
        ),
        Option(
            "declarer_limit",
            "Limit of declarer’s side",
            make_number_phrases(*_CLUB_LIMITS),
            default=str(DEFAULT_LIMITS.declarer_limit),
            note="The laws of 1926 have 500.",
        ),
    ),
    source="[HOYLE1926] pp. 43-44",
    compute=_rank_excess,
    explain=_explain_excess,
    bare_score_meaning="points",
    accepted_rulings=frozenset({"points"}),
    games=("bridge", "auction"),
    rule_text="winners enter at most the limit, losers everything",
    artificial_basis="direction",
    extra_points_reason="against the average net of the direction",
    has_columns=True,
)
