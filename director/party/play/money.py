"""The money of a party and its raffle.

The money is stored as the fields of ``MoneyRules`` with ``sign`` (of the currency), ``heads``
(number of people who pay, None for all players) and ``draw_winner`` (winner of the 50/50 draw, or
the winning ticket).
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from django.contrib.auth.models import User

from director.core.base.act_kinds import ActKind
from director.errors import PartyError
from director.party.models import Party
from director.party.movement.games import get_prize_rules
from director.party.play.history import record_party_act
from director.party.scoring.prizes import MONEY_RULE_NAMES, get_money_rules

OTHER_MONEY_FIELDS = ("sign", "heads", "draw_winner")
_FIELD_LABELS = {
    "sign": "currency",
    "fee": "entry fee",
    "heads": "players paying",
    "added": "club adds",
    "hall": "hall hire",
    "hall_each": "hall hire per player",
    "season": "kept for the season",
    "by": "kind of prizes",
    "amounts": "prizes",
    "draw": "50/50 draw takings",
    "draw_share": "winner’s share",
    "draw_winner": "winner of the draw",
    "pot": "lone hands pot",
    "pot_share": "pot paid out",
    "jackpot": "jackpot brought forward",
    "jackpot_each": "jackpot per player",
    "jackpot_at": "jackpot won with at least",
    "jackpot_on": "jackpot counted in",
}
"""What the history calls the fields of the money of a party."""


def settle_money(*, party: Party, user: User | None, **money: Any) -> Party:
    """Store the money of *party*, also of one that is final: the till is counted last.

    :raises ScoringError: if the money is impossible, such as shares of more than the prize fund
    """
    unknown_fields = set(money) - {*MONEY_RULE_NAMES, *OTHER_MONEY_FIELDS}
    if unknown_fields:
        raise TypeError(f"The money of a party has no {', '.join(sorted(unknown_fields))}.")
    with record_party_act(party=party, kind=ActKind.MONEY, message="", user=user) as act:
        act.message = _describe_change(party.money, money)
        act.change(party, money=money)
        get_money_rules(party)  # raises for impossible money, which rolls the act back
    return party


def _describe_change(previous_money: Mapping[str, Any], money: Mapping[str, Any]) -> str:
    """Return what the history says of the change to *money*."""
    if not previous_money:
        return "The amounts of the party were entered."
    labels = [
        label
        for name, label in _FIELD_LABELS.items()
        # A field that no earlier release stored was empty.
        if (previous_money.get(name) or money.get(name))
        and previous_money.get(name) != money.get(name)
    ]
    if not labels:
        return "The money was changed."
    return f"The money was changed: {', '.join(labels)}."


def draw_raffle(*, party: Party, seed: int, user: User | None) -> list[str]:
    """Draw numbers for the raffle with *seed*, also of a final party. Return the numbers.

    A second draw returns the numbers of the first.

    :raises PartyError: if the party has no raffle or no players
    """
    message = f"The raffle was drawn with the seed {seed}."
    with record_party_act(party=party, kind=ActKind.RAFFLE, message=message, user=user) as act:
        if "raffle" in party.answers:
            drawn_numbers: list[str] = party.answers["raffle"]
            return drawn_numbers
        # In order of numbers, so that the same seed draws the same players.
        players = party.players.filter(left_round__isnull=True).order_by("number")
        numbers = [str(player.number) for player in players]
        winner_count = min(get_prize_rules(party).raffle, len(numbers))
        if not winner_count:
            raise PartyError(
                "no-raffle",
                "There is no raffle to draw. Choose raffle prizes in step 1, Field, and add players "
                "in step 2, Seats.",
            )
        drawn_numbers = Random(seed).sample(numbers, winner_count)  # noqa: S311  the seed is shown
        act.change(party, answers={**party.answers, "raffle": drawn_numbers, "raffle_seed": seed})
    return drawn_numbers
