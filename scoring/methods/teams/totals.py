"""Teams that compare sums: fours that add up both their pairs, larger teams, and N-S scores alone."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from scoring.bridge.artificial import Artificial
from scoring.bridge.ruling_errors import NotScoredError
from scoring.bridge.rulings import Credit
from scoring.method import Option, ScoringMethod
from scoring.model import Board, Field, Points, Ranking, ScoredBoard, ScoredLine
from scoring.totals.columns import Column, Given, Values, score_by_columns
from scoring.totals.standings import Customs, rank_boards
from scoring.totals.ties import TIES

_DEAL = 13


def _score_board(board: Board, options: Mapping[str, str]) -> ScoredBoard:
    whole = _DEAL if options["unit"] == "tricks" else 0

    def values(column: Column) -> Values:
        return {score: (score, whole - score) for score in column.weights}

    def artificial(given: Artificial) -> Given:
        instead = "give the line the score that is to count, or no result"
        raise NotScoredError(
            where=f"Board {board.board_no}", method="team-totals", what=f"{given} here", instead=instead
        )

    scored = score_by_columns(board, None, values, artificial)
    if options["count"] == "both":
        return scored
    return ScoredBoard(
        board.board_no, None, tuple(ScoredLine(each.line, each.ns_points, None) for each in scored.lines)
    )


def odd_pair_shares(board: ScoredBoard) -> Iterator[tuple[int, str, Fraction]]:
    """Yield what each team adds for the pairs it has too few of in one direction: team, direction, and points.

    For every pair fewer it is the average of all scores made in that direction, those of both teams.

    >>> from scoring.model import Line
    >>> lines = (ScoredLine(Line(1, 2), 7, 6), ScoredLine(Line(2, 1), 5, 8), ScoredLine(Line(1, 2), 9, 4))
    >>> list(odd_pair_shares(ScoredBoard(1, None, lines)))
    [(1, 'E-W', Fraction(6, 1)), (2, 'N-S', Fraction(7, 1))]

    Source: [WDW1900] p. 57.
    """
    scores: dict[str, list[Points]] = {"N-S": [], "E-W": []}
    pairs: dict[int, dict[str, int]] = {}
    for scored in board.lines:
        for team, side, points in (
            (scored.line.ns, "N-S", scored.ns_points),
            (scored.line.ew, "E-W", scored.ew_points),
        ):
            if points is not None:
                scores[side].append(points)
                of_team = pairs.setdefault(team, {"N-S": 0, "E-W": 0})
                of_team[side] += 1
    for team, of_team in sorted(pairs.items()):
        for side, other in (("N-S", "E-W"), ("E-W", "N-S")):
            fewer = of_team[other] - of_team[side]
            if fewer > 0 and scores[side]:
                yield team, side, fewer * Fraction(sum(scores[side])) / len(scores[side])


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = [_score_board(board, options) for board in field.boards]
    averages = _averages(boards) if options["odd_pair"] == "average" and options["count"] == "both" else ()
    whole = replace(field, credits=(*field.credits, *averages))
    customs = Customs("as-played", options["ties"], is_percent=False, is_compared=False)
    return rank_boards("team-totals", whole, boards, customs)


def _averages(boards: list[ScoredBoard]) -> tuple[Credit, ...]:
    added: dict[int, Fraction] = {}
    for board in boards:
        for team, _side, points in odd_pair_shares(board):
            added[team] = added.get(team, Fraction(0)) + points
    return tuple(
        Credit(team, None, "average", points, "points", reason="for the pairs it has fewer in one direction")
        for team, points in sorted(added.items())
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
            ("tricks", "points"),
            "tricks",
            "What scores are: tricks, of which E-W get the rest of 13, or points, of which they get the same with the "
            "sign turned.",
        ),
        Option(
            "count",
            ("both", "north-south"),
            "both",
            "Whose scores a team adds up: those of all its pairs, or of those that sit N-S alone, where every board is "
            "played both ways.",
        ),
        Option(
            "odd_pair",
            ("none", "average"),
            "none",
            "A team with fewer pairs in one direction of a board adds the average of all scores made there (average), "
            "or "
            "nothing.",
        ),
        TIES,
    ),
    source="[WDW1900] pp. 28, 48, 52-57",
    compute=_rank,
    accepts=frozenset({"assigned", "points"}),
    bare_scores="tricks",
    contest="teams",
    rule="the scores of all pairs of a team, added up",
    artificial="none",
    beside_boards="for the pairs it has fewer in one direction",
    has_large_teams=True,
    in_files="aggregate",
)
