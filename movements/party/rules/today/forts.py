"""Military whist: a table is a fort of four.

In every round two stay and two go to another fort.

Responsible for who goes where and which two of a fort go; leaves the flags to whoever counts them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

from movements.party.model import Outcomes, PartyTable, Player, Seating
from movements.party.rules.progress import Progress, TablePlayer
from movements.party.rules.transitions import TRANSITIONS, Transition

Fort: TypeAlias = tuple[Player, ...]
"""The four of a fort in their order: by custom the captain, red, white and blue."""
SIDES = ("home", "away")
"""What the two pairs of a table are: of the fort that stands there, and of another."""
_BRIGHT = ("red", "white", "blue", "green", "yellow", "orange", "purple")
_PLAIN = (*_BRIGHT, "pink", "brown", "black", "grey", "gold", "silver", "turquoise")
COLOURS = (*_PLAIN, *(f"{first} and {second}" for first, second in combinations(_PLAIN, 2)))
"""The colours of the forts' flags in their order, for a hundred forts and more: no two the same."""

GOING = {
    "same": ((2, 3),),
    "turn-about": ((2, 3), (0, 1)),
    "colours": ((2, 3), (0, 1), (1, 3), (0, 2), (1, 2), (0, 3)),
}
"""Which two of a fort go out, by the time the others have all been visited."""


@dataclass(frozen=True, slots=True)
class Forts:
    """The rule of military whist.

    In round r the visitors from fort a play at fort a + r, the two at home stay.

    Side 0 of table a is the home pair of fort a.  ``going`` is who goes: the ``same`` two all
    evening, the two pairs ``turn-about`` once all forts have been visited, or any two ``colours``
    in turn.

    >>> seating = Forts().seat(["a", "c", "e", "g", "i", "k"], ["b", "d", "f", "h", "j", "l"])
    >>> [table.sides for table in seating]
    [(('a', 'b'), ('k', 'l')), (('e', 'f'), ('c', 'd')), (('i', 'j'), ('g', 'h'))]
    >>> [table.sides[1] for table in Forts().advance(seating, {}, 1)]
    [('g', 'h'), ('k', 'l'), ('c', 'd')]
    """

    going: str = "same"
    size: int = 4
    fixed: bool = True

    @property
    def pairs(self) -> bool:
        """Return whether partners stay together."""
        return self.going != "colours"

    @property
    def summary(self) -> str:
        """Return one sentence on what happens after a game."""
        who = {
            "same": "the same two go out throughout",
            "turn-about": "after visiting all forts, the other two go out",
            "colours": "after visiting all forts, another two go out",
        }[self.going]
        return (
            "Each table is a fort of four players: two stay at home, two go out to the next fort in every round. In "
            f"forts, {who}."
        )

    @property
    def expected(self) -> str:
        """Describe its tables in words."""
        return "two sides of 2 at every table"

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""
        return seating[at].sizes == [2, 2]

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which every two that go out have visited every other fort."""
        return (players // self.size - 1) * len(GOING[self.going])

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the first seating.

        Four people in the order A, B, A, B are a fort.
        """
        people: list[str] = []
        for pair in zip(seat_a, seat_b, strict=True):
            people.extend(pair)
        return self._placed([tuple(people[at : at + 4]) for at in range(0, len(people), 4)], 1)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating*, which is for round *round_no*, with those who come and go: forts stay full."""
        new = [[player for player, letter in arrivals if letter == group] for group in "AB"]
        spare = [player for pair in zip(*new, strict=False) for player in pair]
        spare += new[0][len(new[1]) :] + new[1][len(new[0]) :]
        forts = [
            [player for player in fort if player not in leavers]
            for fort in self.forts(seating, round_no)
        ]
        while spare or any(len(fort) < self.size for fort in forts):
            short = next((fort for fort in forts if len(fort) < self.size), None)
            if short is None:
                forts.append([])
            elif spare:
                short.append(spare.pop(0))
            else:
                spare = forts.pop()
        return self._placed([tuple(fort) for fort in forts], round_no)

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after round *round_no*."""
        return self._placed(self.forts(seating, round_no), round_no + 1)

    def forts(self, seating: Seating, round_no: int) -> list[Fort]:
        """Return the four of each fort, whose seats in round *round_no* are those of *seating*.

        >>> seating = Forts().seat(["a", "c", "e", "g"], ["b", "d", "f", "h"])
        >>> Forts().forts(seating, 1)
        [('a', 'b', 'c', 'd'), ('e', 'f', 'g', 'h')]
        """
        away, home, by = self._round(len(seating), round_no)
        forts = []
        for at, table in enumerate(seating):
            visitors = seating[(at + by) % len(seating)].sides[1]
            places = dict(zip((*home, *away), (*table.sides[0], *visitors), strict=True))
            forts.append(tuple(places[place] for place in range(self.size)))
        return forts

    def _round(self, forts: int, round_no: int) -> tuple[tuple[int, int], tuple[int, int], int]:
        """Return which places of a fort go out in a round, which stay, and how far the ones who go do so."""
        turn, by = divmod(round_no - 1, forts - 1)
        ways = GOING[self.going]
        away = ways[turn % len(ways)]
        first, second = (place for place in range(self.size) if place not in away)
        return away, (first, second), by + 1

    def _placed(self, forts: Sequence[Fort], round_no: int) -> Seating:
        away, home, by = self._round(len(forts), round_no)
        return tuple(
            PartyTable(
                at + 1,
                (
                    tuple(fort[place] for place in home),
                    tuple(forts[(at - by) % len(forts)][place] for place in away),
                ),
            )
            for at, fort in enumerate(forts)
        )


