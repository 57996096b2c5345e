"""Teams of eight: four pairs against four, whose scores on a board are compared in IMPs.

A board is played at four tables, at two of which each team sits N-S. The English Bridge Union
describes three ways: the IMPs of all comparisons, those of the sums, and two teams of four, which
needs no method of its own.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.method import ScoringMethod
from scoring.methods.columns import convert_to_imps
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine
from scoring.option import Option
from scoring.totals.standings import TotalsRules, rank_boards
from scoring.totals.ties import TIES
from scoring.working import explain_by_rule

CROSS, CROSS_SUM, ADD = "cross", "cross-sum", "add"
COMPARED = Option(
    "compared",
    "Scores of a board",
    {
        CROSS: "cross-IMPs: the average of all comparisons",
        CROSS_SUM: "cross-IMPs: the sum of all comparisons",
        ADD: "added: the IMPs of the difference of both sums",
    },
    note="Two N-S scores of each team make four comparisons.",
)


def compute_board_imps(
    own_scores: Sequence[int], other_scores: Sequence[int], compared: str
) -> Fraction:
    """Return the IMPs of a board for the team with *own_scores* N-S over that with *other_scores* N-S.

    *compared* is a choice of ``COMPARED``. All scores are seen from N-S.

    >>> [str(compute_board_imps((600, 600), (150, 150), compared)) for compared in ("cross", "cross-sum", "add")]
    ['10', '40', '14']

    Source: [EBUEIGHTS].
    """
    if compared == ADD:
        return Fraction(convert_to_imps(sum(own_scores) - sum(other_scores)))
    total = sum(
        convert_to_imps(own_score - other_score)
        for own_score in own_scores
        for other_score in other_scores
    )
    if compared == CROSS_SUM:
        return Fraction(total)
    return Fraction(total, len(own_scores) * len(other_scores))


def _score_eights_board(board: Board, options: Mapping[str, str]) -> ScoredBoard:
    """Return *board* with the IMPs of its lines.

    The IMPs of two teams are shared by the lines between them, so that the IMPs of a team's lines add up
    to the team's. The board counts once both teams sat N-S equally often.
    """
    lines_by_teams: defaultdict[tuple[int, int, str], list[Line]] = defaultdict(list)
    for line in board.lines:
        if line.score is not None and line.ns != line.ew:
            lines_by_teams[line.ns, line.ew, line.group].append(line)
    points_by_teams: dict[tuple[int, int, str], Fraction] = {}
    for (ns, ew, group), lines in lines_by_teams.items():
        other_lines = lines_by_teams.get((ew, ns, group), [])
        if len(other_lines) == len(lines):
            own_scores, other_scores = (
                [line.score or 0 for line in each] for each in (lines, other_lines)
            )
            imps = compute_board_imps(own_scores, other_scores, options[COMPARED.name])
            points_by_teams[ns, ew, group] = imps / (2 * len(lines))
    scored_lines = []
    for line in board.lines:
        points: Points | None = None
        if line.score is not None:
            points = points_by_teams.get((line.ns, line.ew, line.group))
        scored_lines.append(ScoredLine(line, points, None if points is None else -points))
    return ScoredBoard(board.board_no, None, tuple(scored_lines))


def _rank_eights(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = [_score_eights_board(board, options) for board in field.boards]
    rules = TotalsRules(
        "as-played", options["ties"], ranks_by_percent=False, compares_results=False
    )
    return rank_boards("eights", field, boards, rules)


EIGHTS = ScoringMethod(
    key="eights",
    name="Teams of eight, IMPs",
    abbr="IMP",
    unit="IMPs",
    decimals=2,
    options=(COMPARED, TIES),
    source="[EBUEIGHTS]; [LAWS2017] Law 78B",
    compute=_rank_eights,
    explain=explain_by_rule,
    accepted_rulings=frozenset({"imp"}),
    games=("bridge",),
    contest="teams",
    rule_text="the scores of two N-S pairs against those of the other team’s two N-S pairs, in IMPs",
    artificial_basis="none",
    has_large_teams=True,
    name_in_files="imps",
)
