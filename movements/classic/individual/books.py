"""Individual contests of the books.

Those of 1900 have 8 players (Howell), 12 or 16, and each deal is played at every table. Those of
1926 have 8, 12 or 16, and each table deals its own hands. The first rounds are in ``data/individuals.csv``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from movements.individual.seats import Foursome, get_following_player, seat_players
from movements.layout import iter_data_rows, parse_four_players
from movements.model import FourPlayers, Movement, MovementSpec, Options, PlanRequest, RoundLimits

_BALANCED = (
    "everybody-partners-everybody",
    "everybody-opposes-everybody-twice",
    "no-partner-twice",
    "no-opponent-more-than-twice",
)
_WDW = "Whist and Duplicate Whist, 11th edition 1900, page"
_DEALT_APART = "hoyle"
"""The contests in which each table deals its own boards have this in their key."""
_HOYLE = "Hoyle’s Rules for Card Games, 1926, page"


@dataclass(frozen=True, slots=True)
class PrintedStart:
    """The first round of a printed contest.

    >>> STARTS["howell-8"].tables
    ((4, 1, 2, 8), (5, 3, 6, 7))
    """

    players: int
    step: int  # by how much the number in every seat goes up in each round
    tables: tuple[FourPlayers, ...]


def _iter_starts() -> Iterator[tuple[str, PrintedStart]]:
    for row in iter_data_rows("individuals"):
        tables = tuple(map(parse_four_players, row["start"].split()))
        yield row["key"], PrintedStart(int(row["players"]), int(row["step"]), tables)


STARTS = dict(_iter_starts())
"""The printed first rounds by contest."""


def round_limits(players: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one per partner.

    >>> round_limits(8, ())
    RoundLimits(legal_rounds=range(1, 8), default_rounds=7)
    """
    return RoundLimits(range(1, players), players - 1, "one more round would repeat partners")


def build(key: str, request: PlanRequest) -> Movement:
    """Return the plan of the contest *key*: one player is stationary, the others move.

    >>> plan = build("hoyle-8", PlanRequest(8, 7, 4))
    >>> [row.players for row in plan.rows if row.round_no == 2], plan.board_sets
    ([(4, 7, 6, 8), (3, 5, 2, 1)], 14)

    Source: [WDW1900] pp. 27-31, [HOYLE1926] pp. 39-40.
    """
    start, spec = STARTS[key], _SPEC_BY_KEY[key]
    apart = key.startswith(_DEALT_APART)
    tables = len(start.tables)
    foursomes = []
    for round_no in range(1, request.rounds + 1):
        for table_no, four in enumerate(start.tables, start=1):
            foursomes.append(
                Foursome(
                    round_no,
                    table_no,
                    _move_players(start, four, round_no - 1),
                    (round_no - 1) * tables + table_no,
                )
                if apart
                else Foursome(
                    round_no, table_no, _move_players(start, four, round_no - 1), round_no
                )
            )
    sets = request.rounds * tables if apart else request.rounds
    return seat_players(
        spec, request, foursomes, board_sets=sets, notes=(_make_book_note(start, apart=apart),)
    )


def _move_players(start: PrintedStart, four: FourPlayers, rounds: int) -> FourPlayers:
    stationary_player = start.players
    cycle = start.players - 1
    north, east, south, west = (
        get_following_player(player, rounds * start.step, cycle, stationary_player)
        for player in four
    )
    return north, east, south, west


def _make_book_note(start: PrintedStart, *, apart: bool) -> str:
    highest_moving = start.players - 1
    if start.step > 0:
        direction, first, last = "lower", 1, highest_moving
    else:
        direction, first, last = "higher", highest_moving, 1
    if apart:
        deals = "Each table deals its own boards."
    else:
        deals = "All tables play the same boards in every round."
    return (
        f"Player {start.players} is stationary. Everyone else takes the seat of the next {direction} number, and player "
        f"{first} that of {last}. {deals}"
    )


def _make_book_spec(
    key: str, name: str, boards: tuple[int, ...], source: str, about: str, *extra_guarantees: str
) -> MovementSpec:
    players = STARTS[key].players
    deals_apart = key.startswith(_DEALT_APART)
    return MovementSpec(
        key=f"individual-{key}",
        name=name,
        contest="individual",
        sizes=f"{players} players",
        legal_sizes=(players,),
        guarantees=(*_BALANCED, *extra_guarantees),
        source=source,
        round_limits=round_limits,
        build=partial(build, key),
        historic=True,
        about=about,
        players_per_contestant=1,
        default_boards=boards,
        # A deal that is played once has nothing to be compared with.
        scored_by="aggregate" if deals_apart else "",
        whist_scored_by="" if deals_apart else "howell-losses",
    )


SPECS = (
    _make_book_spec(
        "howell-8",
        "Howell’s individual for eight",
        (2, 4),
        f"{_WDW} 27",
        "Eight players at two tables; both play the same boards, and everyone partners everyone.",
        "everyone-plays-every-board",
        "same-boards-at-every-table",
        "players-compared-equally",
        "one-winner",
    ),
    _make_book_spec(
        "whist-12",
        "Individual for twelve of 1900",
        (3,),
        f"{_WDW} 30",
        "Twelve players at three tables; all play the same boards, and everyone partners everyone.",
        "everyone-plays-every-board",
        "same-boards-at-every-table",
        "one-winner",
    ),
    _make_book_spec(
        "whist-16",
        "Individual for sixteen of 1900",
        (4,),
        f"{_WDW} 31 (the first round from Hoyle’s Rules for Card Games, 1926, page 40)",
        "Sixteen players at four tables; all play the same boards, and everyone partners everyone.",
        "everyone-plays-every-board",
        "same-boards-at-every-table",
        "one-winner",
    ),
    _make_book_spec(
        "hoyle-8",
        "Hoyle’s game for eight",
        (4,),
        f"{_HOYLE} 39",
        "A social game for eight: each table deals its own boards, and everyone partners everyone.",
        "each-set-at-one-table",
    ),
    _make_book_spec(
        "hoyle-12",
        "Hoyle’s game for twelve",
        (2, 3),
        f"{_HOYLE} 39-40",
        "A social game for twelve: each table deals its own boards, and everyone partners everyone.",
        "each-set-at-one-table",
    ),
    _make_book_spec(
        "hoyle-16",
        "Hoyle’s game for sixteen",
        (2,),
        f"{_HOYLE} 40",
        "A social game for sixteen: each table deals its own boards, and everyone partners everyone.",
        "each-set-at-one-table",
    ),
)
"""The contests of the books, in their order."""

_SPEC_BY_KEY = {spec.key.removeprefix("individual-"): spec for spec in SPECS}
