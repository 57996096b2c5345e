"""Fixed rotations: a chart for any number of players with new partners and opponents every game.

Responsible for the chart.  One round of it is laid out in ``data/rotation.csv``; every further
round adds 1 to each number, counted round, so that what holds for the differences of the first
holds for all.
"""

import csv
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import chain, combinations
from typing import TypeAlias

from movements.party.model import Outcomes, PartyTable, Player, Seating
from movements.party.rules.seats import in_turn

Four: TypeAlias = tuple[int, int, int, int]
"""Player numbers of a table: two partners, then the two against them."""


DIGITS = {9: 3, 49: 7, 81: 3}
"""Rings in which numbers are added digit by digit, with the base of the digits."""


@dataclass(frozen=True, slots=True)
class ChartRound:
    """One round of a chart: the fours at tables 1, 2, 3 …, and the players who sit out.

    >>> rotation_chart(5)[0].sit_outs
    (5,)
    """

    tables: tuple[Four, ...]
    sit_outs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rotation:
    """Seatings by the chart for that number of players. After its last round it begins again.

    >>> seating = Rotation().seat(["1", "3"], ["2", "4"])
    >>> [table.sides for table in Rotation().advance(seating, {}, 1)]
    [(('4', '3'), ('2', '1'))]
    """

    size: int = 4
    pairs: bool = False
    fixed: bool = True

    @property
    def summary(self) -> str:
        """Return one sentence on what happens after a game."""
        return (
            "Everyone follows a chart to a new partner and new opponents every game, whoever wins."
        )

    @property
    def expected(self) -> str:
        """Describe its tables in words."""
        return "two sides of 2 at every table, then up to three sit-outs"

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""
        sizes = seating[at].sizes
        return sizes == [2, 2] or (at == len(seating) - 1 and len(sizes) == 1 and sizes[0] < 4)

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which the evening is complete, ``None`` if it may go on."""
        if players % 4 == 0:
            return players - 1
        return players

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return round 1 of the chart, the players numbered A, B, A, B in the order given."""
        people = in_turn(seat_a, seat_b)
        return _chart_seating(rotation_chart(len(people))[0], dict(enumerate(people, start=1)))

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""
        stay = [
            player
            for player in players_by_chart_number(seating, round_no).values()
            if player not in leavers
        ]
        people = [*stay, *(player for player, _ in arrivals)]
        chart = rotation_chart(len(people))
        return _chart_seating(chart[(round_no - 1) % len(chart)], dict(enumerate(people, start=1)))

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return round ``round_no + 1`` from the seats of round *round_no*."""
        people = players_by_chart_number(seating, round_no)
        chart = rotation_chart(len(people))
        return _chart_seating(chart[round_no % len(chart)], people)


def players_by_chart_number(seating: Seating, round_no: int) -> dict[int, Player]:
    """Return the players of *seating* by chart number, given that it is round *round_no*.

    >>> seating = Rotation().seat(["w", "y"], ["x", "z"])
    >>> players_by_chart_number(seating, 1)
    {1: 'w', 2: 'x', 3: 'y', 4: 'z'}
    """
    players: list[str] = []
    for table in seating:
        players.extend(table.players)
    chart = rotation_chart(len(players))
    chart_round = chart[(round_no - 1) % len(chart)]
    numbers = [*chain.from_iterable(chart_round.tables), *chart_round.sit_outs]
    return dict(sorted(zip(numbers, players, strict=True)))


def _chart_seating(chart_round: ChartRound, people: Mapping[int, Player]) -> Seating:
    tables = [
        PartyTable(number, ((people[a], people[b]), (people[c], people[d])))
        for number, (a, b, c, d) in enumerate(chart_round.tables, start=1)
    ]
    if chart_round.sit_outs:
        tables.append(
            PartyTable(len(tables) + 1, (tuple(people[number] for number in chart_round.sit_outs),))
        )
    return tuple(tables)


@lru_cache(maxsize=8)
def rotation_chart(players: int) -> tuple[ChartRound, ...]:
    """Return the chart for *players*, numbered from 1.

    It has as many rounds as players, one fewer if 4 divides them.

    >>> [one.tables for one in rotation_chart(4)]
    [((4, 2, 1, 3),), ((4, 3, 2, 1),), ((4, 1, 3, 2),)]

    :raises KeyError: for fewer than 4 players or more than 100.
    """
    ring = players - 1 if players % 4 == 0 else players
    start = _starts()[players]
    return tuple(_shift_round(start, step, ring) for step in range(ring))


@lru_cache(maxsize=1)
def _starts() -> dict[int, ChartRound]:
    """Return the base round for every number of players, from the file of data."""
    text = files("movements").joinpath("data/rotation.csv").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return {
        int(line["players"]): ChartRound(
            tuple(_four(four) for four in line["fours"].split(";")),
            tuple(map(int, line["sit_outs"].split())),
        )
        for line in csv.DictReader(lines)
    }


def _four(text: str) -> Four:
    first, second, third, fourth = map(int, text.split())
    return first, second, third, fourth


def _shift_round(chart_round: ChartRound, step: int, ring: int) -> ChartRound:
    base = DIGITS.get(ring, ring)

    def shift(number: int) -> int:
        if number > ring:
            return number
        return add_without_carry(number - 1, step, base) + 1

    return ChartRound(
        tuple((shift(a), shift(b), shift(c), shift(d)) for a, b, c, d in chart_round.tables),
        tuple(sorted(shift(number) for number in chart_round.sit_outs)),
    )


def add_without_carry(number: int, step: int, base: int) -> int:
    """Add two numbers digit by digit without carrying. With one digit that is addition modulo the
    base.

    >>> add_without_carry(5, 3, 7), add_without_carry(5, 4, 3)
    (1, 6)
    """
    if number < base and step < base:
        return (number + step) % base
    return (number + step) % base + base * add_without_carry(number // base, step // base, base)


@dataclass(frozen=True, slots=True)
class ChartFacts:
    """How often two players are partners and opponents in a whole chart, least and most, and sit
    out.

    >>> chart_facts(8)
    ChartFacts(partners=(1, 1), opponents=(2, 2), sit_outs=0)
    """

    partners: tuple[int, int]
    opponents: tuple[int, int]
    sit_outs: int


@lru_cache(maxsize=128)
def chart_facts(players: int) -> ChartFacts:
    """Return the facts of the whole chart for *players*, counted in it.

    >>> chart_facts(10)
    ChartFacts(partners=(0, 1), opponents=(1, 2), sit_outs=2)
    """
    chart = rotation_chart(players)
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for a, b, c, d in (four for chart_round in chart for four in chart_round.tables):
        partners.update((frozenset((a, b)), frozenset((c, d))))
        opponents.update(frozenset(two) for two in ((a, c), (a, d), (b, c), (b, d)))
    every = [frozenset(two) for two in combinations(range(1, players + 1), 2)]
    met, faced = ([times[two] for two in every] for times in (partners, opponents))
    return ChartFacts((min(met), max(met)), (min(faced), max(faced)), players % 4)
