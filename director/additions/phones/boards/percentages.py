"""Percentages of the results so far on a board, for phones and for a pair's page."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.sections import Key
from director.models import Result, Section
from scoring.errors import ScoringError
from scoring.model import Board, Field, ScoredBoard
from scoring.registry import rank_field


def compute_percentages_by_line(
    section: Section, board_nos: Iterable[int]
) -> dict[Key, tuple[Fraction, Fraction]]:
    """Return the percentages of N-S and E-W on every line of *board_nos* so far.

    Empty if the event's method has no shares of a top, or a result can't be scored. Boards with only
    one result are left out. One query.
    """
    results_by_board: dict[int, list[Result]] = defaultdict(list)
    for result in section.results.filled().filter(board_no__in=set(board_nos)):
        results_by_board[result.board_no].append(result)
    compared_results = {
        board_no: results for board_no, results in results_by_board.items() if len(results) > 1
    }
    percentages_by_line = {}
    for board in _score_boards(section, compared_results):
        if not board.top:
            continue
        top = Fraction(board.top)
        for scored in board.lines:
            if scored.ns_points is not None and scored.ew_points is not None:
                percentages_by_line[board.board_no, scored.line.ns, scored.line.ew] = (
                    Fraction(scored.ns_points) * 100 / top,
                    Fraction(scored.ew_points) * 100 / top,
                )
    return percentages_by_line


def compute_ns_percentages_by_pairs(
    section: Section, board_no: int, results: Sequence[Result]
) -> dict[tuple[int, int], Fraction]:
    """Return N-S's percentage by pairs on a board with *results*.

    Empty if the event's method has no shares of a top, or a result can't be scored.
    """
    percentage_by_pairs = {}
    for board in _score_boards(section, {board_no: results}):
        for scored in board.lines:
            if board.top and scored.ns_points is not None:
                percentage = Fraction(scored.ns_points) * 100 / Fraction(board.top)
                percentage_by_pairs[scored.line.ns, scored.line.ew] = percentage
    return percentage_by_pairs


def _score_boards(
    section: Section, results_by_board: Mapping[int, Sequence[Result]]
) -> Sequence[ScoredBoard]:
    """Return the boards with their points by the event's method, or none if it can't score them."""
    game = section.session.event.game
    boards = []
    for board_no in sorted(results_by_board):
        lines = []
        for result in results_by_board[board_no]:
            entry = parse_line_entry(result.counted, game=game)
            lines.append(entry.make_line(ns=result.ns, ew=result.ew, board_no=board_no))
        boards.append(Board(board_no, tuple(lines)))
    # Only the points are used, not the ranking, so one winner does for both ways to rank.
    field = Field(winner_count=1, boards=tuple(boards))
    scoring_record = section.session.scoring_record
    try:
        ranking = rank_field(scoring_record.scoring, field, scoring_record.scoring_options)
    except (ScoringError, ValueError):
        return ()
    return ranking.boards
