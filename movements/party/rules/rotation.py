"""Fixed rotations: a chart for any number of players with new partners and opponents every game.

``data/rotation.csv`` holds one round for each number of players. Each further round adds 1 to every
number on a ring, so the differences between numbers in the first round decide who is partner and
opponent of whom in the whole chart.
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
from movements.party.rules.seats import list_players_in_turn

ChartTable: TypeAlias = tuple[int, int, int, int]
"""Player numbers of a table: two partners, then the two against them."""


DIGIT_BASE_BY_RING = {9: 3, 49: 7, 81: 3}
"""Rings whose numbers are added digit by digit without carry, with the base of the digits."""


@dataclass(frozen=True, slots=True)
class ChartRound:
    """One round of a chart: the fours at tables 1, 2, 3 …, and the sit-outs.

    >>> make_rotation_chart(5)[0].sit_outs
    (5,)
    """

    tables: tuple[ChartTable, ...]
    sit_outs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rotation:
    """Seatings by the chart for the number of players. After its last round it begins again.

    >>> seating = Rotation().seat(["1", "3"], ["2", "4"])
    >>> [table.sides for table in Rotation().advance(seating, {}, 1)]
    [(('4', '3'), ('2', '1'))]
    """

    size: int = 4
    pairs: bool = False
    fixed: bool = True

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        return (
            "Everyone follows a chart to a new partner and new opponents every game, whoever wins."
        )

    @property
    def expected(self) -> str:
        """Return its tables in words, for error messages."""
        return "two sides of 2 at every table, then up to three sit-outs"

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        sizes = seating[index].sizes
        is_last = index == len(seating) - 1
        return sizes == [2, 2] or (is_last and len(sizes) == 1 and sizes[0] < 4)

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds of a complete evening, or None if it may go on."""
        if players % 4 == 0:
            return players - 1
        return players

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return round 1 of the chart, with the players numbered A, B, A, B in turn."""
        players = list_players_in_turn(seat_a, seat_b)
        chart = make_rotation_chart(len(players))
        return _make_chart_seating(chart[0], dict(enumerate(players, start=1)))

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures.

        The chart for the new number of players goes on at the same round.
        """
        previous_players = get_players_by_chart_number(seating, round_no).values()
        players = [player for player in previous_players if player not in leavers]
        players += [player for player, _letter in arrivals]
        chart = make_rotation_chart(len(players))
        chart_round = chart[(round_no - 1) % len(chart)]
        return _make_chart_seating(chart_round, dict(enumerate(players, start=1)))

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return round ``round_no + 1`` from the seats of round *round_no*."""
        players = get_players_by_chart_number(seating, round_no)
        chart = make_rotation_chart(len(players))
        # Rounds are numbered from 1, so this index is the next round.
        return _make_chart_seating(chart[round_no % len(chart)], players)


def get_players_by_chart_number(seating: Seating, round_no: int) -> dict[int, Player]:
    """Return the players in the *seating* of round *round_no* by their chart number.

    >>> seating = Rotation().seat(["w", "y"], ["x", "z"])
    >>> get_players_by_chart_number(seating, 1)
    {1: 'w', 2: 'x', 3: 'y', 4: 'z'}
    """
    players: list[str] = []
    for table in seating:
        players.extend(table.players)
    chart = make_rotation_chart(len(players))
    chart_round = chart[(round_no - 1) % len(chart)]
    # Tables list their players in the order of the chart, those who sit out last.
    numbers = [*chain.from_iterable(chart_round.tables), *chart_round.sit_outs]
    return dict(sorted(zip(numbers, players, strict=True)))


def _make_chart_seating(chart_round: ChartRound, players: Mapping[int, Player]) -> Seating:
    tables = [
        PartyTable(number, ((players[a], players[b]), (players[c], players[d])))
        for number, (a, b, c, d) in enumerate(chart_round.tables, start=1)
    ]
    if chart_round.sit_outs:
        sit_outs = tuple(players[number] for number in chart_round.sit_outs)
        tables.append(PartyTable(len(tables) + 1, (sit_outs,)))
    return tuple(tables)


@lru_cache(maxsize=8)
def make_rotation_chart(players: int) -> tuple[ChartRound, ...]:
    """Return the chart for *players*, numbered from 1.

    It has as many rounds as players, one fewer if 4 divides them.

    >>> [one.tables for one in make_rotation_chart(4)]
    [((4, 2, 1, 3),), ((4, 3, 2, 1),), ((4, 1, 3, 2),)]

    :raises KeyError: for fewer than 4 players or more than 100.
    """
    # If nobody sits out, the last number stays outside the ring and never changes.
    ring = players - 1 if players % 4 == 0 else players
    first_round = _read_first_rounds()[players]
    return tuple(_shift_round(first_round, step, ring) for step in range(ring))


@lru_cache(maxsize=1)
def _read_first_rounds() -> dict[int, ChartRound]:
    """Return the first round for every number of players, from the data file."""
    text = files("movements").joinpath("data/rotation.csv").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    rounds = {}
    for row in csv.DictReader(lines):
        tables = tuple(_parse_chart_table(four) for four in row["fours"].split(";"))
        sit_outs = tuple(map(int, row["sit_outs"].split()))
        rounds[int(row["players"])] = ChartRound(tables, sit_outs)
    return rounds


def _parse_chart_table(text: str) -> ChartTable:
    first, second, third, fourth = map(int, text.split())
    return first, second, third, fourth


def _shift_round(chart_round: ChartRound, step: int, ring: int) -> ChartRound:
    base = DIGIT_BASE_BY_RING.get(ring, ring)

    def shift(number: int) -> int:
        if number > ring:
            return number
        # The ring counts from 0, players from 1.
        return add_without_carry(number - 1, step, base) + 1

    return ChartRound(
        tuple((shift(a), shift(b), shift(c), shift(d)) for a, b, c, d in chart_round.tables),
        tuple(sorted(shift(number) for number in chart_round.sit_outs)),
    )


def add_without_carry(number: int, step: int, base: int) -> int:
    """Add two numbers digit by digit without carrying. Below *base* it is addition modulo *base*.

    >>> add_without_carry(5, 3, 7), add_without_carry(5, 4, 3)
    (1, 6)
    """
    if number < base and step < base:
        return (number + step) % base
    return (number + step) % base + base * add_without_carry(number // base, step // base, base)


@dataclass(frozen=True, slots=True)
class ChartFacts:
    """Counts of a whole chart: how often two players are partners and opponents, and sit-outs.

    *partners* and *opponents* are the least and the most of any two players. *sit_outs* is the number
    of players who sit out in a round.

    >>> compute_chart_facts(8)
    ChartFacts(partners=(1, 1), opponents=(2, 2), sit_outs=0)
    """

    partners: tuple[int, int]
    opponents: tuple[int, int]
    sit_outs: int


@lru_cache(maxsize=128)
def compute_chart_facts(players: int) -> ChartFacts:
    """Return the facts of the chart for *players*.

    >>> compute_chart_facts(10)
    ChartFacts(partners=(0, 1), opponents=(1, 2), sit_outs=2)
    """
    chart = make_rotation_chart(players)
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for chart_round in chart:
        for a, b, c, d in chart_round.tables:
            partners.update((frozenset((a, b)), frozenset((c, d))))
            opponents.update(frozenset(numbers) for numbers in ((a, c), (a, d), (b, c), (b, d)))
    all_couples = [frozenset(numbers) for numbers in combinations(range(1, players + 1), 2)]
    partner_counts = [partners[numbers] for numbers in all_couples]
    opponent_counts = [opponents[numbers] for numbers in all_couples]
    return ChartFacts(
        partners=(min(partner_counts), max(partner_counts)),
        opponents=(min(opponent_counts), max(opponent_counts)),
        sit_outs=players % 4,
    )
