"""Irregular deals: the remedies of the old laws of duplicate.

A table that takes the average gets ``A50``, which every system of the time reads as the average of
the remaining scores. Who notices the irregularity, and until when, is for the director to judge.
"""

from collections.abc import Collection
from dataclasses import replace
from enum import Enum

from scoring.bridge.artificial import AVERAGE_BOTH
from scoring.errors import ScoringError
from scoring.model import Board, Line
from scoring.sentences import ScoringSentences

PASSING_ON_PENALTY = 50
"""Points lost by a pair that passed on a hand with a wrong number of cards. [HOYLE1926] p. 43, law 4."""


class OffendingSide(Enum):
    """The side that bid or played with a wrong number of cards."""

    NS = "ns"
    EW = "ew"
    BOTH = "both"


class Remedy(Enum):
    """The remedy for an irregular deal."""

    NEW_DEAL = "new-deal"
    PUT_RIGHT = "put-right"
    SCORE_BY_FAULT = "score-by-fault"
    AVERAGE = "average"
    ORIGINAL_TABLE_AVERAGE = "original-table-average"
    PLAY_ON = "play-on"


class Irregularity(Enum):
    """An irregularity of a deal of whist."""

    WRONG_TRUMP = "wrong-trump"
    WRONG_TRUMP_RECORDED = "wrong-trump-recorded"
    WRONG_NUMBER_OF_CARDS = "wrong-number-of-cards"
    TRUMP_CARD_MISSING = "trump-card-missing"
    FACED_CARD = "faced-card"
    CARDS_LEFT_IN_TRAY = "cards-left-in-tray"


def find_wrong_cards_remedy(*, is_first_table: bool, has_bid: bool) -> Remedy:
    """Return the remedy for a hand with a wrong number of cards.

    *has_bid* is whether a player with a wrong hand has bid. The pair that passed the hand on loses
    ``PASSING_ON_PENALTY`` points in any case.

    >>> find_wrong_cards_remedy(is_first_table=False, has_bid=True)
    <Remedy.SCORE_BY_FAULT: 'score-by-fault'>

    Source: [HOYLE1926] pp. 42-43, law 4.
    """
    if is_first_table:
        return Remedy.NEW_DEAL
    if has_bid:
        return Remedy.SCORE_BY_FAULT
    return Remedy.PUT_RIGHT


def score_by_fault(board: Board, ns: int, fault: OffendingSide) -> Board:
    """Return *board* with the table of N-S *ns* scored for a wrong number of cards.

    The side at fault takes the worst score of its direction at the other tables. If both sides are
    at fault, the table takes the average.

    >>> board = Board(5, (Line(1, 2, 110), Line(3, 4, 420), Line(5, 6, 50)))
    >>> [score_by_fault(board, 1, fault).lines[0].score for fault in (OffendingSide.NS, OffendingSide.EW)]
    [50, 420]

    :raises ScoringError: if N-S *ns* is not on the board, or no other table has a score

    Source: [HOYLE1926] p. 43, law 4.
    """
    line = _get_line(board, ns)
    if fault is OffendingSide.BOTH:
        return _replace_line(board, line, _make_average_line(line))
    other_scores = [
        other_line.score
        for other_line in board.lines
        if other_line is not line
        and other_line.group == line.group
        and other_line.score is not None
    ]
    if not other_scores:
        raise ScoringError(
            ScoringSentences.IRREGULAR_NO_SCORES,
            board_no=board.board_no,
            wanted="lowest or highest",
        )
    # Scores are from the N-S side, so the highest is the worst for E-W.
    score = min(other_scores) if fault is OffendingSide.NS else max(other_scores)
    return _replace_line(board, line, line._replace(score=score, artificial=None))


def score_shifted_hands(board: Board, shifted_ns: Collection[int]) -> Board:
    """Return *board* scored after *shifted_ns* played it with two hands exchanged.

    The smaller group takes the average: the tables that exchanged hands, or those that played the
    board as dealt. If the groups are equal, it is the tables that exchanged hands.

    >>> board = Board(5, (Line(1, 2, 110), Line(3, 4, 420), Line(5, 6, 50)))
    >>> [str(line.artificial or line.score) for line in score_shifted_hands(board, {3}).lines]
    ['110', 'A5050', '50']

    :raises ScoringError: if one of *shifted_ns* is not on the board

    Source: [HOYLE1926] p. 43, law 5.
    """
    for ns in shifted_ns:
        _get_line(board, ns)  # raises if the pair is not there
    scored = [line for line in board.lines if line.score is not None]
    shifted = [line for line in scored if line.ns in shifted_ns]
    as_dealt = [line for line in scored if line.ns not in shifted_ns]
    smaller_group = shifted if len(shifted) <= len(as_dealt) else as_dealt
    lines = []
    for line in board.lines:
        lines.append(_make_average_line(line) if line in smaller_group else line)
    return replace(board, lines=tuple(lines))


def find_whist_remedy(
    irregularity: Irregularity,
    tables: int,
    *,
    is_overplay: bool = True,
    already_played: bool = True,
    later_code: bool = False,
) -> Remedy:
    """Return the remedy of duplicate whist for an *irregularity*.

    With two tables or fewer there is no average, and a new deal is made instead. *already_played* is
    whether play with the wrong trump had begun when it was noticed. *later_code* is the code as
    amended to 1914.

    >>> find_whist_remedy(Irregularity.FACED_CARD, 5), find_whist_remedy(Irregularity.FACED_CARD, 2)
    (<Remedy.AVERAGE: 'average'>, <Remedy.NEW_DEAL: 'new-deal'>)

    Source: [WDW1900] p. 62; [HOYLE1926] p. 56.
    """
    if irregularity is Irregularity.CARDS_LEFT_IN_TRAY and is_overplay and later_code:
        return Remedy.PLAY_ON
    if irregularity is Irregularity.WRONG_TRUMP and not already_played:
        return Remedy.PUT_RIGHT
    if not is_overplay or tables <= 2:
        return Remedy.NEW_DEAL
    if irregularity is Irregularity.WRONG_TRUMP_RECORDED:
        if already_played:
            return Remedy.ORIGINAL_TABLE_AVERAGE
        return Remedy.NEW_DEAL
    return Remedy.AVERAGE


def _get_line(board: Board, ns: int) -> Line:
    for line in board.lines:
        if line.ns == ns:
            return line
    raise ScoringError(ScoringSentences.IRREGULAR_TABLE, board_no=board.board_no, ns=ns)


def _make_average_line(line: Line) -> Line:
    return line._replace(score=None, artificial=AVERAGE_BOTH)


def _replace_line(board: Board, old_line: Line, new_line: Line) -> Board:
    return replace(
        board, lines=tuple(new_line if line is old_line else line for line in board.lines)
    )
