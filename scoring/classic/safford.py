"""Safford's shared totals: each pair enters its total with every pair that held the same cards.

After a set of deals the total of a pair is copied into the squares of the pairs that held the same
deals in the same direction.  At the end each pair sees by how much it beat them, set by set.  The
book prints only a part of the grid. That the differences from all rivals are added up is our
reading.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.method import ScoringMethod
from scoring.methods.absent import explain_by_group, score_groups
from scoring.model import (
    BoardNo,
    ContestantNo,
    Field,
    Line,
    Points,
    Ranking,
)
from scoring.totals.ranking import FinalFigures, make_standings, make_tallies
from scoring.totals.standings import make_lone_notes
from scoring.working import ScoredSide, Working

DIFFERENCES_BASIS = "totals on the same deals are compared"
_OTHER_SIDE = {"NS": "EW", "EW": "NS"}


@dataclass(frozen=True, slots=True)
class SharedRow:
    """One row of a pair's card: a set of deals held in one direction against the same opponent."""

    board_nos: tuple[int, ...]
    direction: str
    opponent: int
    total: int  # the pair's own total from its own side
    # The number and the total of each pair that held the same cards.
    totals_of_rivals: tuple[tuple[int, int], ...]

    @property
    def difference(self) -> int:
        """The sum of the differences between the pair's total and the others."""
        return sum(self.total - other_total for _, other_total in self.totals_of_rivals)


def list_shared_rows(
    field: Field, contestant: ContestantNo, direction: str | None = None
) -> tuple[SharedRow, ...]:
    """Return the card of one *contestant*: a row for each set of deals, in the order of the boards.

    Boards belong to one set if the contestant meets the same opponent and the same pairs hold the
    same cards.  With two winners *direction* distinguishes the two pairs of one number.  Lines
    without a score are left out.

    >>> from scoring.model import Board
    >>> lines = (Line(1, 4, score=8), Line(2, 3, score=6))
    >>> field = Field(1, (Board(1, lines), Board(2, lines)))
    >>> [(row.board_nos, row.total, row.totals_of_rivals, row.difference) for row in list_shared_rows(field, 1)]
    [((1, 2), 16, ((2, 12),), 4)]

    Source: [WDW1900] pp. 36-38.
    """
    boards_by_set: defaultdict[tuple[str, int, tuple[int, ...]], list[_SharedBoard]] = defaultdict(
        list
    )
    for board in field.boards:
        for line in board.lines:
            side = _find_side(line, contestant, direction)
            if side is None or line.score is None:
                continue
            rival_lines = [
                other_line for other_line in board.lines if _is_compared_line(other_line, line)
            ]
            rival_numbers = tuple(
                sorted(_get_side_number(other_line, side) for other_line in rival_lines)
            )
            opponent = _get_side_number(line, _OTHER_SIDE[side])
            played_board = _SharedBoard(board.board_no, line, rival_lines)
            boards_by_set[side, opponent, rival_numbers].append(played_board)
    return tuple(
        _make_shared_row(side, opponent, played_boards)
        for (side, opponent, _rival_numbers), played_boards in boards_by_set.items()
    )


class _SharedBoard(NamedTuple):
    """A board of a contestant: its own line, and the lines with the same cards."""

    board_no: BoardNo
    own_line: Line
    rival_lines: list[Line]


def _find_side(line: Line, contestant: int, direction: str | None) -> str | None:
    for side in _OTHER_SIDE:
        if direction in (None, side) and _get_side_number(line, side) == contestant:
            return side
    return None


def _get_side_number(line: Line, side: str) -> int:
    if side == "NS":
        return line.ns
    return line.ew


def _is_compared_line(other_line: Line, line: Line) -> bool:
    return (
        other_line is not line and other_line.score is not None and other_line.group == line.group
    )


def _make_shared_row(side: str, opponent: int, played_boards: Sequence[_SharedBoard]) -> SharedRow:
    # Scores are seen from N-S, so E-W have the opposite.
    sign = 1 if side == "NS" else -1
    total = 0
    total_by_rival: Counter[int] = Counter()
    for played_board in played_boards:
        total += sign * (played_board.own_line.score or 0)
        for rival in played_board.rival_lines:
            total_by_rival[_get_side_number(rival, side)] += sign * (rival.score or 0)
    return SharedRow(
        board_nos=tuple(played_board.board_no for played_board in played_boards),
        direction=side,
        opponent=opponent,
        total=total,
        totals_of_rivals=tuple(sorted(total_by_rival.items())),
    )


def compute_difference_points_by_score(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    """Return the sum of gains over all others for N-S and E-W, by N-S score.

    >>> compute_difference_points_by_score([8, 6, 6])
    {8: (4, -4), 6: (-2, 2)}
    """
    count = len(scores)
    total = sum(scores)
    # A score gains its difference from each of the others: count * score - total in all.
    return {score: (count * score - total, total - count * score) for score in scores}


def explain_differences(side: ScoredSide) -> Working:
    """Return the sum of the differences from all scores with the same cards."""
    scores = side.list_scores()
    text = f"{len(scores)} × own {scores[0]} − all {sum(scores)}"
    return explain_by_group(side, compute_difference_points_by_score, text)


def _rank_safford(field: Field, _options: Mapping[str, str]) -> Ranking:
    boards = tuple(
        score_groups(board, compute_difference_points_by_score, basis=DIFFERENCES_BASIS)
        for board in field.boards
    )
    results = [
        FinalFigures(
            contestant_tally.contestant,
            contestant_tally.direction,
            total=contestant_tally.point_sum,
            percent=None,
            board_count=contestant_tally.board_count,
            merit=contestant_tally.point_sum,
        )
        for contestant_tally in make_tallies(field, boards)
    ]
    return Ranking(
        "safford", boards, make_standings(results), tuple(make_lone_notes(field.boards, boards))
    )


SAFFORD = ScoringMethod(
    key="safford",
    name="Safford’s shared totals",
    abbr="ST",
    unit="difference from all rivals",
    decimals=0,
    options=(),
    source="[WDW1900] pp. 36-38",
    compute=_rank_safford,
    explain=explain_differences,
    bare_score_meaning="tricks",
    rule_text="the differences from all who held the same cards",
    artificial_basis="direction",
)
