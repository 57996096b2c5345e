"""Tables seated again for every series, as at Skat, Schafkopf and Doppelkopf today.

Decides the size of each table, and separates members of one team. Whether a series is drawn or seated
by standings is an option here; the order of players comes from the caller.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from movements.option import Option
from movements.party.model import Outcomes, Player, Seating
from movements.party.rules.seats import (
    count_remaining_players,
    lay_tables_of_singles,
    list_players_in_turn,
    reseat_players,
)


@dataclass(frozen=True, slots=True)
class Series:
    """Everybody plays alone at tables of ``size``, or of ``other_size`` at as few tables as possible.

    The tables of ``other_size`` come last.

    >>> [len(table.sides) for table in Series().seat(["1", "3", "5", "7"], ["2", "4", "6"])]
    [4, 3]
    >>> [len(table.sides) for table in Series(4, 5).seat(list("abcde"), list("fghi"))]
    [4, 5]

    Source: today's evenings of Skat; see the page on sources.
    """

    size: int = 4
    other_size: int = 3
    pairs: bool = False
    fixed: bool = True

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        return (
            "Everyone keeps their seat until the table hands in its list. Then all seats are redrawn, or follow the "
            "standings."
        )

    @property
    def expected(self) -> str:
        """Return its tables in words, for error messages."""
        smaller, larger = sorted((self.size, self.other_size))
        return f"{smaller} or {larger} sides of 1 at every table"

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        sides = seating[index].sides
        return len(sides) in (self.size, self.other_size) and all(len(side) == 1 for side in sides)

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds of a complete evening, or None if it may go on."""
        return None

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return all players in the order given, A and B in turn."""
        players = list_players_in_turn(seat_a, seat_b)
        return lay_tables_of_singles(
            players, compute_series_sizes(len(players), self.size, self.other_size)
        )

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""
        players = count_remaining_players(seating, leavers, arrivals)
        sizes = compute_series_sizes(players, self.size, self.other_size)
        return reseat_players(seating, leavers, arrivals, (sizes, 0), is_for_singles=True)

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the same seating. The caller seats the next series by draw or standings."""
        return seating


def compute_series_sizes(players: int, size: int = 4, other_size: int = 3) -> list[int]:
    """Return the size of each table: *size*, or *other_size* at as few of the last tables as possible.

    Empty if there are no such tables for this number of *players*.

    >>> compute_series_sizes(11), compute_series_sizes(13), compute_series_sizes(5), compute_series_sizes(9, 4, 5)
    ([4, 4, 3], [4, 3, 3, 3], [], [4, 5])
    """
    # With *size* other tables their players would fill tables of *size*, so fewer are enough.
    for other_tables in range(size):
        remaining = players - other_tables * other_size
        if remaining >= 0 and remaining % size == 0:
            return [size] * (remaining // size) + [other_size] * other_tables
    return []


def separate_teams(
    order: Sequence[Player], sizes: Sequence[int], teams: Mapping[Player, str]
) -> list[Player]:
    """Return *order* with members of a team at different tables of *sizes*.

    A player who would meet a member of the same team exchanges seats with the nearest player for
    whom this is possible. If a team has more members than there are tables, some of them meet.

    >>> separate_teams(list("abcdefgh"), [4, 4], {"a": "red", "b": "red", "e": "blue"})
    ['a', 'e', 'c', 'd', 'b', 'f', 'g', 'h']
    """
    players = list(order)
    table_by_seat = [table for table, size in enumerate(sizes) for _seat in range(size)]
    seats_by_table: list[list[int]] = [[] for _size in sizes]
    for seat, table in enumerate(table_by_seat):
        seats_by_table[table].append(seat)

    def has_team_mate(player: Player, table: int, *, ignored: Player) -> bool:
        team = teams.get(player, "")
        table_mates = {players[seat] for seat in seats_by_table[table]} - {player, ignored}
        return bool(team) and any(teams.get(table_mate) == team for table_mate in table_mates)

    for seat, player in enumerate(players):
        table = table_by_seat[seat]
        previous_players = {
            players[other_seat] for other_seat in seats_by_table[table] if other_seat < seat
        }
        # Of two who meet, the later one moves.
        if not teams.get(player) or teams[player] not in map(teams.get, previous_players):
            continue
        other_seats = [
            other_seat for other_seat in range(len(players)) if table_by_seat[other_seat] != table
        ]
        for new_seat in sorted(
            other_seats, key=lambda other_seat: (abs(other_seat - seat), other_seat)
        ):
            other_player, new_table = players[new_seat], table_by_seat[new_seat]
            if has_team_mate(player, new_table, ignored=other_player):
                continue
            if has_team_mate(other_player, table, ignored=player):
                continue
            players[seat], players[new_seat] = other_player, player
            break
    return players


# Options of evenings in series: games, seats, payment for lost games.

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
DUTY_SOLO = Option(
    "duty_solo",
    "Each plays one solo",
    {"none": "no", "one": "yes: the list shows who has played it"},
    note="The printed list has a box for each player, to be ticked.",
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


def is_seated_by_standings(choice: str, series_no: int, series_count: int) -> bool:
    """Return whether series *series_no* of *series_count* series is seated by standings.

    *choice* is a value of ``SERIES_SEATS``. The first series is always drawn.

    >>> [is_seated_by_standings("standing-last", number, 3) for number in (1, 2, 3)]
    [False, False, True]
    >>> (
    ...     is_seated_by_standings("standing-2", 1, 2),
    ...     is_seated_by_standings("standing-2", 3, 3),
    ...     is_seated_by_standings("drawn", 2, 2),
    ... )
    (False, True, False)
    """
    # A key such as "standing-2", "standing-last" or "drawn".
    _seats, _dash, first = choice.partition("-")
    if not first:
        return False
    first_series = series_count if first == "last" else int(first)
    return series_no >= max(first_series, 2)
