"""What a party takes and pays, and the raffle: acts of its journal.

The money of a party is kept as the fields of ``MoneyRules`` with ``sign`` (that of the money),
``heads`` (how many pay, ``None`` for everybody who plays) and ``draw_winner`` (who won the 50/50
draw, or the ticket).
"""

from random import Random
from typing import Any

from django.contrib.auth.models import User

from director.errors import PartyError
from director.party.models import Party
from director.party.movement.games.read import prize_rules
from director.party.play.history import party_act
from director.party.scoring.prizes import OF_MONEY, money_rules
from director.party.sentences import PartySentences

BESIDE = ("sign", "heads", "draw_winner")


def settle_money(*, party: Party, user: User | None, **money: Any) -> Party:
    """Store the money of *party*.

    :raises ScoringError: if that cannot be, such as shares of more than there is
    :raises FinalError: if the results are final
    """
    if unknown := set(money) - {*OF_MONEY, *BESIDE}:
        raise TypeError(f"The money of a party has no {', '.join(sorted(unknown))}.")
    with party_act(party=party, kind="money", words="The money was changed.", user=user) as act:
        act.change(party, money=money)
        money_rules(party)
    return party


def draw_raffle(*, party: Party, seed: int, user: User | None) -> list[str]:
    """Draw numbers for the raffle with *seed*. Return them, or the earlier ones.

    :raises PartyError: if the party has no raffle, or nobody plays
    """
    words = f"The raffle was drawn with the seed {seed}."
    with party_act(party=party, kind="raffle", words=words, user=user) as act:
        if "raffle" in party.answers:
            drawn: list[str] = party.answers["raffle"]
            return drawn
        present = (
            party.players.filter(left_round__isnull=True)
            .order_by("number")
            .values_list("number", flat=True)
        )
        numbers = [str(number) for number in present]
        count = min(prize_rules(party).raffle, len(numbers))
        if not count:
            raise PartyError(PartySentences.NO_RAFFLE)
        drawn = Random(seed).sample(numbers, count)  # noqa: S311  the seed is kept and shown
        act.change(party, answers={**party.answers, "raffle": drawn, "raffle_seed": seed})
    return drawn
