"""Systems without moves between tables: the pivot of auction bridge, and seats kept at Skat.

At a pivot table the four players change partners. Skat tables may have different sizes.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from movements.party.model import Outcomes, PartyTable, Player, Seating
from movements.party.rules.seats import (
    count_remaining_players,
    lay_tables,
    lay_tables_of_singles,
    list_players_in_turn,
    reseat_players,
)


@dataclass(frozen=True, slots=True)
class PivotRule:
    """The pivot keeps the seat and partners each of the three others for a rubber.

    Side 0 is the pivot and the player opposite, side 1 the players left and right. In the second
    rubber the pivot's partner is the player on the right, in the third the one then on the left. The
    fourth has the seats of the first again.

    >>> seating = PivotRule().seat(["P", "L"], ["X", "R"])
    >>> second = PivotRule().advance(seating, {}, 1)
    >>> second[0].sides, PivotRule().advance(second, {}, 2)[0].sides
    ((('P', 'R'), ('L', 'X')), (('P', 'L'), ('R', 'X')))

    Source: [HOYLE1926] p. 35.
    """

    size: int = 4
    pairs: bool = False
    fixed: bool = True

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        return (
            "Everyone stays at the same table. After every rubber the four players change partners, until all have "
            "played together."
        )

    @property
    def expected(self) -> str:
        """Return its tables in words, for error messages."""
        return "two sides of 2 at every table"

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        return seating[index].sizes == [2, 2]

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds of a complete evening, or None if it may go on."""
        return 3

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return tables of four. The first player is the pivot, the second the first partner."""
        return lay_tables(seat_a, seat_b)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""
        players = count_remaining_players(seating, leavers, arrivals)
        return reseat_players(seating, leavers, arrivals, ([4] * (players // 4), 0))

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seats for the rubber after this one."""
        return tuple(replace(table, sides=_turn_table(table, round_no % 3)) for table in seating)


def _turn_table(table: PartyTable, rubber: int) -> tuple[tuple[Player, ...], ...]:
    (pivot, opposite), (left_player, right_player) = table.sides
    if rubber == 1:
        return (pivot, right_player), (left_player, opposite)
    if rubber == 2:
        return (pivot, left_player), (opposite, right_player)
    return (pivot, right_player), (opposite, left_player)


@dataclass(frozen=True, slots=True)
class StaySeated:
    """Everybody keeps a drawn seat until the end of the ``period``, ``size`` or fewer at a table.

    At a table of more than three some hold no cards, so up to six can sit there.

    >>> [len(table.sides) for table in StaySeated().seat(["1", "3", "5", "7"], ["2", "4", "6"])]
    [4, 3]

    Source: [HOYLE1926] pp. 157, 159-164.
    """

    size: int = 4
    period: str = "session"
    pairs: bool = False
    fixed: bool = True

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        return f"Nobody moves: everyone keeps the seat they drew until the {self.period} is over."

    @property
    def expected(self) -> str:
        """Return its tables in words, for error messages."""
        return "three to six sides of 1 at every table"

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        sides = seating[index].sides
        return 3 <= len(sides) <= 6 and all(len(side) == 1 for side in sides)

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds of a complete evening, or None if it may go on."""
        return 20

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return all players in the drawn order, A and B in turn."""
        players = list_players_in_turn(seat_a, seat_b)
        return lay_tables_of_singles(players, compute_skat_sizes(len(players), self.size))

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""
        players = count_remaining_players(seating, leavers, arrivals)
        return reseat_players(
            seating,
            leavers,
            arrivals,
            (compute_skat_sizes(players, self.size), 0),
            is_for_singles=True,
        )

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the same seating."""
        return seating


def compute_skat_sizes(players: int, full_size: int = 4) -> list[int]:
    """Return the size of each table of Skat: *full_size*, or fewer at the last ones, but at least three.

    >>> compute_skat_sizes(11), compute_skat_sizes(5), compute_skat_sizes(13, 6)
    ([4, 4, 3], [5], [6, 4, 3])
    """
    if players == 5:
        return [5]  # two tables of three need six
    tables, leftover = divmod(players, full_size)
    sizes = [full_size] * tables
    if leftover:
        sizes.append(leftover)
    # The last table takes players from the nearest larger one.
    while sizes[-1] < 3:
        donor_index = max(index for index, size in enumerate(sizes[:-1]) if size > 3)
        sizes[donor_index] -= 1
        sizes[-1] += 1
    return sizes
