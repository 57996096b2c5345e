"""The money of a party and its raffle, as acts of its journal.

The money is stored as the fields of ``MoneyRules`` with ``sign`` (of the currency), ``heads``
(number of people who pay, None for all players) and ``draw_winner`` (winner of the 50/50 draw, or
the winning ticket).
"""

from random import Random
from typing import Any

from django.contrib.auth.models import User

from director.errors import PartyError
from director.party.models import Party
from director.party.movement.games.read import get_prize_rules
from director.party.play.history import record_party_act
from director.party.scoring.prizes import MONEY_RULE_NAMES, get_money_rules
from director.party.sentences import PartySentences

OTHER_FIELDS = ("sign", "heads", "draw_winner")


def settle_money(*, party: Party, user: User | None, **money: Any) -> Party:
    """Store the money of *party*.

    :raises ScoringError: if the money is impossible, such as shares of more than the prize fund
    :raises FinalError: if the results are final
    """
    unknown_fields = set(money) - {*MONEY_RULE_NAMES, *OTHER_FIELDS}
    if unknown_fields:
        raise TypeError(f"The money of a party has no {', '.join(sorted(unknown_fields))}.")
    with record_party_act(
        party=party, kind="money", words="The money was changed.", user=user
    ) as act:
        act.change(party, money=money)
        get_money_rules(party)  # raises for impossible money, which rolls the act back
    return party


def draw_raffle(*, party: Party, seed: int, user: User | None) -> list[str]:
    """Draw numbers for the raffle with *seed*. Return the numbers.

    A second draw returns the numbers of the first.

    :raises PartyError: if the party has no raffle or no players
    """
    words = f"The raffle was drawn with the seed {seed}."
    with record_party_act(party=party, kind="raffle", words=words, user=user) as act:
        if "raffle" in party.answers:
            drawn: list[str] = party.answers["raffle"]
            return drawn
        # In order of numbers, so that the same seed draws the same players.
        players = party.players.filter(left_round__isnull=True).order_by("number")
        numbers = [str(player.number) for player in players]
        winner_count = min(get_prize_rules(party).raffle, len(numbers))
        if not winner_count:
            raise PartyError(PartySentences.NO_RAFFLE)
        drawn = Random(seed).sample(numbers, winner_count)  # noqa: S311  the seed is shown
        act.change(party, answers={**party.answers, "raffle": drawn, "raffle_seed": seed})
    return drawn
