"""Second, deliberately plain routes to the figures of ``scoring``.

Nothing here is shared with the package: contracts are added up trick by trick, and every result is
compared with every other one, however long that takes.
"""

from fractions import Fraction

from scoring.model import Field, Line


def contract_score(
    level: int, denomination: str, doubled: int, tricks: int, vulnerable: bool
) -> int:
    """Declarer's score, counted trick by trick."""
    if tricks < level + 6:
        return -sum(_undertrick(nth, doubled, vulnerable) for nth in range(1, level + 7 - tricks))
    bid = sum(_trick(denomination, nth) for nth in range(1, level + 1)) * (1, 2, 4)[doubled]
    over = 0
    for _ in range(tricks - level - 6):
        over += (_trick(denomination, 2), 200 if vulnerable else 100, 400 if vulnerable else 200)[
            doubled
        ]
    bonus = 50 if bid < 100 else 500 if vulnerable else 300
    if level == 6:
        bonus += 750 if vulnerable else 500
    if level == 7:
        bonus += 1500 if vulnerable else 1000
    return bid + over + bonus + (0, 50, 100)[doubled]


def _trick(denomination: str, nth: int) -> int:
    if denomination in "CD":
        return 20
    return 40 if denomination == "NT" and nth == 1 else 30


def _undertrick(nth: int, doubled: int, vulnerable: bool) -> int:
    if doubled == 0:
        return 100 if vulnerable else 50
    first_three = (200, 300, 300) if vulnerable else (100, 200, 200)
    simple = first_three[nth - 1] if nth <= 3 else 300
    return simple * doubled


def matchpoints(scores: list[int]) -> list[int]:
    """Two for each other score beaten, one for each tied, by comparing all with all."""
    points = []
    for mine, score in enumerate(scores):
        got = 0
        for other, rival in enumerate(scores):
            if mine != other:
                got += 2 if score > rival else 1 if score == rival else 0
        points.append(got)
    return points


class PlainMatchpoints:
    """Matchpoints of a field by the definitions alone; figures are looked up, not passed round."""

    def __init__(
        self, field: Field, per_beaten: int, neuberg: bool, bare: bool, scaled: bool
    ) -> None:
        self.field, self.per_beaten, self.neuberg, self.bare, self.scaled = (
            field,
            per_beaten,
            neuberg,
            bare,
            scaled,
        )

    def standings(
        self,
    ) -> dict[tuple[str | None, int], tuple[Fraction, Fraction | None, int, bool, int]]:
        """Total, per cent, place, tied and boards of every contestant."""
        figures_of = {}
        for key in self._contestants():
            percents = [self._percent(other) for other in self._contestants() if other[0] == key[0]]
            mine = self._percent(key)
            rank = 1 + sum(
                (percent if percent is not None else -1) > (-1 if mine is None else mine)
                for percent in percents
            )
            boards = len(self._gathered(key))
            figures_of[key] = (self._total(key), mine, rank, percents.count(mine) > 1, boards)
        return figures_of

    def shown(self, board_no: int, line: Line) -> tuple[Fraction, Fraction] | None:
        """What the traveller shows for a line."""
        expected = (
            self._results(board_no) if self.bare and self.neuberg else self._expected(board_no)
        )
        return self._points(board_no, line, expected)

    def _contestants(self) -> set[tuple[str | None, int]]:
        lines = [line for board in self.field.boards for line in board.lines]
        if self.field.winner_count == 1:
            return {(None, number) for line in lines for number in (line.ns, line.ew)}
        return {("NS", line.ns) for line in lines} | {("EW", line.ew) for line in lines}

    def _gathered(self, key: tuple[str | None, int]) -> list[tuple[Fraction, int]]:
        """Points and top of each board on which a contestant has points."""
        gathered = []
        for board in self.field.boards:
            expected = self._expected(board.board_no)
            for line in board.lines:
                for index, side in enumerate(("NS", "EW")):
                    number = line.ns if side == "NS" else line.ew
                    points = self._points(board.board_no, line, expected)
                    if points and key in ((None, number), (side, number)):
                        gathered.append((points[index], self.per_beaten * max(expected - 1, 0)))
        return gathered

    def _percent(self, key: tuple[str | None, int]) -> Fraction | None:
        points, tops = [sum(column) for column in zip(*self._gathered(key), strict=True)] or (0, 0)
        return Fraction(points) / tops * 100 if tops else None

    def _total(self, key: tuple[str | None, int]) -> Fraction:
        gathered = self._gathered(key)
        total = Fraction(sum(points for points, _ in gathered))
        rivals = [len(self._gathered(other)) for other in self._contestants() if other[0] == key[0]]
        return total / len(gathered) * max(rivals) if self.scaled and gathered else total

    def _board(self, board_no: int) -> tuple[Line, ...]:
        return next(board.lines for board in self.field.boards if board.board_no == board_no)

    def _results(self, board_no: int) -> int:
        return len(
            [
                line
                for line in self._board(board_no)
                if line.score is not None or line.artificial is not None
            ]
        )

    def _expected(self, board_no: int) -> int:
        if self.neuberg:
            return max(self._results(board.board_no) for board in self.field.boards)
        return len([line for line in self._board(board_no) if line.score is not None])

    def _points(self, board_no: int, line: Line, expected: int) -> tuple[Fraction, Fraction] | None:
        top = Fraction(self.per_beaten * max(expected - 1, 0))
        if line.artificial is not None:
            return line.artificial.ns / 100 * top, line.artificial.ew / 100 * top
        if line.score is None:
            return None
        rivals = [
            other
            for other in self._board(board_no)
            if other.score is not None and other.group == line.group
        ]
        halves = (
            sum((line.score > rival.score) * 2 + (line.score == rival.score) for rival in rivals)
            - 1
        )
        adjusted = Fraction(halves + 1, len(rivals)) * expected - 1
        ns_points = adjusted * self.per_beaten / 2
        return ns_points, top - ns_points


def average_totals(field: Field) -> dict[tuple[str | None, int], Fraction]:
    """Exact plus or minus of every contestant: own score less the average of those who held the same cards."""
    totals: dict[tuple[str | None, int], Fraction] = {}
    for board in field.boards:
        for line in board.lines:
            rivals = [
                other.score
                for other in board.lines
                if other.score is not None and other.group == line.group
            ]
            plus = (
                Fraction(0)
                if line.score is None
                else line.score - Fraction(sum(rivals), len(rivals))
            )
            for side, number, share in (("NS", line.ns, plus), ("EW", line.ew, -plus)):
                key = (None if field.winner_count == 1 else side, number)
                totals[key] = totals.get(key, Fraction(0)) + share
    return totals


def get_totals(ranking) -> dict[int, Fraction]:
    """Return the totals of a *ranking* by contestant."""
    return {standing.contestant: standing.total for standing in ranking.standings}


def get_side_totals(ranking) -> dict[tuple[object, int], Fraction]:
    """Return the totals of a *ranking* by direction and contestant."""
    return {
        (standing.direction, standing.contestant): standing.total for standing in ranking.standings
    }
