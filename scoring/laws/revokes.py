"""The cost of a revoke at duplicate whist (1900 and the later code) and duplicate auction (1926).

At whist tricks change sides, within limits that depend on the other tables. So a deal is settled
when these have their results. Until then the score as made counts, with ``-R`` beside the offenders
and ``+R`` beside the others. At auction points are taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.model import Board, Line, Points
from scoring.sentences import ScoringSentences

AUCTION_PENALTY = 50
TRICKS = 13


@dataclass(frozen=True, slots=True)
class Settlement:
    """The tricks of both sides after a revoke, which may be fractions of an average."""

    offenders: Points
    victims: Points


@dataclass(frozen=True, slots=True)
class AuctionRevoke:
    """The penalty for revokes at auction, and whether the committee should look at the deal."""

    penalty: int
    goes_to_committee: bool


def forfeited_tricks(revokes: int) -> int:
    """Return the tricks that *revokes* of one side cost: two for the first, one for each later.

    >>> [forfeited_tricks(revokes) for revokes in (1, 2, 3)]
    [2, 3, 4]

    :raises ScoringError: if *revokes* is below 1

    Source: [WDW1900] p. 65; [HOYLE1926] p. 58.
    """
    if revokes < 1:
        raise ScoringError(ScoringSentences.REVOKE_COUNT, revokes=revokes)
    return revokes + 1


def settle_revoke_of_1900(offenders: int, revokes: int, other_tables: Sequence[int]) -> Settlement:
    """Return the tricks after *revokes* of a side that won *offenders* tricks, by the law of 1900.

    *other_tables* are the tricks of the same direction at the other tables. The offenders may not
    keep more than the average there. The others gain the tricks that they lose.

    >>> settle_revoke_of_1900(9, 1, other_tables=[6])
    Settlement(offenders=6, victims=7)

    :raises ScoringError: if there is nothing to settle

    Source: [WDW1900] p. 65.
    """
    average = _compute_average(offenders, other_tables)
    tricks_left = max(offenders - forfeited_tricks(revokes), 0)
    return _make_settlement(min(Fraction(tricks_left), average))


def settle_later_revoke(
    offenders: int,
    revokes: int,
    other_tables: Sequence[int],
    *,
    won_before: int = 0,
    pair_match: bool = True,
    full_penalty: bool = False,
) -> Settlement:
    """Return the tricks after *revokes* of a side with *offenders* tricks, by the code of 1914.

    Tricks *won_before* the first revoke are safe. In a pair match the penalty may not take the
    offenders below the worst of *other_tables*, unless the committee wants the *full_penalty*. If
    they were below it before the penalty, the score stands.

    >>> settle_later_revoke(7, 2, other_tables=[6, 7])
    Settlement(offenders=6, victims=7)
    >>> settle_later_revoke(7, 2, other_tables=[6, 7], full_penalty=True)
    Settlement(offenders=4, victims=9)

    :raises ScoringError: if there is nothing to settle

    Source: [HOYLE1926] pp. 58-59.
    """
    average = _compute_average(offenders, other_tables)
    if not 0 <= won_before <= offenders:
        raise ScoringError(
            ScoringSentences.REVOKE_WON_BEFORE, won_before=won_before, offenders=offenders
        )
    # Tricks won before the revoke are never lost.
    tricks_left = max(offenders - forfeited_tricks(revokes), won_before)
    fewer_tricks = min(Fraction(tricks_left), average)
    tricks_kept = max(fewer_tricks, Fraction(won_before))
    if pair_match and not full_penalty:
        # The penalty doesn't make a result worse than the worst at another table.
        worst = min(other_tables)
        if offenders < worst:
            tricks_kept = Fraction(offenders)
        else:
            tricks_kept = max(tricks_kept, Fraction(worst))
    return _make_settlement(tricks_kept)


def settle_auction_revoke(revokes: int, loss_caused: int = 0) -> AuctionRevoke:
    """Return the penalty for *revokes* at duplicate auction, 50 points each.

    If the other side lost more than the penalty (*loss_caused*), the committee adjusts the score.

    >>> settle_auction_revoke(1, loss_caused=120)
    AuctionRevoke(penalty=50, goes_to_committee=True)

    :raises ScoringError: if *revokes* is below 1

    Source: [HOYLE1926] p. 43, law 7.
    """
    if revokes < 1:
        raise ScoringError(ScoringSentences.REVOKE_COUNT, revokes=revokes)
    penalty = AUCTION_PENALTY * revokes
    return AuctionRevoke(penalty, loss_caused > penalty)


def list_tricks_by_table(board: Board, ns: int, side: str) -> tuple[int, list[int]]:
    """Return the tricks of *side* ("NS" or "EW") at the table of N-S *ns*, and at other tables.

    The scores of *board* are tricks. Tables of another group of a fouled board are left out.

    >>> list_tricks_by_table(Board(7, (Line(1, 2, 9), Line(3, 4, 6), Line(5, 6, 7))), 1, "EW")
    (4, [7, 6])

    :raises ScoringError: if N-S *ns* has no score on the board
    """
    scored = [line for line in board.lines if line.score is not None]
    own_line = next((line for line in scored if line.ns == ns), None)
    if own_line is None:
        raise ScoringError(ScoringSentences.REVOKE_LINE, board_no=board.board_no, ns=ns)
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
    return TRICKS - tricks


def _compute_average(offenders: int, other_tables: Sequence[int]) -> Fraction:
    """Return the average at *other_tables*.

    :raises ScoringError: if there are none, or any tricks are impossible
    """
    for tricks in (offenders, *other_tables):
        if not 0 <= tricks <= TRICKS:
            raise ScoringError(ScoringSentences.TRICKS, tricks=tricks)
    if not other_tables:
        raise ScoringError(ScoringSentences.REVOKE_OTHER_TABLES)
    return Fraction(sum(other_tables), len(other_tables))


def _make_settlement(tricks_kept: Fraction) -> Settlement:
    """Return the settlement if the offenders keep *tricks_kept*, in integers if possible."""
    if tricks_kept.denominator == 1:
        return Settlement(tricks_kept.numerator, TRICKS - tricks_kept.numerator)
    return Settlement(tricks_kept, TRICKS - tricks_kept)
