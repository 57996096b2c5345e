"""The prizes in the order in which they are given: the first prize last."""

from director.party.movement.games.read import Evening
from director.party.movement.words import prize_title
from director.party.scoring.prizes import (
    evening_account,
    has_money,
    jackpot_row,
    jackpot_words,
    prize_amounts,
)
from director.party.sheets import PrizeRow, titles_together
from scoring import ORDINALS, Prize

KINDS = (
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
"""Every kind of prize but the principal ones, in the order of giving."""


def prizes_in_order(evening: Evening) -> tuple[PrizeRow, ...]:
    """Return the prizes of *evening* from the last to the first.

    Empty before a game is entered.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    if not evening.is_ranked:
        return ()
    amounts, prizes = prize_amounts(evening), evening.prizes
    steps = [
        _prize_row(evening, [prizes[at] for at in step], amounts[step[0]])
        for step in _together(evening)
    ]
    return (*_jackpot(evening), *steps)


def _jackpot(evening: Evening) -> tuple[PrizeRow, ...]:
    """Return the jackpot where somebody has won it."""
    row = jackpot_row(evening)
    if row:
        return (
            PrizeRow(row.title, row.names, row.numbers, jackpot_words(evening.party), row.amount),
        )
    return ()


def _together(evening: Evening) -> list[list[int]]:
    """Return the indexes of prizes that are given together, in the order of giving."""
    payouts = evening_account(evening).payouts if has_money(evening.party) else ()
    shared = {at: payout.prizes[0] for payout in payouts for at in payout.prizes}
    steps: dict[tuple[object, ...], list[int]] = {}
    for at, prize in enumerate(evening.prizes):
        is_shared = len(prize.players) > 1 and not prize.tie
        alone = (shared[at],) if at in shared else (at,)
        kind = "" if prize.kind in ORDINALS else prize.kind
        key = (prize.players, kind, prize.group, prize.row, prize.table_no) if is_shared else alone
        steps.setdefault(key, []).append(at)
    return sorted(steps.values(), key=lambda step: _when(evening.prizes[step[0]]))


def _when(prize: Prize) -> tuple[int, int, int, int, str]:
    """Return when *prize* is given: the last place first, ladies and gentlemen in turn."""
    if prize.kind in ORDINALS:
        return len(KINDS), 0, 0, -ORDINALS.index(prize.kind), prize.group
    return (
        KINDS.index(prize.kind),
        prize.row or 0,
        prize.table_no or 0,
        -prize.place_no,
        prize.group,
    )


def _prize_row(evening: Evening, prizes: list[Prize], amount: str) -> PrizeRow:
    first = prizes[0]
    takers = evening.among(first)
    titles = [prize_title(evening.party, prize) for prize in prizes]
    title = titles[0] if len(titles) == 1 else titles_together(titles)
    open_tie = first.tie.text if first.tie else ""
    return PrizeRow(
        title=title,
        names=tuple(takers[player] for player in first.players),
        numbers=tuple(takers.of(player).number for player in first.players),
        figure=first.figure,
        amount=amount,
        open_tie=open_tie,
    )
