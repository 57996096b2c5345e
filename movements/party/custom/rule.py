"""The rule of a custom movement: a :class:`ProgressRule` in which any number may leave a table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from movements.party.custom.movement import CustomMovement
from movements.party.model import Outcomes, PartyTable, Player
from movements.party.rules.progress import (
    ProgressRule,
    TablePlayer,
    get_table_kind,
    make_singles_table,
)

Sides: TypeAlias = tuple[tuple[Player, ...], ...]


@dataclass(frozen=True, slots=True)
class _Comer:
    """A player who will sit at a table, with the index of the present table."""

    person: TablePlayer
    table: int
    stays: bool


@dataclass(frozen=True, slots=True)
class CustomMoves(ProgressRule):
    """The rule of a custom movement."""

    words: str = field(default="", kw_only=True)

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        return self.words

    def _turn(self, ring: Sequence[PartyTable], outcomes: Outcomes) -> Iterator[PartyTable]:
        """Yield the tables of *ring* after the moves."""
        comers_by_table: list[list[_Comer]] = [[] for _table in ring]
        last = len(ring) - 1
        for index, table in enumerate(ring):
            moves = self._assign_moves(table, outcomes[table.table_no], get_table_kind(index, last))
            for person, move in moves:
                new_index = find_target_index(move, index, last)
                comer = _Comer(person, index, stays=new_index == index)
                comers_by_table[new_index].append(comer)
        for index, (table, comers) in enumerate(zip(ring, comers_by_table, strict=True)):
            if table.alone:
                stay = [comer.person for comer in comers if comer.stays]
                arrivals = [comer.person for comer in comers if not comer.stays]
                yield make_singles_table(table, stay, arrivals, lettered=self.is_short(table))
            else:
                sides = pair_up(comers, self.transition.pairing[get_table_kind(index, last)])
                yield replace(table, sides=sides, games_here=(), seats="")


def find_target_index(move: str, index: int, last: int) -> int:
    """Return the index of the table to which *move* leads from the one with *index* in a ring.

    >>> [find_target_index(move, 0, 4) for move in ("stay", "up", "down", "head", "foot")]
    [0, 4, 1, 0, 4]
    """
    return {
        "stay": index,
        "up": index - 1 if index else last,
        "down": 0 if index == last else index + 1,
        "head": 0,
        "foot": last,
    }[move]


def pair_up(comers: Sequence[_Comer], pairing: str) -> Sides:
    """Return the sides of a table.

    Partners stay together ("keep"), separate ("split"), or keep their chairs ("vacancy"). If that
    leaves a choice, two who stayed at the table are partners with "keep", and separate with "split".
    """
    ordered = sorted(comers, key=lambda comer: not comer.stays)  # those who stay first
    comers_a = [comer for comer in ordered if comer.person.letter == "A"]
    comers_b = [comer for comer in ordered if comer.person.letter == "B"]
    if (len(comers_a), len(comers_b)) != (2, 2):
        raise AssertionError(
            f"a table would hold {len(comers_a)} in seat A and {len(comers_b)} in seat B"
        )
    if pairing == "vacancy":
        return _seat_in_chairs(ordered)
    (a1, a2), (b1, b2) = comers_a, comers_b
    possible_sides = (((a1, b1), (a2, b2)), ((a1, b2), (a2, b1)))

    def count_kept(sides: Sequence[tuple[_Comer, _Comer]]) -> tuple[int, int]:
        """Return how many sides are old partners, and how many both stayed or both arrived."""
        old_partners = like_partners = 0
        for a, b in sides:
            if (a.table, a.person.side) == (b.table, b.person.side):
                old_partners += 1
            if a.stays == b.stays:
                like_partners += 1
        return old_partners, like_partners

    choose = max if pairing == "keep" else min
    chosen_sides = choose(possible_sides, key=count_kept)
    return tuple((a.person.player, b.person.player) for a, b in chosen_sides)


def _seat_in_chairs(ordered: Sequence[_Comer]) -> Sides:
    """Return the sides with everybody in the former chair, or in the free one of the same letter."""
    seats: dict[tuple[int, str], Player] = {}
    for comer in ordered:
        side, letter = comer.person.side, comer.person.letter
        # Whoever comes from a table of single players may have a side above 1.
        if side > 1 or (side, letter) in seats:
            side = 1 if (0, letter) in seats else 0
        seats[side, letter] = comer.person.player
    return tuple((seats[side, "A"], seats[side, "B"]) for side in (0, 1))


def make_custom_moves(movement: CustomMovement, odd: str) -> CustomMoves:
    """Return the rule of *movement*. *odd* says what leftover players do."""
    return CustomMoves(
        movement.transition, pairs=movement.keeps_partners, odd=odd, words=movement.words
    )
