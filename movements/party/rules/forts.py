"""Military whist and whist by numbered chairs.

At military whist a table is a fort of four players. In every round two stay at home and two go out to
another fort. Leaves counting the flags to the scores.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from movements.party.model import Outcomes, PartyTable, Player, Seating
from movements.party.rules.progress import TRANSITIONS, ProgressRule, TablePlayer, Transition
from movements.party.rules.seats import list_players_in_turn, split_by_letter

Fort: TypeAlias = tuple[Player, ...]
"""The four players of a fort in order: by custom the captain, red, white and blue."""
SIDES = ("home", "away")
"""The roles of the sides of a table: pairs of the fort itself, and of another one."""
_BRIGHT = ("red", "white", "blue", "green", "yellow", "orange", "purple")
_PLAIN = (*_BRIGHT, "pink", "brown", "black", "grey", "gold", "silver", "turquoise")
COLOURS = (*_PLAIN, *(f"{first} and {second}" for first, second in combinations(_PLAIN, 2)))
"""The colours of the forts' flags in order, all different, for more than a hundred forts."""

LEAVING_SEATS_BY_CHOICE = {
    "same": ((2, 3),),
    "turn-about": ((2, 3), (0, 1)),
    "colours": ((2, 3), (0, 1), (1, 3), (0, 2), (1, 2), (0, 3)),
}
"""The two places of a fort that go out. The next two follow once all other forts were visited."""


@dataclass(frozen=True, slots=True)
class FortRule:
    """The rule of military whist: in round r the visitors from fort a play at fort a + r.

    Side 0 of table a is the home pair of fort a. ``going`` is a key of GOING: the ``same`` two go
    out, the two pairs ``turn-about``, or any two ``colours`` in turn.

    >>> seating = FortRule().seat(["a", "c", "e", "g", "i", "k"], ["b", "d", "f", "h", "j", "l"])
    >>> [table.sides for table in seating]
    [(('a', 'b'), ('k', 'l')), (('e', 'f'), ('c', 'd')), (('i', 'j'), ('g', 'h'))]
    >>> [table.sides[1] for table in FortRule().advance(seating, {}, 1)]
    [('g', 'h'), ('k', 'l'), ('c', 'd')]
    """

    leavers_choice: str = "same"
    size: int = 4
    fixed: bool = True

    @property
    def pairs(self) -> bool:
        """Return whether partners stay together."""
        return self.leavers_choice != "colours"

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        turns = {
            "same": "the same two go out throughout",
            "turn-about": "after visiting all forts, the other two go out",
            "colours": "after visiting all forts, another two go out",
        }[self.leavers_choice]
        return (
            "Each table is a fort of four players: two stay at home, two go out to the next fort "
            f"in every round. In forts, {turns}."
        )

    @property
    def expected(self) -> str:
        """Return its tables in words, for error messages."""
        return "two sides of 2 at every table"

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        return seating[index].sizes == [2, 2]

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which every two who go out have visited every other fort."""
        return (players // self.size - 1) * len(LEAVING_SEATS_BY_CHOICE[self.leavers_choice])

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the first seating. Four players in the order A, B, A, B are a fort."""
        players: list[str] = []
        for pair in zip(seat_a, seat_b, strict=True):
            players.extend(pair)
        forts = [tuple(players[start : start + 4]) for start in range(0, len(players), 4)]
        return self._make_seating(forts, round_no=1)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures. Forts stay full."""
        arrivals_a, arrivals_b = split_by_letter(arrivals)
        spare_players = list_players_in_turn(arrivals_a, arrivals_b)
        forts = []
        for fort in self.list_forts(seating, round_no):
            forts.append([player for player in fort if player not in leavers])
        # The last fort gives up its players if the others can't be filled without it.
        while spare_players or any(len(fort) < self.size for fort in forts):
            short_forts = [fort for fort in forts if len(fort) < self.size]
            if not short_forts:
                forts.append([])
            elif spare_players:
                short_forts[0].append(spare_players.pop(0))
            else:
                spare_players = forts.pop()
        return self._make_seating([tuple(fort) for fort in forts], round_no)

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after round *round_no*."""
        return self._make_seating(self.list_forts(seating, round_no), round_no + 1)

    def list_forts(self, seating: Seating, round_no: int) -> list[Fort]:
        """Return the four players of each fort from the *seating* of round *round_no*.

        >>> seating = FortRule().seat(["a", "c", "e", "g"], ["b", "d", "f", "h"])
        >>> FortRule().list_forts(seating, 1)
        [('a', 'b', 'c', 'd'), ('e', 'f', 'g', 'h')]
        """
        plan = self._plan_round(len(seating), round_no)
        forts = []
        for index, table in enumerate(seating):
            home_pair = table.sides[0]
            away_pair = seating[(index + plan.distance) % len(seating)].sides[1]
            players = dict(
                zip((*plan.home_seats, *plan.away_seats), (*home_pair, *away_pair), strict=True)
            )
            forts.append(tuple(players[seat] for seat in range(self.size)))
        return forts

    def _plan_round(self, fort_count: int, round_no: int) -> "_RoundPlan":
        """Return the places that stay and go out in a round, and the distance in forts to go."""
        # All other forts are visited once before the next two go out.
        turn, visited_forts = divmod(round_no - 1, fort_count - 1)
        turns = LEAVING_SEATS_BY_CHOICE[self.leavers_choice]
        away_seats = turns[turn % len(turns)]
        home_seats = tuple(seat for seat in range(self.size) if seat not in away_seats)
        return _RoundPlan(home_seats, away_seats, distance=visited_forts + 1)

    def _make_seating(self, forts: Sequence[Fort], round_no: int) -> Seating:
        plan = self._plan_round(len(forts), round_no)
        tables = []
        for index, fort in enumerate(forts):
            visiting_fort = forts[(index - plan.distance) % len(forts)]
            home_pair = tuple(fort[seat] for seat in plan.home_seats)
            away_pair = tuple(visiting_fort[seat] for seat in plan.away_seats)
            tables.append(PartyTable(index + 1, (home_pair, away_pair)))
        return tuple(tables)


