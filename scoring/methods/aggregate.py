"""Aggregate: the scores themselves, added up."""

from collections.abc import Mapping
from fractions import Fraction

from scoring.bridge.rulings import ArtificialScore
from scoring.display import format_figure
from scoring.method import ScoringMethod, make_field_not_scored_error
from scoring.methods.columns import (
    ArtificialPoints,
    PointsByScore,
    ScoreCounts,
    get_deal_total,
    make_score_counts_by_group,
    score_by_columns,
    share_deal,
)
from scoring.model import Board, Field, Points, Ranking, ScoredBoard
from scoring.option import Option
from scoring.totals.standings import SHARE_SIT_OUTS, TotalsRules, rank_boards
from scoring.totals.ties import TIES
from scoring.working import ScoredSide, Step, Working, format_signed_number


def _score_aggregate_board(board: Board, unit: str, count: str) -> ScoredBoard:
    total = get_deal_total(unit)
    counts_ew = count == "both"

    def compute_points(column: ScoreCounts) -> PointsByScore:
        points_by_score = {score: share_deal(score, unit) for score in column.weight_by_score}
        if counts_ew:
            return points_by_score
        return {score: (ns_points, 0) for score, (ns_points, _) in points_by_score.items()}

    def score_artificial(share: ArtificialScore) -> ArtificialPoints:
        scores: Points = 0
        lines = 0
        for column in make_score_counts_by_group(board).values():
            scores += sum(score * weight for score, weight in column.weight_by_score.items())
            lines += column.line_count
        # The average of the scores is the only artificial score in units of the scores.
        if {share.ns, share.ew} - {50, None} or not lines:
            if lines:
                instead = "enter A50, the average of the board’s scores, or no result"
            else:
                instead = "enter no result"
            raise make_field_not_scored_error(
                where=f"Board {board.board_no}",
                method="Aggregate",
                what=f"{share} here",
                instead=instead,
            )
        average = Fraction(scores) / lines
        ns_points = None if share.ns is None else average
        ew_average = total - average if counts_ew else 0
        ew_points = None if share.ew is None else ew_average
        return ns_points, ew_points

    return score_by_columns(board, None, compute_points, score_artificial)


def explain_aggregate(side: ScoredSide) -> Working:
    """Return the score itself, or the parts of a ruling by their weights."""
    is_ew = side.side == "EW"
    if is_ew and side.field.contest != "teams" and side.options["count"] != "both":
        return (Step("only N-S scores count", 0),)
    unit = side.options["unit"]
    shares = side.line.get_ew_shares() if is_ew else side.line.get_ns_shares()
    points = sum(share.weight * share_deal(share.score, unit)[is_ew] for share in shares)
    weighted_scores = side.list_weighted_scores(side.line)
    if len(weighted_scores) == 1:
        return (Step("the score itself", points),)
    terms = (
        f"{format_figure(weight)} × {format_signed_number(score)}"
        for score, weight in weighted_scores
    )
    # With a deal of 13 the scores are those of E-W already.
    prefix = "13 + " if is_ew and unit == "tricks" and not side.deal_total else ""
    return (Step(f"{prefix}{' + '.join(terms)}", points),)


def _rank_aggregate(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = [
        _score_aggregate_board(board, options["unit"], options["count"]) for board in field.boards
    ]
    rules = TotalsRules(
        options["sit_outs"],
        options["ties"],
        ranks_by_percent=False,
        compares_results=False,
        even_score=Fraction(get_deal_total(options["unit"]), 2),
    )
    return rank_boards("aggregate", field, boards, rules)


AGGREGATE = ScoringMethod(
    key="aggregate",
    name="Aggregate",
    abbr="TP",
    unit="total points",
    decimals=2,
    options=(
        Option(
            "unit",
            "Scores",
            {"points": "points; E-W get the negative", "tricks": "tricks; E-W get the rest of 13"},
        ),
        Option(
            "count",
            "A pair adds up",
            {"both": "all its scores", "north-south": "its N-S scores only"},
            note="“N-S scores only” is for mnemonic duplicate, where every pair holds the N-S cards of each board.",
        ),
        Option(
            SHARE_SIT_OUTS.name,
            SHARE_SIT_OUTS.label,
            {"as-played": "as played", "scaled": SHARE_SIT_OUTS.phrases["scaled"]},
        ),
        TIES,
    ),
    source="[LAWS2017] Law 78C; [HOYLE1926] p. 60 for N-S scores only",
    compute=_rank_aggregate,
    explain=explain_aggregate,
    accepted_rulings=frozenset({"assigned", "one-sided", "moved", "points"}),
    player_totals_by="boards",
    rule_text="the scores themselves",
    name_in_files="aggregate",
    artificial_basis="scores",
)
