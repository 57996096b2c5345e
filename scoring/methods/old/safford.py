"""Safford's shared totals: each pair enters its total with every pair that held the same cards.

After a set of deals the total of a pair is copied into the squares of those who held the same deals
in the same direction; at the end each pair sees by how much it beat them, set by set.  The printed
grid has not come down whole: that the differences are added up over all rivals is the reading
chosen here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.method import ScoringMethod
from scoring.methods.old.absent import score_groups
from scoring.model import Board, Field, Line, Points, Ranking
from scoring.ranking import FinalFigures, place, tally
from scoring.totals.standings import lone_notes


@dataclass(frozen=True, slots=True)
class SharedRow:
    """One row of a pair's card: a set of deals held in one *direction* against the same *opponent*.

    *total* is the pair's own total from its own side, *others* the totals of those who held the
    same cards, by number.
    """

    board_nos: tuple[int, ...]
    direction: str
    opponent: int
    total: int
    others: tuple[tuple[int, int], ...]

    @property
    def difference(self) -> int:
        """By how much the pair's total beats the others, all differences added."""
        return sum(self.total - other for _, other in self.others)


def shared_totals(
    field: Field, contestant: int, direction: str | None = None
) -> tuple[SharedRow, ...]:
    """Return the card of one *contestant*: a row for each set of deals, in the order of the boards.

    Boards make one set where the contestant meets the same opponent and the same pairs hold the
    same cards.  With two winners *direction* says which of the two pairs of that number is meant.
    Lines without a score are left out.

    >>> lines = (Line(1, 4, score=8), Line(2, 3, score=6))
    >>> field = Field(1, (Board(1, lines), Board(2, lines)))
    >>> [(row.board_nos, row.total, row.others, row.difference) for row in shared_totals(field, 1)]
    [((1, 2), 16, ((2, 12),), 4)]

    Source: [WDW1900] pp. 36-38.
    """
    sets: dict[tuple[str, int, tuple[int, ...]], list[tuple[Board, Line, list[Line]]]] = {}
    for board in field.boards:
        for line in board.lines:
            side = _side(line, contestant, direction)
            if side is not None and line.score is not None:
                rivals = [other for other in board.lines if _is_rival(other, line)]
                numbers = tuple(sorted(_holder(other, side) for other in rivals))
                sets.setdefault((side, _holder(line, _ACROSS[side]), numbers), []).append(
                    (board, line, rivals)
                )
    return tuple(_row(side, opponent, played) for (side, opponent, _), played in sets.items())


_ACROSS = {"NS": "EW", "EW": "NS"}


def _side(line: Line, contestant: int, direction: str | None) -> str | None:
    sides = (
        side
        for side in ("NS", "EW")
        if direction in (None, side) and _holder(line, side) == contestant
    )
    return next(sides, None)


def _holder(line: Line, side: str) -> int:
    if side == "NS":
        return line.ns
    return line.ew


def _is_rival(other: Line, line: Line) -> bool:
    return other is not line and other.score is not None and other.group == line.group


def _row(side: str, opponent: int, played: Sequence[tuple[Board, Line, list[Line]]]) -> SharedRow:
    sign = 1 if side == "NS" else -1
    others: dict[int, int] = {}
    for _, _, rivals in played:
        for rival in rivals:
            number = _holder(rival, side)
            others[number] = others.get(number, 0) + sign * (rival.score or 0)
    total = sum(sign * (line.score or 0) for _, line, _ in played)
    board_nos = tuple(board.board_no for board, _, _ in played)
    return SharedRow(board_nos, side, opponent, total, tuple(sorted(others.items())))


def difference_points(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    """Return, for each N-S score, the sum of gains of its N-S and its E-W over all others.

    >>> difference_points([8, 6, 6])
    {8: (4, -4), 6: (-2, 2)}
    """
    number, total = len(scores), sum(scores)
    return {score: (number * score - total, total - number * score) for score in scores}


def _rank(field: Field, _options: Mapping[str, str]) -> Ranking:
    boards = tuple(score_groups(board, difference_points) for board in field.boards)
    results = [
        FinalFigures(
            seen.contestant, seen.direction, seen.points, None, seen.boards, merit=seen.points
        )
        for seen in tally(field, boards)
    ]
    return Ranking("safford", boards, place(results), tuple(lone_notes(field.boards, boards)))


SAFFORD = ScoringMethod(
    key="safford",
    name="Safford's shared totals",
    abbr="ST",
    unit="difference from all rivals",
    decimals=0,
    options=(),
    source="[WDW1900] pp. 36-38",
    compute=_rank,
    bare_scores="tricks",
    rule="the differences from all who held the same cards",
    artificial="direction",
)
