"""Carries out a club's own way of moving: any number may leave a table, and newcomers pair up as the club says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from movements.party.model import Outcomes, PartyTable, Player
from movements.party.rules.progress import Person, Progress, alone_again, kind_of
from movements.party.ways.way import OwnWay

Sides: TypeAlias = tuple[tuple[Player, ...], ...]


@dataclass(frozen=True, slots=True)
class _Comer:
    """A person who will sit at a table, and the table he comes from."""

    person: Person
    table: int
    stays: bool


@dataclass(frozen=True, slots=True)
class OwnMoves(Progress):
    """The rule of a way that a club has built; its transition is that of the way."""

    words: str = field(default="", kw_only=True)

    @property
    def summary(self) -> str:
        """Return what happens after a game, in a sentence."""
        return self.words

    def _turn(self, ring: Sequence[PartyTable], outcomes: Outcomes) -> Iterator[PartyTable]:
        here: list[list[_Comer]] = [[] for _table in ring]
        last = len(ring) - 1
        for at, table in enumerate(ring):
            for person, move in self._moves(table, outcomes[table.table_no], kind_of(at, last)):
                to = target(move, at, last)
                here[to].append(_Comer(person, at, to == at))
        for at, table in enumerate(ring):
            come = [comer.person for comer in here[at] if not comer.stays]
            if table.alone:
                stay = [comer.person for comer in here[at] if comer.stays]
                yield alone_again(table, stay, come, lettered=self.is_short(table))
            else:
                sides = paired(here[at], self.transition.pairing[kind_of(at, last)])
                yield replace(table, sides=sides, games_here=(), seats="")


def target(move: str, at: int, last: int) -> int:
    """Return the place in a ring to which *move* leads from place *at*.

    >>> [target(move, 0, 4) for move in ("stay", "up", "down", "head", "foot")]
    [0, 4, 1, 0, 4]
    """
    return {"stay": at, "up": at - 1 if at else last, "down": 0 if at == last else at + 1, "head": 0, "foot": last}[
        move
    ]


def paired(comers: Sequence[_Comer], pairing: str) -> Sides:
    """Return the sides of a table: old partners together ("keep") or parted ("split"), or chairs kept ("vacancy").

    Where that leaves a choice, those who stayed are partners where partners stay together, and part where they part.
    """
    ordered = sorted(comers, key=lambda comer: not comer.stays)
    first, second = ([comer for comer in ordered if comer.person.letter == letter] for letter in "AB")
    if (len(first), len(second)) != (2, 2):
        raise AssertionError(f"a table would hold {len(first)} in seat A and {len(second)} in seat B")
    if pairing == "vacancy":
        return _in_chairs(ordered)
    ways = ((first[0], second[0]), (first[1], second[1])), ((first[0], second[1]), (first[1], second[0]))
    sign = 1 if pairing == "keep" else -1

    def merit(pairs: Sequence[tuple[_Comer, _Comer]]) -> tuple[int, int]:
        old = sum((a.table, a.person.side) == (b.table, b.person.side) for a, b in pairs)
        return sign * old, sign * sum(a.stays == b.stays for a, b in pairs)

    return tuple((a.person.player, b.person.player) for a, b in max(ways, key=merit))


def _in_chairs(ordered: Sequence[_Comer]) -> Sides:
    seats: dict[tuple[int, str], Player] = {}
    for comer in ordered:
        side, letter = comer.person.side, comer.person.letter
        seats[side if (side, letter) not in seats else 1 - side, letter] = comer.person.player
    return tuple((seats[side, "A"], seats[side, "B"]) for side in (0, 1))


def own_moves(way: OwnWay, odd: str) -> OwnMoves:
    """Return the rule of *way*, those left over doing what *odd* says."""
    return OwnMoves(way.transition, pairs=way.keeps_partners, odd=odd, words=way.words)
