"""An individual contest for any number of players from 4 to 41.

With 4n or 4n+1 players it is a whist tournament: everybody partners everybody once and opposes
everybody twice. With other numbers it comes as close as known, and two or three sit out in each
round. The first games are in ``data/starters.csv``.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from movements.individual.seats import (
    SEATS,
    Foursome,
    SmallField,
    add_shortfall_notes,
    seat_players,
)
from movements.layout import iter_data_rows
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option

NEVER_MOVES = "x"
GALOIS_PLAYERS = 9
"""With 9 players the games add up in the finite field of 9 elements, not round a circle."""
MAX_SHARING_TABLES = 3
"""The most tables that can share a set of boards."""

BOARDS = Option(
    "boards",
    "Boards per round",
    {
        "usual": "as usual",
        "shared": "the same, passed round",
        "copies": "a copy for each table",
        "apart": "different at each table, not compared",
    },
    note="Usually passed round with up to three tables; with four or more, each table has a copy.",
    suggested_choices=("usual",),
)


@cache
def read_starters() -> Mapping[int, tuple[tuple[str, ...], ...]]:
    """Return the games of round 1 by number of players: a, b against c, d, counted from 0.

    >>> read_starters()[4]
    (('x', '0', '1', '2'),)
    """
    games_by_players = {}
    for row in iter_data_rows("starters"):
        games = row["games"].split(";")
        games_by_players[int(row["players"])] = tuple(tuple(game.split()) for game in games)
    return games_by_players


def resolve_options(players: int, chosen: Mapping[str, str]) -> Options:
    """Return the option for the boards of a round.

    >>> resolve_options(12, {}), resolve_options(16, {})
    ((('boards', 'shared'),), (('boards', 'copies'),))
    """
    boards_choice = BOARDS.get_choice(chosen)
    if boards_choice == BOARDS.default:
        can_share = players // SEATS <= MAX_SHARING_TABLES
        boards_choice = "shared" if can_share else "copies"
    return ((BOARDS.name, boards_choice),)


def round_limits(players: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one per moving player.

    >>> round_limits(12, ()).default_rounds, round_limits(13, ()).default_rounds, round_limits(14, ()).default_rounds
    (11, 13, 13)
    """
    most_rounds = _count_moving_players(players)
    return RoundLimits(
        range(_count_fewest_rounds(players), most_rounds + 1),
        most_rounds,
        "one more round would repeat partners",
        min_reason="one player would only sit out",
    )


def _count_fewest_rounds(players: int) -> int:
    """Return the fewest rounds in which everybody plays."""
    playing: set[int] = set()
    for rounds in range(1, players + 1):
        for game in read_starters()[players]:
            playing.update(_get_player_after_rounds(players, number, rounds - 1) for number in game)
        if len(playing) == players:
            return rounds
    return players


def _count_moving_players(players: int) -> int:
    """Return the number of moving players: all, or all but the highest number."""
    has_stationary_player = any(NEVER_MOVES in game for game in read_starters()[players])
    return players - 1 if has_stationary_player else players


def build(request: PlanRequest) -> Movement:
    """Return the plan: moving players take the seat of the next lower number after each round.

    >>> plan = build(PlanRequest(5, 5, 4, (("boards", "shared"),)))
    >>> [row.players for row in plan.rows[:2]], [sit_out.contestant for sit_out in plan.sit_outs]
    ([(4, 5, 3, 2), (5, 1, 4, 3)], [1, 2, 3, 4, 5])

    Source: the games are constructed; that they exist for all 4n and 4n+1 is known from [ZCYCLIC].
    """
    boards = request.get_choice(BOARDS.name)
    tables = request.contestants // SEATS
    sets = request.rounds * tables if boards == "apart" else request.rounds
    copies = tables if boards == "copies" else 1
    plan = seat_players(
        SPEC,
        request,
        _iter_foursomes(request, boards),
        board_sets=sets,
        notes=(_make_move_note(request.contestants),),
        copies=copies,
    )
    return add_shortfall_notes(plan, round_limits(request.contestants, ()).default_rounds)


def _make_move_note(players: int) -> str:
    moving = _count_moving_players(players)
    if players == GALOIS_PLAYERS:
        return "There is no simple rule for the moves: give every player a guide card."
    everyone = f"Player {players} is stationary; everyone else" if moving < players else "Everyone"
    has_sit_outs = players % SEATS > 0
    waits = ", or sits out in their place" if has_sit_outs else ""
    return (
        f"{everyone} takes the seat of the next lower number{waits}; "
        f"player 1 follows player {moving}."
    )


def _iter_foursomes(request: PlanRequest, boards: str | None) -> Iterator[Foursome]:
    games = read_starters()[request.contestants]
    for round_no in range(1, request.rounds + 1):
        for table_no, game in enumerate(games, start=1):
            # A game is "a b c d": a and b play against c and d.
            north, south, east, west = (
                _get_player_after_rounds(request.contestants, number, round_no - 1)
                for number in game
            )
            board_set = round_no
            if boards == "apart":
                board_set = (round_no - 1) * len(games) + table_no
            copy_no = table_no if boards == "copies" else 1
            yield Foursome(
                round_no,
                table_no,
                players=(north, east, south, west),
                board_set=board_set,
                copy_no=copy_no,
            )


def _get_player_after_rounds(players: int, number: str, rounds: int) -> int:
    """Return who sits, after *rounds* rounds, where *number* sat in round 1."""
    if number == NEVER_MOVES:
        return players
    if players == GALOIS_PLAYERS:
        return SmallField(GALOIS_PLAYERS).add_elements(int(number), rounds) + 1
    # The first games count from 0.
    return (int(number) + rounds) % _count_moving_players(players) + 1


SPEC = MovementSpec(
    key="individual",
    name="Individual",
    aliases=("individual-movement", "whist-tournament"),
    contest="individual",
    sizes="4 to 41 players",
    legal_sizes=range(4, 42),
    options=(BOARDS,),
    guarantees=(
        "everybody-partners-everybody",
        "everybody-opposes-everybody-twice",
        "no-partner-twice",
        "no-opponent-more-than-twice",
        "players-compared-equally",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "same-boards-at-every-table",
        "one-winner",
        "sit-out-at-most-once",
    ),
    source="constructed; whist tournaments of 4n and 4n+1 players exist after E. H. Moore and later authors",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    about="Any number of players: everyone plays once with every other player and twice against, or as near "
    "as the numbers allow.",
    players_per_contestant=1,
)
