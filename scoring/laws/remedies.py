"""Remedies of the laws: irregular deals and revokes of old, and wrong pairings of a Swiss.

Who notices an irregularity, and until when, is for the director to judge. At irregular deals a table
that takes the average gets ``A50``, which every system of the time reads as the average of the
remaining scores.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from scoring.bridge.contracts import TRICKS_PER_DEAL
from scoring.bridge.rulings import AVERAGE_BOTH
from scoring.errors import ScoringError
from scoring.model import Board, Line, Points
from scoring.refusals import make_tricks_error

PASSING_ON_PENALTY = 50
"""Points lost by a pair that passed on a hand with a wrong number of cards. [HOYLE1926] p. 43, law 4."""

AUCTION_PENALTY = 50


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
            "irregular-no-scores",
            "Board {board_no}: no other table has a score, so there is no {wanted} yet. Wait for "
            "another result.",
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
    scored_lines = [line for line in board.lines if line.score is not None]
    shifted_lines = [line for line in scored_lines if line.ns in shifted_ns]
    unshifted_lines = [line for line in scored_lines if line.ns not in shifted_ns]
    smaller_group = shifted_lines if len(shifted_lines) <= len(unshifted_lines) else unshifted_lines
    lines = []
    for line in board.lines:
        lines.append(_make_average_line(line) if line in smaller_group else line)
    return replace(board, lines=tuple(lines))


def get_whist_remedy(
    irregularity: Irregularity,
    table_count: int,
    *,
    is_overplay: bool = True,
    has_begun_play: bool = True,
    is_later_code: bool = False,
) -> Remedy:
    """Return the remedy of duplicate whist for an *irregularity*.

    With two tables or fewer there is no average, and a new deal is made instead. *has_begun_play* is
    whether play with the wrong trump had begun when it was noticed. *is_later_code* is the code as
    amended to 1914.

    >>> get_whist_remedy(Irregularity.FACED_CARD, 5), get_whist_remedy(Irregularity.FACED_CARD, 2)
    (<Remedy.AVERAGE: 'average'>, <Remedy.NEW_DEAL: 'new-deal'>)

    Source: [WDW1900] p. 62; [HOYLE1926] p. 56.
    """
    if irregularity is Irregularity.CARDS_LEFT_IN_TRAY and is_overplay and is_later_code:
        return Remedy.PLAY_ON
    if irregularity is Irregularity.WRONG_TRUMP and not has_begun_play:
        return Remedy.PUT_RIGHT
    if not is_overplay or table_count <= 2:
        return Remedy.NEW_DEAL
    if irregularity is Irregularity.WRONG_TRUMP_RECORDED:
        if has_begun_play:
            return Remedy.ORIGINAL_TABLE_AVERAGE
        return Remedy.NEW_DEAL
    return Remedy.AVERAGE


def _get_line(board: Board, ns: int) -> Line:
    for line in board.lines:
        if line.ns == ns:
            return line
    raise ScoringError(
        "irregular-table",
        "Board {board_no}: {ns} N-S didn’t play it. Enter a pair that sat N-S.",
        board_no=board.board_no,
        ns=ns,
    )


def _make_average_line(line: Line) -> Line:
    return line._replace(score=None, artificial=AVERAGE_BOTH)


def _replace_line(board: Board, previous_line: Line, new_line: Line) -> Board:
    return replace(
        board, lines=tuple(new_line if line is previous_line else line for line in board.lines)
    )


# Revokes at duplicate whist (1900 and the later code) and duplicate auction (1926). At whist tricks
# change sides, within limits that depend on the other tables. So a deal is settled when these have their
# results. Until then the score as made counts, with ``-R`` beside the offenders and ``+R`` beside the
# others. At auction points are taken.


@dataclass(frozen=True, slots=True)
class RevokeSettlement:
    """The tricks of both sides after a revoke, which may be fractions of an average."""

    offenders_tricks: Points
    opponents_tricks: Points


@dataclass(frozen=True, slots=True)
class AuctionRevoke:
    """The penalty for revokes at auction, and whether the committee should look at the deal."""

    penalty: int
    needs_committee: bool


def count_forfeited_tricks(revoke_count: int) -> int:
    """Return the tricks that *revoke_count* of one side cost: two for the first, one for each later.

    >>> [count_forfeited_tricks(revokes) for revokes in (1, 2, 3)]
    [2, 3, 4]

    :raises ScoringError: if *revoke_count* is below 1

    Source: [WDW1900] p. 65; [HOYLE1926] p. 58.
    """
    if revoke_count < 1:
        raise _make_revoke_count_error(revokes=revoke_count)
    return revoke_count + 1


def settle_revoke_of_1900(
    offenders_tricks: int, revoke_count: int, tricks_at_other_tables: Sequence[int]
) -> RevokeSettlement:
    """Return the tricks after *revoke_count* of a side that won *offenders_tricks* tricks, by the law of 1900.

    *tricks_at_other_tables* are the tricks of the same direction at the other tables. The offenders may not
    keep more than the average there. The others gain the tricks that they lose.

    >>> settle_revoke_of_1900(9, 1, tricks_at_other_tables=[6])
    RevokeSettlement(offenders_tricks=6, opponents_tricks=7)

    :raises ScoringError: if there is nothing to settle

    Source: [WDW1900] p. 65.
    """
    average = _compute_average(offenders_tricks, tricks_at_other_tables)
    tricks_left = max(offenders_tricks - count_forfeited_tricks(revoke_count), 0)
    return _make_settlement(min(Fraction(tricks_left), average))


def settle_later_revoke(
    offenders_tricks: int,
    revoke_count: int,
    tricks_at_other_tables: Sequence[int],
    *,
    tricks_before_revoke: int = 0,
    is_pair_match: bool = True,
    is_full_penalty: bool = False,
) -> RevokeSettlement:
    """Return the tricks after *revoke_count* of a side with *offenders_tricks* tricks, by the code of 1914.

    The *tricks_before_revoke*, won before the first revoke, are safe. In a pair match the penalty may not take the
    offenders below the worst of *tricks_at_other_tables*, unless the committee wants the *is_full_penalty*. If
    they were below it before the penalty, the score stands.

    >>> settle_later_revoke(7, 2, tricks_at_other_tables=[6, 7])
    RevokeSettlement(offenders_tricks=6, opponents_tricks=7)
    >>> settle_later_revoke(7, 2, tricks_at_other_tables=[6, 7], is_full_penalty=True)
    RevokeSettlement(offenders_tricks=4, opponents_tricks=9)

    :raises ScoringError: if there is nothing to settle

    Source: [HOYLE1926] pp. 58-59.
    """
    average = _compute_average(offenders_tricks, tricks_at_other_tables)
    if not 0 <= tricks_before_revoke <= offenders_tricks:
        raise ScoringError(
            "revoke-won-before",
            "{won_before} tricks before the first revoke is too many. The offenders won "
            "{offenders} on the deal.",
            won_before=tricks_before_revoke,
            offenders=offenders_tricks,
        )
    # Tricks won before the revoke are never lost.
    tricks_left = max(offenders_tricks - count_forfeited_tricks(revoke_count), tricks_before_revoke)
    fewer_tricks = min(Fraction(tricks_left), average)
    tricks_kept = max(fewer_tricks, Fraction(tricks_before_revoke))
    if is_pair_match and not is_full_penalty:
        # The penalty doesn't make a result worse than the worst at another table.
        fewest_tricks = min(tricks_at_other_tables)
        if offenders_tricks < fewest_tricks:
            tricks_kept = Fraction(offenders_tricks)
        else:
            tricks_kept = max(tricks_kept, Fraction(fewest_tricks))
    return _make_settlement(tricks_kept)


def settle_auction_revoke(revoke_count: int, loss_caused: int = 0) -> AuctionRevoke:
    """Return the penalty for *revoke_count* at duplicate auction, 50 points each.

    If the other side lost more than the penalty (*loss_caused*), the committee adjusts the score.

    >>> settle_auction_revoke(1, loss_caused=120)
    AuctionRevoke(penalty=50, needs_committee=True)

    :raises ScoringError: if *revoke_count* is below 1

    Source: [HOYLE1926] p. 43, law 7.
    """
    if revoke_count < 1:
        raise _make_revoke_count_error(revokes=revoke_count)
    penalty = AUCTION_PENALTY * revoke_count
    return AuctionRevoke(penalty, loss_caused > penalty)


def get_tricks_at_tables(board: Board, ns: int, side: str) -> tuple[int, list[int]]:
    """Return the tricks of *side* ("NS" or "EW") at the table of N-S *ns*, and at other tables.

    The scores of *board* are tricks. Tables of another group of a fouled board are left out.

    >>> get_tricks_at_tables(Board(7, (Line(1, 2, 9), Line(3, 4, 6), Line(5, 6, 7))), 1, "EW")
    (4, [7, 6])

    :raises ScoringError: if N-S *ns* has no score on the board
    """
    scored = [line for line in board.lines if line.score is not None]
    own_line = next((line for line in scored if line.ns == ns), None)
    if own_line is None:
        raise ScoringError(
            "revoke-line",
            "Board {board_no}: {ns} N-S has no score. Enter the result as made before settling "
            "the revoke.",
            board_no=board.board_no,
            ns=ns,
        )
    other_tricks = [
        _get_side_tricks(line, side)
        for line in scored
        if line is not own_line and line.group == own_line.group
    ]
    return _get_side_tricks(own_line, side), other_tricks


def _get_side_tricks(line: Line, side: str) -> int:
    tricks = line.score or 0
    if side == "NS":
        return tricks
    return TRICKS_PER_DEAL - tricks


def _compute_average(offenders_tricks: int, tricks_at_other_tables: Sequence[int]) -> Fraction:
    """Return the average at *tricks_at_other_tables*.

    :raises ScoringError: if there are none, or any tricks are impossible
    """
    for tricks in (offenders_tricks, *tricks_at_other_tables):
        if not 0 <= tricks <= TRICKS_PER_DEAL:
            raise make_tricks_error(tricks=tricks)
    if not tricks_at_other_tables:
        raise ScoringError(
            "revoke-other-tables",
            "No other table has a score yet. Settle the revoke later: the average is the limit.",
        )
    return Fraction(sum(tricks_at_other_tables), len(tricks_at_other_tables))


def _make_settlement(tricks_kept: Fraction) -> RevokeSettlement:
    """Return the settlement if the offenders keep *tricks_kept*, in integers if possible."""
    if tricks_kept.denominator == 1:
        return RevokeSettlement(tricks_kept.numerator, TRICKS_PER_DEAL - tricks_kept.numerator)
    return RevokeSettlement(tricks_kept, TRICKS_PER_DEAL - tricks_kept)


# A round of a Swiss is drawn wrongly if it was drawn from a wrong result. The regulation counts in victory
# points of a match that has 20; other scales take the same share.


def is_mismatch(opponents_points: Points, due_points: Points, points_per_match: int) -> bool:
    """Return whether opponents with *opponents_points* victory points were too far from those *due_points*.

    A match has *points_per_match* victory points. A difference of a quarter of them is still none.

    >>> [is_mismatch(met, due, 20) for met, due in ((50, 54), (60, 52), (47, 52), (46, 52))]
    [False, True, False, True]

    Source: [WHITEBOOK] 3.5.1.
    """
    return 4 * abs(Fraction(opponents_points) - Fraction(due_points)) > points_per_match


def compute_mismatch_award(
    score: Points, points_per_match: int, *, is_higher: bool, is_at_fault: bool
) -> Fraction:
    """Return the victory points that a mismatched contestant gets on top of its *score*.

    - Against opponents that are too high (*is_higher*), who isn't at fault gets 5 VPs and three
      quarters of its score of 20 in place of the score.
    - Against opponents that are too low, who *is_at_fault* loses a quarter of what it has above 5.

    >>> compute_mismatch_award(12, 20, is_higher=True, is_at_fault=False)  # 14 in place of 12
    Fraction(2, 1)
    >>> compute_mismatch_award(13, 20, is_higher=False, is_at_fault=True)  # 11 in place of 13
    Fraction(-2, 1)

    Source: [WHITEBOOK] 3.5.2.
    """
    excess = Fraction(score) - Fraction(points_per_match, 4)
    if is_higher and not is_at_fault:
        return Fraction(points_per_match, 4) - Fraction(score) / 4
    if not is_higher and is_at_fault:
        return -max(excess, Fraction(0)) / 4
    return Fraction(0)


def _make_revoke_count_error(*, revokes: object) -> ScoringError:
    return ScoringError(
        "revoke-count", "{revokes} revokes isn’t possible. Enter 1 or more.", revokes=revokes
    )
