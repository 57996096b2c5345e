"""Matchpoints: each result compared with every other result on the same board.

Covers ties, boards with fewer results than others (Neuberg), fouled boards in groups, artificial scores, contestants
who sat out, and percentages.  Places are made by ``ranking``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from scoring.methods import Option, ScoringMethod
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine
from scoring.ranking import Result, Tally, place, tally


def matchpoints(scores: Sequence[int]) -> list[int]:
    """Return the N-S matchpoints of *scores*, in their order: two for each score beaten, one for each tied.

    E-W get the rest of the top, which is ``2 * (len(scores) - 1)``.  The work grows with the number of scores, not with
    its square: equal scores are counted first.

    >>> matchpoints([620, 420, 620, -50])
    [5, 2, 5, 0]

    Source: [LAWS2017] Law 78A.
    """
    points = _points_by_score(scores)
    return [points[score] for score in scores]


def _points_by_score(scores: Iterable[int]) -> dict[int, int]:
    points: dict[int, int] = {}
    beaten = 0
    for score, count in sorted(Counter(scores).items()):
        points[score] = 2 * beaten + count - 1
        beaten += count
    return points


def neuberg(points: int, results: int, expected: int) -> Points:
    """Return what *points* among *results* results are worth on a board that should have had *expected* of them.

    In units of two matchpoints a beaten result: ``(points + 1) * expected / results - 1``.

    >>> [neuberg(points, results=5, expected=6) for points in (8, 5, 0)]
    [Fraction(49, 5), Fraction(31, 5), Fraction(1, 5)]
    >>> neuberg(5, results=6, expected=6)
    5

    Source: [NEUBERG].
    """
    if results == expected:
        return points
    return Fraction((points + 1) * expected - results, results)


def _group_points(scores: Sequence[int], expected: int, per_beaten: int) -> dict[int, Points]:
    """Return the N-S points of each score of a group."""
    points = {score: neuberg(bare, len(scores), expected) for score, bare in _points_by_score(scores).items()}
    return points if per_beaten == 2 else {score: Fraction(full, 2) for score, full in points.items()}


def _score_board(board: Board, expected: int, per_beaten: int) -> ScoredBoard:
    groups = board.scores_by_group()
    points = {group: _group_points(scores, expected, per_beaten) for group, scores in groups.items()}
    top = per_beaten * max(expected - 1, 0)
    return ScoredBoard(board.board_no, top, tuple(_score_line(line, points, top) for line in board.lines))


def _score_line(line: Line, points: Mapping[str, Mapping[int, Points]], top: int) -> ScoredLine:
    if line.score is not None:
        ns_points = points[line.group][line.score]
        return ScoredLine(line, ns_points, top - ns_points)
    if line.artificial is not None:
        return ScoredLine(line, line.artificial.ns * top / 100, line.artificial.ew * top / 100)
    return ScoredLine(line, None, None)


def _scores(board: Board) -> int:
    return sum(line.score is not None for line in board.lines)


def _results(board: Board) -> int:
    return sum(line.score is not None or line.artificial is not None for line in board.lines)


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    per_beaten = int(options["per_beaten"])
    most = max((_results(board) for board in field.boards), default=0)
    is_adjusted = options["neuberg"] == "yes"
    counted = tuple(_score_board(board, most if is_adjusted else _scores(board), per_beaten) for board in field.boards)
    shown = counted
    if is_adjusted and options["board_points"] == "bare":
        shown = tuple(_score_board(board, _results(board), per_beaten) for board in field.boards)
    tallies = tally(field, counted)
    results = _final_results(tallies, is_scaled=options["sit_outs"] == "scaled")
    notes = [*_board_notes(field, most if is_adjusted else None), *_sit_out_notes(tallies, options["sit_outs"])]
    return Ranking("matchpoints", shown, place(results), tuple(notes))


def _final_results(tallies: Sequence[Tally], is_scaled: bool) -> list[Result]:
    most = _most_boards(tallies)
    return [_final_result(seen, most[seen.direction] if is_scaled else seen.boards) for seen in tallies]


def _final_result(seen: Tally, boards: int) -> Result:
    percent = Fraction(100 * seen.points) / seen.available if seen.available else None
    return Result(
        contestant=seen.contestant,
        direction=seen.direction,
        total=Fraction(seen.points * boards, seen.boards) if seen.boards else 0,
        percent=percent,
        boards=seen.boards,
        merit=-1 if percent is None else percent,
    )


def _most_boards(tallies: Iterable[Tally]) -> dict[str | None, int]:
    most: dict[str | None, int] = {}
    for seen in tallies:
        most[seen.direction] = max(most.get(seen.direction, 0), seen.boards)
    return most


def _board_notes(field: Field, expected: int | None) -> list[str]:
    notes = []
    for board in field.boards:
        scores, groups = _scores(board), len(board.scores_by_group())
        if groups > 1:
            notes.append(f"Board {board.board_no}: {groups} groups, each compared within itself and adjusted.")
        if expected is not None and 0 < scores < expected:
            compared = f"{scores} of {expected} results compared"
            notes.append(f"Board {board.board_no}: {compared}, adjusted by the Neuberg formula.")
    return notes


def _sit_out_notes(tallies: Sequence[Tally], habit: str) -> list[str]:
    most = _most_boards(tallies)
    what = "total scaled" if habit == "scaled" else "total as played"
    return [
        f"{seen.direction or 'Pair'} {seen.contestant}: {seen.boards} of {most[seen.direction]} boards, {what}."
        for seen in sorted(tallies, key=lambda seen: (seen.direction == "EW", seen.contestant))
        if seen.boards < most[seen.direction]
    ]


MATCHPOINTS = ScoringMethod(
    key="matchpoints",
    name="Matchpoints",
    abbr="MP",
    unit="matchpoints",
    decimals=2,
    options=(
        Option("per_beaten", ("2", "1"), "2", "Matchpoints for each result beaten; a tie gives half of it."),
        Option(
            "neuberg",
            ("yes", "no"),
            "yes",
            "Bring every board to the same top by the Neuberg formula; without it a board with fewer scores has a "
            "lower top.",
        ),
        Option(
            "board_points",
            ("adjusted", "bare"),
            "adjusted",
            "What travellers show: the figures that count, or bare matchpoints where a table did not play "
            "(only an artificial score on the board adjusts them). Totals are the same.",
        ),
        Option(
            "sit_outs",
            ("scaled", "as-played"),
            "scaled",
            "The total of a pair with fewer boards: scaled to the most boards of its own direction, or as played. "
            "Places go by percentage either way.",
        ),
    ),
    source="[LAWS2017] Law 78A; [NEUBERG]",
    compute=_rank,
)
