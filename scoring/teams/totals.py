"""Teams that compare sums: of both pairs, of larger teams, or of N-S pairs alone."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from scoring.bridge.rulings import ArtificialScore, Credit
from scoring.method import ScoringMethod, make_field_not_scored_error
from scoring.methods.aggregate import explain_aggregate
from scoring.methods.columns import (
    ArtificialPoints,
    PointsByScore,
    ScoreCounts,
    get_deal_total,
    score_by_columns,
    share_deal,
)
from scoring.model import Board, Field, Points, Ranking, ScoredBoard, ScoredLine
from scoring.option import Option
from scoring.totals.standings import TotalsRules, rank_boards
from scoring.totals.ties import TIES


def _score_totals_board(board: Board, options: Mapping[str, str]) -> ScoredBoard:
    unit = options["unit"]

    def compute_points(column: ScoreCounts) -> PointsByScore:
        return {score: share_deal(score, unit) for score in column.weight_by_score}

    def refuse_artificial(share: ArtificialScore) -> ArtificialPoints:
        raise make_field_not_scored_error(
            where=f"Board {board.board_no}",
            method="Team totals",
            what=f"{share} here",
            instead="enter the score that counts, or no result",
        )

    scored_board = score_by_columns(board, None, compute_points, refuse_artificial)
    if options["count"] == "both":
        return scored_board
    lines = tuple(ScoredLine(scored.line, scored.ns_points, None) for scored in scored_board.lines)
    return ScoredBoard(board.board_no, None, lines)


def iter_missing_pair_points(board: ScoredBoard) -> Iterator[tuple[int, str, Fraction]]:
    """Yield the points of each team for its missing pairs in one direction.

    Yields team, direction and points. For every missing pair they are the average of all scores in
    that direction, those of both teams.

    >>> from scoring.model import Line
    >>> lines = (
    ...     ScoredLine(Line(1, 2), 7, 6),
    ...     ScoredLine(Line(2, 1), 5, 8),
    ...     ScoredLine(Line(1, 2), 9, 4),
    ... )
    >>> list(iter_missing_pair_points(ScoredBoard(1, None, lines)))
    [(1, 'E-W', Fraction(6, 1)), (2, 'N-S', Fraction(7, 1))]

    Source: [WDW1900] p. 57.
    """
    scores_by_side: dict[str, list[Points]] = {"N-S": [], "E-W": []}
    pairs_by_team: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for scored in board.lines:
        for team, side, points in (
            (scored.line.ns, "N-S", scored.ns_points),
            (scored.line.ew, "E-W", scored.ew_points),
        ):
            if points is not None:
                scores_by_side[side].append(points)
                pairs_by_team[team][side] += 1
    for team, pairs in sorted(pairs_by_team.items()):
        for side, other_side in (("N-S", "E-W"), ("E-W", "N-S")):
            missing_count = pairs[other_side] - pairs[side]
            scores = scores_by_side[side]
            if missing_count > 0 and scores:
                yield team, side, missing_count * Fraction(sum(scores)) / len(scores)


def _rank_team_totals(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = [_score_totals_board(board, options) for board in field.boards]
    # N-S pairs count alone only if every board is played both ways, so none is missing.
    if options["odd_pair"] == "average" and options["count"] == "both":
        field = replace(field, credits=(*field.credits, *_make_odd_pair_credits(boards)))
    rules = TotalsRules(
        "as-played",
        options["ties"],
        ranks_by_percent=False,
        compares_results=False,
        even_score=Fraction(get_deal_total(options["unit"]), 2),
    )
    return rank_boards("team-totals", field, boards, rules)


def _make_odd_pair_credits(boards: list[ScoredBoard]) -> tuple[Credit, ...]:
    points_by_team: defaultdict[int, Fraction] = defaultdict(Fraction)
    for board in boards:
        for team, _side, points in iter_missing_pair_points(board):
            points_by_team[team] += points
    return tuple(
        Credit(
            team,
            None,
            kind="average",
            amount=points,
            unit="points",
            reason="for the pairs it has fewer in one direction",
        )
        for team, points in sorted(points_by_team.items())
    )


TEAM_TOTALS = ScoringMethod(
    key="team-totals",
    name="Team totals",
    abbr="TP",
    unit="points or tricks",
    decimals=2,
    options=(
        Option(
            "unit",
            "Scores",
            {"tricks": "tricks; E-W get the rest of 13", "points": "points; E-W get the negative"},
        ),
        Option(
            "count",
            "A team adds up",
            {
                "both": "the scores of all its pairs",
                "north-south": "the scores of its N-S pairs only",
            },
            note="“N-S pairs only” needs every board to be played in both directions.",
        ),
        Option(
            "odd_pair",
            "Missing pair in one direction",
            {"none": "adds nothing", "average": "adds the average of all scores in that direction"},
        ),
        TIES,
    ),
    source="[WDW1900] pp. 28, 48, 52-57",
    compute=_rank_team_totals,
    explain=explain_aggregate,
    accepted_rulings=frozenset({"assigned", "points"}),
    bare_score_meaning="tricks",
    contest="teams",
    rule_text="the scores of all pairs of a team, added up",
    artificial_basis="none",
    extra_points_reason="for the pairs it has fewer in one direction",
    has_large_teams=True,
    name_in_files="aggregate",
)
