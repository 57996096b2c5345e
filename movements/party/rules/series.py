"""Tables drawn for every series, or seated by standings, as at Skat, Schafkopf and Doppelkopf
today.

Responsible for how many sit at each table, and for members of one team apart; leaves the standing
to others.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from movements.option import Option
from movements.party.model import Outcomes, PartyTable, Player, Seating
from movements.party.rules.reseat import players_left, reseat
from movements.party.rules.seats import in_turn


@dataclass(frozen=True, slots=True)
class Series:
    """Everybody plays alone at tables of ``size`` or ``other``, as few of the latter as possible.

    At a table of more than ``cards`` the dealer sits out.  The first tables have ``size`` players,
    the last ``other``.

    >>> [len(table.sides) for table in Series().seat(["1", "3", "5", "7"], ["2", "4", "6"])]
    [4, 3]
    >>> [len(table.sides) for table in Series(4, 5).seat(list("abcde"), list("fghi"))]
    [4, 5]

    Source: today's evenings of Skat; see the page on sources.
    """

    size: int = 4
    other: int = 3
    pairs: bool = False
    fixed: bool = True

    @property
    def summary(self) -> str:
        """Return one sentence on what happens after a game."""
        return (
            "Everyone keeps their seat until the table hands in its list. Then all seats are redrawn, or follow the "
            "standings."
        )

    @property
    def expected(self) -> str:
        """Describe its tables in words."""
        return f"{min(self.size, self.other)} or {max(self.size, self.other)} sides of 1 at every table"

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""
        sides = seating[at].sides
        return len(sides) in (self.size, self.other) and all(len(side) == 1 for side in sides)

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which the evening is complete, ``None`` if it may go on."""
        return None

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return everybody in the order given, A and B in turn, table by table."""
        people = in_turn(seat_a, seat_b)
        sizes = series_sizes(len(people), self.size, self.other)
        starts = [sum(sizes[:at]) for at in range(len(sizes))]
        return tuple(
            PartyTable(number, tuple((player,) for player in people[start : start + players]))
            for number, (start, players) in enumerate(zip(starts, sizes, strict=True), start=1)
        )

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""
        players = players_left(seating, leavers, arrivals)
        sizes = series_sizes(players, self.size, self.other)
        return reseat(seating, leavers, arrivals, (sizes, 0), alone=True)

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the same seating. The draw or the standings seat everybody again."""
        return seating


def series_sizes(players: int, size: int = 4, other: int = 3) -> list[int]:
    """Return how many sit at each table: *size*, but at the last ones *other*, as few of those as can be.

    A number that makes no such tables gives none.

    >>> series_sizes(11), series_sizes(13), series_sizes(5), series_sizes(9, 4, 5)
    ([4, 4, 3], [4, 3, 3, 3], [], [4, 5])
    """
    for others in range(size):
        rest = players - others * other
        if rest >= 0 and rest % size == 0:
            return [size] * (rest // size) + [other] * others
    return []


def separate_teams(
    order: Sequence[Player], sizes: Sequence[int], teams: Mapping[Player, str]
) -> list[Player]:
    """Return *order* with members of a team at different tables of *sizes*.

    It is changed as little as possible.

    Whoever would meet a member of his team changes places with the nearest player for whom nothing
    is worse.  With more members than tables some of them meet; nobody without a team is ever in the
    way.

    >>> separate_teams(list("abcdefgh"), [4, 4], {"a": "red", "b": "red", "e": "blue"})
    ['a', 'e', 'c', 'd', 'b', 'f', 'g', 'h']
    """
    people = list(order)
    table_of = [table for table, players in enumerate(sizes) for _seat in range(players)]
    here = [
        [people[at] for at in range(len(people)) if table_of[at] == table]
        for table in range(len(sizes))
    ]

    def meets(player: Player, table: int, without: Player) -> bool:
        team = teams.get(player, "")
        return bool(team) and any(
            teams.get(other) == team for other in here[table] if other not in (player, without)
        )

    for at, player in enumerate(people):
        if not meets(player, table_of[at], player):
            continue
        if all(
            teams.get(other) != teams[player]
            for other in people[:at]
            if other in here[table_of[at]]
        ):
            continue  # the later one of the two goes
        others = (to for to in range(len(people)) if table_of[to] != table_of[at])
        for to in sorted(others, key=lambda to: (abs(to - at), to)):
            other = people[to]
            if meets(player, table_of[to], other) or meets(other, table_of[at], player):
                continue
            people[at], people[to] = other, player
            here[table_of[at]] = [
                other if sitting == player else sitting for sitting in here[table_of[at]]
            ]
            here[table_of[to]] = [
                player if sitting == other else sitting for sitting in here[table_of[to]]
            ]
            break
    return people


# What can be chosen about evenings in series: how many games, when seats follow the standings, lost
# games.

SERIES_GAMES = Option(
    "games",
    "Games of a series",
    {
        "48": "48 at a table of four, 36 at one of three",
        "40": "40 at a table of four, 30 at one of three",
        "32": "32 at a table of four, 24 at one of three",
        "24": "24 at a table of four, 18 at one of three",
    },
    note="Everyone deals equally often at both table sizes.",
)
SERIES_SEATS = Option(
    "seats",
    "Seats",
    {
        "drawn": "draw before every series",
        "standing-2": "by standings from series 2 on",
        "standing-3": "by standings from series 3 on",
        "standing-4": "by standings from series 4 on",
        "standing-last": "by standings in the last series",
    },
    note=(
        "“By standings”: the best players sit at table 1, the next at table 2 and so on. Team-mates sit apart if "
        "possible."
    ),
)
LOST_GAMES = Option(
    "lost_games",
    "Payment for a lost game",
    {
        "none": "nothing",
        "50-100": "0.50 for the first three per series, then 1.00",
        "50": "0.50",
        "100": "1.00",
    },
    note="Abreizgeld; the count restarts with every series.",
)


def seats_by_standing(choice: str, series_no: int, planned: int) -> bool:
    """Return whether the seats of series *series_no*, of so many *planned*, follow from the standings.

    *choice* is one of those of ``SERIES_SEATS``; the first series is always drawn.

    >>> [seats_by_standing("standing-last", number, 3) for number in (1, 2, 3)]
    [False, False, True]
    >>> seats_by_standing("standing-2", 1, 2), seats_by_standing("standing-2", 3, 3), seats_by_standing("drawn", 2, 2)
    (False, True, False)
    """
    _how, _dash, first = choice.partition("-")
    if not first:
        return False
    return series_no >= max(planned if first == "last" else int(first), 2)
