"""The prizes in the order in which they are given: the first prize last.

A *step* is a set of prizes that are given together, because tied players share them.
"""

from dataclasses import replace

from director.party.movement.games import PartyRecord
from director.party.movement.words import format_prize_title
from director.party.scoring.prizes import (
    compute_account,
    describe_jackpot,
    describe_prize_amounts,
    has_money,
    make_party_jackpot_row,
)
from director.party.sheets import PrizeRow, join_names, join_titles
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


def list_prizes_in_order(record: PartyRecord) -> tuple[PrizeRow, ...]:
    """Return the prizes of *record*, the first prize last. Before the first game there are none.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    if not record.is_ranked:
        return ()
    amounts = describe_prize_amounts(record)
    jackpot = make_party_jackpot_row(record)
    rows = [replace(jackpot, figure=describe_jackpot(record.party))] if jackpot else []
    for step in _group_giving_steps(record):
        prizes = [record.prizes[index] for index in step]
        if prizes[0].tie:
            # While the tie is open, each prize still has its own amount.
            step_amounts = [amounts[index] for index in step]
        else:
            # Tied players share one amount, given with the first prize.
            step_amounts = [amounts[step[0]]]
        different_amounts = tuple(dict.fromkeys(filter(None, step_amounts)))
        rows.append(_make_shared_prize_row(record, prizes, join_names(different_amounts)))
    return tuple(rows)


def _group_giving_steps(record: PartyRecord) -> list[list[int]]:
    """Return the indexes of prizes that are given together, in the order of giving."""
    payouts = compute_account(record).payouts if has_money(record.party) else ()
    first_prize_by_index = {}
    for payout in payouts:
        first_prize_by_index.update(dict.fromkeys(payout.prize_indexes, payout.prize_indexes[0]))
    steps: dict[tuple[object, ...], list[int]] = {}
    for index, prize in enumerate(record.prizes):
        key = make_step_key(prize, first_prize_by_index.get(index, index))
        steps.setdefault(key, []).append(index)
    return sorted(steps.values(), key=lambda step: _make_giving_key(record.prizes[step[0]]))


def make_step_key(prize: Prize, first_index: int) -> tuple[object, ...]:
    """Return a key that prizes given together have in common."""
    # An open tie is read out once, with all its prizes. Waiting prizes have no players yet.
    if len(prize.players) > 1:
        # Tied players share adjacent ranks, so all principal prizes count as one kind.
        kind = "" if prize.kind in ORDINALS else prize.kind
        return prize.players, kind, prize.group, prize.row, prize.table_no
    return (first_index,)


def _make_giving_key(prize: Prize) -> tuple[int, int, int, int, str]:
    """Return the sort key of *prize* in the order of giving.

    The lowest prize comes first, and groups alternate within equal prizes.
    """
    if prize.kind in ORDINALS:
        return len(GIVING_ORDER), 0, 0, -ORDINALS.index(prize.kind), prize.group
    return (
        GIVING_ORDER.index(prize.kind),
        prize.row or 0,
        prize.table_no or 0,
        -prize.prize_no,
        prize.group,
    )


def _make_shared_prize_row(record: PartyRecord, prizes: list[Prize], amount: str) -> PrizeRow:
    """Return the row of *prizes* that the same players share."""
    titles = [format_prize_title(record.party, prize) for prize in prizes]
    title = titles[0] if len(titles) == 1 else join_titles(titles)
    row = make_prize_row(record, prizes[0], amount)
    return replace(row, title=title, figure=prizes[0].figure)


def make_prize_row(record: PartyRecord, prize: Prize, amount: str = "") -> PrizeRow:
    """Return the row of one prize. *amount* says what it pays."""
    candidates = record.get_prize_candidates(prize)
    open_tie = prize.tie.instructions if prize.tie else ""
    return PrizeRow(
        title=format_prize_title(record.party, prize),
        numbers=tuple(candidates.get_contestant(player).number for player in prize.players),
        names=tuple(candidates[player] for player in prize.players),
        open_tie=open_tie,
        heading=prize.heading,
        outcome=prize.outcome,
        amount=amount,
    )