# Whist by numbered chairs: winners go on to the next table, and chairs tell who becomes whose
# partner there.
#
# Responsible for the Swedish evening of 24 rounds, at which nobody is lady or gentleman.

CHAIRS = {(0, "A"): 1, (1, "A"): 2, (0, "B"): 3, (1, "B"): 4}
"""The number of a chair by side and seat letter: 1 and 3 are partners, and so are 2 and 4."""
CHAIR_NAMES = (("1", "3"), ("2", "4"))
"""The same of each side, in words."""


@dataclass(frozen=True, slots=True)
class Chairs(Progress):
    """The rule of winners who go to the next higher table, where chairs part old partners.

    Of the losers the one in the lower chair moves one chair on.  Of the winners whoever sat in
    chair 3 or 4 takes chair 1, the other takes chair 2 if it is free, else chair 4.

    >>> rule = Chairs()
    >>> rule.seat(["1", "2", "5", "6"], ["3", "4", "7", "8"])[0].sides
    (('1', '3'), ('2', '4'))
    """

    transition: Transition = TRANSITIONS["winners-down-circle-split"]

    @property
    def summary(self) -> str:
        """Return one sentence on what happens after a game."""
        return (
            "Winners go to the next higher table number, from the last table to table 1; losers stay. The loser in "
            "the lower chair moves one chair. The winner from chair 3 or 4 takes chair 1."
        )

    def _settled(
        self, table: PartyTable, stay: list[TablePlayer], come: list[TablePlayer], pairing: str
    ) -> PartyTable:
        """Return the table with those who stayed and those who came."""
        low, high = sorted(stay, key=_chair)
        seats = {_chair(low) + 1: low.player, _chair(high): high.player}
        first, second = sorted(come, key=lambda person: person.letter, reverse=True)
        seats[1] = first.player
        seats[2 if 2 not in seats else 4] = second.player
        return replace(
            table, sides=((seats[1], seats[3]), (seats[2], seats[4])), games_here=(), seats=""
        )


def _chair(person: TablePlayer) -> int:
    return CHAIRS[person.side, person.letter]