class _RoundPlan(NamedTuple):
    """The places of a fort that stay and go out in a round, and the distance in forts to go."""

    home_seats: tuple[int, ...]
    away_seats: tuple[int, ...]
    distance: int


# Whist by numbered chairs: winners go to the next table, and chairs decide the new partners there.
#
# A Swedish evening of 24 rounds without ladies' and gentlemen's seats.

CHAIR_BY_SEAT = {(0, "A"): 1, (1, "A"): 2, (0, "B"): 3, (1, "B"): 4}
"""The number of a chair by side and seat letter: 1 and 3 are partners, and so are 2 and 4."""
CHAIR_NAMES = (("1", "3"), ("2", "4"))
"""The names of the chairs by side."""


@dataclass(frozen=True, slots=True)
class ChairRule(ProgressRule):
    """The rule of winners who go to the next higher table, where chairs separate old partners.

    The loser in the lower chair moves one chair on. The winner from chair 3 or 4 takes chair 1, the
    other takes chair 2 if it is free, or else chair 4.

    >>> rule = ChairRule()
    >>> rule.seat(["1", "2", "5", "6"], ["3", "4", "7", "8"])[0].sides
    (('1', '3'), ('2', '4'))
    """

    transition: Transition = TRANSITIONS["winners-down-circle-split"]

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        return (
            "Winners go to the next higher table number, from the last table to table 1; losers "
            "stay. The loser in the lower chair moves one chair. The winner from chair 3 or 4 "
            "takes chair 1."
        )

    def _place_table_players(
        self,
        table: PartyTable,
        stayers: list[TablePlayer],
        arrivals: list[TablePlayer],
        pairing: str,
    ) -> PartyTable:
        """Return *table* with the players who stayed and those who arrived."""
        # Losers sat in chairs 1 and 3, or 2 and 4, so chair 1 is always free after their move.
        low, high = sorted(stayers, key=_get_chair)
        chairs = {_get_chair(low) + 1: low.player, _get_chair(high): high.player}
        # Chairs 3 and 4 are the seats B.
        from_seat_b, from_seat_a = sorted(arrivals, key=attrgetter("letter"), reverse=True)
        chairs[1] = from_seat_b.player
        chairs[4 if 2 in chairs else 2] = from_seat_a.player
        sides = ((chairs[1], chairs[3]), (chairs[2], chairs[4]))
        return replace(table, sides=sides, games_here=(), seats="")


def _get_chair(person: TablePlayer) -> int:
    return CHAIR_BY_SEAT[person.side, person.letter]
