"""Whist by numbered chairs: winners go on to the next table, and chairs tell who becomes whose partner there.

Responsible for the Swedish evening of 24 rounds, at which nobody is lady or gentleman.
"""

from dataclasses import dataclass, replace

from movements.party.model import PartyTable
from movements.party.rules.progress import Person, Progress
from movements.party.rules.transitions import TRANSITIONS, Transition

CHAIRS = {(0, "A"): 1, (1, "A"): 2, (0, "B"): 3, (1, "B"): 4}
"""The number of a chair by side and seat letter: 1 and 3 are partners, and so are 2 and 4."""
CHAIR_NAMES = (("1", "3"), ("2", "4"))
"""The same of each side, in words."""


@dataclass(frozen=True, slots=True)
class Chairs(Progress):
    """The rule of winners who go to the next higher table, where chairs part old partners.

    Of the losers the one in the lower chair moves one chair on.  Of the winners whoever sat in chair 3 or 4 takes
    chair 1, the other takes chair 2 if it is free, else chair 4.

    >>> rule = Chairs()
    >>> rule.seat(["1", "2", "5", "6"], ["3", "4", "7", "8"])[0].sides
    (('1', '3'), ('2', '4'))
    """

    transition: Transition = TRANSITIONS["winners-down-circle-split"]

    @property
    def summary(self) -> str:
        """Return what happens after a game, in a sentence."""
        return (
            "Winners go on to the next higher table number, from the last table to table 1, and losers stay; of the "
            "losers the one in the lower chair moves one chair, of the winners whoever had chair 3 or 4 takes chair 1."
        )

    def _settled(self, table: PartyTable, stay: list[Person], come: list[Person], pairing: str) -> PartyTable:
        """Return the table with those who stayed and those who came."""
        low, high = sorted(stay, key=_chair)
        seats = {_chair(low) + 1: low.player, _chair(high): high.player}
        first, second = sorted(come, key=lambda person: person.letter, reverse=True)
        seats[1] = first.player
        seats[2 if 2 not in seats else 4] = second.player
        return replace(table, sides=((seats[1], seats[3]), (seats[2], seats[4])), games_here=(), seats="")


def _chair(person: Person) -> int:
    return CHAIRS[person.side, person.letter]
