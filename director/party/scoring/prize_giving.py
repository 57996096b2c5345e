"""The prizes in the order in which they are given: the first prize last.

A *step* is a set of prizes that are given together: those that tied players share.
"""

from director.party.movement.games.read import Evening
from director.party.movement.words import format_prize_title
from director.party.scoring.prizes import (
    compute_account,
    describe_jackpot,
    describe_prize_amounts,
    has_money,
    make_jackpot_row,
)
from director.party.sheets import PrizeRow, join_titles
from scoring.party.awarding import Prize
from scoring.party.prizes import ORDINALS

GIVING_ORDER = (
    "raffle",
    "drawn-number",
    "booby",
    "table-winner",
    "table",
    "aisle",
    "ten-tricks",
    "lone-hands",
    "high-game",
    "half-time",
)
"""The kinds of prizes except the principal ones, which come after them."""


def list_prizes_in_order(evening: Evening) -> tuple[PrizeRow, ...]:
    """Return the prizes of *evening*, the last one first. Before the first game there are none.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    if not evening.is_ranked:
        return ()
    amounts = describe_prize_amounts(evening)
    jackpot = _make_jackpot_row(evening)
    rows = [jackpot] if jackpot else []
    for step in _group_giving_steps(evening):
        prizes = [evening.prizes[index] for index in step]
        # Tied players share one amount. It is given with the first prize.
        rows.append(_make_given_prize_row(evening, prizes, amounts[step[0]]))
    return tuple(rows)


def _make_jackpot_row(evening: Evening) -> PrizeRow | None:
    """Return the row of the jackpot, or None if nobody has won it."""
    row = make_jackpot_row(evening)
    if row is None:
        return None
    return PrizeRow(
        title=row.title,
        names=row.names,
        numbers=row.numbers,
        figure=describe_jackpot(evening.party),
        amount=row.amount,
    )


def _group_giving_steps(evening: Evening) -> list[list[int]]:
    """Return the indexes of prizes that are given together, in the order of giving."""
    payouts = compute_account(evening).payouts if has_money(evening.party) else ()
    first_prize_by_index = {}
    for payout in payouts:
        first_prize_by_index.update(dict.fromkeys(payout.prizes, payout.prizes[0]))
    steps: dict[tuple[object, ...], list[int]] = {}
    for index, prize in enumerate(evening.prizes):
        key = _make_step_key(prize, first_prize_by_index.get(index, index))
        steps.setdefault(key, []).append(index)
    return sorted(steps.values(), key=lambda step: _make_giving_key(evening.prizes[step[0]]))


def _make_step_key(prize: Prize, first_index: int) -> tuple[object, ...]:
    """Return a key that prizes given together have in common."""
    # An open tie has no winners yet, so each of its prizes is given alone.
    if len(prize.players) > 1 and not prize.tie:
        # Tied players share adjacent places, so all principal prizes count as one kind.
        kind = "" if prize.kind in ORDINALS else prize.kind
        return prize.players, kind, prize.group, prize.row, prize.table_no
    return (first_index,)


def _make_giving_key(prize: Prize) -> tuple[int, int, int, int, str]:
    """Return the sort key of *prize* in the order of giving.

    Last places come first. Groups alternate within a place.
    """
    if prize.kind in ORDINALS:
        return len(GIVING_ORDER), 0, 0, -ORDINALS.index(prize.kind), prize.group
    return (
        GIVING_ORDER.index(prize.kind),
        prize.row or 0,
        prize.table_no or 0,
        -prize.place_no,
        prize.group,
    )


def _make_given_prize_row(evening: Evening, prizes: list[Prize], amount: str) -> PrizeRow:
    first = prizes[0]
    candidates = evening.get_prize_candidates(first)
    titles = [format_prize_title(evening.party, prize) for prize in prizes]
    title = titles[0] if len(titles) == 1 else join_titles(titles)
    open_tie = first.tie.text if first.tie else ""
    return PrizeRow(
        title=title,
        names=tuple(candidates[player] for player in first.players),
        numbers=tuple(candidates.find(player).number for player in first.players),
        figure=first.figure,
        amount=amount,
        open_tie=open_tie,
    )
